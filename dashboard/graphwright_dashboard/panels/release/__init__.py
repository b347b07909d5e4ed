"""The release: what changes, whether the gate is open, what the runtime makes of it, the files."""

from enum import StrEnum
from functools import lru_cache

from dash import ClientsideFunction, Dash, Input, Output, State, dcc, html, set_props
from dash.development.base_component import Component
from flask import Response, abort, request

from graphwright.curate.curation import Curation
from graphwright.errors import GraphwrightError
from graphwright.evaluate.gate import invalid_workflows
from graphwright.release.export import write
from graphwright.release.publish import LOADER, loader_source

from ... import components as ui
from ...drawn import drawn
from ...jobs import Progress
from ...services import Services
from ...shell import Shared, announce, say, shown
from ...tick import Tick
from ...views import release as view
from ...views.numbers import count
from . import drawing
from .publishing import CONFORMANCE, PUBLISH, Last, check, order_of, release, roll_back

NAME, PATH = "release", "/release"


class Ids(StrEnum):
    TITLE = "release-title"
    HEAD = "release-head"
    CHANGES = "release-changes"
    MEASURES = "release-measures"
    FORMS = "release-forms"
    CHOSEN = "release-chosen"
    TARGET = "release-target"
    NOTES = "release-notes"
    REASON = "release-reason"
    OVERRIDE = "release-override"
    BLOCKERS = "release-blockers"
    GATE = "release-gate"
    RUN = "release-run"
    CANCEL = "release-cancel"
    PUBLISH = "release-publish"
    CHECKED = "release-checked"
    PAST = "release-past"
    COUNT = "release-count"
    TICK = "release-tick"


def layout() -> Component:
    head = html.Header(
        [
            html.H1("Release", id=Ids.TITLE),
            drawn(html.Span(id=Ids.HEAD, className="muted small ell")),
            html.Span(className="grow"),
            ui.button("Run all checks", Ids.RUN, sign="play"),
            ui.button("Publish", Ids.PUBLISH, look="primary"),
        ],
        className="head",
    )
    conformance_head = html.Div(
        [
            html.H2("Conformance"),
            html.Span("in the installed runtime engine", className="small muted"),
            html.Span(className="grow"),
            ui.button("Cancel", Ids.CANCEL, look="sm ghost"),
        ],
        className="ph",
    )
    left = [drawn(html.Div(id=Ids.CHANGES)), drawn(html.Div(id=Ids.MEASURES)), *_wanted()]
    right = [
        drawn(html.Div(id=Ids.GATE)),
        _override(),
        conformance_head,
        drawn(html.Div(id=Ids.CHECKED)),
        drawn(html.Div(id=Ids.PAST)),
    ]
    stores = [
        dcc.Store(id=Ids.CHOSEN, storage_type="local", data=["json"]),
        dcc.Store(id=Ids.BLOCKERS),
        dcc.Store(id=Ids.COUNT),
        Tick(id=Ids.TICK, interval=400, disabled=True),
    ]
    columns = html.Div([html.Div(left), html.Div(right)], className="cols")
    return html.Div([head, columns, *stores], className="main")


def _wanted() -> list[Component]:
    """What goes out, where to, and what is said of it."""
    target = dcc.Input(
        id=Ids.TARGET, type="text", value="released", persistence=True, persistence_type="local"
    )
    notes = dcc.Textarea(id=Ids.NOTES, placeholder="What is new, for whoever reads it later")
    return [
        html.Div(html.H2("Formats"), className="ph"),
        drawn(html.Ul(id=Ids.FORMS, className="forms")),
        html.Div(
            [
                html.Label([html.Span("Target", className="lab"), target]),
                html.P(
                    "A folder, or a file for a single format; relative to the project's folder.",
                    className="small muted",
                ),
                html.Label([html.Span("Notes", className="lab"), notes]),
            ],
            className="block wanted",
        ),
    ]


def _override() -> Component:
    reason = dcc.Input(id=Ids.REASON, type="text", placeholder="Reason, goes into the release")
    return html.Div(
        html.Label([html.Span("Release it all the same", className="lab"), reason]),
        id=Ids.OVERRIDE,
        className="block wanted",
        hidden=True,
    )


def register(app: Dash, services: Services) -> None:
    last = Last()
    services.gestures["roll-back"] = lambda _, request: roll_back(services, request)

    @lru_cache(maxsize=1)
    def released(revision: int) -> Curation:
        return services.project.at(revision)

    def then() -> tuple[str, Curation]:
        """What the next release is compared with: the last one, or what was read at first."""
        releases = services.project.releases()
        if releases:
            return f"release {releases[-1].number}", released(releases[-1].revision)
        return "the documents as they were read", released(0)

    @app.callback(
        Output(Ids.TITLE, "children"),
        Output(Ids.HEAD, "tree"),
        Output(Ids.CHANGES, "tree"),
        Output(Ids.MEASURES, "tree"),
        Output(Ids.GATE, "tree"),
        Output(Ids.PAST, "tree"),
        Output(Ids.BLOCKERS, "data"),
        Input(shown(NAME), "data"),
        Input(Ids.COUNT, "data"),
        prevent_initial_call=True,
    )
    def draw(_: int, __: int | None) -> tuple[object, ...]:
        revision, curation = services.project.now
        releases = services.project.releases()
        since, before = then()
        compared, scores = services.comparison(curation), services.scores(curation)
        invalid = invalid_workflows(curation.workflows.values(), curation)
        first = releases[-1].revision if releases else 0
        measures = drawing.measures(scores, compared, services.snapshots.baseline.name)
        return (
            f"Release {len(releases) + 1}",
            f"since {since} · revisions {first} to {revision}",
            drawing.changes(curation, before, since),
            measures if curation.golden else [],
            drawing.gate(scores, compared, len(curation.workflows), invalid),
            drawing.past(releases, revision, services.read_only),
            len(compared.blockers),
        )

    @app.callback(Output(Ids.FORMS, "tree"), Input(Ids.CHOSEN, "data"))
    def draw_forms(chosen: list[str] | None) -> list[Component]:
        return drawing.forms(chosen or [])

    @app.callback(
        Output(Ids.TICK, "disabled", allow_duplicate=True),
        Input(Ids.RUN, "n_clicks"),
        State(Ids.CHOSEN, "data"),
        prevent_initial_call=True,
    )
    def run(_: int, forms: list[str] | None) -> bool:
        services.jobs.forget(PUBLISH)
        services.jobs.start(CONFORMANCE, lambda said: check(services, last, forms or [], said))
        return False

    @app.callback(
        Output(Ids.TICK, "disabled", allow_duplicate=True),
        Input(Ids.PUBLISH, "n_clicks"),
        State(Ids.CHOSEN, "data"),
        State(Ids.TARGET, "value"),
        State(Ids.NOTES, "value"),
        State(Ids.REASON, "value"),
        State(Shared.CURATOR, "data"),
        State(Ids.COUNT, "data"),
        prevent_initial_call=True,
    )
    def send_out(
        _: int,
        forms: object,
        target: object,
        notes: object,
        reason: object,
        by: str | None,
        known: int,
    ) -> bool:
        if known != len(services.project.releases()):
            return False  # a second press: it is out, and the page is about to hear of it
        said = {"forms": forms, "target": target, "notes": notes, "reason": reason}
        order = order_of(services, said, by or "")
        services.jobs.forget(CONFORMANCE)
        services.jobs.start(PUBLISH, lambda told: release(services, last, order, told))
        return False

    @app.callback(Input(Ids.CANCEL, "n_clicks"), prevent_initial_call=True)
    def cancel(_: int) -> None:
        services.jobs.cancel(CONFORMANCE)
        services.jobs.cancel(PUBLISH)

    @app.callback(
        Output(Ids.CHECKED, "tree"),
        Output(Ids.TICK, "disabled"),
        Output(Ids.RUN, "disabled"),
        Output(Ids.CANCEL, "disabled"),
        Output(Ids.COUNT, "data"),
        Input(Ids.TICK, "n_intervals"),
        Input(shown(NAME), "data"),
        State(Ids.COUNT, "data"),
        prevent_initial_call=True,  # the page is drawn when it is looked at, and not before
    )
    def look(_: int, __: int | None, known: int | None) -> tuple[object, ...]:
        jobs = [services.jobs.progress(PUBLISH), services.jobs.progress(CONFORMANCE)]
        done = all(job.done for job in jobs)
        releases = services.project.releases()
        if known is not None and known < len(releases):
            files = len(releases[-1].files)
            announce(services.project.revision)  # what is measured against it is another now
            say(f"Release {len(releases)} is out: {count(files, 'file')} in {releases[-1].target}.")
            set_props(Ids.NOTES, {"value": ""})
            set_props(Ids.REASON, {"value": ""})
        tree = _checked(jobs, last, services.project.revision)
        return tree, done, not done, done, len(releases)

    app.clientside_callback(
        ClientsideFunction("release", "publishing"),
        Output(Ids.PUBLISH, "disabled"),
        Output(Ids.PUBLISH, "children"),
        Output(Ids.OVERRIDE, "hidden"),
        Input(Ids.BLOCKERS, "data"),
        Input(Ids.REASON, "value"),
        Input(Ids.RUN, "disabled"),
        Input(Ids.COUNT, "data"),
    )
    app.clientside_callback(ClientsideFunction("release", "chosen"), Input(Ids.CHOSEN, "data"))
    app.server.add_url_rule("/export/<format>", "export", lambda format: _export(services, format))


def _checked(jobs: list[Progress], last: Last, revision: int) -> list[Component]:
    told = [part for job in jobs for part in drawing.job(job)]
    if not all(job.done for job in jobs):
        return told
    return [*told, *drawing.checked(last.found, last.revision, revision)]


def _export(services: Services, format: str) -> Response:
    if format not in view.FORMATS:
        abort(404)
    file = view.FORMATS[format][0]
    name = file if format == LOADER else f"{services.project.name}.{file.partition('.')[2]}"
    try:
        full = request.args.get("full") == "1"
        whole = services.curation
        data = loader_source() if format == LOADER else write(whole, format, full=full)
    except GraphwrightError as error:
        return Response(str(error), status=409, mimetype="text/plain")
    response = Response(data, mimetype="application/octet-stream")
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response
