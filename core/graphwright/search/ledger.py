"""The parts of scores, tool by tool and word by word, from the arrays that ranked them."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial

import numpy as np

from .lexical import Weighted
from .postings import Ints
from .ranking import Ranking
from .results import Part, Term
from .signals import Signal

_LEXICAL = (Signal.WORDS, Signal.NAME, Signal.QUERY)

# named tuples without the call of their class in between: they are made by the hundred
_new_term: Callable[[tuple[str, str, float]], Term] = partial(tuple.__new__, Term)
_new_part: Callable[[tuple[object, ...]], Part] = partial(tuple.__new__, Part)

_Row = tuple[tuple[str, str], tuple[float, float, float]]  # term and field, value a signal


class Ledger:
    """The parts of the scores of some tools, int32[n].

    The numbers of all are gathered when the first tool is looked at; what holds them is made
    tool by tool.
    """

    def __init__(self, ranking: Ranking, docs: Ints, weights: Mapping[Signal, float]) -> None:
        self._ranking = ranking
        self._docs = docs
        self._weights = weights

    def parts(self, place: int) -> tuple[Part, ...]:
        """The parts of one tool in the order of `Signal`, zeros too; the graph's come last."""
        plain = [_new_part((signal, values[place], (), ())) for signal, values in self._plain]
        if self._ranking.extras:
            extras = self._ranking.extras.get(int(self._docs[place]), ())
            plain += [Part(extra.signal, extra.value, (), extra.via) for extra in extras]
        return (*self._by_words(place), *plain)

    def _by_words(self, place: int) -> tuple[Part, Part, Part]:
        """The parts of words, name and query, with the words that give them."""
        of_words, of_name, of_query = 0.0, 0.0, 0.0
        words, name, query = [], [], []
        for rows in self._rows:
            row = rows.get(place)
            if row is None:
                continue
            (term, field), (in_words, in_name, in_query) = row
            of_words += in_words
            words.append(_new_term((term, field, in_words)))
            of_query += in_query
            query.append(_new_term((term, field, in_query)))
            if in_name:
                of_name += in_name
                name.append(_new_term((term, field, in_name)))
        return (
            _new_part((Signal.WORDS, of_words, tuple(words), ())),
            _new_part((Signal.NAME, of_name, tuple(name), ())),
            _new_part((Signal.QUERY, of_query, tuple(query), ())),
        )

    @cached_property
    def _rows(self) -> list[dict[int, _Row]]:
        """For each group: place of a tool → what it has of it."""
        scales = np.array([self._weights[signal] for signal in _LEXICAL])
        return [dict(_rows(group, self._docs, scales)) for group in self._ranking.groups]

    @cached_property
    def _plain(self) -> list[tuple[Signal, list[float]]]:
        """The signals that have no words: what a tool does, how it stands, what it means."""
        scale = self._ranking.pace * self._ranking.matched[self._docs]
        priors, dense = self._ranking.priors.items(), self._ranking.dense.items()
        found = [(signal, (values[self._docs] * scale).tolist()) for signal, values in priors]
        return found + [(signal, values[self._docs].tolist()) for signal, values in dense]


def _rows(weighted: Weighted, docs: Ints, scales: np.ndarray) -> Iterator[tuple[int, _Row]]:
    _, weight, column = weighted
    places = np.searchsorted(column.docs, docs)
    places[places == len(column.docs)] = 0
    tools = np.flatnonzero(column.docs[places] == docs)
    if len(tools):
        places = places[tools]
        labels = [column.labels[ground] for ground in column.grounds[places].tolist()]
        values = (column.shares[places] * (scales * weight)).tolist()
        yield from zip(tools.tolist(), zip(labels, values, strict=True), strict=True)
