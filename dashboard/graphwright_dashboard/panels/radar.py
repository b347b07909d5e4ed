"""The strip at the foot of every page: golden queries against the baseline, and the gate.

The queries are scored in the background. Until those of the last revision are, the strip shows
the ones before, with their revision. A click on what broke opens a drawer: the edit that did it.
"""

import json
import threading
from collections.abc import Sequence
from enum import StrEnum

from dash import ClientsideFunction, Dash, Input, Output, dcc, html, no_update
from dash.development.base_component import Component

from graphwright.curate.commands import Command, PutGolden
from graphwright.curate.curation import Curation
from graphwright.curate.sentences import sentence
from graphwright.errors import CommandError
from graphwright.evaluate.gate import accepted, invalid_workflows
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import Scored
from graphwright.project.blame import Blame, Broken

from .. import components as ui
from ..components import icon
from ..drawn import Field, drawn
from ..jobs import Report
from ..services import Services
from ..shell import Shared
from ..standing import Stood
from ..tick import Tick
from ..views import radar as view
from ..views.numbers import fraction, signed

_PATIENCE = 0.25  # seconds; what takes longer is shown when it is there
_SCORING = "Scoring the golden queries …"
_BLAME = "blame"  # begins the names of its jobs
_MOST_BLAMED = 20  # broken queries whose edit is looked for at once


class Ids(StrEnum):
    CELLS = "radar-cells"
    TICK = "radar-tick"
    SHOW = "radar-show"
    DRAWER = "radar-drawer"


class Blamed:
    """The edits that broke queries, looked for in the background, of one revision."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of = (-1, -1)
        self._found: dict[str, Broken] = {}

    def of(self, services: Services, stood: Stood, golden: Sequence[Golden]) -> dict[str, Broken]:
        """Those that are found so far, by query; the others are being looked for."""
        of = (stood.revision, stood.since)
        with self._lock:
            if self._of != of:
                self._of, self._found = of, {}
            found = dict(self._found)
        if any(one.query not in found for one in golden):
            services.jobs.start(
                f"{_BLAME} {of}", lambda report: self._look(services, stood, golden, report)
            )
        return found

    def _look(
        self, services: Services, stood: Stood, golden: Sequence[Golden], report: Report
    ) -> None:
        blame = Blame(services.project, stood.scores.k)
        for number, one in enumerate(golden):
            report(number / len(golden), f"Looks for the edit that broke '{one.query}'")
            (broken,) = blame.of([one], stood.since)
            with self._lock:
                if self._of == (stood.revision, stood.since):
                    self._found[one.query] = broken


def layout() -> Component:
    return html.Footer(
        [
            drawn(html.Div(id=Ids.DRAWER, className="drawer")),
            html.Span(icon("radar", small=True), className="lead"),
            drawn(html.Div(_none(), id=Ids.CELLS, className="cells")),
            Tick(id=Ids.TICK, interval=300, disabled=True),
            dcc.Store(id=Ids.SHOW, data=""),
        ],
        className="radar",
    )


def register(app: Dash, services: Services) -> None:
    services.gestures["accept-broken"] = _accept
    blamed = Blamed()

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
        looking = any(name.startswith(_BLAME) for name in services.jobs.running())
        return cells, gate, waiting, stood.revision >= revision and not looking

    @app.callback(
        Output(Ids.DRAWER, "tree"),
        Output(Ids.TICK, "disabled", allow_duplicate=True),
        Input(Ids.SHOW, "data"),
        Input(Ids.CELLS, "tree"),
        prevent_initial_call=True,
    )
    def open_drawer(show: str | None, _: object) -> tuple[object, object]:
        if not show:
            return [], no_update
        tree, whole = _drawer(services, blamed, show)
        return tree, no_update if whole else False

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
            [
                _counted(
                    "error" if len(seen.errors) == 1 else "errors",
                    len(seen.errors),
                    "warning",
                    "warn",
                    "errors",
                )
            ]
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


def _drawer(services: Services, blamed: Blamed, show: str) -> tuple[list[Component], bool]:
    """The drawer, and whether it is whole: no edit is still being looked for."""
    stood = services.stood(_PATIENCE)
    if stood is None:
        return [], True
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
        nothing = html.P(f"Nothing is {show}.", className="block muted")
        return [head, nothing, *_also(seen, show)], True
    by = {one.golden.query: one for one in stood.scores.per_query}
    listed = [by[query] for query in queries]
    found = _blame(services, blamed, stood, listed) if show == "broken" else {}
    rows = [
        _blamed(found.get(one.golden.query), one) if show == "broken" else _plain(one)
        for one in listed[: _MOST_BLAMED if show == "broken" else None]
    ]
    rest = len(listed) - len(rows)
    more = [html.Li(f"and {rest} more", className="muted")] if rest else []
    whole = show != "broken" or len(found) >= len(rows)
    return [head, html.Ul([*rows, *more], className="queries"), *_also(seen, show)], whole


def _also(seen: view.Counted, show: str) -> list[Component]:
    said = seen.also(show)
    return [html.P(said, className="note")] if said else []


def _blame(
    services: Services, blamed: Blamed, stood: Stood, listed: Sequence[Scored]
) -> dict[str, Broken]:
    return blamed.of(services, stood, [one.golden for one in listed[:_MOST_BLAMED]])


def _plain(one: Scored) -> Component:
    why = one.error or ("a tool outside of the first k has the same score" if one.fragile else "")
    said = f"{view.ranks(one)}{' · ' if why else ''}{why}"
    link = html.A(one.golden.query, href=view.lab(one.golden.query))
    return html.Li([html.Div([link, html.Div(said, className="small muted")], className="grow")])


def _blamed(broken: Broken | None, now: Scored) -> Component:
    """A broken query with the edit that broke it; None while that is looked for.

    The field stays in its place when the edit is found: what is typed into it is not lost.
    """
    golden = now.golden
    before = view.ranks(broken.before) if broken and broken.before else "passed"
    ranks = html.Span([before, " → ", html.B(view.ranks(now))], className="num nowrap")
    link = html.A(golden.query, href=view.lab(golden.query))
    text, revert = _culprit(broken)
    field = Field(type="text", autoComplete="off")
    reason = html.Label(["Reason", field], className="input short")
    accept = html.Button("Accept as intended", className="btn sm ghost")
    said = html.Div([link, html.Div(text, className="small")], className="grow")
    return html.Li(
        [said, ranks, html.Span(revert), reason, ui.attrs(accept, data_accept=golden.query)],
        key=golden.query,
    )


def _culprit(broken: Broken | None) -> tuple[list[Component | str], list[Component]]:
    """What broke the query in words, and the button that takes it back."""
    if broken is None:
        return ["Looking for the edit …"], []
    if broken.entry is None:
        return ["No edit did it: the sources themselves changed."], []
    entry = broken.entry
    by = f" by {entry.by}" if entry.by else ""
    what = sentence(entry.command)
    done = what if entry.kind == "do" else f"{entry.kind} of {what}"
    where = html.Span(f" (revision {entry.revision}{by})", className="muted")
    button = html.Button(f"Revert {entry.revision}", className="btn sm")
    return ["Broken by ", html.B(done), where], [ui.attrs(button, data_revert=str(entry.revision))]
