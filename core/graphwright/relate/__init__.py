"""Tools to relations: each rule a function that returns evidence."""

from collections.abc import Iterable

from ..graph import Group
from ..relations import KIND_ORDER, Relation, RelationKey
from ..tools import Tool
from .dataflow import data_relations
from .grouping import groups_of, membership
from .lifecycle import lifecycle_relations
from .resources import item_prefixes, profile

__all__ = ["groups", "relate"]


def relate(tools: Iterable[Tool]) -> tuple[Relation, ...]:
    """What the rules find among tools: a relation a claim, whatever the order of the tools."""
    listed = sorted(tools, key=lambda tool: tool.name)
    prefixes = item_prefixes(listed)
    profiles = [profile(tool, prefixes) for tool in listed]
    best: dict[RelationKey, Relation] = {}
    for relation in (
        *data_relations(profiles),
        *lifecycle_relations(profiles),
        *membership(listed),
    ):
        held = best.get(relation.key)
        best[relation.key] = relation if held is None else _joined(held, relation)
    return tuple(sorted(best.values(), key=lambda r: (KIND_ORDER[r.kind], r.source, r.target)))


def groups(tools: Iterable[Tool]) -> tuple[Group, ...]:
    """The groups that `belongs_to` of `relate` leads to, in reading order."""
    return groups_of(tools)


def _joined(one: Relation, other: Relation) -> Relation:
    """One claim with the grounds of both; the surer ground counts."""
    best, less = (one, other) if one.confidence >= other.confidence else (other, one)
    return Relation(
        best.source,
        best.target,
        best.kind,
        best.confidence,
        evidence=(*best.evidence, *less.evidence),
    )
