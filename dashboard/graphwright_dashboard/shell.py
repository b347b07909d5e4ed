"""The stores through which panels hear of each other, the one command channel, and the pages.

Every edit is a command's JSON form in `Shared.COMMAND`: JavaScript calls
`graphwright.send({do: …})`, which sends one at a time, in order; a Python callback has
`Output(Shared.COMMAND, "data", allow_duplicate=True)`. One callback does it, and announces the
new revision. `{"do": "undo"}`, `{"do": "redo"}`, `{"do": "revert", "revision": n}` go the same way.

A page's panel is a module with NAME, PATH, Ids, layout() and register(app, services). Its callbacks
listen to `shown(NAME)`, the revision to draw, which is set only while the page is visible, and to
`address(NAME)`, the path with its query string, which also is:

    NAME, PATH = "lab", "/lab"

    @app.callback(Output(Ids.RESULTS, "tree"), Input(shown(NAME), "data"))
    def draw(revision: int) -> list[html.Li]:
        return result_rows(services.curation)

Nothing else is needed: at another tab's edit a hidden page stays as it is, and is drawn when it is
shown next. Never listen to `Shared.REVISION` for anything that costs more than a millisecond.
A page that has an `html.Aside(className="insp")` beside its `html.Div(className="main")` takes the
inspector's place with it. Links are plain `html.A(href="/lab?q=…")`; scripts call `graphwright.go`.
"""

import logging
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from dash import ClientsideFunction, Dash, Input, Output, State, dcc, html, set_props
from dash.development.base_component import Component

from graphwright.curate.commands import read_command
from graphwright.curate.sentences import sentence
from graphwright.errors import CommandError, ConflictError, GraphwrightError

from . import frame
from .components import attrs
from .services import Services


class Shared(StrEnum):
    """What any panel may read and write. A panel never reads another panel's ids."""

    COMMAND = "shared-command"  # the JSON form of one command; the only way to change anything
    REVISION = "shared-revision"  # int: the project's revision that this tab knows
    SELECTION = "shared-selection"  # {"kind": "tool"|"group", "name"}, or
    #   {"kind": "relation", "source", "target", "relation": kind}; null for nothing
    PAGE = "shared-page"  # str: path and query string, "/lab?q=refund"
    NOTICE = "shared-notice"  # {"text", "tone": ""|"bad", "undo", "conflict": bool}; use `say`
    QUERY = "shared-query"  # str: what was searched for from the box in the bar
    FILTERS = "shared-filters"  # {"off": [kind …], "verdicts": […], "confidence": [low, high] …}
    WAITING = "shared-waiting"  # {"review": int, "workflows": int}: the dots of the rail
    GATE = "shared-gate"  # {"blockers": int} or null where there is no gate yet
    THEME = "shared-theme"  # "light" | "dark"
    TAB = "shared-tab"  # str: which open page this is, to tell its edits from others'
    CURATOR = "shared-curator"  # str: who edits in this browser, written to the journal
    BUSY = "shared-busy"  # bool: a command is under way


class Registers(Protocol):
    """A module with callbacks."""

    def register(self, app: Dash, services: Services) -> None: ...


class Slot(Registers, Protocol):
    """Finder, inspector, radar: on every page."""

    def layout(self) -> Component: ...


class Panel(Registers, Protocol):
    """A page, as a module."""

    NAME: str
    PATH: str

    def layout(self) -> Component | list[Component]: ...


def shown(name: str) -> str:
    """The store that holds the revision which the panel should draw, while its page is visible."""
    return f"{name}-shown"


def address(name: str) -> str:
    """The store that holds the page's path with its query string, while it is visible."""
    return f"{name}-address"


def layout(
    services: Services, panels: Sequence[Panel], finder: Slot, inspector: Slot, radar: Slot
) -> Component:
    project = services.project
    return html.Div(
        [
            html.Div(_stores(services, panels), className="stores"),
            frame.skip(),
            frame.bar(project.name, project.path.name, finder.layout(), services.read_only),
            frame.rail(),
            *(_page(panel) for panel in panels),
            frame.nowhere(),
            inspector.layout(),
            radar.layout(),
        ],
        className="app",
    )


def _stores(services: Services, panels: Sequence[Panel]) -> list[Component]:
    special = (Shared.REVISION, Shared.CURATOR)
    stores = [
        dcc.Store(id=Shared.REVISION, data=services.project.revision),
        dcc.Store(id=Shared.CURATOR, storage_type="local"),
        *(dcc.Store(id=name) for name in Shared if name not in special),
    ]
    of_panels = [dcc.Store(id=id) for p in panels for id in (shown(p.NAME), address(p.NAME))]
    return [*stores, *of_panels]


def _page(panel: Panel) -> html.Section:
    page = html.Section(panel.layout(), id=f"{panel.NAME}-page", className="page", hidden=True)
    return attrs(page, data_page=panel.NAME, data_path=panel.PATH)


def announce(revision: int, notice: str = "", *, undo: bool = False) -> None:
    """Tells every panel that the project has changed. Called inside a callback."""
    set_props(Shared.REVISION, {"data": revision})
    if notice:
        say(notice, undo=undo)


def say(text: str, *, tone: str = "", undo: bool = False, conflict: bool = False) -> None:
    """Shows one sentence; of a conflict, with a way to do it all the same. In a callback."""
    said = {"text": text, "tone": tone, "undo": undo, "conflict": conflict}
    set_props(Shared.NOTICE, {"data": said})


def on_error(error: Exception) -> None:
    """Every callback's error ends here, so that callbacks need no try."""
    if isinstance(error, GraphwrightError):
        say(str(error), tone="bad", conflict=isinstance(error, ConflictError))
    else:
        logging.getLogger(__name__).error("A callback failed.", exc_info=error)
        say("Something went wrong. It has been logged.", tone="bad")


def done(
    services: Services, request: object, by: str, base: int | None = None, tab: str = ""
) -> tuple[int, str, bool]:
    """Does what a request in the channel asks.

    Args:
        services: with the project.
        request: the JSON form of a command; with `anyway`, whatever others did meanwhile.
        by: the curator.
        base: the revision that the page showed; None for whatever there is.
        tab: the page.

    Returns:
        The new revision, the sentence to show, and whether "Undo" stands beside it.

    Raises:
        GraphwrightError: it cannot be done; everything is as it was.
    """
    if services.read_only:
        raise CommandError("This project is open for reading only.")
    project = services.project
    if isinstance(request, dict) and request.get("anyway"):
        request, base = {k: v for k, v in request.items() if k != "anyway"}, None
    own = services.people.own(tab) if tab else None
    match request:
        case {"do": "undo"}:
            return project.undo(by), "Undone.", False
        case {"do": "redo"}:
            return project.redo(by), "Done again.", False
        case {"do": "revert", "revision": int(revision)}:
            return project.revert(revision, by), f"Reverted revision {revision}.", True
        case {"do": str(name)} if name in services.gestures:
            command = services.gestures[name](services.curation, request)
        case _:
            command = read_command(request)
    return project.do(command, by, base, own), f"Done: {sentence(command)}.", True


def register(app: Dash, services: Services, panels: Sequence[Panel]) -> None:
    @app.callback(
        Input(Shared.COMMAND, "data"),
        State(Shared.CURATOR, "data"),
        State(Shared.REVISION, "data"),
        State(Shared.TAB, "data"),
        running=[(Output(Shared.BUSY, "data"), True, False)],
        prevent_initial_call=True,
    )
    def do_command(
        request: Mapping[str, object], curator: str | None, seen: int | None, tab: str | None
    ) -> None:
        revision, notice, undo = done(services, request, curator or "", seen, tab or "")
        services.people.made(tab or "", revision)
        announce(revision, notice, undo=undo)

    @app.callback(
        Output(frame.Ids.UNDO, "disabled"),
        Output(frame.Ids.REDO, "disabled"),
        Input(Shared.REVISION, "data"),
        State(Shared.CURATOR, "data"),
    )
    def show_history(_: int, curator: str | None) -> tuple[bool, bool]:
        project, by = services.project, curator or ""
        return not project.can_undo(by), not project.can_redo(by)

    def revision() -> tuple[str, dict[str, str]]:
        """One whole number: how a tab hears of another tab's edit."""
        return str(services.project.revision), {"Cache-Control": "no-store"}

    app.server.add_url_rule("/revision", view_func=revision)
    _register_clientside(app, panels)


def _register_clientside(app: Dash, panels: Sequence[Panel]) -> None:
    names = [panel.NAME for panel in panels]
    app.clientside_callback(
        ClientsideFunction("shell", "show_page"),
        [
            Output(frame.Ids.NOWHERE, "hidden"),
            *(Output(f"{name}-page", "hidden") for name in names),
            *(Output(shown(name), "data") for name in names),
            *(Output(address(name), "data") for name in names),
        ],
        Input(Shared.PAGE, "data"),
        Input(Shared.REVISION, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("shell", "saved"),
        Output(frame.Ids.SAVED, "children"),
        Input(Shared.REVISION, "data"),
        Input(Shared.BUSY, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("shell", "released"),
        Input(Shared.BUSY, "data"),
        State(Shared.REVISION, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("shell", "notice"),
        Output(frame.Ids.STATUS, "children"),
        Input(Shared.NOTICE, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("shell", "gate"),
        Output(frame.Ids.GATE_TEXT, "children"),
        Output(frame.Ids.GATE, "className"),
        Input(Shared.GATE, "data"),
    )
    app.clientside_callback(ClientsideFunction("shell", "waits"), Input(Shared.WAITING, "data"))
