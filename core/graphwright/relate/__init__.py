"""Tools to relations: each rule a function that returns evidence."""

from collections.abc import Iterable, Iterator, Sequence

from ..graph import Group
from ..relations import KIND_ORDER, Evidence, Relation, RelationKind
from ..tools import Tool
from .claims import Claim
from .confidence import confidence
from .conflicts import conflict_claims
from .consistency import consistent
from .dataflow import flow_claims
from .grouping import groups_of, membership
from .lifecycle import lifecycle_claims
from .mentions import mention_claims
from .pause import uncollected
from .resources import profiles
from .similarity import similarity_claims

__all__ = ["claims", "groups", "relate"]


def relate(tools: Iterable[Tool]) -> tuple[Relation, ...]:
    """What the rules find among tools: a relation a claim, whatever the order of the tools."""
    listed = list(tools)
    with uncollected():
        return _related(listed)


def groups(tools: Iterable[Tool]) -> tuple[Group, ...]:
    """The groups that `belongs_to` of `relate` leads to, in reading order."""
    return groups_of(tools)


def claims(tools: Iterable[Tool]) -> Iterator[Claim]:
    """All that the rules say, several times where several say it."""
    seen = profiles(tools)
    yield from flow_claims(seen)
    yield from lifecycle_claims(seen)
    yield from mention_claims(seen)
    yield from similarity_claims(seen)
    yield from conflict_claims(seen)


def _related(tools: Sequence[Tool]) -> tuple[Relation, ...]:
    grounds: dict[tuple[str, str, RelationKind], list[Claim]] = {}
    for claim in claims(tools):
        grounds.setdefault(claim[:3], []).append(claim)
    found = consistent(_relation(some) for some in grounds.values())
    found.extend(membership(tools))
    return tuple(sorted(found, key=lambda r: (KIND_ORDER[r.kind], r.source, r.target)))


def _relation(grounds: list[Claim]) -> Relation:
    """One relation with every ground; the surest counts, and stands first."""
    if len(grounds) > 1:
        grounds.sort(key=lambda claim: (-confidence(claim), claim.rule, claim.evidence.text))
    first = grounds[0]
    evidence: tuple[Evidence, ...] = (first.evidence,)
    if len(grounds) > 1:
        evidence = tuple(dict.fromkeys(claim.evidence for claim in grounds))
    return Relation(first.source, first.target, first.kind, confidence(first), evidence=evidence)
