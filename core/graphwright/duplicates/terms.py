"""The named terms of a comparison and what each is worth, in log-odds.

Log-odds add up: the terms of a pair and the start give the logit of the probability that its
tools do the same. The weights are a logistic regression on pairs whose truth is known.

Source: `python benchmarks/duplicates_fit.py`, which prints this table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .encoding import Encoded, Floats, Ints, Words

Matrix = npt.NDArray[np.float64]

START = -3.18
WEIGHTS: Mapping[tuple[str, str], float] = {
    ("name", "equal"): 1.48,  # all nouns are the same
    ("name", "equal-with-verb"): 2.08,
    ("name", "written-alike"): 4.27,  # the same letters, in any order of words
    ("name", "covered"): 3.60,  # what only one name says stands in the other's path or parameters
    ("name", "kin"): 3.00,  # share that only words of one meaning add
    ("name", "swapped"): -3.17,  # each has a noun that the other lacks
    ("name", "number-differs"): -2.00,  # one thing and many
    ("resource", "heads-differ"): -1.63,  # the last nouns
    ("action", "same"): 0.50,
    ("action", "alike"): -0.80,  # two verbs that can mean the same
    ("parameters", "share"): 1.20,
    ("parameters", "none"): 1.20,  # neither takes any
    ("parameters", "unlike"): -1.58,  # both take some, and share few
    ("parameters", "typed"): 0.50,  # of the shared ones, those of one type
    ("outputs", "share"): 0.50,
    ("outputs", "unlike"): -1.39,  # both are known, and share little
    ("description", "share"): 0.90,
    ("description", "same-text"): 0.60,
    ("description", "unlike"): -2.37,  # both say something, and share nothing
    ("method", "differs"): -3.45,
    ("path", "equal"): 2.85,
    ("path", "differs"): -2.00,
    ("source", "same"): -0.48,
    ("source", "same-service"): 0.30,  # two sources that put one word before every name
    ("source", "other-service"): -7.50,
    ("source", "same-domain"): 0.99,  # equal names in two sources that speak of the same
    ("source", "same-and-other-name"): -1.32,  # a document seldom has one thing under two names
}
"""(term, feature) → log-odds; each feature is in [0, 1]."""

FEATURES = tuple(WEIGHTS)
_WEIGHTS = tuple(WEIGHTS.values())
_TERMS = tuple(dict.fromkeys(name for name, _ in FEATURES))
_FEW = 12.0  # weight of some three nouns


@dataclass(frozen=True, slots=True)
class Overlap:
    """How far the words of each pair agree: float64[pairs], each in [0, 1]."""

    share: Floats  # weight of the common words, of all
    held: Floats  # between that and their share of the side that has fewer
    cosine: Floats
    swapped: Floats  # each side has a word that the other lacks: the smaller of the two shares
    known: Floats  # 1 where both sides say something

    @classmethod
    def of(cls, words: Words, left: Ints, right: Ints) -> "Overlap":
        common = words.common(left, words, right)
        one, other = words.totals[left], words.totals[right]
        whole = np.maximum(one + other - common, 1e-9)
        fewer = np.minimum(one, other)
        known = np.asarray(fewer > 0, np.float64)
        share = common / whole
        held = (share + common / np.maximum(fewer, 1e-9)) / 2
        cosine = common / np.sqrt(np.maximum(one * other, 1e-9))
        return cls(share, held, cosine, np.maximum(0.0, fewer - common) / whole, known)


def features(tools: Encoded, left: Ints, right: Ints) -> Matrix:
    """float64[pairs, features], each in [0, 1], in the order of `FEATURES`."""
    return np.column_stack(
        (
            *_of_names(tools, left, right),
            *_of_data(tools, left, right),
            *_of_origin(tools, left, right),
        )
    )


def _of_names(tools: Encoded, left: Ints, right: Ints) -> Iterable[Floats]:
    name, kin = Overlap.of(tools.nouns, left, right), Overlap.of(tools.kin, left, right)
    equal = _equal_names(tools, name, left, right)
    alike, elsewhere = differs(tools.sense, left, right), differs(tools.source, left, right)
    yield equal
    meant = alike * elsewhere * same(tools.changes, left, right)  # delete there, remove here
    yield equal * (same(tools.sense, left, right) + meant)
    yield same(tools.written, left, right)
    yield (1.0 - equal) * _covered(tools, left, right)
    yield np.maximum(0.0, kin.share - name.share)
    yield kin.swapped
    yield differs(tools.many, left, right)
    yield name.known * differs(tools.head, left, right)
    yield same(tools.sense, left, right)
    yield alike - meant


def _equal_names(tools: Encoded, name: Overlap, left: Ints, right: Ints) -> Floats:
    """1 where all nouns are the same, or neither has any and the names are written alike."""
    nameless = (tools.nouns.totals[left] == 0) & (tools.nouns.totals[right] == 0)
    written = same(tools.written, left, right)
    return np.where(nameless, written, np.asarray(name.share > 1 - 1e-9, np.float64))


def _covered(tools: Encoded, left: Ints, right: Ints) -> Floats:
    """1 where a noun that only one name has stands in the other's path or parameters."""
    nouns, context = tools.nouns, tools.context
    one = nouns.common(left, context, right) / np.maximum(nouns.totals[left], 1e-9)
    other = nouns.common(right, context, left) / np.maximum(nouns.totals[right], 1e-9)
    return np.asarray(np.minimum(one, other) > 1 - 1e-9, np.float64)


def _of_data(tools: Encoded, left: Ints, right: Ints) -> Iterable[Floats]:
    parameters, typed = (Overlap.of(w, left, right) for w in (tools.parameters, tools.typed))
    outputs, described = (Overlap.of(w, left, right) for w in (tools.outputs, tools.description))
    yield parameters.held
    yield (tools.parameters.totals[left] + tools.parameters.totals[right] == 0) * 1.0
    yield parameters.known * np.maximum(0.0, 1.0 - 2.0 * parameters.held)
    yield parameters.held * np.minimum(1.0, typed.share / np.maximum(parameters.share, 1e-9))
    yield outputs.held
    yield outputs.known * np.maximum(0.0, 1.0 - 2.0 * outputs.held)
    yield described.cosine
    yield np.maximum(0.0, (described.cosine - 0.7) / 0.3)
    yield described.known * np.maximum(0.0, 1.0 - 4.0 * described.cosine)


def _of_origin(tools: Encoded, left: Ints, right: Ints) -> Iterable[Floats]:
    equal = _equal_names(tools, Overlap.of(tools.nouns, left, right), left, right)
    same_source = same(tools.source, left, right)
    elsewhere = differs(tools.source, left, right)
    service, other_service, domain = _sources(tools, left, right)
    yield differs(tools.method, left, right)
    yield same(tools.path, left, right)
    yield differs(tools.path, left, right)
    yield same_source
    yield elsewhere * service
    yield elsewhere * other_service
    yield equal * elsewhere * domain
    yield same_source * (1.0 - equal)


def _sources(tools: Encoded, left: Ints, right: Ints) -> Iterable[Floats]:
    """Of the sources of each pair: one service, other services, share of common nouns.

    The share is of the smaller source's nouns, and little where these are few.
    """
    couples, place = np.unique(
        np.column_stack((tools.source[left], tools.source[right])), axis=0, return_inverse=True
    )
    one, other = couples[:, 0], couples[:, 1]
    spoken = tools.service.common(one, tools.service, other)
    known = np.minimum(tools.service.totals[one], tools.service.totals[other]) > 0
    common = tools.domain.common(one, tools.domain, other)
    fewer = np.minimum(tools.domain.totals[one], tools.domain.totals[other])
    found = (known & (spoken > 0), known & (spoken <= 0), common / (fewer + _FEW))
    return (np.asarray(values[place.ravel()], np.float64) for values in found)


def log_odds(values: Matrix) -> Floats:
    """float64[pairs]: the sum of the terms, the start included."""
    return np.asarray(START + values @ np.array(_WEIGHTS), np.float64)


def named_terms(values: Floats) -> Mapping[str, float]:
    """Log-odds by the name of the term, of one pair's features; they and `START` add up."""
    terms = dict.fromkeys(_TERMS, 0.0)
    for (name, _), weight, value in zip(FEATURES, _WEIGHTS, values.tolist(), strict=True):
        if value:
            terms[name] += weight * value
    return terms


def same(ids: Ints, left: Ints, right: Ints) -> Floats:
    """1 where both sides have the same, known value: float64[pairs]."""
    return np.asarray((ids[left] == ids[right]) & (ids[left] > 0), np.float64)


def differs(ids: Ints, left: Ints, right: Ints) -> Floats:
    """1 where both sides have a known value, and not the same: float64[pairs]."""
    known = (ids[left] > 0) & (ids[right] > 0)
    return np.asarray((ids[left] != ids[right]) & known, np.float64)
