"""Profiles as sparse arrays, so that a hundred thousand pairs are compared in a blink."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .nouns import KIN
from .profiles import Profile, kind_of, services

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words by number, and float64[words]: the weight of each, > 0, by its rarity."""

    ids: Mapping[str, int]
    weights: Floats

    @classmethod
    def of(cls, texts: Sequence[Iterable[str]]) -> "Vocabulary":
        frequency = Counter(chain.from_iterable(texts))
        counts = np.array(list(frequency.values()), np.float64)
        weights = np.asarray(np.log(1.0 + (len(texts) + 8.0) / counts), np.float64)
        return cls({word: number for number, word in enumerate(frequency)}, weights)


@dataclass(frozen=True, slots=True)
class Words:
    """Which text has which words: `roots` float64[texts, words], the root of a word's weight.

    The product of two rows is the weight of the words that both have; `totals` float64[texts]
    is the weight of all words of each.
    """

    roots: "csr_array"
    totals: Floats

    @classmethod
    def of(cls, texts: Sequence[Iterable[str]], vocabulary: Vocabulary | None = None) -> "Words":
        """The words of texts, each once; those of a given vocabulary alone."""
        from scipy.sparse import csr_array

        known = vocabulary or Vocabulary.of(texts)
        columns: list[int] = []
        starts = [0]
        number = known.ids.get
        for text in texts:
            columns += [n for word in text if (n := number(word)) is not None]
            starts.append(len(columns))
        indices, indptr = np.array(columns, np.int32), np.array(starts, np.int32)
        weights = known.weights[indices]
        shape = len(texts), max(1, len(known.ids))
        ends = np.concatenate([[0.0], np.cumsum(weights)])
        totals = np.asarray(ends[indptr[1:]] - ends[indptr[:-1]], np.float64)
        return cls(csr_array((np.sqrt(weights), indices, indptr), shape=shape), totals)

    def common(self, left: Ints, other: "Words", right: Ints) -> Floats:
        """Weight of the words that a row here and a row there both have: float64[pairs]."""
        product = self.roots[left].multiply(other.roots[right])
        return np.asarray(product.sum(axis=1), np.float64).ravel()


@dataclass(frozen=True, slots=True)
class Encoded:
    """All that is compared, by position of the tool."""

    profiles: Sequence[Profile]
    nouns: Words
    kin: Words  # nouns by their set of kin
    context: Words  # nouns in name, path and parameters
    service: Words  # what a source's service may be called, by the source's number
    domain: Words  # all nouns of a source, by the source's number
    parameters: Words
    typed: Words
    outputs: Words
    description: Words
    sense: Ints  # numbers; 0 for unknown
    kind: Ints
    changes: Ints  # 1 for a verb that changes something, else 0
    shape: Ints
    method: Ints
    path: Ints
    source: Ints
    head: Ints
    written: Ints
    many: Ints  # 1 for one, 2 for many; 0 where the verb is none or lists


def encode(profiles: Sequence[Profile]) -> Encoded:
    nouns = [profile.nouns for profile in profiles]
    vocabulary = Vocabulary.of(nouns)
    source = ids(profile.source for profile in profiles)
    return Encoded(
        profiles=profiles,
        nouns=Words.of(nouns, vocabulary),
        kin=Words.of([_kin(some) for some in nouns]),
        context=Words.of([profile.context for profile in profiles], vocabulary),
        service=Words.of(_by_source(services(profiles), source, profiles)),
        domain=Words.of(_domains(profiles, source), vocabulary),
        parameters=Words.of([profile.parameters for profile in profiles]),
        typed=Words.of([profile.typed for profile in profiles]),
        outputs=Words.of([profile.outputs for profile in profiles]),
        description=Words.of([profile.description for profile in profiles]),
        sense=ids(profile.sense for profile in profiles),
        changes=np.array([kind_of(p.sense) in ("write", "delete") for p in profiles], np.int64),
        kind=ids(profile.kind for profile in profiles),
        shape=ids(profile.shape for profile in profiles),
        method=ids(profile.method for profile in profiles),
        path=ids(profile.path for profile in profiles),
        source=source,
        head=ids(KIN.get(some[-1], some[-1]) if some else "" for some in nouns),
        written=ids(profile.name.written for profile in profiles),
        many=np.array([_number(profile) for profile in profiles], np.int64),
    )


def _kin(nouns: Sequence[str]) -> Iterable[str]:
    """The nouns, each by the first of its set of kin, once."""
    if KIN.keys().isdisjoint(nouns):
        return nouns
    return dict.fromkeys(KIN.get(noun, noun) for noun in nouns)


def _by_source(
    words: Mapping[str, frozenset[str]], source: Ints, profiles: Sequence[Profile]
) -> list[frozenset[str]]:
    found = [frozenset[str]()] * (int(source.max(initial=0)) + 1)
    for number, profile in zip(source.tolist(), profiles, strict=True):
        found[number] = words[profile.source]
    return found


def _domains(profiles: Sequence[Profile], source: Ints) -> list[set[str]]:
    found: list[set[str]] = [set() for _ in range(int(source.max(initial=0)) + 1)]
    for number, profile in zip(source.tolist(), profiles, strict=True):
        found[number].update(profile.nouns)
    return found


def ids(values: Iterable[object]) -> Ints:
    """A number for each value, the same for equal ones; 0 for the empty one."""
    known: dict[object, int] = {"": 0}
    return np.array([known.setdefault(value, len(known)) for value in values], np.int64)


def _number(profile: Profile) -> int:
    return 0 if profile.sense in ("", "list", "search") else 1 + profile.name.many
