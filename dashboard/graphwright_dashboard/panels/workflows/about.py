"""The sheet of a workflow as a whole: goal, inputs, outputs, and the other plans for its goal."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.workflow.model import Workflow

from ... import components as ui
from ...drawn import Field, TextArea
from ...views.board import named
from ...views.numbers import count


def about(workflow: Workflow) -> list[Component]:
    head = [
        html.Div(
            html.Span(f"Workflow of {count(len(workflow.steps), 'step')}", className="small muted"),
            className="row",
        ),
        html.Div(html.Code(workflow.id, className="name ell"), className="row"),
    ]
    goal = ui.attrs(
        TextArea(value=workflow.goal, className="field", rows=2),
        data_field="goal",
        aria_label="Goal",
    )
    sections = [
        ui.section("Goal", goal),
        ui.section("Inputs", *_inputs(workflow)),
        ui.section("Gives", *_outputs(workflow)),
        html.Section(
            html.P(
                "Select a step with J and K: where its values come from, and what it gives.",
                className="muted small",
            ),
            className="sec",
        ),
    ]
    body = html.Div(sections, className="ibody", key=f"workflow {workflow.id}")
    return [html.Div(head, className="ihead last"), body]


def _inputs(workflow: Workflow) -> list[Component]:
    if not workflow.inputs:
        return [html.P("Nothing is asked for.", className="muted small")]
    rows: list[Component] = []
    for one in workflow.inputs:
        box = Field(value=one.name, className="field mono", type="text")
        ui.attrs(box, data_field="input", data_name=one.name, aria_label=f"Name of {one.name}")
        kind = f"{one.type or 'any'}{'' if one.required else ', optional'}"
        gone = ui.attrs(
            ui.icon_button("trash", f"Remove {one.name}", small=True), data_gone=one.name
        )
        line = html.Div([box, html.Span(kind, className="muted small"), gone], className="row")
        rows.append(html.Div(line, title=one.description, className="inrow"))
    return rows


def _outputs(workflow: Workflow) -> list[Component]:
    if not workflow.outputs:
        text = "The answer of its last step."
        return [html.P(text, className="muted small")]
    return [
        html.Div(
            [
                html.Code(name, className="strong ell"),
                html.Span(named(source), className="muted small ell grow"),
                ui.attrs(ui.icon_button("trash", f"Remove {name}", small=True), data_unoutput=name),
            ],
            className="row",
        )
        for name, source in workflow.outputs.items()
    ]


def other_plans(workflow: Workflow, known: Sequence[Workflow]) -> list[Component]:
    """The plans for the goal that are known, the one that is shown marked."""
    tools = _tools(workflow)
    lines = []
    for number, plan in enumerate(known, 1):
        here = _tools(plan) == tools
        label = [html.B(str(number)), html.Code(" → ".join(_tools(plan)))]
        button = html.Button(label, className=f"pick btn ghost{' on' if here else ''}")
        lines.append(ui.attrs(button, data_plan=str(number), aria_pressed=str(here).lower()))
    if len(known) < 2:
        return []
    head = html.H3([html.Span("Plans for the goal"), html.Span(["next ", *ui.kbd("A")])])
    return [html.Section([head, html.Div(lines, className="picks plans")], className="sec")]


def _tools(workflow: Workflow) -> tuple[str, ...]:
    return tuple(step.tool for step in workflow.steps)
