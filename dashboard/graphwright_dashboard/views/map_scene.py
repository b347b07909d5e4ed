"""The map: every group a hexagon, the relations between two groups one line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import hypot

from graphwright.curate.curation import Curation
from graphwright.graph import ToolGraph
from graphwright.relations import KIND_ORDER, Relation, RelationKind

from .elements import Element, Hits, bundle_edge, group_id, group_node
from .exploring import Filters
from .layout import Point, map_places, radius
from .numbers import count, thousands
from .scene import Crumb, Scene, kind_counts

_LINES_OF_A_GROUP = 2  # bundles of each group that are always seen, the heaviest
_LINES = 400  # bundles that are drawn at all


@dataclass(slots=True)
class Bundle:
    """What joins two groups; `ways` counts each kind's directions, from the first name or to it."""

    total: int = 0
    open: int = 0
    ways: Counter[tuple[RelationKind, bool]] = field(default_factory=Counter)

    def add(self, relation: Relation, forward: bool) -> None:
        self.total += 1
        self.open += relation.open
        self.ways[relation.kind, forward] += 1

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
            found.setdefault(pair, Bundle()).add(relation, one == pair[0])
    return found


def sizes(graph: ToolGraph) -> dict[str, int]:
    """Tools of each group; a group without tools has none."""
    return dict.fromkeys(graph.groups, 0) | {g: len(t) for g, t in graph.members.items()}


def places(base: ToolGraph) -> dict[str, Point]:
    """Where the groups of the base graph stand, before anybody moves one."""
    joined = bundles(base, (r for r in base.relations.values() if not r.rejected))
    return map_places(sizes(base), {pair: bundle.total for pair, bundle in joined.items()})


def map_scene(
    curation: Curation, filters: Filters, hits: Hits, base_places: Mapping[str, Point]
) -> Scene:
    """Args: base_places: as `places` gives them; what the curator moved stands where it was put."""
    graph, groups = curation.graph, sizes(curation.graph)
    at = _where(groups, curation.positions, base_places)
    standing = [r for r in graph.relations.values() if not r.rejected]
    let = [r for r in graph.relations.values() if filters.lets(r)]
    every, drawn = bundles(graph, standing), bundles(graph, let)
    heavy = _heaviest(every)
    kept = sorted(every, key=lambda pair: (pair not in heavy, -every[pair].total, pair))[:_LINES]
    return Scene(
        key="map",
        label=f"Map of {count(len(groups), 'group')}, {count(len(heavy), 'bundle')} of relations",
        crumbs=(Crumb("All groups"),),
        facts=_facts(graph, let, drawn, light=len(every) - len(heavy)),
        elements=(
            *_nodes(graph, groups, at, hits),
            *(_edge(p, drawn.get(p), every[p], _bow(p, at, groups), p not in heavy) for p in kept),
        ),
        counts=kind_counts(standing),
        tidy={n: base_places[n] for n in curation.positions if n in base_places},
    )


def _facts(graph: ToolGraph, let: list[Relation], drawn: Bundles, light: int) -> str:
    relations = sum(relation.kind is not RelationKind.BELONGS_TO for relation in let)
    between = sum(bundle.total for bundle in drawn.values())
    facts = [
        count(len(sizes(graph)), "group"),
        count(len(graph.tools), "tool"),
        f"{count(relations, 'relation')}, {thousands(between)} of them between groups",
        *([f"{count(light, 'lighter bundle')} on hover"] if light else []),
    ]
    return " · ".join(facts)


def _where(
    groups: Mapping[str, int], moved: Mapping[str, Point], base_places: Mapping[str, Point]
) -> dict[str, Point]:
    """Where each group stands: where it was put, else its own place, else below the others."""
    new = sorted(name for name in groups if name not in base_places and name not in moved)
    below = max((y for _, y in base_places.values()), default=0.0) + 180
    beside = {name: (160.0 * i, below) for i, name in enumerate(new)}
    return {name: moved.get(name) or base_places.get(name) or beside[name] for name in groups}


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
    graph: ToolGraph, groups: Mapping[str, int], at: Mapping[str, Point], hits: Hits
) -> Iterator[Element]:
    open, found = _open(graph), Counter(graph.group_of.get(t, "") for t in hits.ranks or ())
    for name, size in groups.items():
        marks: dict[str, object] = {}
        if hits.ranks:
            marks = {"hit": found[name]} if name in found else {"faint": 1}
        yield group_node(name, size, open[name], at[name], marks)


def _open(graph: ToolGraph) -> Counter[str]:
    """Relations that wait for review, by the groups that they touch."""
    group_of, found = graph.group_of, Counter[str]()
    for relation in graph.relations.values():
        if relation.open and relation.kind is not RelationKind.BELONGS_TO:
            one, other = relation.source, relation.target
            found.update({group_of.get(one, ""), group_of.get(other, "")})
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
