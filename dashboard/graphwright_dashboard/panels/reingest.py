"""A newer version of a source: what it changed, and the few decisions that it asks about."""

import json
from collections.abc import Iterable, Sequence
from enum import StrEnum
from urllib.parse import quote

from dash import Dash, Input, Output, State, html
from dash.development.base_component import Component
from flask import Response, jsonify, request

from graphwright.curate.commands import command_json
from graphwright.curate.curation import Curation, Source
from graphwright.curate.versions import Versions
from graphwright.errors import ReadError
from graphwright.formats import read

from .. import components as ui
from ..drawn import drawn, stamp
from ..incoming import check_idle, check_writable, received, told
from ..jobs import Report
from ..reviewing import tabs, waiting
from ..services import Services
from ..shell import address, shown
from ..views.numbers import MINUS, count
from ..views.renewed import Question, Renewal, questions, renewal, renewed

NAME, PATH = "reingest", "/review/reingest"
JOB = "new version"
_SHOWN = 200  # tools of one list


class Ids(StrEnum):
    TABS = "reingest-tabs"
    BODY = "reingest-body"


def layout() -> Component:
    head = ui.page_head("Review", drawn(html.Div(id=Ids.TABS, className="tabs")))
    return html.Div(
        [head, drawn(html.Div(id=Ids.BODY, className="scroll reingest"))], className="main"
    )


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.TABS, "tree"),
        Output(Ids.BODY, "tree"),
        Input(shown(NAME), "data"),
        State(address(NAME), "data"),
        prevent_initial_call=True,
    )
    def draw(revision: int, path: str | None) -> tuple[list[Component], list[Component]]:
        curation = services.curation
        counts = waiting(curation, services.cluster_count(curation))
        of = stamp(html.Span(hidden=True), path or PATH, revision)
        return tabs(PATH, counts), [*_body(services, curation), of]

    def take() -> Response:
        """Reads the body as a new version of a source, in a job."""
        check_writable(services.read_only)
        source, by = request.args.get("source", ""), request.args.get("by", "")
        with received(request) as file:
            data = file.read_bytes()
        check_idle(services.jobs, JOB)
        services.jobs.forget(JOB)
        services.jobs.start(JOB, lambda report: _take(services, source, data, by, report))
        return jsonify(started=True)

    def state() -> Response:
        now = services.jobs.progress(JOB)
        return jsonify(
            note=now.note,
            done=now.done,
            error=now.error,
            revision=services.project.revision,
        )

    app.server.add_url_rule("/reingest", "reingest", told(take), methods=["POST"])
    app.server.add_url_rule("/reingest/state", "reingest-state", state)


def _take(services: Services, source: str, data: bytes, by: str, report: Report) -> None:
    report(0.1, f"Reads the new version of {source} …")
    document = read(data, source)
    report(0.4, f"Works out how {count(len(document.tools), 'tool')} relate …")
    fresh = renewed(services.curation, document, source)
    if fresh is None:
        raise ReadError(f"'{source}' is this very version already; nothing is changed.")
    report(0.9, "Makes the decisions again …")
    services.project.take(fresh, source, by)


def _body(services: Services, curation: Curation) -> list[Component]:
    asked = questions(curation)
    last = renewal(services.project)
    return [
        _sources(curation.sources),
        *([_told(last)] if last else []),
        *_questions(asked, last),
        *(_tools(last.versions) if last else []),
    ]


def _sources(sources: Sequence[Source]) -> Component:
    """A way to give a newer version of each source."""
    rows = [
        html.Li(
            [
                html.Div(
                    [
                        html.B(source.name, className="ell"),
                        html.Div(_about(source), className="muted small"),
                    ],
                    className="grow",
                ),
                ui.attrs(
                    ui.button("A newer version …", sign="file", look="sm"), data_source=source.name
                ),
            ],
            className="row",
        )
        for source in sources
    ]
    head = html.H2("Sources")
    if not rows:
        return ui.empty("No source", "This project was not read from a document.")
    return html.Section([head, html.Ul(rows, className="advice")])


def _about(source: Source) -> str:
    parts = (source.title, source.version, source.kind, count(source.tools, "tool"))
    return " · ".join(part for part in parts if part)


def _told(last: Renewal) -> Component:
    """`orders.yaml: +6 tools −2 ~11 changed, 312 decisions made again`."""
    versions = last.versions
    facts = [
        html.Span([html.B(f"+{len(versions.added)}"), " added"], className="ok"),
        html.Span([html.B(f"{MINUS}{len(versions.gone)}"), " gone"], className="bad"),
        html.Span([html.B(f"~{len(versions.changed)}"), " changed"], className="warn"),
        html.Span([html.B(str(last.applied)), " decisions made again"]),
        *([html.Span([html.B(str(last.waiting)), " wait"])] if last.waiting else []),
    ]
    who = f" by {last.by}" if last.by else ""
    said = f"revision {last.revision}, {last.at[:16].replace('T', ' ')}{who}"
    return html.Section(
        [
            html.H2(f"New version of {last.source}"),
            html.Div(facts, className="facts"),
            html.P(f"{said}. Undo brings the version before back.", className="muted small"),
        ]
    )


def _questions(asked: Sequence[Question], last: Renewal | None) -> list[Component]:
    if not asked:
        if last is None:
            text = (
                "Decisions are made again on a new version. You are asked only about those whose "
                "ground it changed; a rejected relation never comes back."
            )
            return [html.P(text, className="muted")]
        return [ui.empty("Nothing needs you", "Every decision stands on the new version.")]
    head = html.H2(f"{len(asked)} need{'s' if len(asked) == 1 else ''} you")
    rows = [_question(one, first=number == 0) for number, one in enumerate(asked)]
    return [html.Section([head, html.Ul(rows, className="advice asked")])]


def _question(question: Question, first: bool) -> Component:
    answers = [
        ui.attrs(
            ui.button(word, key=key if first else "", look="sm"),
            data_do=json.dumps(command_json(command)),
            data_answer=key if first else "",
        )
        for word, key, command in (
            (question.keep_word, "A", question.keep),
            (question.other_word, "X", question.other),
        )
        if command is not None
    ]
    link = [html.A("Open", href=question.href, className="btn sm")] if question.href else []
    return html.Li(
        [
            html.Span(ui.icon("warning", small=True), className="warn"),
            html.Span(question.issue.message, className="grow"),
            *link,
            *answers,
        ],
        className="row",
    )


def _tools(versions: Versions) -> list[Component]:
    changed = [(one.tool, ", ".join(one.how)) for one in versions.changed]
    return [
        *_list("Added", "ok", [(name, "") for name in versions.added]),
        *_list("Gone", "bad", [(name, "") for name in versions.gone], linked=False),
        *_list("Changed", "warn", changed),
    ]


def _list(
    title: str, tone: str, rows: Sequence[tuple[str, str]], *, linked: bool = True
) -> Iterable[Component]:
    if not rows:
        return
    items = [
        html.Tr([html.Td(_tool(name, linked)), html.Td(how, className="muted")])
        for name, how in rows[:_SHOWN]
    ]
    rest = len(rows) - len(items)
    more = (
        [html.P(f"{count(rest, 'more')} are not listed.", className="muted small")] if rest else []
    )
    head = html.H3([html.Span(title, className=tone), f" {len(rows)}"])
    table = html.Div(html.Table(html.Tbody(items), className="small"), className="card")
    yield html.Section([head, table, *more])


def _tool(name: str, linked: bool) -> Component:
    return (
        html.A(html.Code(name), href=f"/explore?tool={quote(name)}") if linked else html.Code(name)
    )
