"""The parts of scores, tool by tool and word by word, from the arrays that ranked them."""

from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np
import numpy.typing as npt

from .documents import FieldOf
from .lexical import Weighted
from .postings import Ints
from .ranking import Ranking
from .results import Part, Term
from .signals import Signal


class Ledger:
    """The parts of the scores of some tools, int32[n]; made when the first is asked for."""

    def __init__(self, ranking: Ranking, docs: Ints, weights: Mapping[Signal, float]) -> None:
        self._of = ranking, docs, weights
        self._made: list[tuple[Part, ...]] = []

    def parts(self, place: int) -> tuple[Part, ...]:
        if not self._made:
            self._made = parts(*self._of)
        return self._made[place]


def parts(ranking: Ranking, docs: Ints, weights: Mapping[Signal, float]) -> list[tuple[Part, ...]]:
    """The parts of the scores of some tools, int32[n], in the order of `Signal`."""
    found: list[list[Part]] = [[] for _ in docs]
    for signal, terms in _by_words(ranking.groups, docs, weights).items():
        for mine, some in zip(found, terms, strict=True):
            if some:
                mine.append(Part(signal, sum([term[2] for term in some]), tuple(some)))
    scale = ranking.pace * ranking.matched[docs]
    columns = [(signal, prior[docs] * scale) for signal, prior in ranking.priors.items()]
    columns += [(signal, values[docs]) for signal, values in ranking.dense.items()]
    for signal, values in columns:
        for mine, value in zip(found, values.tolist(), strict=True):
            if value:
                mine.append(Part(signal, value))
    if ranking.extras:
        for mine, doc in zip(found, docs.tolist(), strict=True):
            mine += [Part(e.signal, e.value, (), e.via) for e in ranking.extras.get(doc, ())]
    return [tuple(mine) for mine in found]


def _by_words(
    groups: tuple[Weighted, ...], docs: Ints, weights: Mapping[Signal, float]
) -> dict[Signal, list[list[Term]]]:
    """For each lexical signal and tool: the words that give it."""
    words: list[list[Term]] = [[] for _ in docs]
    name: list[list[Term]] = [[] for _ in docs]
    query: list[list[Term]] = [[] for _ in docs]
    for group, row in _rows(groups, docs, weights):
        tool, which, field, of_words, of_name, of_query = row
        term, label = group[which], _labels()[field]
        words[tool].append(Term(term, label, of_words))
        query[tool].append(Term(term, label, of_query))
        if of_name:
            name[tool].append(Term(term, "name", of_name))
    return {Signal.WORDS: words, Signal.NAME: name, Signal.QUERY: query}


def _rows(
    groups: tuple[Weighted, ...], docs: Ints, weights: Mapping[Signal, float]
) -> Iterator[tuple[list[str], tuple[int, int, int, float, float, float]]]:
    """Each group with its terms, and each tool of `docs` that answers it."""
    for group, weight, column in groups:
        places = np.searchsorted(column.docs, docs)
        places[places == len(column.docs)] = 0
        tools = np.flatnonzero(column.docs[places] == docs)
        if not len(tools):
            continue
        places = places[tools]
        rows = zip(
            tools.tolist(),
            column.which[places].tolist(),
            column.fields[places].tolist(),
            _times(column.words[places], weights[Signal.WORDS] * weight),
            _times(column.name[places], weights[Signal.NAME] * weight),
            _times(column.query[places], weights[Signal.QUERY] * weight),
            strict=True,
        )
        terms = [alternative.term for alternative in group.alternatives]
        for row in rows:
            yield terms, row


def _times(shares: npt.NDArray[np.float32], weight: float) -> list[float]:
    values: list[float] = (shares.astype(np.float64) * weight).tolist()
    return values


@cache
def _labels() -> tuple[str, ...]:
    return tuple(field.label for field in FieldOf)
