"""Pairs of tools that may be doubles, each with the terms of its score.

The score is the probability that both do the same; its log-odds are the sum of the terms. Tools
whose verbs cannot mean the same, or of which one gives a list and the other one thing, are no
pair at all, however alike they look.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
import numpy.typing as npt

from ..graph import ToolGraph
from ..relate.pause import uncollected
from ..tools import Tool
from .blocking import candidates
from .encoding import Encoded, Floats, Ints, encode
from .nouns import opposite
from .profiles import Profile, profiles
from .terms import START, Matrix, differs, features, log_odds, named_terms
from .verbs import may_be_same

FLOOR = 0.5  # score below which a pair is not worth keeping
_AT_ONCE = 50_000  # pairs compared in one go: some 60 MB of arrays

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tools that may be doubles; `one` comes first in reading order."""

    one: str
    other: str
    score: float  # probability in [0, 1]
    terms: Mapping[str, float]  # log-odds by name

    @property
    def log_odds(self) -> float:
        """The sum of the terms and of where every pair starts; the logit of the score."""
        return START + sum(self.terms.values())


@dataclass(frozen=True, slots=True)
class Pairs:
    """All pairs of a graph from a score up, as arrays of positions in `tools`, best first."""

    tools: Sequence[Tool]
    encoded: Encoded
    left: Ints
    right: Ints
    scores: Floats  # in [0, 1]
    values: Matrix  # features

    def __len__(self) -> int:
        return len(self.scores)

    def counts(self, thresholds: Iterable[float]) -> Mapping[float, int]:
        """How many pairs each threshold would leave."""
        return {t: int(np.count_nonzero(self.scores >= t)) for t in thresholds}

    def compare(self, left: Sequence[int], right: Sequence[int]) -> list[Pair]:
        """Any pairs of tools by their positions, found or not."""
        if not left:
            return []
        values = features(self.encoded, np.array(left, np.int64), np.array(right, np.int64))
        odds = log_odds(values).tolist()
        return [
            Pair(self.tools[i].name, self.tools[j].name, _probability(odd), named_terms(row))
            for i, j, odd, row in zip(left, right, odds, values, strict=True)
        ]


def find_pairs(graph: ToolGraph, floor: float = FLOOR) -> Pairs:
    """All pairs of a graph that may be doubles, from a score up."""
    with uncollected():
        return _found(graph.ordered_tools, floor)


def _found(tools: Sequence[Tool], floor: float) -> Pairs:
    seen = profiles(tools)
    encoded = encode(seen)
    left, right = candidates(seen)
    apart = _unlike_senses(encoded)
    starts = range(0, max(1, len(left)), _AT_ONCE)
    chunks = [(left[at : at + _AT_ONCE], right[at : at + _AT_ONCE]) for at in starts]
    found = [_scored(encoded, *chunk, apart, floor) for chunk in chunks]
    lefts, rights, scores, values = (np.concatenate(parts) for parts in zip(*found, strict=True))
    best = np.lexsort((rights, lefts, -scores))
    return Pairs(tools, encoded, lefts[best], rights[best], scores[best], values[best])


def never(one: Profile, other: Profile) -> bool:
    """Whether two tools are never the same: other action, other shape of the answer."""
    if not may_be_same(one.sense, other.sense):
        return True
    if not (one.sense and other.sense) and one.kind and other.kind and one.kind != other.kind:
        return True
    if one.shape and other.shape and one.shape != other.shape:
        return True
    if one.nouns == other.nouns:
        return False
    mine, yours = frozenset(one.nouns), frozenset(other.nouns)
    if mine == yours:
        return one.name.directed and other.name.directed
    return opposite(mine - yours, yours - mine)


def _probability(odds: float) -> float:
    return 1.0 / (1.0 + exp(-odds))


def _scored(
    tools: Encoded, left: Ints, right: Ints, apart: Bools, floor: float
) -> tuple[Ints, Ints, Floats, Matrix]:
    keep = ~_never(tools, left, right, apart)
    left, right = left[keep], right[keep]
    values = features(tools, left, right)
    scores = np.asarray(1.0 / (1.0 + np.exp(-log_odds(values))), np.float64)
    keep = scores >= floor
    keep[keep] = [
        not never(tools.profiles[i], tools.profiles[j])
        for i, j in zip(left[keep].tolist(), right[keep].tolist(), strict=True)
    ]
    return left[keep], right[keep], scores[keep], values[keep]


def _never(tools: Encoded, left: Ints, right: Ints, apart: Bools) -> Bools:
    """What of `never` can be said of many pairs at once."""
    sense = apart[tools.sense[left], tools.sense[right]]
    unknown = (tools.sense[left] == 0) | (tools.sense[right] == 0)
    kind = unknown & (differs(tools.kind, left, right) > 0)
    shape = differs(tools.shape, left, right) > 0
    return np.asarray(sense | kind | shape, np.bool_)


def _unlike_senses(tools: Encoded) -> Bools:
    """bool[senses, senses]: which cannot mean the same."""
    names = [""] * (int(tools.sense.max(initial=0)) + 1)
    for number, profile in zip(tools.sense.tolist(), tools.profiles, strict=True):
        names[number] = profile.sense
    return np.array([[not may_be_same(one, other) for other in names] for one in names])
