"""The parts of scores, tool by tool and word by word, from the arrays that ranked them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import count, repeat
from typing import NamedTuple

import numpy as np

from .documents import FieldOf
from .ranking import Ranking
from .results import Part, Term
from .rows import Floats, Longs
from .signals import Signal

_LEXICAL = (Signal.WORDS, Signal.NAME, Signal.QUERY)

# named tuples without the call of their classes in between: they are made by the hundred
_new_part: Callable[[tuple[object, ...]], Part] = partial(tuple.__new__, Part)
_new_term: Callable[[tuple[object, ...]], Term] = partial(tuple.__new__, Term)


class _Answers(NamedTuple):
    """Those of the tools that answer one group.

    Attributes:
        tools: which of them; None for all.
        grounds: of each, number in `labels` of what gave it.
        values: of each of `_LEXICAL`, what each tool has of it.
    """

    labels: tuple[tuple[str, str], ...]
    tools: list[int] | None
    grounds: list[int]
    values: list[list[float]]


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
        told = zip(_LEXICAL, self._sums.tolist(), strict=True)
        made = [_with_terms(signal, values, self) for signal, values in told]
        made += [_without(signal, values.tolist()) for signal, values in self._plain()]
        return list(zip(*made, strict=True))

    @property
    def _sums(self) -> Floats:
        """float64[3, tools]: what the words give of each of `_LEXICAL`."""
        groups = self._ranking.groups
        scales = np.array([[self._weights[signal]] for signal in _LEXICAL])
        if not groups:
            return np.zeros((len(_LEXICAL), len(self._docs)))
        shares = np.array([one.column.shares_of(self._docs) for one in groups], np.float64)
        weighted = np.array([one.weight for one in groups]) @ shares.reshape(len(groups), -1)
        return np.asarray(weighted.reshape(-1, len(_LEXICAL)).T * scales)

    def _told(self, index: int) -> list[list[Term]]:
        """The terms of every tool for one of `_LEXICAL`; those of the name stand in the name."""
        rows: list[list[Term]] = [[] for _ in self._docs]
        in_name = _LEXICAL[index] is Signal.NAME
        for labels, tools, grounds, values in self._answers:
            if in_name:
                labels = tuple([(term, FieldOf.NAME.label) for term, _ in labels])
            told = rows if tools is None else [rows[tool] for tool in tools]
            for row, ground, value in zip(told, grounds, values[index], strict=True):
                if value:
                    row.append(_new_term((*labels[ground], value)))
        return rows

    @cached_property
    def _answers(self) -> list[_Answers]:
        scales = np.array([self._weights[signal] for signal in _LEXICAL])
        found = []
        for _, weight, column in self._ranking.groups:
            tools, places = column.among(self._docs)
            some = None if isinstance(tools, slice) else tools.tolist()
            values = column.shares[places] * (scales * weight)
            grounds = column.grounds[places].tolist()
            found.append(_Answers(column.labels, some, grounds, values.T.tolist()))
        return found

    def _plain(self) -> Iterator[tuple[Signal, Floats]]:
        """The signals that have no words: what a tool does, how it stands, what it means."""
        scale = self._ranking.pace * self._ranking.matched[self._docs]
        for signal, values in self._ranking.priors.items():
            yield signal, values[self._docs] * scale
        for signal, values in self._ranking.dense.items():
            yield signal, values[self._docs]


def _with_terms(signal: Signal, values: list[float], ledger: Ledger) -> Iterable[Part]:
    """The part of each tool, whose terms the ledger makes."""
    return map(_new_part, zip(repeat(signal), values, repeat(ledger), repeat(()), count()))


def _without(signal: Signal, values: list[float]) -> Iterable[Part]:
    """The part of each tool; equal ones, of which there are many, are the same."""
    made = {value: Part(signal, value) for value in set(values)}
    return map(made.__getitem__, values)
