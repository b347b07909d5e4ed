"""The graph: a map of groups, opened step by step, with its table twin and the relations of a pair.

The address says what is drawn (`/explore?tool=getOrder&more=Shipping`), the filters what stands
out of it. The server makes the scene; the browser draws it, and no callback takes elements in.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import dash_cytoscape as cyto
from dash import ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update
from dash.development.base_component import Component

from ...components import attrs
from ...drawn import drawn
from ...services import Services
from ...shell import Shared, address, shown
from ...views.elements import Hits
from ...views.exploring import filters_of, view_of
from ...views.lenses import Lens, doubt_lens, load_lens, risk_lens, score_lens, through
from ...views.names import short
from ...views.stylesheet import stylesheet
from ...views.tokens import THEMES, tokens
from . import cards, frame, matrix, pair, said, table
from .ids import NAME, PATH, Ids
from .pictures import Pictures
from .sent import Sent

__all__ = ["NAME", "PATH", "Ids", "layout", "register"]

_SCORED = 200  # tools that the lens of scores fills


def layout() -> Component:
    body = html.Div([_canvas(), table.layout(), matrix.layout()], className="body")
    stores = [
        dcc.Store(id=Ids.SCENE),
        dcc.Store(id=Ids.HAS),
        dcc.Store(id=Ids.SHEETS),
        dcc.Store(id=Ids.VIEW_SHOWN, data="graph"),
        dcc.Store(id=Ids.FACETS_FOR),
        dcc.Store(id=Ids.MATRIX_FOR),
    ]
    return html.Div([frame.head(), body, *stores], className="main")


def _canvas() -> Component:
    graph = cyto.Cytoscape(
        id=Ids.GRAPH,
        elements=[],
        layout={"name": "preset", "fit": False},
        stylesheet=[],
        autoRefreshLayout=False,
        boxSelectionEnabled=False,
        minZoom=0.02,
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
            drawn(frame.legend()),
            drawn(frame.zoom()),
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


def hits_of(services: Services, query: str | None) -> Hits:
    """What the search finds for the question in the bar, at the k of the deployed agent."""
    if not query or not query.strip():
        return Hits()
    curation = services.curation
    results = services.index(curation).search(query, curation.settings.k).results
    return Hits(query, {hit.tool: hit.rank for hit in results})


def lens_of(services: Services, name: str, query: str | None) -> Lens | None:
    """The chosen lens on the curation of now."""
    curation = services.curation
    if name == "score":
        asked = (query or "").strip()
        hits = services.index(curation).search(asked, _SCORED).results if asked else ()
        return score_lens({hit.tool: hit.score for hit in hits}, short(asked, 60))
    if name == "doubt":
        return doubt_lens(curation.graph)
    if name == "load":
        return load_lens(services.costs(curation))
    if name == "risk":
        return risk_lens(curation.graph, services.costs(curation))
    return None


def ends_of(services: Services, selection: Mapping[str, str] | None) -> frozenset[str]:
    """The tools of the selected relation, which are drawn as long as it stands."""
    said = selection or {}
    pair = said.get("source", ""), said.get("target", "")
    if said.get("kind") != "relation" or all(
        relation.rejected
        for ends in (pair, pair[::-1])
        for relation in services.curation.graph.stack(*ends)
    ):
        return frozenset()
    return frozenset(pair)


def register(app: Dash, services: Services) -> None:
    pictures, sent = Pictures(services), Sent()
    css = Path(app.config.assets_folder, "tokens.css").read_text()

    @app.callback(
        Output(Ids.SCENE, "data"),
        Output(Ids.CRUMB, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Shared.FILTERS, "data"),
        Input(Shared.QUERY, "data"),
        State(Ids.HAS, "data"),
        State(Shared.SELECTION, "data"),
        prevent_initial_call=True,
    )
    def draw(
        _: int,
        where: str | None,
        filters: Mapping[str, object] | None,
        query: str | None,
        has: str | None,
        selection: Mapping[str, str] | None,
    ) -> tuple[object, object]:
        view, chosen = view_of(where), filters_of(filters)
        if view.show != "graph":
            return no_update, no_update
        edited = set(ctx.triggered_prop_ids) == {f"{shown(NAME)}.data"}
        stood = sent.stood(has, view.key) if edited else frozenset[str]()
        view = replace(view, kept=stood, wanted=view.wanted | ends_of(services, selection))
        hits, lens = hits_of(services, query), lens_of(services, chosen.lens, query)
        drawn = pictures.of(view, chosen, hits)
        scene, last = drawn.scene, services.project.revision
        in_parts = services.drawn().graph is not services.curation.graph
        words = said.crumb(scene, view, services.curation, in_parts)
        if lens is not None:
            scene = through(scene, lens, drawn.graph, services.tiers().domain)
        if view.old is not None:
            words += said.differences(view, last, drawn.counts or {}, drawn.error)
        elif last:
            words.append(said.comparing())
        words += said.reset(chosen)
        return sent.data(scene, has, stood), [*words, *said.found(hits), *said.lens_key(lens)]

    @app.callback(Output(Ids.SHEETS, "data"), Input(Ids.SHEETS, "id"))
    def sheets(_: str) -> dict[str, object]:
        return {theme: stylesheet(tokens(css, theme)) for theme in THEMES}

    @app.callback(Output(Ids.SOURCES, "tree"), Input(shown(NAME), "data"))
    def sources(_: int | None) -> list[Component]:
        names = [source.name for source in services.curation.sources]
        if len(names) < 2:
            return []
        options = {"": f"{len(names)} sources"} | {name: short(name, 40) for name in names}
        return [frame.select("source", "Source", options)]

    app.clientside_callback(
        ClientsideFunction("explore", "look"),
        Output(Ids.VIEW_SHOWN, "data"),
        Input(address(NAME), "data"),
        prevent_initial_call=True,
    )
    # a picture of the graph alone is one request
    app.clientside_callback(
        ClientsideFunction("explore", "beside"),
        Output(Ids.FACETS_FOR, "data"),
        Output(Ids.MATRIX_FOR, "data"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Shared.FILTERS, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("explore", "draw"),
        Output(Ids.GRAPH, "elements"),
        Output(Ids.HAS, "data"),
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
    matrix.register(app, services)
    cards.register(app, services)
