"""The frame around the pages: bar, rail, notice, and the places of inspector and radar."""

from dataclasses import dataclass
from enum import StrEnum

from dash import html
from dash.development.base_component import Component

from .components import attrs, button, chip, icon, icon_button, kbd
from .drawn import drawn


class Ids(StrEnum):
    SKIP = "shell-skip"
    UNDO = "shell-undo"
    REDO = "shell-redo"
    SAVED = "shell-saved"
    GATE = "shell-gate"
    GATE_TEXT = "shell-gate-text"
    HELP = "shell-help"
    THEME = "shell-theme"
    STATUS = "shell-status"
    TOAST = "shell-toast"
    TOAST_UNDO = "shell-toast-undo"
    TOAST_SHOW = "shell-toast-show"
    TOAST_ANYWAY = "shell-toast-anyway"
    TOAST_CLOSE = "shell-toast-close"
    PEOPLE = "shell-people"
    NOWHERE = "shell-nowhere"


@dataclass(frozen=True, slots=True)
class Place:
    """One link of the rail. `counts` names what waits there (a key of `Shared.WAITING`)."""

    path: str
    title: str
    sign: str
    counts: str = ""


PLACES = (
    Place("/", "Overview", "home"),
    Place("/explore", "Explore", "explore"),
    Place("/review/relations", "Review", "review", "review"),
    Place("/lab", "Search Lab", "search"),
    Place("/workflows", "Workflows", "workflows", "workflows"),
    Place("/release", "Release", "release"),
    Place("/history", "History", "history"),
    Place("/settings", "Settings", "settings"),
)


def skip() -> html.Button:
    """The first stop of the Tab key: past the frame, into the page."""
    return button("Skip to the page", Ids.SKIP, look="skip")


def bar(project: str, file: str, finder: Component, read_only: bool = False) -> html.Header:
    name = html.Div(
        [html.B(project, className="ell"), html.Span(file, className="muted small w1440 ib")],
        className="proj",
        title=file,
    )
    left = html.Div([html.Span(icon("brand"), className="mark"), name, toast()], className="left")
    return html.Header([left, finder, _state(read_only)], className="bar")


def _state(read_only: bool) -> html.Div:
    gate = [icon("flag", small=True), html.Span("No gate yet", id=Ids.GATE_TEXT)]
    closed = chip("Reading only", sign="lock", title="Nothing can be changed here.")
    return html.Div(
        [
            *([closed] if read_only else []),
            html.Span(id=Ids.PEOPLE, className="people"),
            icon_button("undo", "Undo", Ids.UNDO, disabled=True),
            icon_button("redo", "Redo", Ids.REDO, disabled=True),
            html.Span(
                [icon("check", small=True), html.Span(id=Ids.SAVED)], className="saved small muted"
            ),
            html.A(gate, id=Ids.GATE, href="/release", className="chip", title="Release gate"),
            html.Span(className="vsep"),
            icon_button("help", "Keys", Ids.HELP),
            icon_button("moon", "Theme", Ids.THEME),
        ],
        className="right",
    )


def rail() -> Component:
    links = [_link(place, push=place.path == "/history") for place in PLACES]
    return attrs(drawn(html.Nav(links, className="rail")), aria_label="Pages")


def _link(place: Place, *, push: bool) -> html.A:
    waits = [html.Span(className="waits", hidden=True)] if place.counts else []
    link = html.A(
        [icon(place.sign), *waits],
        href=place.path,
        title=place.title,
        className="push" if push else None,
    )
    return attrs(link, aria_label=place.title, data_title=place.title, data_counts=place.counts)


def toast() -> html.Div:
    """The notice: read out always, seen for a while, with Undo beside what can be undone.

    It stands over the project's name, where no page has a control.
    """
    parts = [
        html.Output(id=Ids.STATUS, role="status"),
        button("Undo", Ids.TOAST_UNDO, look="sm"),
        html.A("Show", id=Ids.TOAST_SHOW, href="/history", className="btn sm"),
        button("Do it all the same", Ids.TOAST_ANYWAY, look="sm"),
        icon_button("cross", "Close the notice", Ids.TOAST_CLOSE, small=True),
    ]
    return attrs(html.Div(parts, id=Ids.TOAST, className="toast"), data_idle="")


def nowhere() -> html.Section:
    """Shown where an address belongs to no page."""
    return html.Section(
        html.Div(
            [
                html.H2("There is no page at this address."),
                html.P(
                    ["Go to ", html.A("Explore", href="/explore"), ", or press ", *kbd("?"), "."]
                ),
            ],
            className="empty",
        ),
        id=Ids.NOWHERE,
        className="page centre",
        hidden=True,
    )
