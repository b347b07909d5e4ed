"""The relations of two tools as one line on the canvas: which of them it shows, and how."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphwright.curate.curation import Curation
from graphwright.graph import Pair, ToolGraph, shipped
from graphwright.relations import KIND_ORDER, Relation, RelationKey, RelationKind

from .numbers import count

HIGH, MID = 0.8, 0.5  # confidences from which a line is drawn full, and at .7


@dataclass(frozen=True, slots=True)
class Stack:
    """All relations between two tools, both ways; the first is the one that the line shows."""

    ends: Pair  # in the order of names
    relations: tuple[Relation, ...]
    ships: frozenset[RelationKey] = frozenset()  # one for each direction, at most

    @property
    def shown(self) -> Relation:
        return self.relations[0]

    @property
    def open(self) -> int:
        return sum(relation.open for relation in self.relations)

    @property
    def pill(self) -> str:
        """What stands on the middle of the line: the size of the stack, "?", or ✘ for rejected."""
        if len(self.relations) > 1:
            return count(len(self.relations), "relation")
        if self.shown.rejected:
            return "✘"
        return "?" if self.open else ""


def stacks(
    relations: Iterable[Relation], ship_from: float, pins: Mapping[Pair, RelationKind]
) -> tuple[Stack, ...]:
    """One stack for each pair of tools that a relation joins, in the order of their names."""
    found: dict[Pair, list[Relation]] = {}
    for relation in relations:
        ends = min(relation.source, relation.target), max(relation.source, relation.target)
        found.setdefault(ends, []).append(relation)
    return tuple(_stack(ends, some, ship_from, pins) for ends, some in sorted(found.items()))


def stack_of(curation: Curation, one: str, other: str) -> Stack | None:
    """The relations of two tools, rejected ones too; None where nothing joins them."""
    graph = curation.graph
    relations = [*graph.stack(one, other), *graph.stack(other, one)]
    if not relations:
        return None
    return stacks(relations, curation.settings.ship_from, curation.pins)[0]


def _stack(
    ends: Pair, relations: list[Relation], ship_from: float, pins: Mapping[Pair, RelationKind]
) -> Stack:
    """What ships first, then what is not rejected, in the order of kinds."""
    going = shipped(ToolGraph.of((), relations), ship_from, pins)
    ships = frozenset(relation.key for relation in going.values())

    def rank(r: Relation) -> tuple[bool, bool, int, float, str]:
        return r.key not in ships, r.rejected, KIND_ORDER[r.kind], -r.confidence, r.source

    return Stack(ends, tuple(sorted(relations, key=rank)), ships)


def strength(confidence: float) -> str:
    """Of a line, in three steps: high, mid, low."""
    return "high" if confidence >= HIGH else "mid" if confidence >= MID else "low"
