"""The sheet of a step: what it takes and where each value comes from, what it gives."""

from collections.abc import Iterator, Mapping, Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.graph import ToolGraph
from graphwright.issues import Issue
from graphwright.tools import Parameter, Tool
from graphwright.workflow.candidates import Candidate, candidates
from graphwright.workflow.expressions import StepOutput
from graphwright.workflow.model import Step, Workflow
from graphwright.workflow.parameters import is_bound

from ... import components as ui
from ...drawn import Field, TextArea
from ...views.board import Problem, kind, named, problems
from ...views.workflow_ghost import Supply, asked

_MOST = 8  # sources offered for one parameter
_SHOWN = 24  # parameters with a form
_GIVEN = 20  # values of an answer


def step_sheet(
    workflow: Workflow, step: Step, graph: ToolGraph, issues: Sequence[Issue]
) -> list[Component]:
    tool = graph.tools.get(step.tool)
    number = workflow.steps.index(step) + 1
    wrong = {p.parameter: p for p in problems(workflow, issues) if p.step == step.id}
    sections = [
        _takes(workflow, step, tool, graph, wrong),
        *_supplied(asked(workflow, graph, step.id)),
        _gives(workflow, step, tool),
        _about(workflow, step),
    ]
    foot = html.Div(
        [
            ui.attrs(ui.icon_button("arrow-left", "Move earlier (Shift ←)"), data_act="earlier"),
            ui.attrs(ui.icon_button("arrow-right", "Move later (Shift →)"), data_act="later"),
            html.Span(className="grow"),
            ui.attrs(ui.button("Duplicate", key="D", look="sm"), data_act="duplicate"),
            ui.attrs(ui.button("Delete", key="Del", look="sm ghost danger"), data_act="delete"),
        ],
        className="ifoot",
    )
    line = [html.Code(step.tool, className="name ell")]
    route = (
        [ui.method_chip(tool), html.Code(tool.path, className="muted ell")]
        if tool
        else [html.Span("There is no such tool in the graph.", className="bad small")]
    )
    head = _head(
        f"Step {number} of {len(workflow.steps)}",
        [html.Div(line, className="row"), html.Div(route, className="row")],
    )
    # what is typed into the fields of one step is not for those of the next
    return [head, html.Div(sections, className="ibody", key=f"step {step.id}"), foot]


def _head(title: str, lines: Sequence[Component]) -> Component:
    return html.Div(
        [html.Div(html.Span(title, className="small muted"), className="row"), *lines],
        className="ihead",
    )


def _supplied(found: Supply | None) -> list[Component]:
    """A tool that would give an id which is asked of who runs the workflow."""
    if found is None:
        return []
    button = ui.button(f"Add {found.ghost.tool} before", key="S", look="sm")
    ui.attrs(button, data_act="supply", data_for=found.step, data_gives=found.parameter)
    ui.attrs(button, data_tool=found.ghost.tool)
    text = f"{found.parameter} is asked as an input; a step could give it."
    said = html.P(text, className="muted small", title=found.ghost.why)
    return [html.Section([said, html.Div(button)], className="sec supplied")]


def _about(workflow: Workflow, step: Step) -> Component:
    """Its reason, its id, and the steps that it waits for without reading from them."""
    reason = TextArea(value=step.reason, className="field", rows=2)
    ui.attrs(reason, data_field="reason", aria_label="Reason")
    id = Field(value=step.id, className="field mono", type="text")
    ui.attrs(id, data_field="id", aria_label="Id of the step")
    waits = [_wait(other, step) for other in workflow.steps[: workflow.steps.index(step)]]
    rows: list[Component] = [html.Label([html.Span("Reason", className="lab"), reason])]
    rows.append(html.Label([html.Span("Id", className="lab"), id]))
    if waits:
        rows.append(html.Div([html.Span("Waits for", className="lab"), *waits], className="waits"))
    return ui.section("Step", html.Div(rows, className="fields"))


def _wait(other: Step, step: Step) -> Component:
    waited = other.id in step.after
    button = html.Button(other.id, className=f"btn sm{' on' if waited else ''}")
    return ui.attrs(button, data_wait=other.id, aria_pressed=str(waited).lower())


def _takes(
    workflow: Workflow,
    step: Step,
    tool: Tool | None,
    graph: ToolGraph,
    wrong: Mapping[str, Problem],
) -> Component:
    known = list(tool.parameters) if tool else []
    names = {p.name for p in known}
    known += [Parameter(name) for name in step.bindings if name not in names]
    ordered = sorted(known, key=lambda p: (not p.required, p.name not in step.bindings))
    if not ordered:
        return ui.section("Takes", html.P("Nothing.", className="muted small"))
    forms = [_form(workflow, step, p, graph, wrong.get(p.name)) for p in ordered[:_SHOWN]]
    return ui.section("Takes", *forms)


def _form(
    workflow: Workflow, step: Step, parameter: Parameter, graph: ToolGraph, wrong: Problem | None
) -> Component:
    binding = step.bindings.get(parameter.name)
    bound = is_bound(binding)
    need = "required" if parameter.required else "optional"
    label = html.Div(
        [
            html.Code(parameter.name, className="strong ell"),
            html.Span(f"{kind(parameter)}, {need}", className="muted small"),
            html.Span(className="grow"),
            _state(bound, parameter, wrong),
        ],
        className="row",
    )
    current = binding.source if binding is not None else None
    options = list(_options(workflow, step, parameter, graph, current))
    # A select keeps what was chosen in it, so that a new binding needs a new one: hence the key.
    select = ui.attrs(
        html.Select(
            options,
            className=f"field{' bad' if wrong and not bound else ''}",
            key=f"{step.id}|{parameter.name}|{binding!r}",
        ),
        data_parameter=parameter.name,
        data_constant="" if binding is None or binding.source is not None else str(binding.value),
        aria_label=f"Source of {parameter.name}",
    )
    pick = ui.attrs(
        ui.icon_button("more", f"All values for {parameter.name} (P)"),
        data_pick=parameter.name,
    )
    note = wrong.message if wrong else ""
    return html.Div(
        [
            label,
            html.Div([select, pick], className="row"),
            *([html.P(note, className="muted small")] if note else []),
        ],
        className="bind",
    )


def _state(bound: bool, parameter: Parameter, wrong: Problem | None) -> Component:
    if wrong is not None:
        tone = "bad" if wrong.severity == "error" else "warn"
        return html.Span(
            [ui.icon("cross" if tone == "bad" else "warning", small=True), "look"],
            className=f"row small {tone}",
        )
    if bound:
        return html.Span([ui.icon("check", small=True), "proved"], className="row small ok")
    tone = "bad" if parameter.required else "muted"
    return html.Span("missing" if parameter.required else "not set", className=f"small {tone}")


def _options(
    workflow: Workflow, step: Step, parameter: Parameter, graph: ToolGraph, current: str | None
) -> Iterator[Component]:
    binding = step.bindings.get(parameter.name)
    constant = binding is not None and binding.source is None and binding.value is not None
    if constant and binding is not None:
        yield html.Option(f"constant {binding.value!r}", value="", selected=True)
    yield html.Option("not set", value="~unbind", selected=not current and not constant)
    found = candidates(workflow, step, parameter, graph)[:_MOST]
    if current and current not in {one.source for one in found}:
        yield html.Option(named(current), value=current, selected=True)
    yield from (_option(one, current) for one in found)
    yield html.Option("ask as an input of the workflow", value="~input")
    yield html.Option("a constant …", value="~constant")


def _option(one: Candidate, current: str | None) -> Component:
    sign = "" if one.sure else "? "
    return html.Option(
        f"{sign}{named(one.source)}",
        value=one.source,
        selected=one.source == current,
        title=one.why,
    )


def _gives(workflow: Workflow, step: Step, tool: Tool | None) -> Component:
    """Its answer, of which a value may be given on as an output of the workflow."""
    fields = tool.outputs[:_GIVEN] if tool else ()
    if not fields:
        return ui.section("Gives", html.P("Its answer is not described.", className="muted small"))
    given = {source: name for name, source in workflow.outputs.items()}
    rows = []
    for f in fields:
        source = str(StepOutput(step.id, f.path))
        rows += [
            html.Code(f.path or "(the answer)", className="ell", title=f.description or None),
            html.Span(f.format or f.type, className="t"),
            _give(source, f.name or step.id, given.get(source, "")),
        ]
    return ui.section("Gives", html.Div(rows, className="plist gives"))


def _give(source: str, name: str, given: str) -> Component:
    label = f"Output of the workflow: {given}" if given else "Make it an output of the workflow"
    button = html.Button(
        ui.icon("check" if given else "release", small=True),
        className=f"icb sm{' on' if given else ''}",
        title=label,
        tabIndex=-1,
    )
    ui.attrs(button, data_give=source, data_name=given or name, aria_label=label)
    return ui.attrs(button, aria_pressed=str(bool(given)).lower())
