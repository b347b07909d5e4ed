"""Paths in the graph: what a tool needs, what its need adds to others, what may follow."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from ..graph import ToolGraph, may_ship
from ..relations import Origin, Relation, RelationKind, Verdict
from ..tools import Tool

# Share of a tool's score that one that it needs gets, by how the need is known: higher values
# cost places on documents where relations are inferred (measured).
STATED, INFERRED = 0.3, 0.05
_PER_STEP = 0.9  # far providers are less sure to be meant


@dataclass(frozen=True)
class Trails:
    """The trusted relations of a graph, by tool: what it needs, what may come after it."""

    needs: Mapping[str, tuple[Relation, ...]]
    followers: Mapping[str, tuple[Relation, ...]]

    @classmethod
    def of(cls, graph: ToolGraph, ship_from: float) -> "Trails":
        needs: dict[str, list[Relation]] = {}
        followers: dict[str, list[Relation]] = {}
        for relation in graph.relations.values():
            if relation.kind is RelationKind.REQUIRES and may_ship(relation, ship_from):
                needs.setdefault(relation.source, []).append(relation)
                followers.setdefault(relation.target, []).append(relation)
            elif relation.kind is RelationKind.PRECEDES and may_ship(relation, ship_from):
                followers.setdefault(relation.source, []).append(relation)
        return cls(_surest_first(needs), _surest_first(followers))

    def providers(self, tool: str) -> dict[str, tuple[float, tuple[str, ...]]]:
        """The tool and all that it needs → how surely, in (0, 1], and the path; surest first."""
        waiting: list[tuple[float, tuple[str, ...]]] = [(-1.0, (tool,))]
        found: dict[str, tuple[float, tuple[str, ...]]] = {}
        while waiting:
            sureness, path = heappop(waiting)
            if path[-1] in found:
                continue
            found[path[-1]] = -sureness, path
            for relation in self.needs.get(path[-1], ()):
                step = relation.confidence * _PER_STEP
                heappush(waiting, (sureness * step, (*path, relation.target)))
        return found

    def next_to(self, used: Iterable[str]) -> dict[str, tuple[float, tuple[str, str]]]:
        """Tools that may follow those used → confidence and the step that leads there."""
        found: dict[str, tuple[float, tuple[str, str]]] = {}
        for name in used:
            for relation in self.followers.get(name, ()):
                other = relation.source if relation.target == name else relation.target
                if relation.confidence > found.get(other, (0.0,))[0]:
                    found[other] = relation.confidence, (name, other)
        return found


def share(relation: Relation, provider: Tool) -> float:
    """Share in [0, 1] of the consumer's score that goes to what it needs."""
    stated = relation.origin in (Origin.DECLARED, Origin.CURATOR)
    if stated or relation.verdict is Verdict.ACCEPTED:
        return STATED * relation.confidence
    return INFERRED * relation.confidence if provider.outputs else 0.0


def _surest_first(found: Mapping[str, list[Relation]]) -> dict[str, tuple[Relation, ...]]:
    def order(relation: Relation) -> tuple[float, str, str]:
        return -relation.confidence, relation.source, relation.target

    return {name: tuple(sorted(some, key=order)) for name, some in found.items()}
