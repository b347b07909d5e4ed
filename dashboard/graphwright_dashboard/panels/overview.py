"""The first page: what to do next, how ready each source is, how the golden queries stand."""

from enum import StrEnum

from dash import Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.curate.review import Order
from graphwright.evaluate.gate import invalid_workflows
from graphwright.issues import Issue, Severity
from graphwright.project.project import Project

from .. import components as ui
from ..drawn import drawn
from ..services import Services
from ..shell import shown
from ..views import overview as view
from ..views import readiness
from ..views.names import short
from ..views.numbers import count, fraction, thousands

NAME, PATH = "overview", "/"
_SHOWN = 200  # issues
_DOUBLES = 3_000  # tools up to which pairs are looked for before anybody asks
_MEASURES = 12  # of the trend
_LOOKS = {
    Severity.ERROR: ("cross", "bad"),
    Severity.WARNING: ("warning", "warn"),
    Severity.NOTE: ("info", "muted"),
}


class Ids(StrEnum):
    BODY = "overview-body"


def layout() -> Component:
    return html.Div(
        [ui.page_head("Overview"), drawn(html.Div(id=Ids.BODY, className="overview"))],
        className="main",
    )


def register(app: Dash, services: Services) -> None:
    @app.callback(Output(Ids.BODY, "tree"), Input(shown(NAME), "data"), prevent_initial_call=True)
    def draw(_: int) -> list[Component]:
        curation = services.curation
        if not curation.graph.tools:
            return [_empty()]
        few = len(curation.graph.tools) <= _DOUBLES
        found = view.actions(
            curation,
            services.scores(curation),
            services.queue(curation, Order.IMPACT),
            len(services.clusters(curation)) if few else 0,
            len(invalid_workflows(curation.workflows.values(), curation)),
        )
        left = [html.Div(html.H2("What to do next"), className="ph"), _actions(found)]
        right = [
            *_readiness(curation, services),
            *_trend(services, services.project),
            *_issues(curation.issues),
        ]
        return [html.Div([html.Div(left), html.Div(right)], className="cols")]


def _actions(found: tuple[view.Action, ...]) -> Component:
    if not found:
        text = "Every golden query passes, every workflow runs, nothing waits for a decision."
        return ui.empty(
            "Nothing is left to mend",
            text,
            html.A("Release", href="/release", className="btn primary"),
        )
    return html.Ul([_action(action) for action in found], className="todo")


def _action(action: view.Action) -> Component:
    words = html.Span([html.B(action.title), html.Span(action.text, className="muted")])
    return html.Li(
        html.A(
            [html.Span(thousands(action.number), className="big"), words, ui.icon("chevron-right")],
            href=action.href,
        )
    )


def _readiness(curation: Curation, services: Services) -> list[Component]:
    graph = curation.graph
    counts = " · ".join(
        (
            count(len(graph.tools), "tool"),
            count(len(graph.groups), "group"),
            count(len(graph.relations), "relation"),
        )
    )
    rows = services.lines(services.drawn())
    head = html.Div(
        [html.H2("Readiness"), html.Span(counts, className="small muted")], className="ph"
    )
    sources = [_source(source) for source in readiness.sources(curation, rows)]
    return [head, html.Div(sources, className="sources")]


def _source(source: readiness.SourceReadiness) -> Component:
    facts = [
        source.kind,
        count(source.tools, "tool"),
        count(source.issues, "issue"),
        *([count(source.notes, "note")] if source.notes else []),
    ]
    name = html.Div(
        [
            html.Code(short(source.name, 60), className="strong ell"),
            html.Span(" · ".join(facts), className="muted"),
            html.Span(f"{round(100 * source.share)} % ready", className="push strong"),
        ],
        className="row small",
    )
    return html.Section([name, html.Div([_part(part) for part in source.parts], className="parts")])


def _part(part: readiness.Part) -> Component:
    bar = html.Span(html.I(style={"width": f"{100 * part.share:.1f}%"}), className="bar-t")
    words = [
        html.Span(part.title),
        html.Span(f"{thousands(part.done)} of {thousands(part.of)}", className="num"),
        bar,
    ]
    left = part.of - part.done
    return html.A(words, href=part.href, title=f"{left} to go", className="part")


def _trend(services: Services, project: Project) -> list[Component]:
    """The hit rate at each release, and now; nothing where there are no golden queries."""
    scores = services.scores()
    head = html.Div([html.H2("Golden queries"), _covered(services)], className="ph")
    if not scores.per_query:
        text = "None yet. Ask a question in the Search Lab and mark what should answer it."
        return [head, html.P([text, " ", html.A("Search Lab", href="/lab")], className="note")]
    measures = [
        (f"Release {r.number}", r.means["hit"]) for r in project.releases() if "hit" in r.means
    ][-_MEASURES:]
    start = services.start_scores()
    told = [("Start", start.hit), *measures, ("Now", scores.hit)]
    bars = [
        html.Li(
            [
                html.Span(html.I(style={"height": f"{100 * value:.1f}%"}), className="column"),
                html.B(fraction(value, 3)),
                html.Span(name, className="muted"),
            ]
        )
        for name, value in told
    ]
    said = f"hit@{scores.k} of {count(scores.queries, 'query', 'queries')}"
    return [
        head,
        html.Ul(bars, className="trend"),
        html.P([f"{said}. ", html.A("All of them", href="/lab/golden")], className="note"),
    ]


def _covered(services: Services) -> Component:
    rows = services.lines(services.drawn())
    part = next(p for p in readiness.parts(rows, {}) if p.title == "asked for")
    text = f"{part.done} of {count(part.of, 'tool')} asked for"
    return html.A(text, href=part.href, className="small")


def _issues(issues: tuple[Issue, ...]) -> list[Component]:
    head = html.Div(
        [
            html.H2("Issues of the documents"),
            html.Span(_numbers(issues), className="small muted"),
        ],
        className="ph",
        id="overview-issues",
    )
    if not issues:
        return [head, html.P("None: all of every document was read.", className="note")]
    rank = list(Severity)
    ordered = sorted(issues, key=lambda issue: rank.index(issue.severity))
    rows = [_issue(issue) for issue in ordered[:_SHOWN]]
    rest = len(issues) - len(rows)
    text = f"{rest} more; `graphwright ingest --issues FILE` writes them all."
    more = [html.P(text, className="note")] if rest else []
    return [head, html.Ul(rows, className="chk"), *more]


def _numbers(issues: tuple[Issue, ...]) -> str:
    """`2 errors · 1 note`: a note is no issue of the document's readiness."""
    found = ((s, sum(issue.severity is s for issue in issues)) for s in Severity)
    return " · ".join(count(number, str(s)) for s, number in found if number)


def _issue(issue: Issue) -> Component:
    sign, tone = _LOOKS[issue.severity]
    where = f"{issue.source} {issue.where}".strip()
    return html.Li(
        [
            html.Span(
                [ui.icon(sign, small=True), html.Span(issue.severity, className="only-read")],
                className=tone,
            ),
            html.Span(issue.message),
            html.Span(issue.code, className="muted"),
            html.Code(where, className="d"),
        ]
    )


def _empty() -> Component:
    """The drop zone of an empty project, and other ways to begin."""
    kinds = "OpenAPI, Swagger, MCP tools, function lists, a saved graph or GraphML; up to 300 MB"
    zone = html.Div(
        [
            ui.icon("file"),
            html.B("Drop files here"),
            html.Span(kinds, className="small muted"),
            html.Div(
                ui.attrs(ui.button("Choose files", look="primary"), data_upload=""),
                className="row",
            ),
        ],
        className="drop",
    )
    address = html.Form(
        [
            ui.attrs(
                dcc.Input(className="field", name="address", placeholder="Or a public address"),
                aria_label="Address of a document",
            ),
            html.Button("Read", className="btn"),
        ],
        className="row",
    )
    return html.Div(
        [
            html.H2("Start with the tools your agent can call"),
            html.P(
                "Graphwright reads them, works out how they relate, and shows what to mend first."
            ),
            ui.attrs(zone, data_dropzone=""),
            ui.attrs(address, data_read_address=""),
            html.Div(
                [
                    _way(
                        "No document at hand?",
                        "106 tools of a shop, with golden queries.",
                        "graphwright demo",
                    ),
                    _way(
                        "Have a project?",
                        "A .graphwright file with all its history.",
                        "graphwright open FILE",
                    ),
                    _way("Stays here", "Everything is read and kept on this machine.", ""),
                ],
                className="ways",
            ),
        ],
        className="start",
    )


def _way(title: str, text: str, command: str) -> Component:
    said = [html.B(title), html.Span(text, className="muted")]
    return html.Div([*said, *([html.Code(command)] if command else [])])
