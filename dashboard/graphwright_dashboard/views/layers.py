"""Tools of one group in columns, producers on the left."""

from collections.abc import Mapping, Sequence
from math import ceil, sqrt

from .layout import NODE_WIDTH, ROW, Point

_PITCH = NODE_WIDTH + 76  # room for a line and its arrow between two columns
_TIGHT = NODE_WIDTH + 24  # where no lines run between
_TALLEST, _MOST_COLUMNS = 7, 3


def layered_places(tools: Sequence[str], needs: Mapping[str, Sequence[str]]) -> dict[str, Point]:
    """Places around (0, 0): each tool right of what it needs, as far as cycles allow.

    Args:
        tools: names, in reading order.
        needs: for a tool, those of the others that must come before it.
    """
    depth = depths(tools, needs)
    columns: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for tool in tools:
        columns[depth[tool]].append(tool)
    if len(columns) < 2:
        return _grid(tools)
    if len(columns) > _MOST_COLUMNS or max(map(len, columns)) > _TALLEST:
        return _packed([tool for column in columns for tool in column])
    return _spread(_uncrossed(columns, needs), _PITCH)


def depths(tools: Sequence[str], needs: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Longest chain of needs before each tool; a need that closes a cycle does not count."""
    found: dict[str, int] = {}
    inside = set(tools)
    for start in tools:
        pending: list[tuple[str, bool]] = [(start, False)]
        path: set[str] = set()
        while pending:
            tool, done = pending.pop()
            before = [n for n in needs.get(tool, ()) if n in inside and n != tool]
            if done:
                path.discard(tool)
                found[tool] = max((found[n] + 1 for n in before if n in found), default=0)
            elif tool not in found and tool not in path:
                path.add(tool)
                pending.append((tool, True))
                pending += [(n, False) for n in before if n not in found and n not in path]
    return found


def _packed(tools: Sequence[str]) -> dict[str, Point]:
    """A few equal columns in the given order, so that a long chain stays readable."""
    across = max(2, ceil(sqrt(len(tools) / 2.2)))
    size = ceil(len(tools) / across)
    return _spread([list(tools[i : i + size]) for i in range(0, len(tools), size)], _PITCH)


def _uncrossed(columns: list[list[str]], needs: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Each column in the order of its needs' middles, so that few lines cross."""
    height = {tool: i for i, tool in enumerate(columns[0])}
    ordered = [columns[0]]

    def middle(tool: str) -> float:
        known = [height[need] for need in needs.get(tool, ()) if need in height]
        return sum(known) / len(known) if known else 0.0

    for column in columns[1:]:
        column = sorted(column, key=middle)
        height |= {tool: i for i, tool in enumerate(column)}
        ordered.append(column)
    return ordered


def _grid(tools: Sequence[str]) -> dict[str, Point]:
    """Rows of a block that is about as wide as the canvas."""
    across = max(1, ceil(sqrt(len(tools) * 0.6)))
    size = ceil(len(tools) / across)
    return _spread([list(tools[i : i + size]) for i in range(0, len(tools), max(size, 1))], _TIGHT)


def _spread(columns: list[list[str]], pitch: float) -> dict[str, Point]:
    return {
        tool: ((x - (len(columns) - 1) / 2) * pitch, (y - (len(column) - 1) / 2) * ROW)
        for x, column in enumerate(columns)
        for y, tool in enumerate(column)
    }
