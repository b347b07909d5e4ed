"""A workflow as its picture shows it: cards with ports, what feeds each port, problems by step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphwright.graph import ToolGraph
from graphwright.issues import Issue, Severity
from graphwright.tools import Field, Parameter, Tool
from graphwright.workflow.expressions import InputValue, StepOutput, expressions
from graphwright.workflow.model import Binding, Step, Workflow
from graphwright.workflow.parameters import is_bound, parameter_of
from graphwright.workflow.paths import as_field
from graphwright.workflow.places import parts_of
from graphwright.workflow.references import input_name, uses_of_step

INPUTS = "$inputs"
_GIVEN = 5  # outputs on a card beside those that are used
_OPTIONAL = 3  # optional parameters on a card beside those that are bound


@dataclass(frozen=True, slots=True)
class Port:
    """One value that a card takes or gives.

    Attributes:
        state: of what is taken: "proved", "choice" (works after a choice), "missing",
            "constant" or "optional"; of what is given: "used" or "free".
        sources: ports that feed it, each `step id|path`; empty for what is given.
    """

    name: str
    type: str
    state: str
    sources: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One step, or (`id` "$inputs") what the workflow is given."""

    id: str
    tool: str
    number: int
    takes: tuple[Port, ...]
    gives: tuple[Port, ...]
    notes: tuple[tuple[str, str], ...] = ()  # (tone, text) of its first problem
    readers: int = 0  # places that take a value of it


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. `step` is "" where it concerns the whole."""

    severity: Severity
    step: str
    number: int
    tool: str
    parameter: str
    message: str
    issue: Issue


def cards(workflow: Workflow, graph: ToolGraph, issues: Sequence[Issue]) -> tuple[Card, ...]:
    """The input card, where there are inputs, and one for each step in order."""
    used = {source for step in workflow.steps for source in _sources_of(step, workflow)}
    found = problems(workflow, issues)
    made = [
        _card(workflow, step, number, graph, used, [p for p in found if p.step == step.id])
        for number, step in enumerate(workflow.steps, 1)
    ]
    return (*_input_card(workflow, used), *made)


def _input_card(workflow: Workflow, used: set[str]) -> Iterator[Card]:
    if workflow.inputs:
        gives = tuple(
            Port(one.name, one.type, "used" if f"{INPUTS}|{one.name}" in used else "free")
            for one in workflow.inputs
        )
        yield Card(INPUTS, "", 0, (), gives)


def _card(
    workflow: Workflow,
    step: Step,
    number: int,
    graph: ToolGraph,
    used: set[str],
    found: Sequence[Problem],
) -> Card:
    tool = graph.tools.get(step.tool)
    notes = [(_TONES[p.severity], p.message) for p in found if p.severity is not Severity.NOTE]
    takes = tuple(_takes(workflow, step, tool, found))
    gives = _gives(step, tool, used)
    readers = len(uses_of_step(workflow, step.id))
    return Card(step.id, step.tool, number, takes, gives, tuple(notes[:1]), readers)


_TONES = {Severity.ERROR: "bad", Severity.WARNING: "warn", Severity.NOTE: ""}


def _takes(
    workflow: Workflow, step: Step, tool: Tool | None, found: Sequence[Problem]
) -> Iterator[Port]:
    wrong = {p.parameter: p for p in found if p.parameter}
    for name, binding in step.bindings.items():
        declared = parameter_of(tool, name) if tool else None
        yield _taken(workflow, name, binding, declared, wrong.get(name))
    free = [p for p in tool.parameters if not _is_filled(p, step)] if tool else []
    for parameter in (p for p in free if p.required):
        yield Port(parameter.name, kind(parameter), "missing", note="nothing gives it")
    for parameter in [p for p in free if not p.required][:_OPTIONAL]:
        yield Port(parameter.name, kind(parameter), "optional")


def _is_filled(parameter: Parameter, step: Step) -> bool:
    names = {as_field(name) for name in step.bindings}
    inside = any(n.startswith((f"{parameter.name}.", f"{parameter.name}[")) for n in names)
    return parameter.name in names or "body" in names or inside


def _taken(
    workflow: Workflow,
    name: str,
    binding: Binding,
    declared: Parameter | None,
    wrong: Problem | None,
) -> Port:
    sources = tuple(_sources(binding, workflow))
    type = kind(declared) if declared else ""
    if not is_bound(binding) or (wrong and wrong.severity is Severity.ERROR):
        return Port(name, type, "missing", sources, wrong.message if wrong else "")
    if wrong:
        return Port(name, type, "choice", sources, wrong.message)
    return Port(name, type, "proved" if sources else "constant", sources, said(binding))


def _gives(step: Step, tool: Tool | None, used: set[str]) -> tuple[Port, ...]:
    taken = [s.partition("|")[2] for s in sorted(used) if s.partition("|")[0] == step.id]
    known = {field.path: field for field in tool.outputs} if tool else {}
    ports = [Port(path, _field_kind(known.get(as_field(path))), "used") for path in taken]
    paths = {as_field(path) for path in taken}
    free = [field for field in known.values() if field.path not in paths and field.path]
    return (*ports, *(Port(f.path, _field_kind(f), "free") for f in free[:_GIVEN]))


def _sources_of(step: Step, workflow: Workflow) -> Iterator[str]:
    for binding in step.bindings.values():
        yield from _sources(binding, workflow)


def _sources(binding: Binding, workflow: Workflow) -> Iterator[str]:
    for one in expressions(binding.source or ""):
        if isinstance(one, StepOutput):
            yield f"{one.step}|{one.path}"
        elif isinstance(one, InputValue):
            yield f"{INPUTS}|{input_name(one, workflow)}"


def said(binding: Binding) -> str:
    """Where a value comes from, in a few words: `order → id`, `input email`, `constant 3`."""
    if binding.source is None:
        return f"constant {binding.value!r}" if binding.value is not None else "not set"
    return named(binding.source)


def named(source: str) -> str:
    """A source in a few words: `order → id`, `input email`."""
    if source.startswith("$inputs."):
        return f"input {source.removeprefix('$inputs.')}"
    return source.removeprefix("$steps.").replace(".outputs.", " → ", 1).removesuffix(".outputs")


def kind(parameter: Parameter) -> str:
    """`uuid`, `enum(3)`, `string[]`: what a value must be, in a word."""
    if parameter.enum:
        return f"enum({len(parameter.enum)})"
    if parameter.type == "array":
        return f"{parameter.items or 'any'}[]"
    return parameter.format or parameter.type


def _field_kind(field: Field | None) -> str:
    if field is None:
        return ""
    return f"enum({len(field.enum)})" if field.enum else field.format or field.type


def problems(workflow: Workflow, issues: Iterable[Issue]) -> tuple[Problem, ...]:
    """Problems by severity, then in the order of the steps."""
    made = [_problem(workflow, issue) for issue in issues]
    rank = list(Severity)
    return tuple(sorted(made, key=lambda p: (rank.index(p.severity), p.number or 9999)))


def _problem(workflow: Workflow, issue: Issue) -> Problem:
    match parts_of(issue.where):
        case ["steps", number, *rest] if number.isdigit() and int(number) < len(workflow.steps):
            step = workflow.steps[int(number)]
            parameter = rest[1] if len(rest) > 1 and rest[0] == "bindings" else ""
            place = int(number) + 1
            return Problem(
                issue.severity, step.id, place, step.tool, parameter, issue.message, issue
            )
        case _:
            return Problem(issue.severity, "", 0, "", "", issue.message, issue)
