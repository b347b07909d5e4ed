"""The review of relations: which to look at next, its look-alikes, what speaks against it.

A decision is worth the chance that the relation is wrong times what a wrong one costs. The
chance comes from how relations like it were decided, the cost from the golden queries and
workflows that lean on it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..graph import ToolGraph
from ..relations import KIND_ORDER, Origin, Relation, RelationKey, RelationKind, Verdict
from .curation import Curation
from .doubts import doubts

_BEFORE = 4.0  # decisions that the measured confidence counts for
_LEAST = 0.05  # cost of a wrong relation that no query and no workflow leans on
_SECONDS = {True: 5.0, False: 9.0}  # to decide, with and without a parameter to look at

Kin = tuple[str, RelationKind, str]  # rule, kind, parameter: what look-alikes share


class Order(StrEnum):
    """What the queue begins with."""

    IMPACT = "impact"
    CONFIDENCE = "confidence"  # the least sure first
    RULE = "rule"  # look-alikes together


@dataclass(frozen=True, slots=True)
class Card:
    """One relation that waits. `impact`: expected cost saved per second of deciding."""

    relation: Relation
    impact: float
    wrong: float  # chance in [0, 1] that it does not hold
    cost: float  # of leaving it as it is, should it be wrong


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the review is. `rate`: share accepted of what was decided; None before any."""

    left: int
    accepted: int
    rejected: int
    rate: float | None


def queue(
    curation: Curation,
    order: Order = Order.IMPACT,
    costs: Mapping[RelationKey, float] | None = None,
) -> tuple[Card, ...]:
    """Every relation that waits for a person, the one most worth a look first.

    Args:
        curation: what is reviewed.
        order: by what.
        costs: as `stakes.costs` counts them, where golden queries and workflows are to count.
    """
    decided = _decided(curation.graph)
    leaned_on = costs or {}
    cards = [
        _card(relation, decided, leaned_on.get(relation.key, 0.0))
        for relation in curation.graph.relations.values()
        if relation.open
    ]
    return tuple(sorted(cards, key=lambda card: _rank(card, order)))


def _card(relation: Relation, decided: Counter[tuple[Kin, Verdict]], cost: float) -> Card:
    like = kin(relation)
    accepted, rejected = (decided[like, v] for v in (Verdict.ACCEPTED, Verdict.REJECTED))
    doubt = _BEFORE * (1 - relation.confidence)
    wrong = (doubt + rejected) / (_BEFORE + accepted + rejected)
    seconds = _SECONDS[any(evidence.parameter for evidence in relation.evidence)]
    return Card(relation, wrong * (_LEAST + cost) / seconds, wrong, cost)


def _rank(card: Card, order: Order) -> tuple[float | str | RelationKey, ...]:
    relation = card.relation
    match order:
        case Order.IMPACT:
            return -card.impact, relation.key
        case Order.CONFIDENCE:
            return relation.confidence, relation.key
        case Order.RULE:
            rule, kind, parameter = kin(relation)
            return rule, KIND_ORDER[kind], parameter, relation.key


def progress(graph: ToolGraph) -> Progress:
    """How many wait, and how those were decided that a machine had found."""
    decided = _decided(graph)
    accepted, rejected = (
        sum(n for (_, verdict), n in decided.items() if verdict is wanted)
        for wanted in (Verdict.ACCEPTED, Verdict.REJECTED)
    )
    left = sum(relation.open for relation in graph.relations.values())
    whole = accepted + rejected
    return Progress(left, accepted, rejected, accepted / whole if whole else None)


def _decided(graph: ToolGraph) -> Counter[tuple[Kin, Verdict]]:
    return Counter(
        (kin(relation), relation.verdict)
        for relation in graph.relations.values()
        if relation.verdict is not Verdict.UNREVIEWED and relation.origin is not Origin.CURATOR
    )


def kin(relation: Relation) -> Kin:
    """What look-alikes share. The first ground stands for all, and a nested name for its end."""
    first = relation.evidence[0] if relation.evidence else None
    parameter = first.parameter.rpartition(".")[2] if first else ""
    return first.rule if first else "", relation.kind, parameter


def look_alikes(graph: ToolGraph, relation: Relation) -> tuple[Relation, ...]:
    """Others of the same rule, kind and parameter, by name; decided ones too."""
    like = kin(relation)
    found = (
        other
        for other in graph.relations.values()
        if other.kind is relation.kind and other.key != relation.key and kin(other) == like
    )
    return tuple(sorted(found, key=lambda other: other.key))


def counter_evidence(graph: ToolGraph, relation: Relation) -> tuple[str, ...]:
    """What speaks against a relation, each a sentence."""
    rejected = sum(other.rejected for other in look_alikes(graph, relation))
    said = (f"Rejected of its look-alikes: {rejected}.",) if rejected else ()
    return (*doubts(graph, relation), *said)
