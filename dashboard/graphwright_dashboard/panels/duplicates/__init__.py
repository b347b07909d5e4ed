"""Doubles: one cluster at a time, who survives and what happens, merged with one key.

The address says which cluster, survivor and members are meant, so that it can be shared.
"""

from enum import StrEnum

from dash import Dash, Input, Output, html
from dash.development.base_component import Component

from ... import components as ui
from ...drawn import drawn, stamp
from ...reviewing import tabs, waiting
from ...services import Services
from ...shell import address, shown
from ...views.clusters import Address, chosen, find
from . import cluster as one
from . import queue
from .threshold import threshold

NAME, PATH = "duplicates", "/review/duplicates"


class Ids(StrEnum):
    TABS = "duplicates-tabs"
    QUEUE = "duplicates-queue"
    BODY = "duplicates-body"
    THRESHOLD = "duplicates-threshold"


def layout() -> Component:
    head = ui.page_head(
        "Review",
        drawn(html.Div(id=Ids.TABS, className="tabs")),
        html.Span(className="grow"),
        drawn(html.Div(id=Ids.THRESHOLD)),
    )
    side = drawn(html.Div(id=Ids.QUEUE, className="side"))
    body = html.Div([side, drawn(html.Div(id=Ids.BODY, className="pane"))], className="body")
    return html.Div([head, body], className="main")


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.TABS, "tree"),
        Output(Ids.QUEUE, "tree"),
        Output(Ids.BODY, "tree"),
        Output(Ids.THRESHOLD, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        prevent_initial_call=True,
    )
    def draw(revision: int, path: str | None) -> tuple[list[Component], ...]:
        at = Address.read(path or PATH)
        curation = services.curation
        found = services.clusters(curation, at.threshold)
        cluster = find(found, at.cluster)
        if cluster is None:
            body = queue.nothing_left(services, curation, at)
        else:
            place = found.index(cluster) + 1
            choice = chosen(cluster, at)
            body = one.body(services, curation, choice, at, place, len(found))
        return (
            tabs(PATH, waiting(curation, len(found))),
            queue.listed(curation, found, cluster, at, services.project.journal()),
            [*body, stamp(html.Span(hidden=True), path or PATH, revision)],
            [threshold(services.pairs(curation), at)],
        )
