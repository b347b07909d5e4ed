"""One group of a question against all tools: who answers it, by which term, how strongly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .bm25 import held
from .documents import FieldOf
from .postings import Bytes, Catalog, Floats, Ints, Longs
from .query import Alternative, Group
from .signals import Signal

_STEPS = 1 << 20  # see `signals` on exact sums
_NAME_SCALE = 2.5  # importance that a whole name is worth; a share stays below 16 (float32)
_DENSE = 12  # a column that more than 1 in 12 tools have has a row for every tool
_FEW = 1 << 11  # tools, up to which every column has: that costs least


class Column(NamedTuple):
    """The tools that answer a group. Shares are per unit of the group's weight.

    Attributes:
        docs: int64[rows], ascending; None where every tool has a row, most or all of them zero.
        shares: float32[rows, 3], of the signals words, name and query (their steps fit).
        gain: float64[rows], their weighted sum.
        grounds: uint16[rows], number in `labels` of what gave it.
        labels: every alternative's term with every field's label.
        size: how many tools answer the group.
    """

    docs: Longs | None
    shares: npt.NDArray[np.float32]
    gain: Floats
    grounds: npt.NDArray[np.uint16]
    labels: tuple[tuple[str, str], ...]
    size: int

    def among(self, docs: Longs) -> tuple[Longs, Longs]:
        """Which of some tools answer the group or may do so, and their rows."""
        if self.docs is None:
            return np.arange(len(docs)), docs
        rows = self.docs.searchsorted(docs)
        found = (self.docs.take(rows, mode="clip") == docs).nonzero()[0]
        return found, rows[found]

    def gain_of(self, doc: int) -> float:
        """What the group gives to one tool, 0 where the tool does not answer it."""
        if self.docs is None:
            return float(self.gain[doc])
        row = int(self.docs.searchsorted(doc))
        return float(self.gain[row]) if row < self.size and self.docs[row] == doc else 0.0

    def add_to(self, scores: Floats, weight: float, spare: Floats) -> None:
        """Adds what the group gives to every tool; `spare` is a place for what is between."""
        if self.docs is None:
            np.multiply(self.gain[: len(scores)], weight, out=spare)
            scores += spare
        else:
            scores[self.docs] += weight * self.gain


@dataclass(frozen=True)
class Scale:
    """What turns terms into shares.

    Attributes:
        importance: float64[terms], how much each tells.
        name_totals: float64[documents], importance of all terms of each name, > 0.
        weights: of the signals.
    """

    catalog: Catalog
    importance: Floats
    name_totals: Floats
    weights: Mapping[Signal, float]

    def importance_of(self, term: str) -> float:
        return float(self.importance[self.catalog.vocabulary.numbers[term]])


def column(group: Group, whole: float, scale: Scale) -> Column:
    """Each tool with the alternative that gives it most.

    Args:
        group: with at least one alternative.
        whole: importance of the group, > 0, of which terms are shares.
        scale: what turns terms into shares.
    """
    found = [_of_term(alternative, whole, scale) for alternative in group.alternatives]
    if len(found) > 1:
        found = _winners(found, len(scale.catalog.names))
    which = np.repeat(np.arange(len(found), dtype=np.uint16), [len(one.docs) for one in found])
    docs, words, name, query, gain, fields = (
        np.concatenate(arrays) for arrays in zip(*found, strict=True)
    )
    labels = tuple((one.term, field.label) for one in group.alternatives for field in FieldOf)
    kept, rows, count = _rows(docs, scale.catalog)
    empty = np.zeros((count, 3), np.float32), np.zeros(count), np.zeros(count, np.uint16)
    filled = Column(kept, *empty, labels, len(docs))
    filled.shares[rows] = np.column_stack([words, name, query])
    filled.gain[rows] = gain
    filled.grounds[rows] = which * len(FieldOf) + fields
    return filled


def _rows(docs: Ints, catalog: Catalog) -> tuple[Longs | None, Longs | Ints, int]:
    """The tools that have rows, None for all; the rows of `docs`; and how many rows there are."""
    if len(catalog.names) <= _FEW or len(docs) * _DENSE > len(catalog.names):
        return None, docs, catalog.room
    kept = np.sort(docs).astype(np.int64)
    return kept, kept.searchsorted(docs), len(docs)


class _Answer(NamedTuple):
    """The tools that hold one alternative."""

    docs: Ints
    words: Floats
    name: Floats
    query: Floats
    gain: Floats
    fields: Bytes

    def of(self, places: npt.NDArray[np.int64]) -> "_Answer":
        docs, words, name, query, gain, fields = self
        return _Answer(
            docs[places], words[places], name[places], query[places], gain[places], fields[places]
        )


def _of_term(alternative: Alternative, whole: float, scale: Scale) -> _Answer:
    term = held(scale.catalog, scale.catalog.vocabulary.numbers[alternative.term])
    share = alternative.share * scale.importance_of(alternative.term) / whole
    words = _exact(share * term.share)
    covered = share * _NAME_SCALE / scale.name_totals[term.docs]
    name = _exact(np.where(term.covers, covered, 0.0))
    query = _exact(np.full(len(words), alternative.share))
    weights = scale.weights
    gain = weights[Signal.WORDS] * words + weights[Signal.NAME] * name
    gain += weights[Signal.QUERY] * query
    return _Answer(term.docs, words, name, query, gain, term.fields)


def _winners(answers: Sequence[_Answer], documents: int) -> list[_Answer]:
    """Each answer with the tools to which it gives most; of equal ones the first."""
    best = np.zeros(documents)
    for answer in answers:
        best[answer.docs] = np.maximum(best[answer.docs], answer.gain)
    kept = []
    for answer in answers:
        wins = np.flatnonzero(answer.gain >= best[answer.docs])
        best[answer.docs[wins]] = np.inf
        kept.append(answer.of(wins))
    return kept


def _exact(shares: Floats) -> Floats:
    """Shares in steps of 2⁻²⁰, so that sums of their products are exact in float64."""
    return np.rint(shares * _STEPS) / _STEPS
