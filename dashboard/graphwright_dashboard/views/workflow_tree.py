"""All values that a parameter could take, as a tree: the likeliest, inputs, steps before."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graphwright.graph import ToolGraph
from graphwright.issues import IssueCode, Severity
from graphwright.tools import Field, Parameter, Tool
from graphwright.workflow.candidates import candidates
from graphwright.workflow.expressions import InputValue, StepOutput
from graphwright.workflow.fit import Supply, misfits
from graphwright.workflow.model import Step, Workflow
from graphwright.workflow.paths import first_of, keys_of

from .board import named

_LIKELY = 4
_FIELDS = 300  # of one answer


@dataclass(frozen=True, slots=True)
class Node:
    """One line of the tree. A line without `source` cannot be taken.

    Attributes:
        fit: "fits" where it is as good as proved, "doubt" or "misfit"; "" for a like type.
        why: what speaks for or against it, or what it is.
    """

    label: str
    kind: str = ""
    source: str = ""
    fit: str = ""
    why: str = ""
    inner: tuple["Node", ...] = ()


@dataclass(frozen=True, slots=True)
class _Need:
    """What looks for a value."""

    consumer: Tool
    parameter: Parameter

    def taken(self, path: str) -> str:
        """A path as it is taken: of a list the first, unless a list is wanted."""
        return path if self.parameter.type == "array" else first_of(path)

    def fit(self, supply: Supply) -> tuple[str, str]:
        """How a value fits, and the first thing that speaks against it."""
        found = misfits(supply, self.consumer, self.parameter)
        against = [m for m in found if m.code is not IssueCode.LIST_TO_ITEM]
        if not against:
            return "", ""
        worst = "misfit" if any(m.severity is Severity.ERROR for m in against) else "doubt"
        return worst, f"{self.parameter.name} {against[0].clause}."


def tree(
    workflow: Workflow, step: Step, parameter: Parameter, graph: ToolGraph
) -> tuple[Node, ...]:
    """The likeliest values, then inputs and each step before, the nearest first."""
    tool = graph.tools.get(step.tool)
    if tool is None:
        return ()
    need = _Need(tool, parameter)
    earlier = workflow.steps[: workflow.steps.index(step)]
    likely = Node("Likeliest", inner=tuple(_likely(workflow, step, need, graph)))
    inputs = Node("Inputs", inner=tuple(_inputs(workflow, need)))
    steps = [
        Node(f"{number} {one.tool}", inner=_outputs(one, giver, need))
        for number, one in reversed(tuple(enumerate(earlier, 1)))
        if (giver := graph.tools.get(one.tool)) is not None
    ]
    return tuple(node for node in (likely, inputs, *steps) if node.inner)


def _likely(workflow: Workflow, step: Step, need: _Need, graph: ToolGraph) -> Iterator[Node]:
    sure = [one for one in candidates(workflow, step, need.parameter, graph) if one.sure]
    for one in sure[:_LIKELY]:
        source = need.taken(one.source)
        yield Node(named(source), source=source, fit="fits", why=one.why)


def _inputs(workflow: Workflow, need: _Need) -> Iterator[Node]:
    for one in workflow.inputs:
        fit, why = need.fit(Supply(one.type, label=f"the input {one.name}"))
        yield Node(one.name, one.type, str(InputValue(one.name)), fit, why or one.description)


def _outputs(step: Step, giver: Tool, need: _Need) -> tuple[Node, ...]:
    """The fields of an answer inside of the objects and lists that hold them."""
    fields = {keys_of(field.path): field for field in giver.outputs[:_FIELDS]}
    named = tuple(
        Node(name, source=str(StepOutput(step.id, name)), why=said)
        for name, said in step.outputs.items()
    )
    return (*_inside((), fields, step, giver, need), *named)


def _inside(
    around: tuple[str, ...],
    fields: Mapping[tuple[str, ...], Field],
    step: Step,
    giver: Tool,
    need: _Need,
) -> tuple[Node, ...]:
    depth = len(around)
    deeper = (keys for keys in fields if len(keys) > depth and keys[:depth] == around)
    found: list[Node] = []
    for keys in dict.fromkeys(keys[: depth + 1] for keys in deeper):
        inner = _inside(keys, fields, step, giver, need)
        if keys[-1] == "[]" and depth and keys not in fields:
            found += inner  # the items of a list stand in the line of the list
        else:
            found.append(_line(keys, fields.get(keys), inner, step, giver, need))
    return tuple(found)


def _line(
    keys: tuple[str, ...],
    field: Field | None,
    inner: tuple[Node, ...],
    step: Step,
    giver: Tool,
    need: _Need,
) -> Node:
    label = "each" if keys[-1] == "[]" else keys[-1]
    if field is None:
        return Node(label, "list" if keys[-1] == "[]" else "", inner=inner)
    source = str(StepOutput(step.id, need.taken(field.path)))
    fit, why = need.fit(Supply.of(giver, field, field.path))
    kind = f"enum({len(field.enum)})" if field.enum else field.format or field.type
    return Node(label, kind, source, fit, why or field.description, inner)
