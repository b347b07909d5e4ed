"""How well a search answers golden queries: hit, recall, MRR, nDCG at k, and what passes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Protocol

from ..errors import GraphwrightError
from ..graph import ToolGraph
from ..search.results import Hits
from .golden import Golden

_ACCEPTED_GAIN = 0.5  # of a tool that may answer, against 1 for one that must


class Searches(Protocol):
    """What is evaluated: our index, or any other search over the same tools."""

    @property
    def graph(self) -> ToolGraph: ...

    def search(self, query: str, k: int) -> Hits: ...


@dataclass(frozen=True, slots=True)
class Scored:
    """What became of one query.

    Attributes:
        ranks: of each tool of `expect`, from 1; None past k.
        passed: all of `expect` are in the first k, in order where it says so, none of `forbid`
            is; with nothing expected: nothing was found.
        error: why it could not be asked; such a query is not counted.
        fragile: it passes by the order of names alone: a tool outside of the first k has the
            same score as an expected one within.
    """

    golden: Golden
    found: tuple[str, ...]
    ranks: tuple[int | None, ...]
    passed: bool
    error: str | None = None
    fragile: bool = False

    @property
    def forbidden(self) -> tuple[str, ...]:
        """The tools that were found and must not be."""
        return tuple(name for name in self.found if name in self.golden.forbid)


@dataclass(frozen=True, slots=True)
class Scores:
    """Means over the queries that expect a tool, each in [0, 1].

    Attributes:
        queries: how many the means are of.
        abstained: share of the queries that expect nothing and found nothing; None without such.
        unknown_tools: expected tools that the graph lacks; each counts as a miss.
    """

    k: int
    queries: int
    hit: float
    recall: float
    mrr: float
    ndcg: float
    abstained: float | None
    unknown_tools: tuple[str, ...]
    per_query: tuple[Scored, ...]


def evaluate(index: Searches, golden: Iterable[Golden], k: int) -> Scores:
    """Scores of a search on golden queries, at the k that an agent sees."""
    return summed((score(index, one, k) for one in golden), k, index.graph)


def summed(per_query: Iterable[Scored], k: int, graph: ToolGraph) -> Scores:
    """The means of what became of each query.

    Args:
        per_query: each at the same k.
        k: that k.
        graph: whose tools are known.
    """
    scored = tuple(per_query)
    counted = [one for one in scored if one.error is None and one.golden.expect]
    empty = [one.passed for one in scored if one.error is None and not one.golden.expect]
    wanted = dict.fromkeys(name for one in scored for name in one.golden.expect)
    return Scores(
        k,
        len(counted),
        _mean([float(any(one.ranks)) for one in counted]),
        _mean([recall(one) for one in counted]),
        _mean([reciprocal_rank(one) for one in counted]),
        _mean([ndcg(one, k) for one in counted]),
        _mean([float(passed) for passed in empty]) if empty else None,
        tuple(name for name in wanted if name not in graph.tools),
        scored,
    )


def score(index: Searches, golden: Golden, k: int) -> Scored:
    """What becomes of one query."""
    try:
        hits = index.search(golden.query, k)
    except GraphwrightError as error:
        return Scored(golden, (), tuple(None for _ in golden.expect), False, str(error))
    found = tuple(hit.tool for hit in hits.results)
    places = {name: rank for rank, name in enumerate(found, 1)}
    ranks = tuple(places.get(name) for name in golden.expect)
    passed = _passes(golden, found, ranks)
    return Scored(golden, found, ranks, passed, fragile=passed and _tied(hits, golden))


def apart(scores: Scores, graph: ToolGraph) -> tuple[Scores | None, Scores | None]:
    """The scores of the queries that people wrote, and of the synthetic ones; None for none."""
    parts = (
        [one for one in scores.per_query if one.golden.synthetic is synthetic]
        for synthetic in (False, True)
    )
    written, synthetic = (summed(part, scores.k, graph) if part else None for part in parts)
    return written, synthetic


def recall(scored: Scored) -> float:
    """Share of the expected tools that are in the first k."""
    return sum(rank is not None for rank in scored.ranks) / len(scored.ranks)


def reciprocal_rank(scored: Scored) -> float:
    """1 / the best rank of an expected tool; 0 where none is in the first k."""
    return max((1 / rank for rank in scored.ranks if rank is not None), default=0.0)


def ndcg(scored: Scored, k: int) -> float:
    """Discounted gain of the first k against the best possible one.

    Source: Järvelin & Kekäläinen, Cumulated gain-based evaluation of IR techniques (2002).
    """
    golden = scored.golden
    gains = dict.fromkeys(golden.accept, _ACCEPTED_GAIN) | dict.fromkeys(golden.expect, 1.0)
    ideal = sorted(gains.values(), reverse=True)[:k]
    found = _discounted([gains.get(name, 0.0) for name in scored.found])
    return found / _discounted(ideal) if ideal else 0.0


def _passes(golden: Golden, found: Sequence[str], ranks: Sequence[int | None]) -> bool:
    if not golden.expect:
        return not found
    known = [rank for rank in ranks if rank is not None]
    in_order = not golden.ordered or known == sorted(known)
    return len(known) == len(ranks) and in_order and not set(golden.forbid) & set(found)


def _tied(hits: Hits, golden: Golden) -> bool:
    """The tie at k is one of an expected tool."""
    if not hits.tie_at_k:
        return False
    last = hits.results[-1].score
    return any(hit.score == last and hit.tool in golden.expect for hit in hits.results)


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, 1))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
