"""What hangs on a relation: golden queries that owe it a hit, workflows that do what it says."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from ..evaluate.metrics import Searches, evaluate
from ..graph import Pair, ToolGraph
from ..relations import RelationKey, RelationKind
from ..workflow.model import Workflow
from ..workflow.references import steps_in
from .curation import Curation

_IN_WORKFLOW = 1.0  # cost of a wrong relation for each workflow that leans on it
_UNEXPECTED = 0.1  # weight of a hit that no golden query asks for


@dataclass(frozen=True, slots=True)
class Consequence:
    """What changes when a relation goes: golden queries, their mean recall, workflows."""

    broken: tuple[str, ...]
    mended: tuple[str, ...]
    recall: float  # change of the mean
    workflows: tuple[str, ...]  # ids of those that lean on it


def if_removed(
    curation: Curation, key: RelationKey, index_of: Callable[[Curation], Searches], k: int
) -> Consequence:
    """What changes for golden queries and workflows when the relation goes."""
    without = replace(curation, graph=curation.graph.without_relations(key))
    golden = tuple(curation.golden.values())
    before = evaluate(index_of(curation), golden, k)
    after = evaluate(index_of(without), golden, k)
    pairs = list(zip(before.per_query, after.per_query, strict=True))
    return Consequence(
        tuple(one.golden.query for one, other in pairs if one.passed and not other.passed),
        tuple(one.golden.query for one, other in pairs if other.passed and not one.passed),
        after.recall - before.recall,
        leaning(curation, key),
    )


def leaning(curation: Curation, key: RelationKey) -> tuple[str, ...]:
    """Ids of the workflows with steps that do what the relation says."""
    ends = _forward(key)
    return tuple(w.id for w in curation.workflows.values() if ends in _steps_joined(w))


def costs(curation: Curation, index: Searches, k: int) -> dict[RelationKey, float]:
    """What each relation is worth: recall that golden queries owe to it, workflows on it.

    One pass over the golden queries. The share of a score that came along a relation is read
    from its parts, and a hit that would leave the first k without it counts as lost.
    """
    found: dict[RelationKey, float] = {}
    for golden in curation.golden.values():
        hits = index.search(golden.query, k + 1).results
        bar = hits[k].score if len(hits) > k else 0.0
        for hit in hits:
            weight = 1 / len(golden.expect) if hit.tool in golden.expect else _UNEXPECTED
            for part in hit.parts:
                lost = hit.score - part.value <= bar
                share = 1.0 if lost else part.value / hit.score
                for key in _along(curation.graph, part.via):
                    found[key] = found.get(key, 0.0) + weight * share
    for workflow in curation.workflows.values():
        for ends in _steps_joined(workflow):
            for key in _claims_of(curation.graph, ends):
                found[key] = found.get(key, 0.0) + _IN_WORKFLOW
    return found


def _along(graph: ToolGraph, path: tuple[str, ...]) -> Iterator[RelationKey]:
    """The relations of a path from a tool to what it needs, or to what follows it."""
    for one, other in pairwise(path):
        for relation in (*graph.stack(one, other), *graph.stack(other, one)):
            if relation.kind in (RelationKind.REQUIRES, RelationKind.PRECEDES):
                yield relation.key


def _claims_of(graph: ToolGraph, ends: Pair) -> Iterator[RelationKey]:
    """The relations that say that the first of two tools comes before the second."""
    for key in (
        RelationKey(ends[1], ends[0], RelationKind.REQUIRES),
        RelationKey(ends[0], ends[1], RelationKind.PRECEDES),
    ):
        if key in graph.relations:
            yield key


def _forward(key: RelationKey) -> Pair:
    """The two tools in the order in which they run."""
    if key.kind is RelationKind.REQUIRES:
        return key.target, key.source
    return key.source, key.target


def _steps_joined(workflow: Workflow) -> set[Pair]:
    """Tools of two steps of which the second reads from, or waits for, the first."""
    tools = {step.id: step.tool for step in workflow.steps}
    found: set[Pair] = set()
    for step in workflow.steps:
        sources = (binding.source for binding in step.bindings.values() if binding.source)
        read = {id for source in sources for id in steps_in(source)}
        found.update((tools[id], step.tool) for id in read | {*step.after} if id in tools)
    return found
