"""The weights as sliders: the list follows them, and they are kept when they are saved."""

import json
from collections.abc import Mapping
from dataclasses import replace

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.metrics import Scores, evaluate
from graphwright.evaluate.snapshot import versus
from graphwright.search.index import SearchIndex
from graphwright.search.signals import DEFAULT_WEIGHTS, Signal

from ... import components as ui
from ...drawn import Field
from ...services import golden_of
from ...views import lab as view
from ...views.numbers import count, fraction, signed

_HIGHEST = 2.0  # of a slider, or four times the measured weight
_STEP = 0.01
_MOST_LIVE = 300  # golden queries that are scored at each move of a slider


def tuned(curation: Curation, weights: Mapping[str, float]) -> Curation:
    """The curation with these weights on top of its own."""
    if not weights:
        return curation
    together = {**curation.settings.weights, **weights}
    return replace(curation, settings=replace(curation.settings, weights=together))


def sliders(
    curation: Curation, weights: Mapping[str, float], index: SearchIndex, now: Scores
) -> Component:
    """A slider a signal, what the golden queries make of them, reset and save."""
    saved = {**DEFAULT_WEIGHTS, **curation.settings.weights}
    rows = [_slider(signal, saved[signal], weights) for signal in Signal]
    changed = bool(weights) or any(saved[s] != DEFAULT_WEIGHTS[s] for s in Signal)
    reset = html.Button("Reset", className="btn sm", disabled=not weights)
    measured = html.Button("Measured", className="btn sm ghost", disabled=not changed)
    save = html.Button("Save", className="btn sm primary", disabled=not weights)
    foot = [
        html.Span(_effect(curation, weights, index, now), className="small muted grow"),
        ui.attrs(
            measured, data_measured=json.dumps({str(s): w for s, w in DEFAULT_WEIGHTS.items()})
        ),
        ui.attrs(reset, data_reset=""),
        ui.attrs(save, data_save=json.dumps(dict(weights))),
    ]
    return html.Div(
        [html.Div(rows, className="sliders"), html.Div(foot, className="row")], className="tuning"
    )


def _slider(signal: Signal, saved: float, weights: Mapping[str, float]) -> Component:
    value = weights.get(signal, saved)
    highest = max(_HIGHEST, 4 * DEFAULT_WEIGHTS[signal], value)
    if DEFAULT_WEIGHTS[signal] < 0.5 and value <= 0.5:
        highest = 0.5
    field = Field(type="range", min=0, max=highest, step=_STEP, className="range")
    label = html.Label(
        [html.Span(view.label(signal)), field, html.B(f"{value:.2f}", className="num")],
        className="changed" if signal in weights else "",
        title=f"saved {saved:.2f}, measured {DEFAULT_WEIGHTS[signal]:.2f}",
    )
    return ui.attrs(
        label, data_signal=str(signal), data_value=f"{value:g}", data_saved=f"{saved:g}"
    )


def _effect(
    curation: Curation, weights: Mapping[str, float], index: SearchIndex, now: Scores
) -> str:
    if not weights:
        return "Move a slider: the list follows. Save makes it an edit of the project."
    golden = golden_of(curation)
    if len(golden) > _MOST_LIVE:
        return f"{count(len(golden), 'golden query', 'golden queries')}: scored when it is saved."
    then = evaluate(index, golden, now.k)
    found = versus(now, then)
    return (
        f"Golden set, n = {then.queries}: hit@{now.k} {fraction(then.hit, 3)} "
        f"({signed(then.hit - now.hit)}), MRR@{now.k} {fraction(then.mrr, 3)} "
        f"({signed(then.mrr - now.mrr)}) · {count(found.wins, 'win')}, "
        f"{count(found.losses, 'loss', 'losses')}, "
        f"p = {fraction(found.p)}"
    )
