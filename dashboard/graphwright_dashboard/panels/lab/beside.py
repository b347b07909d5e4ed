"""The second column: what a snapshot or the runtime engine has for the same question."""

from collections.abc import Sequence
from dataclasses import dataclass

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.errors import GraphwrightError
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.snapshot import DEPTH, Move, moves
from graphwright.release.opinion import opinion

from ... import components as ui
from ...services import Services
from ...views.lab_address import Address
from .answers import Answers

RUNTIME = "runtime"  # the name of the engine's column in an address
_PATIENCE = 0.1  # seconds
_HOW = {"new": "new", "gone": "gone", "same": "=", "up": "▲", "down": "▼"}


@dataclass(frozen=True, slots=True)
class Column:
    """A second list. `waiting`: it is asked for; `error`: why there is none."""

    title: str
    tools: tuple[str, ...] = ()
    waiting: bool = False
    error: str = ""


class Opinions:
    """What the engine says, question by question."""

    def __init__(self) -> None:
        self._answers: Answers[Column] = Answers("runtime column")

    def column(self, services: Services, curation: Curation, query: str, k: int) -> Column:
        """The engine's list; asked for in the background where it is not known."""
        found = self._answers.of(
            services.jobs, curation, (query, k), lambda: _asked(curation, query, k), _PATIENCE
        )
        return found or Column("runtime engine", waiting=True)


def _asked(curation: Curation, query: str, k: int) -> Column:
    try:
        told = opinion(curation, [query], k)
    except GraphwrightError as error:
        return Column("runtime engine", error=str(error))
    return Column(told.engine, told.found[query])


def column(
    services: Services, opinions: Opinions, curation: Curation, at: Address, k: int
) -> Column | None:
    """The column that the address names; None for none."""
    if not at.beside:
        return None
    if at.beside == RUNTIME:
        return opinions.column(services, curation, at.query, k)
    snapshot = services.snapshots.named(at.beside)
    if snapshot is None:
        return Column(at.beside, error=f"There is no snapshot '{at.beside}'.")
    try:
        found = services.snapshots.completed(snapshot, [Golden(at.query)], max(k, DEPTH))
        hits = found.over(curation.graph).search(at.query, max(k, DEPTH))
    except GraphwrightError as error:
        return Column(at.beside, error=str(error))
    title = f"{snapshot.name} · rev {snapshot.revision}"
    return Column(title, tuple(hit.tool for hit in hits.results))


def beside(column: Column, ours: Sequence[str], k: int, chosen: str) -> Component:
    """The list, with where each tool stands in ours."""
    head = html.Div([html.H2(column.title, className="ell")], className="ph")
    if column.waiting:
        return html.Div([head, html.P("Asking the runtime engine …", className="block muted")])
    if column.error:
        return html.Div([head, html.P(column.error, className="block bad")])
    if not column.tools:
        return html.Div([head, html.P("Nothing was found there.", className="block muted")])
    found = moves(column.tools, ours)
    place = {move.tool: move for move in found}
    rows = [_row(rank, place[tool], chosen) for rank, tool in enumerate(column.tools, 1)]
    cut = html.Li([html.Span(f"k = {k}")], className="cut")
    fresh = [move.tool for move in found if move.how == "new" and (move.after or 0) <= k]
    new = [html.P(f"New here: {', '.join(fresh)}", className="note")] if fresh else []
    listed = ui.attrs(
        html.Ul([*rows[:k], cut, *rows[k:]], className="res other", role="list"),
        aria_label=column.title,
    )
    return html.Div([head, listed, *new])


def _row(rank: int, move: Move, chosen: str) -> Component:
    text = "gone" if move.after is None else f"{_HOW[move.how]} #{move.after}"
    tone = {"up": "ok", "down": "bad", "gone": "bad"}.get(move.how, "muted")
    item = html.Li(
        [
            html.Span(str(rank), className="rk"),
            html.Code(move.tool, className="ell"),
            html.Span(text, className=f"num {tone}", title="where it stands in the list of now"),
        ],
        className="on" if move.tool == chosen else "",
    )
    return ui.attrs(item, data_tool=move.tool)


def choices(services: Services, at: Address) -> Component:
    """The menu of what may stand beside the list."""
    baseline = services.snapshots.baseline.name
    names = [one.name for one in services.snapshots.all()]
    items = [
        _choice("Nothing", at.path(beside=""), not at.beside),
        *(
            _choice(
                f"{name} (baseline)" if name == baseline else name,
                at.path(beside=name),
                at.beside == name,
            )
            for name in names
        ),
        _choice("Runtime engine", at.path(beside=RUNTIME), at.beside == RUNTIME),
    ]
    said = at.beside or "Compare"
    summary = html.Summary([ui.icon("swap", small=True), said, *ui.kbd("C")], className="btn sm")
    return ui.attrs(
        html.Details([summary, html.Ul(items, className="menu float")], className="choose"),
        data_baseline=at.path(beside="" if at.beside else baseline),
    )


def _choice(text: str, href: str, here: bool) -> Component:
    link = html.A(text, href=href)
    return html.Li(ui.attrs(link, aria_current="true") if here else link)
