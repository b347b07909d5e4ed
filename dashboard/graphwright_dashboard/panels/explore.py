"""The graph: a map of groups, opened step by step, with its table twin."""

from enum import StrEnum

from dash import Dash, html
from dash.development.base_component import Component

from ..components import page_head
from ..services import Services

NAME, PATH = "explore", "/explore"


class Ids(StrEnum):
    CANVAS = "explore-canvas"


def layout() -> Component:
    return html.Div(
        [page_head("Explore"), html.Div(html.Div(id=Ids.CANVAS), className="body")],
        className="main",
    )


def register(app: Dash, services: Services) -> None:
    """Nothing to listen to."""
