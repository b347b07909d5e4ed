"""The parts of scores, tool by tool and word by word, from the arrays that ranked them."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from itertools import count, repeat
from typing import NamedTuple

import numpy as np

from .columns import Column
from .ranking import Ranking
from .results import Part, Term
from .rows import Floats, Longs
from .signals import Signal

_LEXICAL = (Signal.WORDS, Signal.NAME, Signal.QUERY)

# a named tuple without the call of its class in between: terms are made by the hundred
_new_term: Callable[[tuple[object, ...]], Term] = partial(tuple.__new__, Term)


class _Answers(NamedTuple):
    """Those of the tools that answer one group.

    Attributes:
        column: of the group.
        tools: int64[n], which of them; or all.
        rows: int64[n], of the column.
        values: float64[n, 3], what they have of each of `_LEXICAL`.
    """

    column: Column
    tools: slice | Longs
    rows: Longs
    values: Floats


class Ledger:
    """The parts of the scores of some tools, int64[n], made when the first is looked at."""

    def __init__(self, ranking: Ranking, docs: Longs, weights: Mapping[Signal, float]) -> None:
        self._ranking = ranking
        self._docs = docs
        self._weights = weights
        self._terms: dict[str, list[list[Term]]] = {}

    def parts(self, place: int) -> tuple[Part, ...]:
        """The parts of one tool in the order of `Signal`, zeros too; the graph's come last."""
        extras = self._ranking.extras
        if not extras:
            return self._parts[place]
        added = extras.get(int(self._docs[place]), ())
        return (*self._parts[place], *(Part(one.signal, one.value, (), one.via) for one in added))

    def terms(self, signal: str, place: int) -> tuple[Term, ...]:
        """The words that give a part, each with where it stands and what it adds."""
        found = self._terms.get(signal)
        if found is None:
            found = self._terms[signal] = self._told(_LEXICAL.index(Signal(signal)))
        return tuple(found[place])

    @cached_property
    def _parts(self) -> list[tuple[Part, ...]]:
        """What ranks all tools, for each of those here; they are made signal by signal."""
        return list(zip(*self._by_words(), *self._plain(), strict=True))

    def _by_words(self) -> list[Iterable[Part]]:
        """The parts of words, name and query; their terms are made when they are looked at."""
        sums = np.zeros((len(self._docs), len(_LEXICAL)))
        for _, tools, _, values in self._answers:
            sums[tools] += values
        given = (repeat(()), repeat(()), repeat(self))
        rows = zip(_LEXICAL, sums.T.tolist(), strict=True)
        return [map(Part, repeat(signal), values, *given, count()) for signal, values in rows]

    @cached_property
    def _answers(self) -> list[_Answers]:
        scales = np.array([self._weights[signal] for signal in _LEXICAL])
        found = []
        for _, weight, column in self._ranking.groups:
            tools, rows = column.among(self._docs)
            values = column.shares[rows] * (scales * weight)
            found.append(_Answers(column, tools, rows, values))
        return found

    def _told(self, index: int) -> list[list[Term]]:
        """The terms of every tool for one of `_LEXICAL`."""
        rows: list[list[Term]] = [[] for _ in self._docs]
        for column, tools, places, values in self._answers:
            grounds = column.grounds[places].tolist()
            told = rows if isinstance(tools, slice) else [rows[tool] for tool in tools.tolist()]
            for row, ground, value in zip(told, grounds, values[:, index].tolist(), strict=True):
                if value:
                    row.append(_new_term((*column.labels[ground], value)))
        return rows

    def _plain(self) -> list[list[Part]]:
        """The signals that have no words: what a tool does, how it stands, what it means."""
        scale = self._ranking.pace * self._ranking.matched[self._docs]
        priors, dense = self._ranking.priors.items(), self._ranking.dense.items()
        found = [(signal, values[self._docs] * scale) for signal, values in priors]
        found += [(signal, values[self._docs]) for signal, values in dense]
        return [_shared(signal, values) for signal, values in found]


def _shared(signal: Signal, values: Floats) -> list[Part]:
    """A part for each value; equal ones are the same."""
    if not values.any():
        return [Part(signal, 0.0)] * len(values)
    listed = values.tolist()
    made = {value: Part(signal, value) for value in set(listed)}
    return [made[value] for value in listed]
