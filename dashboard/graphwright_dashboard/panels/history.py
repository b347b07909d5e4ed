"""The journal: every edit with who and when, filtered, and taken back one at a time."""

from collections.abc import Sequence
from enum import StrEnum

from dash import Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from .. import components as ui
from ..drawn import drawn
from ..services import Services
from ..shell import shown
from ..views.journal import Line, lines
from ..views.numbers import count

NAME, PATH = "history", "/history"


class Ids(StrEnum):
    FIND = "history-find"
    ROWS = "history-rows"
    COUNT = "history-count"


def layout() -> Component:
    find = dcc.Input(id=Ids.FIND, type="text", placeholder="Filter by words", debounce=0.2)
    head = ui.page_head(
        "History",
        drawn(html.Span(id=Ids.COUNT, className="small muted")),
        html.Span(className="grow"),
        html.Label([ui.icon("filter", small=True), find], className="input short"),
    )
    return html.Div(
        [head, drawn(html.Div(id=Ids.ROWS, className="scroll flush"))], className="main"
    )


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.ROWS, "tree"),
        Output(Ids.COUNT, "tree"),
        Input(shown(NAME), "data"),
        Input(Ids.FIND, "value"),
        prevent_initial_call=True,
    )
    def draw(_: int, words: str | None) -> tuple[Component, str]:
        entries = services.project.journal()
        found = lines(entries, words or "")
        return _table(found, len(entries)), _counted(found, len(entries))


def _counted(found: Sequence[Line], entries: int) -> str:
    edits = count(entries, "edit")
    return edits if len(found) == entries else f"{len(found)} of {edits}"


def _table(found: Sequence[Line], entries: int) -> Component:
    if not entries:
        return ui.empty("Nothing was edited yet", "Every edit stands here, and can be taken back.")
    if not found:
        return ui.empty("No edit fits", "The words stand in no edit: clear the filter above.")
    columns = ["Rev", "What", "Who", "When", ""]
    head = html.Thead(html.Tr([html.Th(name) for name in columns]))
    return html.Table([head, html.Tbody([_row(line) for line in found])], className="small journal")


def _row(line: Line) -> Component:
    revert = ui.attrs(
        html.Button("Revert", className="btn sm ghost", disabled=not line.stands),
        data_revert=str(line.revision),
    )
    why = [html.Div(line.why, className="muted")] if line.why else []
    return html.Tr(
        [
            html.Td(str(line.revision), className="muted"),
            html.Td([html.Span(line.text), *why]),
            html.Td(line.by or "–", className="muted"),
            html.Td(line.at, className="muted nowrap"),
            html.Td(revert if line.stands else line.state, className="num muted"),
        ],
        className="" if line.stands else "gone",
    )
