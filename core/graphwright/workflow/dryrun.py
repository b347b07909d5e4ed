"""A run of a workflow with made-up answers: every binding resolved, every request shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..graph import HasGraph, ToolGraph
from ..issues import Severity
from ..tools import Tool
from .expressions import Expression, InputValue, StepOutput, expressions, parse
from .made_up import answer_of, value_of_type
from .model import WORKFLOW, Binding, Input, Step, Workflow
from .parameters import comes_from_outside, is_bound, parameter_of, unbound
from .paths import first_of, picks_all, value_at
from .proof import Ground, binding_misfits, expects_refusal
from .references import input_name, uses_of_input
from .request import Request, request_of


@dataclass(frozen=True, slots=True)
class Call:
    """One step as it would be run. `problems` are sentences; none when it can run."""

    step: str
    tool: str
    values: Mapping[str, object]  # by parameter
    request: Request | None
    answer: object
    problems: tuple[str, ...] = ()


@dataclass(slots=True)
class _Run:
    workflow: Workflow
    graph: ToolGraph
    inputs: Mapping[str, object]
    answers: dict[str, object] = field(default_factory=dict)  # of the steps that are done


def dry_run(
    workflow: Workflow, curation: HasGraph, inputs: Mapping[str, object] | None = None
) -> tuple[Call, ...]:
    """Each step with its request and a made-up answer, in order.

    Args:
        workflow: what is run.
        curation: what holds the tool graph.
        inputs: values of inputs by name; those that are not given are made up.
    """
    made = {one.name: _made_input(workflow, curation.graph, one) for one in workflow.inputs}
    run = _Run(workflow, curation.graph, {**made, **(inputs or {})})
    calls = []
    for step in workflow.steps:
        call = _call(run, step)
        calls.append(call)
        if not call.problems:
            run.answers[step.id] = call.answer
    return tuple(calls)


def _made_input(workflow: Workflow, graph: ToolGraph, one: Input) -> object:
    """A value for an input, as the first parameter that takes it wants it."""
    for use in uses_of_input(workflow, one.name):
        step = workflow.step(use.step)
        tool = graph.tools.get(step.tool) if step else None
        parameter = parameter_of(tool, use.name) if tool else None
        if parameter is not None and use.source == str(InputValue(one.name)):
            fits = parameter.type == one.type
            enum = parameter.enum if fits else ()
            return value_of_type(one.type, parameter.format if fits else "", enum, one.name)
    return value_of_type(one.type, "", (), one.name)


def _call(run: _Run, step: Step) -> Call:
    tool = run.graph.tools.get(step.tool)
    problems = list(_step_problems(run, step, tool))
    values: dict[str, object] = {}
    for name, binding in step.bindings.items():
        if is_bound(binding):
            try:
                values[name] = _resolved(run, tool, name, binding)
            except LookupError as error:
                problems.append(f"{name}: {error.args[0]}.")
    if tool is not None:
        problems += _misfits(run, step, tool)
    request = request_of(tool, values) if tool is not None else None
    answer = answer_of(run.workflow, step, tool)
    return Call(step.id, step.tool, values, request, answer, tuple(problems))


def _step_problems(run: _Run, step: Step, tool: Tool | None) -> Iterator[str]:
    if tool is None and not step.tool.startswith(WORKFLOW):
        yield f"There is no tool {step.tool!r}."
    for id in step.after:
        if id not in run.answers:
            yield f"It waits for {id!r}, which is not done."
    for parameter in unbound(tool, step) if tool else ():
        if not comes_from_outside(parameter) and not expects_refusal(step):
            yield f"{parameter.name} is required and has no value."


def _resolved(run: _Run, tool: Tool | None, name: str, binding: Binding) -> object:
    """The value of a binding.

    Raises:
        LookupError: what it reads from is not there; the argument says what.
    """
    if binding.source is None:
        return binding.value
    if binding.source.startswith("$"):
        parameter = parameter_of(tool, name) if tool else None
        return _value(run, parse(binding.source), bool(parameter and parameter.type == "array"))
    if not expressions(binding.source):
        raise LookupError(f"{binding.source!r} is no expression")
    text = binding.source
    for found in expressions(binding.source):
        text = text.replace(f"{{{found}}}", str(_value(run, found, False)))
    return text


def _value(run: _Run, found: Expression, as_list: bool) -> object:
    match found:
        case StepOutput(step, path):
            if step not in run.answers:
                raise LookupError(f"the step {step!r} has given nothing yet")
            return _at(run.answers[step], path if as_list and picks_all(path) else first_of(path))
        case InputValue(name):
            declared = input_name(found, run.workflow)
            if declared not in run.inputs:
                raise LookupError(f"there is no input {name!r}")
            inner = name[len(declared) :].removeprefix(".")
            value = run.inputs[declared]
            return _at(value, inner) if inner and isinstance(value, dict | list) else value
        case _:
            return str(found)


def _at(body: object, path: str) -> object:
    try:
        return value_at(body, path)
    except LookupError:
        raise LookupError(f"the answer has no {path!r}") from None


def _misfits(run: _Run, step: Step, tool: Tool) -> Iterator[str]:
    """Values that cannot go where they should, by what is declared of them."""
    ground = Ground(run.workflow, run.graph, {})
    for name, binding in step.bindings.items():
        parameter = parameter_of(tool, name)
        if parameter is not None and is_bound(binding):
            for misfit in binding_misfits(ground, tool, parameter, binding):
                if misfit.severity is Severity.ERROR:
                    yield f"{name} {misfit.clause}."
