"""The Search Lab: what a question finds, why a tool is not among it, and what would mend that.

The address says what is shown (`/lab?q=…&k=…&explain=…&fix=1`), so that every state is a link.
"""

import time
from enum import StrEnum

from dash import ClientsideFunction, Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.golden import Golden
from graphwright.search.results import Hits

from ... import components as ui
from ...drawn import drawn
from ...services import Services
from ...shell import address, shown
from ...views import lab as view
from .asked import explaining
from .found import results
from .golden import golden_page

NAME, PATH = "lab", "/lab"


class Ids(StrEnum):
    QUERY = "lab-query"
    K = "lab-k"
    TABS = "lab-tabs"
    STATE = "lab-state"
    BODY = "lab-body"
    SAVE = "lab-save"


def layout() -> Component:
    ask = dcc.Input(
        id=Ids.QUERY,
        type="text",
        placeholder="Ask as the agent's user would …",
        className="grow",
        debounce=False,
        autoComplete="off",
    )
    k = dcc.Input(id=Ids.K, type="number", min=1, max=100, step=1, value=5)
    tabs = html.Div(
        [html.A("Query", href="/lab"), html.A("Golden set", href="/lab/golden")],
        id=Ids.TABS,
        className="tabs",
    )
    return html.Div(
        [
            ui.page_head(
                "Search Lab",
                drawn(tabs),
                html.Span(className="grow"),
                ui.button("Save as golden", Ids.SAVE, sign="pin", key="S", look="sm"),
            ),
            html.Div(
                [
                    html.Label([ui.icon("search"), ask], className="input grow ask"),
                    html.Label(["k", k], className="input k"),
                ],
                className="asking",
            ),
            dcc.Store(id=Ids.STATE),
            drawn(html.Div(id=Ids.BODY, className="body")),
        ],
        className="main",
    )


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.BODY, "tree"),
        Output(Ids.STATE, "data"),
        Output(Ids.TABS, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        prevent_initial_call=True,
    )
    def draw(revision: int, path: str | None) -> tuple[list[Component], object, list[Component]]:
        at = view.Address.read(path or PATH)
        curation = services.curation
        body, state = _body(services, curation, at, revision)
        return body, state, _tabs(at, len(curation.golden))

    app.clientside_callback(
        ClientsideFunction("lab", "asked"),
        Output(Ids.QUERY, "value"),
        Output(Ids.K, "value"),
        Input(address(NAME), "data"),
        Input(Ids.STATE, "data"),
        prevent_initial_call=True,
    )


def _tabs(at: view.Address, golden: int) -> list[Component]:
    query = html.A("Query", href=at.path())
    table = html.A(["Golden set", html.Span(str(golden), className="cntr")], href="/lab/golden")
    ui.attrs(table if at.golden else query, aria_current="page")
    return [query, table]


def _body(
    services: Services, curation: Curation, at: view.Address, revision: int
) -> tuple[list[Component], dict[str, object]]:
    if at.golden:
        return golden_page(services, curation), {}
    if not at.query.strip():
        return [_nothing_asked(curation)], {}
    k = at.k or curation.settings.k
    golden = curation.golden.get(at.query)
    start = time.perf_counter()
    index = services.index(curation)
    hits = index.search(at.query, max(k, view.SHOWN))
    took = time.perf_counter() - start
    explain = at.explain or _first_missing(golden, hits, k)
    left = results(hits, golden, k, explain, len(curation.graph.tools), took, revision)
    right = explaining(curation, index, at, golden, k, explain)
    state = {
        "query": at.query,
        "k": k,
        "explain": explain,
        "golden": _golden_json(golden),
        "failing": list(view.failing(services.scores(curation))),
        "tools": [hit.tool for hit in hits.results[:k]],
    }
    return [html.Div([left, right], className="lab2")], state


def _golden_json(golden: Golden | None) -> dict[str, object] | None:
    return None if golden is None else {"expect": golden.expect, "forbid": golden.forbid}


def _first_missing(golden: Golden | None, hits: Hits, k: int) -> str:
    found = [hit.tool for hit in hits.results[:k]]
    return next(iter(view.missing(golden, found)), "")


def _nothing_asked(curation: Curation) -> Component:
    asked = sorted(curation.golden)[:5]
    links = [html.Li(html.A(query, href=view.Address(query).path())) for query in asked]
    return ui.empty(
        "Ask for a tool",
        "Type a question as the agent would get it, and press Enter. Every tool that answers is "
        "shown with the parts of its score; any other can be asked why not.",
        *([html.Ul(links, className="asked")] if links else []),
    )
