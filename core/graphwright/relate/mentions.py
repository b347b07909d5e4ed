"""Descriptions that name another tool: "Call list_pages to get available pages."."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..relations import Evidence, RelationKind
from .claims import Claim
from .doing import STOPS
from .names import action_of, singular, words
from .resources import Profile

_LONGEST = 1500  # characters of a description that are read
_MANY = 6  # tools that one description may name
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
_SUPPLIES = re.compile(
    r"\b(from|via|using|through|returned|obtain\w*|retriev\w*|extract\w*|found|get|gets|use|call"
    r"|see|with|by|find|list|look)\b"
)
_SUPPLIED = re.compile(r"\b(from|via|returned|obtain\w*|retrieved|extracted|given)\b")
_OUT_OF = re.compile(r"\b(from|returned by|output of|obtained (from|by|via))\W*(the|a|an)?\W*$")
_FROM_NOUN = re.compile(r"\bfrom (?:the |a |an )?((?:[a-z]+ ){0,2}[a-z]+)(?=[.,;)]|$)")
_INSTEAD = re.compile(
    r"\b(instead|deprecat\w*|rather|prefer\w*|superseded|replaced|same|alternative|falls? back"
    r"|faster|efficient|not recommended)\b"
)
_LATER = re.compile(
    r"\b(before|then|poll|afterwards?|follow\w*|pass\b.* to|prerequisite for|next)\b"
)
_EARLIER = re.compile(
    r"\b(after|must|first|prerequisites?|requires?|previous\w*|from|returned|obtain\w*|starting)\b"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """`before` and `after`: the sentence around the name, in lower case."""

    named: Profile
    before: str
    after: str


class Names:
    """The names of one source's tools, as texts write them."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        self._literal = {profile.name: profile for profile in profiles}
        self._literal |= {p.name.rpartition(":")[2]: p for p in profiles}
        phrases: dict[tuple[str, ...], list[Profile]] = {}
        for profile in profiles:
            for phrase in _phrases(profile):
                phrases.setdefault(phrase, []).append(profile)
        self._phrases = {k: some for k, some in phrases.items() if len(some) < _SHARED}
        self._firsts = {phrase[0] for phrase in self._phrases}
        readers: dict[tuple[str, ...], list[Profile]] = {}
        for profile in profiles:
            if profile.reads and profile.resource:
                readers.setdefault(profile.resource, []).append(profile)
        self._readers = {noun: some for noun, some in readers.items() if len(some) < _SHARED}

    def literal(self, text: str) -> Iterator[Mention]:
        """Tools that a text names letter by letter."""
        found = self._literal.keys() & text[:_LONGEST].translate(_APART).split()
        for name in sorted(found, key=text.find):
            yield from _placed(text, name, self._literal[name])

    def spoken(self, text: str) -> Iterator[Mention]:
        """Tools that a text names in words: "the Search Airport API"."""
        if not _ASKS.search(text) or self._firsts.isdisjoint(_WORD.findall(text.lower())):
            return
        free = " ".join(part for part in text[:_LONGEST].split() if not _COMPOUND.search(part))
        found = [singular(word) for word in _WORD.findall(free.lower())]
        for i, word in enumerate(found):
            if word in self._firsts:
                for length in (5, 4, 3, 2):
                    for named in self._phrases.get(tuple(found[i : i + length]), ()):
                        yield Mention(named, " ".join(found[max(0, i - 8) : i]), "")

    def answering(self, text: str) -> Iterator[Mention]:
        """Tools whose answer a text names: "reference from the page snapshot"."""
        for match in _FROM_NOUN.finditer(text[:_LONGEST].lower()):
            noun = tuple(singular(word) for word in match[1].split())
            for start in range(len(noun)):
                for named in self._readers.get(noun[start:], ()):
                    yield Mention(named, "from", "")


def _placed(text: str, name: str, named: Profile) -> Iterator[Mention]:
    """The first place of a name that is no mere word: compound, or in quotes."""
    at = text.find(name)
    before, after = text[:at], text[at + len(name) :]
    if _COMPOUND.search(name) or (before[-1:] in _QUOTES and after[:1] in _QUOTES):
        yield Mention(named, _SENTENCE.split(before.lower())[-1], _SENTENCE.split(after.lower())[0])


def mention_claims(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """What the authors of a source themselves say of its tools."""
    by_source: dict[str, list[Profile]] = {}
    for profile in profiles:
        by_source.setdefault(profile.tool.source, []).append(profile)
    for some in by_source.values():
        names = Names(some)
        for profile in some:
            yield from _of_parameters(profile, names)
            yield from _of_description(profile, names)


def _of_parameters(profile: Profile, names: Names) -> Iterator[Claim]:
    for parameter in profile.tool.parameters:
        text = parameter.description
        if len(text) < 8 or parameter.type in ("boolean", "object"):
            continue
        mentions = list(names.literal(text)) or list(names.spoken(text))
        if not mentions and parameter.required:
            mentions = list(names.answering(text))
        for mention in mentions[:_MANY]:
            if mention.named.name == profile.name or not _supplies(mention):
                continue
            evidence = Evidence("told", _quoted(parameter.name, text), parameter.name)
            kind = RelationKind.REQUIRES if parameter.required else RelationKind.PRECEDES
            yield _directed(profile, mention.named, kind, evidence, ("parameter", kind))


def _supplies(mention: Mention) -> bool:
    if mention.named.reads:
        return bool(_SUPPLIES.search(mention.before))
    return bool(_SUPPLIED.search(mention.before))


def _of_description(profile: Profile, names: Names) -> Iterator[Claim]:
    mentions = list(names.literal(f"{profile.tool.summary}\n{profile.tool.description}"))
    for mention in mentions[:_MANY]:
        if mention.named.name != profile.name:
            yield _said(profile, mention)


def _said(profile: Profile, mention: Mention) -> Claim:
    """The kind by the words around the name; that both are named together is the least."""
    other = mention.named
    text = f"{profile.name} says: …{mention.before[-60:]}{other.name}{mention.after[:60]}…"
    evidence = Evidence("told", text)
    around = f"{mention.before} {mention.after}"
    if _INSTEAD.search(around):
        return _claim(profile, other, RelationKind.SIMILAR_TO, evidence)
    harmless = other.reads or not profile.reads
    if _OUT_OF.search(mention.before) and harmless:
        return _claim(profile, other, RelationKind.REQUIRES, evidence)
    if _LATER.search(mention.before[-40:]):
        return _claim(profile, other, RelationKind.PRECEDES, evidence)
    if _EARLIER.search(mention.before[-40:]) or " first" in mention.after[:40]:
        return _claim(other, profile, RelationKind.PRECEDES, evidence)
    return _claim(profile, other, RelationKind.COMPLEMENTARY, evidence)


def _claim(source: Profile, target: Profile, kind: RelationKind, evidence: Evidence) -> Claim:
    return Claim(source.name, target.name, kind, evidence, ("description", str(kind)))


def _directed(
    consumer: Profile,
    provider: Profile,
    kind: RelationKind,
    evidence: Evidence,
    traits: tuple[str, ...],
) -> Claim:
    if kind is RelationKind.REQUIRES:
        return Claim(consumer.name, provider.name, kind, evidence, traits)
    return Claim(provider.name, consumer.name, kind, evidence, traits)


def _quoted(parameter: str, text: str) -> str:
    return f"{parameter}: “{' '.join(text.split())[:160]}”"


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
