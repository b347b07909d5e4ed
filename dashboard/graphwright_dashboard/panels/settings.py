"""Settings of the project that decide what search returns and what ships, and who edits here."""

from enum import StrEnum

from dash import Dash, Input, Output, State, dcc, html
from dash.development.base_component import Component

from .. import components as ui
from ..components import attrs
from ..drawn import drawn
from ..services import Services
from ..shell import Shared, shown
from ..signin import sign_out_form

NAME, PATH = "settings", "/settings"


class Ids(StrEnum):
    K = "settings-k"
    FLOOR = "settings-floor"
    SHIP = "settings-ship"
    APPLY = "settings-apply"
    NAME = "settings-name"
    SESSION = "settings-session"
    KEYS = "settings-keys"


def layout() -> Component:
    rows = [
        _row(
            "k",
            "Results that the deployed agent sees; every number of the Lab is at this k.",
            _number(Ids.K, 1, 100, 1),
        ),
        _row(
            "Floor",
            "A score at or below it counts as “no tool answers”.",
            _number(Ids.FLOOR, 0, 10, 0.01),
        ),
        _row(
            "Ships from",
            "Confidence from which a relation that our rules found goes to the runtime unreviewed.",
            _number(Ids.SHIP, 0, 1, 0.01),
        ),
    ]
    name = dcc.Input(id=Ids.NAME, type="text", placeholder="not said", debounce=True, maxLength=60)
    return html.Div(
        [
            ui.page_head("Settings"),
            html.Div(
                [
                    html.H2("Search and release", className="lab"),
                    *rows,
                    html.Div(
                        [
                            ui.button("Apply", Ids.APPLY, look="primary"),
                            html.Span("One undoable edit of the project.", className="small muted"),
                        ],
                        className="row apply",
                    ),
                    html.H2("Documents", className="lab"),
                    _upload(),
                    html.H2("In this browser", className="lab"),
                    _row("Your name", "Stands beside your edits in the history.", name),
                    _choice("theme", "Theme", "Light or dark.", ("light", "dark")),
                    _choice("density", "Density", "Height of rows.", ("comfortable", "compact")),
                    _choice(
                        "motion",
                        "Motion",
                        "“system” follows the setting of this machine.",
                        ("system", "none"),
                    ),
                    drawn(html.Div(id=Ids.SESSION)),
                    html.H2("Keys", className="lab"),
                    html.P(
                        "Choose a key with Enter or a click, then press the new one; Escape leaves "
                        "it, Backspace gives back the first one. They are kept in this browser.",
                        className="small muted",
                    ),
                    drawn(html.Div(id=Ids.KEYS, className="remap")),
                ],
                className="scroll form",
            ),
        ],
        className="main",
    )


def _upload() -> Component:
    choose = attrs(html.Button("Choose files", className="btn"), data_upload="")
    words = (
        "OpenAPI, MCP tools, function lists, graphs, workflows. One of the same name takes the "
        "place of the older one; decisions are made again on it."
    )
    label = html.Span([html.B("Add documents"), html.Span(words, className="small muted")])
    return html.Div([label, choose], className="setting")


def _choice(name: str, title: str, text: str, values: tuple[str, ...]) -> Component:
    """A choice that this browser keeps; `settings.js` hears of it."""
    options = [html.Option(value, value=value) for value in values]
    return drawn(_row(title, text, attrs(html.Select(options, className="field"), data_keeps=name)))


def _number(id: str, low: float, high: float, step: float) -> Component:
    return dcc.Input(id=id, type="number", min=low, max=high, step=step)


def _row(title: str, text: str, field: Component) -> Component:
    label = html.Span([html.B(title), html.Span(text, className="small muted")])
    return html.Label([label, field], className="setting")


def register(app: Dash, services: Services) -> None:
    @app.callback(
        Output(Ids.K, "value"),
        Output(Ids.FLOOR, "value"),
        Output(Ids.SHIP, "value"),
        Input(shown(NAME), "data"),
        prevent_initial_call=True,
    )
    def draw(_: int) -> tuple[int, float, float]:
        settings = services.curation.settings
        return settings.k, settings.floor, settings.ship_from

    @app.callback(
        Output(Ids.SESSION, "tree"), Input(shown(NAME), "data"), prevent_initial_call=True
    )
    def session(_: int) -> list[Component]:
        return [sign_out_form()] if services.signed_in else []

    @app.callback(
        Output(Shared.COMMAND, "data", allow_duplicate=True),
        Input(Ids.APPLY, "n_clicks"),
        State(Ids.K, "value"),
        State(Ids.FLOOR, "value"),
        State(Ids.SHIP, "value"),
        prevent_initial_call=True,
    )
    def apply(_: int, k: int | None, floor: float | None, ship: float | None) -> dict[str, object]:
        said = {"k": k, "floor": floor, "ship_from": ship}
        return {
            "do": "set-search",
            **{name: value for name, value in said.items() if value is not None},
        }

    app.clientside_callback(
        "(name) => name ?? ''",
        Output(Shared.CURATOR, "data"),
        Input(Ids.NAME, "value"),
        prevent_initial_call=True,
    )
