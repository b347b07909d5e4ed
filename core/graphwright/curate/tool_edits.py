"""Edits of tools and groups: described, grouped, kept apart."""

from dataclasses import replace
from typing import TypeVar

from immutables import Map

from ..errors import CommandError
from ..graph import Group, ToolGraph
from ..relations import Origin, Relation, RelationKey, RelationKind, Verdict
from ..tools import Tool
from .commands import AddGroup, Describe, KeepApart, RemoveGroup
from .curation import Curation
from .ground import settled
from .relation_edits import BY_HAND, changed
from .sentences import quoted

_Value = TypeVar("_Value")


def tool_at(graph: ToolGraph, name: str) -> Tool:
    tool = graph.tools.get(name)
    if tool is None:
        raise CommandError(f"There is no tool {quoted(name)}.")
    return tool


def describe(curation: Curation, command: Describe) -> Curation:
    tool = tool_at(curation.graph, command.tool)
    described = replace(
        tool,
        description=_or(command.description, tool.description),
        tags=_or(command.tags, tool.tags),
        aliases=_or(command.aliases, tool.aliases),
        when_to_use=_or(command.when_to_use, tool.when_to_use),
        examples=_or(command.examples, tool.examples),
        effects=_or(command.effects, tool.effects),
    )
    after = replace(curation, graph=curation.graph.with_tools(described))
    after = after if command.group is None else _in_group(after, command, command.group)
    return settled(after, command.tool)


def add_group(curation: Curation, command: AddGroup) -> Curation:
    _check_group_name(command.name)
    if command.name in curation.graph.groups:
        raise CommandError(f"There is a group {quoted(command.name)} already.")
    if command.parent and command.parent not in curation.graph.groups:
        raise CommandError(f"There is no group {quoted(command.parent)} to be in.")
    group = Group(command.name, parent=command.parent)
    return replace(curation, graph=curation.graph.with_groups(group))


def remove_group(curation: Curation, command: RemoveGroup) -> Curation:
    """Without the group; its tools are in none, the groups in it move up."""
    group = curation.graph.groups.get(command.name)
    if group is None:
        raise CommandError(f"There is no group {quoted(command.name)}.")
    named = curation.graph.naming(frozenset((group.name,)))
    belongs = (r.key for r in named if r.kind is RelationKind.BELONGS_TO)
    keys = tuple(sorted(key for key in belongs if key.target == group.name))
    after = changed(curation, (), keys)
    above = [replace(g, parent=group.parent) for g in _inside(after.graph, group.name)]
    groups = after.graph.with_groups(*above).groups.delete(group.name)
    graph = _ungrouped(replace(after.graph, groups=groups), group.name)
    if group.name in graph.tools:  # what stands under the name stands for the tool
        return replace(after, graph=graph)
    positions = {name: at for name, at in after.positions.items() if name != group.name}
    moved = {spot: at for spot, at in after.moved.items() if spot[1] != group.name}
    return replace(after, graph=graph, positions=Map(positions), moved=Map(moved))


def keep_apart(curation: Curation, command: KeepApart) -> Curation:
    """These tools as "not the same", so that nobody is asked again."""
    tools = frozenset(tool_at(curation.graph, name).name for name in command.tools)
    if len(tools) < 2:
        raise CommandError("Two tools or more are needed to keep them apart.")
    return settled(replace(curation, apart=curation.apart | {tools}), command.tools[0])


def _in_group(curation: Curation, command: Describe, group: str) -> Curation:
    """The tool in this group alone, "" for none; a group that is not there is made."""
    if group and group not in curation.graph.groups:
        _check_group_name(group)
        curation = replace(curation, graph=curation.graph.with_groups(Group(group)))
    standing = memberships(curation.graph, command.tool)
    others = [relation for relation in standing if relation.target != group]
    gone = tuple(r.key for r in others if r.origin is Origin.CURATOR)
    stamps = command.by, command.at, command.why
    put = [r.decided(Verdict.REJECTED, *stamps) for r in others if r.key not in gone]
    if group and len(others) == len(standing):
        key = RelationKey(command.tool, group, RelationKind.BELONGS_TO)
        by_hand = Relation(*key, origin=Origin.CURATOR, evidence=BY_HAND)
        relation = curation.graph.relations.get(key, by_hand)
        put.append(relation.decided(Verdict.ACCEPTED, *stamps))
    return changed(curation, tuple(put), gone)


def memberships(graph: ToolGraph, tool: str) -> list[Relation]:
    """The relations by which the tool is in groups, but for those that were rejected."""
    keys = (RelationKey(tool, group, RelationKind.BELONGS_TO) for group in graph.groups)
    return [r for key in keys if (r := graph.relations.get(key)) and not r.rejected]


def _inside(graph: ToolGraph, name: str) -> list[Group]:
    return [group for group in graph.groups.values() if group.parent == name]


def _ungrouped(graph: ToolGraph, name: str) -> ToolGraph:
    """No tool names the group any more, whatever the relations said of it."""
    left = [replace(t, group="") for t in graph.tools.values() if t.group == name]
    return graph.with_tools(*left) if left else graph


def _check_group_name(name: str) -> None:
    if not name.strip():
        raise CommandError("A group needs a name.")


def _or(value: _Value | None, otherwise: _Value) -> _Value:
    return otherwise if value is None else value
