"""What words say: the groups of a question, each with its weight and the tools that answer it."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from .bm25 import rarest
from .columns import Column, Scale, column
from .postings import Catalog
from .query import Group, Query, parse
from .rows import Flags, Floats
from .signals import Signal
from .spelling import is_slip
from .tokens import LONGEST_WORD

_WEIGHT_STEPS = 1 << 16  # see `signals` on exact sums
_PACE_STEPS = 1 << 12
_FEW_WORDS = 12.0  # importance of about three words, at which all signals count in full
_SPELLED = 3  # terms that a misspelt word may be
_MOST_TOUCHED = 20_000
_MOST_QUESTIONS = 2048
_MOST_HELD = 12_000_000  # rows of all columns that are kept, some 25 bytes each


class Weighted(NamedTuple):
    """A group with its share in [0, 1] of the question, and the tools that answer it."""

    group: Group
    weight: float
    column: Column


class Asked(NamedTuple):
    """What a question asks for.

    Attributes:
        groups: those that some tool answers.
        pace: how much what is no word (intent, a short name) counts, > 0: the more words there
            are, the less it says.
    """

    groups: tuple[Weighted, ...]
    pace: float


class _Kept(NamedTuple):
    """What was found for a group, at which edit, and how many documents there were."""

    importance: float
    column: Column | None
    edit: int
    documents: int

    @property
    def size(self) -> int:
        """Rows of the column."""
        return len(self.column.gain) if self.column else 0


@dataclass(frozen=True)
class Lexical:
    """The lexical signals over one catalog, under one set of weights.

    Attributes:
        edit: how many edits the catalog is away from the first one whose columns are kept.
        touched: term → the last edit that changed a tool that has it.
        moved: term → the last edit after which it told more or less.
    """

    catalog: Catalog
    weights: Mapping[Signal, float]
    edit: int = 0
    touched: Mapping[str, int] = field(default_factory=dict)
    moved: Mapping[str, int] = field(default_factory=dict)

    def after(self, catalog: Catalog) -> "Lexical":
        """The signals over the catalog after an edit; what the edit did not touch is kept."""
        scale = self.scale.after(catalog)
        if scale is None or len(self.touched) > _MOST_TOUCHED:
            return Lexical(catalog, self.weights)
        terms = catalog.vocabulary.terms
        edit = self.edit + 1
        touched = {**self.touched, **{terms[number]: edit for number in catalog.touched}}
        moved = {**self.moved, **{terms[number]: edit for number in scale.moved.tolist()}}
        kept = Lexical(catalog, self.weights, edit, touched, moved)
        kept.__dict__["scale"] = scale
        with self._lock:
            kept._columns.update(self._columns)
        kept._held[0] = self._held[0]
        return kept

    def holds(self, term: str) -> bool:
        """Some tool has the term."""
        number = self._numbers.get(term, -1)
        return 0 <= number < len(self._held_terms) and self._held_terms[number] > 0

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return self.catalog.vocabulary.numbers

    @cached_property
    def _held_terms(self) -> bytes:
        """One byte a term: whether some tool has it. Bytes are read faster than arrays."""
        return (self.catalog.frequencies > 0).tobytes()

    def near(self, term: str) -> list[str]:
        """Up to three terms that begin with `term`, then the longest that `term` begins with."""
        ordered = self.catalog.vocabulary.ordered
        place = bisect_left(ordered, term)
        longer = [t for t in ordered[place : place + 3] if t.startswith(term) and self.holds(t)]
        longest = min(len(term) - 1, LONGEST_WORD)
        stems = (term[:size] for size in range(longest, 4, -1))
        shorter = next((t for t in stems if self.holds(t)), None)
        return longer + ([shorter] if shorter else [])

    def spelled(self, term: str) -> list[str]:
        """Terms that `term` is a slip of: two letters exchanged, one forgotten or doubled."""
        known = self.catalog.vocabulary.terms
        near = extract(term, known, scorer=OSA.distance, score_cutoff=1, limit=None)
        return [t for t, _, _ in near if is_slip(term, t) and self.holds(t)][:_SPELLED]

    def alike(self, run: str) -> list[tuple[str, float]]:
        """Terms that sound like a run of Hangul or Katakana, each with its share in (0, 1)."""
        return [(t, share) for t, share in self.catalog.vocabulary.alike(run) if self.holds(t)]

    def parse(self, text: str) -> Query:
        """The question as groups of terms; those that were asked last are kept."""
        found = self._questions.get(text)
        if found is None:
            if len(self._questions) >= _MOST_QUESTIONS:
                self._questions.clear()
            found = self._questions[text] = parse(text, self)
        return found

    @cached_property
    def _questions(self) -> dict[str, Query]:
        return {}

    def asked(self, query: Query) -> Asked:
        """The groups that some tool answers, each with its share of the whole question."""
        found = [(group, self._weighed(group)) for group in query.groups]
        total = sum([value for _, (value, _) in found]) or 1.0
        groups = [
            Weighted(group, round(value / total * _WEIGHT_STEPS) / _WEIGHT_STEPS, answered)
            for group, (value, answered) in found
            if answered is not None
        ]
        return Asked(tuple(groups), round(_FEW_WORDS / total * _PACE_STEPS) / _PACE_STEPS)

    def scores(self, asked: Asked, prior: Floats) -> tuple[Floats, Flags]:
        """float64[documents]: what the words say, and `prior` where some word matched; where."""
        scores = np.zeros(len(prior))
        spare = np.empty(len(prior))
        for _, weight, answers in asked.groups:
            answers.add_to(scores, weight, spare)
        matched = scores > 0
        np.multiply(prior, asked.pace, out=spare)
        spare *= matched
        scores += spare
        return scores, matched

    def importance(self, group: Group) -> float:
        """How much a group tells, > 0: that of its best term, or of a term that nobody has."""
        return self._weighed(group)[0]

    @cached_property
    def groups(self) -> dict[tuple[str, float, bool], Group]:
        """Groups of words that were asked for before; see `query.Lexicon`."""
        return {}

    @cached_property
    def scale(self) -> Scale:
        return Scale.of(self.catalog, self.weights)

    def _weighed(self, group: Group) -> tuple[float, Column | None]:
        """The importance of a group, and the tools that answer it; kept while there is room."""
        found = self._columns.get(group)
        if found is None or found.edit != self.edit:
            before, found = found, self._renewed(group, found)
            if found is not before:
                self._keep(group, found)
        return found.importance, found.column

    def _keep(self, group: Group, found: _Kept) -> None:
        with self._lock:
            self._forget(self._columns.pop(group, None))
            self._columns[group] = found
            self._held[0] += found.size
            while self._held[0] > _MOST_HELD:
                self._forget(self._columns.popitem(last=False)[1])

    def _forget(self, kept: _Kept | None) -> None:
        self._held[0] -= kept.size if kept else 0

    def _renewed(self, group: Group, kept: _Kept | None) -> _Kept:
        """What was found before, with what edits have changed since."""
        terms = [one.term for one in group.alternatives]
        documents = len(self.catalog.names)
        if kept is None or any(self.moved.get(term, 0) > kept.edit for term in terms):
            return _Kept(*self._answered(group), self.edit, documents)
        if not kept.column or all(self.touched.get(term, 0) <= kept.edit for term in terms):
            return kept
        came = column(group, kept.importance, self.scale, kept.documents)
        changed = kept.column.patched(came, self.catalog.alive)
        return _Kept(kept.importance, changed, self.edit, documents)

    def _answered(self, group: Group) -> tuple[float, Column | None]:
        if not group.alternatives:
            return rarest(self.catalog), None
        whole = max(self.scale.importance_of(one.term) for one in group.alternatives)
        return whole, column(group, whole, self.scale)

    @cached_property
    def _columns(self) -> OrderedDict[Group, _Kept]:
        return OrderedDict()

    @cached_property
    def _held(self) -> list[int]:
        """How many rows all kept columns have."""
        return [0]

    @cached_property
    def _lock(self) -> Lock:
        return Lock()
