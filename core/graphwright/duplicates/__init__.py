"""Tools that do the same, and how to make one of them."""

from collections.abc import Set
from typing import Protocol

from ..graph import HasGraph
from .clusters import Cluster, find_clusters
from .pairs import Pair, Pairs, find_pairs

__all__ = ["THRESHOLD", "Cluster", "Pair", "Pairs", "duplicates", "find_clusters", "find_pairs"]

THRESHOLD = 0.85  # probability from which two tools are called the same


class KeptApart(HasGraph, Protocol):
    """Anything that holds a tool graph and what a curator said is not the same: a curation."""

    @property
    def apart(self) -> Set[frozenset[str]]: ...


def duplicates(curation: KeptApart, threshold: float = THRESHOLD) -> tuple[Cluster, ...]:
    """The clusters of tools that do the same, the surest first.

    Args:
        curation: the graph, and the sets that are kept apart.
        threshold: probability in [0, 1] from which a pair joins.
    """
    pairs = find_pairs(curation.graph, min(threshold, 0.5))
    return find_clusters(pairs, curation.graph, curation.apart, threshold)
