"""One group of a question against all tools: who answers it, by which term, how strongly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .bm25 import held
from .postings import Bytes, Catalog, Floats, Ints
from .query import Alternative, Group
from .signals import Signal

Shares = npt.NDArray[np.float32]

_STEPS = 1 << 20  # see `signals` on exact sums
_NAME_SCALE = 2.5  # importance that a whole name is worth, against saturated words
_DENSE = 12  # a column that more than 1 in 12 tools have is added whole


class Column(NamedTuple):
    """The tools that answer a group. Shares are per unit of the group's weight.

    Attributes:
        docs: int32[n], ascending.
        words, name, query: float32[n], the share of each lexical signal (their steps fit).
        gain: float64[n], their weighted sum.
        dense: float64[documents], the gain of all; None where few have any.
        which: uint8[n], the alternative that gave it.
        fields: uint8[n], the field that gave most.
    """

    docs: Ints
    words: Shares
    name: Shares
    query: Shares
    gain: Floats
    dense: Floats | None
    which: Bytes
    fields: Bytes


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
    which = np.repeat(np.arange(len(found), dtype=np.uint8), [len(one.docs) for one in found])
    docs, words, name, query, gain, fields = (
        np.concatenate(arrays) for arrays in zip(*found, strict=True)
    )
    order = np.argsort(docs, kind="stable")
    dense = None
    if len(docs) * _DENSE > len(scale.catalog.names):
        dense = np.zeros(len(scale.catalog.names))
        dense[docs] = gain
    return Column(
        docs[order],
        words[order].astype(np.float32),
        name[order].astype(np.float32),
        query[order].astype(np.float32),
        gain[order],
        dense,
        which[order],
        fields[order],
    )


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
