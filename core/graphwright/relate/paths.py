"""URL templates: their segments, their nouns, and the collections that they run through."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..tools import Tool
from .names import SEARCH, action_of, singular, singulars, vocabulary, words

Segments = tuple[str, ...]

_MOUNTS = vocabulary("api apis rest json public internal rpc")
_NOUNS_TOO = vocabulary(
    "order book record review request schedule purchase release report comment match index fork "
    "star like pin share block import export filter view load copy change return place post press "
    "track reply upload download watch export play stat info detail details"
)
_VERSION = re.compile(r"v?\d+(\.\d+)*((alpha|beta|rc)\d*)?")
_BRACED = re.compile(r"\{([^{}]*)\}")
_MANY_SEGMENTS = 40  # a longer path is no path


def is_parameter(segment: str) -> bool:
    return "{" in segment


@lru_cache(maxsize=65_536)
def segments(path: str) -> Segments:
    """The segments of a URL template that carry meaning."""
    parts = [part for part in path.partition("?")[0].split("/") if part][:_MANY_SEGMENTS]
    return tuple(part for part in parts if part not in _MOUNTS and not _VERSION.fullmatch(part))


@lru_cache(maxsize=65_536)
def plain(parts: Segments) -> Segments:
    """The segments with every parameter alike: `{id}` and `{orderId}` are one place."""
    return tuple("{}" if is_parameter(part) else part for part in parts)


def item_prefixes(tools: Iterable[Tool]) -> frozenset[Segments]:
    """Every path prefix that some path continues with a parameter: a collection of items."""
    found: set[Segments] = set()
    for tool in tools:
        parts = plain(segments(tool.path))
        found.update(parts[:i] for i, part in enumerate(parts) if i and is_parameter(part))
    return frozenset(found)


def path_resource(parts: Segments, prefixes: frozenset[Segments]) -> tuple[str, ...]:
    """The last noun; a static segment in the place of an item (`/pet/findByStatus`) is a view."""
    places = plain(parts)
    for i in range(len(parts) - 1, -1, -1):
        if not is_parameter(parts[i]) and not (i and places[:i] in prefixes and _is_view(parts, i)):
            noun = path_noun(parts[i])
            if noun:
                return noun
    return next(
        (path_noun(part) or singulars(part) for part in parts if not is_parameter(part)), ()
    )


def _is_view(parts: Segments, position: int) -> bool:
    """In the place of an item, after its collection, and no plural: `popular` of `/movie/popular`.

    A plural there is a collection of its own: `/user/repos` beside `/user/{id}`.
    """
    last = words(parts[position])[-1:]
    return not is_parameter(parts[position - 1]) and all(singular(word) == word for word in last)


@lru_cache(maxsize=65_536)
def path_noun(segment: str) -> tuple[str, ...]:
    """The words of a static segment; () when it is a verb (`cancel`, `:search`)."""
    text = segment.partition(":")[0].removesuffix(".json")
    return () if is_verb(text) else singulars(text)


@lru_cache(maxsize=65_536)
def is_verb(segment: str) -> bool:
    word = segment.lower()
    return action_of(word) is not None and word not in _NOUNS_TOO


@lru_cache(maxsize=65_536)
def is_search(segment: str) -> bool:
    return action_of(segment.rpartition(":")[2].lower()) is SEARCH


@lru_cache(maxsize=65_536)
def parameter_places(parts: Segments) -> Mapping[str, Segments]:
    """Where each path parameter picks one: `/repos/{}/hooks` of `/repos/{id}/hooks/{hook}`."""
    found = plain(parts)
    return {
        name: found[:i]
        for i, part in enumerate(parts)
        if is_parameter(part)
        for name in _BRACED.findall(part)
    }


@lru_cache(maxsize=65_536)
def parent_of(place: Segments) -> str:
    """The static segment before the last parameters of a place: repos of `repos/{}/hooks`."""
    held = False
    for part in reversed(place):
        if part == "{}":
            held = True
        elif held:
            return part
    return ""


@lru_cache(maxsize=65_536)
def parameter_nouns(parts: Segments) -> Mapping[str, tuple[str, ...]]:
    """The noun before each path parameter: order of `/orders/{id}`."""
    nouns: dict[str, tuple[str, ...]] = {}
    noun: tuple[str, ...] = ()
    for part in parts:
        if is_parameter(part):
            nouns.update(dict.fromkeys(_BRACED.findall(part), noun))
        else:
            noun = path_noun(part) or noun
    return nouns
