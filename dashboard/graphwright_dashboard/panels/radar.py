"""The strip at the foot of every page: golden queries against the project's start, and the gate."""

from enum import StrEnum

from dash import Dash, Input, Output, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.gate import Comparison, invalid_workflows
from graphwright.evaluate.metrics import Scores

from ..components import icon
from ..drawn import drawn
from ..services import Services
from ..shell import Shared
from ..views.numbers import fraction, signed


class Ids(StrEnum):
    CELLS = "radar-cells"


def layout() -> Component:
    return html.Footer(
        [
            html.Span(icon("radar", small=True), className="lead"),
            drawn(html.Div(_none(), id=Ids.CELLS, className="cells")),
        ],
        className="radar",
    )


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.CELLS, "tree"),
        Output(Shared.GATE, "data"),
        Output(Shared.WAITING, "data"),
        Input(Shared.REVISION, "data"),
    )
    def turn(revision: int) -> tuple[list[Component], object, object]:
        curation = services.curation
        compared = services.comparison(curation)
        invalid = len(invalid_workflows(curation.workflows.values(), curation))
        waiting = {"review": unreviewed(curation), "workflows": invalid}
        if not curation.golden and not curation.workflows:
            return _none(), None, waiting
        gate = {"blockers": len(compared.blockers)}
        cells = _cells(services.scores(curation), compared) if curation.golden else _none()
        return cells, gate, waiting


def unreviewed(curation: Curation) -> int:
    return sum(relation.open for relation in curation.graph.relations.values())


def _none() -> list[Component]:
    text = "No golden queries yet. Mark what should answer a question in the Search Lab."
    return [html.Span(text, className="muted")]


def _cells(now: Scores, compared: Comparison) -> list[Component]:
    failing = sum(not one.passed and one.error is None for one in now.per_query)
    errors = sum(one.error is not None for one in now.per_query)
    return [
        html.Span(f"Golden {len(now.per_query)}", className="strong"),
        _measure(f"hit@{now.k}", now.hit, compared.delta.get("hit", 0.0)),
        _measure(f"recall@{now.k}", now.recall, compared.delta.get("recall", 0.0)),
        _counted("fixed", len(compared.fixed), "check", "ok"),
        _counted("broken", len(compared.broken), "cross", "bad"),
        _counted("failing", failing, "warning", "warn"),
        *([_counted("errors", errors, "warning", "warn")] if errors else []),
        html.Span(f"n = {now.queries} · against the project's start", className="push muted"),
    ]


def _measure(name: str, value: float, change: float) -> Component:
    tone = "" if not round(change, 3) else " up" if change > 0 else " down"
    delta = [html.Span(signed(change), className=f"delta{tone}")] if tone else []
    return html.Span([f"{name} ", html.B(fraction(value, 3)), *delta])


def _counted(word: str, number: int, sign: str, tone: str) -> Component:
    look = tone if number else "muted"
    text = html.Span([icon(sign, small=True), f"{number} {word}"], className=f"row {look}")
    return html.A(text, href="/lab/golden")
