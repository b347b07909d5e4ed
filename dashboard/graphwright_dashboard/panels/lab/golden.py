"""The tab of golden queries: what passes, what fails, at which ranks."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation

from ... import components as ui
from ...services import Services
from ...views import lab as view
from ...views.numbers import count, fraction

_EMPTY = (
    "A golden query is a question with the tools that must answer it. "
    "Ask one on the first tab, and press X on the right result."
)


def golden_page(services: Services, curation: Curation) -> list[Component]:
    if not curation.golden:
        return [
            ui.empty(
                "No golden queries yet",
                _EMPTY,
                html.A("Ask a question", href="/lab", className="btn primary"),
            )
        ]
    scores = services.scores(curation)
    numbers = (
        ("hit", scores.hit),
        ("recall", scores.recall),
        ("MRR", scores.mrr),
        ("nDCG", scores.ndcg),
    )
    measures = [
        html.Span([f"{name}@{scores.k} ", html.B(fraction(value, 3))]) for name, value in numbers
    ]
    rows = [_golden_row(row) for row in view.golden_rows(scores)]
    head = html.Div(
        [
            html.H2(count(len(curation.golden), "golden query", "golden queries")),
            html.Span(f"n = {scores.queries} that expect a tool", className="small muted"),
            html.Span(className="grow"),
            *measures,
        ],
        className="ph measures",
    )
    columns = [html.Th(""), html.Th("Query"), html.Th("Expected"), html.Th("Rank"), html.Th("")]
    table = html.Table([html.Thead(html.Tr(columns)), html.Tbody(rows)], className="small golden")
    return [html.Div([head, html.Div(table, className="scroll flush")], className="pane")]


def _golden_row(row: view.GoldenRow) -> Component:
    looks = {"passes": ("check", "ok"), "fails": ("cross", "bad"), "error": ("warning", "warn")}
    sign, tone = looks[row.state]
    state = html.Span([ui.icon(sign, small=True), row.state], className=f"row {tone}")
    remove = ui.attrs(html.Button("Remove", className="link"), data_golden=row.query)
    cells: Sequence[Component] = (
        html.Td(state),
        html.Td(html.A(row.query, href=view.Address(row.query).path())),
        html.Td(html.Code(row.expect)),
        html.Td([row.ranks, html.Div(row.note, className="muted")]),
        html.Td(remove, className="num"),
    )
    return html.Tr(list(cells))
