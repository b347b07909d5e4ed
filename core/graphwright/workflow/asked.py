"""What a clause of a goal asks for: names that are values, and words that a tool must know."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Protocol

from ..graph import ToolGraph
from ..relate.names import Action, singular, singulars, vocabulary, words
from ..search.results import Hit, Hits
from ..search.settings import SearchSettings
from ..tools import Tool
from .intent import verb, without_politeness

_STOP_WORDS = vocabulary(
    "a an the my your our his her its their this that these those it them i you we he she they me "
    "us of in on at to for from by with as and or but not no nor is are was were be been being do "
    "does did has have had will would can could shall should may might must what which who whom "
    "whose when where why how there here some any all every each other another more most much "
    "many few one ones first last current currently now right then than also so very just only "
    "please if about into over under up down out off again once s t re ve ll"
)
_PEOPLE = vocabulary("person people user author artist customer member contact employee owner")
_SAYING = vocabulary("give tell show know want need get like see")
_QUOTED = re.compile(r"\"([^\"]{1,80})\"|“([^”]{1,80})”|(?<!\w)'([^']{2,80})'(?!\w)")
_JOINING = (
    ("of",),
    ("of", "the"),
    ("and", "the"),
    ("&",),
    ("de",),
    ("de", "la"),
    ("von",),
    ("van",),
)
_TRIM = ".,;:!?()[]\"'“”’"
_LOOKED_AT = 24  # tools of a search that are judged
_MOST_WORDS = 14  # of a clause that are looked up one by one
_STRONG = 0.5  # share of the best score from which a tool counts as knowing a word


class Finder(Protocol):
    """What plans are made from: a search index."""

    @property
    def graph(self) -> ToolGraph: ...

    @property
    def settings(self) -> SearchSettings: ...

    def search(self, query: str, k: int) -> Hits: ...


def hits_of(index: Finder, text: str) -> tuple[Hit, ...]:
    return index.search(text, _LOOKED_AT).results


def relevances(index: Finder, text: str) -> dict[str, float]:
    """How much each of the first tools of a search has to do with a text, in [0, 1]."""
    hits = hits_of(index, text)
    best = max((hit.score for hit in hits), default=0.0)
    return {hit.tool: hit.score / best for hit in hits if hit.score > 0} if best > 0 else {}


@dataclass(frozen=True)
class Asked:
    """One clause as it is looked at.

    Attributes:
        text: the clause as it was said.
        names: what stands in it as a name: `The Dark Knight`, `"Titanic"`.
        plain: the clause without them, as it is searched for.
    """

    index: Finder
    text: str
    names: tuple[str, ...]
    plain: str

    @classmethod
    def of(cls, index: Finder, clause: str, known: frozenset[str]) -> "Asked":
        """The clause against the words that the tools know."""
        names = named(clause, known)
        plain = clause
        for name in names:
            plain = plain.replace(name, " ")
        return cls(index, clause, names, " ".join(plain.split()) if words(plain) else clause)

    @cached_property
    def relevance(self) -> Mapping[str, float]:
        """How much each tool has to do with the clause, in [0, 1]."""
        return relevances(self.index, self.plain)

    @cached_property
    def knowing(self) -> Mapping[str, Mapping[str, float]]:
        """For each word that some tool knows, how well each tool knows it, in [0, 1]."""
        found = dict.fromkeys(_content(self.plain))
        looked_up = {word: _knowers(self.index, word) for word in list(found)[:_MOST_WORDS]}
        return {word: tools for word, tools in looked_up.items() if tools}

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """What each word is worth, in sum 1: the fewer tools know it, the more it tells."""
        rare = {
            word: 1 / (1 + log(1 + sum(share >= _STRONG for share in tools.values())))
            for word, tools in self.knowing.items()
        }
        total = sum(rare.values())
        return {word: worth / total for word, worth in rare.items()}

    @cached_property
    def kinds(self) -> frozenset[str]:
        """What the names are names of, where a word beside them says it."""
        return frozenset(kind for name in self.names for kind in _kinds(self.text, name))

    def covered(self, tools: Iterable[str], said: Iterable[str] = ()) -> float:
        """The share of the clause that is taken up, in [0, 1].

        Args:
            tools: that together know its words, each word at its best.
            said: words that went into values.
        """
        names, spent = tuple(tools), set(said)
        shares = {
            word: 1.0
            if word in spent
            else max((known.get(name, 0.0) for name in names), default=0.0)
            for word, known in self.knowing.items()
        }
        return sum(w * shares[word] for word, w in self.weights.items() if shares[word] >= _STRONG)


def _knowers(index: Finder, word: str) -> dict[str, float]:
    """Tools that know a word otherwise than from what is said of a parameter, in [0, 1]."""
    hits = [hit for hit in hits_of(index, word) if _is_meant(hit)]
    best = max((hit.score for hit in hits), default=0.0)
    return {hit.tool: hit.score / best for hit in hits} if best > 0 else {}


def _is_meant(hit: Hit) -> bool:
    return any(term.field != "parameter text" for part in hit.parts for term in part.terms)


def _kinds(clause: str, name: str) -> Iterable[str]:
    """The nouns beside a name: `the collection Star Wars`; of `by Ann Lee`, those of people."""
    before, _, after = clause.partition(name)
    said, following = words(before), words(after)
    yield from map(singular, said[-1:])
    yield from map(singular, [word for word in following if word != "s"][:1])
    if said[-1:] == ("by",) or following[:1] == ("s",):
        yield from _PEOPLE


def words_of(graph: ToolGraph) -> frozenset[str]:
    """The words that tools are called by and described with, in the singular."""
    return frozenset(word for tool in graph.ordered_tools for word in _of_tool(tool))


def _of_tool(tool: Tool) -> Iterable[str]:
    yield from singulars(f"{tool.name} {tool.path}")
    yield from singulars(" ".join(tool.tags))
    yield from singulars(tool.summary or tool.description[:200])
    for parameter in tool.parameters:
        yield from singulars(parameter.name)


def _content(clause: str) -> Iterable[str]:
    """The words of a clause that a tool could be found by, without a plain verb at its start."""
    said = words(without_politeness(clause))
    plain = said[:1] and verb(said[0]) not in (None, Action.ACT, Action.SEARCH)
    opening = said[0] if plain else ""
    for word in said:
        usual = word in _STOP_WORDS or word in _SAYING
        if not usual and (word != opening or len(said) == 1):
            yield word


def named(clause: str, known: frozenset[str]) -> tuple[str, ...]:
    """The names in a clause: what is quoted, and capitals that are no words of the tools."""
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(clause)]
    rest = _QUOTED.sub(" . ", clause)
    return tuple(dict.fromkeys((*quoted, *_runs(rest, known))))


def _runs(clause: str, known: frozenset[str]) -> Iterable[str]:
    """Words that are names, with the small words between them, and `The` before them."""
    said = clause.split()
    position = 0
    while position < len(said):
        end = position
        while end < len(said) and _is_name(said[end], known, first=end == 0):
            end += 1
            if _ends(said[end - 1]):
                break
            end += _joint(said, end, known)
        if end > position:
            start = position - (position > 1 and said[position - 1] == "The")
            yield " ".join(_bare(word) for word in said[start:end])
        position = max(end, position + 1)


def _joint(said: list[str], position: int, known: frozenset[str]) -> int:
    """How many small words join a name to the next: one in `House of Cards`."""
    for joint in sorted(_JOINING, key=len, reverse=True):
        end = position + len(joint)
        between = tuple(word.lower() for word in said[position:end])
        if between == joint and end < len(said) and _is_name(said[end], known, first=False):
            return len(joint)
    return 0


def _bare(word: str) -> str:
    return word.strip(_TRIM).removesuffix("'s").removesuffix("’s")


def _ends(word: str) -> bool:
    return word[-1] in ".,;:!?" or word.endswith(("'s", "’s"))


def _is_name(word: str, known: frozenset[str], *, first: bool) -> bool:
    """A capital that begins no sentence and is no word of the tools."""
    bare = _bare(word)
    if not bare or not bare[0].isupper():
        return False
    parts = words(bare)
    if not parts or parts[0] in _STOP_WORDS or (first and verb(parts[0]) is not None):
        return False
    return known.isdisjoint(parts) and known.isdisjoint(map(singular, parts))
