"""The edits that make the groups of one graph those of another."""

from collections.abc import Mapping
from dataclasses import replace

from ..graph import Group, ToolGraph
from ..relations import RelationKind
from .commands import AddGroup, RemoveGroup
from .curation import Curation
from .draft import Draft
from .relation_differences import by_hand


def groups(draft: Draft, target: Curation) -> None:
    emptied = _emptied(draft.state.graph, target.graph)
    for name in sorted(draft.state.graph.groups):
        if name in emptied or name not in target.graph.groups:
            draft.do(RemoveGroup(name=name))
    while moved := _moved_group(draft.state.graph, target.graph):
        draft.do(RemoveGroup(name=moved.name))
    for group in _parents_first(target.graph.groups):
        if group.name not in draft.state.graph.groups:
            draft.do(AddGroup(name=group.name, parent=group.parent))


def _emptied(state: ToolGraph, target: ToolGraph) -> set[str]:
    """Groups that were removed and made again: a membership that would stay is not there."""
    return {
        key.target
        for key, relation in state.relations.items()
        if key.kind is RelationKind.BELONGS_TO
        and not by_hand(relation)
        and by_hand(target.relations.get(key))
    }


def _moved_group(state: ToolGraph, target: ToolGraph) -> Group | None:
    """A group that was removed and made again, the topmost first.

    Its own parent is another then, or the groups that were in it have moved up.
    """
    for group in _parents_first(state.groups):
        then = target.groups.get(group.name, group)
        above = state.groups.get(group.parent)
        if then != group:
            has_moved_up = above and replace(group, parent=above.parent) == then
            return above if has_moved_up else group
    return None


def _parents_first(groups: Mapping[str, Group]) -> list[Group]:
    def depth(group: Group) -> int:
        seen: set[str] = set()
        while group.parent in groups and group.name not in seen:
            seen.add(group.name)
            group = groups[group.parent]
        return len(seen)

    return sorted(groups.values(), key=lambda group: (depth(group), group.name))
