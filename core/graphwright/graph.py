"""The tool graph: tools, groups and relations as one frozen value over persistent maps.

A changed graph shares everything but the change with the one before it, so that a revision
costs what changed. Neighbours, groups of tools and what ships are derived, never stored.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from immutables import Map

from .raw import Raw
from .relations import KIND_ORDER, Origin, Relation, RelationKey, RelationKind, Verdict
from .tools import Tool

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Group:
    """A category of tools. `parent` is the group above it, "" for none."""

    name: str
    description: str = ""
    parent: str = ""
    order: int = 0
    raw: Raw = field(default=Raw(), repr=False)


@dataclass(frozen=True)
class ToolGraph:
    """Tools by name, groups by name, relations by key. No relation names what is not there."""

    tools: Map[str, Tool] = Map()
    groups: Map[str, Group] = Map()
    relations: Map[RelationKey, Relation] = Map()

    @classmethod
    def of(
        cls,
        tools: Iterable[Tool],
        relations: Iterable[Relation] = (),
        groups: Iterable[Group] = (),
    ) -> "ToolGraph":
        return cls(
            Map({tool.name: tool for tool in tools}),
            Map({group.name: group for group in groups}),
            Map({relation.key: relation for relation in relations}),
        )

    def with_tools(self, *tools: Tool) -> "ToolGraph":
        return replace(self, tools=self.tools.update({tool.name: tool for tool in tools}))

    def with_groups(self, *groups: Group) -> "ToolGraph":
        return replace(self, groups=self.groups.update({group.name: group for group in groups}))

    def with_relations(self, *relations: Relation) -> "ToolGraph":
        return replace(self, relations=self.relations.update({r.key: r for r in relations}))

    def without_relations(self, *keys: RelationKey) -> "ToolGraph":
        relations = self.relations.mutate()
        for key in keys:
            relations.pop(key, None)
        return replace(self, relations=relations.finish())

    def without_tools(self, *names: str) -> "ToolGraph":
        """The graph without these tools and without any relation that names one of them."""
        gone = set(names)
        dangling = [k for k in self.relations if k.source in gone or k.target in gone]
        tools = self.tools.mutate()
        for name in gone:
            tools.pop(name, None)
        return replace(self, tools=tools.finish()).without_relations(*dangling)

    @cached_property
    def ordered_tools(self) -> tuple[Tool, ...]:
        """All tools, as they were read."""
        return tuple(sorted(self.tools.values(), key=lambda tool: (tool.order, tool.name)))

    @cached_property
    def outgoing(self) -> Mapping[str, tuple[Relation, ...]]:
        """Relations by their source, in the order of kind, then target."""
        return _grouped(self.relations.values(), lambda relation: relation.source)

    @cached_property
    def incoming(self) -> Mapping[str, tuple[Relation, ...]]:
        return _grouped(self.relations.values(), lambda relation: relation.target)

    @cached_property
    def group_of(self) -> Mapping[str, str]:
        """The first group of each tool in one: accepted before unreviewed, then file order."""
        belongs = (
            r
            for r in self.relations.values()
            if r.kind is RelationKind.BELONGS_TO and not r.rejected
        )
        ranked = sorted(belongs, key=_membership_rank)
        return {r.source: r.target for r in reversed(ranked)}

    def first_group(self, tool: str) -> str:
        """What `group_of` says of one tool, without looking at all of them."""
        keys = (RelationKey(tool, group, RelationKind.BELONGS_TO) for group in self.groups)
        belongs = [r for key in keys if (r := self.relations.get(key)) and not r.rejected]
        return min(belongs, key=_membership_rank).target if belongs else ""

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """Names of the tools of each group, in reading order; "" holds those without one."""
        found: dict[str, list[str]] = {}
        for tool in self.ordered_tools:
            found.setdefault(self.group_of.get(tool.name, ""), []).append(tool.name)
        return {group: tuple(names) for group, names in found.items()}

    def naming(self, names: frozenset[str]) -> list[Relation]:
        """Every relation with one of the names at an end, in no order.

        Where the neighbours were asked for before, they tell; to derive them for this alone
        would take longer than to look at every relation once.
        """
        if "outgoing" not in vars(self) or "incoming" not in vars(self):
            items = self.relations.items()
            return [r for (source, target, _), r in items if source in names or target in names]
        ends = (side.get(name, ()) for side in (self.outgoing, self.incoming) for name in names)
        return list({relation.key: relation for some in ends for relation in some}.values())

    def stack(self, source: str, target: str) -> tuple[Relation, ...]:
        """Every relation of the ordered pair, in the order of kinds."""
        keys = (RelationKey(source, target, kind) for kind in RelationKind)
        return tuple(self.relations[key] for key in keys if key in self.relations)


class HasGraph(Protocol):
    """Anything that holds a tool graph: a curation, a search index."""

    @property
    def graph(self) -> ToolGraph: ...


def may_ship(relation: Relation, threshold: float) -> bool:
    """Whether a relation may go to the runtime, and be trusted by search and planning.

    Args:
        relation: the claim.
        threshold: confidence in [0, 1] from which an unreviewed inferred relation ships.
    """
    if relation.verdict is not Verdict.UNREVIEWED:
        return relation.verdict is Verdict.ACCEPTED
    if relation.origin is Origin.INFERRED:
        return relation.confidence >= threshold
    return relation.origin is not Origin.PROPOSED


def shipped(
    graph: ToolGraph, threshold: float, pins: Mapping[Pair, RelationKind]
) -> dict[Pair, Relation]:
    """The one relation of each ordered pair that the runtime gets; it keeps one per pair.

    Pinned first, then accepted before unreviewed, then the order of kinds, then confidence.
    """

    def rank(relation: Relation) -> tuple[bool, bool, int, float]:
        pinned = pins.get((relation.source, relation.target)) is relation.kind
        accepted = relation.verdict is Verdict.ACCEPTED
        return not pinned, not accepted, KIND_ORDER[relation.kind], -relation.confidence

    chosen: dict[Pair, Relation] = {}
    for relation in graph.relations.values():
        pair = relation.source, relation.target
        if may_ship(relation, threshold) and (
            pair not in chosen or rank(relation) < rank(chosen[pair])
        ):
            chosen[pair] = relation
    return chosen


def _membership_rank(relation: Relation) -> tuple[bool, int, str]:
    return relation.verdict is not Verdict.ACCEPTED, relation.order, relation.target


def _grouped(
    relations: Iterable[Relation], by: Callable[[Relation], str]
) -> dict[str, tuple[Relation, ...]]:
    found: dict[str, list[Relation]] = {}
    for relation in relations:
        found.setdefault(by(relation), []).append(relation)
    return {
        name: tuple(sorted(some, key=lambda r: (KIND_ORDER[r.kind], r.source, r.target)))
        for name, some in found.items()
    }
