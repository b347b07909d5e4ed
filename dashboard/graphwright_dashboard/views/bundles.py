"""What joins groups: all relations of two of them as one bundle, with its counts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from graphwright.graph import ToolGraph
from graphwright.relations import KIND_ORDER, Relation, RelationKind

from .columns import KINDS, Columns, Mask


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


@dataclass(frozen=True, slots=True)
class Blocks:
    """What the hexagons of a map are: the block of each tool, and how many tools each has."""

    of: Mapping[str, str]
    sizes: Mapping[str, int]


def group_blocks(graph: ToolGraph) -> Blocks:
    """Each group is a block; "" is that of tools without one."""
    return Blocks({tool: graph.group_of.get(tool, "") for tool in graph.tools}, sizes(graph))


def column_bundles(columns: Columns, mask: Mask, blocks: Blocks) -> Bundles:
    """The bundles of the relations under the mask, as `bundles` finds them, all at once."""
    cells, found = block_cells(columns, mask, blocks), Bundles()
    for (one, other, kind), (times, open) in cells.items():
        if one != other:
            pair = min(one, other), max(one, other)
            found.setdefault(pair, Bundle()).add(kind, one == pair[0], times, open)
    return found


Cell = tuple[str, str, RelationKind]  # block of the source, block of the target, kind


def block_cells(columns: Columns, mask: Mask, blocks: Blocks) -> dict[Cell, tuple[int, int]]:
    """How many relations lead from block to block, by kind, and how many of them are open."""
    names = tuple(blocks.sizes)
    at = {name: place for place, name in enumerate(names)}
    block_of = [at.get(blocks.of[end], -1) if end in blocks.of else -1 for end in columns.ends]
    of = np.array(block_of or [-1], np.int64)
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
