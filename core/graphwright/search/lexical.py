"""What words say: for each group of a question the tools that answer it, ready to be added up."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import NamedTuple

import numpy as np

from .bm25 import held, importance, rarest
from .postings import Bytes, Catalog, Floats, Ints
from .query import Group, Query, parse
from .signals import Signal

SHARE_STEPS = 1 << 20  # see `signals.weights` on exact sums
_WEIGHT_STEPS = 1 << 16
_NAME_SCALE = 2.5  # importance that a whole name is worth, against saturated words
_FEW_WORDS = 12.0  # importance of about three words, at which all signals count in full
_PACE_STEPS = 1 << 12
_DENSE = 12  # a column that more than 1 in 12 tools have is added whole
_MOST_COLUMNS = 4096


class Column(NamedTuple):
    """The tools that answer a group. Shares are per unit of the group's weight.

    Attributes:
        docs: int32[n], ascending.
        words, name, query: float64[n], the share of each lexical signal.
        gain: float64[n], their weighted sum.
        dense: float64[documents], the gain of all; None where few have any.
        which: uint8[n], the alternative that gave it.
        fields: uint8[n], the field that gave most.
    """

    docs: Ints
    words: Floats
    name: Floats
    query: Floats
    gain: Floats
    dense: Floats | None
    which: Bytes
    fields: Bytes


class Weighted(NamedTuple):
    """A group with its share in [0, 1] of the question, and the tools that answer it."""

    group: Group
    weight: float
    column: Column


class Asked(NamedTuple):
    """What a question asks for.

    Attributes:
        pace: how much what is no word (intent, a short name) counts, > 0: the more words there
            are, the less it says.
    """

    groups: tuple[Weighted, ...]
    pace: float


@dataclass(frozen=True)
class Lexical:
    """The lexical signals over one catalog, under one set of weights."""

    catalog: Catalog
    weights: Mapping[Signal, float]

    def holds(self, term: str) -> bool:
        number = self.catalog.vocabulary.numbers.get(term, -1)
        return 0 <= number < len(self.importance) and bool(self.catalog.frequencies[number])

    def near(self, term: str) -> list[str]:
        """Up to three terms that begin with `term`, then the longest that `term` begins with."""
        ordered = self.catalog.vocabulary.ordered
        place = bisect_left(ordered, term)
        longer = [t for t in ordered[place : place + 3] if t.startswith(term) and self.holds(t)]
        stems = (term[:size] for size in range(len(term) - 1, 4, -1))
        shorter = next((t for t in stems if self.holds(t)), None)
        return longer + ([shorter] if shorter else [])

    def alike(self, run: str) -> list[tuple[str, float]]:
        """Terms that sound like a run of Hangul or Katakana, each with its share in (0, 1)."""
        return [(t, share) for t, share in self.catalog.vocabulary.alike(run) if self.holds(t)]

    def parse(self, text: str) -> Query:
        return parse(text, self)

    def asked(self, query: Query) -> Asked:
        """The groups that some tool answers, each with its share of the whole question."""
        values = [self._importance_of(group) for group in query.groups]
        total = sum(values) or 1.0
        groups = tuple(
            Weighted(group, _stepped(value / total, _WEIGHT_STEPS), column)
            for group, value in zip(query.groups, values, strict=True)
            if (column := self.column(group)) is not None
        )
        return Asked(groups, _stepped(_FEW_WORDS / total, _PACE_STEPS))

    def column(self, group: Group) -> Column | None:
        if not group.alternatives:
            return None
        found = self._columns.get(group)
        if found is None:
            found = self._column(group)
            with self._lock:
                self._columns[group] = found
                if len(self._columns) > _MOST_COLUMNS:
                    self._columns.popitem(last=False)
        return found

    @cached_property
    def importance(self) -> Floats:
        return importance(self.catalog)

    @cached_property
    def name_totals(self) -> Floats:
        """float64[documents]: summed importance of the terms of each name, > 0."""
        docs, terms = self.catalog.names_covered
        size = len(self.catalog.names)
        return np.asarray(np.bincount(docs, self.importance[terms], minlength=size) + 1e-6)

    @cached_property
    def _columns(self) -> OrderedDict[Group, Column]:
        return OrderedDict()

    @cached_property
    def _lock(self) -> Lock:
        return Lock()

    def _importance_of(self, group: Group) -> float:
        if not group.alternatives:
            return rarest(self.catalog)
        numbers = self.catalog.vocabulary.numbers
        return float(max(self.importance[numbers[a.term]] for a in group.alternatives))

    def _column(self, group: Group) -> Column:
        parts = list(self._parts(group))
        best = np.zeros(len(self.catalog.names))
        for docs, _, _, _, gain, _ in parts:
            best[docs] = np.maximum(best[docs], gain)
        kept = []
        for which, (docs, words, name, query, gain, fields) in enumerate(parts):
            wins = np.flatnonzero((gain >= best[docs]) & (gain > 0))
            best[docs[wins]] = np.inf
            marks = np.full(len(wins), which, np.uint8)
            kept.append(
                (docs[wins], words[wins], name[wins], query[wins], gain[wins], marks, fields[wins])
            )
        return self._assembled(kept)

    def _assembled(
        self, kept: list[tuple[Ints, Floats, Floats, Floats, Floats, Bytes, Bytes]]
    ) -> Column:
        docs, words, name, query, gain, which, fields = map(np.concatenate, zip(*kept, strict=True))
        order = np.argsort(docs)
        dense = None
        if len(docs) * _DENSE > len(self.catalog.names):
            dense = np.zeros(len(self.catalog.names))
            dense[docs] = gain
        return Column(
            docs[order],
            words[order],
            name[order],
            query[order],
            gain[order],
            dense,
            which[order],
            fields[order],
        )

    def _parts(self, group: Group) -> Iterator[tuple[Ints, Floats, Floats, Floats, Floats, Bytes]]:
        """Each alternative: documents, the three shares, their weighted sum, strongest field."""
        whole = self._importance_of(group)
        for alternative in group.alternatives:
            number = self.catalog.vocabulary.numbers[alternative.term]
            found = held(self.catalog, number)
            scale = alternative.share * float(self.importance[number]) / whole
            words = _exact(scale * found.share)
            name = np.where(found.covers, scale * _NAME_SCALE / self.name_totals[found.docs], 0.0)
            name = _exact(name)
            query = _exact(np.full(len(words), alternative.share))
            gain = (
                self.weights[Signal.WORDS] * words
                + self.weights[Signal.NAME] * name
                + self.weights[Signal.QUERY] * query
            )
            yield found.docs, words, name, query, gain, found.fields


def _stepped(value: float, steps: int) -> float:
    return round(value * steps) / steps


def _exact(shares: Floats) -> Floats:
    """Shares in steps of 2⁻²⁰, so that sums of their products are exact."""
    return np.rint(shares * SHARE_STEPS) / SHARE_STEPS
