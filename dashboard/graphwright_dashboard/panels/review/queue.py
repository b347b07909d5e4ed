"""The list of relations that wait, how far the review is, and its end."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.calibration import left_to_gain
from graphwright.curate.curation import Curation
from graphwright.curate.review import Card, progress

from ... import components as ui
from ...views.numbers import count, fraction
from ...views.reviewed import LISTED, Address, name


def listed(
    curation: Curation, cards: Sequence[Card], shown: Card | None, at: Address
) -> list[Component]:
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
    start = max(0, cards.index(shown) - LISTED // 2) if shown is not None else 0
    rows = [_row(card, card is shown) for card in cards[start : start + LISTED]]
    before, after = cards[:start], cards[start + LISTED :]
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


def _more(nearest: Sequence[Card], number: int, where: str) -> list[Component]:
    """How many stand outside of the list, which leads to the nearest of them."""
    text = f"{count(number, 'more relation')} {where} these"
    return [
        ui.attrs(
            html.Li(html.Button(text, className="link"), className="muted more"),
            data_jump=name(card.relation.key),
        )
        for card in nearest
    ]


def _row(card: Card, chosen: bool) -> Component:
    relation = card.relation
    number = fraction(card.impact, 3) if card.impact >= 0.0005 else fraction(relation.confidence)
    item = html.Li(
        [
            ui.swatch(relation.kind),
            html.Code(relation.source, className="ell"),
            html.Span(number, className="muted score"),
            html.Span(f"{relation.kind} {relation.target}", className="l2 ell muted"),
        ],
        role="option",
        tabIndex=0 if chosen else -1,
    )
    return ui.attrs(item, data_key=name(relation.key), aria_selected=str(chosen).lower())


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
