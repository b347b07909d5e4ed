"""How sure the rules are against what was decided, the curator's own rules, what a log proposes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import orjson

from graphwright.curate.calibration import Bucket
from graphwright.curate.commands import AddRelation, All, Command, MakeRule, Reject
from graphwright.curate.curation import Curation, Rule
from graphwright.curate.usage import Usage, proposals
from graphwright.errors import CommandError
from graphwright.relations import Relation, RelationKind, Verdict

KEPT = "usage"  # the kind of record under which a project keeps a log of calls


@dataclass(frozen=True, slots=True)
class Line:
    """Relations of one rule and kind: their buckets with decisions, and how many still wait."""

    rule: str
    kind: RelationKind
    buckets: tuple[Bucket, ...]

    @property
    def decided(self) -> int:
        return sum(bucket.decided for bucket in self.buckets)

    @property
    def accepted(self) -> int:
        return sum(bucket.accepted for bucket in self.buckets)

    @property
    def left(self) -> int:
        return sum(bucket.left for bucket in self.buckets)


def lines(buckets: Iterable[Bucket]) -> tuple[Line, ...]:
    """One line a rule and kind, in the order of the buckets."""
    found: dict[tuple[str, RelationKind], list[Bucket]] = {}
    for bucket in buckets:
        found.setdefault((bucket.rule, bucket.kind), []).append(bucket)
    return tuple(Line(rule, kind, tuple(some)) for (rule, kind), some in found.items())


def decided_by(curation: Curation, rule: Rule) -> int:
    """How many relations stand as the rule decided them."""
    why = f"rule {rule.name}: {rule.why}" if rule.why else f"rule {rule.name}"
    stamps = rule.by, rule.at, why
    return sum((r.by, r.at, r.why) == stamps for r in curation.graph.relations.values())


def said(rule: Rule) -> str:
    """The rule as a sentence: it `rejects requires found by lifecycle`."""
    verb = "Accepts" if rule.verdict == Verdict.ACCEPTED else "Rejects"
    kind = rule.kind or "every relation"
    by = f" found by {rule.rule}" if rule.rule else ""
    on = f" on {rule.parameter}" if rule.parameter else ""
    group = f" from tools of {rule.group}" if rule.group else ""
    bounds = f", confidence {rule.above:.2f} to {rule.below:.2f}"
    sure = bounds if (rule.above, rule.below) != (0.0, 1.0) else ""
    return f"{verb} {kind}{by}{on}{group}{sure}."


def without(rule: Rule) -> MakeRule:
    """The command that takes the rule back, and reopens what it had decided."""
    return MakeRule(rule=Rule(rule.name, Verdict.UNREVIEWED))


# ---- logs of calls


def packed(usage: Usage) -> bytes:
    """The sessions of a log as a project keeps them."""
    return orjson.dumps(usage.sessions)


def unpacked(records: Mapping[str, bytes]) -> Usage:
    """All logs that a project keeps, as one."""
    found: list[tuple[str, ...]] = []
    for name in sorted(records):
        found += (tuple(map(str, calls)) for calls in orjson.loads(records[name]))
    return Usage(tuple(found))


def proposed(curation: Curation, records: Mapping[str, bytes]) -> tuple[Relation, ...]:
    return proposals(curation.graph, unpacked(records)) if records else ()


def decide_proposal(curation: Curation, records: Mapping[str, bytes], request: object) -> Command:
    """The command that takes a proposal into the graph, or keeps it out of it for good."""
    match request:
        case {"source": str(source), "target": str(target), "verdict": str(verdict)}:
            found = _proposal(proposed(curation, records), source, target)
        case _:
            raise CommandError("That names no proposal.")
    add = AddRelation(**found.key._asdict(), evidence=found.evidence)
    if verdict != Verdict.REJECTED:
        return add
    label = f"reject {found.kind} '{source}' → '{target}', which a log of calls proposed"
    return All(commands=(add, Reject(**found.key._asdict())), label=label)


def _proposal(some: Sequence[Relation], source: str, target: str) -> Relation:
    for relation in some:
        if (relation.source, relation.target) == (source, target):
            return relation
    raise CommandError("That is not proposed any more.")
