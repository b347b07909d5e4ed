"""Tests that need no judgement, each on a handful of tools."""

from dataclasses import replace

import pytest

from graphwright.curate.curation import Curation
from graphwright.errors import QueryError
from graphwright.evaluate.bearing import Word, bearing
from graphwright.evaluate.depth import depths, tokens
from graphwright.evaluate.floor import Answered, calibrated, right_answers
from graphwright.evaluate.golden import Golden, read_golden
from graphwright.evaluate.golden_files import WRITERS
from graphwright.evaluate.metrics import apart, evaluate
from graphwright.evaluate.preference import preference
from graphwright.evaluate.selftest import Negative, Own, negatives, own_words
from graphwright.evaluate.starter import starter
from graphwright.graph import ToolGraph
from graphwright.search.index import SearchIndex
from graphwright.tools import Parameter, Tool

TOOLS = (
    Tool("getOrder", "Returns one order with its lines."),
    Tool("fetchOrder", "Returns one order with its lines."),
    Tool("trackParcel", "Where a parcel is now."),
    Tool("ping"),
)
GRAPH = ToolGraph.of(TOOLS)
INDEX = SearchIndex(Curation(graph=GRAPH, base=GRAPH))
PARCEL = Golden("where is the parcel", ("trackParcel",))


def test_a_double_steals_the_place_of_a_tool_asked_by_its_own_words():
    found = {one.tool: one for one in own_words(INDEX)}
    assert [one.thief for one in found.values() if one.rank != 1] in (["getOrder"], ["fetchOrder"])
    assert found["trackParcel"] == Own("trackParcel", "Where a parcel is now.", 1, "")
    assert found["ping"].rank == 1  # without a description its name is asked


def test_a_tool_that_is_hidden_cannot_answer():
    hidden, empty = sorted(negatives(INDEX, [PARCEL, Golden("weather")], 10), key=len_of_hidden)[
        ::-1
    ]
    assert (hidden.query, hidden.hidden, hidden.tool) == (PARCEL.query, ("trackParcel",), "")
    assert empty == Negative("weather", (), "", 0.0)


def len_of_hidden(one: Negative) -> int:
    return len(one.hidden)


def test_what_may_answer_is_hidden_too():
    golden = Golden("one order with its lines", ("getOrder",), ("fetchOrder",))
    (found,) = negatives(INDEX, [golden], 10)
    assert found.hidden == ("fetchOrder", "getOrder")
    assert found.tool not in ("getOrder", "fetchOrder")


@pytest.mark.parametrize(
    ("right", "wrong", "separable", "floor", "turned", "caught"),
    [
        ((0.8, 0.6), (0.2, 0.4), True, 0.5, 0.0, 1.0),
        ((0.8, 0.3), (0.2, 0.4), False, 0.2, 0.0, 0.5),
        ((0.5,), (0.5,), False, 0.0, 0.0, 0.0),
        ((), (0.5,), False, 0.0, 0.0, 0.0),
    ],
)
def test_a_floor_stands_between_right_and_wrong_where_it_can(
    right, wrong, separable, floor, turned, caught
):
    found = calibrated(
        [Answered(str(n), "t", score) for n, score in enumerate(right)],
        [Negative(str(n), (), "t", score) for n, score in enumerate(wrong)],
    )
    assert found.separable is separable
    assert found.floor == pytest.approx(floor)
    assert (found.turned_away, found.caught) == (turned, caught)
    word = "Separable" if separable else "Not separable" if right else "Not measurable"
    assert found.verdict.startswith(word)


def test_a_right_answer_is_scored_where_it_is_in_the_first_k():
    answers = right_answers(INDEX, [PARCEL, Golden("parcel", ("ping",))], 5)
    assert [(one.query, one.tool) for one in answers] == [(PARCEL.query, "trackParcel")]


def test_words_bear_what_the_tool_loses_without_them():
    graph = ToolGraph.of(
        [Tool("a", "Mends quibbles of the flim."), Tool("b", "Paints the flim."), *TOOLS]
    )
    index = SearchIndex(Curation(graph=graph, base=graph))
    found = bearing(index, "a", [Golden("quibbles", ("a",))], 5)
    weights = {one.text: one.weight for one in found if isinstance(one, Word)}
    assert weights["quibbles"] == "bears"
    assert weights["of"] == "dead"
    text = "".join(one.text if isinstance(one, Word) else one for one in found)
    assert text == "Mends quibbles of the flim."
    with pytest.raises(QueryError):
        bearing(index, "gone", [], 5)


def test_what_bears_is_what_a_new_index_says():
    golden = (PARCEL, Golden("parcel now", ("trackParcel",)))
    for word in (one for one in bearing(INDEX, "trackParcel", golden, 5) if isinstance(one, Word)):
        tool = GRAPH.tools["trackParcel"]
        less = " ".join(w for w in tool.description.split() if w.strip(".") != word.text)
        graph = GRAPH.with_tools(replace(tool, description=less))
        anew = SearchIndex(Curation(graph=graph, base=graph))
        for move in word.moved:
            assert anew.explain(move.query, "trackParcel", 5).rank == move.after


def test_a_preference_becomes_queries_that_try_it():
    case, trap = preference(GRAPH, "getOrder", "fetchOrder", " in  the shop ")
    assert (case.query, case.expect, case.forbid) == ("in the shop", ("getOrder",), ("fetchOrder",))
    assert (trap.expect, trap.ordered) == (("getOrder", "fetchOrder"), True)
    assert trap.query == "fetch order: in the shop"
    assert case.group == trap.group


@pytest.mark.parametrize(
    ("better", "worse", "when"),
    [
        ("gone", "ping", "x"),
        ("ping", "gone", "x"),
        ("ping", "ping", "x"),
        ("ping", "getOrder", " "),
    ],
)
def test_a_preference_takes_two_tools_and_a_case(better, worse, when):
    with pytest.raises(QueryError):
        preference(GRAPH, better, worse, when)


def test_depths_are_the_scores_at_each_k():
    golden = (PARCEL, Golden("order lines", ("fetchOrder",)), Golden("weather"))
    for one in depths(INDEX, golden, (1, 2, 3)):
        scores = evaluate(INDEX, golden, one.k)
        assert (one.hit, one.recall) == (scores.hit, scores.recall)
        assert one.passed == sum(s.passed for s in scores.per_query) / 3
    costs = [one.tokens for one in depths(INDEX, golden, (1, 2, 3))]
    assert costs == sorted(costs)


def test_parameters_cost_tokens():
    assert tokens(Tool("a", parameters=(Parameter("id"),))) > tokens(Tool("a"))


def test_a_starter_set_is_synthetic_and_counted_apart():
    made = starter(GRAPH)
    assert all(one.synthetic for one in made)
    asked = {one.query: one for one in made}
    assert asked["getOrder"].expect == ("getOrder",)
    assert asked["get order"].expect == ("getOrder",)
    assert sum(not one.expect for one in made) == 5
    assert "I want to return one order with its lines" not in asked  # it would ask for two
    scores = evaluate(INDEX, (*made, PARCEL), 5)
    written, synthetic = apart(scores, GRAPH)
    assert (len(written.per_query), len(synthetic.per_query)) == (1, len(made))
    assert apart(evaluate(INDEX, [PARCEL], 5), GRAPH)[1] is None


@pytest.mark.parametrize("form", WRITERS)
def test_golden_queries_survive_every_file(form: str):
    golden = (
        Golden('a, "b"; c', ("x;y", "ü,"), ("z",), ("n",), True, False, "g", "line\nnext", True),
        Golden("=1+1", ("x",), note="@note"),
        Golden("weather"),
    )
    assert read_golden(WRITERS[form](golden), f"g.{form}") == golden


def test_the_runtimes_ground_truth_is_read():
    data = b"""{"schema_version": 1, "cases": [{"case_id": "1", "query": "q",
        "expected_targets": ["a"], "acceptable_alternatives": ["b"]}]}"""
    assert read_golden(data, "g.json") == (Golden("q", ("a",), ("b",)),)
