"""One group opened: its tools in columns, and the groups that they are joined to beside it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphwright.curate.curation import Curation
from graphwright.graph import ToolGraph
from graphwright.relations import RelationKind

from .bundles import Bundle, bundles, group_blocks, sizes
from .columns import Columns
from .elements import (
    Element,
    Hits,
    anchor_node,
    bundle_edge,
    group_id,
    group_node,
    group_title,
    tool_node,
)
from .exploring import STEP, Filters, View
from .layers import layered_places
from .layout import HULL, NODE_WIDTH, Point, below, radius
from .names import short
from .numbers import count
from .scene import Crumb, Scene, kind_counts, put
from .tool_scene import hulls_of, lines, lines_between

_MOST_NEIGHBOURS = 10  # hexagons beside the hull
_BESIDE = 112.0  # from the hull to them


def group_scene(
    curation: Curation, columns: Columns, view: View, filters: Filters, hits: Hits
) -> Scene:
    """The tools of `view.group`, which must be there."""
    graph, group = curation.graph, view.group or ""
    members = graph.members.get(group, ())
    batches = _batches(members, view)
    shown = [name for batch in batches for name in batch]
    joined = lines_between(curation, shown, filters)
    first = layered_places(batches[0], _needs(graph, batches[0]))
    own = first | below(first, batches[1:])
    moved = put(curation, view.key)
    places = own | {name: at for name, at in moved.items() if name in own}
    neighbours = _neighbours(columns, group, filters)
    title = short(group_title(group), 48)
    return Scene(
        key=view.key,
        label=f"{title}: {count(len(shown), 'tool')}",
        crumbs=(Crumb("All groups", "/explore"), Crumb(title)),
        facts=f"{len(shown)} of {count(len(members), 'tool')} · producers on the left"
        f" · joined to {count(len(neighbours), 'other group')}",
        elements=(
            *(tool_node(graph.tools[name], places[name], filters, hits, moved) for name in shown),
            *lines(joined, filters, places),
            *_beside(graph, neighbours[:_MOST_NEIGHBOURS], first, moved),
        ),
        hulls=hulls_of(graph, shown),
        counts=kind_counts(r for stack in joined for r in stack.relations)
        | {RelationKind.BELONGS_TO: len(shown) if group else 0},
        moved=tuple(moved),
        picture=view.key,
    )


def _batches(members: Sequence[str], view: View) -> list[Sequence[str]]:
    """The tools that each click brought, and those that are wanted besides."""
    end = STEP * (1 + view.more.get(view.group or "", 0))
    parts = [members[at : at + STEP] for at in range(0, min(end, max(len(members), 1)), STEP)]
    return [*parts, [name for name in members[end:] if name in view.wanted | view.kept]]


def _needs(graph: ToolGraph, shown: Sequence[str]) -> dict[str, list[str]]:
    """For each tool, those that must come before it: what it requires, what precedes it."""
    inside = set(shown)
    needs: dict[str, list[str]] = {name: [] for name in shown}
    for name in shown:
        for r in graph.outgoing.get(name, ()):
            if r.target in inside and not r.rejected:
                if r.kind is RelationKind.REQUIRES:
                    needs[name].append(r.target)
                elif r.kind is RelationKind.PRECEDES:
                    needs[r.target].append(name)
    return needs


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another group, with what joins it to the opened one: all, and what the filters let."""

    group: str
    every: Bundle
    let: Bundle | None
    first: bool  # the opened group is the first name of the bundle's pair

    @property
    def provides(self) -> bool:
        """It stands on the left: more of it is needed than needs."""
        along, first = self.every.along, self.first
        needs = along(RelationKind.REQUIRES, first) + along(RelationKind.PRECEDES, not first)
        needed = along(RelationKind.REQUIRES, not first) + along(RelationKind.PRECEDES, first)
        return needs >= needed


def _neighbours(columns: Columns, group: str, filters: Filters) -> list[Neighbour]:
    """The groups that relations join to this one, the closest first."""
    around = columns.drawn(filters) & columns.touching(columns.graph.members.get(group, ()))
    blocks = group_blocks(columns)
    every, let = bundles(blocks, around), bundles(blocks, around & columns.lets(filters))
    found = [
        Neighbour(pair[pair[0] == group], bundle, let.get(pair), pair[0] == group)
        for pair, bundle in every.items()
    ]
    return sorted(found, key=lambda n: (-n.every.total, n.group))


def _beside(
    graph: ToolGraph,
    neighbours: Sequence[Neighbour],
    places: Mapping[str, Point],
    moved: Mapping[str, Point],
) -> Iterator[Element]:
    """Hexagons in a column on either side, each with its line to the hull's edge."""
    half = max((abs(x) for x, _ in places.values()), default=0.0) + NODE_WIDTH / 2 + HULL[0]
    edge = max((abs(y) for _, y in places.values()), default=0.0)  # lines end at the hull
    tools = sizes(graph)
    for sign, column in zip((-1, 1), _balanced(neighbours), strict=True):
        y = -sum(2 * radius(tools[n.group]) + 24 for n in column) / 2
        for neighbour in column:
            size = radius(tools[neighbour.group])
            y += size + 12
            at = (sign * (half + _BESIDE + size), y)
            marks = {"pin": 1} if neighbour.group in moved else {}
            at = moved.get(neighbour.group, at)
            yield group_node(neighbour.group, tools[neighbour.group], 0, at, marks)
            yield from _line(neighbour, (sign * half, max(-edge, min(edge, y))))
            y += size + 12


def _balanced(neighbours: Sequence[Neighbour]) -> tuple[list[Neighbour], list[Neighbour]]:
    """Providers for the left, the rest for the right; the weakest change sides for the room."""
    left = [n for n in neighbours if n.provides]
    right = [n for n in neighbours if not n.provides]
    more, less = (left, right) if len(left) > len(right) else (right, left)
    while len(more) > len(less) + 2:
        less.append(more.pop())
    return left, right


def _line(neighbour: Neighbour, at: Point) -> Iterator[Element]:
    anchor, other = f"a:{neighbour.group}", group_id(neighbour.group)
    yield anchor_node(anchor, at)
    bundle = neighbour.let or neighbour.every
    outwards = bundle.forward is neighbour.first
    ends = (anchor, other) if outwards else (other, anchor)
    counts = bundle.total, bundle.of(bundle.kind), bundle.open
    yield bundle_edge(*ends, bundle.kind, counts, dim=neighbour.let is None)
