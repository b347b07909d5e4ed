"""A question as groups of terms: each word with what may stand for it in the catalog."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Protocol

from .intent import wanted_classes
from .tokens import LONGEST_WORD, Word, is_cjk, query_words, stem
from .words import abbreviations, synonyms

LONGEST_QUERY = 4000  # characters that are read
MOST_WORDS = 64  # distinct words that are asked for

_QUOTED = re.compile(r"\"([^\"]+)\"|(?<![A-Za-z])'([^']+)'(?![a-z])|`([^`]+)`|“([^”]+)”")


class How(StrEnum):
    """Why a term of the catalog answers a word of the question."""

    EXACT = "exact"
    SYNONYM = "synonym"
    ABBREVIATION = "abbreviation"
    JOINED = "joined"  # two words written as one: port forward → portforward
    PREFIX = "prefix"
    GLOSSARY = "glossary"  # of another language
    LOANWORD = "loanword"


SHARES = {
    How.EXACT: 1.0,
    How.SYNONYM: 0.2,
    How.ABBREVIATION: 0.8,
    How.JOINED: 0.6,
    How.PREFIX: 0.5,
}
_QUOTED_SHARE = 0.3  # what stands in quotes is mostly a value, not the name of a tool


@dataclass(frozen=True, slots=True)
class Alternative:
    """One term that answers a word, with its share in (0, 1] of an exact match."""

    term: str
    share: float
    how: How


@dataclass(frozen=True, slots=True)
class Group:
    """One word of the question and the terms that answer it, best first; none: unknown."""

    surface: str
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """A question, read against one vocabulary.

    Attributes:
        groups: what is asked for, in the order of the words.
        wanted: how much each class of `intent.CLASSES` is wanted, in [0, 1].
    """

    text: str
    groups: tuple[Group, ...]
    wanted: tuple[float, ...]

    @property
    def known(self) -> bool:
        """Some word of the question stands somewhere in the catalog."""
        return any(group.alternatives for group in self.groups)


class Lexicon(Protocol):
    """The terms that some tool holds."""

    def holds(self, term: str) -> bool: ...

    def near(self, term: str) -> list[str]:
        """Up to three terms that begin with `term`, then the longest that `term` begins with."""
        ...


def parse(text: str, lexicon: Lexicon) -> Query:
    """The question `text` as groups of terms that stand in the lexicon."""
    text = text[:LONGEST_QUERY]
    words = query_words(text)
    distinct = list({word.term: word for word in words}.values())[:MOST_WORDS]
    quoted = {word.term for phrase in _quoted(text) for word in query_words(phrase)}
    groups = [g for word in distinct for g in _groups(word, lexicon, word.term in quoted)]
    groups += _joined(words[:MOST_WORDS], lexicon)
    return Query(text, tuple(groups), wanted_classes(words))


def _groups(word: Word, lexicon: Lexicon, quoted: bool) -> Iterator[Group]:
    share = _QUOTED_SHARE if quoted else 1.0
    found = [Alternative(t, share * SHARES[how], how) for t, how in _answers(word, lexicon)]
    if not found and len(word.term) >= 5 and not quoted and not is_cjk(word.term):
        found = [Alternative(t, SHARES[How.PREFIX], How.PREFIX) for t in lexicon.near(word.term)]
    yield Group(word.surface, tuple(found))
    for part in abbreviations().get(word.surface, ()):
        if lexicon.holds(stem(part)) and stem(part) != word.term:
            meant = Alternative(stem(part), share * SHARES[How.ABBREVIATION], How.ABBREVIATION)
            yield Group(word.surface, (meant,))


def _answers(word: Word, lexicon: Lexicon) -> Iterator[tuple[str, How]]:
    if lexicon.holds(word.term):
        yield word.term, How.EXACT
    for other in _substitutes().get(word.term, ()):
        if lexicon.holds(other):
            yield other, How.SYNONYM


def _joined(words: list[Word], lexicon: Lexicon) -> Iterator[Group]:
    """Neighbours that the catalog writes as one word."""
    asked = {word.term for word in words}
    for left, right in itertools.pairwise(words):
        for whole in (left.surface + right.surface, left.term + right.term):
            if lexicon.holds(whole) and whole not in asked and len(whole) <= LONGEST_WORD:
                asked.add(whole)
                meant = Alternative(whole, SHARES[How.JOINED], How.JOINED)
                yield Group(f"{left.surface} {right.surface}", (meant,))
                break


def _quoted(text: str) -> Iterator[str]:
    for match in _QUOTED.finditer(text):
        yield match.group()


@cache
def _substitutes() -> dict[str, tuple[str, ...]]:
    """Synonyms by stem."""
    found: dict[str, dict[str, None]] = {}
    for word, others in synonyms().items():
        known = found.setdefault(stem(word), {})
        known.update((stem(other), None) for other in others if stem(other) != stem(word))
    return {word: tuple(others) for word, others in found.items()}
