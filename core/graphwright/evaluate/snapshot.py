"""Snapshots: what a search found for each golden query, kept as it was found.

A snapshot answers like the search that it was taken of, so that its numbers come from the same
functions. Rankings do not depend on k: a list of twenty answers for every smaller k.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import orjson
from pydantic import TypeAdapter, ValidationError

from ..errors import GraphwrightError, QueryError, ReadError
from ..graph import ToolGraph
from ..search.results import Hit, Hits
from .golden import Golden
from .metrics import Scored, Scores, Searches, ndcg
from .significance import sign_test

DEPTH = 20  # tools of each list; more where k is


@dataclass(frozen=True, slots=True)
class Answer:
    """The list for one query. `error`: why there is none."""

    query: str
    tools: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What was found at one revision under one setting.

    Attributes:
        name: what a person calls it.
        revision: of the project; searched with its settings of then.
        weights: in place of those of then; None for those.
        k: that it was taken at.
        depth: length at which the lists are cut.
    """

    name: str
    revision: int
    at: str
    k: int
    weights: Mapping[str, float] | None = None
    depth: int = DEPTH
    answers: tuple[Answer, ...] = ()

    def lacks(self, golden: Iterable[Golden], k: int) -> tuple[Golden, ...]:
        """The queries that it has no list of, or none that is deep enough for this k."""
        cut = self.depth if self.depth <= k else -1
        known = {one.query for one in self.answers if len(one.tools) != cut}
        return tuple(one for one in golden if one.query not in known)

    def with_answers(self, answers: Iterable[Answer], depth: int) -> "Snapshot":
        together = {one.query: one for one in (*self.answers, *answers)}
        return replace(self, answers=tuple(together.values()), depth=max(self.depth, depth))

    def over(self, graph: ToolGraph) -> Searches:
        """The search that gives these lists again; `graph` says which tools there are."""
        return _Kept(graph, {one.query: one for one in self.answers})


@dataclass(frozen=True, slots=True)
class _Kept:
    graph: ToolGraph
    answers: Mapping[str, Answer]

    def search(self, query: str, k: int) -> Hits:
        answer = self.answers.get(query)
        if answer is None or answer.error:
            raise QueryError(answer.error if answer else "The snapshot has no list of it.")
        pairs = enumerate(zip(answer.tools[:k], answer.scores, strict=False), 1)
        tied = 0 < k < len(answer.tools) and answer.scores[k - 1] == answer.scores[k]
        return Hits(query, k, tuple(Hit(rank, *pair) for rank, pair in pairs), tied)


def answers(index: Searches, golden: Iterable[Golden], depth: int) -> tuple[Answer, ...]:
    """The first `depth` tools that the search finds for each query."""
    return tuple(_answer(index, one.query, depth) for one in golden)


def _answer(index: Searches, query: str, depth: int) -> Answer:
    try:
        hits = index.search(query, depth).results
    except GraphwrightError as error:
        return Answer(query, error=str(error))
    return Answer(query, tuple(hit.tool for hit in hits), tuple(hit.score for hit in hits))


_SNAPSHOT = TypeAdapter(Snapshot)


def write_snapshot(snapshot: Snapshot) -> bytes:
    return orjson.dumps(_SNAPSHOT.dump_python(snapshot, mode="json", exclude_defaults=True))


def read_snapshot(data: bytes) -> Snapshot:
    """Raises `ReadError`: it is no snapshot."""
    try:
        return _SNAPSHOT.validate_json(data)
    except ValidationError:
        raise ReadError("A kept snapshot has a form that is not known here.") from None


@dataclass(frozen=True, slots=True)
class Pair:
    """One query in two snapshots. `change`: of its nDCG@k, in [-1, 1]."""

    before: Scored
    after: Scored
    change: float

    @property
    def verdict(self) -> str:
        if self.before.passed is not self.after.passed:
            return "fixed" if self.after.passed else "broken"
        return "better" if self.change > 0 else "worse" if self.change < 0 else "same"


@dataclass(frozen=True, slots=True)
class Versus:
    """Two snapshots on the queries that both have.

    Attributes:
        wins, losses: queries whose nDCG@k rose, or fell.
        p: probability in [0, 1] that chance makes as large a difference.
    """

    before: Scores
    after: Scores
    pairs: tuple[Pair, ...]
    wins: int
    losses: int
    p: float


def versus(before: Scores, after: Scores) -> Versus:
    """How two scores of the same queries differ, query by query."""
    stood = {one.golden.query: one for one in before.per_query if one.error is None}
    both = [one for one in after.per_query if one.error is None and one.golden.query in stood]
    pairs = tuple(
        Pair(then, one, _worth(one, after.k) - _worth(then, before.k))
        for one in both
        for then in (stood[one.golden.query],)
    )
    wins, losses = (sum(sign * pair.change > 0 for pair in pairs) for sign in (1, -1))
    return Versus(before, after, pairs, wins, losses, sign_test(wins, losses))


def _worth(one: Scored, k: int) -> float:
    return ndcg(one, k) if one.golden.expect else float(one.passed)


@dataclass(frozen=True, slots=True)
class Move:
    """Where one tool stands in two lists; None where it is not in one."""

    tool: str
    before: int | None
    after: int | None

    @property
    def how(self) -> str:
        """`new`, `gone`, `up`, `down` or `same`."""
        if self.before is None or self.after is None:
            return "new" if self.before is None else "gone"
        if self.before == self.after:
            return "same"
        return "up" if self.after < self.before else "down"


def moves(before: Sequence[str], after: Sequence[str]) -> tuple[Move, ...]:
    """Every tool of two lists: those of the second in its order, then those that are gone."""
    was = {tool: rank for rank, tool in enumerate(before, 1)}
    here = tuple(Move(tool, was.get(tool), rank) for rank, tool in enumerate(after, 1))
    return here + tuple(Move(t, rank, None) for t, rank in was.items() if t not in set(after))
