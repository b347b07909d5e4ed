"""What is wrong with a graph as a whole: cycles, opposite claims, missing grounds, lonely tools."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from immutables import Map

from ..graph import Pair, ToolGraph, may_ship, shipped
from ..issues import Issue, IssueCode, Severity
from ..relations import Origin, Relation, RelationKind, Verdict

_HUB = 40  # relations of one kind at one tool from which nobody reads them any more
_SHOWN = 6  # tools of a cycle that its sentence names

# What cannot both be meant of one pair, in either direction.
_OPPOSITE = (
    (RelationKind.CONFLICTS_WITH, RelationKind.REQUIRES),
    (RelationKind.CONFLICTS_WITH, RelationKind.COMPLEMENTARY),
    (RelationKind.CONFLICTS_WITH, RelationKind.PRECEDES),
    (RelationKind.SIMILAR_TO, RelationKind.REQUIRES),
)


def contradictions(
    graph: ToolGraph, threshold: float = 0.5, pins: Mapping[Pair, RelationKind] | None = None
) -> tuple[Issue, ...]:
    """All that is wrong with the relations of a graph, gravest first.

    Args:
        graph: tools and relations; rejected relations count for nothing.
        threshold: confidence in [0, 1] from which an inferred relation ships.
        pins: the relation that a curator chose of a pair's stack.
    """
    standing = sorted(
        (relation for relation in graph.relations.values() if not relation.rejected),
        key=lambda relation: relation.key,
    )
    trusted = [relation for relation in standing if may_ship(relation, threshold)]
    return (
        *_cycles(trusted),
        *_opposites(trusted),
        *_ungrounded(standing),
        *_lost(graph, trusted, shipped(graph, threshold, pins or Map())),
        *_hubs(trusted),
        *_orphans(graph, standing),
    )


def _cycles(relations: Sequence[Relation]) -> Iterator[Issue]:
    """One cycle of each knot of tools that all need, or all come before, each other."""
    for kind, says in (
        (RelationKind.REQUIRES, "Each requires the next, so that none can be the first"),
        (RelationKind.PRECEDES, "Each comes before the next, so that none can be the first"),
    ):
        arrows = [(r.source, r.target) for r in relations if r.kind is kind]
        for cycle in knots(arrows):
            shown = (*cycle, cycle[0]) if len(cycle) <= _SHOWN else (*cycle[:_SHOWN], "…")
            yield Issue(
                IssueCode.CYCLE, Severity.WARNING, cycle[0], f"{says}: {' → '.join(shown)}."
            )


def knots(arrows: Iterable[Pair]) -> list[tuple[str, ...]]:
    """A shortest cycle through the first tool of every strongly connected component."""
    after: dict[str, list[str]] = {}
    before: dict[str, list[str]] = {}
    for source, target in sorted(arrows):
        after.setdefault(source, []).append(target)
        before.setdefault(target, []).append(source)
    cycles = (_shortest_cycle(after, min(some), some) for some in components(after, before))
    return sorted(cycle for cycle in cycles if cycle)


def components(
    after: Mapping[str, Sequence[str]], before: Mapping[str, Sequence[str]]
) -> Iterator[frozenset[str]]:
    """Strongly connected components, in two passes without recursion.

    Source: Sharir, A strong-connectivity algorithm (1981), known as Kosaraju's.
    """
    left: list[str] = []
    met: set[str] = set()
    for root in sorted(after):
        trail = [(root, iter(after.get(root, ())))] if root not in met else []
        met.add(root)
        while trail:
            name, rest = trail[-1]
            fresh = next((other for other in rest if other not in met), None)
            if fresh is None:
                left.append(name)
                trail.pop()
            else:
                met.add(fresh)
                trail.append((fresh, iter(after.get(fresh, ()))))
    taken: set[str] = set()
    for root in reversed(left):
        found = [] if root in taken else [root]
        taken.add(root)
        for name in found:
            fresh_ones = dict.fromkeys(b for b in before.get(name, ()) if b not in taken)
            taken.update(fresh_ones)
            found.extend(fresh_ones)
        if found:
            yield frozenset(found)


def _shortest_cycle(
    after: Mapping[str, Sequence[str]], first: str, component: frozenset[str]
) -> tuple[str, ...]:
    """Breadth first from `first` until it is met again; () where it never is."""
    came_from: dict[str, str] = {}
    waiting = [first]
    for name in waiting:
        for other in after.get(name, ()):
            if other == first:
                return _trail(came_from, first, name)
            if other in component and other not in came_from:
                came_from[other] = name
                waiting.append(other)
    return ()


def _trail(came_from: Mapping[str, str], first: str, last: str) -> tuple[str, ...]:
    trail = [last]
    while trail[-1] != first:
        trail.append(came_from[trail[-1]])
    return tuple(reversed(trail))


def _opposites(relations: Sequence[Relation]) -> Iterator[Issue]:
    kinds: dict[Pair, set[RelationKind]] = {}
    for relation in relations:
        ends = min(relation.source, relation.target), max(relation.source, relation.target)
        kinds.setdefault(ends, set()).add(relation.kind)
    directed = {relation.key for relation in relations}
    for ends, held in sorted(kinds.items()):
        for one, other in _OPPOSITE:
            if one in held and other in held:
                message = f"'{ends[0]}' and '{ends[1]}': {one} and {other} cannot both hold."
                yield Issue(IssueCode.CONTRADICTION, Severity.WARNING, ends[0], message)
    for source, target, kind in sorted(directed):
        before = source, target, RelationKind.PRECEDES
        if kind is RelationKind.REQUIRES and before in directed:
            message = f"'{source}' requires '{target}', and is said to come before it."
            yield Issue(IssueCode.CONTRADICTION, Severity.WARNING, source, message)


def _ungrounded(relations: Sequence[Relation]) -> Iterator[Issue]:
    """`requires` that names no parameter, unless a person or the document stands for it."""
    for relation in relations:
        vouched = relation.verdict is Verdict.ACCEPTED or relation.origin is Origin.DECLARED
        if relation.kind is not RelationKind.REQUIRES or vouched:
            continue
        if not any(evidence.parameter for evidence in relation.evidence):
            message = (
                f"'{relation.source}' requires '{relation.target}': "
                "no parameter is known that it would fill."
            )
            yield Issue(IssueCode.NO_EVIDENCE, Severity.WARNING, relation.source, message)


def _lost(
    graph: ToolGraph, relations: Sequence[Relation], ships: Mapping[Pair, Relation]
) -> Iterator[Issue]:
    """Relations that may ship, and do not: the runtime keeps one of each ordered pair."""
    for relation in relations:
        kept = ships.get((relation.source, relation.target))
        if kept is not None and kept.key != relation.key and relation.target in graph.tools:
            message = (
                f"'{relation.source}' {relation.kind} '{relation.target}' does not ship: "
                f"the runtime keeps one relation a pair, and {kept.kind} goes first."
            )
            yield Issue(IssueCode.STACKED, Severity.NOTE, relation.source, message)


def _hubs(relations: Sequence[Relation]) -> Iterator[Issue]:
    incoming = Counter((relation.target, relation.kind) for relation in relations)
    for (target, kind), count in sorted(incoming.items()):
        if count > _HUB and kind is not RelationKind.BELONGS_TO:
            message = f"{count} tools have a relation {kind} to '{target}'."
            yield Issue(IssueCode.HUB, Severity.NOTE, target, message)


def _orphans(graph: ToolGraph, relations: Sequence[Relation]) -> Iterator[Issue]:
    related: set[str] = set()
    for relation in relations:
        if relation.kind is not RelationKind.BELONGS_TO:
            related.update((relation.source, relation.target))
    for tool in graph.ordered_tools:
        if tool.name not in related:
            message = f"'{tool.name}' has no relation to another tool."
            yield Issue(IssueCode.ORPHAN, Severity.NOTE, tool.name, message)
