"""The matrix: groups against groups, shaded by how many relations lead from one to the other."""

from collections.abc import Mapping, Sequence

from dash import Dash, Input, Output, html
from dash.development.base_component import Component

from ...components import attrs, kbd, swatch
from ...drawn import drawn
from ...services import Services
from ...views.columns import KINDS
from ...views.elements import NO_GROUP
from ...views.exploring import Filters, filters_of
from ...views.matrix import Cell, Matrix, matrix
from ...views.names import short, titles
from ...views.numbers import count, thousands
from .ids import Ids


def layout() -> Component:
    return drawn(html.Div(id=Ids.MATRIX, className="matrix", hidden=True))


def tree(found: Matrix, filters: Filters) -> list[Component]:
    if not found.cells:
        text = "No relation fits the filters. Take one away, or show all kinds again."
        return [_kinds(filters), html.P(text, className="note muted")]
    names = [titles_of(found)[group] for group in found.groups]
    head = [html.Th(), *(html.Th(_name(n), scope="col", className="turned") for n in names)]
    body = [_row(found, row, names) for row in range(len(names))]
    rest = (
        f"{count(found.left_out, 'smaller group')} not shown; the table has all."
        if found.left_out
        else ""
    )
    note = f"A row needs or runs before a column: from the row's group to the column's. {rest}"
    table = html.Table([html.Thead(html.Tr(head)), html.Tbody(body)])
    named = attrs(html.Div(table, className="cells", tabIndex=0), aria_label="Groups by groups")
    return [_kinds(filters), named, html.P(note, className="note muted")]


def _kinds(filters: Filters) -> Component:
    rows = [
        attrs(
            html.Button([*kbd(str(at + 1)), swatch(kind), html.Span(kind)], className="chip line"),
            data_kind=kind,
            aria_pressed=str(kind not in filters.off).lower(),
        )
        for at, kind in enumerate(KINDS[:-1])
    ]
    return attrs(html.Div(rows, className="row wrap kinds"), data_kinds="", aria_label="Kinds")


def titles_of(found: Matrix) -> dict[str, str]:
    """The groups' names, none like another's."""
    return titles(filter(None, found.groups)) | ({"": NO_GROUP} if "" in found.groups else {})


def _name(title: str) -> Component:
    return html.Span(short(title, 22), title=short(title, 200))


def _row(found: Matrix, row: int, names: Sequence[str]) -> Component:
    cells = [_cell(found, row, column, names) for column in range(len(names))]
    return html.Tr([html.Th(_name(names[row]), scope="row"), *cells])


def _cell(found: Matrix, row: int, column: int, names: Sequence[str]) -> Component:
    cell = found.cells.get((row, column))
    if cell is None:
        return html.Td()
    step = found.step(cell)
    made = html.Button(thousands(cell.total), className=f"lens{step}", title=cell.words)
    ends = f"{found.groups[row]}\n{found.groups[column]}"
    return html.Td(attrs(made, data_cell=ends, aria_label=_spoken(names[row], names[column], cell)))


def _spoken(one: str, other: str, cell: Cell) -> str:
    return f"{short(one, 40)} to {short(other, 40)}: {cell.words}"


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.MATRIX, "tree"),
        Input(Ids.MATRIX_FOR, "data"),
        prevent_initial_call=True,
    )
    def draw(wanted: Mapping[str, object] | None) -> list[Component]:
        filters = (wanted or {}).get("filters")
        chosen = filters_of(filters if isinstance(filters, Mapping) else None)
        return tree(matrix(services.columns(services.drawn()), chosen), chosen)
