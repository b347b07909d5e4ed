"""The review of relations: one card at a time, each decision one key, the next one at once.

Decisions are plain commands; what concerns all look-alikes goes as a gesture, and is one step.
"""

from enum import StrEnum

from dash import Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from graphwright.curate.review import Order

from ... import components as ui
from ...drawn import drawn
from ...reviewing import tabs, waiting
from ...services import Services
from ...shell import address, shown
from ...views.reviewed import Address, chosen, decide_alike, rule_alike
from . import card as one
from . import queue

NAME, PATH = "review", "/review/relations"
_ORDERS = {
    Order.IMPACT: "Impact first",
    Order.CONFIDENCE: "Least sure first",
    Order.RULE: "By rule",
}


class Ids(StrEnum):
    TABS = "review-tabs"
    ORDER = "review-order"
    LATER = "review-later"
    QUEUE = "review-queue"
    BODY = "review-body"


def layout() -> Component:
    head = ui.page_head(
        "Review",
        drawn(html.Div(id=Ids.TABS, className="tabs")),
        html.Span(className="grow"),
        drawn(html.Div(id=Ids.ORDER, className="row")),
        ui.button("Hide scores", "review-hide", sign="eye-off", key="H", look="sm ghost"),
    )
    side = drawn(html.Div(id=Ids.QUEUE, className="side"))
    body = html.Div([side, drawn(html.Div(id=Ids.BODY, className="pane"))], className="body")
    return html.Div([head, body, dcc.Store(id=Ids.LATER, data=[])], className="main")


def register(app: Dash, services: Services) -> None:
    services.gestures["decide-alike"] = decide_alike
    services.gestures["rule-alike"] = rule_alike

    @app.callback(
        Output(Ids.TABS, "tree"),
        Output(Ids.ORDER, "tree"),
        Output(Ids.QUEUE, "tree"),
        Output(Ids.BODY, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Ids.LATER, "data"),
        prevent_initial_call=True,
    )
    def draw(
        _: int, path: str | None, later: list[str] | None
    ) -> tuple[list[Component], Component, list[Component], list[Component]]:
        at = Address.read(path or PATH)
        curation = services.curation
        cards = services.queue(curation, at.order)
        card = chosen(cards, at, later or [])
        counts = waiting(curation, len(services.clusters(curation)))
        place = cards.index(card) + 1 if card is not None else 0
        body = (
            one.body(services, curation, card, at, place, len(cards))
            if card is not None
            else queue.nothing_left(curation, later or [])
        )
        return tabs(PATH, counts), _order(at), queue.listed(curation, cards, card, at), body


def _order(at: Address) -> Component:
    links = [
        ui.attrs(
            html.A(text, href=Address(order=order).path(), role="tab"),
            aria_selected=str(at.order is order).lower(),
        )
        for order, text in _ORDERS.items()
    ]
    return ui.attrs(html.Div(links, className="seg", role="tablist"), aria_label="Order")
