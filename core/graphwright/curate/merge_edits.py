"""Tools that do the same, made one: the survivor takes everything that named the others."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from immutables import Map

from ..errors import CommandError
from ..evaluate.golden import Golden
from ..graph import ToolGraph
from ..relations import Relation, RelationKind
from ..workflow.model import Workflow
from . import merging
from .commands import MergeTools
from .curation import Curation, Merge, Spot
from .ground import settled
from .sentences import quoted
from .tool_edits import tool_at
from .work_edits import calls

Key = TypeVar("Key")
Value = TypeVar("Value")


def merge(curation: Curation, command: MergeTools) -> Curation:
    """The survivor in place of all; what was before is kept on its stack of merges."""
    _check(curation, command)
    return settled(merged(curation, record(curation, command)), command.keep)


def record(curation: Curation, command: MergeTools) -> Merge:
    """What the merge will change, as it is now."""
    graph = curation.graph
    gone = tuple(dict.fromkeys(command.merge))
    one = frozenset((command.keep, *gone))
    numbers = (m.number for stack in curation.merges.values() for m in stack)
    return Merge(
        keep=graph.tools[command.keep],
        gone=tuple(graph.tools[name] for name in gone),
        relations=relations_of(graph, one),
        workflows=_calling(curation, (*gone, *command.parameters)),
        golden=_naming(curation, gone),
        apart=frozenset(tools for tools in curation.apart if tools & one),
        pins=tuple(sorted(pin for pin in curation.pins.items() if one & {*pin[0]})),
        positions=_places(curation, gone),
        moved=_moved(curation, gone),
        fields=dict(command.fields),
        parameters={tool: dict(new) for tool, new in command.parameters.items()},
        number=1 + max(numbers, default=0),
        by=command.by,
        at=command.at,
        why=command.why,
    )


def merged(curation: Curation, merge: Merge) -> Curation:
    """The curation after a merge that was recorded from it."""
    workflows = [merging.merged_workflow(workflow, merge) for workflow in merge.workflows]
    golden = [merging.merged_golden(one, merge) for one in merge.golden]
    apart = {merging.merged_apart(tools, merge) for tools in merge.apart}
    pins = without(curation.pins, (pair for pair, _ in merge.pins))
    stack = curation.merges.get(merge.keep.name, ())
    return replace(
        curation,
        graph=_merged_graph(curation.graph, merge),
        workflows=curation.workflows.update({w.id: w for w in workflows}),
        golden=curation.golden.update({g.query: g for g in golden}),
        apart=curation.apart - merge.apart | {tools for tools in apart if len(tools) > 1},
        pins=pins.update(merging.merged_pins(merge)),
        positions=without(curation.positions, (name for name, _ in merge.positions)),
        moved=without(curation.moved, (spot for spot, _ in merge.moved)),
        merges=curation.merges.set(merge.keep.name, (*stack, merge)),
    )


def _merged_graph(graph: ToolGraph, merge: Merge) -> ToolGraph:
    left = without(graph.tools, (tool.name for tool in merge.gone))
    graph = replace(graph, tools=left.set(merge.keep.name, merging.merged_tool(merge)))
    graph = graph.without_relations(*(relation.key for relation in merge.relations))
    return graph.with_relations(*merging.merged_relations(merge).values())


def relations_of(graph: ToolGraph, tools: frozenset[str]) -> tuple[Relation, ...]:
    """Every relation that names one of the tools, in the order of the file, then by key."""
    found = (r for r in graph.naming(tools) if r.source in tools or not _is_group(r))
    return tuple(sorted(found, key=lambda relation: (relation.order, relation.key)))


def _is_group(relation: Relation) -> bool:
    """The target is a group, which may be called like a tool."""
    return relation.kind is RelationKind.BELONGS_TO


def without(some: Map[Key, Value], keys: Iterable[Key]) -> Map[Key, Value]:
    """The map without these keys, whether or not they are in it."""
    left = some.mutate()
    for key in keys:
        left.pop(key, None)
    return left.finish()


def _places(
    curation: Curation, tools: tuple[str, ...]
) -> tuple[tuple[str, tuple[float, float]], ...]:
    """Where tools that go stand on the canvas; a group of the same name stays there."""
    going = sorted(set(tools).difference(curation.graph.groups))
    return tuple((name, curation.positions[name]) for name in going if name in curation.positions)


def _moved(
    curation: Curation, tools: tuple[str, ...]
) -> tuple[tuple[Spot, tuple[float, float]], ...]:
    going = set(tools).difference(curation.graph.groups)
    return tuple(sorted(item for item in curation.moved.items() if item[0][1] in going))


def _calling(curation: Curation, tools: Iterable[str]) -> tuple[Workflow, ...]:
    some = frozenset(tools)
    found = [w for w in curation.workflows.values() if calls(w) & some]
    return tuple(sorted(found, key=lambda workflow: workflow.id))


def _naming(curation: Curation, tools: Iterable[str]) -> tuple[Golden, ...]:
    some = frozenset(tools)
    found = [g for g in curation.golden.values() if some & {*g.expect, *g.accept, *g.forbid}]
    return tuple(sorted(found, key=lambda golden: golden.query))


def _check(curation: Curation, command: MergeTools) -> None:
    one = (command.keep, *command.merge)
    for name in one:
        tool_at(curation.graph, name)
    if not command.merge:
        raise CommandError(f"Nothing is named to merge into {quoted(command.keep)}.")
    if command.keep in command.merge:
        raise CommandError(f"{quoted(command.keep)} cannot be merged with itself.")
    for field, tool in command.fields.items():
        if field not in merging.TAKEN_FIELDS:
            raise CommandError(f"{quoted(field)} is no field that a survivor can take.")
        if tool not in one:
            raise CommandError(f"{quoted(tool)} is no part of this merge.")
    for tool in command.parameters:
        if tool not in one:
            raise CommandError(f"{quoted(tool)} is no part of this merge.")
