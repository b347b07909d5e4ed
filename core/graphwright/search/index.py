"""The search index: ranks the tools of a curation for a question, and says why."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import count, repeat
from typing import Protocol

import numpy as np

from ..errors import QueryError
from ..graph import ToolGraph
from ..tools import Tool
from . import priors, whatif
from .chain import Trails
from .clauses import clauses
from .documents import FieldOf, document
from .embedders import embedder as embedder_named
from .explain import Case, explained
from .fusion import by_clause, by_rank, called, diversity, exact_all, history, hops, with_extras
from .ledger import Ledger
from .lexical import Asked, Lexical
from .meaning import Matrix, Meaning
from .postings import Catalog
from .query import Query
from .ranking import Ranking
from .results import Explanation, Hit, Hits, Part
from .rows import Floats, Longs
from .settings import SearchSettings
from .signals import Signal, weights
from .vectors import Embedder, EmbedderAway, Remembered, VectorCache
from .whatif import Shift, Word

_MOST_RANKINGS = 16  # questions whose scores are kept for their explanations
_MOST_PRIORS = 64
_COMPARED = 128  # tools at once
_MOSTLY_KNOWN = 0.5  # share of a question, by what its words tell
_NAMED = 4  # words of a note
# without the call of the class in between: hits are made by the hundred
_new_hit: Callable[[tuple[object, ...]], Hit] = partial(tuple.__new__, Hit)
_GONE = Tool("")  # in place of a tool that is there no more


class Searchable(Protocol):
    """What an index is made of: a curation, or anything with its graph and settings."""

    @property
    def graph(self) -> ToolGraph: ...

    @property
    def settings(self) -> SearchSettings: ...


class SearchIndex:
    """Search over one revision of a curation. A value: `updated` gives that of the next one."""

    def __init__(
        self,
        curation: Searchable,
        embedder: Embedder | None = None,
        vectors: VectorCache | None = None,
    ) -> None:
        """An index of all tools of the curation.

        Args:
            curation: its graph and settings.
            embedder: a model of one's own; else the one that the settings name.
            vectors: where vectors are kept; else they are, while the index lives.

        Raises:
            QueryError: the settings name an embedder that is none.
        """
        tools = curation.graph.tools
        catalog = Catalog.of((name, document(tool)) for name, tool in tools.items())
        self._own_embedder = embedder
        self._cache = vectors or Remembered()
        self._set(curation, catalog, None)

    def updated(self, curation: Searchable) -> "SearchIndex":
        """The index of a curation that differs in part; only changed tools are read again."""
        put, gone = self._differing(curation.graph)
        catalog = self._lexical.catalog
        if put or gone:
            catalog = catalog.changed([(name, document(tool)) for name, tool in put], gone)
        index = SearchIndex.__new__(SearchIndex)
        index._own_embedder, index._cache = self._own_embedder, self._cache
        index._set(curation, catalog, self)
        return index

    def _differing(self, graph: ToolGraph) -> tuple[list[tuple[str, Tool]], list[str]]:
        """The tools that are not the very ones that were indexed, and the names that are gone.

        Maps with the same names hold them in the same order, so that mostly no name is looked up.
        """
        if graph.tools is self.graph.tools:
            return [], []
        now, before = list(graph.tools.values()), self._listed
        if len(now) == len(before):
            pairs = list(_unlike(now, before))
            if all(new.name == old.name for new, old in pairs):
                return [(new.name, new) for new, _ in pairs], []
        put = [(name, t) for name, t in graph.tools.items() if self._tools.get(name) is not t]
        return put, [name for name in self._tools if name not in graph.tools]

    @cached_property
    def _listed(self) -> list[Tool]:
        """The tools in the order of their map."""
        return list(self.graph.tools.values())

    def _set(
        self,
        curation: Searchable,
        catalog: Catalog,
        before: "SearchIndex | None",
    ) -> None:
        self.graph = curation.graph
        self.settings = curation.settings
        tools = self._tools = curation.graph.tools
        self._weights = weights(curation.settings.weights)
        self._rankings: OrderedDict[tuple[str, tuple[str, ...]], Ranking] = OrderedDict()
        self._priors: dict[tuple[float, ...], tuple[Mapping[Signal, Floats], Floats]] = {}
        self._lexical = Lexical(catalog, self._weights)
        model = self._own_embedder or embedder_named(self.settings.embedder)
        meaning = Meaning(model, self._cache) if model else None
        last: Matrix | None = before._matrix if before else None
        if last and last.meaning.embedder is model:
            meaning = last.meaning
        everything = [tools.get(name, _GONE) for name in catalog.names] if meaning else []
        self._matrix: Matrix | None = Matrix(meaning, everything) if meaning else None
        if before is None:
            return
        if self._weights == before._weights:
            same = catalog is before._lexical.catalog
            self._lexical = before._lexical if same else before._lexical.after(catalog)
        same_threshold = self.settings.ship_from == before.settings.ship_from
        if self.graph.relations is before.graph.relations and same_threshold:
            self.__dict__["_trails"] = before._trails

    @cached_property
    def _trails(self) -> Trails:
        return Trails.of(self.graph, self.settings.ship_from)

    def search(self, query: str, k: int, history: Sequence[str] = ()) -> Hits:
        """The first k tools for a question, best first; ties by name."""
        ranking = self._ranking(query, tuple(history))
        docs = ranking.first(k + 1)
        tied = 0 < k < len(docs) and ranking.scores[docs[k]] == ranking.scores[docs[k - 1]]
        hits = self._hits(ranking, docs[:k], range(1, k + 1))
        return Hits(query, k, hits, bool(tied), ranking.notes)

    def explain(self, query: str, tool: str, k: int, history: Sequence[str] = ()) -> Explanation:
        """Why a tool has the rank that it has, in the list or not.

        Raises:
            QueryError: there is no such tool.
        """
        number, used = self._number(tool), tuple(history)
        ranking = self._ranking(query, used)
        rank, first = ranking.rank(number), ranking.first(k)
        last = first[k - 1 : k] if k > 0 else first
        docs = np.array([*last.tolist(), number])
        *competitor, hit = self._hits(ranking, docs, (*(k for _ in last), rank or 0))
        case = Case(
            query,
            k,
            self._tools[tool],
            rank,
            hit,
            competitor[0] if competitor else None,
            ranking,
            number,
            self._lexical.catalog.names,
            first,
            used,
            self.graph,
            self.settings.ship_from,
        )
        return explained(case)

    def forget(self) -> None:
        """Drops the scores of questions that were asked, which explanations start from."""
        self._rankings.clear()

    def bundle(self, tool: str) -> Hits:
        """The tool and all that it needs, surest first, each with the path to it.

        Raises:
            QueryError: there is no such tool.
        """
        self._number(tool)
        found = self._trails.providers(tool).items()
        hits = (
            Hit(rank, name, value, (Part(Signal.HOP, value, (), path),))
            for rank, (name, (value, path)) in enumerate(found, 1)
        )
        return Hits(tool, len(found), tuple(hits))

    def words_for(self, query: str, tool: str, field: FieldOf) -> list[Word]:
        """Words of the question that would raise the tool if `field` had them, best first."""
        return whatif.words(self._ranking(query, ()), self._number(tool), self._lexical, field)

    def weights_for(self, query: str, tool: str, k: int) -> list[Shift]:
        """For each signal the nearest weight with which the tool comes to rank k."""
        ranking = self._ranking(query, ())
        return list(whatif.shifts(ranking, self._number(tool), k, self._weights))

    def _number(self, tool: str) -> int:
        number = self._lexical.catalog.numbers.get(tool)
        if number is None:
            raise QueryError(f"There is no tool '{tool}'.")
        return number

    def _ranking(self, text: str, history: tuple[str, ...]) -> Ranking:
        found = self._rankings.get((text, history))
        if found is None:
            found = self._rankings[text, history] = self._ranked(text, history)
            while len(self._rankings) > _MOST_RANKINGS:
                self._rankings.popitem(last=False)
        return found

    def _ranked(self, text: str, used: tuple[str, ...]) -> Ranking:
        ranking = self._by_words(text)
        dense, notes = self._close(text, ranking.scores)
        for values in dense.values():
            np.add(ranking.scores, values, out=ranking.scores)
        if dense or notes:
            ranking = replace(ranking, dense=dense, notes=notes + ranking.notes)
        return self._fused(ranking, used)

    def _by_words(self, text: str) -> Ranking:
        """The ranking by what the words say, what tools do and how they stand."""
        query = self._lexical.parse(text)
        asked = self._lexical.asked(query)
        priors, prior = self._prior(query.wanted)
        scores, matched = self._lexical.scores(asked, prior)
        floor = max(0.0, self.settings.floor)
        order = self._lexical.catalog.ranks
        notes = _unmet(query, asked)
        return Ranking(query, *asked, priors, {}, scores, matched, {}, order, floor, notes)

    def _close(self, text: str, scores: Floats) -> tuple[Mapping[Signal, Floats], tuple[str, ...]]:
        """What closeness of meaning adds, and a note where the model is away."""
        weight = self._weights[Signal.EMBEDDING]
        if not (self._matrix and weight and text.strip()):
            return {}, ()
        best = float(scores.max(initial=0.0))
        try:
            values = self._matrix.closeness(text, self._lexical.catalog.alive, best)
        except EmbedderAway as away:
            return {}, (f"{away} Tools were ranked by words alone.",)
        return {Signal.EMBEDDING: exact_all(weight * values)}, ()

    def _fused(self, ranking: Ranking, used: tuple[str, ...]) -> Ranking:
        """The ranking with what the graph, history and variety add."""
        catalog, chosen = self._lexical.catalog, self._weights
        numbers, trails = catalog.numbers, self._trails
        if self.settings.fusion == "ranks":
            ranking = by_rank(ranking, chosen)
        ranking = with_extras(ranking, called(ranking, catalog.names, chosen[Signal.EXACT]))
        if chosen[Signal.CLAUSE]:
            answered = map(self._by_words, clauses(ranking.query.text))
            ranking = with_extras(ranking, by_clause(ranking, answered, chosen[Signal.CLAUSE]))
        found = hops(ranking, catalog, self._tools, trails, chosen[Signal.HOP])
        ranking = with_extras(ranking, found)
        found = history(ranking, numbers, used, trails, chosen[Signal.HISTORY])
        ranking = with_extras(ranking, found)
        if chosen[Signal.DIVERSITY]:
            found = diversity(ranking, catalog.names, self._tools, chosen[Signal.DIVERSITY])
            ranking = with_extras(ranking, found)
        return ranking

    def _prior(self, wanted: tuple[float, ...]) -> tuple[Mapping[Signal, Floats], Floats]:
        """What intent, name and status add to a tool that is matched, and their sum."""
        found = self._priors.get(wanted)
        if found is None:
            if len(self._priors) >= _MOST_PRIORS:
                self._priors.clear()
            intent = priors.intent(self._lexical.catalog, wanted, self._weights[Signal.INTENT])
            parts = {Signal.INTENT: intent, **self._standing}
            found = self._priors[wanted] = parts, np.sum([*parts.values()], axis=0)
        return found

    @cached_property
    def _standing(self) -> Mapping[Signal, Floats]:
        """What is added to a tool whatever the question."""
        catalog, chosen = self._lexical.catalog, self._weights
        return {
            Signal.SHORT: priors.short(catalog, chosen[Signal.SHORT]),
            Signal.DEPRECATED: priors.deprecated(catalog, chosen[Signal.DEPRECATED]),
        }

    def _hits(self, ranking: Ranking, docs: Longs, ranks: Iterable[int]) -> tuple[Hit, ...]:
        names = map(self._lexical.catalog.names.__getitem__, docs.tolist())
        ledger = Ledger(ranking, docs, self._weights)
        scores = ranking.scores[docs].tolist()
        return tuple(map(_new_hit, zip(ranks, names, scores, repeat(ledger), count())))


def _unmet(query: Query, asked: Asked) -> tuple[str, ...]:
    """A note where most of a question is in no tool, so that what is found is a guess."""
    met = sum([weight for _, weight, _ in asked.groups])
    if not 0 < met < _MOSTLY_KNOWN:
        return ()
    words = " or ".join(f'"{word}"' for word in query.unknown[:_NAMED])
    return (f"No tool has {words}; what is found meets only the rest of the question.",)


def _unlike(now: Sequence[Tool], before: Sequence[Tool]) -> Iterator[tuple[Tool, Tool]]:
    """The pairs at the same place that are not the same; lists that are equal are soon compared."""
    for start in range(0, len(now), _COMPARED):
        here, there = now[start : start + _COMPARED], before[start : start + _COMPARED]
        if here != there:
            yield from (pair for pair in zip(here, there, strict=True) if pair[0] is not pair[1])
