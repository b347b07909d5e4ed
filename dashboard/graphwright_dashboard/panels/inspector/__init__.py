"""The dossier of whatever is selected, the same on every page."""

from collections.abc import Mapping
from hashlib import blake2b

from dash import ClientsideFunction, Dash, Input, Output, State, dcc, html, no_update
from dash.development.base_component import Component

from graphwright.evaluate.metrics import summed

from ...components import attrs, icon_button
from ...drawn import drawn
from ...services import Services
from ...shell import Shared
from .dossiers import dossier
from .ids import Ids
from .tool import Standing

__all__ = ["Ids", "layout", "register"]


def layout() -> Component:
    inside = [
        drawn(html.Div(id=Ids.HEAD, className="ihead")),
        drawn(html.Div(id=Ids.BODY, className="ibody")),
        drawn(html.Div(id=Ids.FOOT, className="ifoot")),
        icon_button("cross", "Close ( ] )", Ids.CLOSE, small=True),
        dcc.Store(id=Ids.TAB, data="overview"),
        dcc.Store(id=Ids.HAS),
    ]
    return attrs(html.Aside(inside, id=Ids.ASIDE, className="insp"), aria_label="Inspector")


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.HEAD, "tree"),
        Output(Ids.BODY, "tree"),
        Output(Ids.FOOT, "tree"),
        Output(Ids.HAS, "data"),
        Input(Shared.SELECTION, "data"),
        Input(Shared.REVISION, "data"),
        State(Ids.HAS, "data"),
    )
    def show(selection: Mapping[str, str] | None, _: int, has: str | None) -> tuple[object, ...]:
        curation, project = services.curation, services.project
        # a search over everything only for a tool, whose dossier tells of golden queries
        asked = (selection or {}).get("kind") == "tool"
        scores = services.scores(curation) if asked else summed((), 1, curation.graph)
        standing = Standing(scores, project.journal() if asked else ())
        shown = dossier(curation, selection or {}, services.drawn().graph, standing)
        trees = [list(part) for part in (shown.head, shown.body, shown.foot)]
        now = blake2b(repr(trees).encode(), digest_size=8).hexdigest()
        return (no_update,) * 4 if now == has else (*trees, now)

    app.clientside_callback(
        ClientsideFunction("inspector", "drawn"),
        Input(Ids.BODY, "tree"),
        prevent_initial_call=True,
    )
