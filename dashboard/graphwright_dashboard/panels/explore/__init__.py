"""The graph: a map of groups, opened step by step, with its table twin and the relations of a pair.

The address says what is drawn (`/explore?tool=getOrder&more=Shipping`), the filters what stands
out of it. The server makes the scene; the browser draws it, and no callback takes elements in.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import dash_cytoscape as cyto
from dash import ClientsideFunction, Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from graphwright.relations import KIND_ORDER, RelationKind

from ...components import attrs, button, icon, icon_button, kbd, page_head, segments, swatch
from ...drawn import drawn
from ...services import Latest, Services
from ...shell import Shared, address, shown
from ...views.areas import parted
from ...views.elements import Hits
from ...views.exploring import Filters, filters_of, view_of
from ...views.layout import Point
from ...views.map_scene import places
from ...views.names import short
from ...views.numbers import count
from ...views.picture import picture
from ...views.scene import Scene
from ...views.stylesheet import stylesheet
from ...views.tokens import THEMES, tokens
from . import pair, table
from .ids import NAME, PATH, Ids

__all__ = ["NAME", "PATH", "Ids", "layout", "register"]


def layout() -> Component:
    body = html.Div([_canvas(), table.layout()], className="body")
    stores = [
        dcc.Store(id=Ids.SCENE),
        dcc.Store(id=Ids.SHEETS),
        dcc.Store(id=Ids.VIEW_SHOWN, data="graph"),
    ]
    return html.Div([drawn(_head()), body, *stores], className="main")


def _head() -> Component:
    return page_head(
        "Explore",
        segments({"graph": "Graph", "table": "Table"}, "graph", Ids.VIEW, "How to look at it"),
        html.Span(className="vsep"),
        _select(
            "verdict",
            "Verdict",
            {"": "Any verdict", "open": "Open", "accepted": "Accepted", "rejected": "Rejected"},
        ),
        _select(
            "least",
            "Confidence",
            {"0": "Any confidence", "0.5": "From .50", "0.8": "From .80", "0.9": "From .90"},
        ),
        _select(
            "effect",
            "Effects",
            {
                "": "All effects",
                "reads": "Read-only",
                "writes": "Writes",
                "destroys": "May destroy",
            },
        ),
        html.Span(className="grow"),
        button("Add relation", Ids.ADD, sign="plus", key="E", look="sm"),
        button("Tidy", Ids.TIDY, sign="tidy", key="T", look="sm ghost"),
    )


def _select(name: str, label: str, options: Mapping[str, str]) -> html.Select:
    """A filter; its changes are heard by `explore.js`."""
    made = html.Select(
        [html.Option(text, value=value) for value, text in options.items()], className="chip"
    )
    return attrs(made, data_filter=name, aria_label=label)


def _canvas() -> Component:
    graph = cyto.Cytoscape(
        id=Ids.GRAPH,
        elements=[],
        layout={"name": "preset", "fit": False},
        stylesheet=[],
        autoRefreshLayout=False,
        boxSelectionEnabled=False,
        minZoom=0.05,
        maxZoom=3,
        className="cy",
        style={"width": "100%", "height": "100%"},
    )
    box = html.Div(
        [
            html.Div(html.Div(className="layer"), className="under"),
            graph,
            html.Div(html.Div(className="layer"), className="over"),
            drawn(html.Div(id=Ids.CRUMB, className="crumb")),
            drawn(_legend()),
            drawn(_zoom()),
            *pair.layout(),
            html.Div(id=Ids.ADDER),
            attrs(html.Div(className="only-read"), aria_live="polite"),
        ],
        id=Ids.CANVAS,
        className="canvas",
        role="application",
        tabIndex=0,
    )
    return attrs(box, aria_label="Graph")


def _legend() -> Component:
    """The legend is the filter: digit, line, word, count, eye."""
    words = [
        html.Span("Relations", className="strong"),
        html.Span("click to filter", className="muted"),
        icon("chevron-down", small=True),
    ]
    head = attrs(html.Button(words, className="hd"), data_fold="", aria_expanded="true")
    rows = [html.Li(_legend_row(kind)) for kind in RelationKind]
    return html.Div([head, html.Ul(rows)], id=Ids.LEGEND, className="float legend")


def _legend_row(kind: RelationKind) -> Component:
    cells = [
        *kbd(str(KIND_ORDER[kind] + 1)),
        swatch(kind),
        html.Span(kind),
        html.Span(className="num"),
        html.Span([icon("eye", small=True), icon("eye-off", small=True)]),
    ]
    return attrs(html.Button(cells), data_kind=kind, aria_pressed="true")


def _zoom() -> Component:
    buttons = [
        icon_button("plus", "Zoom in", Ids.ZOOM_IN),
        icon_button("minus", "Zoom out", Ids.ZOOM_OUT),
        icon_button("fit", "Fit (0)", Ids.FIT),
    ]
    return html.Div(buttons, id=Ids.ZOOM, className="float zoom")


def crumb(scene: Scene, in_parts: bool) -> list[Component]:
    """Where one is, and what is shown of how much."""
    parts: list[Component] = []
    for step in scene.crumbs:
        if parts:
            parts.append(icon("chevron-right", small=True))
        parts.append(
            html.A(step.text, href=step.href)
            if step.href
            else html.Span(step.text, className="here")
        )
    parts.append(html.Span(scene.facts))
    if in_parts and scene.key == "map":
        parts.append(html.Span("· one large group is shown in parts, by what its tools are about"))
    if scene.near:
        more = html.Button(f"+{scene.near} more neighbours", className="link")
        parts.append(attrs(more, data_near=""))
    return parts


def reset(filters: Filters) -> list[Component]:
    """The way back from filters that dim something."""
    if filters == Filters():
        return []
    return [attrs(html.Button("Show all again", className="link"), data_reset="")]


def hits_of(services: Services, query: str | None) -> Hits:
    """What the search finds for the question in the bar, at the k of the deployed agent."""
    if not query or not query.strip():
        return Hits()
    curation = services.curation
    results = services.index(curation).search(query, curation.settings.k).results
    return Hits(query, {hit.tool: hit.rank for hit in results})


def found(hits: Hits) -> list[Component]:
    """The hits in their order, each a way to its tool."""
    if not hits.query:
        return []
    names = [
        attrs(
            html.Button([f"{rank} ", html.Code(short(tool, 40))], className="chip acc xs"),
            data_select=json.dumps({"kind": "tool", "name": tool}),
            data_open="",
        )
        for tool, rank in (hits.ranks or {}).items()
    ]
    said = f"{count(len(names), 'hit')} for “{short(hits.query, 80)}”"
    clear = attrs(icon_button("cross", "Clear the search", small=True), data_clear="")
    return [html.Div([html.Span(said), *names, clear], className="hits")]


def register(app: Dash, services: Services) -> None:
    base_places = Latest[Mapping[str, Point]](lambda curation: (curation.base,))
    css = Path(app.config.assets_folder, "tokens.css").read_text()

    @app.callback(
        Output(Ids.SCENE, "data"),
        Output(Ids.CRUMB, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Shared.FILTERS, "data"),
        Input(Shared.QUERY, "data"),
        prevent_initial_call=True,
    )
    def draw(
        _: int, where: str | None, filters: Mapping[str, object] | None, query: str | None
    ) -> tuple[dict[str, object], list[Component]]:
        curation = services.drawn()
        standing = base_places.of(services.curation, lambda now, _: places(parted(now.base)))
        hits = hits_of(services, query)
        chosen = filters_of(filters)
        scene = picture(curation, view_of(where), chosen, hits, standing)
        in_parts = curation.graph is not services.curation.graph
        return scene.data(), [*crumb(scene, in_parts), *reset(chosen), *found(hits)]

    @app.callback(Output(Ids.SHEETS, "data"), Input(Shared.THEME, "data"))
    def sheets(_: str | None) -> dict[str, object]:
        return {theme: stylesheet(tokens(css, theme)) for theme in THEMES}

    app.clientside_callback(
        ClientsideFunction("explore", "draw"),
        Output(Ids.GRAPH, "elements"),
        Input(Ids.SCENE, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("explore", "restyle"),
        Output(Ids.GRAPH, "stylesheet"),
        Input(Shared.THEME, "data"),
        Input(Ids.SHEETS, "data"),
        prevent_initial_call=True,
    )
    pair.register(app, services)
    table.register(app, services)
