"""The box in the bar: find a tool, a query, a command."""

from enum import StrEnum

from dash import Dash, dcc, html
from dash.development.base_component import Component

from ..components import icon, kbd
from ..services import Services


class Ids(StrEnum):
    TEXT = "finder-text"


def layout() -> Component:
    return html.Div(
        [
            icon("search"),
            dcc.Input(
                id=Ids.TEXT, type="text", placeholder="Find tool, query, command…", className="grow"
            ),
            *kbd("Ctrl K"),
        ],
        className="input finder",
    )


def register(app: Dash, services: Services) -> None:
    """Nothing to listen to."""
