"""The release: what changes, whether the gate is open, what the runtime makes of it, the files."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from dash import Dash, Input, Output, dcc, html
from dash.development.base_component import Component
from flask import Response, abort, request

from graphwright.curate.curation import Curation
from graphwright.errors import GraphwrightError
from graphwright.evaluate.gate import MEANS, Comparison
from graphwright.evaluate.metrics import Scores
from graphwright.issues import Severity
from graphwright.release.conformance import Conformance, conformance
from graphwright.release.export import FORMATS, write

from .. import components as ui
from ..drawn import drawn
from ..jobs import Progress, Report
from ..services import Services
from ..shell import shown
from ..views import release as view
from ..views.numbers import MINUS, count, fraction, signed

NAME, PATH = "release", "/release"
_JOB = "conformance"


class Ids(StrEnum):
    HEAD = "release-head"
    CHANGES = "release-changes"
    GATE = "release-gate"
    RUN = "release-run"
    CANCEL = "release-cancel"
    CHECKED = "release-checked"
    TICK = "release-tick"


@dataclass(slots=True)
class Last:
    """The last check by the runtime, with the revision that it was of."""

    found: Conformance | None = None
    revision: int = -1
    lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, found: Conformance, revision: int) -> None:
        with self.lock:
            self.found, self.revision = found, revision


def layout() -> Component:
    head = html.Header(
        [html.H1("Release"), drawn(html.Span(id=Ids.HEAD, className="muted small"))],
        className="head",
    )
    conformance_head = html.Div(
        [
            html.H2("Conformance"),
            html.Span("in the installed runtime engine", className="small muted"),
            html.Span(className="grow"),
            ui.button("Cancel", Ids.CANCEL, look="sm ghost"),
            ui.button("Run", Ids.RUN, sign="play", look="sm"),
        ],
        className="ph",
    )
    right = html.Div(
        [drawn(html.Div(id=Ids.GATE)), conformance_head, drawn(html.Div(id=Ids.CHECKED))]
    )
    columns = html.Div([drawn(html.Div(id=Ids.CHANGES)), right], className="cols")
    tick = dcc.Interval(id=Ids.TICK, interval=400, disabled=True)
    return html.Div([head, columns, tick], className="main")


def register(app: Dash, services: Services) -> None:
    last = Last()

    @app.callback(
        Output(Ids.HEAD, "tree"),
        Output(Ids.CHANGES, "tree"),
        Output(Ids.GATE, "tree"),
        Input(shown(NAME), "data"),
        prevent_initial_call=True,
    )
    def draw(revision: int) -> tuple[str, list[Component], list[Component]]:
        curation = services.curation
        compared = services.comparison(curation)
        head = f"revision {revision}, against the documents as they were read"
        now = services.scores(curation)
        return head, _changes(curation, now, compared), _gate(compared)

    @app.callback(
        Output(Ids.TICK, "disabled", allow_duplicate=True),
        Input(Ids.RUN, "n_clicks"),
        prevent_initial_call=True,
    )
    def run(_: int) -> bool:
        revision, curation = services.project.revision, services.curation
        services.jobs.start(_JOB, lambda report: _check(curation, revision, last, report))
        return False

    @app.callback(Input(Ids.CANCEL, "n_clicks"), prevent_initial_call=True)
    def cancel(_: int) -> None:
        services.jobs.cancel(_JOB)

    @app.callback(
        Output(Ids.CHECKED, "tree"),
        Output(Ids.TICK, "disabled"),
        Output(Ids.RUN, "disabled"),
        Output(Ids.CANCEL, "disabled"),
        Input(Ids.TICK, "n_intervals"),
        Input(shown(NAME), "data"),
    )
    def look(_: int, revision: int | None) -> tuple[list[Component], bool, bool, bool]:
        progress = services.jobs.progress(_JOB)
        done = progress.done
        return _checked(progress, last, services.project.revision), done, not done, done

    def download(format: str) -> Response:
        if format not in view.FORMATS:
            abort(404)
        try:
            data = write(services.curation, format, full=request.args.get("full") == "1")
        except GraphwrightError as error:
            return Response(str(error), status=409, mimetype="text/plain")
        name = f"{services.project.name}.{view.FORMATS[format][0].partition('.')[2]}"
        response = Response(data, mimetype="application/octet-stream")
        response.headers.set("Content-Disposition", "attachment", filename=name)
        return response

    app.server.add_url_rule("/export/<format>", "export", download)


def _check(curation: Curation, revision: int, last: Last, report: Report) -> None:
    report(0.1, "The runtime engine loads the lean and the full export …")
    golden = sorted(curation.golden.values(), key=lambda one: one.query)
    found = conformance(curation, golden, curation.settings.k)
    report(0.9, "Read the answers")
    last.keep(found, revision)


# ---- what changes


def _changes(curation: Curation, now: Scores, compared: Comparison) -> list[Component]:
    rows = [_change(change) for change in view.changes(curation)]
    nothing = [html.Li(["", html.Span("Nothing was edited yet.", className="muted"), ""])]
    return [
        html.Div(html.H2("What changes"), className="ph"),
        html.Ul(rows or nothing, className="diff"),
        _relations(curation),
        _measures(now, compared),
        html.Div(html.H2("Files"), className="ph"),
        html.Ul([_file(name) for name in view.FORMATS if name in FORMATS], className="diff files"),
    ]


def _change(change: view.Change) -> Component:
    words = html.Span([html.B(change.what), " ", html.Span(change.names, className="muted")])
    return html.Li(
        [ui.icon(change.sign, small=True), words, html.Span(str(change.count), className="num")]
    )


def _relations(curation: Curation) -> Component:
    names = ("Relations", "", "Added", "Removed", "Now")
    head = html.Tr([html.Th(n, className="num" if i > 1 else "") for i, n in enumerate(names)])
    rows = [
        html.Tr(
            [
                html.Td(ui.swatch(one.kind)),
                html.Td(one.kind),
                html.Td(f"+{one.added}" if one.added else "", className="num ok"),
                html.Td(f"{MINUS}{one.removed}" if one.removed else "", className="num bad"),
                html.Td(str(one.now), className="num muted"),
            ]
        )
        for one in view.kinds(curation)
    ]
    return html.Table([html.Thead(head), html.Tbody(rows)], className="small counts")


def _measures(now: Scores, compared: Comparison) -> Component:
    names = (f"Golden, {len(now.per_query)} queries", "Start", "Now", "Change")
    head = html.Tr([html.Th(name, className="num" if at else "") for at, name in enumerate(names)])
    rows = [
        _measure(f"{name}@{now.k}", getattr(now, name), compared.delta.get(name, 0.0))
        for name in MEANS
    ]
    return html.Table([html.Thead(head), html.Tbody(rows)], className="small counts")


def _measure(name: str, now: float, change: float) -> Component:
    tone = "ok" if change > 0.0005 else "bad" if change < -0.0005 else "muted"
    return html.Tr(
        [
            html.Td(name),
            html.Td(fraction(now - change, 3), className="num muted"),
            html.Td(fraction(now, 3), className="num strong"),
            html.Td(signed(change), className=f"num {tone}"),
        ]
    )


def _file(name: str) -> Component:
    file, what = view.FORMATS[name]
    links = [
        html.A(
            [ui.icon("download", small=True), file],
            href=f"/export/{name}",
            download="",
            className="btn sm",
        )
    ]
    if name == "json":
        links.append(
            html.A("with all metadata", href="/export/json?full=1", download="", className="small")
        )
    return html.Li(
        [html.Span(), html.Span(links, className="row"), html.Span(what, className="muted")]
    )


# ---- gate and conformance


def _gate(compared: Comparison) -> list[Component]:
    number = len(compared.blockers)
    state = (
        ui.chip(count(number, "blocker"), "bad", sign="flag", small=True)
        if number
        else ui.chip("open", "ok", sign="check", small=True)
    )
    rows = [_rule(text, "cross", "bad", "", "") for text in compared.blockers]
    kept = "Pinned queries pass, no forbidden tool is found, no mean fell, every workflow can run"
    held = [] if rows else [_rule(kept, "check", "ok", "", "")]
    return [
        html.Div([html.H2("Gate"), state], className="ph"),
        html.Ul(rows or held, className="chk"),
    ]


def _rule(title: str, sign: str, tone: str, text: str, number: str) -> Component:
    detail = [html.Span(text, className="d")] if text else []
    return html.Li(
        [
            html.Span(ui.icon(sign, small=True), className=tone),
            html.B(title),
            html.Span(number, className=tone),
            *detail,
        ]
    )


def _checked(progress: Progress, last: Last, revision: int) -> list[Component]:
    if not progress.done:
        share = {"width": f"{100 * progress.fraction:.0f}%"}
        bar = ui.attrs(html.Span(html.I(style=share), className="bar-t"), role="progressbar")
        return [html.Div([html.P(progress.note or "Starting …"), bar], className="block")]
    if progress.error or progress.cancelled:
        return [html.P(progress.error or "Cancelled; nothing was changed.", className="block bad")]
    if last.found is None:
        text = "Not run yet: it loads the export in the engine and asks it every golden query."
        return [html.P(text, className="block muted small")]
    return list(_results(last.found, last.revision, revision))


def _results(found: Conformance, of: int, revision: int) -> Iterator[Component]:
    if of != revision:
        yield html.P(
            f"◷ of revision {of}; the project is at {revision}.", className="block warn small"
        )
    whole = found.identical == found.queries
    rows = [
        _rule(
            "Loads",
            "check" if found.loaded else "cross",
            "ok" if found.loaded else "bad",
            "",
            found.engine,
        ),
        _rule(
            "Lean searches as full does",
            "check" if whole else "cross",
            "ok" if whole else "bad",
            "",
            f"{found.identical} of {found.queries}",
        ),
        _rule(
            "Golden queries there",
            "info",
            "muted",
            "",
            f"{found.passed_there} there, {found.passed_here} here",
        ),
        _rule("Workflows that load whole", "info", "muted", "", str(found.workflows)),
    ]
    yield html.Ul([*rows, *_problems(found)], className="chk")


def _problems(found: Conformance) -> Sequence[Component]:
    looks = {
        Severity.ERROR: ("cross", "bad"),
        Severity.WARNING: ("warning", "warn"),
        Severity.NOTE: ("info", "muted"),
    }
    return [_rule(p.where, *looks[p.severity], p.message, "") for p in found.problems[:60]]
