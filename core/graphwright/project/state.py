"""A curation as bytes: what differs from another one, compact, checked by its sum.

The maps become lists in the order of their keys, so that the same curation is the same bytes.
Metadata that we only keep (`Raw`) is stored beside the rest as it is: most of a large graph
is that, and it is compressed already.
"""

import gc
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

from immutables import Map
from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from ..curate.curation import Curation, Merge, Rule, Source, Spot
from ..errors import ProjectError
from ..evaluate.gate import GateRules
from ..evaluate.golden import Golden
from ..graph import Group, Pair, ToolGraph
from ..issues import Issue
from ..raw import Raw
from ..relations import Relation, RelationKey, RelationKind
from ..search.settings import SearchSettings
from ..tools import Tool
from ..workflow.model import Workflow

_Key = TypeVar("_Key", bound=str | RelationKey)
_Value = TypeVar("_Value")
_Kept = TypeVar("_Kept", Tool, Relation)

_HEAD = 12  # bytes: the sum of the rest (4), the length of the packed form (8)


@dataclass(frozen=True, slots=True)
class _Change:
    """What makes one graph of another."""

    tools: tuple[Tool, ...] = ()
    groups: tuple[Group, ...] = ()
    relations: tuple[Relation, ...] = ()
    no_tools: tuple[str, ...] = ()
    no_groups: tuple[str, ...] = ()
    no_relations: tuple[RelationKey, ...] = ()
    tool_raws: tuple[int, ...] = ()  # length of the `Raw` of each tool; below 0: not packed
    relation_raws: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _State:
    """A curation whose graphs are given as changes: of another's base, and of its own."""

    base: _Change
    graph: _Change
    workflows: tuple[Workflow, ...] = ()
    golden: tuple[Golden, ...] = ()
    settings: SearchSettings = field(default_factory=SearchSettings)
    merges: tuple[tuple[str, tuple[Merge, ...]], ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    pins: tuple[tuple[Pair, RelationKind], ...] = ()
    rules: tuple[Rule, ...] = ()
    positions: tuple[tuple[str, tuple[float, float]], ...] = ()
    moved: tuple[tuple[Spot, tuple[float, float]], ...] = ()
    sources: tuple[Source, ...] = ()
    issues: tuple[Issue, ...] = ()
    waiting: tuple[Raw, ...] = ()
    gate: GateRules = GateRules()


_STATE = TypeAdapter(_State)


def pack(curation: Curation, against: Curation) -> bytes:
    """The curation as what differs from `against`, whose base it mostly shares.

    Raises:
        ProjectError: it holds what JSON cannot, such as half a character.
    """
    base, base_raws = _change(against.base, curation.base)
    graph, graph_raws = _change(curation.base, curation.graph)
    state = _State(
        base,
        graph,
        workflows=_in_order(curation.workflows),
        golden=_in_order(curation.golden),
        settings=replace(curation.settings, weights=dict(curation.settings.weights)),
        merges=tuple((keep, tuple(map(_ordered, stack))) for keep, stack in _stacks(curation)),
        apart=tuple(sorted(tuple(sorted(tools)) for tools in curation.apart)),
        pins=tuple(sorted(curation.pins.items())),
        rules=curation.rules,
        positions=tuple(sorted(curation.positions.items())),
        moved=tuple(sorted(curation.moved.items())),
        sources=curation.sources,
        issues=curation.issues,
        waiting=curation.waiting,
        gate=curation.gate,
    )
    form = zlib.compress(_form(state), 1)
    body = b"".join((len(form).to_bytes(8), form, *base_raws, *graph_raws))
    return zlib.crc32(body).to_bytes(4) + body


def _stacks(curation: Curation) -> list[tuple[str, tuple[Merge, ...]]]:
    return sorted(curation.merges.items(), key=lambda merges: merges[0])


def _ordered(merge: Merge) -> Merge:
    """The merge with its sets made in one order, in which they are then written."""
    sets = sorted(sorted(tools) for tools in merge.apart)
    return replace(merge, apart=frozenset(frozenset(tools) for tools in sets))


def _form(state: _State) -> bytes:
    try:
        return _STATE.dump_json(state, by_alias=True, exclude_defaults=True)
    except PydanticSerializationError as error:
        raise ProjectError(f"The tools cannot be written down as JSON: {error}.") from None


def unpack(data: bytes, against: Curation) -> Curation:
    """The curation that was packed against the same one.

    Raises:
        ProjectError: the bytes are damaged.
    """
    if len(data) < _HEAD or zlib.crc32(memoryview(data)[4:]) != int.from_bytes(data[:4]):
        raise ProjectError("A saved state is damaged.")
    end = _HEAD + int.from_bytes(data[4:_HEAD])
    with _without_collection():
        try:
            state = _STATE.validate_json(zlib.decompress(data[_HEAD:end]))
        except (ValidationError, zlib.error):
            raise ProjectError("A saved state has a form that is not known here.") from None
        return _curation(state, _Raws(data, end), against)


@contextmanager
def _without_collection() -> Iterator[None]:
    """No search for garbage while a million values are made of which none is: half the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _curation(state: _State, raws: "_Raws", against: Curation) -> Curation:
    base = _changed(against.base, state.base, raws)
    return Curation(
        graph=_changed(base, state.graph, raws),
        base=base,
        workflows=Map({workflow.id: workflow for workflow in state.workflows}),
        golden=Map({golden.query: golden for golden in state.golden}),
        settings=replace(state.settings, weights=MappingProxyType(dict(state.settings.weights))),
        merges=Map(state.merges),
        apart=frozenset(frozenset(tools) for tools in state.apart),
        pins=Map(state.pins),
        rules=state.rules,
        positions=Map(state.positions),
        moved=Map(state.moved),
        sources=state.sources,
        issues=state.issues,
        waiting=state.waiting,
        gate=state.gate,
    )


@dataclass(slots=True)
class _Raws:
    """The kept metadata after the form, read one after another."""

    data: bytes
    at: int

    def take(self, length: int) -> Raw:
        start, self.at = self.at, self.at + abs(length)
        return Raw(self.data[start : self.at], packed=length > 0) if length else Raw()


def _change(before: ToolGraph, after: ToolGraph) -> tuple[_Change, list[bytes]]:
    tools = _new(before.tools, after.tools)
    relations = _new(before.relations, after.relations)
    change = _Change(
        tools=tuple(_bare(tools)),
        groups=_new(before.groups, after.groups),
        relations=tuple(_bare(relations)),
        no_tools=_gone(before.tools, after.tools),
        no_groups=_gone(before.groups, after.groups),
        no_relations=_gone(before.relations, after.relations),
        tool_raws=tuple(_length(tool.raw) for tool in tools),
        relation_raws=tuple(_length(relation.raw) for relation in relations),
    )
    return change, [each.raw.data for some in (tools, relations) for each in some]


def _changed(graph: ToolGraph, change: _Change, raws: _Raws) -> ToolGraph:
    tools = tuple(_kept(change.tools, change.tool_raws, raws))
    relations = tuple(_kept(change.relations, change.relation_raws, raws))
    if change == _Change():
        return graph
    return ToolGraph(
        _without(graph.tools, change.no_tools).update({tool.name: tool for tool in tools}),
        _without(graph.groups, change.no_groups).update({g.name: g for g in change.groups}),
        _without(graph.relations, change.no_relations).update({r.key: r for r in relations}),
    )


def _new(before: Map[_Key, _Value], after: Map[_Key, _Value]) -> tuple[_Value, ...]:
    """The values that are not the same in `before`, in the order of their keys."""
    if before is after:
        return ()
    new = [(key, value) for key, value in after.items() if _differs(before.get(key), value)]
    return tuple(value for _, value in sorted(new, key=lambda item: item[0]))


def _differs(one: object, other: object) -> bool:
    return one is not other and one != other


def _gone(before: Map[_Key, _Value], after: Map[_Key, _Value]) -> tuple[_Key, ...]:
    return () if before is after else tuple(sorted(key for key in before if key not in after))


def _without(some: Map[_Key, _Value], keys: Iterable[_Key]) -> Map[_Key, _Value]:
    left = some.mutate()
    for key in keys:
        left.pop(key, None)
    return left.finish()


def _in_order(some: Map[str, _Value]) -> tuple[_Value, ...]:
    return tuple(value for _, value in sorted(some.items(), key=lambda item: item[0]))


def _length(raw: Raw) -> int:
    return len(raw.data) if raw.packed else -len(raw.data)


def _bare(some: Iterable[_Kept]) -> Iterator[_Kept]:
    return (replace(each, raw=Raw()) if each.raw else each for each in some)


def _kept(some: Iterable[_Kept], lengths: Iterable[int], raws: _Raws) -> Iterator[_Kept]:
    pairs = zip(some, lengths, strict=True)
    return (replace(each, raw=raws.take(length)) if length else each for each, length in pairs)
