"""A merge looked at before it is made: what moves, what meets, what is rewritten, what to mind.

The merge itself is an edit like any other. Its consequences are read from the values before and
after it, so that a preview cannot promise anything else than the merge then does.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from ..graph import HasGraph, ToolGraph
from ..relations import Relation, RelationKey, RelationKind
from ..tools import Tool
from .profiles import parameter_keys, result_shape

_AGAINST_CONFLICT = (
    RelationKind.REQUIRES,
    RelationKind.COMPLEMENTARY,
    RelationKind.SIMILAR_TO,
)
_DIRECTED = (RelationKind.REQUIRES, RelationKind.PRECEDES)


class Curated(HasGraph, Protocol):
    """What a merge rewrites beside the graph: workflows by id, golden queries by text."""

    @property
    def workflows(self) -> Mapping[str, object]: ...

    @property
    def golden(self) -> Mapping[str, object]: ...


@dataclass(frozen=True, slots=True)
class Preview:
    """The consequences of a merge."""

    keep: str
    gone: tuple[str, ...]
    survivor: Tool  # as it is afterwards
    kept: tuple[Relation, ...]  # the survivor's own, unchanged
    moved: tuple[Relation, ...]  # new on the survivor
    stacked: tuple[Relation, ...]  # its own, with what the others say added
    dropped: tuple[Relation, ...]  # between merged tools, or to a group that is left
    contradictions: tuple[tuple[Relation, Relation], ...]  # that the merge brings together
    queries: tuple[str, ...]  # golden queries that are rewritten
    workflows: tuple[str, ...]  # ids of those that are rewritten
    unmapped: tuple[tuple[str, str], ...]  # (tool, parameter) that the survivor does not take
    confirm: tuple[str, ...]  # differences that should make one stop

    @property
    def sentence(self) -> str:
        """Who disappears, and what becomes of what they had: names and direction in words."""
        names = listed([f"'{name}'" for name in self.gone])
        count = len(self.moved) + len(self.stacked)
        whose = "its" if len(self.gone) == 1 else "their"
        what = f"{whose} relation moves" if count == 1 else f"{whose} {count} relations move"
        goes = "disappears" if len(self.gone) == 1 else "disappear"
        if not count:
            have = "it has" if len(self.gone) == 1 else "they have"
            return f"{names} {goes}; {have} no relation that moves."
        return f"{names} {goes}; {what} to '{self.keep}'."


def preview(
    before: Curated,
    after: Curated,
    keep: str,
    gone: Collection[str],
    parameters: Mapping[str, Mapping[str, str]] | None = None,
) -> Preview:
    """What the merge of `gone` into `keep` changed between two values.

    Args:
        before: holds all these tools.
        after: the same after the merge.
        keep: the survivor.
        gone: the tools that went into it.
        parameters: the map of names that the merge was given, by tool.
    """
    tools = [before.graph.tools[name] for name in gone]
    survivor = after.graph.tools[keep]
    own, now = _relations(before.graph, {keep}), _relations(after.graph, {keep})
    theirs = _relations(before.graph, {keep, *gone})
    moved = tuple(r for key, r in now.items() if key not in own and not _left(r))
    return Preview(
        keep=keep,
        gone=tuple(gone),
        survivor=survivor,
        kept=tuple(r for key, r in now.items() if own.get(key) == r),
        moved=moved,
        stacked=tuple(r for key, r in now.items() if key in own and own[key] != r),
        dropped=tuple(r for r in theirs.values() if _dropped(r, keep, gone, now)),
        contradictions=tuple(_contradictions(now.values(), frozenset(r.key for r in moved))),
        queries=_changed(before.golden, after.golden),
        workflows=_changed(before.workflows, after.workflows),
        unmapped=tuple(_unmapped(tools, survivor, parameters or {})),
        confirm=confirmations(before.graph.tools[keep], tools),
    )


def suggested_parameters(keep: Tool, gone: Iterable[Tool]) -> Mapping[str, Mapping[str, str]]:
    """By tool, its parameters' names → the survivor's, where they differ and mean the same."""
    maps = {tool.name: parameter_map(tool, keep) for tool in gone}
    return {name: renames for name, renames in maps.items() if renames}


def parameter_map(theirs: Tool, ours: Tool) -> Mapping[str, str]:
    """Their names → ours, by likeness: `id` and `order_id` of an order are `orderId`."""
    by_key: dict[str, str] = {}
    for name, key in parameter_keys(ours).items():
        by_key.setdefault(key, name)
    return {
        name: by_key[key]
        for name, key in parameter_keys(theirs).items()
        if ours.parameter(name) is None and key in by_key
    }


def suggested_fields(keep: Tool, gone: Iterable[Tool]) -> Mapping[str, str]:
    """Field → tool whose value the survivor should take, since its own says nothing."""
    found: dict[str, str] = {}
    for field in ("description", "summary", "outputs", "tags", "when_to_use", "examples"):
        if not getattr(keep, field):
            giver = next((tool.name for tool in gone if getattr(tool, field)), "")
            found |= {field: giver} if giver else {}
    return found


def confirmations(keep: Tool, gone: Iterable[Tool]) -> tuple[str, ...]:
    """Sentences on what should make one stop: another method, a list where one thing was."""
    return tuple(sentence for tool in gone for sentence in _differences(tool, keep))


def listed(names: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    found = tuple(names)
    return " and ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def _relations(graph: ToolGraph, names: Collection[str]) -> dict[RelationKey, Relation]:
    """Relations that name one of the tools, in a stable order."""
    found: dict[RelationKey, Relation] = {}
    for name in sorted(names):
        found |= {r.key: r for r in graph.outgoing.get(name, ())}
        incoming = graph.incoming.get(name, ())
        found |= {r.key: r for r in incoming if r.kind is not RelationKind.BELONGS_TO}
    return found


def _dropped(
    relation: Relation, keep: str, gone: Collection[str], now: Mapping[RelationKey, Relation]
) -> bool:
    source = keep if relation.source in gone else relation.source
    grouped = relation.kind is RelationKind.BELONGS_TO
    target = keep if relation.target in gone and not grouped else relation.target
    keys = (RelationKey(source, target, relation.kind), RelationKey(target, source, relation.kind))
    standing = [now[key] for key in keys[: 2 if relation.kind.symmetric else 1] if key in now]
    return all(_left(one) for one in standing)


def _left(relation: Relation) -> bool:
    """A group that one of the tools was in, and the survivor is not."""
    return relation.kind is RelationKind.BELONGS_TO and relation.rejected


def _contradictions(
    relations: Iterable[Relation], moved: frozenset[RelationKey]
) -> Iterator[tuple[Relation, Relation]]:
    """Pairs between the same two tools that cannot both hold, one of which has just come."""
    pairs: dict[frozenset[str], list[Relation]] = {}
    for relation in relations:
        if not relation.rejected:
            pairs.setdefault(frozenset((relation.source, relation.target)), []).append(relation)
    for some in pairs.values():
        for one, other in combinations(some, 2):
            if (one.key in moved or other.key in moved) and _contradict(one, other):
                yield one, other


def _contradict(one: Relation, other: Relation) -> bool:
    turned = one.kind is other.kind and one.kind in _DIRECTED and one.source == other.target
    kinds = one.kind, other.kind
    against = RelationKind.CONFLICTS_WITH in kinds and any(k in _AGAINST_CONFLICT for k in kinds)
    return turned or against


def _changed(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(sorted(name for name, value in after.items() if before.get(name) != value))


def _unmapped(
    tools: Iterable[Tool], survivor: Tool, parameters: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[str, str]]:
    for tool in tools:
        renames = parameters.get(tool.name, {})
        for parameter in tool.parameters:
            if survivor.parameter(renames.get(parameter.name, parameter.name)) is None:
                yield tool.name, parameter.name


def _differences(tool: Tool, keep: Tool) -> Iterator[str]:
    if tool.method and keep.method and tool.method != keep.method:
        methods = f"with {tool.method.upper()}, '{keep.name}' with {keep.method.upper()}"
        yield f"'{tool.name}' is called {methods}."
    shapes = {"list": "a list", "item": "one thing"}
    given = shapes.get(result_shape(tool))
    kept = shapes.get(result_shape(keep)) if given else None
    if given and kept and given != kept:
        yield f"'{tool.name}' gives {given}, '{keep.name}' gives {kept}."
    if tool.destroys != keep.destroys:
        name = tool.name if tool.destroys else keep.name
        yield f"'{name}' may destroy something, the other does not."
