"""The workflow page: a list with what is valid, and the editor of one.

The address says which workflow, step and view (`/workflows/ID?step=S&view=text`). Every gesture
goes through the command channel as `{"do": "edit-workflow", …}`; the server makes the command.
"""

from collections.abc import Sequence
from enum import StrEnum

from dash import Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.issues import Issue
from graphwright.workflow.check import check
from graphwright.workflow.model import Workflow

from ... import components as ui
from ...drawn import drawn, stamp
from ...services import Services
from ...shell import address, shown
from ...views.board import problems
from ...views.workflow_address import Address
from ...views.workflow_gestures import command
from . import overview, routes
from .about import about, other_plans
from .binding import step_sheet
from .cards import canvas
from .dry import dry
from .head import head
from .offers import offers
from .picker import picker
from .planning import Plans
from .problem_list import problem_list
from .removal import removal
from .texts import Draft, text

NAME, PATH = "workflows", "/workflows"


class Ids(StrEnum):
    HEAD = "workflows-head"
    BODY = "workflows-body"
    FIND = "workflows-find"
    PALETTE = "workflows-palette"
    SIDE = "workflows-side"
    SHEET = "workflows-sheet"
    PLANS = "workflows-plans"
    DRAFT = "workflows-draft"  # {"id", "revision", "text"}: what is typed and not kept yet


def layout() -> list[Component]:
    find = dcc.Input(
        id=Ids.FIND, type="text", placeholder="Find a tool", debounce=0.12, autoComplete="off"
    )
    palette = html.Aside(
        [
            html.Div(
                html.Label([ui.icon("search"), find, *ui.kbd("I")], className="input"),
                className="find",
            ),
            drawn(html.Ul(id=Ids.PALETTE)),
        ],
        id=Ids.SIDE,
        className="side pal",
        hidden=True,
    )
    main = html.Div(
        [
            dcc.Store(id=Ids.DRAFT),
            drawn(html.Header(id=Ids.HEAD, className="head")),
            html.Div([palette, drawn(html.Div(id=Ids.BODY, className="pane"))], className="body"),
        ],
        className="main",
    )
    sheet = html.Aside(
        [
            drawn(html.Div(id=Ids.SHEET, className="sheet-of")),
            drawn(html.Div(id=Ids.PLANS, className="plans-of")),
        ],
        className="insp",
    )
    return [main, ui.attrs(sheet, aria_label="Step")]


def register(app: Dash, services: Services) -> None:
    made = Plans(services)
    services.gestures["edit-workflow"] = command
    services.gestures["plan-workflow"] = made.put
    services.gestures["other-plan"] = made.exchange
    routes.register(app, services)

    @app.callback(
        Output(Ids.HEAD, "tree"),
        Output(Ids.BODY, "tree"),
        Output(Ids.SHEET, "tree"),
        Output(Ids.SIDE, "hidden"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Ids.DRAFT, "data"),
        prevent_initial_call=True,
    )
    def draw(revision: int, path: str | None, typed: object) -> tuple[object, ...]:
        at = Address.read(path or PATH)
        curation = services.curation
        workflow = curation.workflows.get(at.id)
        if workflow is None:
            trees = overview.head(at), overview.body(curation, at), overview.sheet()
        else:
            trees = _editor(workflow, curation, typed, revision, at)
        head, body, sheet = trees
        of = stamp(html.Span(hidden=True), path or PATH, revision)
        return head, body, [*sheet, of], workflow is None or at.view in _WIDE

    @app.callback(
        Output(Ids.PLANS, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        prevent_initial_call=True,
    )
    def plans(_: int, path: str | None) -> list[Component]:
        """The other plans are looked for while the best one stands already."""
        at = Address.read(path or PATH)
        curation = services.curation
        workflow = curation.workflows.get(at.id)
        if workflow is None or at.step:
            return []
        return other_plans(workflow, made.known(curation, workflow.goal))

    @app.callback(
        Output(Ids.PALETTE, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Ids.FIND, "value"),
        prevent_initial_call=True,
    )
    def offer(revision: int, path: str | None, words: str | None) -> list[Component]:
        at = Address.read(path or PATH)
        curation = services.curation
        workflow = curation.workflows.get(at.id)
        if workflow is None or at.view in _WIDE:
            return []
        of = stamp(html.Li(hidden=True), path or PATH, revision)
        ui.attrs(of, data_words=words or "")
        return [of, *offers(curation, services.index(curation), workflow, at, words or "")]


_WIDE = ("text", "dry")  # views without the palette

Trees = tuple[list[Component], list[Component], list[Component]]


def _editor(
    workflow: Workflow, curation: Curation, typed: object, revision: int, at: Address
) -> Trees:
    """Head, body and sheet of an open workflow; its text may be ahead of what is kept."""
    draft = Draft.of(workflow, typed if at.view == "text" else None, revision)
    issues = check(draft.workflow, curation)
    found = problems(draft.workflow, issues)
    sheet = _sheet(draft.workflow, curation, issues, at)
    picture: list[Component] = [
        canvas(draft.workflow, curation.graph, issues, at),
        problem_list(draft.workflow, curation.graph, found, at),
    ]
    if at.view == "dry":
        body = dry(workflow, curation, at)
    elif at.view == "text":
        both = [html.Div(picture, className="pane"), text(workflow, draft, revision, at)]
        body = [html.Div(both, className=f"beside{' stale' if draft.refused else ''}")]
    else:
        body = picture
    return head(draft.workflow, found, at), body, sheet


def _sheet(
    workflow: Workflow, curation: Curation, issues: Sequence[Issue], at: Address
) -> list[Component]:
    step = workflow.step(at.step)
    if step is None:
        return about(workflow)
    if at.ask == "pick" and at.parameter:
        return picker(workflow, step, curation.graph, at)
    if at.ask == "delete":
        return removal(workflow, step, curation.graph)
    return step_sheet(workflow, step, curation.graph, issues)
