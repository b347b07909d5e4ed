"""Where every term stands, on arrays: documents of tools as values that are cheap to change.

A `Catalog` is a value. Its postings stand term by term (CSR); tools that changed since stand in
a small second segment. What is counted (document frequencies, lengths) is always exact, so that
a catalog that was edited ranks as one that was made anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .documents import Document, FieldOf
from .intent import CLASSES
from .rows import Bytes, Flags, Floats, Ints, Longs, Rows, Vocabulary

_MEAN_STEP = 0.01
_MOST_RECENT = 256  # changed tools that stand apart before all are joined again


@dataclass(frozen=True)
class Segment:
    """Postings of some documents, ordered by term, then document.

    Attributes:
        terms, docs, fields, counts: one entry per (term, document, field).
        written, bounds: terms document by document, and where each document begins.
        name_docs, name_terms: pairs that count in the coverage of a name.
        name_sizes: int32[documents], how many such terms a name has.
        lengths: float32[fields, documents], terms in each field.
        classes: bool[classes, documents], what the tools do.
        deprecated: bool[documents].
    """

    terms: Ints
    docs: Ints
    fields: Bytes
    counts: Ints
    written: Ints
    bounds: Longs
    name_docs: Ints
    name_terms: Ints
    name_sizes: Ints
    lengths: npt.NDArray[np.float32]
    classes: Flags
    deprecated: Flags

    @classmethod
    def of(cls, parts: Sequence[Rows], first: int = 0) -> "Segment":
        """The segment of documents that are numbered from `first` on."""
        numbers = np.arange(first, first + len(parts), dtype=np.int32)
        sizes = [len(part.terms) for part in parts]
        names = [len(part.name) for part in parts]
        terms = _ints([part.terms for part in parts])
        order = np.argsort(terms, kind="stable")
        fields = [part.fields for part in parts]
        return cls(
            terms[order],
            np.repeat(numbers, sizes)[order],
            np.concatenate(fields or [np.zeros(0, np.uint8)])[order],
            _ints([part.counts for part in parts])[order],
            terms,
            _bounds(sizes),
            np.repeat(numbers, names),
            _ints([part.name for part in parts]),
            np.array(names, np.int32),
            _table([part.lengths for part in parts], len(FieldOf)).astype(np.float32),
            _table([part.classes for part in parts], len(CLASSES)).astype(np.bool_),
            np.array([part.deprecated for part in parts], np.bool_),
        )

    @cached_property
    def begins(self) -> Flags:
        """bool[entries]: the first entry of its term and document."""
        keys = self.terms * np.int64(1 << 32) + self.docs
        return np.asarray(np.diff(keys, prepend=-1) != 0)

    @cached_property
    def start(self) -> Longs:
        """int64[terms + 1]: where the entries of each term begin."""
        most = int(self.terms[-1]) + 1 if len(self.terms) else 0
        return np.searchsorted(self.terms, np.arange(most + 1)).astype(np.int64)

    def entries(self, term: int) -> slice:
        if term + 1 >= len(self.start):
            return slice(0, 0)
        return slice(int(self.start[term]), int(self.start[term + 1]))

    def terms_of(self, doc: int) -> Ints:
        """Distinct terms of one document, which is counted from the first of the segment."""
        return np.unique(self.written[self.bounds[doc] : self.bounds[doc + 1]])

    @cached_property
    def units(self) -> Floats:
        """float64[classes, documents]: what the tools do, as vectors of unit length or zero."""
        found = self.classes.astype(np.float64)
        return np.asarray(found / np.sqrt(np.maximum(1.0, found.sum(axis=0))))

    @cached_property
    def sums(self) -> Floats:
        """float64[fields]: terms of all documents in each field."""
        return np.asarray(self.lengths.sum(axis=1, dtype=np.float64))

    def frequencies(self, size: int) -> Longs:
        """int64[size]: documents that hold each term."""
        return np.bincount(self.terms[self.begins], minlength=size).astype(np.int64)


@dataclass(frozen=True)
class Catalog:
    """Documents of all tools. A tool that was edited has a new number; its old one is dead."""

    vocabulary: Vocabulary
    names: tuple[str, ...]  # by number
    numbers: Mapping[str, int]  # of the living
    base: Segment
    recent: tuple[Rows, ...]
    alive: Flags  # bool[documents]
    ranks: Ints  # order of the names, for ties
    frequencies: Longs  # int64[terms]: living documents that hold each term
    touched: frozenset[int] = frozenset()  # terms of what changed since the catalog before

    @classmethod
    def of(cls, documents: Iterable[tuple[str, Document]]) -> "Catalog":
        vocabulary = Vocabulary()
        pairs = [(name, Rows.of(document, vocabulary)) for name, document in documents]
        names = tuple(name for name, _ in pairs)
        return cls._whole(vocabulary, names, Segment.of([row for _, row in pairs]))

    @classmethod
    def _whole(cls, vocabulary: Vocabulary, names: tuple[str, ...], base: Segment) -> "Catalog":
        return cls(
            vocabulary,
            names,
            {name: number for number, name in enumerate(names)},
            base,
            (),
            np.ones(len(names), np.bool_),
            _ranks(names),
            base.frequencies(len(vocabulary.terms)),
        )

    def changed(self, put: Sequence[tuple[str, Document]], gone: Iterable[str]) -> "Catalog":
        """The catalog with these documents new or in place of old ones, and without `gone`."""
        numbers = dict(self.numbers)
        added = [(name, Rows.of(document, self.vocabulary)) for name, document in put]
        dead = [numbers.pop(name) for name in gone]
        dead += [numbers[name] for name, _ in added if name in numbers]
        gone_terms = [self._terms_of(number) for number in dead]
        new_terms = [np.unique(row.terms) for _, row in added]
        ranks = self._ranks_with([name for name, _ in added])
        numbers.update((name, len(self.names) + i) for i, (name, _) in enumerate(added))
        alive = np.append(self.alive, np.ones(len(added), np.bool_))
        alive[dead] = False
        changed = Catalog(
            self.vocabulary,
            (*self.names, *(name for name, _ in added)),
            numbers,
            self.base,
            (*self.recent, *(row for _, row in added)),
            alive,
            ranks,
            self._frequencies_with(new_terms, gone_terms),
            frozenset(_ints([*gone_terms, *new_terms]).tolist()),
        )
        return changed._joined() if len(changed.recent) > _MOST_RECENT else changed

    @property
    def size(self) -> int:
        """Living documents."""
        return len(self.numbers)

    @property
    def room(self) -> int:
        """Documents that there may be before all are joined anew."""
        return max(len(self.names), len(self.base.deprecated) + _MOST_RECENT)

    @cached_property
    def segments(self) -> tuple[Segment, Segment]:
        return self.base, Segment.of(self.recent, len(self.names) - len(self.recent))

    @cached_property
    def whole(self) -> bool:
        """No document has changed since all were joined."""
        return bool(self.alive.all())

    @cached_property
    def lengths(self) -> npt.NDArray[np.float32]:
        """float32[fields, documents]: terms in each field."""
        return np.hstack([segment.lengths for segment in self.segments])

    @cached_property
    def means(self) -> Floats:
        """float64[fields]: mean length of each field over the living, to one per cent.

        Rounded, so that one edit seldom changes what all other tools are measured by.
        """
        base, recent = self.segments
        dead = np.flatnonzero(~self.alive)
        sums = base.sums + recent.sums - self.lengths[:, dead].sum(axis=1, dtype=np.float64)
        steps = np.rint(np.log(sums / max(1, self.size) + 1e-9) / _MEAN_STEP)
        return np.asarray(np.exp(steps * _MEAN_STEP))

    @cached_property
    def classes(self) -> Floats:
        """float64[classes, documents]: what the tools do, as vectors of unit length or zero."""
        return np.hstack([segment.units for segment in self.segments])

    @cached_property
    def name_sizes(self) -> Ints:
        """int32[documents]: terms of each name that count in its coverage."""
        return np.concatenate([segment.name_sizes for segment in self.segments])

    @cached_property
    def deprecated(self) -> Flags:
        return np.concatenate([segment.deprecated for segment in self.segments])

    @cached_property
    def names_covered(self) -> tuple[Ints, Ints]:
        """Documents and terms, int32[n] each: the pairs that count in coverage of a name."""
        base, recent = self.segments
        return (
            np.append(base.name_docs, recent.name_docs),
            np.append(base.name_terms, recent.name_terms),
        )

    def entries(self, term: int, since: int = 0) -> tuple[Ints, Bytes, Ints, Longs]:
        """Where a term stands: documents (ascending), field bytes, counts; firsts of documents.

        Args:
            term: its number.
            since: 0, or the first document that is looked at, which must be a recent one.
        """
        base, recent = self.segments
        here = slice(0, 0) if since else base.entries(term)
        there = recent.entries(term)
        if since and there.start < there.stop:
            first = there.start + int(recent.docs[there].searchsorted(since))
            there = slice(first, there.stop)
        docs, fields, counts = base.docs[here], base.fields[here], base.counts[here]
        begins = base.begins[here]
        if there.start < there.stop:
            docs = np.append(docs, recent.docs[there])
            fields = np.append(fields, recent.fields[there])
            counts = np.append(counts, recent.counts[there])
            begins = np.append(begins, recent.begins[there])
        if not self.whole:
            living = self.alive[docs]
            if not living.all():
                docs, fields, counts = docs[living], fields[living], counts[living]
                begins = begins[living]
        return docs, fields, counts, np.flatnonzero(begins)

    def _ranks_with(self, names: Sequence[str]) -> Ints:
        if all(name in self.numbers for name in names):
            olds = [self.ranks[self.numbers[name]] for name in names]
            return np.append(self.ranks, np.array(olds, np.int32))
        return _ranks((*self.names, *names))

    def _terms_of(self, number: int) -> Ints:
        """Distinct terms of one document."""
        first = len(self.names) - len(self.recent)
        if number >= first:
            return np.unique(self.recent[number - first].terms)
        return self.base.terms_of(number)

    def _frequencies_with(self, added: Sequence[Ints], gone: Sequence[Ints]) -> Longs:
        counted = np.zeros(len(self.vocabulary.terms), np.int64)
        counted[: len(self.frequencies)] = self.frequencies
        for terms in gone:
            counted[terms] -= 1
        for terms in added:
            counted[terms] += 1
        return counted

    def _joined(self) -> "Catalog":
        """The same documents in one segment, numbered anew without the dead."""
        base, recent = self.segments
        number = np.cumsum(self.alive, dtype=np.int32) - 1
        docs = np.append(base.docs, recent.docs)
        terms = np.append(base.terms, recent.terms)
        kept = np.flatnonzero(self.alive[docs])
        order = kept[np.argsort(terms[kept], kind="stable")]
        written = kept[np.argsort(docs[kept], kind="stable")]
        name_docs, name_terms = self.names_covered
        named = self.alive[name_docs]
        whole = Segment(
            terms[order],
            number[docs[order]],
            np.append(base.fields, recent.fields)[order],
            np.append(base.counts, recent.counts)[order],
            terms[written],
            _bounds(np.bincount(number[docs[kept]], minlength=self.size)),
            number[name_docs[named]],
            name_terms[named],
            self.name_sizes[self.alive],
            self.lengths[:, self.alive],
            np.hstack([base.classes, recent.classes])[:, self.alive],
            self.deprecated[self.alive],
        )
        names = tuple(self.names[i] for i in np.flatnonzero(self.alive))
        return Catalog._whole(self.vocabulary, names, whole)


def _ranks(names: Sequence[str]) -> Ints:
    ranks = np.empty(len(names), np.int32)
    ranks[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    return ranks


def _bounds(sizes: Sequence[int] | Longs) -> Longs:
    """Where each document begins, and where the last ends."""
    return np.append(0, np.cumsum(sizes, dtype=np.int64))


def _table(columns: Sequence[Sequence[int]], height: int) -> Ints:
    return np.array(columns, np.int32).reshape(-1, height).T


def _ints(arrays: Sequence[Ints]) -> Ints:
    return np.concatenate(arrays) if arrays else np.zeros(0, np.int32)
