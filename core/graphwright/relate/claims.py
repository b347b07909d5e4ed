"""A claim: what one rule says of two tools, with its grounds, before confidence is put on it."""

from typing import NamedTuple

from ..relations import Evidence, RelationKind

REQUIRES, PRECEDES, COMPLEMENTARY, SIMILAR_TO, CONFLICTS_WITH, BELONGS_TO = RelationKind


class Claim(NamedTuple):
    """`traits`: what the measured share of right claims depends on, most telling first."""

    source: str
    target: str
    kind: RelationKind
    evidence: Evidence
    traits: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        return self.evidence.rule
