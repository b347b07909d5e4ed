"""What is claimed of two tools, why, how sure, and what a curator said of it."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from .raw import Raw


class RelationKind(StrEnum):
    """Six kinds, always in this order; the digit 1-6 on the keyboard is the position."""

    REQUIRES = "requires"  # consumer → provider: source needs something that target gives
    PRECEDES = "precedes"  # source runs before target
    COMPLEMENTARY = "complementary"
    SIMILAR_TO = "similar_to"
    CONFLICTS_WITH = "conflicts_with"
    BELONGS_TO = "belongs_to"  # tool → group

    @property
    def symmetric(self) -> bool:
        """Said once, meant both ways."""
        return self in (self.COMPLEMENTARY, self.SIMILAR_TO, self.CONFLICTS_WITH)


KIND_ORDER = {kind: position for position, kind in enumerate(RelationKind)}


class Verdict(StrEnum):
    UNREVIEWED = "unreviewed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Origin(StrEnum):
    FILE = "file"  # stood in a graph that was read: ships unless rejected
    DECLARED = "declared"  # stated by a document as fact (tool set edges, OpenAPI links, Arazzo)
    INFERRED = "inferred"  # found by our rules: ships from a stated confidence up
    PROPOSED = "proposed"  # found by our rules beside a loaded graph's own: ships once accepted
    CURATOR = "curator"  # added by hand


_FOUND = frozenset((Origin.INFERRED, Origin.PROPOSED, Origin.FILE))


class RelationKey(NamedTuple):
    """What a relation is known by: one relation per (source, target, kind)."""

    source: str
    target: str
    kind: RelationKind


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason that a person can check: the rule that gave it, and a sentence."""

    rule: str  # "id-from-output", "lifecycle", "file" …
    text: str
    parameter: str = ""  # of the consumer, in data-flow evidence
    field: str = ""  # output path of the provider, in data-flow evidence


@dataclass(frozen=True, slots=True)
class Relation:
    """A claim, with its grounds. Values only: who may hold which is `ToolGraph`'s matter."""

    source: str
    target: str
    kind: RelationKind
    confidence: float = 1.0  # in [0, 1]; measured share of relations of its rule that are right
    origin: Origin = Origin.INFERRED
    verdict: Verdict = Verdict.UNREVIEWED
    evidence: tuple[Evidence, ...] = ()
    by: str = ""  # who decided, when (ISO 8601) and why; empty while unreviewed
    at: str = ""
    why: str = ""
    order: int = 0  # position in the file that it came from; exports keep it
    raw: Raw = field(
        default=Raw(), repr=False
    )  # unknown keys of a file's edge, kept and written back

    @property
    def key(self) -> RelationKey:
        return RelationKey(self.source, self.target, self.kind)

    @property
    def rejected(self) -> bool:
        return self.verdict is Verdict.REJECTED

    @property
    def open(self) -> bool:
        """A machine found it, ours or the file's, and no person has said yet whether it holds."""
        counted = self.kind is not RelationKind.BELONGS_TO
        return counted and self.verdict is Verdict.UNREVIEWED and self.origin in _FOUND

    def decided(self, verdict: Verdict, by: str = "", at: str = "", why: str = "") -> "Relation":
        return replace(self, verdict=verdict, by=by, at=at, why=why)
