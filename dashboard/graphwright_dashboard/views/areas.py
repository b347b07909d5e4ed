"""Sources whose one group holds nearly all their tools, parted by what the tools are about.

A map with a single hexagon shows nothing. The parts are for the eye alone: no command, no export
and no search knows of them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from graphwright.graph import Group, ToolGraph
from graphwright.relate.resources import profiles
from graphwright.relations import Relation, RelationKind

from .names import words

_MANY, _SHARE = 40, 0.6  # tools of the group, and its share of all tools in [0, 1], from which on
_FEWEST = 3  # parts that are worth it
_SMALLEST, _OTHER = 2, "other"  # tools of a part; those of smaller ones stand together


def parted(graph: ToolGraph) -> ToolGraph:
    """The graph with each source's overlarge group in parts; the graph itself where none is."""
    for group, tools in _overlarge(graph):
        graph = _in_parts(graph, group, tools)
    return graph


def _overlarge(graph: ToolGraph) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Groups with nearly all tools of a source, and those tools."""
    by_source: dict[str, dict[str, list[str]]] = {}
    for tool in graph.ordered_tools:
        groups = by_source.setdefault(tool.source, {})
        groups.setdefault(graph.group_of.get(tool.name, ""), []).append(tool.name)
    found = []
    for groups in by_source.values():
        all_of_it = sum(map(len, groups.values()))
        group, tools = max(groups.items(), key=lambda item: len(item[1]))
        if len(tools) >= _MANY and len(tools) >= _SHARE * all_of_it:
            found.append((group, tuple(tools)))
    return tuple(found)


def _in_parts(graph: ToolGraph, group: str, tools: tuple[str, ...]) -> ToolGraph:
    parts = _parts(graph, tools)
    if len(set(parts.values())) < _FEWEST:
        parts = _communities(graph, tools)
    if len(set(parts.values())) < _FEWEST:
        return graph
    belongs = [
        relation
        for relation in graph.relations.values()
        if relation.kind is RelationKind.BELONGS_TO and relation.source in parts
    ]
    inside = [Relation(tool, part, RelationKind.BELONGS_TO) for tool, part in parts.items()]
    emptied = group in graph.groups and len(graph.members[group]) == len(tools)
    groups = graph.groups.delete(group) if emptied else graph.groups
    return (
        replace(graph, groups=groups)
        .without_relations(*(relation.key for relation in belongs))
        .with_relations(*inside)
        .with_groups(*(Group(part) for part in sorted(set(parts.values()))))
    )


def _parts(graph: ToolGraph, members: tuple[str, ...]) -> dict[str, str]:
    """The part of each tool of the group: the word of its resource that most others share."""
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


def _communities(graph: ToolGraph, members: tuple[str, ...]) -> dict[str, str]:
    """Tools that relations hold together, each community called by its most frequent word.

    Source: Blondel et al., Fast unfolding of communities in large networks (2008).
    """
    from networkx import Graph
    from networkx.algorithms.community import louvain_communities

    inside: set[str] = set(members)
    joined: Graph[str] = Graph()
    joined.add_nodes_from(members)
    for key, relation in sorted(graph.relations.items()):
        if key.source in inside and key.target in inside and not relation.rejected:
            joined.add_edge(key.source, key.target)
    found = [some for some in louvain_communities(joined, seed=1) if len(some) >= _SMALLEST]
    parts = dict.fromkeys(members, _free(_OTHER, graph))
    taken: set[str] = set()
    for some in sorted(found, key=lambda some: (-len(some), min(some))):
        name = _called(some, taken)
        taken.add(name)
        parts |= dict.fromkeys(some, _free(name, graph))
    return parts


def _called(tools: Iterable[str], taken: set[str]) -> str:
    said = Counter(word.lower() for tool in tools for word in words(tool)[1:] or words(tool))
    ranked = sorted(said, key=lambda word: (-said[word], word))
    return next((word for word in ranked if word not in taken), f"area {len(taken) + 1}")


def _part(resource: tuple[str, ...], shared: Counter[str], common: set[str]) -> str:
    telling = [word for word in resource if word not in common]
    return max(telling, key=lambda word: shared[word], default=_OTHER)


def _free(part: str, graph: ToolGraph) -> str:
    """The part's name, apart from a group of the same name that has other tools."""
    return f"{part} (part)" if part in graph.groups else part
