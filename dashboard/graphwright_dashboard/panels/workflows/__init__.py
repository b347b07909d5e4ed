"""The workflow page: a list with what is valid, and the editor of one.

The address says which workflow, step and view (`/workflows/ID?step=S&view=text`). Every gesture
goes through the command channel as `{"do": "edit-workflow", …}`; the server makes the command.
"""

import json
from enum import StrEnum

from dash import Dash, Input, Output, dcc, html
from dash.development.base_component import Component
from flask import Response, abort

from graphwright.curate.commands import Command, PutWorkflow
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.workflow.check import check
from graphwright.workflow.form import workflow_json
from graphwright.workflow.plan import plan

from ... import components as ui
from ...drawn import drawn
from ...services import Services
from ...shell import address, shown
from ...views.board import problems
from ...views.workflow_address import Address
from ...views.workflow_gestures import command
from . import editor, overview
from .binding import step_sheet

NAME, PATH = "workflows", "/workflows"


class Ids(StrEnum):
    HEAD = "workflows-head"
    BODY = "workflows-body"
    FIND = "workflows-find"
    PALETTE = "workflows-palette"
    SIDE = "workflows-side"
    SHEET = "workflows-sheet"


def layout() -> list[Component]:
    find = dcc.Input(
        id=Ids.FIND, type="text", placeholder="Find a tool", debounce=0.15, autoComplete="off"
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
            drawn(html.Header(id=Ids.HEAD, className="head")),
            html.Div([palette, drawn(html.Div(id=Ids.BODY, className="pane"))], className="body"),
        ],
        className="main",
    )
    sheet = ui.attrs(drawn(html.Aside(id=Ids.SHEET, className="insp")), aria_label="Step")
    return [main, sheet]


def register(app: Dash, services: Services) -> None:
    services.gestures["edit-workflow"] = command
    services.gestures["plan-workflow"] = lambda curation, request: planned(
        services, curation, request
    )

    @app.callback(
        Output(Ids.HEAD, "tree"),
        Output(Ids.BODY, "tree"),
        Output(Ids.SHEET, "tree"),
        Output(Ids.SIDE, "hidden"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        prevent_initial_call=True,
    )
    def draw(
        _: int, path: str | None
    ) -> tuple[list[Component], list[Component], list[Component], bool]:
        at = Address.read(path or PATH)
        curation = services.curation
        workflow = curation.workflows.get(at.id)
        if workflow is None:
            return overview.head(at), overview.body(curation, at), overview.sheet(), True
        issues = check(workflow, curation)
        head = editor.head(workflow, problems(workflow, issues), at)
        body = editor.body(workflow, curation.graph, issues, at)
        return head, body, step_sheet(workflow, curation.graph, issues, at), False

    @app.callback(
        Output(Ids.PALETTE, "tree"),
        Input(shown(NAME), "data"),
        Input(address(NAME), "data"),
        Input(Ids.FIND, "value"),
        prevent_initial_call=True,
    )
    def offer(_: int, path: str | None, words: str | None) -> list[Component]:
        at = Address.read(path or PATH)
        curation = services.curation
        workflow = curation.workflows.get(at.id)
        if workflow is None:
            return []
        return editor.palette(services.index(curation), workflow, at, words or "")

    def download(id: str) -> Response:
        workflow = services.curation.workflows.get(id)
        if workflow is None:
            abort(404)
        issues = check(workflow, services.curation)
        text = json.dumps(workflow_json(workflow, issues), indent=2, ensure_ascii=False)
        response = Response(text, mimetype="application/json")
        response.headers.set("Content-Disposition", "attachment", filename=f"{id}.workflow.json")
        return response

    app.server.add_url_rule("/workflows/<path:id>/download", view_func=download)


def planned(services: Services, curation: Curation, request: object) -> Command:
    """The command that puts a workflow planned from a goal, under the id that the page chose.

    Raises:
        CommandError: there is no goal, or no tool answers it.
    """
    match request:
        case {"id": str(id), "goal": str(goal)} if id and goal.strip():
            made = plan(services.index(curation), goal.strip())
            if not made.steps:
                raise CommandError(f"No tool answers '{goal.strip()}'; say it in other words.")
            return PutWorkflow(workflow=overview.renamed(made, id))
        case _:
            raise CommandError("Say what the workflow is to reach.")
