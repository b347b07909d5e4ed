"""What a search answers: tools with their scores, and each score with its parts.

Named tuples, since a search of fifty results makes five hundred of them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Term(NamedTuple):
    """One word's share of a part. `field` is where in the tool it stands."""

    term: str
    field: str
    value: float


class Part(NamedTuple):
    """One signal's share of a score. `via`: the path in the graph that brought it."""

    signal: str
    value: float
    terms: tuple[Term, ...] = ()
    via: tuple[str, ...] = ()


class Hit(NamedTuple):
    """A tool in a list. The score is the sum of the parts' values."""

    rank: int
    tool: str
    score: float
    parts: tuple[Part, ...] = ()


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
    FILTERED = "FILTERED"
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
    parts: tuple[Part, ...] = ()
    competitor: Hit | None = None
