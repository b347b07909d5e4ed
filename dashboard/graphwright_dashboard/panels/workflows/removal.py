"""The sheet that says what the removal of a step breaks, and what could stand in its place."""

from dash import html
from dash.development.base_component import Component

from graphwright.graph import ToolGraph
from graphwright.workflow.automap import Consequence, consequences
from graphwright.workflow.model import Step, Workflow

from ... import components as ui
from ...views.board import named
from ...views.numbers import count


def removal(workflow: Workflow, step: Step, graph: ToolGraph) -> list[Component]:
    found = consequences(workflow, step.id, graph)
    number = workflow.steps.index(step) + 1
    head = [
        html.Div(html.Span(f"Delete step {number}", className="small muted"), className="row"),
        html.Div(html.Code(step.tool, className="name ell"), className="row"),
    ]
    text = f"{count(len(found), 'place reads', 'places read')} from it, and takes instead:"
    body = html.Section([html.P(text), *(_one(workflow, one) for one in found)], className="sec")
    delete = html.Button(["Delete", *ui.kbd("Enter")], className="btn sm danger")
    foot = [
        ui.attrs(delete, data_act="confirm-delete"),
        ui.attrs(ui.button("Keep it", key="Esc", look="sm ghost"), data_act="leave"),
    ]
    made = html.Div(body, className="ibody removal")
    return [
        html.Div(head, className="ihead last"),
        ui.attrs(made, data_removes=step.id),
        html.Div(foot, className="ifoot"),
    ]


def _one(workflow: Workflow, one: Consequence) -> Component:
    """A place that reads from the step, with the sources that could take over."""
    reader = workflow.step(one.use.step)
    place = (
        f"{workflow.steps.index(reader) + 1} {reader.tool}" if reader else "Output of the workflow"
    )
    options = [
        html.Option(named(source), value=source, selected=number == 0)
        for number, source in enumerate(one.offers)
    ]
    options.append(html.Option("nothing: it is left unset", value="", selected=not one.offers))
    select = ui.attrs(
        html.Select(options, className="field", key=f"{one.use.step}|{one.use.name}"),
        data_reader=one.use.step,
        data_name=one.use.name,
        aria_label=f"Source of {one.use.name}",
    )
    label = [html.Code(one.use.name, className="strong"), html.Span(place, className="muted small")]
    was = html.P(f"reads {named(one.use.source)} now", className="muted small")
    return html.Div([html.Div(label, className="row"), select, was], className="bind")
