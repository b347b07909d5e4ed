"""The list of relations that wait, how far the review is, and its end."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.calibration import left_to_gain
from graphwright.curate.curation import Curation
from graphwright.curate.review import Card, progress
from graphwright.curate.suppliers import Waiting, demand
from graphwright.relations import Relation

from ... import components as ui
from ...views.numbers import count, fraction
from ...views.reviewed import LISTED, name


def listed(
    curation: Curation, cards: Sequence[Card], waits: Sequence[Waiting], shown: Waiting | None
) -> list[Component]:
    """What waits, around what is shown; suppliers of one parameter stand in one row."""
    stands = progress(curation.graph)
    decided = stands.accepted + stands.rejected
    whole = decided + stands.left
    rate = "" if stands.rate is None else f"{100 * stands.rate:.0f} % accepted"
    share = decided / whole if whole else 1.0
    head = html.Div(
        [
            html.Div(
                [
                    html.Span([html.B(str(decided)), f" of {whole} decided"], className="grow"),
                    html.Span(rate, className="muted"),
                ],
                className="row",
            ),
            html.Span(html.I(style={"width": f"{100 * share:.0f}%"}), className="bar-t"),
        ],
        className="sidehd progress",
    )
    start = max(0, waits.index(shown) - LISTED // 2) if shown is not None else 0
    rows = [_row(one, one is shown) for one in waits[start : start + LISTED]]
    before, after = waits[:start], waits[start + LISTED :]
    rows = [
        *_more(before[-1:], len(before), "before"),
        *rows,
        *_more(after[:1], len(after), "after"),
    ]
    items = ui.attrs(html.Ul(rows, className="q", role="listbox"), aria_label="Waiting")
    gain = fraction(left_to_gain(cards), 3)
    foot = html.A(
        [f"{stands.left} open · ", html.Span(f"{gain} left to gain", className="score")],
        href="/review/relations?view=confidence",
        className="sidehd foot muted",
    )
    return [head, items, foot]


def _more(nearest: Sequence[Waiting], number: int, where: str) -> list[Component]:
    """How many stand outside of the list, which leads to the nearest of them."""
    text = f"{number} more {where} these"
    return [
        ui.attrs(
            html.Li(html.Button(text, className="link"), className="muted more"),
            data_jump=name(one.card.relation.key),
        )
        for one in nearest
    ]


def _row(one: Waiting, chosen: bool) -> Component:
    relation = one.card.relation
    consumer, parameter = demand(relation) or ("", "")
    several = one.suppliers > 1
    says = f"{parameter} from {one.suppliers} tools" if several else _says(relation)
    number = fraction(one.impact, 3) if one.impact >= 0.0005 else fraction(relation.confidence)
    item = html.Li(
        [
            ui.swatch(relation.kind),
            html.Code(consumer if several else relation.source, className="ell"),
            html.Span(number, className="muted score"),
            html.Span(says, className="l2 ell muted"),
        ],
        role="option",
        tabIndex=0 if chosen else -1,
    )
    return ui.attrs(
        item,
        data_key=name(relation.key),
        data_holds=str(one.suppliers),
        aria_selected=str(chosen).lower(),
    )


def _says(relation: Relation) -> str:
    return f"{relation.kind} {relation.target}"


def nothing_left(curation: Curation, later: Sequence[str]) -> list[Component]:
    stands = progress(curation.graph)
    if stands.left and later:
        text = f"{count(len(later), 'relation')} stand on your pile for later."
        return [
            ui.empty(
                "Only what you put off is left",
                text,
                ui.attrs(
                    ui.button("Look at them again", key="U", look="primary"), data_act="again"
                ),
            )
        ]
    if not stands.accepted + stands.rejected:
        text = (
            "No relation of this graph waits for a decision: none was inferred, or none was read."
        )
        return [ui.empty("Nothing to review", text)]
    text = (
        f"{stands.accepted} were accepted, {stands.rejected} rejected. "
        "What a new version of a source brings will stand here."
    )
    return [
        ui.empty(
            "All relations are decided",
            text,
            html.A("See them on the graph", href="/explore", className="btn"),
        )
    ]
