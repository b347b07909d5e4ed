"""All tools in their order for one question: by score, then by name, whatever k is."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import nextafter

import numpy as np

from .lexical import Weighted
from .query import Query
from .rows import Flags, Floats, Ints, Longs
from .signals import Extra, Signal

_BLOCKS = 8  # as many times k
_SORTED = 64  # first tools that are sorted at once, since most who ask want fewer


@dataclass(frozen=True)
class Ranking:
    """Every tool's score for one question.

    Attributes:
        pace: what priors are multiplied with; see `lexical.Asked`.
        priors: float64[documents] each, added where some word matched.
        dense: float64[documents] each, added everywhere.
        scores: float64[documents]; 0 where nothing speaks for the tool.
        matched: bool[documents], some word of the question is there.
        extras: what the graph, history and meaning add, by document.
        order: int32[documents], the place of each name in the alphabet, for ties.
        floor: scores at or below it are no answer, ≥ 0.
        notes: what the person should know.
    """

    query: Query
    groups: tuple[Weighted, ...]
    pace: float
    priors: Mapping[Signal, Floats]
    dense: Mapping[Signal, Floats]
    scores: Floats
    matched: Flags
    extras: dict[int, tuple[Extra, ...]]
    order: Ints
    floor: float = 0.0
    notes: tuple[str, ...] = ()

    def first(self, k: int) -> Longs:
        """int64[≤ k]: the first k tools above the floor."""
        return self._sorted(k) if k > _SORTED else self._beginning[: max(0, k)]

    @cached_property
    def _beginning(self) -> Longs:
        return self._sorted(_SORTED)

    def _sorted(self, k: int) -> Longs:
        bar = max(self.floor, _below(self.scores, k))
        found = (self.scores > bar).nonzero()[0]
        scores = self.scores[found]
        if len(found) > 4 * k:
            kept = (scores >= _kth(scores, k)).nonzero()[0]
            found, scores = found[kept], scores[kept]
        return found[np.lexsort((self.order[found], -scores))[:k]]

    def rank(self, number: int) -> int | None:
        """The place of a tool, from 1; None where it is not above the floor."""
        score = self.scores[number]
        if score <= self.floor:
            return None
        above = int(np.count_nonzero(self.scores > score))
        same = (self.scores == score).nonzero()[0]
        if len(same) == 1:
            return above + 1
        return above + int(np.count_nonzero(self.order[same] < self.order[number])) + 1


def _below(scores: Floats, k: int) -> float:
    """A value below the k-th highest score, ≥ 0, so that few tools need sorting.

    Of many tools the maxima of blocks are looked at: the k-th of them is at most the k-th score.
    """
    width = _BLOCKS * k
    if len(scores) >= 2 * width:
        scores = scores[: len(scores) // width * width].reshape(-1, width).max(axis=0)
    return max(0.0, nextafter(_kth(scores, k), -1.0)) if k < len(scores) else 0.0


def _kth(scores: Floats, k: int) -> float:
    """The k-th highest score."""
    place = len(scores) - k
    return float(np.partition(scores, place)[place])
