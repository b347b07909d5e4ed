"""The review of relations: one card at a time, each decision one key, the next one at once.

Decisions are plain commands; what concerns all look-alikes goes as a gesture, and is one step.
Beside the cards stand how sure the rules are, the curator's rules, and what a log proposes.
"""

from collections.abc import Sequence
from enum import StrEnum

from dash import Dash, Input, Output, State, dcc, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.curate.review import Card, Order
from graphwright.curate.suppliers import Waiting, gathered

from ... import components as ui
from ...drawn import drawn, stamp
from ...reviewing import tabs, waiting
from ...services import Services
from ...shell import address, shown
from ...views.calibrated import KEPT, decide_proposal
from ...views.reviewed import (
    Address,
    View,
    chosen,
    decide_alike,
    decide_suppliers,
    limit_words,
    limited,
    rule_alike,
)
from . import card as one
from . import logs, queue, sure
from .usage import usage

NAME, PATH = "review", "/review/relations"
_ORDERS = {
    Order.IMPACT: "Impact",
    Order.CONFIDENCE: "Least sure",
    Order.RULE: "By rule",
}


_VIEWS = {
    View.CARD: "Cards",
    View.CONFIDENCE: "Confidence",
    View.RULES: "Rules",
    View.USAGE: "Usage",
}


class Ids(StrEnum):
    TABS = "review-tabs"
    ORDER = "review-order"
    VIEWS = "review-views"
    LATER = "review-later"
    AGAIN = "review-again"
    CHOSEN = "review-chosen"  # how many rows are chosen; `review-chosen.js` fills it
    QUEUE = "review-queue"
    BODY = "review-body"


def layout() -> Component:
    head = ui.page_head(
        "Review",
        drawn(html.Div(id=Ids.TABS, className="tabs")),
        html.Span(className="grow"),
        ui.button("Hide scores", "review-hide", sign="eye-off", key="H", look="sm ghost"),
    )
    side = html.Div(
        [
            drawn(html.Div(id=Ids.ORDER, className="orders")),
            ui.attrs(
                html.Div(id=Ids.CHOSEN, className="sidehd chosen", hidden=True), aria_live="polite"
            ),
            drawn(html.Div(id=Ids.QUEUE, className="waits")),
        ],
        className="side",
    )
    pane = html.Div(
        [
            drawn(html.Div(id=Ids.VIEWS, className="views")),
            drawn(html.Div(id=Ids.BODY, className="pane")),
        ],
        className="pane",
    )
    body = html.Div([side, pane], className="body")
    stores = [dcc.Store(id=Ids.LATER, data=[]), dcc.Store(id=Ids.AGAIN)]
    return html.Div([head, body, *stores], className="main")


def register(app: Dash, services: Services) -> None:
    services.gestures["decide-alike"] = decide_alike
    services.gestures["decide-suppliers"] = decide_suppliers
    services.gestures["rule-alike"] = rule_alike
    services.gestures["decide-proposal"] = lambda curation, request: decide_proposal(
        curation, services.project.records(KEPT), request
    )
    logs.register(app, services)

    @app.callback(
        Output(Ids.TABS, "tree"),
        Output(Ids.ORDER, "tree"),
        Output(Ids.QUEUE, "tree"),
        Output(Ids.BODY, "tree"),
        Output(Ids.VIEWS, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Ids.AGAIN, "data"),
        State(Ids.LATER, "data"),
        prevent_initial_call=True,
    )
    def draw(
        revision: int, path: str | None, _: int | None, later: list[str] | None
    ) -> tuple[list[Component] | Component, ...]:
        at = Address.read(path or PATH)
        curation = services.curation
        cards = limited(services.queue(curation, at.order), curation, at.only)
        waits = gathered(cards, at.key)
        shown_one = chosen(waits, at, later or [])
        counts = waiting(curation, services.cluster_count(curation))
        body = _body(services, curation, cards, waits, shown_one, at, later or [])
        side = queue.listed(curation, cards, waits, shown_one, at.order)
        of = stamp(html.Span(hidden=True), path or PATH, revision)
        return tabs(PATH, counts), _order(at), side, [*body, of], _views(at)


def _body(
    services: Services,
    curation: Curation,
    cards: Sequence[Card],
    waits: Sequence[Waiting],
    shown_one: Waiting | None,
    at: Address,
    later: list[str],
) -> list[Component]:
    match at.view:
        case View.CONFIDENCE:
            return sure.confidence(curation, cards)
        case View.RULES:
            return sure.rules(curation)
        case View.USAGE:
            return usage(curation, services.project.records(KEPT))
    if shown_one is None:
        if limit_words(at.only) and not waits:
            return queue.nothing_within(at)
        return queue.nothing_left(curation, later)
    return one.body(services, curation, shown_one, at, waits.index(shown_one) + 1, len(waits))


def _views(at: Address) -> Component:
    links = [
        ui.attrs(
            html.A(text, href=Address(order=at.order, view=view).path(), role="tab"),
            aria_selected=str(view is at.view).lower(),
        )
        for view, text in _VIEWS.items()
    ]
    made = html.Div(links, className="seg", role="tablist")
    return ui.attrs(made, aria_label="View")


def _order(at: Address) -> list[Component]:
    links = [
        ui.attrs(
            html.A(text, href=Address(order=order, only=at.only).path(), role="tab"),
            aria_selected=str(at.order is order).lower(),
        )
        for order, text in _ORDERS.items()
    ]
    orders = ui.attrs(html.Div(links, className="seg", role="tablist"), aria_label="Order")
    words = limit_words(at.only)
    every = html.A(
        [html.Span(words, className="ell"), ui.icon("cross", small=True)],
        href=Address(order=at.order).path(),
        title=f"{words}; show all of them",
        className="chip acc only",
    )
    return [orders, *([every] if words else [])]
