"""How signals become one order: paths, used tools and variety on top of a sum, or ranks alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ..tools import Tool
from .chain import Trails, share
from .postings import Catalog
from .ranking import Ranking
from .rows import Floats
from .signals import Extra, Signal, exact
from .tokens import name_words, terms

_NAMED = 32  # first tools among which the one is sought that was asked for by name
_LONGEST_NAME = 200  # characters
_SEEDS = 3  # tools whose needs rise: those that are found surely
_OF_A_PART = 3  # tools that a part of a question raises
_SURE = 0.25  # score from which on the best tool of a part is one that was asked for
_JUST_BEHIND = 0.99  # share of the consumer's score that a provider may reach
_RANK_OFFSET = 60  # Cormack, Clarke & Büttcher, Reciprocal Rank Fusion (2009)
_POOL = 100  # tools among which variety is sought


def with_extras(ranking: Ranking, extras: Mapping[int, Extra]) -> Ranking:
    """The ranking with these values added to the scores of some tools."""
    if not extras:
        return ranking
    scores = ranking.scores.copy()
    together = dict(ranking.extras)
    for number, extra in extras.items():
        scores[number] += extra.value
        together[number] = (*together.get(number, ()), extra)
    return replace(ranking, scores=scores, extras=together)


def called(ranking: Ranking, names: Sequence[str], weight: float) -> dict[int, Extra]:
    """What a tool gets whose very name was asked for, in whatever spelling: the first place."""
    text = ranking.query.text.strip()
    asked = name_words(text) if weight and len(text) <= _LONGEST_NAME else ""
    first = ranking.first(_NAMED).tolist() if asked else []
    named = [number for number in first if name_words(names[number]) == asked]
    spelled = [number for number in named if names[number] == text]
    value = exact(weight * float(ranking.scores[first[0]])) if first else 0.0
    return {number: Extra(Signal.EXACT, value) for number in spelled or named}


def by_clause(ranking: Ranking, answered: Iterable[Ranking], weight: float) -> dict[int, Extra]:
    """What the first tools for one part of a question get, as a share of the best score.

    Args:
        ranking: of the whole question.
        answered: of each part, by its words alone.
        weight: share that the best tool of a part gets.
    """
    found: dict[int, Extra] = {}
    best = float(ranking.scores.max(initial=0.0))
    for part in answered:
        first = part.first(_OF_A_PART).tolist()
        for number in first:
            own, top = float(part.scores[number]), float(part.scores[first[0]])
            value = exact(weight * best * own / max(top, _SURE))
            if value > 0 and (number not in found or value > found[number].value):
                found[number] = Extra(Signal.CLAUSE, value, (part.query.text,))
    return found


def hops(
    ranking: Ranking,
    catalog: Catalog,
    tools: Mapping[str, Tool],
    trails: Trails,
    weight: float,
) -> dict[int, Extra]:
    """What tools get because one of the first few needs them, with the step from it.

    None comes before the one that needs it, and a tool that only the graph knows comes after
    those that have a word of the question.
    """
    found: dict[int, Extra] = {}
    names, numbers = catalog.names, catalog.numbers
    if not (trails.needs and weight):
        return found
    for seed in ranking.first(_SEEDS).tolist():
        for relation in trails.needs.get(names[seed], ()):
            number = numbers[relation.target]
            whole, own = float(ranking.scores[seed]), float(ranking.scores[number])
            portion = weight * share(relation, tools[relation.target])
            value = min(portion * whole, _JUST_BEHIND * whole - own)
            if not ranking.matched[number]:
                value = min(value, _lowest(ranking) / 2)
            if value > 0 and (number not in found or exact(value) > found[number].value):
                found[number] = Extra(Signal.HOP, exact(value), (relation.source, relation.target))
    return found


def history(
    ranking: Ranking, numbers: Mapping[str, int], used: Sequence[str], trails: Trails, weight: float
) -> dict[int, Extra]:
    """What was used sinks by a share of its score; what may follow it rises."""
    found: dict[int, Extra] = {}
    for name, (confidence, step) in trails.next_to(used).items():
        if name in numbers and ranking.matched[numbers[name]]:
            value = exact(weight * confidence * float(ranking.scores[numbers[name]]))
            found[numbers[name]] = Extra(Signal.HISTORY, value, step)
    for name in used:
        if name in numbers and ranking.scores[numbers[name]] > 0:
            value = exact(-weight * float(ranking.scores[numbers[name]]))
            found[numbers[name]] = Extra(Signal.HISTORY, value)
    return found


def by_rank(ranking: Ranking, weights: Mapping[Signal, float]) -> Ranking:
    """The ranking by reciprocal ranks in each channel instead of the sum of their values."""
    shares = {
        signal: exact_all(weights[signal] / (_RANK_OFFSET + _places(values))) * (values > 0)
        for signal, values in channels(ranking)
        if weights[signal]
    }
    scores: Floats = np.zeros(len(ranking.scores))
    for values in shares.values():
        scores = scores + values
    return replace(ranking, groups=(), priors={}, dense=shares, scores=scores)


def channels(ranking: Ranking) -> Iterator[tuple[Signal, Floats]]:
    """float64[documents] of each signal on its own."""
    lexical = {s: np.zeros(len(ranking.scores)) for s in (Signal.WORDS, Signal.NAME, Signal.QUERY)}
    for _, weight, column in ranking.groups:
        for values, shares in zip(lexical.values(), column.shares.T, strict=True):
            rows = slice(None) if column.docs is None else column.docs
            values[rows] += (weight * shares)[: len(values)]
    yield from lexical.items()
    yield from ((signal, prior * ranking.matched) for signal, prior in ranking.priors.items())
    yield from ranking.dense.items()


def diversity(
    ranking: Ranking, names: Sequence[str], tools: Mapping[str, Tool], weight: float
) -> dict[int, Extra]:
    """What tools lose that are like one that stands before them (maximal marginal relevance).

    Source: Carbonell & Goldstein, The Use of MMR (1998). The pool does not depend on k.
    """
    pool = ranking.first(_POOL + 1).tolist()
    bar = float(ranking.scores[pool[_POOL]]) if len(pool) > _POOL else ranking.floor
    waiting = {number: float(ranking.scores[number]) for number in pool[:_POOL]}
    words = {number: frozenset(_told(tools[names[number]])) for number in waiting}
    likeness = dict.fromkeys(waiting, 0.0)
    found: dict[int, Extra] = {}
    while waiting:
        lost = {n: exact(min(weight * likeness[n], waiting[n] - bar)) for n in waiting}
        best = max(waiting, key=lambda n: (waiting[n] - lost[n], -ranking.order[n]))
        if lost[best] > 0:
            found[best] = Extra(Signal.DIVERSITY, -lost[best])
        del waiting[best]
        for number in waiting:
            likeness[number] = max(likeness[number], _overlap(words[number], words[best]))
    return found


def exact_all(values: Floats) -> Floats:
    return np.asarray(np.rint(values * (1 << 40)) / (1 << 40))


def _places(values: Floats) -> Floats:
    """Ranks from 1, highest first; equal values share the better one."""
    _, inverse, counts = np.unique(-values, return_inverse=True, return_counts=True)
    first = np.cumsum(counts) - counts + 1
    return np.asarray(first[inverse].reshape(len(values)), np.float64)


def _lowest(ranking: Ranking) -> float:
    """The lowest score of a tool that has a word of the question."""
    return float(ranking.scores[ranking.matched].min(initial=np.inf))


def _told(tool: Tool) -> list[str]:
    return terms(tool.name) + terms(tool.summary or tool.description[:160])


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, len(one | other))
