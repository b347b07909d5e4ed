"""Tools and groups by the letters of their names, for the box in the bar and for pickers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rapidfuzz import fuzz

from graphwright.curate.curation import Curation

from .elements import group_title
from .names import humanised, short, words
from .numbers import count

_LEAST = 74.0  # of 100: below it letters agree by chance
_LONGEST = 100  # characters that are looked at


@dataclass(frozen=True, slots=True)
class Found:
    """One line of the list. `kind` is tool, group or domain."""

    kind: str
    name: str
    title: str
    hint: str  # what tells it from others of a like name


def found(
    curation: Curation,
    text: str,
    most: int = 8,
    *,
    groups: bool = True,
    domains: Mapping[str, int] = MappingProxyType({}),
) -> tuple[Found, ...]:
    """The best of the names that agree with what was typed; exact ones, then beginnings, first.

    `domains` of very many groups have so many groups each.
    """
    asked = text.strip().lower()[:_LONGEST]
    if not asked:
        return ()
    scored = [
        (-closeness(asked, one.name), one.kind, len(one.name), one.name, one)
        for one in (*_all(curation, groups), *_domains(domains))
    ]
    close = sorted(entry for entry in scored if -entry[0] >= _LEAST)
    return tuple(entry[-1] for entry in close[:most])


def closeness(asked: str, name: str) -> float:
    """How well a name agrees with lower-case letters, in [0, 100]."""
    plain = name[:_LONGEST].lower()
    if plain == asked:
        return 100.0
    parts = [word.lower() for word in words(name[:_LONGEST])]
    spoken = " ".join(parts)
    if any(whole.startswith(asked) for whole in (plain, spoken, "".join(parts))):
        return 98.0
    if any(part.startswith(asked) for part in parts):
        return 94.0
    if asked in plain or asked in spoken:
        return 90.0
    if all(any(part.startswith(word) for part in parts) for word in asked.split()):
        return 88.0
    if len(asked) < 4:
        return 0.0
    alike = fuzz.partial_ratio if len(plain) >= len(asked) else fuzz.ratio
    return 0.86 * alike(asked, plain)


def _all(curation: Curation, groups: bool) -> Iterable[Found]:
    graph = curation.graph
    for tool in graph.ordered_tools:
        hint = f"{tool.method.upper()} {tool.path}" if tool.path else humanised(tool.name)
        yield Found("tool", tool.name, short(tool.name), short(hint))
    if groups:
        for name in graph.groups:
            size = len(graph.members.get(name, ()))
            yield Found("group", name, short(group_title(name)), f"group of {size}")


def _domains(domains: Mapping[str, int]) -> Iterable[Found]:
    for name, groups in domains.items():
        yield Found("domain", name, short(name), count(groups, "group"))
