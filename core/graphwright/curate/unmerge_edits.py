"""A merge taken back, with what was edited since.

What the merge changed and nobody touched since is as it was before. What was edited since
stays: an edited field of the survivor, a workflow, a golden query, a new relation. A decision
on a relation of the survivor holds for all that it was made of. Refused is an unmerge under a
later merge that took a tool which this one names: that one has to be taken back first.
"""

from dataclasses import fields, replace

from immutables import Map

from ..errors import CommandError
from ..graph import Pair, ToolGraph
from ..relations import Origin, Relation, RelationKey, RelationKind
from ..tools import Tool
from . import merging
from .commands import Unmerge
from .curation import Curation, Merge
from .ground import settled
from .merge_edits import without
from .sentences import quoted
from .tool_edits import memberships, tool_at


def unmerge(curation: Curation, command: Unmerge) -> Curation:
    """The curation with the last merge into the survivor taken back."""
    tool_at(curation.graph, command.keep)
    stack = curation.merges.get(command.keep)
    if not stack:
        raise CommandError(f"Nothing was merged into {quoted(command.keep)}.")
    merge = stack[-1]
    _check(curation, merge)
    left = curation.merges.delete(command.keep)
    merges = left.set(command.keep, stack[:-1]) if stack[1:] else left
    return settled(unmerged(replace(curation, merges=merges), merge), command.keep)


def unmerged(curation: Curation, merge: Merge) -> Curation:
    """The curation as before the merge, but for what was edited since."""
    workflows, golden = curation.workflows, curation.golden
    for workflow in merge.workflows:
        if workflows.get(workflow.id) == merging.merged_workflow(workflow, merge):
            workflows = workflows.set(workflow.id, workflow)
    for one in merge.golden:
        if golden.get(one.query) == merging.merged_golden(one, merge):
            golden = golden.set(one.query, one)
    before = replace(
        curation,
        graph=_graph_before(curation.graph, merge),
        workflows=workflows,
        golden=golden,
        apart=_apart_before(curation, merge),
        pins=_pins_before(curation, merge),
        positions=Map(merge.positions).update(curation.positions),
        moved=Map(merge.moved).update(curation.moved),
    )
    return _sound(before)


def _graph_before(graph: ToolGraph, merge: Merge) -> ToolGraph:
    survivor = _tool_before(graph.tools[merge.keep.name], merge)
    graph = _with_relations_before(graph.with_tools(survivor, *merge.gone), merge)
    return _regrouped(graph, merge)


def _tool_before(now: Tool, merge: Merge) -> Tool:
    """The survivor as it was, but for the fields that were edited since; its group follows."""
    then = merging.merged_tool(merge)
    edited = {
        field.name: getattr(now, field.name)
        for field in fields(Tool)
        if field.name != "group" and getattr(now, field.name) != getattr(then, field.name)
    }
    return replace(merge.keep, **edited)


def _with_relations_before(graph: ToolGraph, merge: Merge) -> ToolGraph:
    then = merging.merged_relations(merge)
    made_of = merging.moved_relations(merge)
    used = {relation.key for some in made_of.values() for relation in some}
    before = [relation for relation in merge.relations if relation.key not in used]
    standing = {key: now for key in then if (now := graph.relations.get(key))}
    same = [key for key, now in standing.items() if not _is_new(then[key], now)]
    for key in same:
        before += [_decided_since(one, then[key], standing[key]) for one in made_of[key]]
    back = [r for r in before if _ends_stand(graph, r.key)]
    return graph.without_relations(*same).with_relations(*back)


def _is_new(then: Relation, now: Relation) -> bool:
    """The relation was removed, or went with its group, and was made again by hand."""
    lost = set(then.evidence) - set(now.evidence)
    return now.origin is Origin.CURATOR and (then.origin is not now.origin or bool(lost))


def _decided_since(before: Relation, then: Relation, now: Relation) -> Relation:
    """The relation as it was, with the verdict that was given to what it became part of."""
    if (then.verdict, then.by, then.at, then.why) == (now.verdict, now.by, now.at, now.why):
        return before
    return before.decided(now.verdict, now.by, now.at, now.why)


def _ends_stand(graph: ToolGraph, key: RelationKey) -> bool:
    targets = graph.groups if key.kind is RelationKind.BELONGS_TO else graph.tools
    return key.source in graph.tools and key.target in targets


def _regrouped(graph: ToolGraph, merge: Merge) -> ToolGraph:
    """The tools in the groups that the relations say, where these were edited since."""
    belongs = [r for r in merge.relations if r.kind is RelationKind.BELONGS_TO and not r.rejected]
    moved = []
    for name in sorted(merging.names(merge)):
        before = {relation for relation in belongs if relation.source == name}
        if before != set(memberships(graph, name)):
            moved.append(replace(graph.tools[name], group=graph.first_group(name)))
    return graph.with_tools(*moved) if moved else graph


def _apart_before(curation: Curation, merge: Merge) -> frozenset[frozenset[str]]:
    then = {merging.merged_apart(tools, merge) for tools in merge.apart}
    return (curation.apart - then) | merge.apart


def _pins_before(curation: Curation, merge: Merge) -> Map[Pair, RelationKind]:
    then = merging.merged_pins(merge)
    same = {pair for pair, kind in then.items() if curation.pins.get(pair) is kind}
    back = {
        pair: kind
        for pair, kind in merge.pins
        if (moved := merging.moved_pair(pair, kind, merge)) in same or moved not in then
    }
    return without(curation.pins, same).update(back)


def _sound(curation: Curation) -> Curation:
    """The curation without pins of relations that do not stand."""
    relations = curation.graph.relations
    fallen = [
        pair
        for pair, kind in curation.pins.items()
        if (relation := relations.get(RelationKey(*pair, kind))) is None or relation.rejected
    ]
    return replace(curation, pins=without(curation.pins, fallen)) if fallen else curation


def _check(curation: Curation, merge: Merge) -> None:
    graph = curation.graph
    for tool in merge.gone:
        if tool.name in graph.tools:
            raise CommandError(f"There is a tool {quoted(tool.name)} again; it cannot come back.")
    one = merging.names(merge)
    ends = {r.target for r in merge.relations if r.kind is not RelationKind.BELONGS_TO}
    ends |= {relation.source for relation in merge.relations}
    for name in sorted(ends - one):
        if name not in graph.tools:
            raise CommandError(
                f"{quoted(name)}, to which {quoted(merge.keep.name)} was related, "
                f"is part of a later merge{_where(curation, name)}."
            )


def _where(curation: Curation, name: str) -> str:
    into = [keep for keep, stack in curation.merges.items() for m in stack if _took(m, name)]
    return f"; unmerge {quoted(into[0])} first" if into else ""


def _took(merge: Merge, name: str) -> bool:
    return any(tool.name == name for tool in merge.gone)
