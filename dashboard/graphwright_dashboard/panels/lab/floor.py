"""Where the floor should be: right answers and questions that no tool answers, on one axis."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.floor import Calibration

from ... import components as ui
from ...views.lab_address import Address
from ...views.numbers import count, fraction


def floor_block(found: Calibration, curation: Curation) -> list[Component]:
    right, wrong = found.answered, found.negatives
    verdict = html.P(
        [
            ui.icon("check" if found.separable else "warning", small=True),
            html.Span(found.verdict),
        ],
        className=f"block row {'ok' if found.separable else 'warn'}",
    )
    if not right or not wrong:
        make = ui.attrs(html.Button("Make a starter set", className="btn"), data_starter="")
        return [verdict, html.Div(make, className="block")]
    turned, caught = fraction(found.turned_away), fraction(found.caught)
    said = html.P(
        f"At {found.floor:.3f}: {turned} of {count(len(right), 'right answer')} turned away, "
        f"{caught} of {count(len(wrong), 'question')} without a tool caught. "
        f"Now: {curation.settings.floor:g}.",
        className="block muted",
    )
    apply = ui.attrs(
        html.Button(f"Set the floor to {found.floor:.3f}", className="btn"),
        data_floor=f"{found.floor:.6g}",
    )
    off = ui.attrs(html.Button("No floor", className="btn ghost"), data_floor="0")
    weak = _listed("Weakest right answers", [(o.query, o.tool, o.score) for o in right[:12]])
    strong = _listed(
        "Strongest without a tool", [(n.query, n.tool or "–", n.score) for n in wrong[:12]]
    )
    return [
        verdict,
        said,
        _strip(found),
        html.Div([apply, off], className="block row"),
        html.Div([weak, strong], className="two"),
    ]


def _strip(found: Calibration) -> Component:
    """All scores on one axis: right answers above, the others below, the floor between."""
    highest = max([1e-9, *(o.score for o in found.answered), *(n.score for n in found.negatives)])
    marks = [
        *(
            _mark(o.score / highest, "right", f"{o.query}: {o.tool} {o.score:.3f}")
            for o in found.answered
        ),
        *(
            _mark(n.score / highest, "wrong", f"{n.query}: {n.tool} {n.score:.3f}")
            for n in found.negatives
        ),
        html.I(className="at", style={"left": f"{100 * found.floor / highest:.2f}%"}),
    ]
    key = html.Div(
        [
            html.Span("right answers", className="ok"),
            html.Span("questions without a tool", className="bad"),
        ],
        className="row small",
    )
    return html.Div([html.Div(marks, className="strip"), key], className="block")


def _mark(share: float, look: str, title: str) -> Component:
    return html.I(className=look, style={"left": f"{100 * share:.2f}%"}, title=title)


def _listed(title: str, lines: Sequence[tuple[str, str, float]]) -> Component:
    rows = [
        html.Tr(
            [
                html.Td(html.A(query, href=Address(query).path())),
                html.Td(html.Code(tool)),
                html.Td(f"{score:.3f}", className="num"),
            ]
        )
        for query, tool, score in lines
    ]
    return html.Div(
        [
            html.Div(html.H2(title), className="ph"),
            html.Table(html.Tbody(rows), className="small golden"),
        ]
    )
