"""The map: every group a hexagon, the relations between two groups one line.

Where there are very many groups it shows domains of them, and each domain is a map of its own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, hypot, sin

from graphwright.curate.curation import Curation
from graphwright.relations import RelationKind

from .bundles import Blocks, Bundles, block_cells, bundles, sizes
from .columns import Columns, Mask
from .elements import (
    Element,
    Hits,
    bundle_edge,
    domain_id,
    domain_node,
    group_id,
    group_node,
)
from .exploring import Filters, address
from .layout import Point, radius
from .names import short
from .numbers import count, thousands
from .scene import Crumb, Scene
from .tiers import Tiers, map_key

_LINES_OF_A_GROUP = 2  # bundles of each group that are always seen, the heaviest
_LINES = 400  # bundles that are drawn at all
_BESIDE = 6  # other domains that are named beside a domain's map
_ROOM = 170.0  # between the centres of a new group and of any other


def map_scene(
    curation: Curation,
    columns: Columns,
    filters: Filters,
    hits: Hits,
    tiers: Tiers,
    domain: str | None = None,
) -> Scene:
    """The map of all groups, of the domains where there are any, or of one domain's groups.

    Args:
        curation: of which.
        columns: its relations.
        filters: what stands out.
        hits: what the last question found.
        tiers: the domains, and where hexagons stand that nobody moved.
        domain: whose groups.
    """
    level = _Level.of(curation, columns, filters, tiers, domain)
    heavy = _heaviest(level.every)
    light = len(level.every) - len(heavy)
    top = Crumb("All groups", "/explore")
    return Scene(
        key=map_key(domain),
        label=f"Map of {count(len(level.blocks.sizes), level.kind)},"
        f" {count(len(heavy), 'bundle')} of relations",
        crumbs=(Crumb("All groups"),) if domain is None else (top, Crumb(short(domain, 48))),
        facts=" · ".join(_facts(level, light)),
        elements=(*_nodes(level, hits), *_edges(level, heavy)),
        counts=columns.counts(columns.standing),
        moved=tuple(level.moved),
        beside=() if domain is None else _beside(level, domain),
    )


@dataclass(frozen=True, slots=True)
class _Level:
    """One map: hexagons, where they stand, all bundles and those of what is let through."""

    columns: Columns
    tiers: Tiers
    kind: str  # of its hexagons: "group" or "domain"
    blocks: Blocks
    places: Mapping[str, Point]
    moved: Mapping[str, Point]
    let: Mask
    every: Bundles
    drawn: Bundles
    at: Mapping[str, Point]

    @classmethod
    def of(
        cls,
        curation: Curation,
        columns: Columns,
        filters: Filters,
        tiers: Tiers,
        domain: str | None,
    ) -> "_Level":
        blocks = tiers.blocks(columns, domain)
        kind = "domain" if tiers.domain_of and domain is None else "group"
        places = tiers.places(domain)
        put = curation.positions if kind == "group" else {}
        moved = {name: place for name, place in put.items() if name in blocks.sizes}
        let = columns.lets(filters) & columns.of_document(filters.source)
        every = bundles(blocks, columns.standing)
        drawn = bundles(blocks, let)
        at = _where(blocks.sizes, every, moved, places)
        tiers.keep(domain, {name: place for name, place in at.items() if name not in moved})
        return cls(columns, tiers, kind, blocks, places, moved, let, every, drawn, at)


def _facts(level: _Level, light: int) -> Iterator[str]:
    blocks, between = level.blocks, sum(bundle.total for bundle in level.drawn.values())
    yield count(len(blocks.sizes), level.kind)
    if level.kind == "domain":
        yield count(len(sizes(level.columns.graph)), "group")
    yield count(sum(blocks.sizes.values()), "tool")
    if len(blocks.of) == len(level.columns.graph.tools):
        of_kind = level.columns.counts(level.let)
        every = sum(n for kind, n in of_kind.items() if kind != RelationKind.BELONGS_TO)
        yield f"{count(every, 'relation')}, {thousands(between)} between {level.kind}s"
    else:
        yield f"{count(between, 'relation')} between them"
    if light:
        yield f"{thousands(light)} lighter on hover"


def _beside(level: _Level, domain: str) -> tuple[Crumb, ...]:
    """The domains that relations join to this one, the closest first."""
    blocks = level.tiers.blocks(level.columns, None)
    joined = {
        pair[pair[0] == domain]: bundle.total
        for pair, bundle in bundles(blocks, level.let).items()
        if domain in pair
    }
    nearest = sorted(joined, key=lambda name: (-joined[name], name))[:_BESIDE]
    return tuple(
        Crumb(f"{short(name, 32)} {thousands(joined[name])}", address("domain", name))
        for name in nearest
    )


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


def _nodes(level: _Level, hits: Hits) -> Iterator[Element]:
    block_of = level.blocks.of
    open, found = _open(level), Counter(block_of.get(tool) for tool in hits.ranks or ())
    groups = Counter(map(level.tiers.domain, sizes(level.columns.graph)))
    for name, size in level.blocks.sizes.items():
        marks: dict[str, object] = {}
        if hits.ranks:
            marks = {"hit": found[name]} if name in found else {"faint": 1}
        if name in level.moved:
            marks["pin"] = 1
        if level.kind == "domain":
            yield domain_node(name, (groups[name], size), open[name], level.at[name], marks)
        else:
            yield group_node(name, size, open[name], level.at[name], marks)


def _open(level: _Level) -> Counter[str]:
    """Relations that wait for review, by the blocks that they touch."""
    found = Counter[str]()
    cells = block_cells(level.blocks, level.columns.open)
    for (one, other, _), (_, open) in cells.items():
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


def _edges(level: _Level, heavy: set[tuple[str, str]]) -> Iterator[Element]:
    every, id = level.every, domain_id if level.kind == "domain" else group_id
    kept = sorted(every, key=lambda pair: (pair not in heavy, -every[pair].total, pair))[:_LINES]
    for pair in kept:
        let, bow = level.drawn.get(pair), _bow(pair, level.at, level.blocks.sizes)
        bundle = let or every[pair]
        source, target = pair if bundle.forward else pair[::-1]
        counts = bundle.total, bundle.of(bundle.kind), bundle.open
        ends = id(source), id(target)
        edge = bundle_edge(*ends, bundle.kind, counts, dim=let is None, light=pair not in heavy)
        if bow:
            edge["data"]["bow"] = bow if bundle.forward else -bow
        yield edge
