"""The list of relations that wait, how far the review is, and its end."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.calibration import left_to_gain
from graphwright.curate.curation import Curation
from graphwright.curate.review import Card, Order, progress
from graphwright.curate.suppliers import Waiting, demand
from graphwright.relations import Relation

from ... import components as ui
from ...views.numbers import count, fraction
from ...views.reviewed import LISTED, Address, impact_words, limit_words, name


def listed(
    curation: Curation,
    cards: Sequence[Card],
    waits: Sequence[Waiting],
    shown: Waiting | None,
    order: Order,
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
    rows = [_row(one, one is shown, order) for one in waits[start : start + LISTED]]
    before, after = waits[:start], waits[start + LISTED :]
    rows = [
        *_more(before[::-1], "before"),
        *rows,
        *_more(after, "after"),
    ]
    items = ui.attrs(html.Ul(rows, className="q", role="listbox"), aria_label="Waiting")
    gain = fraction(left_to_gain(cards), 3)
    foot = html.A(
        [f"{stands.left} open · ", html.Span(f"{gain} left to gain", className="score")],
        href="/review/relations?view=confidence",
        className="sidehd foot muted",
    )
    return [head, items, foot]


def _more(outside: Sequence[Waiting], where: str) -> list[Component]:
    """How many stand outside of the list, the nearest first; it leads to that one."""
    if not outside:
        return []
    nearest, farthest = (name(one.card.relation.key) for one in (outside[0], outside[-1]))
    button = html.Button(f"{len(outside)} more {where} these", className="link")
    line = html.Li(button, className="muted more")
    return [ui.attrs(line, data_jump=nearest, data_far=farthest, data_where=where)]


def _row(one: Waiting, chosen: bool, order: Order) -> Component:
    relation = one.card.relation
    consumer, parameter = demand(relation) or ("", "")
    several = one.suppliers > 1
    says = f"{parameter} from {one.suppliers} tools" if several else _says(relation)
    sure = order is Order.CONFIDENCE
    number = fraction(relation.confidence) if sure else impact_words(one.impact)
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


def nothing_within(at: Address) -> list[Component]:
    """What stands there when nothing waits of what the address asks for."""
    every = html.A("Show all that waits", href=Address(order=at.order).path(), className="btn")
    return [ui.empty("Nothing of this waits", f"{limit_words(at.only)}: all are decided.", every)]


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
