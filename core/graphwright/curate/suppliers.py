"""Suppliers of one parameter: relations that are alternatives for one requirement."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..graph import ToolGraph
from ..relations import Relation, RelationKey, RelationKind
from .review import Card

Demand = tuple[str, str]  # the tool that asks, and its parameter

_FLOWS = (RelationKind.REQUIRES, RelationKind.PRECEDES)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for one decision: a relation, or all open suppliers of one parameter.

    `card`: the one that is shown, of several the surest. `impact`: the largest of all.
    """

    card: Card
    suppliers: int
    impact: float


def demand(relation: Relation) -> Demand | None:
    """What a relation supplies; its first ground stands for all. None where it tells none."""
    parameter = relation.evidence[0].parameter if relation.evidence else ""
    if not parameter or relation.kind not in _FLOWS:
        return None
    return _consumer(relation), parameter


def supplier(relation: Relation) -> str:
    """The tool whose answer fills the parameter."""
    return relation.target if relation.kind is RelationKind.REQUIRES else relation.source


def suppliers(graph: ToolGraph, relation: Relation) -> tuple[Relation, ...]:
    """All that supply the same parameter of the same tool, decided ones too, the surest first.

    Empty where there is no other.
    """
    wanted = demand(relation)
    if wanted is None:
        return ()
    found = [other for other in graph.relations.values() if demand(other) == wanted]
    return tuple(sorted(found, key=_rank)) if len(found) > 1 else ()


def supplies_more(relation: Relation) -> bool:
    """It fills another parameter too, so that it is not done without where a better one is."""
    return len({e.parameter for e in relation.evidence if e.parameter}) > 1


def gathered(cards: Iterable[Card], key: RelationKey | None = None) -> tuple[Waiting, ...]:
    """What waits, in the order of the cards, with the suppliers of one parameter as one.

    Args:
        cards: the queue.
        key: the relation that is to be shown of its group.
    """
    groups: dict[Demand | RelationKey, list[Card]] = {}
    for card in cards:
        groups.setdefault(demand(card.relation) or card.relation.key, []).append(card)
    return tuple(
        Waiting(_shown(some, key), len(some), max(card.impact for card in some))
        for some in groups.values()
    )


def _shown(some: list[Card], key: RelationKey | None) -> Card:
    asked = (card for card in some if card.relation.key == key)
    return next(asked, None) or min(some, key=lambda card: _rank(card.relation))


def _consumer(relation: Relation) -> str:
    return relation.source if relation.kind is RelationKind.REQUIRES else relation.target


def _rank(relation: Relation) -> tuple[float, RelationKey]:
    return -relation.confidence, relation.key
