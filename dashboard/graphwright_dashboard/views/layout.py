"""Places on the canvas, in pixels: a map of groups by force, a neighbourhood by role.

Same input, same places: the map comes from the base graph and not from the one being edited, so
that an edit never moves it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, log1p, sqrt

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
Floats = npt.NDArray[np.float64]

NODE_WIDTH, NODE_HEIGHT = 164.0, 44.0
ROW, COLUMN = 62.0, 340.0  # from one tool to the next; from the column of producers to the middle
HULL = (12.0, 30.0, 12.0)  # beside, above (for the label) and below the tools of a hull
_GAP = 26.0  # between hulls
_TALLEST = 760.0  # of a side's column before another one is begun
_APART = 116.0  # at least, between hexagons of the map: room for the label of their bundle
_MANY, _CLOSE = 30, 48.0  # hexagons of a map that is seen from so far that bundles have no label
_WIDE = 1.32  # the canvas is wider than high
_ROUNDS = 240
_LEGEND = 230.0  # lower left of the canvas is used last: the legend is there
_MOST_IN_MIDDLE = 5  # tools of one group above or below the tool
_MOST_ROWS = 8  # of the own group's column before a second one is begun
_MOST_ROWS_BESIDE = 6  # and of other groups'
_TIGHT = NODE_WIDTH + 24  # from one tool to the next in a row


def radius(tools: int) -> float:
    """Of a group's hexagon."""
    return 36 + 4.4 * sqrt(min(tools, 400))


def map_places(
    sizes: Mapping[str, int], weights: Mapping[tuple[str, str], int]
) -> dict[str, Point]:
    """Centres of the groups' hexagons: related ones near each other, none on another.

    Args:
        sizes: tools of each group.
        weights: relations between two groups.

    Source: Fruchterman & Reingold, Graph Drawing by Force-directed Placement (1991).
    """
    names = sorted(sizes, key=lambda name: (-sizes[name], name))
    if not names:
        return {}
    at = {name: place for place, name in enumerate(names)}
    pull: Floats = np.zeros((len(names), len(names)))
    for (one, other), weight in weights.items():
        if one in at and other in at and one != other:
            pull[at[one], at[other]] += log1p(weight)
            pull[at[other], at[one]] += log1p(weight)
    radii = np.array([radius(sizes[name]) for name in names])
    apart = _APART if len(names) <= _MANY else _CLOSE
    centres = _pushed_apart(forced(pull), radii, apart).tolist()
    return {name: (round(x, 1), round(y, 1)) for name, (x, y) in zip(names, centres, strict=True)}


def discs(many: int, weights: Mapping[tuple[int, int], int], radii: Floats) -> Floats:
    """Centres of discs that do not touch, those with many relations near each other."""
    pull: Floats = np.zeros((many, many))
    for (one, other), weight in weights.items():
        pull[one, other] = pull[other, one] = log1p(weight)
    return _pushed_apart(forced(pull), radii, 40.0)


def forced(pull: Floats, rounds: int = _ROUNDS) -> Floats:
    """Places in the unit square, from a spiral on which the largest group is in the middle."""
    n = len(pull)
    turn = np.arange(n) * 2.39996
    out = np.sqrt(np.arange(n) / max(n, 1)) * 0.5
    places: Floats = np.stack([np.cos(turn) * out, np.sin(turn) * out], axis=1)
    if n < 2:
        return places
    ideal, step = 1 / sqrt(n), 0.12
    gravity = np.where(_held(pull), 0.4, 1.4)[:, None]  # what nothing holds would fly off
    pull = pull / max(pull.max(), 1e-9)
    for _ in range(rounds):
        apart = places[:, None] - places[None]
        distance = np.maximum(np.sqrt((apart**2).sum(-1)), 0.01)
        force = ideal**2 / distance**2 - pull * distance / ideal
        move = (apart * force[..., None]).sum(1) - places * gravity
        size = np.maximum(np.sqrt((move**2).sum(1)), 0.01)
        places = places + move / size[:, None] * np.minimum(size, step)[:, None]
        step *= 0.985
    return places


def _held(pull: Floats) -> npt.NDArray[np.bool_]:
    """Whether each belongs to the most that pull at one another."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    _, part = connected_components(csr_array(pull))
    return np.asarray((part == np.bincount(part).argmax()) & (pull.sum(1) > 0))


def _pushed_apart(places: Floats, radii: Floats, gap: float) -> Floats:
    """The places stretched to pixels, each pair at least its radii and the gap apart."""
    n = len(places)
    if n == 1:
        return np.zeros_like(places)
    spread = np.sqrt(((2 * radii + gap) ** 2).sum()) * 0.52
    scale = spread / max(float(np.abs(places).max()), 1e-9)
    centres: Floats = places * scale * np.array([_WIDE, 1.0])
    need = radii[:, None] + radii[None] + gap
    for _ in range(400):
        apart = centres[:, None] - centres[None]
        distance = np.sqrt((apart**2).sum(-1)) + 1e-9
        overlap = np.maximum(0, need - distance)
        np.fill_diagonal(overlap, 0)
        if overlap.max() < 1:
            break
        centres = centres + (apart / distance[..., None] * overlap[..., None] * 0.3).sum(1)
    middle: Floats = (centres.max(0) + centres.min(0)) / 2
    return np.subtract(centres, middle)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Tools of one group that stand together beside a tool: `side` is left, right or middle."""

    group: str
    side: str
    tools: tuple[str, ...]


def neighbourhood_places(
    centre: str, left: Sequence[str], right: Sequence[str], others: Sequence[Cluster]
) -> dict[str, Point]:
    """A tool with its own group's neighbours beside it, and other groups above and below.

    `left` is what the tool needs or runs after, `right` what needs it or runs after it.
    """
    others = [_beside_if_large(cluster, len(left) > len(right)) for cluster in others]
    rows = max(_rows(left), _rows(right), 1)
    half = rows * ROW / 2 + (HULL[1] - 10)
    places = {centre: (0.0, 0.0)}
    for side, own, outwards in (("left", left, -1), ("right", right, 1)):
        beside = _block(own, outwards * COLUMN, 0.0, outwards=outwards)
        clusters = [cluster for cluster in others if cluster.side == side]
        places |= beside | _stacked(clusters, beside, half, outwards=outwards)
    middle = [cluster for cluster in others if cluster.side == "middle"]
    return places | _in_the_middle(middle, half)


def below(
    standing: Mapping[str, Point], blocks: Sequence[Sequence[str]], least: float = 0.0
) -> dict[str, Point]:
    """Blocks of further tools in rows under what stands already, none wider than that.

    Args:
        standing: places of tools that stay where they are.
        blocks: the tools of each block.
        least: pixels of a row, where what stands is narrower.
    """
    xs, ys = [x for x, _ in standing.values()] or [0.0], [y for _, y in standing.values()] or [0.0]
    left, places = min(xs), dict[str, Point]()
    fits = 1 + int(max(max(xs) - left, least) / _TIGHT)
    column, y, tallest = 0, max(ys) + ROW + HULL[1] + HULL[2], 0
    for tools in filter(None, blocks):
        across = min(len(tools), fits, max(4, ceil(sqrt(len(tools)))) if len(blocks) > 1 else fits)
        if column and column + across > fits:
            column, y, tallest = 0, y + tallest * ROW + HULL[1] + HULL[2], 0
        x = left + column * _TIGHT + (2 * HULL[0] if column else 0)
        for i, tool in enumerate(tools):
            places[tool] = x + i % across * _TIGHT, y + i // across * ROW
        column, tallest = column + across + 1, max(tallest, -(-len(tools) // across))
    return places


def _beside_if_large(cluster: Cluster, right: bool) -> Cluster:
    """What would tower over the middle goes to the emptier side."""
    if cluster.side != "middle" or len(cluster.tools) <= _MOST_IN_MIDDLE:
        return cluster
    return replace(cluster, side="right" if right else "left")


def _rows(tools: Sequence[str], most: int = _MOST_ROWS) -> int:
    columns = -(-len(tools) // most)
    return -(-len(tools) // columns) if columns else 0


def _block(
    tools: Sequence[str], x: float, y: float, *, outwards: int, most: int = _MOST_ROWS
) -> dict[str, Point]:
    """Tools in one column, or in several that go outwards, around the height y."""
    rows = _rows(tools, most)
    return {
        tool: (
            x + outwards * (i // rows) * (NODE_WIDTH + 24),
            y + (i % rows - (rows - 1) / 2) * ROW,
        )
        for i, tool in enumerate(tools)
    }


def _height(cluster: Cluster) -> float:
    most = _MOST_IN_MIDDLE if cluster.side == "middle" else _MOST_ROWS_BESIDE
    return (_rows(cluster.tools, most) - 1) * ROW + NODE_HEIGHT + HULL[1] + HULL[2]


def _stacked(
    clusters: Sequence[Cluster], own: Mapping[str, Point], half: float, *, outwards: int
) -> dict[str, Point]:
    """Hulls of one side, above and below the middle's hull in turn, so that both sides balance.

    What would make the picture taller than wide goes into a column farther out than all others,
    those of the tool's `own` group too.
    """
    inner, outer = _columns(clusters, 2 * half)
    places = _above_and_below(inner, outwards * COLUMN, half, outwards)
    farthest = max((abs(x) for x, _ in (*own.values(), *places.values())), default=COLUMN)
    x = outwards * (farthest + NODE_WIDTH + 2 * HULL[0] + _GAP)
    y = -(sum(map(_height, outer)) + _GAP * (len(outer) - 1)) / 2
    y -= _LEGEND * 0.6 if outwards < 0 else 0.0
    for cluster in outer:
        middle = y + _height(cluster) / 2 + (HULL[1] - HULL[2]) / 2
        places |= _block(cluster.tools, x, middle, outwards=outwards, most=_MOST_ROWS_BESIDE)
        y += _height(cluster) + _GAP
    return places


def _columns(clusters: Sequence[Cluster], taken: float) -> tuple[list[Cluster], list[Cluster]]:
    """Clusters of the column beside the tool, and those that find no room there."""
    inner: list[Cluster] = []
    outer: list[Cluster] = []
    for cluster in clusters:
        needed = _height(cluster) + _GAP
        if taken + needed <= _TALLEST:
            taken += needed
            inner.append(cluster)
        else:
            outer.append(cluster)
    return inner, outer


def _above_and_below(
    clusters: Sequence[Cluster], x: float, half: float, outwards: int
) -> dict[str, Point]:
    places: dict[str, Point] = {}
    above = below = half + _GAP
    bias = _LEGEND if outwards < 0 else 0.0
    for cluster in clusters:
        height = _height(cluster)
        shift = (HULL[1] - HULL[2]) / 2
        if above <= below + bias:
            y, above = -(above + height / 2) + shift, above + height + _GAP
        else:
            y, below = below + height / 2 + shift, below + height + _GAP
        places |= _block(cluster.tools, x, y, outwards=outwards, most=_MOST_ROWS_BESIDE)
    return places


def _in_the_middle(clusters: Sequence[Cluster], half: float) -> dict[str, Point]:
    """Hulls of symmetric relations, two in a row, above the tool and then below it."""
    places: dict[str, Point] = {}
    x_step = (NODE_WIDTH + 2 * HULL[0] + _GAP) / 2
    above = below = half + _GAP
    for start in range(0, len(clusters), 2):
        row = clusters[start : start + 2]
        height = max(_height(cluster) for cluster in row)
        up = above <= below
        for i, cluster in enumerate(row):
            x = 0.0 if len(row) == 1 else (2 * i - 1) * x_step
            free = above if up else below
            inner = _height(cluster) / 2 if up else -_height(cluster) / 2
            y = -(free + inner) if up else free - inner
            places |= _block(cluster.tools, x, y + (HULL[1] - HULL[2]) / 2, outwards=1)
        above, below = (above + height + _GAP, below) if up else (above, below + height + _GAP)
    return places
