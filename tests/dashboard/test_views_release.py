"""What changed since a release, the gate's rules, and how long ago something was."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import pytest

from graphwright.curate.apply import apply
from graphwright.curate.commands import (
    Accept,
    AddRelation,
    Command,
    Describe,
    MergeTools,
    PutGolden,
    PutWorkflow,
    Reject,
    RemoveWorkflow,
    SetSearch,
    Unmerge,
)
from graphwright.curate.curation import Curation
from graphwright.evaluate.gate import compare
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import evaluate
from graphwright.graph import ToolGraph
from graphwright.relations import Relation, RelationKind
from graphwright.search.index import SearchIndex
from graphwright.tools import Parameter, Tool
from graphwright.workflow.model import Step, Workflow
from graphwright_dashboard.views import journal
from graphwright_dashboard.views.release import ago, changes, kinds, rules

PAIR = {"source": "pay", "target": "ship", "kind": RelationKind.REQUIRES}
GRAPH = ToolGraph.of(
    [Tool("pay", "Pays an order."), Tool("ship", "Ships it.", order=1), Tool("shipOrder", order=2)],
    [Relation(**PAIR, confidence=0.9)],
)
START = Curation(GRAPH, GRAPH)
WORDS = ("Descriptions and search words", 1)  # a survivor's too: it goes by more names
FLOW = Workflow("refund", "refund", steps=(Step("s", "pay"),))


def done(*commands: Command, start: Curation = START) -> Curation:
    for command in commands:
        start = apply(start, command)
    return start


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ([], [], []),
        ([], [Describe(tool="pay", description="Pays.")], [("Descriptions and search words", 1)]),
        ([], [MergeTools(keep="ship", merge=("shipOrder",))], [("Tools merged", 1), WORDS]),
        (
            [MergeTools(keep="ship", merge=("shipOrder",))],
            [Unmerge(keep="ship")],
            [("Merges taken back", 1), WORDS],
        ),
        ([], [PutWorkflow(workflow=FLOW)], [("Workflows added", 1)]),
        (
            [PutWorkflow(workflow=FLOW)],
            [PutWorkflow(workflow=replace(FLOW, goal="x"))],
            [("Workflows changed", 1)],
        ),
        ([PutWorkflow(workflow=FLOW)], [RemoveWorkflow(id="refund")], [("Workflows removed", 1)]),
        ([], [PutGolden(golden=Golden("pay it"))], [("Golden queries added", 1)]),
        ([], [SetSearch(k=7, weights={"words": 0.5})], [("Search settings", 2)]),
    ],
)
def test_what_is_other_than_then_is_listed(before, after, said):
    then = done(*before)
    found = [(change.what, change.count) for change in changes(done(*after, start=then), then)]
    assert found == said


def test_a_tool_that_is_called_otherwise_is_listed_apart():
    other = replace(GRAPH.tools["pay"], parameters=(Parameter("amount"),))
    now = Curation(ToolGraph.of([other, *list(GRAPH.ordered_tools)[1:]]))
    assert [change.what for change in changes(now, START)] == ["Parameters and answers"]


def test_relations_are_counted_as_they_ship():
    then = done(Accept(**PAIR))
    now = done(
        Reject(**PAIR),
        AddRelation(source="ship", target="pay", kind=RelationKind.PRECEDES),
        start=then,
    )
    counted = {one.kind: (one.added, one.removed, one.now) for one in kinds(now, then)}
    assert counted[RelationKind.REQUIRES] == (0, 1, 0)
    assert counted[RelationKind.PRECEDES] == (1, 0, 1)


def test_rules_that_do_not_hold_come_first_with_their_queries():
    golden = [Golden("ships it", ("pay",)), Golden("pays an order", ("pay",), forbid=("pay",))]
    index = SearchIndex(START)
    now = evaluate(index, golden, 1)
    before = replace(now, per_query=tuple(replace(one, passed=True) for one in now.per_query))
    found = rules(now, compare(now, before, {"refund": "No step."}), 3, {"refund": "No step."})
    assert [(rule.title, rule.number) for rule in found if not rule.holds] == [
        ("Pinned queries still pass", "2 fail"),
        ("No forbidden tool in the first 1", "1 of 1"),
        ("Every workflow can run", "1 of 3 cannot"),
    ]
    assert found[1].queries == ("pays an order",)
    assert [rule.holds for rule in found[3:]] == [True] * 4


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("2026-01-10T12:00:00.000+00:00", "just now"),
        ("2026-01-10T11:59:01+00:00", "just now"),
        ("2026-01-10T11:58:00+00:00", "2 minutes ago"),
        ("2026-01-10T11:00:00+00:00", "1 hour ago"),
        ("2026-01-09T11:00:00+00:00", "1 day ago"),
        ("2026-01-01T12:00:00+00:00", "9 days ago"),
        ("2025-12-10T12:00:00+00:00", "4 weeks ago"),
        ("2026-01-11T12:00:00+00:00", "just now"),
        ("yesterday", "yesterday"),
        ("2026-01-10T12:00:00", "2026-01-10T12:00:00"),
    ],
)
def test_how_long_ago_something_was(at, said):
    assert ago(at, datetime(2026, 1, 10, 12, tzinfo=UTC)) == said


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/history", journal.Address()),
        ("/history?q=a+b&who=~&kind=merges", journal.Address("a b", "~", "merges")),
        ("/history?kind=nonsense&from=12&to=40", journal.Address(old=12, new=40)),
        ("/history?from=-1&to=99999999999", journal.Address()),
    ],
)
def test_the_history_reads_its_address(path, expected):
    assert journal.Address.read(path) == expected
    assert journal.Address.read(expected.path()) == expected


def test_every_command_is_of_a_kind():
    adapters = get_args(get_args(Command)[0])
    names = {one.__dataclass_fields__["do"].default for one in adapters}
    assert {journal.KINDS[journal._OF.get(name, "relations")] for name in names} == {
        *journal.KINDS.values()
    } - {"Undone, redone, reverted"}
    assert journal._OF.keys() <= names
