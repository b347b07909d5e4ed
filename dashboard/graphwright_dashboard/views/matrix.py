"""Group × group: how many relations lead from one to the other, by kind."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphwright.relations import KIND_ORDER, RelationKind

from .bundles import block_cells, group_blocks
from .columns import Columns
from .exploring import Filters

MOST = 32  # groups that stand for themselves, those with the most relations
STEPS = 5


@dataclass(slots=True)
class Cell:
    """What leads from the row's group to the column's."""

    kinds: Counter[RelationKind] = field(default_factory=Counter)
    open: int = 0

    @property
    def total(self) -> int:
        return sum(self.kinds.values())

    @property
    def words(self) -> str:
        """`12 requires, 3 precedes, 2 open`."""
        kinds = [f"{self.kinds[k]} {k}" for k in sorted(self.kinds, key=lambda k: KIND_ORDER[k])]
        return ", ".join([*kinds, *([f"{self.open} open"] if self.open else [])])


@dataclass(frozen=True, slots=True)
class Matrix:
    groups: tuple[str, ...]  # in the order of rows and columns
    cells: Mapping[tuple[int, int], Cell]  # by row and column; empty ones are left out
    left_out: int  # groups without a row

    def step(self, cell: Cell) -> int:
        """1 to 5 on the ramp, against the largest cell that is not on the diagonal."""
        top = max((c.total for (a, b), c in self.cells.items() if a != b), default=1)
        return min(STEPS, 1 + int((cell.total / top) ** 0.5 * (STEPS - 0.01)))


def matrix(columns: Columns, filters: Filters) -> Matrix:
    """The counts of what the filters let through."""
    let = columns.lets(filters) & columns.of_document(filters.source)
    found = block_cells(group_blocks(columns), let)
    weight: Counter[str] = Counter()
    for (one, other, _), (times, _) in found.items():
        weight[one] += times
        weight[other] += times if one != other else 0
    ranked = sorted(weight, key=lambda group: (-weight[group], group))
    groups = tuple(sorted(ranked[:MOST]))
    at = {group: place for place, group in enumerate(groups)}
    cells: dict[tuple[int, int], Cell] = {}
    for (one, other, kind), (times, open) in found.items():
        if one in at and other in at:
            cell = cells.setdefault((at[one], at[other]), Cell())
            cell.kinds[kind] += times
            cell.open += open
    return Matrix(groups, cells, len(ranked) - len(groups))
