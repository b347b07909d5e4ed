"""The first page: what to do next, the sources and what was wrong with them."""

from enum import StrEnum

from dash import Dash, Input, Output, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.curate.review import Order
from graphwright.evaluate.gate import invalid_workflows
from graphwright.issues import Issue, Severity

from .. import components as ui
from ..drawn import drawn
from ..services import Services
from ..shell import shown
from ..views import overview as view
from ..views.numbers import count

NAME, PATH = "overview", "/"
_SHOWN = 200  # issues
_LOOKS = {
    Severity.ERROR: ("cross", "bad"),
    Severity.WARNING: ("warning", "warn"),
    Severity.NOTE: ("info", "muted"),
}


class Ids(StrEnum):
    BODY = "overview-body"


def layout() -> Component:
    return html.Div(
        [ui.page_head("Overview"), drawn(html.Div(id=Ids.BODY, className="cols"))], className="main"
    )


def register(app: Dash, services: Services) -> None:
    @app.callback(Output(Ids.BODY, "tree"), Input(shown(NAME), "data"), prevent_initial_call=True)
    def draw(_: int) -> list[Component]:
        curation = services.curation
        found = view.actions(
            curation,
            services.scores(curation),
            services.queue(curation, Order.IMPACT),
            len(services.clusters(curation)),
            len(invalid_workflows(curation.workflows.values(), curation)),
        )
        left = [html.Div(html.H2("What to do next"), className="ph"), _actions(found)]
        return [html.Div(left), html.Div(_sources(curation))]


def _actions(found: tuple[view.Action, ...]) -> Component:
    if not found:
        text = "Every golden query passes, every workflow runs, nothing waits for a decision."
        return ui.empty(
            "Nothing is left to mend",
            text,
            html.A("Release", href="/release", className="btn primary"),
        )
    return html.Ul([_action(action) for action in found], className="todo")


def _action(action: view.Action) -> Component:
    words = html.Span([html.B(action.title), html.Span(action.text, className="muted")])
    return html.Li(
        html.A(
            [html.Span(str(action.number), className="big"), words, ui.icon("chevron-right")],
            href=action.href,
        )
    )


def _sources(curation: Curation) -> list[Component]:
    graph = curation.graph
    counts = " · ".join(
        (
            count(len(graph.tools), "tool"),
            count(len(graph.groups), "group"),
            count(len(graph.relations), "relation"),
        )
    )
    rows = [
        html.Tr(
            [
                html.Td(html.Code(s.name)),
                html.Td(s.kind),
                html.Td(s.tools),
                html.Td(s.issues),
                html.Td(s.covered, className="muted"),
            ]
        )
        for s in view.sources(curation)
    ]
    table = html.Table(html.Tbody(rows), className="small counts")
    if not rows:
        return [
            ui.empty(
                "No tools yet",
                "`graphwright open FILE` opens documents, `graphwright demo` the sample.",
            )
        ]
    head = html.Div(
        [html.H2("Sources"), html.Span(counts, className="small muted")], className="ph"
    )
    return [head, table, *_issues(curation.issues)]


def _issues(issues: tuple[Issue, ...]) -> list[Component]:
    head = html.Div(
        [html.H2("Issues of the documents"), html.Span(str(len(issues)), className="cntr")],
        className="ph",
        id="overview-issues",
    )
    if not issues:
        return [head, html.P("None: all of every document was read.", className="note")]
    rank = list(Severity)
    ordered = sorted(issues, key=lambda issue: rank.index(issue.severity))
    rows = [_issue(issue) for issue in ordered[:_SHOWN]]
    rest = len(issues) - len(rows)
    more = (
        [
            html.P(
                f"{rest} more; `graphwright ingest --issues FILE` writes them all.",
                className="note",
            )
        ]
        if rest
        else []
    )
    return [head, html.Ul(rows, className="chk"), *more]


def _issue(issue: Issue) -> Component:
    sign, tone = _LOOKS[issue.severity]
    where = f"{issue.source} {issue.where}".strip()
    return html.Li(
        [
            html.Span(
                [ui.icon(sign, small=True), html.Span(issue.severity, className="only-read")],
                className=tone,
            ),
            html.Span(issue.message),
            html.Span(issue.code, className="muted"),
            html.Code(where, className="d"),
        ]
    )
