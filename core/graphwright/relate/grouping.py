"""Groups: tools by tag, else by the first noun of the path, else by prefix or source."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ..graph import Group
from ..relations import Evidence, Relation, RelationKind
from ..tools import Tool
from .names import action_of, words
from .paths import is_parameter, segments

_PREFIXED = 3  # tools that must share a first word before it counts as a prefix


def group_names(tools: Iterable[Tool]) -> dict[str, tuple[str, str]]:
    """The group of each tool that has one, and what says so.

    A group never has the name of a tool: the runtime keeps both in one namespace.
    """
    listed = list(tools)
    taken = {tool.name for tool in listed}
    prefixes = _prefixes(listed)
    found = ((tool.name, *_group(tool, prefixes)) for tool in listed)
    return {name: (_free(group, taken), why) for name, group, why in found if group}


def groups_of(tools: Iterable[Tool]) -> tuple[Group, ...]:
    """All groups, in the order of their first tools."""
    listed = sorted(tools, key=lambda tool: (tool.order, tool.name))
    named = group_names(listed)
    names = dict.fromkeys(named[tool.name][0] for tool in listed if tool.name in named)
    return tuple(Group(name, order=order) for order, name in enumerate(names))


def membership(tools: Iterable[Tool]) -> Iterable[Relation]:
    """`belongs_to` of every tool that has a group."""
    named = group_names(tools)
    evidence = {why: (Evidence("group", why),) for why in {why for _, why in named.values()}}
    for name, (group, why) in named.items():
        yield Relation(name, group, RelationKind.BELONGS_TO, 1.0, evidence=evidence[why])


def _group(tool: Tool, prefixes: Mapping[tuple[str, str], int]) -> tuple[str, str]:
    tag = tool.group or next((tag for tag in tool.tags if tag.strip()), "")
    if tag:
        return tag, f"Tagged {tag}."
    noun = next((part for part in segments(tool.path) if not is_parameter(part)), "")
    if noun:
        return noun, f"Its path starts with {noun}."
    first = _first_word(tool)
    if prefixes.get((tool.source, first), 0) >= _PREFIXED:
        return first, f"Its name starts with {first}."
    return tool.source, f"Read from {tool.source}."


def _prefixes(tools: Iterable[Tool]) -> Mapping[tuple[str, str], int]:
    return Counter((tool.source, word) for tool in tools if (word := _first_word(tool)))


def _first_word(tool: Tool) -> str:
    first = words(tool.name.rpartition(":")[2])[:1]
    return first[0] if first and action_of(first[0]) is None else ""


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += " tools"
    return name
