"""The proof of every binding: its source exists, comes earlier, and fits the parameter."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..formats.values import mapping
from ..graph import ToolGraph
from ..issues import Issue, IssueCode, Severity
from ..tools import Parameter, Tool
from .arazzo.document import KEY, body_outputs
from .expressions import Expression, InputValue, Other, StepOutput, expressions, parse
from .fit import Misfit, Supply, field_at, is_open, misfits, value_misfits
from .model import WORKFLOW, Binding, Step, Workflow
from .parameters import comes_from_outside, is_bound, parameter_of, unbound
from .places import at, issue
from .references import input_name, undeclared

_REFUSED = re.compile(r"\$statusCode\s*==\s*[45]\d\d")


@dataclass(frozen=True, slots=True)
class Ground:
    """What bindings are proved against."""

    workflow: Workflow
    graph: ToolGraph
    others: Mapping[str, Workflow]


def binding_issues(
    workflow: Workflow,
    position: int,
    step: Step,
    graph: ToolGraph,
    others: Mapping[str, Workflow],
) -> Iterator[Issue]:
    """What is wrong with the bindings of one step, unbound required parameters included."""
    ground = Ground(workflow, graph, others)
    tool = graph.tools.get(step.tool)
    for name, binding in step.bindings.items():
        where = at("steps", position, "bindings", name)
        yield from _source_issues(ground, name, binding, where)
        if tool is not None and is_bound(binding):
            yield from _parameter_issues(ground, tool, name, binding, where)
    if tool is not None:
        yield from _unbound_issues(tool, step, position)
    elif step.tool.startswith(WORKFLOW):
        yield from _call_issues(ground, step, position)


def _source_issues(ground: Ground, name: str, binding: Binding, where: str) -> Iterator[Issue]:
    """What a binding reads from, and is not there."""
    if binding.source is None:
        return
    found = expressions(binding.source)
    if not found:
        message = f"{name}: {binding.source!r} is no expression such as $inputs.name."
        yield issue(IssueCode.UNKNOWN_SOURCE, Severity.ERROR, where, message)
    for missing in undeclared(binding.source, ground.workflow):
        message = f"{name} reads the input {missing!r}, which is not declared."
        yield issue(IssueCode.UNKNOWN_SOURCE, Severity.ERROR, where, message)
    for one in found:
        if isinstance(one, StepOutput) and (problem := _missing_output(ground, one)):
            severity, said = problem
            yield issue(IssueCode.UNKNOWN_SOURCE, severity, where, f"{name} reads {said}.")


def _missing_output(ground: Ground, source: StepOutput) -> tuple[Severity, str] | None:
    step = ground.workflow.step(source.step)
    if step is None:
        return Severity.ERROR, f"from the step {source.step!r}, which is not there"
    if _declared(step, source.path):
        return None
    if step.tool.startswith(WORKFLOW):
        return _missing_called(ground, step, source.path)
    tool = ground.graph.tools.get(step.tool)
    if tool is None or not source.path or field_at(tool, source.path) is not None:
        return None
    if not tool.outputs:
        return Severity.NOTE, f"{source.path!r} of {tool.name}, whose answer is not described"
    if is_open(tool, source.path):
        return None
    sure = Severity.WARNING if claimed(step, source.path) else Severity.ERROR
    return sure, f"{source.path!r}, which {tool.name} does not give"


def _declared(step: Step, path: str) -> bool:
    """The path is, or is inside of, an output that the step declares by name."""
    return any(path == name or path.startswith((f"{name}.", f"{name}[")) for name in step.outputs)


def _missing_called(ground: Ground, step: Step, path: str) -> tuple[Severity, str] | None:
    called = ground.others.get(step.tool.removeprefix(WORKFLOW))
    if called is None or any(path == n or path.startswith(f"{n}.") for n in called.outputs):
        return None
    return Severity.ERROR, f"{path!r}, which the workflow {called.id!r} does not give"


def _parameter_issues(
    ground: Ground, tool: Tool, name: str, binding: Binding, where: str
) -> Iterator[Issue]:
    """What speaks against a binding's value where it goes."""
    parameter = parameter_of(tool, name)
    if parameter is None:
        return
    for misfit in binding_misfits(ground, tool, parameter, binding):
        message = f"{name} {misfit.clause}."
        yield issue(misfit.code, misfit.severity, where, message)


def binding_misfits(
    ground: Ground, tool: Tool, parameter: Parameter, binding: Binding
) -> tuple[Misfit, ...]:
    if binding.source is None:
        return value_misfits(binding.value, parameter)
    if len(expressions(binding.source)) != 1 or not binding.source.startswith("$"):
        return misfits(Supply("string", label="the text"), tool, parameter)
    supply = supplied(ground, parse(binding.source))
    return misfits(supply, tool, parameter) if supply else ()


def supplied(ground: Ground, source: Expression) -> Supply | None:
    """What an expression gives; None where nothing is known of it."""
    match source:
        case InputValue(name):
            return _input_supply(ground.workflow, source, name)
        case StepOutput(id, path):
            step = ground.workflow.step(id)
            tool = ground.graph.tools.get(step.tool) if step else None
            if step is None or tool is None or _declared(step, path):
                return None
            field = field_at(tool, path)
            return Supply.of(tool, field, path) if field else None
        case Other():
            return None


def _input_supply(workflow: Workflow, value: InputValue, name: str) -> Supply | None:
    declared = input_name(value, workflow)
    if declared != name:
        return None
    return next(
        (
            Supply(one.type, label=f"the input {one.name}")
            for one in workflow.inputs
            if one.name == name
        ),
        None,
    )


def claimed(step: Step, path: str) -> bool:
    """The document that a step came from says that its answer has this path."""
    said = body_outputs(mapping(step.raw.value().get(KEY))) if step.raw else {}
    return any(path == at or path.startswith((f"{at}.", f"{at}[")) for at in said.values())


def expects_refusal(step: Step) -> bool:
    """The step is a success when its request is refused, as tests of an API are written."""
    return any(_REFUSED.search(text) for text in step.success)


def _unbound_issues(tool: Tool, step: Step, position: int) -> Iterator[Issue]:
    for parameter in unbound(tool, step):
        outside = comes_from_outside(parameter) or expects_refusal(step)
        where = at("steps", position, "bindings", parameter.name)
        message = f"{parameter.name} is required and nothing gives it."
        severity = Severity.WARNING if outside else Severity.ERROR
        yield issue(IssueCode.UNBOUND, severity, where, message)


def _call_issues(ground: Ground, step: Step, position: int) -> Iterator[Issue]:
    """Required inputs of a called workflow that the step does not give."""
    called = ground.others.get(step.tool.removeprefix(WORKFLOW))
    for one in called.inputs if called else ():
        if one.required and not is_bound(step.bindings.get(one.name)):
            where = at("steps", position, "bindings", one.name)
            message = f"{one.name} is required by the workflow and nothing gives it."
            yield issue(IssueCode.UNBOUND, Severity.ERROR, where, message)
