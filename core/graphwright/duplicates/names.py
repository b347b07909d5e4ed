"""Names of tools read: the verb's sense, the nouns, and what the source puts before them all."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..relate.names import singular, vocabulary, words
from ..tools import Tool
from .nouns import FILLERS, SHORT, UNCOUNTED
from .verbs import NOUNS_TOO, SENSE_OF

METHODS = vocabulary("get post put patch delete")
VERSION = re.compile(r"v\d+|alpha\d*|beta\d*|legacy|deprecated")
_MARK = re.compile(r"~\d+$")  # of a name that stands twice in its document
_UNTIL = vocabulary("by for in of from with to on")
_DIRECTIONS = vocabulary("to from into")
_COMPOUNDS = {("pull", "request"): "pullrequest", ("merge", "request"): "mergerequest"}
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Name:
    """What a name says.

    To get what has a plural as its head is to list: `getOrders`, `find_pets_by_status`.
    """

    sense: str = ""  # of its verb; "" where there is none that we know
    nouns: tuple[str, ...] = ()  # in their order, without verb, fillers and versions
    many: bool = False  # a noun after the verb is a plural
    directed: bool = False  # it says from what to what
    written: str = ""  # its letters, sorted: `getOrder` and `order_get` have the same
    service: str = ""  # what the source puts before every name


def source_prefixes(tools: Iterable[Tool]) -> Mapping[str, frozenset[str]]:
    """By source, the first words that say nothing: the server's name, or `GET_` on RPC calls."""
    starts: dict[str, list[tuple[str, ...]]] = {}
    for tool in tools:
        starts.setdefault(tool.source, []).append(words(bare_name(tool))[:2])
    return {
        source: _common(Counter(s[0] for s in some if len(s) > 1), set(words(source)))
        | (METHODS if _remote_calls(some) else frozenset())
        for source, some in starts.items()
    }


def _common(firsts: Counter[str], named: set[str]) -> frozenset[str]:
    """First words of most names; in a list of two or three, if the source is named so."""
    total = sum(firsts.values())
    share = 0.75 if total >= 4 else 1.0 if total > 1 and set(firsts) <= named else 2.0
    return frozenset(w for w, n in firsts.items() if n >= share * total and w not in SENSE_OF)


def _remote_calls(starts: Sequence[tuple[str, ...]]) -> bool:
    """Names are METHOD_Verb…: nearly all start with a method, and half go on with a verb."""
    verbs = [s[1] in SENSE_OF and s[1] not in NOUNS_TOO for s in starts if s[0:1] and s[1:]]
    methods = sum(s[0] in METHODS for s in starts if s)
    return methods >= 0.95 * len(starts) and sum(verbs) >= 0.5 * len(starts)


def bare_name(tool: Tool) -> str:
    """The name as its document has it, without our marks for names that stand twice."""
    return _MARK.sub("", tool.name.removeprefix(f"{tool.source}:"))


@lru_cache(maxsize=65_536)
def read_name(name: str, prefixes: frozenset[str] = _NONE) -> Name:
    """What a name says, without the first words that its source puts before every name."""
    group, part = _grouped(name)
    every = _parts(name)
    found = _without(prefixes, _parts(part) if group else every)
    at = _verb(found)
    before, after = found[: max(at, 0)], found[at + 1 :]
    first = every[0] if every else ""
    return Name(
        sense=_sense(found[at], after) if at >= 0 else "",
        nouns=_counted(map(noun, (*_parts(group), *before, *after))),
        many=any(map(_plural, after)),
        directed=not _DIRECTIONS.isdisjoint(every),
        written=_letters(_without(prefixes, every)),
        service=first if first in prefixes and first not in METHODS else "",
    )


def _letters(found: Iterable[str]) -> str:
    return "".join(sorted("".join(word for word in found if not VERSION.fullmatch(word))))


def _sense(verb: str, after: Sequence[str]) -> str:
    """Of a verb before these words."""
    sense = SENSE_OF[verb]
    until = next((i for i, word in enumerate(after) if word in _UNTIL and i), len(after))
    listing = {"get": "list", "find": "search"}
    return listing.get(sense, sense) if until and _plural(after[until - 1]) else sense


def _plural(word: str) -> bool:
    return singular(word) != word and singular(word) not in UNCOUNTED


def _counted(nouns: Iterable[str]) -> tuple[str, ...]:
    """The nouns, a second one marked: `PostCustomersCustomer` is not `PostCustomers`."""
    found: dict[str, None] = {}
    for word in filter(None, nouns):
        found[f"{word} again" if word in found else word] = None
    return tuple(found)


def _without(prefixes: frozenset[str], found: tuple[str, ...]) -> tuple[str, ...]:
    """The words without the source's own, of which one at most is a method."""
    if found and found[0] in prefixes and found[0] in METHODS:
        return found[1:]
    while len(found) > 1 and found[0] in prefixes and found[0] not in METHODS:
        found = found[1:]
    return found


def _grouped(name: str) -> tuple[str, str]:
    """What stands before the last `/`, `.` or `:` of a name, and the rest: `gists/fork`."""
    at = max(name.rfind(sign) for sign in "/.:")
    return name[: at + 1], name[at + 1 :]


def _parts(name: str) -> tuple[str, ...]:
    """The words of a name, with `pull request` and `V2` as one each."""
    found: list[str] = []
    for word in words(name):
        last = found[-1] if found else ""
        if (last, singular(word)) in _COMPOUNDS:
            found[-1] = _COMPOUNDS[last, singular(word)] + ("s" if word.endswith("s") else "")
        elif last == "v" and word.isdecimal():
            found[-1] = f"v{word}"
        else:
            found.append(word)
    return tuple(found)


def _verb(found: Sequence[str]) -> int:
    """Where the verb is, -1 for nowhere: a sure one first, at the front, the end, between."""
    places = (0, len(found) - 1, *range(1, len(found) - 1)) if found else ()
    verbs = [at for at in places if found[at] in SENSE_OF]
    sure = (at for at in verbs if found[at] not in NOUNS_TOO)
    unsure = (at for at in verbs if at in (0, len(found) - 1))
    return next(sure, next(unsure, -1))


@lru_cache(maxsize=65_536)
def noun(word: str) -> str:
    """A word of a name in its normal form; "" for one that tells no tools apart."""
    one = singular(word)
    one = SHORT.get(one, SHORT.get(word, one))
    return "" if one in FILLERS or one == "id" or VERSION.fullmatch(one) else one
