"""Places for all tools at once: each group a block of its tools, related groups side by side.

Two levels: the tools of a group by force, snapped to slots so that none covers another; then
the blocks like the hexagons of the map. Same graph, same places.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from .columns import Columns
from .layout import Floats, Point, discs, forced

_ACROSS, _DOWN = 184.0, 62.0  # pixels between two cards of a block
_WIDE = 1.5  # a block is wider than high
_BY_FORCE = 400  # tools of a group; more stand in reading order


def spread(columns: Columns) -> dict[str, Point]:
    """The centre of every tool's card, from the relations that are not rejected."""
    graph = columns.graph
    members = graph.members
    at = {end: place for place, end in enumerate(columns.ends)}
    group = {name: place for place, names in enumerate(members.values()) for name in names}
    ends = [
        (one, other)
        for one, other in zip(
            columns.source[columns.standing].tolist(),
            columns.target[columns.standing].tolist(),
            strict=True,
        )
        if columns.ends[one] in group and columns.ends[other] in group
    ]
    inside: dict[int, list[tuple[int, int]]] = {}
    between: dict[tuple[int, int], int] = {}
    for one, other in ends:
        a, b = group[columns.ends[one]], group[columns.ends[other]]
        if a == b:
            inside.setdefault(a, []).append((one, other))
        else:
            between[min(a, b), max(a, b)] = between.get((min(a, b), max(a, b)), 0) + 1
    slots = [
        _block([at[name] for name in names], inside.get(place, ()))
        for place, names in enumerate(members.values())
    ]
    radii = np.array([_radius(block) for block in slots])
    centres = discs(len(slots), between, radii)
    return {
        name: (round(float(x), 1), round(float(y), 1))
        for names, block, centre in zip(members.values(), slots, centres, strict=True)
        for name, (x, y) in zip(names, block + centre, strict=True)
    }


def _radius(block: Floats) -> float:
    """Of a circle that blocks keep free of each other."""
    width, height = np.ptp(block, axis=0) + np.array([_ACROSS, _DOWN + 30])
    return float(np.hypot(width, height) / 2 * 0.92)


def _block(tools: Sequence[int], joined: Sequence[tuple[int, int]]) -> Floats:
    """A slot for each tool, related ones near each other."""
    many = len(tools)
    slots = _slots(many)
    if not 3 < many <= _BY_FORCE or not joined:
        return slots
    from scipy.optimize import linear_sum_assignment

    local = {tool: place for place, tool in enumerate(tools)}
    pull: Floats = np.zeros((many, many))
    for one, other in joined:
        pull[local[one], local[other]] = pull[local[other], local[one]] = 1.0
    wished = forced(pull, rounds=60)
    wished = wished * np.abs(slots).max() / max(float(np.abs(wished).max()), 1e-9)
    cost = ((wished[:, None] - slots[None]) ** 2).sum(-1)
    _, chosen = linear_sum_assignment(cost)
    return np.asarray(slots[chosen])


def _slots(many: int) -> Floats:
    """Rows of cards around the middle."""
    columns = max(1, round(np.sqrt(many * _WIDE * _DOWN / _ACROSS)))
    step = np.arange(many)
    places: Floats = np.stack([step % columns * _ACROSS, step // columns * _DOWN], axis=1)
    middle: Floats = (places.max(0) + places.min(0)) / 2
    return np.subtract(places, middle)


def beside(place: Mapping[str, Point], joined: Sequence[str], taken: int) -> Point:
    """Where something new stands: near what it is joined to, each new one a step further."""
    near = [place[name] for name in joined if name in place]
    x = sum(p[0] for p in near) / len(near) if near else 0.0
    y = sum(p[1] for p in near) / len(near) if near else 0.0
    turn = 2.4 * taken
    far = 90.0 + 12.0 * taken
    return round(x + far * float(np.cos(turn)), 1), round(y + far * float(np.sin(turn)), 1)
