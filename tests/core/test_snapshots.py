from dataclasses import replace

import pytest

from graphwright.curate import commands as c
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import evaluate
from graphwright.evaluate.significance import sign_test
from graphwright.evaluate.snapshot import (
    DEPTH,
    Answer,
    Move,
    Snapshot,
    answers,
    moves,
    read_snapshot,
    versus,
    write_snapshot,
)
from graphwright.graph import ToolGraph
from graphwright.project.project import Project
from graphwright.project.releases import Release
from graphwright.project.snapshots import START, Snapshots
from graphwright.search.index import SearchIndex
from graphwright.tools import Tool

GRAPH = ToolGraph.of(
    [
        Tool("getOrder", "Returns an order."),
        Tool("listOrders", "Lists orders of a customer."),
        Tool("sendParcel", "Sends a parcel."),
    ]
)
CURATION = Curation(graph=GRAPH, base=GRAPH)
GOLDEN = (
    Golden("get an order", ("getOrder",)),
    Golden("orders of a customer", ("listOrders",)),
    Golden("quux", ("sendParcel",)),
    Golden("weather"),
)


@pytest.fixture
def project(tmp_path):
    with Project.open(tmp_path / "p.graphwright", CURATION) as project:
        yield project


@pytest.mark.parametrize("k", [1, 2, 3, 10])
def test_a_snapshot_scores_as_the_search_that_it_was_taken_of(k: int):
    index = SearchIndex(CURATION)
    snapshot = Snapshot("s", 0, "", 5, answers=answers(index, GOLDEN, DEPTH))
    read = read_snapshot(write_snapshot(snapshot))
    assert read == snapshot
    assert evaluate(read.over(GRAPH), GOLDEN, k) == evaluate(index, GOLDEN, k)


def test_what_a_snapshot_lacks_is_an_error_and_no_miss():
    scores = evaluate(Snapshot("s", 0, "", 5).over(GRAPH), GOLDEN[:1], 5)
    assert scores.queries == 0
    assert scores.per_query[0].error


def test_lists_that_are_too_short_for_k_are_lacking():
    snapshot = Snapshot("s", 0, "", 5, depth=2, answers=(Answer("a", ("x", "y"), (2.0, 1.0)),))
    golden = (Golden("a"), Golden("b"))
    assert [one.query for one in snapshot.lacks(golden, 1)] == ["b"]
    assert [one.query for one in snapshot.lacks(golden, 2)] == ["a", "b"]


def test_wins_and_losses_are_counted_with_their_probability():
    before = evaluate(SearchIndex(CURATION), GOLDEN, 1)
    better = GRAPH.with_tools(replace(GRAPH.tools["sendParcel"], aliases=("quux",)))
    found = versus(before, evaluate(SearchIndex(replace(CURATION, graph=better)), GOLDEN, 1))
    assert (found.wins, found.losses, found.p) == (1, 0, 1.0)
    assert [pair.verdict for pair in found.pairs] == ["same", "same", "fixed", "same"]


@pytest.mark.parametrize(
    ("wins", "losses", "p"), [(0, 0, 1.0), (1, 0, 1.0), (5, 0, 0.0625), (18, 11, 0.26), (3, 3, 1.0)]
)
def test_the_sign_test(wins: int, losses: int, p: float):
    assert sign_test(wins, losses) == pytest.approx(p, abs=0.006)
    assert sign_test(wins, losses) == sign_test(losses, wins)


def test_moves_are_new_gone_up_and_down():
    found = moves(("a", "b", "c"), ("b", "a", "d"))
    assert found == (Move("b", 2, 1), Move("a", 1, 2), Move("d", None, 3), Move("c", 3, None))
    assert [move.how for move in found] == ["up", "down", "new", "gone"]


def test_the_baseline_is_the_start_then_the_last_release_then_what_was_chosen(project: Project):
    kept = Snapshots(project)
    assert kept.baseline.name == START
    revision = project.do(c.Describe(tool="sendParcel", aliases=("quux",)))
    project.publish(Release(0, revision))
    assert (kept.baseline.name, kept.baseline.revision) == ("release 1", revision)
    kept.take("mine", GOLDEN, 5)
    kept.set_baseline("mine")
    assert Snapshots(project).baseline.name == "mine"
    kept.drop("mine")
    assert Snapshots(project).baseline.name == "release 1"


def test_a_snapshot_of_an_older_revision_is_searched_there(project: Project):
    kept = Snapshots(project)
    project.do(c.Describe(tool="sendParcel", aliases=("quux",)))
    now = kept.take("now", GOLDEN, 5)
    start = kept.completed(kept.named(START), GOLDEN, 5)
    passes = [
        [one.passed for one in evaluate(snapshot.over(GRAPH), GOLDEN, 5).per_query]
        for snapshot in (start, now)
    ]
    assert passes == [[True, True, False, True], [True] * 4]
    assert [one.name for one in Snapshots(project).all()] == [START, "now"]


def test_a_snapshot_may_have_weights_of_its_own(project: Project):
    kept = Snapshots(project)
    none = dict.fromkeys(("words", "name", "query", "exact"), 0.0)
    taken = kept.take("no words", GOLDEN[:1], 5, none)
    assert taken.answers != kept.take("words", GOLDEN[:1], 5).answers


@pytest.mark.parametrize("name", ["", "  ", START])
def test_a_snapshot_needs_a_name_of_its_own(project: Project, name: str):
    with pytest.raises(CommandError, match="name"):
        Snapshots(project).take(name, GOLDEN, 5)
