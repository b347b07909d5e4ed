"""Places for a drawing when nobody has placed anything: groups as discs, packed in rows."""

from collections.abc import Mapping, Sequence
from math import ceil, cos, pi, sin, sqrt

from ..graph import ToolGraph

Place = tuple[float, float]

STEP = 42.0  # pixels between neighbours in a disc
_GOLDEN_ANGLE = pi * (3 - sqrt(5))


def placed(graph: ToolGraph, groups: Mapping[str, str]) -> dict[str, Place]:
    """Pixels (x, y) of every node, by id; a group stands above its tools.

    Args:
        graph: its tools' ids are their names.
        groups: id of each group's node by the group's name.
    """
    discs = sorted(graph.members.items(), key=lambda each: (-len(each[1]), each[0]))
    found: dict[str, Place] = {}
    for (name, members), (x, y) in zip(discs, _rows([len(m) for _, m in discs]), strict=True):
        found |= {tool: _on_disc(place, x, y) for place, tool in enumerate(members)}
        if name in groups:
            found[groups[name]] = (x, y - radius(len(members)))
    empty = sorted(set(groups.values()) - set(found))
    return found | {node: (STEP * 6 * place, -STEP * 6) for place, node in enumerate(empty)}


def radius(members: int) -> float:
    """Of the disc of so many tools, in pixels."""
    return STEP * (sqrt(members) + 1)


def _rows(sizes: Sequence[int]) -> list[Place]:
    """Centres of discs, the largest first, in rows that together are about square."""
    widths = [2 * radius(size) + STEP for size in sizes]
    limit = max(sqrt(sum(width * width for width in widths)), *widths, 0.0)
    centres: list[Place] = []
    x = y = height = 0.0
    for width in widths:
        if x and x + width > limit:
            x, y, height = 0.0, y + height, 0.0
        centres.append((round(x + width / 2), round(y + width / 2)))
        x, height = x + width, max(height, width)
    return centres


def _on_disc(place: int, x: float, y: float) -> Place:
    """The sunflower's seed number `place` round (x, y)."""
    out, angle = STEP * sqrt(place), place * _GOLDEN_ANGLE
    return ceil(x + out * cos(angle)), ceil(y + out * sin(angle))
