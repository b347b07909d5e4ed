"""The list of workflows, and the question that starts a new one."""

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.issues import Severity
from graphwright.workflow.check import check
from graphwright.workflow.model import Workflow

from ... import components as ui
from ...views.numbers import count
from ...views.workflow_address import Address


def head(at: Address) -> list[Component]:
    return [
        html.H1("Workflows"),
        html.Span(className="grow"),
        ui.attrs(ui.button("New", sign="plus", key="N", look="sm"), data_act="new"),
    ]


def body(curation: Curation, at: Address) -> list[Component]:
    unknown = [html.P(f"There is no workflow '{at.id}'.", className="block bad")] if at.id else []
    ordered = sorted(curation.workflows.values(), key=lambda one: one.id)
    if not ordered:
        text = (
            "A workflow is a chain of tools whose parameters are all given. "
            "Say what it is to reach, and the graph plans it."
        )
        new = ui.attrs(ui.button("New workflow", key="N", look="primary"), data_act="new")
        return [*unknown, ui.empty("No workflows yet", text, new)]
    rows = [_row(workflow, curation) for workflow in ordered]
    columns = ["Validity", "Workflow", "Goal", "Steps", ""]
    header = html.Thead(
        html.Tr([html.Th(name, className="num" if name == "Steps" else "") for name in columns])
    )
    table = html.Table([header, html.Tbody(rows)], className="small wfl")
    return [*unknown, html.Div(table, className="scroll flush")]


def _row(workflow: Workflow, curation: Curation) -> Component:
    issues = check(workflow, curation)
    errors = sum(issue.severity is Severity.ERROR for issue in issues)
    warnings = sum(issue.severity is Severity.WARNING for issue in issues)
    state = _state(errors, warnings)
    first = next((one for one in issues if one.severity is Severity.ERROR), None)
    wrong = [html.Div(first.message, className="bad")] if first else []
    remove = ui.attrs(html.Button("Remove", className="link nowrap"), data_remove=workflow.id)
    tools = " → ".join(step.tool for step in workflow.steps[:6])
    row = html.Tr(
        [
            html.Td(state),
            html.Td(
                html.A(html.Code(workflow.id), className="id", href=Address(workflow.id).path())
            ),
            html.Td([workflow.goal, html.Div(html.Code(tools), className="muted"), *wrong]),
            html.Td(str(len(workflow.steps)), className="num"),
            html.Td(remove, className="num"),
        ],
        tabIndex=0,
    )
    return ui.attrs(row, data_open=Address(workflow.id).path(), data_id=workflow.id)


def _state(errors: int, warnings: int) -> Component:
    if errors:
        return ui.chip(count(errors, "problem"), "bad", sign="cross", small=True)
    if warnings:
        return ui.chip(count(warnings, "warning"), "warn", sign="warning", small=True)
    return ui.chip("valid", "ok", sign="check", small=True)


def sheet() -> list[Component]:
    text = (
        "Open a workflow to see its steps. Each required parameter is proved: "
        "where its value comes from, and that it fits."
    )
    return [
        html.Div(
            html.Div(html.Span("Workflows", className="strong"), className="row"), className="ihead"
        ),
        html.Div(
            html.Section(html.P(text, className="muted small"), className="sec"), className="ibody"
        ),
    ]
