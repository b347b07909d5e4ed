"""The relations of a graph as columns of numbers: a hundred thousand are filtered at once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from graphwright.graph import ToolGraph
from graphwright.relations import KIND_ORDER, Relation, RelationKind, Verdict

from .exploring import Filters

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

KINDS = tuple(RelationKind)
_VERDICTS = tuple(Verdict)
_VERDICT_ORDER = {verdict: at for at, verdict in enumerate(_VERDICTS)}


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """One value of each column a relation, in the reading order of their source tools.

    `source` and `target` are positions in `ends`, the names of tools and of groups.
    """

    graph: ToolGraph
    relations: tuple[Relation, ...]
    ends: tuple[str, ...]
    source: Ints
    target: Ints
    kind: Ints  # position in KINDS
    verdict: Ints  # position among the verdicts
    open: Mask
    confidence: Floats  # in [0, 1]

    @classmethod
    def of(cls, graph: ToolGraph) -> "Columns":
        names = dict.fromkeys([tool.name for tool in graph.ordered_tools])
        ends = {name: at for at, name in enumerate(names | dict.fromkeys(graph.groups))}
        keys = (
            number
            for key in graph.relations
            for number in (
                ends.setdefault(key.source, len(ends)),
                ends.setdefault(key.target, len(ends)),
                KIND_ORDER[key.kind],
            )
        )
        many = len(graph.relations)
        source, target, kind = np.fromiter(keys, np.int64, 3 * many).reshape(-1, 3).T
        order = np.lexsort((target, kind, source))
        some = tuple(graph.relations.values())
        relations = tuple([some[at] for at in order.tolist()])
        return cls(
            graph,
            relations,
            tuple(ends),
            source[order],
            target[order],
            kind[order],
            np.fromiter([_VERDICT_ORDER[r.verdict] for r in relations], np.int64, many),
            np.fromiter([r.open for r in relations], np.bool_, many),
            np.fromiter([r.confidence for r in relations], np.float64, many),
        )

    @property
    def standing(self) -> Mask:
        return np.asarray(self.verdict != _VERDICTS.index(Verdict.REJECTED), np.bool_)

    def lets(self, filters: Filters) -> Mask:
        """Those that `filters.lets` lets through."""
        shown = ~np.isin(self.kind, [KIND_ORDER[k] for k in KINDS if k in filters.off])
        shown &= self.confidence >= filters.least
        return np.asarray(shown & self._fits_verdict(filters.verdict), np.bool_)

    def drawn(self, filters: Filters) -> Mask:
        """Those that pictures have lines for: the rejected ones only when they are asked for."""
        wanted = filters.verdict == Verdict.REJECTED
        return np.asarray(self.standing != wanted, np.bool_)

    def counts(self, mask: Mask) -> dict[str, int]:
        """Relations of each kind, all six, in their order."""
        found = np.bincount(self.kind[mask], minlength=len(KINDS)).tolist()
        return {kind: found[at] for at, kind in enumerate(KINDS)}

    def named(self, fits: Callable[[str], bool]) -> Mask:
        """For each end, whether its name fits."""
        return np.fromiter(map(fits, self.ends), np.bool_, len(self.ends))

    def touching(self, names: Iterable[str]) -> Mask:
        """Relations with one of the names at an end."""
        wanted = set(names)
        inside = self.named(lambda name: name in wanted)
        return np.asarray(inside[self.source] | inside[self.target], np.bool_)

    def of_document(self, source: str) -> Mask:
        """Relations whose source tool comes from a document; all where none is named."""
        if not source:
            return np.ones(len(self.relations), np.bool_)
        tools = self.graph.tools
        of = self.named(lambda name: name in tools and tools[name].source == source)
        return np.asarray(of[self.source], np.bool_)

    def _fits_verdict(self, wanted: str) -> Mask:
        if wanted == "open":
            return self.open
        if wanted:
            known = wanted in list(Verdict)
            return np.asarray(self.verdict == (_VERDICTS.index(Verdict(wanted)) if known else -1))
        return self.standing
