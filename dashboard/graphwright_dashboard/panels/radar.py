"""The strip at the foot of every page: golden queries against the baseline, running jobs."""

from enum import StrEnum

from dash import Dash, html
from dash.development.base_component import Component

from ..components import icon
from ..services import Services


class Ids(StrEnum):
    CELLS = "radar-cells"


def layout() -> Component:
    nothing = html.Span(
        "No golden queries yet. They appear here once there are tools to find.", className="muted"
    )
    return html.Footer(
        [
            html.Span(icon("radar", small=True), className="lead"),
            html.Div(nothing, id=Ids.CELLS, className="cells"),
        ],
        className="radar",
    )


def register(app: Dash, services: Services) -> None:
    """Nothing to listen to."""
