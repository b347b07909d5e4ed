"""What could come next in a workflow, and what could supply an input that is missing."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..graph import ToolGraph
from ..relations import Relation, RelationKind
from ..tools import Parameter, Tool
from .automap import automap
from .candidates import candidates
from .edits import bind, insert
from .effects import is_reader, lists
from .expressions import StepOutput
from .flows import Flows
from .identity import wanted
from .model import Step, Workflow
from .naming import free_id
from .order import TRUSTED
from .parameters import comes_from_outside

_WORTH = {RelationKind.REQUIRES: 1.0, RelationKind.PRECEDES: 0.9, RelationKind.COMPLEMENTARY: 0.6}
_READY = 0.5  # more, for a tool whose ids are all there
_MOST = 8


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A tool that may follow, with why, and the required ids that no step gives yet."""

    tool: str
    score: float
    why: str
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ghost:
    """A tool that is not in the workflow yet and would give a parameter its value."""

    tool: str
    path: str
    why: str


def suggest_next(
    workflow: Workflow, graph: ToolGraph, position: int | None = None, most: int = _MOST
) -> tuple[Suggestion, ...]:
    """Tools that the graph says go on from the steps before a position, ready ones first."""
    steps = workflow.steps[:position]
    used = {step.tool for step in steps}
    best: dict[str, Suggestion] = {}
    for near, step in enumerate(reversed(steps)):
        for tool, relation in _following(graph, step.tool):
            if tool in used or tool not in graph.tools:
                continue
            lacking = lacks(workflow, graph, graph.tools[tool], len(steps))
            worth = _WORTH[relation.kind] * relation.confidence - 0.05 * min(near, 9)
            score = worth + (0.0 if lacking else _READY)
            if tool not in best or score > best[tool].score:
                best[tool] = Suggestion(tool, score, _why(relation), lacking)
    ranked = sorted(best.values(), key=lambda one: (-one.score, one.tool))
    return tuple(ranked[:most])


def _following(graph: ToolGraph, tool: str) -> Iterator[tuple[str, Relation]]:
    """What runs after a tool, goes with it, or needs something of it."""
    for relation in graph.outgoing.get(tool, ()):
        if relation.kind in (RelationKind.PRECEDES, RelationKind.COMPLEMENTARY):
            yield from () if relation.rejected else ((relation.target, relation),)
    for relation in graph.incoming.get(tool, ()):
        if relation.kind in (RelationKind.REQUIRES, RelationKind.COMPLEMENTARY):
            yield from () if relation.rejected else ((relation.source, relation),)


def _why(relation: Relation) -> str:
    said = next((one.text for one in relation.evidence if one.text), "")
    return said or f"{relation.source} {relation.kind.value} {relation.target}."


def lacks(workflow: Workflow, graph: ToolGraph, tool: Tool, position: int) -> tuple[str, ...]:
    """The required ids of a tool that no step before a position gives."""
    step = Step(free_id(workflow, tool.name), tool.name)
    tried = Workflow(workflow.id, steps=(*workflow.steps[:position], step))
    return tuple(
        parameter.name
        for parameter in tool.required
        if wanted(tool, parameter.name)
        and not comes_from_outside(parameter)
        and not any(one.sure for one in candidates(tried, step, parameter, graph))
    )


def ghosts(
    workflow: Workflow, step: Step, parameter: Parameter, graph: ToolGraph, most: int = 3
) -> tuple[Ghost, ...]:
    """Tools that would supply a parameter as a step before, the cheapest first."""
    tool = graph.tools.get(step.tool)
    if tool is None:
        return ()
    position = workflow.steps.index(step)

    def cost(ghost: Ghost) -> tuple[int, bool, str]:
        giver = graph.tools[ghost.tool]
        return len(lacks(workflow, graph, giver, position)), not lists(giver), ghost.tool

    found = [
        Ghost(flow.provider, flow.path, flow.why)
        for flow in Flows(graph, TRUSTED).into(tool, parameter)
        if is_reader(graph.tools[flow.provider])
    ]
    return tuple(sorted(found, key=cost)[:most])


def with_ghost(
    workflow: Workflow, step: Step, parameter: Parameter, ghost: Ghost, graph: ToolGraph
) -> Workflow:
    """The workflow with the ghost as a real step before, bound to the parameter and mapped."""
    position = workflow.steps.index(step)
    filled = insert(workflow, ghost.tool, position, ghost.why)
    made = filled.steps[position].id
    source = str(StepOutput(made, ghost.path))
    return automap(bind(filled, step.id, parameter.name, source, parameter), graph, made)
