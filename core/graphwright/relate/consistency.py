"""Claims that contradict each other, on one pair or round a cycle: the surer one stands."""

from collections.abc import Iterable, Iterator, Sequence

from ..graph import Pair
from ..relations import Relation
from .checks import components
from .claims import COMPLEMENTARY, CONFLICTS_WITH, PRECEDES, REQUIRES, SIMILAR_TO

_ORDERED = (REQUIRES, PRECEDES)
_KNOT = 1500  # arrows of one knot that are looked through one by one


def consistent(relations: Iterable[Relation]) -> list[Relation]:
    """The relations without those that a surer one speaks against.

    Two writers that clash come in no order, and nothing comes before itself by way of others.
    """
    listed = list(relations)
    first: dict[Pair, Relation] = {}
    for relation in listed:
        if relation.kind in _ORDERED:
            pair = _in_order(relation)
            if pair not in first or _rank(relation) < _rank(first[pair]):
                first[pair] = relation
    clashing = {_ends(r) for r in listed if r.kind is CONFLICTS_WITH}
    needed = {_ends(r) for r in first.values() if r.kind is REQUIRES}
    kept = [
        relation
        for relation in listed
        if not _outdone(relation, first) and not _clashes(relation, clashing, needed)
    ]
    turned = {id(one) for kind in _ORDERED for one in _turning([r for r in kept if r.kind is kind])}
    return [relation for relation in kept if id(relation) not in turned]


def _clashes(relation: Relation, clashing: set[Pair], needed: set[Pair]) -> bool:
    """It gives an order to writers that clash; those of which one feeds the other do not."""
    if relation.kind is CONFLICTS_WITH:
        return _ends(relation) in needed
    ends = _ends(relation)
    return relation.kind in (PRECEDES, COMPLEMENTARY) and ends in clashing and ends not in needed


def _turning(relations: Sequence[Relation]) -> Iterator[Relation]:
    """Of every cycle, the least sure relation."""
    after: dict[str, list[str]] = {}
    before: dict[str, list[str]] = {}
    for relation in relations:
        after.setdefault(relation.source, []).append(relation.target)
        before.setdefault(relation.target, []).append(relation.source)
    knots = [some for some in components(after, before) if len(some) > 1]
    place = {name: knot for knot, some in enumerate(knots) for name in some}
    inside: dict[int, list[Relation]] = {}
    for relation in relations:
        knot = place.get(relation.source, -1)
        if knot >= 0 and knot == place.get(relation.target, -2):
            inside.setdefault(knot, []).append(relation)
    for some in inside.values():
        yield from _untied(some)


def _untied(knot: Sequence[Relation]) -> Iterator[Relation]:
    """The relations that would lead back to where surer ones come from.

    In a knot of very many, those against the order of the names.
    """
    after: dict[str, list[str]] = {}
    for relation in sorted(knot, key=lambda one: (*_rank(one), one.target)):
        source, target = relation.source, relation.target
        back = source > target if len(knot) > _KNOT else _leads(after, target, source)
        if back:
            yield relation
        else:
            after.setdefault(source, []).append(target)


def _leads(after: dict[str, list[str]], start: str, end: str) -> bool:
    met, waiting = {start}, [start]
    for name in waiting:
        for other in after.get(name, ()):
            if other == end:
                return True
            if other not in met:
                met.add(other)
                waiting.append(other)
    return start == end


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


def _ends(relation: Relation) -> Pair:
    return min(relation.source, relation.target), max(relation.source, relation.target)


def _in_order(relation: Relation) -> Pair:
    """The two tools in the order in which they run."""
    if relation.kind is REQUIRES:
        return relation.target, relation.source
    return relation.source, relation.target


def _rank(relation: Relation) -> tuple[float, bool, str]:
    return -relation.confidence, not _needs(relation), relation.source
