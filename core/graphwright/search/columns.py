"""One group of a question against all tools: who answers it, by which term, how strongly."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from .bm25 import held, importance
from .documents import FieldOf
from .postings import Catalog
from .query import Alternative, Group
from .rows import Bytes, Flags, Floats, Ints, Longs
from .signals import Signal

_STEPS = 1 << 20  # see `signals` on exact sums
_NAME_SCALE = 2.5  # importance that a whole name is worth; a share stays below 16 (float32)
_LABELS = tuple(field.label for field in FieldOf)
_DENSE = 12  # a column that more than 1 in 12 tools have has a row for every tool
_SMALLEST_NAME = 0.2  # importance; names of common words count as much, and shares fit float32
_FEW = 1 << 11  # tools, up to which every column has: that costs least


_Array = TypeVar("_Array", bound=npt.NDArray[np.generic])


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

    def among(self, docs: Longs) -> tuple[slice | Longs, Longs]:
        """Which of some tools answer the group or may do so, and their rows."""
        if self.docs is None:
            return slice(None), docs
        rows = self.docs.searchsorted(docs)
        found = (self.docs.take(rows, mode="clip") == docs).nonzero()[0]
        return found, rows[found]

    def shares_of(self, docs: Longs) -> npt.NDArray[np.float32]:
        """float32[docs, 3]: the rows of some tools, zeros where one does not answer the group."""
        if self.docs is None:
            return self.shares.take(docs, axis=0)
        if not self.size:
            return np.zeros((len(docs), 3), np.float32)
        rows = self.docs.searchsorted(docs)
        found = self.docs.take(rows, mode="clip") == docs
        return np.asarray(self.shares.take(rows, axis=0, mode="clip") * found[:, None])

    def gain_of(self, doc: int) -> float:
        """What the group gives to one tool, 0 where the tool does not answer it."""
        if self.docs is None:
            return float(self.gain[doc])
        row = int(self.docs.searchsorted(doc))
        return float(self.gain[row]) if row < self.size and self.docs[row] == doc else 0.0

    def term_of(self, doc: int) -> str:
        """By which term a tool that answers the group does."""
        _, rows = self.among(np.array([doc]))
        return self.labels[int(self.grounds[rows[0]])][0]

    def patched(self, new: "Column", alive: Flags) -> "Column":
        """The column without the tools that are gone, and with the rows of tools that came."""
        assert new.docs is not None  # as `column` makes them
        if self.docs is None:
            gone, docs = np.flatnonzero(~alive), new.docs
            shares = _put(_put(self.shares.copy(), gone, 0), docs, new.shares)
            gain = _put(_put(self.gain.copy(), gone, 0), docs, new.gain)
            grounds = _put(self.grounds.copy(), docs, new.grounds)
            size = int(np.count_nonzero(gain))
            return Column(None, shares, gain, grounds, self.labels, size)
        living = alive[self.docs].nonzero()[0]
        return Column(
            np.append(self.docs[living], new.docs),
            np.concatenate([self.shares[living], new.shares]),
            np.append(self.gain[living], new.gain),
            np.append(self.grounds[living], new.grounds),
            self.labels,
            len(living) + new.size,
        )

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
        moved: int64[n], terms that tell more or less than before the last edit.
    """

    catalog: Catalog
    importance: Floats
    name_totals: Floats
    weights: Mapping[Signal, float]
    moved: Longs = field(default_factory=lambda: np.zeros(0, np.int64))

    @classmethod
    def of(cls, catalog: Catalog, weights: Mapping[Signal, float]) -> "Scale":
        known = importance(catalog, np.arange(len(catalog.frequencies)))
        docs, terms = catalog.names_covered
        totals = np.bincount(docs, known[terms], minlength=len(catalog.names))
        return cls(catalog, known, np.maximum(_SMALLEST_NAME, totals), weights)

    def after(self, catalog: Catalog) -> "Scale | None":
        """That of the catalog after an edit; None where tools that are the same weigh anew."""
        before = self.catalog
        if before.base is not catalog.base or before.size != catalog.size:
            return None
        if not np.array_equal(before.means, catalog.means):
            return None
        size = len(self.importance)
        known = np.append(self.importance, np.zeros(len(catalog.frequencies) - size))
        changed = np.append(_longs(catalog.touched), np.arange(size, len(known)))
        known[changed] = importance(catalog, changed)
        moved = np.flatnonzero(known[:size] != self.importance)
        if len(moved) and self._named(moved, catalog.alive):
            return None
        new = catalog.recent[len(before.names) - len(catalog.names) :]
        totals = [max(_SMALLEST_NAME, known[row.name].sum()) for row in new]
        return Scale(catalog, known, np.append(self.name_totals, totals), self.weights, moved)

    def _named(self, terms: Longs, alive: Flags) -> bool:
        """Some living tool has one of the terms in its name."""
        docs, found = self.catalog.names_covered
        return bool((np.isin(found, terms) & alive[docs]).any())

    def importance_of(self, term: str) -> float:
        return float(self.importance[self.catalog.vocabulary.numbers[term]])


def column(group: Group, whole: float, scale: Scale, since: int = 0) -> Column:
    """Each tool with the alternative that gives it most.

    Args:
        group: with at least one alternative.
        whole: importance of the group, > 0, of which terms are shares.
        scale: what turns terms into shares.
        since: 0, or the first tool that is looked at; see `Catalog.entries`.
    """
    found = [_of_term(alternative, whole, scale, since) for alternative in group.alternatives]
    if len(found) > 1:
        found = _winners(found, len(scale.catalog.names))
    which = np.repeat(np.arange(len(found), dtype=np.uint16), [len(one.docs) for one in found])
    docs, words, name, query, gain, fields = (
        np.concatenate(arrays) for arrays in zip(*found, strict=True)
    )
    labels = tuple((one.term, label) for one in group.alternatives for label in _LABELS)
    common = len(docs) * _DENSE > len(scale.catalog.names)
    kept, rows, count = None, docs, scale.catalog.room
    if since or not (common or len(scale.catalog.names) <= _FEW):
        kept = np.sort(docs).astype(np.int64)
        rows, count = kept.searchsorted(docs).astype(np.int32), len(docs)
    shares = _put(np.zeros((count, 3), np.float32), rows, np.column_stack([words, name, query]))
    grounds = _put(np.zeros(count, np.uint16), rows, which * len(FieldOf) + fields)
    return Column(kept, shares, _put(np.zeros(count), rows, gain), grounds, labels, len(docs))


def _put(rows: _Array, places: npt.NDArray[np.integer], values: npt.ArrayLike) -> _Array:
    """The rows after these were put in their places."""
    rows[places] = values
    return rows


def _longs(numbers: Collection[int]) -> Longs:
    return np.fromiter(numbers, np.int64, len(numbers))


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


def _of_term(alternative: Alternative, whole: float, scale: Scale, since: int) -> _Answer:
    term = held(scale.catalog, scale.catalog.vocabulary.numbers[alternative.term], since)
    if not len(term.docs):
        none = np.zeros(0)
        return _Answer(term.docs, none, none, none, none, term.fields)
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
