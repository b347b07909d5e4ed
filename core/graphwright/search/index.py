"""The search index: ranks the tools of a curation for a question, and says why."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..errors import QueryError
from ..graph import ToolGraph
from ..tools import Tool
from .chain import providers
from .documents import FieldOf, document
from .explain import explained
from .lexical import Lexical, Weighted
from .postings import Catalog, Flags, Floats, Ints
from .query import Query
from .results import Explanation, Hit, Hits, Part, Term
from .settings import SearchSettings
from .signals import Signal, weights

_MOST_RANKINGS = 16  # questions whose scores are kept for their explanations
_BLOCKS = 64


class Searchable(Protocol):
    """What an index is made of: a curation, or anything with its graph and settings."""

    @property
    def graph(self) -> ToolGraph: ...

    @property
    def settings(self) -> SearchSettings: ...


@dataclass(frozen=True)
class Ranking:
    """All tools scored for one question.

    Attributes:
        scores: float64[documents]; 0 where nothing speaks for the tool.
        matched: bool[documents], some word of the question is there.
    """

    query: Query
    groups: tuple[Weighted, ...]
    pace: float
    scores: Floats
    matched: Flags


class SearchIndex:
    """Search over one revision of a curation. A value: `updated` gives that of the next one."""

    def __init__(self, curation: Searchable) -> None:
        tools = curation.graph.tools
        catalog = Catalog.of((name, document(tool)) for name, tool in tools.items())
        self._set(curation, dict(tools.items()), catalog)

    def updated(self, curation: Searchable) -> "SearchIndex":
        """The index of a curation that differs in part; only changed tools are read again."""
        tools = dict(self._tools)
        put = [(n, t) for n, t in curation.graph.tools.items() if tools.get(n) is not t]
        tools.update(put)
        gone = (
            []
            if len(tools) == len(curation.graph.tools)
            else [name for name in tools if name not in curation.graph.tools]
        )
        for name in gone:
            del tools[name]
        index = SearchIndex.__new__(SearchIndex)
        catalog = self._lexical.catalog
        if put or gone:
            catalog = catalog.changed([(n, document(t)) for n, t in put], gone)
        index._set(curation, tools, catalog)
        return index

    def _set(self, curation: Searchable, tools: dict[str, Tool], catalog: Catalog) -> None:
        self.graph = curation.graph
        self.settings = curation.settings
        self._tools = tools
        self._weights = weights(curation.settings.weights)
        self._lexical = Lexical(catalog, self._weights)
        self._rankings: OrderedDict[tuple[str, tuple[str, ...]], Ranking] = OrderedDict()
        self._priors: dict[tuple[float, ...], Floats] = {}

    def search(self, query: str, k: int, history: Sequence[str] = ()) -> Hits:
        """The first k tools for a question, best first; ties by name."""
        ranking = self._ranking(query, tuple(history))
        docs = self._first(ranking.scores, k + 1)
        tied = len(docs) > k and ranking.scores[docs[k]] == ranking.scores[docs[k - 1]]
        return Hits(query, k, self._hits(ranking, docs[:k], range(1, k + 1)), bool(tied))

    def explain(self, query: str, tool: str, k: int, history: Sequence[str] = ()) -> Explanation:
        """Why a tool has the rank that it has, in the list or not.

        Raises:
            QueryError: there is no such tool.
        """
        number = self._lexical.catalog.numbers.get(tool)
        if number is None:
            raise QueryError(f"There is no tool '{tool}' to explain.")
        ranking = self._ranking(query, tuple(history))
        docs = self._first(ranking.scores, k)[-1:] if k > 0 else np.zeros(0, np.int64)
        rank = self._rank(ranking.scores, number)
        place = min(k, len(self._first(ranking.scores, k)))
        hits = self._hits(ranking, np.append(docs, number), (place, rank or 0))
        competitor = hits[0] if len(docs) and len(self._first(ranking.scores, k)) == k else None
        return explained(query, k, self._tools[tool], rank, hits[-1], competitor)

    def bundle(self, tool: str) -> Hits:
        """The tool and all that it needs, near providers first, each with the path to it.

        Raises:
            QueryError: there is no such tool.
        """
        if tool not in self.graph.tools:
            raise QueryError(f"There is no tool '{tool}' to bundle.")
        paths = providers(self.graph, tool, self.settings.ship_from)
        hits = (
            Hit(rank, name, value, (Part(Signal.HOP, value, (), path),))
            for rank, (name, path) in enumerate(paths.items(), 1)
            if (value := 1 / len(path))
        )
        return Hits(tool, len(paths), tuple(hits))

    def _ranking(self, text: str, history: tuple[str, ...]) -> Ranking:
        found = self._rankings.get((text, history))
        if found is None:
            found = self._ranked(text, history)
            self._rankings[text, history] = found
            if len(self._rankings) > _MOST_RANKINGS:
                self._rankings.popitem(last=False)
        return found

    def _ranked(self, text: str, history: tuple[str, ...]) -> Ranking:
        query = self._lexical.parse(text)
        groups, pace = self._lexical.asked(query)
        scores = np.zeros(len(self._lexical.catalog.names))
        for _, weight, column in groups:
            if column.dense is None:
                scores[column.docs] += weight * column.gain
            else:
                scores += weight * column.dense
        matched = scores > 0
        scores += pace * self._prior(query.wanted) * matched
        return Ranking(query, groups, pace, scores, matched)

    def _prior(self, wanted: tuple[float, ...]) -> Floats:
        """float64[documents]: what intent, name and status add to a tool that is matched."""
        found = self._priors.get(wanted)
        if found is None:
            found = self._intent(wanted) + self._short + self._fading
            self._priors[wanted] = found
        return found

    def _intent(self, wanted: tuple[float, ...]) -> Floats:
        return _fine(
            self._weights[Signal.INTENT] * (np.array(wanted) @ self._lexical.catalog.classes)
        )

    @cached_property
    def _short(self) -> Floats:
        docs, _ = self._lexical.catalog.names_covered
        words = np.bincount(docs, minlength=len(self._lexical.catalog.names)).astype(np.float64)
        return _fine(self._weights[Signal.SHORT] / (1 + words))

    @cached_property
    def _fading(self) -> Floats:
        return _fine(-self._weights[Signal.DEPRECATED] * self._lexical.catalog.deprecated)

    def _first(self, scores: Floats, k: int) -> Ints:
        """Numbers of the first k tools above the floor: by score, then by name."""
        floor = max(0.0, self.settings.floor)
        found = np.flatnonzero(scores > max(floor, _bar(scores, k)))
        order = np.lexsort((self._lexical.catalog.ranks[found], -scores[found]))
        return np.asarray(found[order[:k]], np.int32)

    def _rank(self, scores: Floats, number: int) -> int | None:
        score = scores[number]
        if score <= max(0.0, self.settings.floor):
            return None
        ranks = self._lexical.catalog.ranks
        same = np.flatnonzero(scores == score)
        before = np.count_nonzero(ranks[same] < ranks[number])
        return int(np.count_nonzero(scores > score) + before + 1)

    def _hits(self, ranking: Ranking, docs: Ints, ranks: Iterable[int]) -> tuple[Hit, ...]:
        names = self._lexical.catalog.names
        parts = self._parts(ranking, docs)
        return tuple(
            Hit(rank, names[doc], sum(part.value for part in some), some)
            for rank, doc, some in zip(ranks, docs.tolist(), parts, strict=False)
        )

    def _parts(self, ranking: Ranking, docs: Ints) -> list[tuple[Part, ...]]:
        """The parts of the scores of some tools."""
        lexical = _lexical_terms(ranking, docs, self._weights)
        priors = {
            Signal.INTENT: self._intent(ranking.query.wanted),
            Signal.SHORT: self._short,
            Signal.DEPRECATED: self._fading,
        }
        plain = {
            s: (ranking.pace * v[docs] * ranking.matched[docs]).tolist() for s, v in priors.items()
        }
        return [
            tuple(
                [
                    Part(s, sum(t.value for t in terms), tuple(terms))
                    for s, terms in lexical[i].items()
                    if terms
                ]
                + [Part(s, values[i]) for s, values in plain.items() if values[i]]
            )
            for i in range(len(docs))
        ]


def _lexical_terms(
    ranking: Ranking, docs: Ints, chosen: Mapping[Signal, float]
) -> list[dict[Signal, list[Term]]]:
    signals = (Signal.WORDS, Signal.NAME, Signal.QUERY)
    found: list[dict[Signal, list[Term]]] = [{s: [] for s in signals} for _ in docs]
    labels = [field.label for field in FieldOf]
    for group, weight, column in ranking.groups:
        places = np.searchsorted(column.docs, docs)
        places[places == len(column.docs)] = 0
        hits = np.flatnonzero(column.docs[places] == docs)
        places = places[hits]
        rows = zip(
            hits.tolist(),
            column.which[places].tolist(),
            column.fields[places].tolist(),
            (chosen[Signal.WORDS] * weight * column.words[places]).tolist(),
            (chosen[Signal.NAME] * weight * column.name[places]).tolist(),
            (chosen[Signal.QUERY] * weight * column.query[places]).tolist(),
            strict=True,
        )
        for i, which, field, words, name, query in rows:
            term = group.alternatives[which].term
            mine = found[i]
            mine[Signal.WORDS].append(Term(term, labels[field], words))
            if name:
                mine[Signal.NAME].append(Term(term, "name", name))
            mine[Signal.QUERY].append(Term(group.surface, labels[field], query))
    return found


def _bar(scores: Floats, k: int) -> float:
    """A value below the k-th highest score, so that few tools are sorted; 0 for none."""
    if len(scores) < _BLOCKS * 8 or k * 8 > len(scores) // _BLOCKS:
        return 0.0
    width = len(scores) // _BLOCKS
    blocks = scores[: width * _BLOCKS].reshape(_BLOCKS, width).max(axis=0)
    return float(np.nextafter(np.partition(blocks, width - k)[width - k], 0))


def _fine(values: npt.NDArray[np.floating]) -> Floats:
    """Values in steps of 2⁻³⁰, so that their sums are exact."""
    return np.asarray(np.rint(values * (1 << 30)) / (1 << 30), np.float64)
