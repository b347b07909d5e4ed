"""Snapshots beside each other: means with what chance would make, query by query, list by list."""

from collections.abc import Sequence
from dataclasses import dataclass

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.gate import MEANS
from graphwright.evaluate.metrics import Scored, Scores, Searches, evaluate
from graphwright.evaluate.snapshot import Snapshot, Versus, moves, versus

from ... import components as ui
from ...drawn import Field
from ...services import Services, golden_of
from ...views.lab_address import MOST_COMPARED, Address
from ...views.numbers import count, fraction, signed
from ...views.radar import ranks

NOW = "now"  # the working copy, as a column
_MOST_ROWS = 300
_LIST = 15  # tools of each list
_SIGNS = {"new": "new", "gone": "gone", "same": "=", "up": "▲", "down": "▼"}
_TONES = {"new": "ok", "up": "ok", "gone": "bad", "down": "bad"}


@dataclass(frozen=True, slots=True)
class Column:
    """One of the things that are compared."""

    name: str
    revision: int
    search: Searches
    scores: Scores


def compare_page(services: Services, curation: Curation, at: Address) -> list[Component]:
    chosen = [*(at.columns or (services.snapshots.baseline.name, NOW))]
    known = [NOW, *(one.name for one in services.snapshots.all())]
    columns = [_column(services, curation, name) for name in chosen if name in known]
    left = _chooser(services, at, chosen)
    if not columns or not curation.golden:
        text = (
            "A comparison is of golden queries: there are none yet." if not curation.golden else ""
        )
        return [_page(left, [ui.empty("Nothing to compare", text or "Choose one on the left.")])]
    right = [_means(columns)]
    if len(columns) > 1:
        right.append(_queries(columns, at))
    if at.query in curation.golden:
        right.insert(1, _lists(columns, at))
    return [_page(left, right)]


def _page(left: Component, right: Sequence[Component]) -> Component:
    return html.Div([left, html.Div(list(right), className="compared")], className="lab2 compare2")


def _column(services: Services, curation: Curation, name: str) -> Column:
    golden, k = golden_of(curation), curation.settings.k
    if name == NOW:
        revision = services.project.revision
        return Column("now", revision, services.index(curation), services.scores(curation))
    snapshot = services.snapshots.named(name) or Snapshot(name, 0, "", k)
    search = services.snapshots.completed(snapshot, golden, k).over(curation.graph)
    return Column(name, snapshot.revision, search, evaluate(search, golden, k))


# ---- what may be compared


def _chooser(services: Services, at: Address, chosen: Sequence[str]) -> Component:
    baseline = services.snapshots.baseline.name
    taken = {one.name for one in services.snapshots.all() if one.answers}
    names = [(NOW, services.project.revision, "")]
    names += [(one.name, one.revision, one.at) for one in services.snapshots.all()]
    rows = [
        _choice(
            at,
            chosen,
            name,
            f"rev {revision} {moment[:16].replace('T', ' ')}",
            baseline,
            name in taken,
        )
        for name, revision, moment in names
    ]
    field = Field(type="text", placeholder="Name of a snapshot", autoComplete="off", maxLength=60)
    keep = ui.attrs(html.Button("Keep", className="btn sm"), data_keep="")
    head = html.Div(
        [html.H2("Snapshots"), html.Span(f"up to {MOST_COMPARED}", className="small muted")],
        className="ph",
    )
    form = html.Div([html.Label(field, className="input grow"), keep], className="block row keep")
    return html.Div([head, html.Ul(rows, className="snapshots"), form])


def _choice(
    at: Address, chosen: Sequence[str], name: str, said: str, baseline: str, kept: bool
) -> Component:
    on = name in chosen
    rest = [one for one in chosen if one != name]
    columns = rest if on else [*rest, name][-MOST_COMPARED:]
    link = ui.attrs(
        html.A(
            [ui.icon("check" if on else "plus", small=True), name],
            href=at.path(c=columns),
            className="row grow",
        ),
        aria_current=str(on).lower(),
    )
    actions: list[Component] = []
    if name == baseline:
        actions.append(ui.chip("baseline", "acc", small=True))
    elif name != NOW:
        actions.append(
            ui.attrs(html.Button("Make baseline", className="link small"), data_baseline=name)
        )
    if kept:
        actions.append(ui.attrs(html.Button("Drop", className="link small"), data_drop=name))
    words = html.Div([link, html.Span(said, className="small muted")], className="grow")
    return html.Li([words, *actions], className="on" if on else "")


# ---- means, and whether they differ


def _means(columns: Sequence[Column]) -> Component:
    first = columns[0]
    names = ["", *(f"{name}@{first.scores.k}" for name in MEANS), "n", "Wins", "Losses", "p"]
    head = html.Tr([html.Th(name, className="num" if at else "") for at, name in enumerate(names)])
    rows = [_mean_row(column, first) for column in columns]
    table = html.Table([html.Thead(head), html.Tbody(rows)], className="small counts")
    note = (
        "Wins and losses are queries whose nDCG rose or fell against the first row; p is how "
        "often chance alone makes as large a difference (sign test)."
    )
    return html.Div(
        [html.Div(html.H2("Means"), className="ph"), table, html.P(note, className="note")]
    )


def _mean_row(column: Column, first: Column) -> Component:
    found = versus(first.scores, column.scores)
    same = column is first
    against = ["", "", ""] if same else [str(found.wins), str(found.losses), fraction(found.p, 3)]
    tone = "strong" if not same and found.p < 0.05 else ""
    cells = [
        html.Td([html.Span(column.name), html.Span(f" rev {column.revision}", className="muted")]),
        *(_mean(getattr(column.scores, name), getattr(first.scores, name), same) for name in MEANS),
        html.Td(str(column.scores.queries), className="num muted"),
        *(html.Td(text, className=f"num {tone}") for text in against),
    ]
    return html.Tr(cells)


def _mean(value: float, first: float, same: bool) -> Component:
    change = value - first
    tone = "" if same or not round(change, 3) else " ok" if change > 0 else " bad"
    delta = [] if same else [html.Div(signed(change), className=f"small{tone}")]
    return html.Td([fraction(value, 3), *delta], className="num")


# ---- query by query


def _queries(columns: Sequence[Column], at: Address) -> Component:
    found = versus(columns[0].scores, columns[-1].scores)
    words = ("broken", "worse", "fixed", "better", "same")
    sizes = {word: sum(pair.verdict == word for pair in found.pairs) for word in words}
    show = at.show if at.show in words else ""
    chips = [
        html.A(
            f"{sizes[word]} {word}",
            href=at.path(show="" if word == show else word),
            className=f"chip{' acc' if word == show else ' line'}",
        )
        for word in words
    ]
    head = html.Div(
        [
            html.H2("Queries"),
            html.Span(f"{columns[0].name} → {columns[-1].name}", className="small muted"),
            html.Span(className="grow"),
            *chips,
        ],
        className="ph wrap",
    )
    return html.Div([head, _query_table(columns, found, show, at)])


def _query_table(columns: Sequence[Column], found: Versus, show: str, at: Address) -> Component:
    order = {"broken": 0, "worse": 1, "fixed": 2, "better": 3, "same": 4}
    wanted = [
        pair
        for pair in found.pairs
        if pair.verdict == show or (not show and pair.verdict != "same")
    ]
    wanted.sort(key=lambda pair: (order[pair.verdict], pair.change))
    if not wanted:
        return html.P(
            "No query differs." if not show else f"No query is {show}.", className="block muted"
        )
    by = [{one.golden.query: one for one in column.scores.per_query} for column in columns]
    rows = []
    for pair in wanted[:_MOST_ROWS]:
        query = pair.after.golden.query
        tone = {"broken": "bad", "worse": "warn", "fixed": "ok", "better": "ok"}.get(
            pair.verdict, "muted"
        )
        rows.append(
            html.Tr(
                [
                    html.Td(pair.verdict, className=tone),
                    html.Td(html.A(query, href=at.path(q=query))),
                    *(html.Td(_said(one.get(query)), className="num") for one in by),
                ],
                className="on" if query == at.query else "",
            )
        )
    head = html.Tr(
        [html.Th(""), html.Th("Query"), *(html.Th(c.name, className="num ell") for c in columns)]
    )
    more = len(wanted) - _MOST_ROWS
    rest = (
        [html.P(f"and {count(more, 'more query', 'more queries')}", className="note")]
        if more > 0
        else []
    )
    return html.Div(
        [html.Table([html.Thead(head), html.Tbody(rows)], className="small golden"), *rest]
    )


def _said(one: Scored | None) -> str:
    if one is None:
        return "–"
    return "error" if one.error else ranks(one)


# ---- list by list


def _lists(columns: Sequence[Column], at: Address) -> Component:
    found = [
        [hit.tool for hit in column.search.search(at.query, _LIST).results] for column in columns
    ]
    lists = [_list(one, ours, found[0]) for one, ours in zip(columns, found, strict=True)]
    close = html.A("Close", href=at.path(q=""), className="small")
    open_it = html.A("Open in the Lab", href=at.path(tab="", c="", show=""), className="small")
    head = html.Div(
        [html.H2(at.query, className="ell"), html.Span(className="grow"), open_it, close],
        className="ph",
    )
    return html.Div([head, html.Div(lists, className="lists")])


def _list(column: Column, ours: Sequence[str], first: Sequence[str]) -> Component:
    """One list; each tool with its move against the first list, and those that are gone."""
    rows = [
        ui.attrs(
            html.Li(
                [
                    html.Span(str(move.after or ""), className="rk"),
                    html.Code(move.tool, className="ell"),
                    html.Span(_SIGNS[move.how], className=f"num {_TONES.get(move.how, 'muted')}"),
                ],
                className="gone" if move.how == "gone" else "",
            ),
            data_tool=move.tool,
        )
        for move in moves(first, ours)
    ]
    cut = column.scores.k
    line = html.Li(html.Span(f"k = {cut}"), className="cut")
    listed = [*rows[:cut], line, *rows[cut:]]
    return html.Div([html.H3(column.name, className="ell"), html.Ul(listed, className="res other")])
