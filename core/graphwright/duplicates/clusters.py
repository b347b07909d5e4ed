"""Clusters of tools that do the same, cut at their weakest bridge, with a survivor each.

Pairs join from the best down. A join that would bring together what is never the same, what a
curator keeps apart, or two sets of which most pairs are unlike, is the weakest bridge between
them, and is cut.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from ..graph import ToolGraph
from ..relate.pause import uncollected
from .merge import confirmations
from .pairs import FLOOR, Pair, Pairs, never
from .profiles import Profile
from .reasons import reasons
from .survivors import survivor

_PLENTY = 2  # tools of a large part that one is like, and so like most of it
_SAMPLE = 5  # tools of each side that are compared where not all pairs are known


@dataclass(frozen=True, slots=True)
class Cluster:
    """Tools that do the same. `pairs` holds the survivor with each of the others."""

    tools: tuple[str, ...]  # in reading order
    keep: str
    why: str  # it is kept
    score: float  # of the weakest bridge that holds the cluster together, in [0, 1]
    reasons: tuple[str, ...]
    pairs: tuple[Pair, ...]
    confirm: tuple[str, ...]  # differences that should make one stop

    @property
    def gone(self) -> tuple[str, ...]:
        return tuple(name for name in self.tools if name != self.keep)


@dataclass(slots=True)
class _Part:
    """A cluster while it grows."""

    members: list[int]
    held: set[int]  # the same members, to ask for one
    ways: dict[object, int]  # one member for each way to be never the same as another
    contents: set[object]  # what its members say, but for where they come from
    apart: set[int]  # numbers of the sets that are kept apart
    score: float = 1.0

    @classmethod
    def of(cls, position: int, profile: Profile, apart: set[int]) -> "_Part":
        way = profile.sense, profile.kind, profile.shape, profile.nouns
        content = way, profile.parameters, profile.outputs, profile.description, profile.path
        return cls([position], {position}, {way: position}, {content}, set(apart))

    def take(self, other: "_Part", score: float) -> None:
        self.members += other.members
        self.held |= other.held
        self.ways |= other.ways
        self.contents |= other.contents
        self.apart |= other.apart
        self.score = min(self.score, other.score, score)


def find_clusters(
    pairs: Pairs, graph: ToolGraph, apart: Collection[frozenset[str]], threshold: float
) -> tuple[Cluster, ...]:
    """The clusters of pairs from a threshold up, the surest first.

    Args:
        pairs: of this graph.
        graph: for the survivors' relations.
        apart: sets of names of which no two are the same.
        threshold: probability in [0, 1] from which a pair joins.
    """
    with uncollected():
        return _found(pairs, graph, _grown(pairs, apart, threshold))


def _found(pairs: Pairs, graph: ToolGraph, grown: Iterable[_Part]) -> tuple[Cluster, ...]:
    parts = [_settled(pairs, graph, part) for part in grown if len(part.members) > 1]
    kept = [part.kept for part in parts for _ in part.others]
    compared = iter(pairs.compare(kept, [other for part in parts for other in part.others]))
    found = [_cluster(pairs, part, tuple(islice(compared, len(part.others)))) for part in parts]
    return tuple(sorted(found, key=lambda cluster: (-cluster.score, cluster.tools)))


def _grown(pairs: Pairs, apart: Collection[frozenset[str]], threshold: float) -> Iterable[_Part]:
    part_of: dict[int, _Part] = {}
    kept_apart = _numbers(apart)
    near = _neighbours(pairs)

    def part(position: int) -> _Part:
        name = pairs.tools[position].name
        profile = pairs.encoded.profiles[position]
        return part_of.get(position) or _Part.of(position, profile, kept_apart.get(name, set()))

    for i, j, score in _from(pairs, threshold):
        one, other = part(i), part(j)
        if one is other or one.apart & other.apart:
            continue
        both_alone = len(one.members) == len(other.members) == 1  # of a pair that was compared
        if not both_alone and not _alike(pairs, one, other, near):
            continue
        small, large = sorted((one, other), key=lambda part: len(part.members))
        part_of.update(dict.fromkeys((large.members[0], *small.members), large))
        large.take(small, score)
    return {id(part): part for part in part_of.values()}.values()


def _from(pairs: Pairs, threshold: float) -> Iterator[tuple[int, int, float]]:
    for i, j, score in zip(
        pairs.left.tolist(), pairs.right.tolist(), pairs.scores.tolist(), strict=True
    ):
        if score < threshold:
            return
        yield i, j, score


def _numbers(apart: Collection[frozenset[str]]) -> Mapping[str, set[int]]:
    found: dict[str, set[int]] = {}
    for number, names in enumerate(apart):
        for name in names:
            found.setdefault(name, set()).add(number)
    return found


def _neighbours(pairs: Pairs) -> Mapping[int, set[int]]:
    found: dict[int, set[int]] = {}
    for i, j in zip(pairs.left.tolist(), pairs.right.tolist(), strict=True):
        found.setdefault(i, set()).add(j)
        found.setdefault(j, set()).add(i)
    return found


def _alike(pairs: Pairs, one: _Part, other: _Part, near: Mapping[int, set[int]]) -> bool:
    """Whether two parts may be one: nothing in them is never the same, and most is alike."""
    seen = pairs.encoded.profiles
    ways = product(one.ways.values(), other.ways.values())
    if any(never(seen[i], seen[j]) for i, j in ways):
        return False
    if one.contents & other.contents:
        return True
    small, large = sorted((one, other), key=lambda part: len(part.members))
    known = sum(j in large.held for i in small.members for j in near[i])
    most = len(small.members) * min(len(large.members), 2 * _PLENTY)
    return 2 * known > most or _compared(pairs, one, other)


def _compared(pairs: Pairs, one: _Part, other: _Part) -> bool:
    """Whether most of a sample of the pairs between two parts are alike."""
    some = list(product(islice(one.members, _SAMPLE), islice(other.members, _SAMPLE)))
    found = pairs.compare([i for i, _ in some], [j for _, j in some])
    return 2 * sum(pair.score >= FLOOR for pair in found) > len(found)


@dataclass(frozen=True, slots=True)
class _Settled:
    """A part with its survivor, by position."""

    kept: int
    why: str
    others: tuple[int, ...]
    score: float


def _settled(pairs: Pairs, graph: ToolGraph, part: _Part) -> _Settled:
    positions = sorted(part.members)
    keep, why = survivor(graph, [pairs.tools[i] for i in positions])
    kept = next(i for i in positions if pairs.tools[i].name == keep)
    return _Settled(kept, why, tuple(i for i in positions if i != kept), part.score)


def _cluster(pairs: Pairs, part: _Settled, compared: tuple[Pair, ...]) -> Cluster:
    keep, others = pairs.tools[part.kept], [pairs.tools[i] for i in part.others]
    return Cluster(
        tools=tuple(pairs.tools[i].name for i in sorted((part.kept, *part.others))),
        keep=keep.name,
        why=part.why,
        score=part.score,
        reasons=reasons(compared, pairs.encoded, part.kept, part.others),
        pairs=compared,
        confirm=confirmations(keep, others),
    )
