"""Likeness: tools that a caller may take for one another."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

from ..relations import Evidence
from .claims import SIMILAR_TO, Claim
from .names import ACT, action_of, singular, vocabulary, words
from .resources import ASPECTS, Profile

_BLOCK = 24  # tools of one resource and action that are compared with each other
_MOST = 3  # likenesses that one tool may have
_ENOUGH = 0.65  # score in [0, 1] from which two tools are alike
_STOPS = vocabulary("a an the of to for in on by with and or is are be this that it from as at")
_SHORT = 300  # characters of a description that are compared


def similarity_claims(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """`similar_to` between tools that do the same with the same resource."""
    blocks: dict[tuple[str, ...], list[Profile]] = {}
    for profile in profiles:
        if profile.resource:
            block = (profile.tool.source, _doing(profile), profile.resource[-1])
            blocks.setdefault(block, []).append(profile)
    for some in blocks.values():
        if len(some) > 1:
            yield from _in_block(some[:_BLOCK])


def _doing(profile: Profile) -> str:
    """Listing and searching are alike; of what changes something, only the same sort of verb.

    Deleting and leaving are both DELETE, and not to be taken for one another.
    """
    if profile.many:
        return "read"
    if profile.action is ACT:
        return profile.verb
    return f"{profile.action} {action_of(profile.verb) or profile.action}"


def _in_block(some: Sequence[Profile]) -> Iterator[Claim]:
    views = [(profile, _Look(profile)) for profile in some]
    found = [
        (likeness(one_look, other_look), one, other)
        for (one, one_look), (other, other_look) in combinations(views, 2)
    ]
    used: dict[str, int] = {}
    for score, one, other in sorted(found, key=lambda f: (-f[0], f[1].name, f[2].name)):
        if score < _ENOUGH or used.get(one.name, 0) >= _MOST or used.get(other.name, 0) >= _MOST:
            continue
        used[one.name] = used.get(one.name, 0) + 1
        used[other.name] = used.get(other.name, 0) + 1
        yield _claim(one, other, score)


class _Look:
    """What two tools are compared by."""

    def __init__(self, profile: Profile) -> None:
        tool = profile.tool
        self.name = frozenset(profile.words)
        self.aspects = self.name & ASPECTS
        self.resource = frozenset(profile.resource)
        self.parameters = frozenset([_plain(p.name) for p in tool.parameters])
        self.must = frozenset([_plain(p.name) for p in tool.parameters if p.required])
        self.outputs = frozenset([field.path for field in tool.outputs[:64]])
        self._text = (tool.summary or tool.description)[:_SHORT]

    @cached_property
    def said(self) -> frozenset[str]:
        return frozenset(singular(word) for word in words(self._text)) - _STOPS


@lru_cache(maxsize=65_536)
def _plain(name: str) -> str:
    return "".join(words(name))


def likeness(one: _Look, other: _Look) -> float:
    """In [0, 1]: name, parameters, output and description together.

    What one side leaves unsaid (no schema, no text) takes no part.
    """
    if one.aspects != other.aspects:
        return 0.0
    if one.outputs and one.outputs.isdisjoint(other.outputs) and other.outputs:
        return 0.0
    weight = score = 0.0
    for share, left, right in (
        (0.2, one.resource, other.resource),
        (0.3, one.name, other.name),
        (0.2, one.parameters, other.parameters),
        (0.2, one.must, other.must),
        (0.2, one.outputs, other.outputs),
    ):
        if left and right:
            weight += share
            score += share * _overlap(left, right)
    if (score + 0.3) / (weight + 0.3) < _ENOUGH:
        return 0.0  # whatever the descriptions say
    if one.said and other.said:
        weight += 0.3
        score += 0.3 * _overlap(one.said, other.said)
    return score / weight if weight >= 0.5 else 0.0


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)


def _claim(one: Profile, other: Profile, score: float) -> Claim:
    text = (
        f"{one.name} and {other.name} are {score:.0%} alike in name, parameters, output "
        "and description."
    )
    level = "close" if score >= 0.8 else "near"
    evidence = Evidence("alike", text)
    return Claim(one.name, other.name, SIMILAR_TO, evidence, (level,))
