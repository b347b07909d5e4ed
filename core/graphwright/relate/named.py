"""Names of tools and of their answers' fields, found in what other tools' texts say."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .doing import STOPS
from .names import action_of, singular, words
from .resources import Profile

K = TypeVar("K")
V = TypeVar("V")

_LONGEST = 1500  # characters of a text that are read
_SHARED = 3  # tools that a phrase may stand for before it stands for none
_APART = str.maketrans(dict.fromkeys("`'\"()[]{},:;!?<>*/|“”‘’", " ") | {ord("."): "."})
_QUOTES = tuple("`'\"")
_COMPOUND = re.compile(r"[A-Za-z0-9][_.-][A-Za-z0-9]|[a-z][A-Z]")
_WORD = re.compile(r"[a-z0-9]+")
_SENTENCE = re.compile(r"[.;!?]\s|\n")

_ASKS = re.compile(
    r"\b(API|[Ee]ndpoint|[Oo]peration|[Tt]ool|[Cc]all(ing)?|[Mm]ethod|[Ff]rom|[Ff]ound|[Uu]se"
    r"|[Uu]sing|[Oo]btain\w*|[Rr]etriev\w*|[Ee]xtract\w*|[Rr]eturned)\b"
)
_FROM_NOUN = re.compile(r"\bfrom (?:the |a |an )?((?:[a-z]+ ){0,2}[a-z]+)(?=[.,;)]|$)")


@dataclass(frozen=True, slots=True)
class Mention:
    """`before` and `after`: the sentence around the name, in lower case."""

    named: Profile
    before: str
    after: str


class Names:
    """The names of one source's tools, as texts write them."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        literal = {profile.name: profile for profile in profiles}
        literal |= {p.name.rpartition(":")[2]: p for p in profiles}
        self._literal = {
            name: p for name, p in literal.items() if name.translate(_APART).split() == [name]
        }
        joined = (name for name in self._literal if _COMPOUND.search(name))
        self._snake = all("_" in name for name in joined)
        reading = [profile for profile in profiles if profile.reads]
        self._phrases = _few((phrase, p) for p in profiles for phrase in _phrases(p))
        self._readers = _few((p.resource, p) for p in reading if p.resource)
        self._fields = _few(field for p in reading if not p.segments for field in _fields(p))
        self._firsts = {phrase[0] for phrase in self._phrases}
        self._read: dict[tuple[str, bool], tuple[Mention, ...]] = {}

    def named(self, text: str, required: bool) -> tuple[Mention, ...]:
        """Tools that a parameter's text names. Many parameters have the same text."""
        if (text, required) not in self._read:
            found = tuple(self.literal(text)) or tuple(self.spoken(text))
            loose = not found and required
            self._read[text, required] = tuple(self.answering(text)) if loose else found
        return self._read[text, required]

    def literal(self, text: str) -> Iterator[Mention]:
        """Tools that a text names letter by letter."""
        if not self._literal or not self._may_name(text):
            return
        text = text[:_LONGEST]
        found = self._literal.keys() & text.translate(_APART).split()
        for name in sorted(found, key=text.find):
            yield from _placed(text, name, self._literal[name])

    def _may_name(self, text: str) -> bool:
        """A name in a text is compound, or stands in quotes: most texts hold neither."""
        return not self._snake or "_" in text or any(quote in text for quote in _QUOTES)

    def spoken(self, text: str) -> Iterator[Mention]:
        """Tools that a text names in words: "the Search Airport API"."""
        text = text[:_LONGEST]
        lower = text.lower()
        if not any(first in lower for first in self._firsts) or not _ASKS.search(text):
            return
        if self._firsts.isdisjoint(_WORD.findall(lower)):
            return
        free = " ".join(part for part in text.split() if not _COMPOUND.search(part))
        found = [singular(word) for word in _WORD.findall(free.lower())]
        for i, word in enumerate(found):
            if word in self._firsts:
                for length in (5, 4, 3, 2):
                    for named in self._phrases.get(tuple(found[i : i + length]), ()):
                        yield Mention(named, " ".join(found[max(0, i - 8) : i]), "")

    def fields(self, text: str) -> Iterator[tuple[Profile, str]]:
        """Tools of whose answer a text names a field: "the geoId of a place"."""
        for word in sorted(self._fields.keys() & text[:_LONGEST].translate(_APART).split()):
            yield from self._fields[word]

    def answering(self, text: str) -> Iterator[Mention]:
        """Tools whose answer a text names: "reference from the page snapshot"."""
        for match in _FROM_NOUN.finditer(text[:_LONGEST].lower()):
            noun = tuple(singular(word) for word in match[1].split())
            for start in range(len(noun)):
                for named in self._readers.get(noun[start:], ()):
                    yield Mention(named, "from", "")


def _few(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """What each key stands for, without the keys that stand for too much."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: some for key, some in found.items() if len(some) < _SHARED}


def _placed(text: str, name: str, named: Profile) -> Iterator[Mention]:
    """The first place of a name that is no mere word: compound, or in quotes."""
    at = text.find(name)
    before, after = text[:at], text[at + len(name) :]
    if _COMPOUND.search(name) or (before[-1:] in _QUOTES and after[:1] in _QUOTES):
        yield Mention(named, _SENTENCE.split(before.lower())[-1], _SENTENCE.split(after.lower())[0])


def _phrases(profile: Profile) -> Iterator[tuple[str, ...]]:
    """What a text may call a tool that reads: its name from the verb on, two words at least."""
    found = [singular(word) for word in words(profile.name.rpartition(":")[2])]
    verb = next((i for i, word in enumerate(found) if _reads(word)), len(found))
    phrase = tuple(found[verb:])
    if 2 <= len(phrase) <= 5 and STOPS.isdisjoint(phrase):
        yield phrase


def _reads(word: str) -> bool:
    does = action_of(word)
    return does is not None and does.reads


def _fields(profile: Profile) -> Iterator[tuple[str, tuple[Profile, str]]]:
    """How texts may write the fields of an answer, each way once."""
    places: dict[str, str] = {}
    for field in profile.tool.outputs:
        for word in _written(field.name):
            places.setdefault(word, field.path)
    for word, path in places.items():
        yield word, (profile, path)


def _written(name: str) -> Iterator[str]:
    """How a text may write a field's name: as it is, or an abbreviation in capitals."""
    if _COMPOUND.search(name):
        yield name
    elif name.isalpha() and 2 < len(name) < 6:
        yield name.upper()
