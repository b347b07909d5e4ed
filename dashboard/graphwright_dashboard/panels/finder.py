"""The box in the bar: a tool or group by name, a page or an action, a question to search for."""

from collections import Counter
from dataclasses import asdict
from enum import StrEnum

from dash import ClientsideFunction, Dash, Input, html
from dash.development.base_component import Component
from flask import Response, jsonify, request

from ..components import icon, kbd
from ..services import Services
from ..shell import Shared
from ..views.finding import found


class Ids(StrEnum):
    FIELD = "finder-field"


def layout() -> Component:
    """`finder.js` owns what is inside the field: an input and its list of options."""
    box = [icon("search"), html.Div(id=Ids.FIELD, className="grow"), *kbd("Ctrl K")]
    return html.Div(box, className="input finder", role="search")


def register(app: Dash, services: Services) -> None:
    def find() -> Response:
        """Names that agree with `q`, as JSON; `only=tools` leaves groups out."""
        groups = request.args.get("only") != "tools"
        asked = request.args.get("q", "")
        domains = Counter(services.tiers().domain_of.values()) if groups else {}
        matches = found(services.curation, asked, groups=groups, domains=domains)
        return jsonify([asdict(one) for one in matches])

    app.server.add_url_rule("/find", view_func=find)
    app.clientside_callback(
        ClientsideFunction("finder", "asked"),
        Input(Shared.QUERY, "data"),
        prevent_initial_call=True,
    )
