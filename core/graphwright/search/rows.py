"""Terms by number, and one document as arrays of them."""

import threading
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .documents import Document, FieldOf
from .intent import CLASSES
from .loanwords import Sounds

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

FIELD = 0x0F  # low bits of an entry's field byte
COVERS = 0x80  # the term counts in the coverage of the tool's name


class Vocabulary:
    """Terms by number. It only grows, and is shared by the catalogs that grew out of one."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.terms: list[str] = []
        self._growing = threading.Lock()
        self._ordered: list[str] = []
        self._sounds = Sounds()

    def alike(self, run: str) -> list[tuple[str, float]]:
        """Terms that sound like a run of Hangul or Katakana, each with its share in (0, 1)."""
        return list(self._sounds.alike(run, self.terms))

    @property
    def ordered(self) -> list[str]:
        """All terms in alphabetic order."""
        if len(self._ordered) != len(self.terms):
            self._ordered = sorted(self._ordered + self.terms[len(self._ordered) :])
        return self._ordered

    def numbered(self, terms: Iterable[str]) -> list[int]:
        """The number of each term; new ones are given one."""
        known = self.numbers.get
        return [n if (n := known(term)) is not None else self._added(term) for term in terms]

    def _added(self, term: str) -> int:
        with self._growing:
            if term not in self.numbers:
                self.terms.append(term)
                self.numbers[term] = len(self.terms) - 1
            return self.numbers[term]


class Rows(NamedTuple):
    """One document as arrays of equal length: a term's number, its field byte, its count."""

    terms: Ints
    fields: Bytes
    counts: Ints
    name: Ints  # terms that count in the coverage of the name
    lengths: tuple[int, ...]
    classes: tuple[bool, ...]
    deprecated: bool

    @classmethod
    def of(cls, document: Document, vocabulary: Vocabulary) -> "Rows":
        terms: list[int] = []
        fields: list[int] = []
        counts: list[int] = []
        for field, found in enumerate(document.fields):
            counted = Counter(found)
            terms += vocabulary.numbered(counted)
            fields += [field] * len(counted)
            counts += counted.values()
        name = vocabulary.numbered(document.name)
        covering = set(name)
        for place in range(len(set(document.fields[FieldOf.NAME]))):
            if terms[place] in covering:
                fields[place] |= COVERS
        return cls(
            np.array(terms, np.int32),
            np.array(fields, np.uint8),
            np.array(counts, np.int32),
            np.array(name, np.int32),
            tuple(map(len, document.fields)),
            tuple(kind in document.classes for kind in CLASSES),
            document.deprecated,
        )
