"""Claims that contradict each other on one pair of tools: the surer one stands."""

from collections.abc import Iterable

from ..graph import Pair
from ..relations import Relation
from .claims import PRECEDES, REQUIRES, SIMILAR_TO

_ORDERED = (REQUIRES, PRECEDES)


def consistent(relations: Iterable[Relation]) -> list[Relation]:
    """The relations without those that a surer one on the same pair speaks against."""
    listed = list(relations)
    first: dict[Pair, Relation] = {}
    for relation in listed:
        if relation.kind in _ORDERED:
            pair = _in_order(relation)
            if pair not in first or _rank(relation) < _rank(first[pair]):
                first[pair] = relation
    return [relation for relation in listed if not _outdone(relation, first)]


def _outdone(relation: Relation, first: dict[Pair, Relation]) -> bool:
    """Something surer says that the two run the other way round, or one after the other."""
    source, target = _in_order(relation)
    back = first.get((target, source))
    if relation.kind in _ORDERED:
        return back is not None and _rank(back) < _rank(relation)
    if relation.kind is SIMILAR_TO:
        ordered = back, first.get((source, target))
        return any(other is not None and _needs(other) for other in ordered)
    return False


def _needs(relation: Relation) -> bool:
    return relation.kind is REQUIRES


def _in_order(relation: Relation) -> Pair:
    """The two tools in the order in which they run."""
    if relation.kind is REQUIRES:
        return relation.target, relation.source
    return relation.source, relation.target


def _rank(relation: Relation) -> tuple[float, bool, str]:
    return -relation.confidence, not _needs(relation), relation.source
