"""The strip at the foot of every page: golden queries against the baseline, and the gate.

The queries are scored in the background. Until those of the last revision are, the strip shows
the ones before, with their revision. A click on what broke opens a drawer: the edit that did it.
"""

import json
from collections.abc import Sequence
from enum import StrEnum

from dash import ClientsideFunction, Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from graphwright.curate.commands import Command, PutGolden
from graphwright.curate.curation import Curation
from graphwright.curate.sentences import sentence
from graphwright.errors import CommandError
from graphwright.evaluate.gate import accepted, invalid_workflows
from graphwright.evaluate.metrics import Scored
from graphwright.project.blame import Blame, Broken

from .. import components as ui
from ..components import icon
from ..drawn import drawn
from ..services import Services
from ..shell import Shared
from ..standing import Stood
from ..views import radar as view
from ..views.numbers import fraction, signed

_PATIENCE = 0.25  # seconds; what takes longer is shown when it is there
_SCORING = "Scoring the golden queries …"
_MOST_BLAMED = 20  # broken queries whose edit is looked for at once


class Ids(StrEnum):
    CELLS = "radar-cells"
    TICK = "radar-tick"
    SHOW = "radar-show"
    DRAWER = "radar-drawer"


def layout() -> Component:
    return html.Footer(
        [
            drawn(html.Div(id=Ids.DRAWER, className="drawer")),
            html.Span(icon("radar", small=True), className="lead"),
            drawn(html.Div(_none(), id=Ids.CELLS, className="cells")),
            dcc.Interval(id=Ids.TICK, interval=300, disabled=True),
            dcc.Store(id=Ids.SHOW, data=""),
        ],
        className="radar",
    )


def register(app: Dash, services: Services) -> None:
    services.gestures["accept-broken"] = _accept

    @app.callback(
        Output(Ids.CELLS, "tree"),
        Output(Shared.GATE, "data"),
        Output(Shared.WAITING, "data"),
        Output(Ids.TICK, "disabled"),
        Input(Shared.REVISION, "data"),
        Input(Ids.TICK, "n_intervals"),
    )
    def turn(_: int, __: int | None) -> tuple[list[Component], object, object, bool]:
        revision, curation = services.project.now
        invalid = len(invalid_workflows(curation.workflows.values(), curation))
        waiting = {"review": unreviewed(curation), "workflows": invalid}
        if not curation.golden and not curation.workflows:
            return _none(), None, waiting, True
        stood = services.stood(_PATIENCE)
        if error := services.jobs.progress("golden queries").error:
            return [html.Span(error, className="bad")], None, waiting, True
        if stood is None:
            return [html.Span(_SCORING, className="muted")], None, waiting, False
        gate = {"blockers": len(stood.compared.blockers)}
        cells = _cells(stood, revision) if curation.golden else _none()
        return cells, gate, waiting, stood.revision >= revision

    @app.callback(
        Output(Ids.DRAWER, "tree"),
        Input(Ids.SHOW, "data"),
        Input(Ids.CELLS, "tree"),
    )
    def open_drawer(show: str | None, _: object) -> list[Component]:
        return _drawer(services, show) if show else []

    app.clientside_callback(ClientsideFunction("radar", "opened"), Input(Ids.SHOW, "data"))


def _accept(curation: Curation, request: object) -> Command:
    """The golden query, which may fail from now on, with the reason."""
    match request:
        case {"query": str(query), "reason": str(reason)} if reason.strip():
            golden = curation.golden.get(query)
            if golden is not None:
                return PutGolden(golden=accepted(golden, reason), why=reason.strip())
    raise CommandError("Accepting takes a golden query and a reason.")


def unreviewed(curation: Curation) -> int:
    return sum(relation.open for relation in curation.graph.relations.values())


def _none() -> list[Component]:
    text = "No golden queries yet. Mark what should answer a question in the Search Lab, or "
    link = html.A("make a starter set", href="/lab/golden")
    return [html.Span([text, link, "."], className="muted")]


def _cells(stood: Stood, revision: int) -> list[Component]:
    now, compared = stood.scores, stood.compared
    seen = view.counted(now, compared)
    synthetic = f" · {seen.synthetic} synthetic" if seen.synthetic else ""
    stale = f"◷ rev {stood.revision}"
    title = f"Scored at revision {stood.revision}, while the project is at {revision}"
    failing = html.Span(hidden=True)
    return [
        html.Span(
            [f"Golden {seen.written}", html.Span(synthetic, className="muted")], className="strong"
        ),
        *([html.Span(stale, className="warn", title=title)] if stood.revision < revision else []),
        _measure(f"hit@{now.k}", now.hit, compared.delta.get("hit", 0.0)),
        _measure(f"recall@{now.k}", now.recall, compared.delta.get("recall", 0.0)),
        _counted("fixed", len(seen.fixed), "check", "ok", "fixed"),
        _counted("broken", len(seen.broken), "cross", "bad", "broken"),
        _counted("fragile", len(seen.fragile), "warning", "warn", "fragile"),
        _counted("failing", len(seen.failing), "warning", "warn", "failing"),
        *(
            [_counted("errors", len(seen.errors), "warning", "warn", "errors")]
            if seen.errors
            else []
        ),
        ui.attrs(failing, data_failing=json.dumps(seen.failing)),
        html.Span(
            f"n = {now.queries} · rev {stood.revision} · against {stood.baseline} "
            f"(rev {stood.since}) · {stood.seconds:.1f} s",
            className="push muted",
        ),
    ]


def _measure(name: str, value: float, change: float) -> Component:
    tone = "" if not round(change, 3) else " up" if change > 0 else " down"
    delta = [html.Span(signed(change), className=f"delta{tone}")] if tone else []
    return html.Span([f"{name} ", html.B(fraction(value, 3)), *delta])


def _counted(word: str, number: int, sign: str, tone: str, show: str) -> Component:
    look = tone if number else "muted"
    button = html.Button([icon(sign, small=True), f"{number} {word}"], className=f"row link {look}")
    return ui.attrs(button, data_show=show)


# ---- the drawer


def _drawer(services: Services, show: str) -> list[Component]:
    stood = services.stood(_PATIENCE)
    if stood is None:
        return []
    seen = view.counted(stood.scores, stood.compared)
    queries: Sequence[str] = getattr(seen, show, ())
    close = ui.attrs(ui.button("Close", look="sm ghost", key="Esc"), data_close="")
    head = html.Div(
        [
            html.H2(f"{len(queries)} {show}"),
            html.Span(f"against {stood.baseline}, rev {stood.since}", className="small muted"),
            html.Span(className="grow"),
            close,
        ],
        className="ph",
    )
    if not queries:
        return [head, html.P(f"Nothing is {show}.", className="block muted"), *_also(seen, show)]
    if show == "broken":
        rows = _broken(services, stood, queries)
    else:
        by = {one.golden.query: one for one in stood.scores.per_query}
        rows = [_plain(by[query], show) for query in queries]
    return [head, html.Ul(rows, className="queries"), *_also(seen, show)]


def _also(seen: view.Counted, show: str) -> list[Component]:
    said = seen.also(show)
    return [html.P(said, className="note")] if said else []


def _plain(one: Scored, show: str) -> Component:
    why = one.error or ("a tool outside of the first k has the same score" if one.fragile else "")
    said = f"{view.ranks(one)}{' · ' if why else ''}{why}"
    link = html.A(one.golden.query, href=view.lab(one.golden.query))
    return html.Li([html.Div([link, html.Div(said, className="small muted")], className="grow")])


def _broken(services: Services, stood: Stood, queries: Sequence[str]) -> list[Component]:
    by = {one.golden.query: one for one in stood.scores.per_query}
    golden = [by[query].golden for query in queries[:_MOST_BLAMED]]
    blamed = Blame(services.project, stood.scores.k).of(golden, stood.since)
    rest = len(queries) - len(golden)
    rows = [_blamed(one, by[one.golden.query]) for one in blamed]
    return [*rows, *([html.Li(f"and {rest} more", className="muted")] if rest else [])]


def _blamed(one: Broken, now: Scored) -> Component:
    before = view.ranks(one.before) if one.before else "passed"
    ranks = html.Span([before, " → ", html.B(view.ranks(now))], className="num nowrap")
    link = html.A(one.golden.query, href=view.lab(one.golden.query))
    if one.entry is None:
        text: list[Component | str] = ["No edit did it: the sources themselves changed."]
        revert = []
    else:
        entry = one.entry
        by = f" by {entry.by}" if entry.by else ""
        what = (
            sentence(entry.command)
            if entry.kind == "do"
            else f"{entry.kind} of {sentence(entry.command)}"
        )
        text = [
            "Broken by ",
            html.B(what),
            html.Span(f" (revision {entry.revision}{by})", className="muted"),
        ]
        button = html.Button(f"Revert {entry.revision}", className="btn sm")
        revert = [ui.attrs(button, data_revert=str(entry.revision))]
    field = dcc.Input(type="text", autoComplete="off")
    reason = html.Label(["Reason", field], className="input short")
    accept = ui.attrs(
        html.Button("Accept as intended", className="btn sm ghost"),
        data_accept=one.golden.query,
    )
    said = html.Div([link, html.Div(text, className="small")], className="grow")
    return html.Li([said, ranks, *revert, reason, accept])
