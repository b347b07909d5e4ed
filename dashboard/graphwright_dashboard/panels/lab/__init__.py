"""The Search Lab: what a question finds, why a tool is not among it, and what would mend that.

The address says what is shown (`/lab?q=…&k=…&explain=…&fix=1&w=hop:0&beside=…`), so that every
state is a link. What is no edit of the project, such as keeping a snapshot, goes through `ASK`.
"""

import json
import time
from collections.abc import Mapping
from enum import StrEnum

from dash import ClientsideFunction, Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.golden import Golden, golden_json
from graphwright.search.results import Hits

from ... import components as ui
from ...drawn import drawn, stamp
from ...services import Services
from ...shell import address, announce, shown
from ...tick import Tick
from ...views import lab as view
from . import gatekeeping, golden, records
from .answers import Answers
from .asked import Answer, Asked
from .beside import Opinions, beside, choices, column
from .compare import compare_page
from .found import results
from .selftest import Tests, preferred, self_page
from .tuning import sliders, tuned

NAME, PATH = "lab", "/lab"


class Ids(StrEnum):
    QUERY = "lab-query"
    K = "lab-k"
    TABS = "lab-tabs"
    TOOLS = "lab-tools"
    BODY = "lab-body"
    SAVE = "lab-save"
    BASELINE = "lab-baseline"
    ASK = "lab-ask"
    DONE = "lab-done"
    TICK = "lab-tick"
    HISTORY = "lab-history"


def layout() -> Component:
    ask = dcc.Input(
        id=Ids.QUERY,
        type="text",
        placeholder="Ask as the agent's user would …",
        className="grow",
        debounce=False,
        autoComplete="off",
        list=Ids.HISTORY,
    )
    k = dcc.Input(id=Ids.K, type="number", min=1, max=100, step=1, value=5)
    tabs = html.Div([html.A("Query", href="/lab")], id=Ids.TABS, className="tabs")
    return html.Div(
        [
            ui.page_head(
                "Search Lab",
                drawn(tabs),
                html.Span(className="grow"),
                ui.button("Set baseline", Ids.BASELINE, key="B", look="sm ghost"),
                ui.button("Save as golden", Ids.SAVE, sign="pin", key="S", look="sm"),
            ),
            html.Div(
                [
                    html.Label([ui.icon("search"), ask], className="input grow ask"),
                    html.Label(["k", k], className="input k"),
                    drawn(html.Div(id=Ids.TOOLS, className="row")),
                ],
                className="asking",
            ),
            drawn(html.Datalist(id=Ids.HISTORY)),
            *(dcc.Store(id=id) for id in (Ids.ASK, Ids.DONE)),
            Tick(id=Ids.TICK, interval=1000, disabled=True),
            drawn(html.Div(id=Ids.BODY, className="body")),
        ],
        className="main",
    )


def register(app: Dash, services: Services) -> None:
    opinions, tests = Opinions(), Tests(services)
    mending: Answers[Answer] = Answers("fixes")
    golden.register(app, services)
    gatekeeping.register(app, services)
    services.gestures["prefer-golden"] = preferred

    @app.callback(
        Output(Ids.BODY, "tree"),
        Output(Ids.TABS, "tree"),
        Output(Ids.TOOLS, "tree"),
        Output(Ids.TICK, "disabled"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Ids.DONE, "data"),
        Input(Ids.TICK, "n_intervals"),
        prevent_initial_call=True,
    )
    def draw(
        revision: int, path: str | None, _: object, __: int | None
    ) -> tuple[list[Component], list[Component], list[Component], bool]:
        at = view.Address.read(path or PATH)
        asked = Asked(services.jobs, mending)
        page = Page(services, opinions, tests, asked, services.curation, at, revision)
        body, shows = page.body()
        tools = [] if at.tab else page.tools()
        of = stamp(html.Span(hidden=True), path or PATH, revision)
        ui.attrs(of, data_shows=json.dumps(shows))
        return [*body, of], _tabs(at, len(page.curation.golden)), tools, not page.waits

    @app.callback(
        Output(Ids.DONE, "data"),
        Input(Ids.ASK, "data"),
        prevent_initial_call=True,
    )
    def keep(request: Mapping[str, object] | None) -> str:
        said = records.done(services, request or {})
        announce(services.project.revision, said)
        return said

    app.clientside_callback(
        ClientsideFunction("lab", "asked"),
        Output(Ids.QUERY, "value"),
        Output(Ids.K, "value"),
        Input(address(NAME), "data"),
        prevent_initial_call=True,
    )


def _tabs(at: view.Address, golden: int) -> list[Component]:
    number = html.Span(str(golden), className="cntr")
    tabs: dict[str, Component] = {
        "": html.A("Query", href=at.path(tab="", edit="", show="", tool="", other="")),
        "golden": html.A(["Golden set", number], href="/lab/golden"),
        "compare": html.A("Compare", href="/lab/compare"),
        "self": html.A("Self-test", href="/lab/self"),
        "gate": html.A("Gate", href="/lab/gate"),
    }
    ui.attrs(tabs[at.tab], aria_current="page")
    return list(tabs.values())


class Page:
    """What one address shows of one curation."""

    def __init__(
        self,
        services: Services,
        opinions: Opinions,
        tests: Tests,
        asked: Asked,
        curation: Curation,
        at: view.Address,
        revision: int,
    ) -> None:
        self.services, self.opinions, self.tests = services, opinions, tests
        self.curation, self.at, self.revision = curation, at, revision
        self.asked = asked
        self.k = at.k or curation.settings.k
        self.waits = False  # something is still asked for in the background

    def body(self) -> tuple[list[Component], dict[str, object]]:
        """What stands there, and what it is of: question, k, tools, golden query."""
        match self.at.tab:
            case "golden":
                return golden.golden_page(self.services, self.curation, self.at), {}
            case "compare":
                return compare_page(self.services, self.curation, self.at), {}
            case "gate":
                return gatekeeping.gate_page(self.services, self.curation), {}
            case "self":
                return self_page(self.tests, self.curation, self.at), {}
        return self._asked() if self.at.query.strip() else ([_nothing_asked(self.services)], {})

    def tools(self) -> list[Component]:
        """The switches beside the question."""
        at = self.at
        return [
            choices(self.services, at),
            _switch("Weights", "V", at.path(tune="" if at.tune else "1"), at.tune),
            _switch("Terms", "T", at.path(terms="" if at.terms else "1"), at.terms),
        ]

    def _asked(self) -> tuple[list[Component], dict[str, object]]:
        at, k, curation = self.at, self.k, self.curation
        expected = curation.golden.get(at.query)
        plain = self.services.index(curation)
        changed = tuned(curation, at.weights)
        index = plain.updated(changed) if at.weights else plain
        start = time.perf_counter()
        hits = index.search(at.query, max(k, view.SHOWN))
        took = time.perf_counter() - start
        explain = at.explain or _first_missing(expected, hits, k)
        tools = len(curation.graph.tools)
        columns: list[Component] = [
            results(hits, expected, k, explain, tools, took, self.revision, at.terms)
        ]
        found = [hit.tool for hit in hits.results]
        second = column(self.services, self.opinions, curation, at, k)
        if second is not None:
            self.waits = second.waiting
            columns.append(beside(second, found, k, explain))
        columns.append(self.asked.explaining(curation, index, at, expected, k, explain))
        self.waits = self.waits or self.asked.waits
        grid = html.Div(columns, className="lab2" if second is None else "lab2 three")
        strip = (
            [sliders(curation, at.weights, index, self.services.scores(curation))]
            if at.tune
            else []
        )
        shows = {
            "query": at.query,
            "k": k,
            "explain": explain,
            "golden": _golden_json(expected),
            "tools": found[:k],
        }
        return [html.Div([*strip, grid], className="labq")], shows


def _switch(text: str, key: str, href: str, on: bool) -> Component:
    link = html.A([text, *ui.kbd(key)], href=href, className="btn sm on" if on else "btn sm")
    return ui.attrs(link, data_key=key)


def _golden_json(golden: Golden | None) -> dict[str, object] | None:
    return None if golden is None else dict(golden_json(golden))


def _first_missing(golden: Golden | None, hits: Hits, k: int) -> str:
    found = [hit.tool for hit in hits.results[:k]]
    return next(iter(view.missing(golden, found)), "")


def _nothing_asked(services: Services) -> Component:
    stood = services.stood(0.0)
    failing = view.failing(stood.scores) if stood else ()
    asked = failing or sorted(services.curation.golden)
    title = "Golden queries that fail" if failing else "Golden queries"
    links = [html.Li(html.A(query, href=view.Address(query).path())) for query in asked[:5]]
    listed = [html.Ul([html.Li(title, className="muted"), *links], className="asked")]
    before = ui.attrs(html.Ul(className="asked"), data_history="")
    return ui.empty(
        "Ask for a tool",
        "Type a question as the agent would get it, and press Enter. Every tool that answers is "
        "shown with the parts of its score; any other can be asked why not.",
        *(listed if links else []),
        before,
    )
