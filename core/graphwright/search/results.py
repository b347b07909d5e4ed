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


class Part:
    """One signal's share of a score. `via`: the path in the graph that brought it."""

    __slots__ = ("_ledger", "_place", "_terms", "signal", "value", "via")

    def __init__(
        self,
        signal: str,
        value: float,
        terms: tuple[Term, ...] = (),
        via: tuple[str, ...] = (),
        ledger: HasParts | None = None,
        place: int = 0,
    ) -> None:
        self.signal = signal
        self.value = value
        self.via = via
        self._terms = terms
        self._ledger = ledger
        self._place = place

    @property
    def terms(self) -> tuple[Term, ...]:
        """The words that give it, none where it is no matter of words."""
        if self._ledger is not None:
            self._terms = self._ledger.terms(self.signal, self._place)
            self._ledger = None
        return self._terms

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.signal, self.value, self.via))

    def __repr__(self) -> str:
        return f"Part({self.signal!r}, {self.value}, {self.terms}, {self.via})"

    def _values(self) -> tuple[str, float, tuple[Term, ...], tuple[str, ...]]:
        return self.signal, self.value, self.terms, self.via


class Hit:
    """A tool in a list. The score is the sum of the parts' values."""

    __slots__ = ("_ledger", "_parts", "_place", "rank", "score", "tool")

    def __init__(
        self,
        rank: int,
        tool: str,
        score: float,
        parts: tuple[Part, ...] = (),
        ledger: HasParts | None = None,
        place: int = 0,
    ) -> None:
        self.rank = rank
        self.tool = tool
        self.score = score
        self._parts = parts
        self._ledger = ledger
        self._place = place

    @property
    def parts(self) -> tuple[Part, ...]:
        """The score's parts, in the order of `Signal`."""
        if self._ledger is not None:
            self._parts = self._ledger.parts(self._place)
            self._ledger = None
        return self._parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hit) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.rank, self.tool, self.score))

    def __repr__(self) -> str:
        return f"Hit(rank={self.rank}, tool={self.tool!r}, score={self.score}, parts={self.parts})"

    def _values(self) -> tuple[int, str, float, tuple[Part, ...]]:
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
