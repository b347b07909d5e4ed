"""The table twin of the graph: relations or tools, with the same filters and the same selection."""

from collections.abc import Mapping
from typing import TypedDict

import dash_ag_grid as dag
from dash import ClientsideFunction, Dash, Input, Output, State, dcc, html
from dash.development.base_component import Component

from ...components import segments
from ...drawn import drawn
from ...services import Services
from ...shell import Shared, address, shown
from ...views.exploring import filters_of, view_of
from ...views.numbers import count
from ...views.tables import Page, relation_page, tool_page
from .ids import NAME, Ids

_BLOCK = 200  # rows of one request


class RowsAsked(TypedDict):
    """What AG Grid asks its infinite row model for."""

    startRow: int
    endRow: int
    sortModel: list[dict[str, str]]


# CSS variables, which AG Grid writes into its own styles: a change of theme needs nothing more
_THEME = {
    "function": "themeQuartz.withParams({backgroundColor: 'var(--bg)',"
    " foregroundColor: 'var(--text)', headerBackgroundColor: 'var(--bg)',"
    " headerTextColor: 'var(--muted)', headerFontWeight: 400,"
    " accentColor: 'var(--accent)', borderColor: 'var(--border)', wrapperBorder: false,"
    " columnBorder: false, fontFamily: 'inherit', fontSize: 12, headerFontSize: 12, spacing: 4,"
    " borderRadius: 6, wrapperBorderRadius: 0, cellHorizontalPadding: 8, rowHoverColor:"
    " 'var(--surface-2)', selectedRowBackgroundColor: 'var(--accent-weak)'})"
}

_RELATIONS = [
    {"field": "relation", "headerName": "Relation", "cellRenderer": "RelationCell", "width": 190},
    {"field": "source", "headerName": "From", "cellClass": "code", "flex": 2},
    {"field": "target", "headerName": "To", "cellClass": "code", "flex": 2},
    {"field": "confidence", "headerName": "Confidence", "type": "rightAligned", "width": 110},
    {"field": "state", "headerName": "State", "cellRenderer": "StateCell", "width": 120},
    {"field": "evidence", "headerName": "Evidence", "flex": 3, "cellClass": "quiet"},
]
_TOOLS = [
    {"field": "method", "headerName": "Method", "cellRenderer": "MethodCell", "width": 90},
    {"field": "name", "headerName": "Tool", "cellClass": "code", "flex": 2},
    {"field": "group", "headerName": "Group", "flex": 1},
    {"field": "relations", "headerName": "Relations", "type": "rightAligned", "width": 100},
    {"field": "path", "headerName": "Path", "cellClass": "code quiet", "flex": 2},
    {"field": "description", "headerName": "Description", "flex": 3, "cellClass": "quiet"},
]


def layout() -> Component:
    choice = segments(
        {"relations": "Relations", "tools": "Tools"}, "relations", Ids.ROWS_OF, "Rows"
    )
    line = html.Div(
        [
            choice,
            drawn(html.Span(id=Ids.ROWS_COUNT, className="muted")),
            html.Span(className="grow"),
        ],
        className="bar-line",
    )
    grid = dag.AgGrid(
        id=Ids.ROWS,
        columnDefs=_RELATIONS,
        defaultColDef={"sortable": True, "resizable": True, "suppressHeaderMenuButton": True},
        rowModelType="infinite",
        getRowId="params.data.id",
        dashGridOptions={
            "theme": _THEME,
            "cacheBlockSize": _BLOCK,
            "rowHeight": 32,
            "headerHeight": 32,
            "rowSelection": {
                "mode": "singleRow",
                "checkboxes": False,
                "enableClickSelection": True,
            },
            "animateRows": False,
        },
        style={"height": "100%", "width": "100%"},
    )
    inside = [line, html.Div(grid, className="grid"), dcc.Store(id=Ids.ROWS_KIND, data="relations")]
    return html.Div(inside, id=Ids.TABLE, className="sheet-table", hidden=True)


def asked_page(
    services: Services, kind: str, asked: RowsAsked, where: str | None, filters: object
) -> Page:
    """The rows that the grid asks for."""
    page = tool_page if kind == "tools" else relation_page
    given = filters if isinstance(filters, Mapping) else None
    return page(
        services.drawn(),
        view_of(where),
        filters_of(given),
        asked["startRow"],
        asked["endRow"],
        asked.get("sortModel", []),
    )


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.ROWS, "getRowsResponse"),
        Output(Ids.ROWS_COUNT, "tree"),
        Input(Ids.ROWS, "getRowsRequest"),
        State(Ids.ROWS_KIND, "data"),
        State(address(NAME), "data"),
        State(Shared.FILTERS, "data"),
        State(Ids.VIEW_SHOWN, "data"),
        prevent_initial_call=True,
    )
    def rows(
        asked: RowsAsked | None, kind: str, where: str | None, filters: object, view: str
    ) -> tuple[dict[str, object], str]:
        if asked is None or view != "table":
            return {"rowData": [], "rowCount": 0}, ""
        page = asked_page(services, kind, asked, where, filters)
        return {"rowData": list(page.rows), "rowCount": page.total}, count(page.total, kind[:-1])

    @app.callback(
        Output(Ids.ROWS, "columnDefs"), Input(Ids.ROWS_KIND, "data"), prevent_initial_call=True
    )
    def columns(kind: str) -> list[dict[str, object]]:
        return [dict(column) for column in (_TOOLS if kind == "tools" else _RELATIONS)]

    app.clientside_callback(
        ClientsideFunction("explore", "refill"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Shared.FILTERS, "data"),
        Input(Ids.VIEW_SHOWN, "data"),
        Input(Ids.ROWS, "columnDefs"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("explore", "chosen"),
        Input(Ids.ROWS, "selectedRows"),
        prevent_initial_call=True,
    )
