"""The strip at the foot of every page: golden queries against the project's start, and the gate."""

from enum import StrEnum

from dash import Dash, Input, Output, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.issues import Severity
from graphwright.workflow.check import check

from ..components import icon
from ..services import Services
from ..shell import Shared
from ..views.numbers import fraction, signed
from ..views.standing import Standing, blockers, standing


class Ids(StrEnum):
    CELLS = "radar-cells"


def layout() -> Component:
    return html.Footer(
        [
            html.Span(icon("radar", small=True), className="lead"),
            html.Div(_none(), id=Ids.CELLS, className="cells"),
        ],
        className="radar",
    )


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.CELLS, "children"),
        Output(Shared.GATE, "data"),
        Output(Shared.WAITING, "data"),
        Input(Shared.REVISION, "data"),
    )
    def turn(revision: int) -> tuple[list[Component], object, object]:
        curation = services.curation
        invalid = invalid_workflows(curation)
        waiting = {"review": unreviewed(curation), "workflows": invalid}
        if not curation.golden:
            gate = {"blockers": invalid} if curation.workflows else None
            return _none(), gate, waiting
        now = services.scores(curation)
        stands = standing(now, services.start_scores(curation))
        return _cells(stands), {"blockers": blockers(now, stands, invalid)}, waiting


def invalid_workflows(curation: Curation) -> int:
    """Workflows in which something cannot work."""
    found = (check(workflow, curation) for workflow in curation.workflows.values())
    return sum(any(i.severity is Severity.ERROR for i in issues) for issues in found)


def unreviewed(curation: Curation) -> int:
    return sum(relation.open for relation in curation.graph.relations.values())


def _none() -> list[Component]:
    text = "No golden queries yet. Mark what should answer a question in the Search Lab."
    return [html.Span(text, className="muted")]


def _cells(stands: Standing) -> list[Component]:
    return [
        html.Span(f"Golden {stands.golden}", className="strong"),
        _measure(f"hit@{stands.k}", stands.hit, stands.hit_change),
        _measure(f"recall@{stands.k}", stands.recall, stands.recall_change),
        _counted("fixed", len(stands.fixed), "check", "ok"),
        _counted("broken", len(stands.broken), "cross", "bad"),
        _counted("failing", len(stands.failing), "warning", "warn"),
        *([_counted("errors", len(stands.errors), "warning", "warn")] if stands.errors else []),
        html.Span(f"n = {stands.n} · against the project's start", className="push muted"),
    ]


def _measure(name: str, value: float, change: float) -> Component:
    tone = "" if not round(change, 3) else " up" if change > 0 else " down"
    delta = [html.Span(signed(change), className=f"delta{tone}")] if tone else []
    return html.Span([f"{name} ", html.B(fraction(value, 3)), *delta])


def _counted(word: str, number: int, sign: str, tone: str) -> Component:
    look = tone if number else "muted"
    text = html.Span([icon(sign, small=True), f"{number} {word}"], className=f"row {look}")
    return html.A(text, href="/lab/golden")
