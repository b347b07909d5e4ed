"""The dossier of whatever is selected, the same on every page."""

from enum import StrEnum

from dash import Dash, html
from dash.development.base_component import Component

from ..components import attrs, icon_button, kbd, section
from ..services import Services


class Ids(StrEnum):
    CLOSE = "inspector-close"
    BODY = "inspector-body"


def layout() -> Component:
    head = html.Div(
        [
            html.Span("Inspector", className="grow strong"),
            icon_button("cross", "Close (])", Ids.CLOSE, small=True),
        ],
        className="row",
    )
    parts = [
        html.Div(head, className="ihead"),
        html.Div(nothing(), id=Ids.BODY, className="ibody"),
    ]
    return attrs(html.Aside(parts, className="insp"), aria_label="Inspector")


def nothing() -> list[Component]:
    """What stands here while nothing is selected."""
    text = (
        "Nothing is selected. Whatever you select, on any page, is described here: what it takes "
        "and gives, its relations, the queries it wins and loses."
    )
    keys = [
        ("Find a tool, query or command", ["Ctrl K"]),
        ("Go to Explore", ["g", "e"]),
        ("Show or hide this panel", ["]"]),
        ("Undo anything", ["Ctrl Z"]),
        ("All keys", ["?"]),
    ]
    rows = [
        cell
        for words, caps in keys
        for cell in (html.Span(words), html.Span(kbd(*caps), className="row"))
    ]
    return [
        html.Section(html.P(text, className="muted small"), className="sec"),
        section("Worth knowing", html.Div(rows, className="known small")),
    ]


def register(app: Dash, services: Services) -> None:
    """Nothing to listen to."""
