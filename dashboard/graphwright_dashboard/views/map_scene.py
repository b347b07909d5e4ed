"""The map: every group a hexagon, the relations between two groups one line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import cos, hypot, sin

import numpy as np

from graphwright.curate.curation import Curation
from graphwright.graph import ToolGraph
from graphwright.relations import KIND_ORDER, Relation, RelationKind

from .columns import KINDS, Columns, Mask
from .elements import Element, Hits, bundle_edge, group_id, group_node
from .exploring import Filters
from .layout import Point, map_places, radius
from .numbers import count, thousands
from .scene import Crumb, Scene

_LINES_OF_A_GROUP = 2  # bundles of each group that are always seen, the heaviest
_LINES = 400  # bundles that are drawn at all
_ROOM = 170.0  # between the centres of a new group and of any other


@dataclass(slots=True)
class Bundle:
    """What joins two groups; `ways` counts each kind's directions, from the first name or to it."""

    total: int = 0
    open: int = 0
    ways: Counter[tuple[RelationKind, bool]] = field(default_factory=Counter)

    def add(self, kind: RelationKind, forward: bool, times: int, open: int) -> None:
        self.total += times
        self.open += open
        self.ways[kind, forward] += times

    @property
    def kind(self) -> RelationKind:
        return max(RelationKind, key=lambda kind: (self.of(kind), -KIND_ORDER[kind]))

    @property
    def forward(self) -> bool:
        return self.ways[self.kind, True] >= self.ways[self.kind, False]

    def of(self, kind: RelationKind) -> int:
        return self.ways[kind, True] + self.ways[kind, False]


Bundles = dict[tuple[str, str], Bundle]


def bundles(graph: ToolGraph, relations: Iterable[Relation]) -> Bundles:
    """Bundles by pair of groups, in the order of names; relations inside a group are left out."""
    group_of, found = graph.group_of, Bundles()
    for relation in relations:
        one, other = group_of.get(relation.source, ""), group_of.get(relation.target, "")
        if one != other and relation.kind is not RelationKind.BELONGS_TO:
            pair = min(one, other), max(one, other)
            bundle = found.setdefault(pair, Bundle())
            bundle.add(relation.kind, one == pair[0], 1, relation.open)
    return found


def column_bundles(columns: Columns, mask: Mask) -> Bundles:
    """The bundles of the relations under the mask, as `bundles` finds them, all at once."""
    cells, found = group_cells(columns, mask), Bundles()
    for (one, other, kind), (times, open) in cells.items():
        if one != other:
            pair = min(one, other), max(one, other)
            found.setdefault(pair, Bundle()).add(kind, one == pair[0], times, open)
    return found


Cell = tuple[str, str, RelationKind]  # group of the source, group of the target, kind


def group_cells(columns: Columns, mask: Mask) -> dict[Cell, tuple[int, int]]:
    """How many relations lead from group to group, by kind, and how many of them are open."""
    graph = columns.graph
    names = tuple(sizes(graph) | {"": 0})
    at = {name: place for place, name in enumerate(names)}
    of = np.array([at[graph.group_of.get(end, "")] for end in columns.ends] or [0], np.int64)
    chosen = mask & (columns.kind != KIND_ORDER[RelationKind.BELONGS_TO])
    source, target = of[columns.source[chosen]], of[columns.target[chosen]]
    code = (source * len(names) + target) * len(KINDS) + columns.kind[chosen]
    cells, which = np.unique(code, return_inverse=True)
    times = np.bincount(which, minlength=len(cells)).tolist()
    open = np.bincount(which, columns.open[chosen], minlength=len(cells)).astype(int).tolist()
    return {
        (
            names[c // len(KINDS) // len(names)],
            names[c // len(KINDS) % len(names)],
            KINDS[c % len(KINDS)],
        ): (n, o)
        for c, n, o in zip(cells.tolist(), times, open, strict=True)
    }


def sizes(graph: ToolGraph) -> dict[str, int]:
    """Tools of each group; a group without tools has none."""
    return dict.fromkeys(graph.groups, 0) | {g: len(t) for g, t in graph.members.items()}


def places(base: Columns) -> dict[str, Point]:
    """Where the groups of the base graph stand, before anybody moves one."""
    joined = column_bundles(base, base.standing)
    return map_places(sizes(base.graph), {pair: bundle.total for pair, bundle in joined.items()})


def map_scene(
    curation: Curation,
    columns: Columns,
    filters: Filters,
    hits: Hits,
    base_places: Mapping[str, Point],
) -> Scene:
    """Args: base_places: as `places` gives them; what the curator moved stands where it was put."""
    groups = sizes(curation.graph)
    standing = columns.standing
    let = columns.lets(filters) & columns.of_document(filters.source)
    every, drawn = column_bundles(columns, standing), column_bundles(columns, let)
    at = _where(groups, every, curation.positions, base_places)
    heavy = _heaviest(every)
    kept = sorted(every, key=lambda pair: (pair not in heavy, -every[pair].total, pair))[:_LINES]
    return Scene(
        key="map",
        label=f"Map of {count(len(groups), 'group')}, {count(len(heavy), 'bundle')} of relations",
        crumbs=(Crumb("All groups"),),
        facts=_facts(columns, let, drawn, light=len(every) - len(heavy)),
        elements=(
            *_nodes(columns, groups, at, hits),
            *(_edge(p, drawn.get(p), every[p], _bow(p, at, groups), p not in heavy) for p in kept),
        ),
        counts=columns.counts(standing),
        tidy={n: base_places[n] for n in curation.positions if n in base_places},
    )


def _facts(columns: Columns, let: Mask, drawn: Bundles, light: int) -> str:
    graph, of_kind = columns.graph, columns.counts(let)
    relations = sum(n for kind, n in of_kind.items() if kind != RelationKind.BELONGS_TO)
    between = sum(bundle.total for bundle in drawn.values())
    facts = [
        count(len(sizes(graph)), "group"),
        count(len(graph.tools), "tool"),
        f"{count(relations, 'relation')}, {thousands(between)} of them between groups",
        *([f"{count(light, 'lighter bundle')} on hover"] if light else []),
    ]
    return " · ".join(facts)


def _where(
    groups: Mapping[str, int],
    joined: Bundles,
    moved: Mapping[str, Point],
    base_places: Mapping[str, Point],
) -> dict[str, Point]:
    """Where each group stands: where it was put, else its own place, else near what it joins."""
    at = {name: moved.get(name) or base_places[name] for name in groups if name in base_places}
    for name in sorted(set(groups) - set(at)):
        near = [pair[pair[0] == name] for pair in joined if name in pair]
        at[name] = moved.get(name) or _free(near, at)
    return at


def _free(near: Iterable[str], at: Mapping[str, Point]) -> Point:
    """A place around the middle of what is near, where no other group stands."""
    around = [at[name] for name in near if name in at] or [(0.0, 0.0)]
    x, y = (sum(part) / len(around) for part in zip(*around, strict=True))
    for turn in range(400):
        far = 40.0 * turn**0.5
        place = round(x + far * cos(2.4 * turn), 1), round(y + far * sin(2.4 * turn), 1)
        if all(hypot(place[0] - a, place[1] - b) > _ROOM for a, b in at.values()):
            return place
    return x, y


def _bow(pair: tuple[str, str], at: Mapping[str, Point], groups: Mapping[str, int]) -> float:
    """How far the line must bow past a hexagon in its way, to the right of its direction; 0: not.

    A quadratic curve comes half as far from the straight line as its control point.
    """
    (x, y), (to_x, to_y) = at[pair[0]], at[pair[1]]
    length = hypot(to_x - x, to_y - y) or 1.0
    along = (to_x - x) / length, (to_y - y) / length
    for name, size in groups.items():
        ahead = (at[name][0] - x) * along[0] + (at[name][1] - y) * along[1]
        aside = (at[name][1] - y) * along[0] - (at[name][0] - x) * along[1]
        room = radius(size) + 12
        if name not in pair and 0 < ahead < length and abs(aside) < room:
            return round(-2 * (room - abs(aside)) * (1 if aside >= 0 else -1), 1)
    return 0.0


def _nodes(
    columns: Columns, groups: Mapping[str, int], at: Mapping[str, Point], hits: Hits
) -> Iterator[Element]:
    graph = columns.graph
    open, found = _open(columns), Counter(graph.group_of.get(t, "") for t in hits.ranks or ())
    for name, size in groups.items():
        marks: dict[str, object] = {}
        if hits.ranks:
            marks = {"hit": found[name]} if name in found else {"faint": 1}
        yield group_node(name, size, open[name], at[name], marks)


def _open(columns: Columns) -> Counter[str]:
    """Relations that wait for review, by the groups that they touch."""
    found = Counter[str]()
    for (one, other, _), (_, open) in group_cells(columns, columns.open).items():
        found.update(dict.fromkeys({one, other}, open))
    return found


def _heaviest(every: Bundles) -> set[tuple[str, str]]:
    """Each group's heaviest bundles, so that none is left without a line."""
    drawn: Counter[str] = Counter()
    kept: set[tuple[str, str]] = set()
    for pair in sorted(every, key=lambda pair: (-every[pair].total, pair)):
        if min(drawn[name] for name in pair) < _LINES_OF_A_GROUP:
            drawn.update(pair)
            kept.add(pair)
    return kept


def _edge(
    pair: tuple[str, str], let: Bundle | None, every: Bundle, bow: float, light: bool
) -> Element:
    bundle = let or every
    source, target = pair if bundle.forward else pair[::-1]
    counts = bundle.total, bundle.of(bundle.kind), bundle.open
    ends = group_id(source), group_id(target)
    edge = bundle_edge(*ends, bundle.kind, counts, dim=let is None, light=light)
    if bow:
        edge["data"]["bow"] = bow if bundle.forward else -bow
    return edge
