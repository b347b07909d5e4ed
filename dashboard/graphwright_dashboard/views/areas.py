"""A graph whose one group holds nearly all tools, parted by what the tools are about.

A map with a single hexagon shows nothing. The parts are for the eye alone: no command, no export
and no search knows of them.
"""

from collections import Counter
from dataclasses import replace

from graphwright.graph import Group, ToolGraph
from graphwright.relate.resources import profiles
from graphwright.relations import Relation, RelationKind

from .names import words

_MANY, _SHARE = 40, 0.6  # tools of the group, and its share of all tools in [0, 1], from which on
_SMALLEST, _OTHER = 2, "other"  # tools of a part; those of smaller ones stand together


def parted(graph: ToolGraph) -> ToolGraph:
    """The graph with its overlarge group's tools in parts; the graph itself where it has none."""
    group = _overlarge(graph)
    if group is None:
        return graph
    parts = _parts(graph, group)
    if len(set(parts.values())) < 3:
        return graph
    belongs = [
        relation
        for relation in graph.relations.values()
        if relation.kind is RelationKind.BELONGS_TO and relation.source in parts
    ]
    inside = [Relation(tool, part, RelationKind.BELONGS_TO) for tool, part in parts.items()]
    groups = graph.groups if not group else graph.groups.delete(group)
    return (
        replace(graph, groups=groups)
        .without_relations(*(relation.key for relation in belongs))
        .with_relations(*inside)
        .with_groups(*(Group(part) for part in sorted(set(parts.values()))))
    )


def _overlarge(graph: ToolGraph) -> str | None:
    for group, tools in graph.members.items():
        if len(tools) >= _MANY and len(tools) >= _SHARE * len(graph.tools):
            return group
    return None


def _parts(graph: ToolGraph, group: str) -> dict[str, str]:
    """The part of each tool of the group: the word of its resource that most others share."""
    members = graph.members[group]
    found = {profile.name: profile for profile in profiles(graph.tools.values())}
    said = {name: found[name].resource or tuple(words(name.lower())[1:2]) for name in members}
    shared = Counter(word for resource in said.values() for word in set(resource))
    common = {word for word, times in shared.items() if times > _SHARE * len(members)}
    parts = {name: _part(resource, shared, common) for name, resource in said.items()}
    sizes = Counter(parts.values())
    return {
        name: _free(part if sizes[part] >= _SMALLEST else _OTHER, graph)
        for name, part in parts.items()
    }


def _part(resource: tuple[str, ...], shared: Counter[str], common: set[str]) -> str:
    telling = [word for word in resource if word not in common]
    return max(telling, key=lambda word: shared[word], default=_OTHER)


def _free(part: str, graph: ToolGraph) -> str:
    """The part's name, apart from a group of the same name that has other tools."""
    return f"{part} (part)" if part in graph.groups else part
