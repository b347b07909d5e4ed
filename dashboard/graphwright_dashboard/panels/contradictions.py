"""What cannot all be true of a graph: cycles, opposite claims, missing grounds, lonely tools."""

from collections import Counter
from enum import StrEnum
from urllib.parse import quote

from dash import Dash, Input, Output, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.issues import Issue, IssueCode
from graphwright.relate.checks import contradictions

from .. import components as ui
from ..drawn import drawn
from ..reviewing import tabs, waiting
from ..services import Services
from ..shell import shown
from ..views.numbers import count

NAME, PATH = "contradictions", "/review/contradictions"
_TITLES = {
    IssueCode.CYCLE: "Cycles",
    IssueCode.CONTRADICTION: "Opposite claims on a pair",
    IssueCode.NO_EVIDENCE: "Requires without a parameter that is given",
    IssueCode.STACKED: "Lost in the runtime, which keeps one relation a pair",
    IssueCode.HUB: "Hubs",
    IssueCode.ORPHAN: "Tools without any relation",
}
_SHOWN = 100  # issues of one kind


class Ids(StrEnum):
    TABS = "contradictions-tabs"
    BODY = "contradictions-body"


def layout() -> Component:
    head = ui.page_head("Review", drawn(html.Div(id=Ids.TABS, className="tabs")))
    return html.Div(
        [head, drawn(html.Div(id=Ids.BODY, className="scroll flush"))], className="main"
    )


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.TABS, "tree"),
        Output(Ids.BODY, "tree"),
        Input(shown(NAME), "data"),
        prevent_initial_call=True,
    )
    def draw(_: int) -> tuple[list[Component], list[Component]]:
        curation = services.curation
        counts = waiting(curation, services.cluster_count(curation))
        return tabs(PATH, counts), _body(curation)


def _body(curation: Curation) -> list[Component]:
    found = contradictions(curation.graph, curation.settings.ship_from, curation.pins)
    if not found:
        text = "No cycle, no opposite claims, no requires without a ground, no lonely tool."
        return [ui.empty("Nothing contradicts itself", text)]
    numbers = Counter(issue.code for issue in found)
    return [
        section
        for code in _TITLES
        if numbers[code]
        for section in _section(code, [issue for issue in found if issue.code is code])
    ]


def _section(code: IssueCode, issues: list[Issue]) -> list[Component]:
    head = html.Div(
        [html.H2(_TITLES[code]), html.Span(str(len(issues)), className="cntr")], className="ph"
    )
    rows = [_row(issue) for issue in issues[:_SHOWN]]
    rest = len(issues) - len(rows)
    more = [html.P(f"{count(rest, 'more')} are not listed.", className="note")] if rest else []
    return [head, html.Ul(rows, className="chk"), *more]


def _row(issue: Issue) -> Component:
    tool = issue.where.partition(" → ")[0]
    link = html.A(issue.where, href=f"/explore?tool={quote(tool)}")
    return html.Li(
        [
            html.Span(ui.icon("warning", small=True), className="warn"),
            html.Span(issue.message),
            html.Span(link),
        ]
    )
