"""What a search answers: tools with their scores, and each score with its parts.

The numbers of all parts come from arrays; the objects that hold them are made when they are
looked at, since a search of fifty results has five hundred of them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol


class Term(NamedTuple):
    """One word's share of a part. `field` is where in the tool it stands."""

    term: str
    field: str
    value: float


class HasParts(Protocol):
    """What makes the parts of hits, and their terms, when they are looked at."""

    def parts(self, place: int) -> tuple["Part", ...]: ...

    def terms(self, signal: str, place: int) -> tuple[Term, ...]: ...


class Part(NamedTuple):
    """One signal's share of a score.

    Attributes:
        told: its terms, or what makes them.
        via: the path in the graph that brought it, or the part of the question.
        place: of the tool in what makes them.
    """

    signal: str
    value: float
    told: tuple[Term, ...] | HasParts = ()
    via: tuple[str, ...] = ()
    place: int = 0

    @property
    def terms(self) -> tuple[Term, ...]:
        """The words that give it, none where it is no matter of words."""
        told = self.told
        return told if isinstance(told, tuple) else told.terms(self.signal, self.place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.signal, self.value, self.via))

    def __repr__(self) -> str:
        return f"Part({self.signal!r}, {self.value}, {self.terms}, {self.via})"

    def _values(self) -> tuple[object, ...]:
        return self.signal, self.value, self.terms, self.via


class Hit(NamedTuple):
    """A tool in a list. The score is the sum of the parts' values.

    Attributes:
        told: its parts, or what makes them.
        place: of the tool in what makes them.
    """

    rank: int
    tool: str
    score: float
    told: tuple[Part, ...] | HasParts = ()
    place: int = 0

    @property
    def parts(self) -> tuple[Part, ...]:
        """The score's parts, in the order of `Signal`."""
        told = self.told
        return told if isinstance(told, tuple) else told.parts(self.place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hit) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.rank, self.tool, self.score))

    def __repr__(self) -> str:
        return f"Hit(rank={self.rank}, tool={self.tool!r}, score={self.score}, parts={self.parts})"

    def _values(self) -> tuple[object, ...]:
        return self.rank, self.tool, self.score, self.parts


@dataclass(frozen=True, slots=True)
class Hits:
    """The answer to one question.

    Attributes:
        tie_at_k: the tool at rank k and the next one have the same score.
        notes: what the person should know, one sentence each.
    """

    query: str
    k: int
    results: tuple[Hit, ...] = ()
    tie_at_k: bool = False
    notes: tuple[str, ...] = ()


class Reason(StrEnum):
    """Why a tool has the rank that it has."""

    FOUND = "FOUND"
    NO_TERM_MATCH = "NO_TERM_MATCH"
    TERMS_TOO_COMMON = "TERMS_TOO_COMMON"
    DESCRIPTION_EMPTY = "DESCRIPTION_EMPTY"
    NAME_UNSPLIT = "NAME_UNSPLIT"
    WRONG_INTENT = "WRONG_INTENT"
    OUTRANKED_BY_SIBLING = "OUTRANKED_BY_SIBLING"
    OUTRANKED = "OUTRANKED"
    NO_PATH = "NO_PATH"
    DEMOTED_BY_HISTORY = "DEMOTED_BY_HISTORY"
    DIVERSITY_DROPPED = "DIVERSITY_DROPPED"
    BELOW_FLOOR = "BELOW_FLOOR"
    TIE = "TIE"
    OTHER_LANGUAGE = "OTHER_LANGUAGE"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why `tool` has its rank for `query`.

    Attributes:
        rank: place among all tools, from 1; None where nothing speaks for it.
        gap: what it lacks to be at rank k, ≥ 0.
        sentence: the reason, written for a person.
        competitor: the tool at rank k.
    """

    query: str
    tool: str
    k: int
    rank: int | None
    score: float
    gap: float
    reason: Reason
    sentence: str
    hit: Hit
    competitor: Hit | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the score, in the order of `Signal`."""
        return self.hit.parts
