"""The tab of golden queries: what passes and fails, edited where it stands, in and out as files."""

from collections.abc import Sequence

from dash import Dash, html
from dash.development.base_component import Component
from flask import Response, abort, jsonify, request

from graphwright.curate.commands import All, Command, PutGolden, RemoveGolden, command_json
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError, GraphwrightError
from graphwright.evaluate.golden import Golden, read_golden
from graphwright.evaluate.golden_files import WRITERS
from graphwright.evaluate.metrics import Scores, apart
from graphwright.evaluate.starter import starter

from ... import components as ui
from ...services import Services, golden_of
from ...views import lab as view
from ...views import radar
from ...views.lab_address import tab_path
from ...views.numbers import count, fraction
from .form import form, golden_said

_EMPTY = (
    "A golden query is a question with the tools that must answer it. Ask one on the first tab and "
    "press X on the right result, take a file, or begin with a set that is made from the tools "
    "themselves: their names, what they say of themselves, and questions that nothing answers. "
    "Those are marked synthetic and counted apart."
)
_MOST_ROWS = 500
_MOST_BYTES = 20_000_000


def register(app: Dash, services: Services) -> None:
    services.gestures["starter-golden"] = lambda curation, _: _starter(curation)
    services.gestures["edit-golden"] = _edited

    def export(form: str) -> Response:
        if form not in WRITERS:
            abort(404)
        response = Response(WRITERS[form](golden_of(services.curation)))
        response.mimetype = "application/octet-stream"
        name = f"{services.project.name}-golden.{form}"
        response.headers.set("Content-Disposition", "attachment", filename=name)
        return response

    def read() -> Response:
        """The commands that take a file of golden queries in; nothing is changed yet."""
        data = request.get_data(cache=False)[: _MOST_BYTES + 1]
        try:
            return jsonify(_taken(data, request.args.get("name", "file")))
        except GraphwrightError as error:
            return jsonify({"error": str(error)})

    app.server.add_url_rule("/golden/export/<form>", "golden_export", export)
    app.server.add_url_rule("/golden/read", "golden_read", read, methods=["POST"])


def _taken(data: bytes, name: str) -> dict[str, object]:
    if len(data) > _MOST_BYTES:
        raise CommandError(f"'{name}' is larger than {_MOST_BYTES // 1_000_000} MB.")
    read = read_golden(data, name)
    if not read:
        raise CommandError(f"'{name}' holds no golden query.")
    label = f"take {count(len(read), 'golden query', 'golden queries')} of {name}"
    return command_json(All(commands=tuple(PutGolden(golden=one) for one in read), label=label))


def _starter(curation: Curation) -> Command:
    made = [one for one in starter(curation.graph) if one.query not in curation.golden]
    if not made:
        raise CommandError("There is nothing to make golden queries of that is not there already.")
    label = f"a starter set of {count(len(made), 'golden query', 'golden queries')}"
    return All(commands=tuple(PutGolden(golden=one) for one in made), label=label)


def _edited(curation: Curation, said: object) -> Command:
    """The golden query of the form, in place of the one that was opened."""
    was, golden = golden_said(said)
    put = PutGolden(golden=golden)
    if not was or was == golden.query or was not in curation.golden:
        return put
    return All(commands=(RemoveGolden(query=was), put), label=f"edit golden '{golden.query}'")


def golden_page(services: Services, curation: Curation, at: view.Address) -> list[Component]:
    if not curation.golden and not at.edit:
        return [_nothing()]
    scores = services.scores(curation)
    counted = radar.counted(scores, services.comparison(curation))
    revision = services.project.revision
    parts: list[Component] = [
        html.Div([*_head(scores, curation, revision), *_rows(scores, counted, at)])
    ]
    if at.edit:
        golden = curation.golden.get(at.edit) or Golden(at.edit.strip())
        parts.append(form(golden, curation, new=at.edit not in curation.golden))
    return [html.Div(parts, className="lab2 golden2" if at.edit else "pane scrolls")]


def _nothing() -> Component:
    make = ui.attrs(html.Button("Make a starter set", className="btn primary"), data_starter="")
    return ui.empty(
        "No golden queries yet",
        _EMPTY,
        make,
        _take(),
        html.A("Write one", href=tab_path("golden", edit=" "), className="btn"),
        html.A("Ask a question", href="/lab", className="btn ghost"),
    )


def _take() -> Component:
    return ui.attrs(
        html.Button([ui.icon("file", small=True), "Take a file"], className="btn sm"), data_take=""
    )


def _head(scores: Scores, curation: Curation, revision: int) -> list[Component]:
    links = [
        html.Li(html.A(f".{name}", href=f"/golden/export/{name}", download="")) for name in WRITERS
    ]
    out = html.Details(
        [
            html.Summary([ui.icon("download", small=True), "Export"], className="btn sm"),
            html.Ul(links, className="menu float"),
        ],
        className="choose",
    )
    more = ui.attrs(html.Button("Starter set", className="btn sm ghost"), data_starter="")
    actions = [
        html.A(["New", *ui.kbd("N")], href=tab_path("golden", edit=" "), className="btn sm"),
        _take(),
        out,
        more,
    ]
    title = html.H2(count(len(curation.golden), "golden query", "golden queries"))
    of = html.Span(f"rev {revision}", className="small muted")
    head = html.Div([title, of, html.Span(className="grow"), *actions], className="ph wrap")
    return [head, *_measures(scores, curation)]


def _measures(scores: Scores, curation: Curation) -> list[Component]:
    """The means of all, and apart of what people wrote and of what was made."""
    written, synthetic = apart(scores, curation.graph)
    lines = [("all", scores)]
    if written and synthetic:
        lines += [("written", written), ("synthetic", synthetic)]
    elif synthetic:
        lines = [("synthetic", synthetic)]
    names = ("hit", "recall", "mrr", "ndcg")
    head = html.Tr(
        [
            html.Th(""),
            *(html.Th(f"{n}@{scores.k}", className="num") for n in names),
            html.Th("n", className="num"),
            html.Th("nothing answers", className="num"),
        ]
    )
    rows = [
        html.Tr(
            [
                html.Td(word, className="muted"),
                *(html.Td(fraction(getattr(one, name), 3), className="num") for name in names),
                html.Td(str(one.queries), className="num muted"),
                html.Td(
                    "" if one.abstained is None else fraction(one.abstained, 3),
                    className="num muted",
                ),
            ]
        )
        for word, one in lines
    ]
    return [html.Table([html.Thead(head), html.Tbody(rows)], className="small counts measures")]


def _rows(scores: Scores, counted: radar.Counted, at: view.Address) -> list[Component]:
    sets: dict[str, Sequence[str]] = {
        "failing": counted.failing,
        "broken": counted.broken,
        "fixed": counted.fixed,
        "fragile": counted.fragile,
        "errors": counted.errors,
        "synthetic": [one.golden.query for one in scores.per_query if one.golden.synthetic],
    }
    show = at.show if at.show in sets else ""
    chips = [
        html.A(
            f"{len(queries)} {word}",
            href=at.path(show="" if word == show else word),
            className=f"chip{' acc' if word == show else ' line'}",
        )
        for word, queries in sets.items()
    ]
    wanted = set(sets[show]) if show else None
    rows = [row for row in view.golden_rows(scores) if wanted is None or row.query in wanted]
    filters = html.Div(chips, className="block row wrap chips")
    if not rows:
        return [filters, html.P(f"No golden query is {show}.", className="block muted")]
    columns = [html.Th(""), html.Th("Query"), html.Th("Expected"), html.Th("Rank"), html.Th("")]
    drawn = [_row(row, at) for row in rows[:_MOST_ROWS]]
    table = html.Table([html.Thead(html.Tr(columns)), html.Tbody(drawn)], className="small golden")
    left = len(rows) - len(drawn)
    more = [html.P(f"and {left} more: filter them above", className="note")] if left else []
    return [filters, table, *more]


def _row(row: view.GoldenRow, at: view.Address) -> Component:
    looks = {"passes": ("check", "ok"), "fails": ("cross", "bad"), "error": ("warning", "warn")}
    sign, tone = looks[row.state]
    state = html.Span([ui.icon(sign, small=True), row.state], className=f"row {tone}")
    edit = html.A("Edit", href=at.path(edit=row.query), className="link")
    remove = ui.attrs(html.Button("Remove", className="link"), data_golden=row.query)
    marks = [ui.chip(mark, "line", small=True) for mark in row.marks]
    cells: Sequence[Component] = (
        html.Td(state),
        html.Td([html.A(row.query, href=view.Address(row.query).path()), *marks]),
        html.Td(html.Code(row.expect)),
        html.Td([row.ranks, html.Div(row.note, className="muted")]),
        html.Td(html.Span([edit, remove], className="row"), className="num"),
    )
    return html.Tr(list(cells), className="on" if row.query == at.edit else "")
