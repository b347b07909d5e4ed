"""The list of what was found: a row a tool, its bar, the line where k ends."""

from dash import html
from dash.development.base_component import Component

from graphwright.evaluate.golden import Golden
from graphwright.search.results import Hits

from ... import components as ui
from ...views import lab as view
from ...views.numbers import count

_STATUS = {"expected": "ok", "forbidden": "bad", "accepted": ""}
_SIGNS = {"expected": "check", "forbidden": "cross", "accepted": ""}


def results(
    hits: Hits,
    golden: Golden | None,
    k: int,
    chosen: str,
    tools: int,
    took: float,
    revision: int,
    terms: bool = False,
) -> Component:
    head = html.Div(
        [
            html.H2("Results"),
            html.Span(f"of {count(tools, 'tool')} · {1000 * took:.1f} ms", className="small muted"),
            html.Span(className="grow"),
            html.Span(f"rev {revision}", className="small muted"),
        ],
        className="ph",
    )
    rows = view.rows(hits, golden)
    if not rows:
        text = "No word of the question stands in any tool, and nothing else leads to one."
        return html.Div([head, ui.empty("No tool answers this", text)])
    cut = html.Li(
        [html.Span(f"k = {k} ends here"), html.Span(className="grow"), html.Span(_tie(hits, k))],
        className="cut",
        role="presentation",
    )
    items = [_row(row, row.tool == chosen, row.rank > k, terms) for row in rows]
    listed = ui.attrs(
        html.Ul([*items[:k], cut, *items[k:]], className="res", role="listbox"),
        aria_label="Results",
    )
    return html.Div([head, listed, _key(), *(html.P(n, className="note") for n in hits.notes)])


def _tie(hits: Hits, k: int) -> str:
    scores = [hit.score for hit in hits.results]
    tied = len(scores) > k and scores[k - 1] == scores[k]
    return "a tie at k: the order is by name" if tied else "no tie at k"


def _row(row: view.Row, chosen: bool, below: bool, terms: bool) -> Component:
    mark = (
        [ui.chip(row.status, _STATUS[row.status], sign=_SIGNS[row.status], small=True)]
        if row.status
        else []
    )
    if row.status == "expected" and below:
        mark = [ui.chip("expected", "bad", sign="cross", small=True)]
    item = html.Li(
        [
            html.Span(str(row.rank), className="rk"),
            html.Span(
                [
                    html.Code(row.tool, className="ell"),
                    *mark,
                    html.Span(row.words, className="wd ell"),
                ],
                className="row",
            ),
            html.B(row.score, className="num"),
            html.Span(ui.score_bar(row.bar), className="sbw"),
            *([_terms(row)] if terms else []),
        ],
        className="on" if chosen else "",
        role="option",
        tabIndex=0 if chosen or (row.rank == 1) else -1,
        title=row.title,
    )
    return ui.attrs(item, data_tool=row.tool, aria_selected=str(chosen).lower())


def _terms(row: view.Row) -> Component:
    """What the score is made of, part by part, with the words."""
    parts = [
        html.Li([html.Span(f"{label} {value}"), html.Span(said, className="muted")])
        for label, value, said in row.parts
    ]
    return html.Ul(parts, className="terms")


def _key() -> Component:
    labels = [*view.LABELS.values(), "Other"]
    marks = [
        html.Span([html.I(className=f"sw p{place}"), label], className="row")
        for place, label in enumerate(labels, 1)
    ]
    return html.Div(marks, className="partkey")
