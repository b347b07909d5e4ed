"""What a clause of a goal asks for: names that are values, and words that a tool must know."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log

from ..relate.names import Action, singular, vocabulary, words
from .catalog import Catalog
from .intent import reads, verb, verb_said, without_politeness
from .proper_names import named
from .stop_words import STOP_WORDS

_PEOPLE = vocabulary("person people user author artist customer member contact employee owner")
_SAYING = vocabulary("give tell show know want need get like see")
_MOST_WORDS = 14  # of a clause that are looked up one by one
_STRONG = 0.45  # share of the best score from which a tool counts as knowing a word


@dataclass(frozen=True)
class Asked:
    """One clause as it is looked at.

    Attributes:
        text: the clause as it was said.
        names: what stands in it as a name: `The Dark Knight`, `"Titanic"`.
        plain: the clause without them, as it is searched for.
    """

    catalog: Catalog
    text: str
    names: tuple[str, ...]
    plain: str

    @classmethod
    def of(cls, catalog: Catalog, clause: str) -> "Asked":
        """The clause against the words that the tools know."""
        names = named(clause, catalog.words)
        plain = clause
        for name in names:
            plain = plain.replace(name, " ")
        return cls(catalog, clause, names, " ".join(plain.split()) if words(plain) else clause)

    @cached_property
    def reads(self) -> bool:
        """The clause asks for knowledge alone; a name in it says nothing of that."""
        return reads(self.plain)

    @cached_property
    def circumstances(self) -> str:
        """The clause without what is to be done: `late` of `cancel the late ones` stays."""
        said = verb_said(self.plain)
        kept = (word for word in self.plain.split() if words(word)[:1] != (said,))
        return self.plain if self.reads else " ".join(kept)

    @cached_property
    def relevance(self) -> Mapping[str, float]:
        """How much each tool has to do with the clause, in [0, 1]."""
        return self.catalog.relevances(self.plain)

    @cached_property
    def knowing(self) -> Mapping[str, Mapping[str, float]]:
        """For each word that some tool knows, how well each tool knows it, in [0, 1]."""
        found = dict.fromkeys(_content(self.plain))
        looked_up = {word: self.catalog.knowers(word) for word in list(found)[:_MOST_WORDS]}
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

    def known_by(self, tool: str, said: Iterable[str]) -> float:
        """How well a tool knows some of the words, in [0, 1]; those that no tool knows apart."""
        meant = {singular(word): word for word in self.knowing}
        words = [meant[word] for word in said if word in meant]
        worth = sum(self.weights[word] for word in words)
        held = sum(self.weights[word] * self.knowing[word].get(tool, 0.0) for word in words)
        return held / worth if worth else 0.0

    @cached_property
    def kinds(self) -> frozenset[str]:
        """What the names are names of, where a word beside them says it."""
        return frozenset(kind for name in self.names for kind in _kinds(self.text, name))

    def covered(self, tools: Iterable[str], said: Iterable[str] = ()) -> float:
        """The share of the clause that is taken up, in [0, 1].

        Args:
            tools: that know its words, some of them one well enough.
            said: words that went into values.
        """
        names, spent = tuple(tools), set(said)
        taken = (
            word
            for word, known in self.knowing.items()
            if word in spent or any(known.get(name, 0.0) >= _STRONG for name in names)
        )
        return sum(self.weights[word] for word in taken)


def _kinds(clause: str, name: str) -> Iterable[str]:
    """The nouns beside a name: `the collection Star Wars`; of `by Ann Lee`, those of people."""
    before, _, after = clause.partition(name)
    said, following = words(before), words(after)
    yield from map(singular, said[-1:])
    yield from map(singular, [word for word in following if word != "s"][:1])
    if said[-1:] == ("by",) or following[:1] == ("s",):
        yield from _PEOPLE


def _content(clause: str) -> Iterable[str]:
    """The words of a clause that a tool could be found by, without a plain verb at its start."""
    said = words(without_politeness(clause))
    plain = said[:1] and verb(said[0]) not in (None, Action.ACT, Action.SEARCH)
    opening = said[0] if plain else ""
    for word in said:
        usual = word in STOP_WORDS or word in _SAYING
        if not usual and (word != opening or len(said) == 1):
            yield word
