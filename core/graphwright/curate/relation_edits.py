"""Edits of relations: added, removed, turned, decided, shipped."""

from dataclasses import replace

from immutables import Map

from ..errors import CommandError
from ..graph import Pair, ToolGraph
from ..relations import Evidence, Origin, Relation, RelationKey, RelationKind, Verdict
from .commands import (
    Accept,
    AddRelation,
    Reject,
    RelationCommand,
    RemoveRelation,
    RetypeRelation,
    ReverseRelation,
    Ship,
    Unreview,
)
from .curation import Curation
from .ground import settled
from .sentences import quoted, relation_name

BY_HAND = (Evidence("curator", "added by hand"),)


def add(curation: Curation, command: AddRelation) -> Curation:
    """The relation by hand, accepted; one that was rejected stands again as it was."""
    check_ends(curation.graph, command.key)
    _check_free(curation.graph, command.key)
    there = curation.graph.relations.get(command.key)
    relation = there or _by_hand(command.key, command.evidence or BY_HAND)
    return changed(curation, (_decided(relation, Verdict.ACCEPTED, command),))


def remove(curation: Curation, command: RemoveRelation) -> Curation:
    """Without the relation: a curator's own goes, any other stays as rejected.

    What a document or a rule gave would otherwise be back with the next version of it.
    """
    relation = relation_at(curation.graph, command.key)
    if relation.origin is Origin.CURATOR:
        return changed(curation, (), (relation.key,))
    if relation.rejected:
        raise CommandError(f"{relation_name(relation.key)} is rejected already.")
    return changed(curation, (_decided(relation, Verdict.REJECTED, command),))


def retype(curation: Curation, command: RetypeRelation) -> Curation:
    if command.to is command.kind:
        raise CommandError(f"{relation_name(command.key)} is of that kind already.")
    return _turned(curation, command, command.key._replace(kind=command.to), "retyped")


def reverse(curation: Curation, command: ReverseRelation) -> Curation:
    if command.kind.symmetric:
        raise CommandError(f"{relation_name(command.key)} says the same both ways.")
    key = RelationKey(command.target, command.source, command.kind)
    return _turned(curation, command, key, "reversed")


def decide(curation: Curation, command: Accept | Reject | Unreview, verdict: Verdict) -> Curation:
    relation = relation_at(curation.graph, command.key)
    decided = changed(curation, (_decided(relation, verdict, command),))
    return settled(decided, relation_name(command.key))


def ship(curation: Curation, command: Ship) -> Curation:
    """The relation as the one of its pair that the runtime gets."""
    if relation_at(curation.graph, command.key).rejected:
        raise CommandError(f"{relation_name(command.key)} is rejected and cannot ship.")
    pair = command.source, command.target
    return replace(curation, pins=curation.pins.set(pair, command.kind))


def changed(
    curation: Curation, put: tuple[Relation, ...], gone: tuple[RelationKey, ...] = ()
) -> Curation:
    """The curation with relations put and gone; pins and the groups of tools follow."""
    graph = curation.graph.without_relations(*gone) if gone else curation.graph
    graph = graph.with_relations(*put)
    keys = (*gone, *(relation.key for relation in put))
    moved = {key.source for key in keys if key.kind is RelationKind.BELONGS_TO}
    closed = (*gone, *(relation.key for relation in put if relation.rejected))
    return replace(
        curation, graph=_regrouped(curation.graph, graph, moved), pins=unpinned(curation, closed)
    )


def unpinned(curation: Curation, keys: tuple[RelationKey, ...]) -> Map[Pair, RelationKind]:
    """The pins without those of relations that no longer stand."""
    pins = curation.pins
    for source, target, kind in keys:
        if pins.get((source, target)) is kind:
            pins = pins.delete((source, target))
    return pins


def check_ends(graph: ToolGraph, key: RelationKey) -> None:
    """Raises: CommandError where the kind cannot hold between what is named."""
    if key.source not in graph.tools:
        raise CommandError(f"There is no tool {quoted(key.source)}.")
    if key.kind is RelationKind.BELONGS_TO:
        if key.target not in graph.groups:
            raise CommandError(f"There is no group {quoted(key.target)} to belong to.")
        return
    if key.target not in graph.tools:
        raise CommandError(f"There is no tool {quoted(key.target)}.")
    if key.source == key.target:
        raise CommandError(f"{quoted(key.source)} cannot be related to itself.")


def relation_at(graph: ToolGraph, key: RelationKey) -> Relation:
    relation = graph.relations.get(key)
    if relation is None:
        raise CommandError(f"There is no relation {relation_name(key)}.")
    return relation


def _by_hand(key: RelationKey, evidence: tuple[Evidence, ...]) -> Relation:
    return Relation(*key, origin=Origin.CURATOR, evidence=evidence)


def _decided(relation: Relation, verdict: Verdict, command: RelationCommand) -> Relation:
    if verdict is Verdict.UNREVIEWED:
        return relation.decided(verdict)
    return relation.decided(verdict, command.by, command.at, command.why)


def _check_free(graph: ToolGraph, key: RelationKey) -> None:
    keys = [key]
    if key.kind.symmetric:
        keys.append(RelationKey(key.target, key.source, key.kind))
    for one in keys:
        there = graph.relations.get(one)
        if there and not there.rejected:
            raise CommandError(f"{relation_name(one)} stands already.")


def _turned(
    curation: Curation,
    command: RetypeRelation | ReverseRelation,
    key: RelationKey,
    rule: str,
) -> Curation:
    """The relation of `command` under another key: the old one rejected, or gone if by hand."""
    old = relation_at(curation.graph, command.key)
    check_ends(curation.graph, key)
    _check_free(curation.graph, key)
    by_hand = old.origin is Origin.CURATOR
    evidence = old.evidence if by_hand else (_was(old.key, rule), *old.evidence)
    new = curation.graph.relations.get(key) or _by_hand(key, evidence)
    put = (_decided(new, Verdict.ACCEPTED, command),)
    pinned = curation.pins.get((old.source, old.target)) is old.kind
    if by_hand:
        turned = changed(curation, put, (old.key,))
    else:
        turned = changed(curation, (*put, _decided(old, Verdict.REJECTED, command)))
    if not pinned:
        return turned
    return replace(turned, pins=turned.pins.set((key.source, key.target), key.kind))


def _was(key: RelationKey, rule: str) -> Evidence:
    return Evidence(rule, f"{rule} by hand from {relation_name(key)}")


def _regrouped(before: ToolGraph, after: ToolGraph, tools: set[str]) -> ToolGraph:
    """`Tool.group` of these tools as the relations now say it, where they say something new."""
    if not tools:
        return after
    then, now = _homes(before, tools), _homes(after, tools)
    moved = [
        replace(after.tools[name], group=now[name]) for name in tools if now[name] != then[name]
    ]
    return after.with_tools(*moved) if moved else after


def _homes(graph: ToolGraph, tools: set[str]) -> dict[str, str]:
    """The group of each of the tools, found in the cheaper of two ways."""
    if len(tools) * len(graph.groups) > len(graph.relations):
        return {name: graph.group_of.get(name, "") for name in tools}
    return {name: graph.first_group(name) for name in tools}
