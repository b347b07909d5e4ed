"""The table twin of the graph: relations or tools, with the same filters and the same selection."""

from collections.abc import Iterable, Mapping
from functools import partial

import dash_ag_grid as dag
from dash import ClientsideFunction, Dash, Input, Output, State, dcc, html
from dash.development.base_component import Component
from flask import Response, jsonify, request

from graphwright.curate.commands import Command
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.relations import Relation, RelationKey, RelationKind
from graphwright.tools import Tool

from ...components import segments
from ...drawn import drawn
from ...services import Services
from ...shell import Shared, address, shown
from ...views.batch import decide, edit_tools
from ...views.conditions import Asked, asked_of
from ...views.exploring import Filters, View, filters_of, view_of
from ...views.numbers import count
from ...views.tables import Page, chosen_lines, relation_page, tool_page
from ...views.trial import effect
from . import facets, ways
from .grid import COLUMNS, OPTIONS
from .ids import NAME, Ids

_EVERY = 10_000_000  # rows of a batch edit of all that match
# the grid is a third of all scripts: a page that shows no table does without it
for _script in dag._js_dist:
    if "async" not in _script:
        _script["dynamic"] = True


def layout() -> Component:
    choice = segments({"tools": "Tools", "relations": "Relations"}, "tools", Ids.ROWS_OF, "Rows")
    line = html.Div(
        [
            choice,
            drawn(html.Span(id=Ids.ROWS_COUNT, className="muted")),
            html.Span(className="grow"),
            drawn(html.Div(id=Ids.BATCH, className="batch")),
        ],
        className="bar-line",
    )
    beside = html.Div(
        [
            drawn(html.Aside(id=Ids.FACETS, className="facets")),
            html.Div(id=Ids.GRID, className="grid"),
        ],
        className="beside",
    )
    stores = [dcc.Store(id=Ids.ROWS_KIND, data="tools"), dcc.Store(id=Ids.GRID_WANTED)]
    return html.Div([line, beside, *stores], id=Ids.TABLE, className="sheet-table", hidden=True)


def grid(kind: str) -> Component:
    made: Component = dag.AgGrid(
        id=Ids.ROWS,
        columnDefs=[dict(column) for column in COLUMNS[kind]],
        defaultColDef={
            "sortable": True,
            "resizable": True,
            "floatingFilter": True,
            "suppressHeaderMenuButton": True,
            "suppressFloatingFilterButton": True,
            "suppressHeaderFilterButton": True,
        },
        rowModelType="infinite",
        getRowId="params.data.id",
        dashGridOptions=OPTIONS,
        style={"height": "100%", "width": "100%"},
    )
    return made


def page_of(services: Services, view: View, filters: Filters, asked: Asked) -> Page:
    """The rows that the grid asks for."""
    curation = services.drawn()
    if view.rows == "tools":
        return tool_page(services.lines(curation), view, filters, asked)
    return relation_page(services.columns(curation), view, filters, asked)


def _tools(services: Services, curation: Curation, said: Mapping[str, object]) -> Iterable[Tool]:
    """The tools that a batch names, or all that its filters let through."""
    match said:
        case {"tools": list(names)}:
            return [curation.graph.tools[name] for name in names if name in curation.graph.tools]
        case {"where": str(where), "filters": filters, "columns": Mapping() as columns}:
            given = filters_of(filters if isinstance(filters, Mapping) else None)
            rows = services.lines(services.drawn())
            asked = asked_of({"endRow": _EVERY, "filterModel": columns})
            chosen = chosen_lines(rows, view_of(where), given, asked)
            return [curation.graph.tools[line.tool.name] for line in chosen]
        case _:
            raise CommandError("The edit names no tools.")


def edit(services: Services, curation: Curation, said: object) -> Command:
    """`{"do": "edit-tools", "tools": […], "edit": "tag", "value": "billing"}` as a command."""
    if not isinstance(said, Mapping):
        raise CommandError("The edit names no tools.")
    name, value = str(said.get("edit", "")), str(said.get("value", ""))
    return edit_tools(_tools(services, curation, said), name, value)


def decision(curation: Curation, said: object) -> Command:
    """`{"do": "decide-relations", "relations": [[source, target, kind] …], "decision"}`."""
    if not isinstance(said, Mapping) or not isinstance(said.get("relations"), list):
        raise CommandError("The decision names no relations.")
    return decide(_relations(curation, said["relations"]), str(said.get("decision", "")))


def _relations(curation: Curation, named: Iterable[object]) -> Iterable[Relation]:
    kinds = list(RelationKind)
    for one in named:
        match one:
            case [str(source), str(target), str(kind)] if kind in kinds:
                key = RelationKey(source, target, RelationKind(kind))
                if key in curation.graph.relations:
                    yield curation.graph.relations[key]


def register(app: Dash, services: Services) -> None:
    services.gestures["edit-tools"] = partial(edit, services)
    services.gestures["decide-relations"] = decision
    _register_trial(app, services)

    @app.callback(
        Output(Ids.GRID, "children"), Input(Ids.GRID_WANTED, "data"), prevent_initial_call=True
    )
    def make_grid(kind: str) -> Component:
        return grid(kind if kind in COLUMNS else "tools")

    @app.callback(
        Output(Ids.ROWS, "getRowsResponse"),
        Output(Ids.ROWS_COUNT, "tree"),
        Input(Ids.ROWS, "getRowsRequest"),
        State(address(NAME), "data"),
        State(Shared.FILTERS, "data"),
        prevent_initial_call=True,
    )
    def rows(
        asked: Mapping[str, object] | None, where: str | None, filters: object
    ) -> tuple[dict[str, object], list[Component]]:
        view, question = view_of(where), asked_of(asked or {})
        given = filters_of(filters if isinstance(filters, Mapping) else None)
        page = page_of(services, view, given, question)
        said = {"rowData": list(page.rows), "rowCount": page.total}
        words: list[Component] = [
            html.Span(count(page.total, view.rows[:-1]), id="explore-rows-total")
        ]
        words += ways.chips(view, given, question)
        if not page.total:
            words += ways.out(partial(page_of, services), view, given, question)
        return said, words

    @app.callback(
        Output(Ids.FACETS, "tree"),
        Input(Ids.FACETS_FOR, "data"),
        prevent_initial_call=True,
    )
    def beside(wanted: Mapping[str, object] | None) -> list[Component]:
        where = (wanted or {}).get("address")
        return facets.tree(services, view_of(where if isinstance(where, str) else None))

    @app.callback(
        Output(Ids.ROWS, "columnDefs"),
        Input(Ids.ROWS_KIND, "data"),
        Input(Ids.GRID, "children"),  # the other rows may be wanted before the grid has come
        prevent_initial_call=True,
    )
    def columns(kind: str, _: object) -> list[dict[str, object]]:
        return [dict(column) for column in COLUMNS[kind if kind in COLUMNS else "tools"]]

    app.clientside_callback(
        ClientsideFunction("explore", "refill"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Shared.FILTERS, "data"),
        Input(Ids.VIEW_SHOWN, "data"),
        Input(Ids.ROWS_KIND, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("explore", "chosen"),
        Input(Ids.ROWS, "selectedRows"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("explore", "edited"),
        Input(Ids.ROWS, "cellValueChanged"),
        prevent_initial_call=True,
    )


def _register_trial(app: Dash, services: Services) -> None:
    def trial() -> Response:
        """What a text that is being written would do to the golden queries."""
        said = request.get_json(silent=True)
        tool, text = (said.get("tool"), said.get("text")) if isinstance(said, dict) else ("", "")
        curation = services.curation
        found = (
            effect(curation, services.index(curation), services.scores, tool, text)
            if isinstance(tool, str) and isinstance(text, str) and curation.golden
            else None
        )
        if found is None:
            return jsonify({"queries": 0})
        short = {"fixed": found.fixed[:4], "broken": found.broken[:4]}
        counts = {"fixes": len(found.fixed), "breaks": len(found.broken)}
        rates = {"before": found.before, "after": found.after, "queries": found.queries}
        return jsonify({**short, **counts, **rates})

    app.server.add_url_rule("/trial", view_func=trial, methods=["POST"])
