"""The probability from which tools count as doubles, with what another would find before it is."""

import json

from dash import dcc, html
from dash.development.base_component import Component

from graphwright.duplicates import Pairs

from ... import components as ui
from ...views.clusters import HIGHEST, LOWEST, Address
from ...views.doubles import predicted
from ...views.numbers import count, fraction


def threshold(pairs: Pairs, at: Address) -> Component:
    """The button, and the sheet under it with a slider; the count follows the slider at once."""
    counts = predicted(pairs)
    here = round(100 * at.threshold)
    slider = dcc.Input(
        type="range",
        min=round(100 * LOWEST),
        max=round(100 * HIGHEST),
        value=here,
        className="range",
    )
    found = [
        html.B(fraction(at.threshold), className="num at"),
        html.Span(count(counts[str(here)], "pair"), className="muted found"),
        html.Span(className="grow"),
        ui.attrs(ui.button("Apply", look="sm primary"), data_threshold="apply"),
    ]
    sheet = html.Div(
        [
            html.Label(["The same from a probability of", slider]),
            html.Div(found, className="row"),
            html.P("The list stays as it is until you apply it.", className="muted small"),
        ],
        className="float",
    )
    head = html.Summary(
        [f"Similarity {fraction(at.threshold)}", ui.icon("chevron-down", small=True)],
        className="btn sm",
    )
    made = html.Details([head, sheet], className="threshold")
    return ui.attrs(made, data_counts=json.dumps(counts))
