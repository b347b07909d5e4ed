"""What one edit more would give a tool for a question, in closed form, without a new index."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from .bm25 import K1, VERB_SHARE, field_weight, held, idf
from .documents import FieldOf
from .fusion import channels
from .intent import verbs
from .lexical import Lexical, Weighted
from .postings import Catalog
from .query import Group, How
from .ranking import Ranking
from .rows import Floats
from .signals import WEIGHT_STEPS, Signal
from .tokens import stem

_MARGIN = 1e-4  # relative; a weight exactly at the threshold would be a tie


class Word(NamedTuple):
    """A word of the question, and what the tool would gain if its search text had it."""

    surface: str
    gain: float
    verb: bool
    known: bool = True  # some tool has it


class Shift(NamedTuple):
    """A weight of one signal with which the tool comes to rank k."""

    signal: Signal
    weight: float


def words(ranking: Ranking, number: int, lexical: Lexical, field: FieldOf) -> list[Word]:
    """Words of the question that would raise the tool, the most helpful first.

    Args:
        ranking: the question, scored.
        number: the tool.
        lexical: what ranked it.
        field: where the word would be written.
    """
    now = {weighted.group: _now(weighted, number) for weighted in ranking.groups}
    groups = [group for group in ranking.query.groups if not _said_apart(group)]
    total = sum(lexical.importance(group) for group in ranking.query.groups) or 1.0
    gains = [_then(group, number, lexical, field) / total - now.get(group, 0.0) for group in groups]
    found = [
        Word(group.surface, gain, stem(group.surface) in verbs(), _held(group))
        for group, gain in zip(groups, gains, strict=True)
        if gain > 0
    ]
    return sorted(found, key=lambda word: (-word.gain, word.surface))


def _held(group: Group) -> bool:
    return any(one.how is How.EXACT for one in group.alternatives)


def _said_apart(group: Group) -> bool:
    """The group only adds to one that stands for the same word."""
    return any(one.how in (How.JOINED, How.ABBREVIATION) for one in group.alternatives)


def _now(weighted: Weighted, number: int) -> float:
    """What the group adds to the tool's score."""
    return weighted.weight * weighted.column.gain_of(number)


def _then(group: Group, number: int, lexical: Lexical, field: FieldOf) -> float:
    """What the group would add, times the importance of the question, with the word written."""
    tf, frequency = _frequencies(group, number, lexical.catalog)
    importance = float(idf(lexical.catalog.size, frequency))
    if stem(group.surface) in verbs():
        importance *= VERB_SHARE
    tf += field_weight(field)
    share = lexical.weights[Signal.WORDS] * tf / (K1 + tf) + lexical.weights[Signal.QUERY]
    return importance * share


def _frequencies(group: Group, number: int, catalog: Catalog) -> tuple[float, int]:
    """The word's tf in the tool as it is, and how many tools would have it."""
    exact = next((one.term for one in group.alternatives if one.how is How.EXACT), None)
    if exact is None:
        return 0.0, 1
    found = held(catalog, catalog.vocabulary.numbers[exact])
    place = int(np.searchsorted(found.docs, number))
    if place == len(found.docs) or found.docs[place] != number:
        return 0.0, len(found.docs) + 1
    share = float(found.share[place])
    return K1 * share / (1 - share), len(found.docs)


def shifts(
    ranking: Ranking, number: int, k: int, weights: Mapping[Signal, float]
) -> Iterator[Shift]:
    """For each signal the smallest change of its weight that brings the tool to rank k.

    A competitor c stays above the tool t while s_c - s_t > d (x_t - x_c), so that there is one
    threshold a competitor; the change is the first at which k - 1 are left above.
    """
    ahead = ranking.scores - ranking.scores[number]
    for signal, values in channels(ranking):
        if weights[signal] and values.any():
            share = (values[number] - values) / weights[signal]
            change = _smallest(ahead, share, k)
            if change is not None and weights[signal] + change >= 0:
                outward = np.ceil if change > 0 else np.floor
                steps = outward((weights[signal] + change) * WEIGHT_STEPS)
                yield Shift(signal, float(steps) / WEIGHT_STEPS)


def _smallest(ahead: Floats, share: Floats, k: int) -> float | None:
    """The change of least size after which fewer than k are ahead; None where none is."""
    found = []
    need = int(np.count_nonzero(ahead > 0)) - (k - 1)
    for sign in (1.0, -1.0):
        slope = share * sign
        leave = np.sort(ahead[(ahead > 0) & (slope > 0)] / slope[(ahead > 0) & (slope > 0)])
        enter = np.sort(ahead[(ahead <= 0) & (slope < 0)] / slope[(ahead <= 0) & (slope < 0)])
        at = leave * (1 + _MARGIN) + 1e-9
        left = np.arange(1, len(leave) + 1) - np.searchsorted(enter, at)
        enough = np.flatnonzero(left >= need)
        if len(enough):
            found.append(sign * float(at[enough[0]]))
    return min(found, key=abs, default=None)
