"""Whether the order of steps agrees with what the graph says of `requires` and `precedes`."""

from collections.abc import Iterator

from ..graph import ToolGraph, may_ship
from ..issues import Issue, IssueCode, Severity
from ..relations import Relation, RelationKind
from .model import Workflow
from .places import at, issue

TRUSTED = 0.5  # confidence in [0, 1] from which an unreviewed inferred relation counts


def order_issues(workflow: Workflow, graph: ToolGraph) -> Iterator[Issue]:
    """A warning for each pair of steps whose tools the graph wants the other way round."""
    positions = _positions(workflow)
    for second, position in positions.items():
        for first, relation in earlier(graph, second):
            if first in positions and min(positions[first]) > max(position):
                message = f"{_said(relation)}, but {first} comes later."
                yield issue(IssueCode.ORDER, Severity.WARNING, at("steps", position[0]), message)


def earlier(graph: ToolGraph, tool: str) -> Iterator[tuple[str, Relation]]:
    """The tools that should run before a tool, with the relation that says so.

    A pair of which the graph says both orders says nothing.
    """
    for relation in graph.outgoing.get(tool, ()):
        if relation.kind is RelationKind.REQUIRES and _counts(graph, relation):
            yield relation.target, relation
    for relation in graph.incoming.get(tool, ()):
        if relation.kind is RelationKind.PRECEDES and _counts(graph, relation):
            yield relation.source, relation


def _counts(graph: ToolGraph, relation: Relation) -> bool:
    if not may_ship(relation, TRUSTED) or relation.source == relation.target:
        return False
    against = graph.stack(relation.target, relation.source)
    return not any(r.kind is relation.kind and may_ship(r, TRUSTED) for r in against)


def _said(relation: Relation) -> str:
    return f"{relation.source} {relation.kind.value} {relation.target}"


def _positions(workflow: Workflow) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for position, step in enumerate(workflow.steps):
        found.setdefault(step.tool, []).append(position)
    return found
