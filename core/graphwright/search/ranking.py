"""All tools in their order for one question: by score, then by name, whatever k is."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .lexical import Weighted
from .postings import Flags, Floats, Ints
from .query import Query
from .signals import Extra, Signal

_BLOCKS = 64


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

    def first(self, k: int) -> Ints:
        """int32[≤ k]: the first k tools above the floor."""
        k = max(0, k)
        beginning = max(self._beginnings, default=-1)
        if beginning < k:
            self._beginnings[k] = self._sorted(k)
            beginning = k
        return self._beginnings[beginning][:k]

    @cached_property
    def _beginnings(self) -> dict[int, Ints]:
        """Beginnings of the order that were asked for, by their k."""
        return {}

    def _sorted(self, k: int) -> Ints:
        if k <= 0:
            return np.zeros(0, np.int32)
        bar = max(self.floor, _below(self.scores, k))
        found = np.flatnonzero(self.scores > bar)
        scores = self.scores[found]
        if len(found) > 2 * k:
            kept = np.flatnonzero(scores >= np.partition(scores, len(found) - k)[len(found) - k])
            found, scores = found[kept], scores[kept]
        order = np.lexsort((self.order[found], -scores))
        return np.asarray(found[order[:k]], np.int32)

    def rank(self, number: int) -> int | None:
        """The place of a tool, from 1; None where it is not above the floor."""
        score = self.scores[number]
        if score <= self.floor:
            return None
        same = np.flatnonzero(self.scores == score)
        before = np.count_nonzero(self.order[same] < self.order[number])
        return int(np.count_nonzero(self.scores > score) + before) + 1


def _below(scores: Floats, k: int) -> float:
    """A value below the k-th highest score, so that few tools need sorting; 0 for none.

    The maxima of blocks are looked at alone: the k-th of them is at most the k-th score.
    """
    width = len(scores) // _BLOCKS
    if width < 4 * k:
        return 0.0
    blocks = scores[: width * _BLOCKS].reshape(_BLOCKS, width).max(axis=0)
    kth = float(np.partition(blocks, width - k)[width - k])
    return max(0.0, float(np.nextafter(kth, -1.0)))
