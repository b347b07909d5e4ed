"""What joins groups: all relations of two of them as one bundle, with its counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from graphwright.graph import ToolGraph
from graphwright.relations import KIND_ORDER, RelationKind

from .columns import KINDS, Columns, Ints, Mask


@dataclass(slots=True)
class Bundle:
    """What joins two groups; `ways` counts each kind's directions, from the first name or to it."""

    total: int = 0
    open: int = 0
    ways: dict[tuple[RelationKind, bool], int] = field(default_factory=dict)

    def add(self, kind: RelationKind, forward: bool, times: int, open: int) -> None:
        self.total += times
        self.open += open
        self.ways[kind, forward] = self.along(kind, forward) + times

    def along(self, kind: RelationKind, forward: bool) -> int:
        """How many lead from the first name, or to it."""
        return self.ways.get((kind, forward), 0)

    @property
    def kind(self) -> RelationKind:
        return max(KINDS, key=lambda kind: (self.of(kind), -KIND_ORDER[kind]))

    @property
    def forward(self) -> bool:
        kind = self.kind
        return self.along(kind, True) >= self.along(kind, False)

    def of(self, kind: RelationKind) -> int:
        return self.along(kind, True) + self.along(kind, False)


Bundles = dict[tuple[str, str], Bundle]


@dataclass(frozen=True, eq=False)
class Blocks:
    """What the hexagons of a map are: the block of each tool, and how many tools each has."""

    columns: Columns
    of: Mapping[str, str]
    sizes: Mapping[str, int]

    @cached_property
    def at(self) -> Ints:
        """int64[ends]: place in `sizes` of the block of each end of relations; -1: in none."""
        places = {name: place for place, name in enumerate(self.sizes)}
        found = [
            places.get(self.of[end], -1) if end in self.of else -1 for end in self.columns.ends
        ]
        return np.array(found or [-1], np.int64)


@lru_cache(maxsize=2)
def group_blocks(columns: Columns) -> Blocks:
    """Each group is a block; "" is that of tools without one."""
    graph = columns.graph
    group_of = graph.group_of
    return Blocks(columns, {tool: group_of.get(tool, "") for tool in graph.tools}, sizes(graph))


def bundles(blocks: Blocks, mask: Mask) -> Bundles:
    """The bundles of the relations under the mask; those inside a block are left out."""
    found = Bundles()
    for (one, other, kind), (times, open) in block_cells(blocks, mask).items():
        if one != other:
            pair = min(one, other), max(one, other)
            found.setdefault(pair, Bundle()).add(kind, one == pair[0], times, open)
    return found


Cell = tuple[str, str, RelationKind]  # block of the source, block of the target, kind


def block_cells(blocks: Blocks, mask: Mask) -> dict[Cell, tuple[int, int]]:
    """How many relations lead from block to block, by kind, and how many of them are open."""
    columns, of, names = blocks.columns, blocks.at, tuple(blocks.sizes)
    chosen = mask & (columns.kind != KIND_ORDER[RelationKind.BELONGS_TO])
    chosen &= (of[columns.source] >= 0) & (of[columns.target] >= 0)
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
