"""The edits that make the groups of one graph those of another."""

from collections.abc import Mapping
from dataclasses import replace

from ..graph import Group, ToolGraph
from ..relations import RelationKey, RelationKind
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
        if _is_membership(key) and not by_hand(relation) and by_hand(target.relations.get(key))
    }


def _moved_group(state: ToolGraph, target: ToolGraph) -> Group | None:
    """A group that was removed and made again, the topmost first.

    Its own parent is another then, or the groups that were in it have moved up. Where both may
    be, it is the one that takes no membership along that is there then, and leaves least to do.
    """
    for group in _parents_first(state.groups):
        then = target.groups.get(group.name, group)
        if then != group:
            above = state.groups.get(group.parent)
            may_be = [group]
            if above is not None and replace(group, parent=above.parent) == then:
                may_be.insert(0, above)
            return min(may_be, key=lambda one: _cost(one, state, target))
    return None


def _cost(group: Group, state: ToolGraph, target: ToolGraph) -> tuple[int, int]:
    """Memberships that would go with a group, and groups that would stand wrong without it."""
    kept = (key for key in state.relations if key.target == group.name and key in target.relations)
    lost = sum(not by_hand(target.relations[key]) for key in kept if _is_membership(key))
    others = (g for g in state.groups.values() if g.name != group.name)
    left = (replace(g, parent=group.parent) if g.parent == group.name else g for g in others)
    return lost, sum(target.groups.get(g.name, g) != g for g in left)


def _is_membership(key: RelationKey) -> bool:
    return key.kind is RelationKind.BELONGS_TO


def _parents_first(groups: Mapping[str, Group]) -> list[Group]:
    def depth(group: Group) -> int:
        seen: set[str] = set()
        while group.parent in groups and group.name not in seen:
            seen.add(group.name)
            group = groups[group.parent]
        return len(seen)

    return sorted(groups.values(), key=lambda group: (depth(group), group.name))
