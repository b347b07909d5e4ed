from dataclasses import dataclass

import pytest

from graphwright.errors import QueryError
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import evaluate
from graphwright.graph import ToolGraph
from graphwright.search.results import Hit, Hits
from graphwright.tools import Tool

GRAPH = ToolGraph.of(Tool(name) for name in "abcdef")


@dataclass(frozen=True)
class Fixed:
    """A search that always finds a, b, c, d in this order."""

    graph: ToolGraph = GRAPH

    def search(self, query: str, k: int) -> Hits:
        if query == "broken":
            raise QueryError("There is no embedder 'x'.")
        found = "" if query == "nothing" else "abcd"
        results = [Hit(rank, name, 1 / rank) for rank, name in enumerate(found[:k], 1)]
        return Hits(query, k, tuple(results))


#  golden, k, ranks, passed, hit, recall, mrr, ndcg
CASES = [
    (Golden("q", ("a",)), 3, (1,), True, 1, 1, 1, 1),
    (Golden("q", ("c",)), 3, (3,), True, 1, 1, 1 / 3, 0.5),
    (Golden("q", ("d",)), 3, (None,), False, 0, 0, 0, 0),
    (Golden("q", ("b", "e")), 3, (2, None), False, 1, 0.5, 0.5, 0.386853),
    (Golden("q", ("b", "a")), 3, (2, 1), True, 1, 1, 1, 1),
    (Golden("q", ("b", "a"), ordered=True), 3, (2, 1), False, 1, 1, 1, 1),
    (Golden("q", ("a", "b"), ordered=True), 3, (1, 2), True, 1, 1, 1, 1),
    (Golden("q", ("a",), forbid=("b",)), 3, (1,), False, 1, 1, 1, 1),
    (Golden("q", ("a",), forbid=("d",)), 3, (1,), True, 1, 1, 1, 1),
    (Golden("q", ("b",), accept=("a",)), 3, (2,), True, 1, 1, 0.5, 0.859719),
    (Golden("q", ("missing",)), 3, (None,), False, 0, 0, 0, 0),
]


@pytest.mark.parametrize(("golden", "k", "ranks", "passed", "hit", "recall", "mrr", "ndcg"), CASES)
def test_scores_of_one_query(
    golden: Golden,
    k: int,
    ranks: tuple[int | None, ...],
    passed: bool,
    hit: float,
    recall: float,
    mrr: float,
    ndcg: float,
) -> None:
    scores = evaluate(Fixed(), [golden], k)
    assert (scores.per_query[0].ranks, scores.per_query[0].passed) == (ranks, passed)
    means = (scores.hit, scores.recall, scores.mrr, scores.ndcg)
    assert means == pytest.approx((hit, recall, mrr, ndcg), abs=1e-6)


def test_an_error_is_reported_and_not_counted() -> None:
    scores = evaluate(Fixed(), [Golden("broken", ("a",)), Golden("q", ("a",))], 3)
    assert (scores.queries, scores.hit) == (1, 1.0)
    assert scores.per_query[0].error == "There is no embedder 'x'."


def test_a_query_that_expects_nothing_counts_in_abstained_alone() -> None:
    scores = evaluate(Fixed(), [Golden("nothing"), Golden("q"), Golden("q2", ("a",))], 3)
    assert (scores.queries, scores.hit, scores.abstained) == (1, 1.0, 0.5)
    assert [one.passed for one in scores.per_query] == [True, False, True]


def test_expected_tools_that_the_graph_lacks_are_listed_once() -> None:
    golden = [Golden("q", ("x", "a")), Golden("q2", ("x", "y"))]
    assert evaluate(Fixed(), golden, 3).unknown_tools == ("x", "y")


def test_no_queries_give_zeros() -> None:
    scores = evaluate(Fixed(), [], 3)
    assert (scores.queries, scores.hit, scores.abstained) == (0, 0.0, None)


def test_forbidden_tools_that_were_found_are_named() -> None:
    scored = evaluate(Fixed(), [Golden("q", forbid=("b", "e"))], 3).per_query[0]
    assert scored.forbidden == ("b",)
