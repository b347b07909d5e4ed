"""Descriptions that name another tool: "Call list_pages to get available pages."."""

import re
from collections.abc import Iterator, Sequence

from ..relations import Evidence, RelationKind
from ..tools import Parameter
from .claims import COMPLEMENTARY, PRECEDES, REQUIRES, SIMILAR_TO, Claim
from .named import Mention, Names
from .references import reference
from .resources import Profile, by_source

_MANY = 6  # tools that one text may name
_SHORT = 160  # characters of a text that is about one thing

_SUPPLIES = re.compile(
    r"\b(from|via|using|through|returned|obtain\w*|retriev\w*|extract\w*|found|get|gets|use|call"
    r"|see|with|by|find|list|look)\b"
)
_SUPPLIED = re.compile(r"\b(from|via|returned|obtain\w*|retrieved|extracted|given)\b")
_OUT_OF = re.compile(r"\b(from|returned by|output of|obtained (from|by|via))\W*(the|a|an)?\W*$")
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


def mention_claims(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """What the authors of a source themselves say of its tools."""
    for some in by_source(profiles):
        names = Names(some)
        for profile in some:
            yield from _of_parameters(profile, names)
            yield from _of_description(profile, names)


def _of_parameters(profile: Profile, names: Names) -> Iterator[Claim]:
    for parameter in profile.tool.parameters:
        text = parameter.description
        if len(text) < 8 or parameter.type in ("boolean", "object") or _measures(parameter):
            continue
        for mention in names.named(text, parameter.required)[:_MANY]:
            if mention.named.name == profile.name or not _supplies(mention):
                continue
            evidence = Evidence("told", _quoted(parameter.name, text), parameter.name)
            kind = REQUIRES if parameter.required else PRECEDES
            yield _directed(profile, mention.named, kind, evidence, ("parameter", kind))
        if not profile.segments and parameter.required and not parameter.enum:
            yield from _of_fields(profile, parameter, names)


def _measures(parameter: Parameter) -> bool:
    """A number that says how much, not which: an amount."""
    number = parameter.type in ("integer", "number")
    return number and not reference(parameter.name).identifies


def _of_fields(profile: Profile, parameter: Parameter, names: Names) -> Iterator[Claim]:
    """What a parameter's text names is in the answer of a neighbour."""
    text = parameter.description
    for provider, path in names.fields(text) if len(text) <= _SHORT else ():
        near = provider.home == profile.home and provider.name != profile.name
        asked = any(p.name == path for p in provider.tool.required)
        if near and not asked and path != parameter.name:
            evidence = Evidence("told", _quoted(parameter.name, text), parameter.name, path)
            yield _directed(profile, provider, REQUIRES, evidence, ("field",))


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
        return _claim(profile, other, SIMILAR_TO, evidence)
    harmless = other.reads or not profile.reads
    if _OUT_OF.search(mention.before) and harmless:
        return _claim(profile, other, REQUIRES, evidence)
    if _LATER.search(mention.before[-40:]):
        return _claim(profile, other, PRECEDES, evidence)
    if _EARLIER.search(mention.before[-40:]) or " first" in mention.after[:40]:
        return _claim(other, profile, PRECEDES, evidence)
    return _claim(profile, other, COMPLEMENTARY, evidence)


def _claim(source: Profile, target: Profile, kind: RelationKind, evidence: Evidence) -> Claim:
    return Claim(source.name, target.name, kind, evidence, ("description", str(kind)))


def _directed(
    consumer: Profile,
    provider: Profile,
    kind: RelationKind,
    evidence: Evidence,
    traits: tuple[str, ...],
) -> Claim:
    if kind is REQUIRES:
        return Claim(consumer.name, provider.name, kind, evidence, traits)
    return Claim(provider.name, consumer.name, kind, evidence, traits)


def _quoted(parameter: str, text: str) -> str:
    return f"{parameter}: “{' '.join(text.split())[:160]}”"
