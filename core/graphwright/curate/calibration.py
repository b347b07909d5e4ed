"""Confidence against what was decided: how good the guesses were, and where one may stop."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..graph import ToolGraph
from ..relations import KIND_ORDER, Origin, Relation, RelationKind, Verdict
from .curation import Rule
from .review import Card

_BUCKETS = 10
_SURE = 0.95  # one-sided confidence of a bound
_SAFE = 0.9  # lower bound of the share accepted from which the rest may be accepted unseen
_HOPELESS = 0.25  # upper bound from which the rest may be rejected unseen
_FEWEST = 8  # decisions that an advice rests on at least


@dataclass(frozen=True, slots=True)
class Bucket:
    """Relations of one rule and kind whose confidence is in [low, high).

    Attributes:
        claimed: their mean confidence, in [0, 1].
        lower, upper: bounds of the true share accepted, each with 95 % confidence.
        left: how many still wait.
    """

    rule: str
    kind: RelationKind
    low: float
    high: float
    accepted: int
    rejected: int
    left: int
    claimed: float
    lower: float
    upper: float

    @property
    def decided(self) -> int:
        return self.accepted + self.rejected

    @property
    def rate(self) -> float | None:
        return self.accepted / self.decided if self.decided else None


@dataclass(frozen=True, slots=True)
class Advice:
    """What may be done with all that waits in a bucket, and why."""

    bucket: Bucket
    verdict: Verdict
    sentence: str

    @property
    def rule(self) -> Rule:
        """The same as a rule, for those that wait and those of future ingests."""
        bucket = self.bucket
        name = f"{bucket.kind} by {bucket.rule} {bucket.low:.2f}-{bucket.high:.2f}"
        return Rule(
            name,
            self.verdict,
            kind=bucket.kind,
            rule=bucket.rule,
            above=bucket.low,
            below=_under(bucket.high),
        )


def calibration(graph: ToolGraph) -> tuple[Bucket, ...]:
    """Confidence against verdicts, in ten buckets for each rule and kind."""
    groups: dict[tuple[str, RelationKind, int], list[Relation]] = {}
    for relation in graph.relations.values():
        if relation.origin is not Origin.CURATOR and relation.kind is not RelationKind.BELONGS_TO:
            rule = relation.evidence[0].rule if relation.evidence else ""
            place = min(int(relation.confidence * _BUCKETS), _BUCKETS - 1)
            groups.setdefault((rule, relation.kind, place), []).append(relation)
    ordered = sorted(groups, key=lambda group: (group[0], KIND_ORDER[group[1]], group[2]))
    return tuple(_bucket(*group, groups[group]) for group in ordered)


def _bucket(rule: str, kind: RelationKind, place: int, some: list[Relation]) -> Bucket:
    accepted = sum(relation.verdict is Verdict.ACCEPTED for relation in some)
    rejected = sum(relation.verdict is Verdict.REJECTED for relation in some)
    return Bucket(
        rule,
        kind,
        place / _BUCKETS,
        (place + 1) / _BUCKETS,
        accepted,
        rejected,
        sum(relation.open for relation in some),
        sum(relation.confidence for relation in some) / len(some),
        lower_bound(accepted, accepted + rejected),
        1 - lower_bound(rejected, accepted + rejected),
    )


def lower_bound(right: int, whole: int) -> float:
    """A share that the true one is above, with 95 % confidence, whatever the true one is.

    Source: Clopper & Pearson, The use of confidence or fiducial limits (1934).
    """
    from scipy.special import betaincinv

    return float(betaincinv(right, whole - right + 1, 1 - _SURE)) if right else 0.0


def advice(buckets: Iterable[Bucket]) -> tuple[Advice, ...]:
    """Where all that waits may be decided at once, most decisions saved first."""
    found = [
        advised
        for bucket in buckets
        if bucket.left and bucket.decided >= _FEWEST and (advised := _advised(bucket))
    ]
    return tuple(sorted(found, key=lambda one: (-one.bucket.left, one.sentence)))


def _advised(bucket: Bucket) -> Advice | None:
    what = f"{bucket.kind} by {bucket.rule or 'no rule'}, {bucket.low:.1f} to {bucket.high:.1f}"
    if bucket.lower >= _SAFE:
        sentence = (
            f"{what}: {bucket.accepted} of {bucket.decided} accepted. The {bucket.left} that wait "
            f"may be accepted unseen (at least {bucket.lower:.0%} hold)."
        )
        return Advice(bucket, Verdict.ACCEPTED, sentence)
    if bucket.upper <= _HOPELESS:
        sentence = (
            f"{what}: {bucket.rejected} of {bucket.decided} rejected. The {bucket.left} that wait "
            f"may be rejected unseen (at most {bucket.upper:.0%} hold)."
        )
        return Advice(bucket, Verdict.REJECTED, sentence)
    return None


def left_to_gain(cards: Iterable[Card]) -> float:
    """Expected cost that the decisions of a queue would still save: near 0, one can stop."""
    return sum(card.wrong * card.cost for card in cards)


def _under(high: float) -> float:
    """The end of a bucket for a rule, which holds up to and with its bound."""
    return 1.0 if high >= 1 else high - 1e-9
