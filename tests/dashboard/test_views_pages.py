"""What the pages show, as plain values."""

import pytest

from graphwright.curate.apply import apply
from graphwright.curate.commands import Describe, SetSearch
from graphwright.curate.review import Order, queue
from graphwright.duplicates import duplicates
from graphwright.evaluate.metrics import evaluate
from graphwright.issues import Severity
from graphwright.relations import RelationKey, RelationKind, Verdict
from graphwright.search.index import SearchIndex
from graphwright.workflow.check import check
from graphwright_dashboard.sample import sample_curation
from graphwright_dashboard.views import board, clusters, doubles, lab, reviewed, workflow_gestures
from graphwright_dashboard.views.workflow_address import Address as WorkflowAddress


@pytest.fixture(scope="module")
def curation():
    return sample_curation()


@pytest.fixture(scope="module")
def index(curation):
    return SearchIndex(curation)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/lab", lab.Address()),
        ("/lab?q=a+b&k=7", lab.Address("a b", 7)),
        ("/lab?q=a&explain=x%2Fy&fix=1", lab.Address("a", 0, "x/y", fix=True)),
        ("/lab?q=a&k=-3", lab.Address("a")),
        ("/lab?q=a&k=99999999999", lab.Address("a")),
        ("/lab/golden", lab.Address(tab="golden")),
    ],
)
def test_the_lab_reads_its_address(path, expected):
    assert lab.Address.read(path) == expected


def test_an_address_leads_back_to_itself():
    at = lab.Address("what's <b>?", 3, "a&b", fix=True)
    assert lab.Address.read(at.path()) == at
    assert WorkflowAddress.read(WorkflowAddress("a/b c", "s", "text").path()) == WorkflowAddress(
        "a/b c", "s", "text"
    )


def test_the_bars_of_a_row_add_up_to_its_score(index, curation):
    hits = index.search("refund an order", 10)
    rows = lab.rows(hits, curation.golden.get("refund an order"))
    scale = max(1.0, hits.results[0].score)
    for row, hit in zip(rows, hits.results, strict=True):
        assert sum(width for _, width in row.bar) * scale == pytest.approx(hit.score, abs=0.06)
        assert row.tool == hit.tool


def test_the_ledger_sets_the_tool_beside_the_one_at_k(index):
    explanation = index.explain("refund an order", "getShipment", 5)
    lines = lab.ledger(explanation)
    assert next(line.label for line in lines) == "Words"
    assert explanation.competitor.rank == 5


def test_failing_golden_queries_come_first(index, curation):
    rows = lab.golden_rows(evaluate(index, curation.golden.values(), 5))
    states = [row.state for row in rows]
    assert states == sorted(states, key=lambda state: state == "passes")


def test_an_edit_says_the_words_that_it_writes(curation):
    command = Describe(tool="getOrder", when_to_use="where is my parcel")
    assert lab.edit_text(command, curation.graph) == (
        "when to use “where is my parcel” on 'getOrder'"
    )
    assert lab.edit_text(SetSearch(weights={"words": 0.5}), curation.graph) == "weight Words .50"


def test_look_alikes_are_decided_as_one_command(curation):
    relation = queue(curation, Order.CONFIDENCE)[0].relation
    key = relation.key
    request = {"source": key.source, "target": key.target, "kind": key.kind.value}
    command = reviewed.decide_alike(curation, {**request, "verdict": "rejected"})
    after = apply(curation, command)
    decided = [r for r in after.graph.relations.values() if r.verdict is Verdict.REJECTED]
    assert len(decided) == len(command.commands)
    assert key in {r.key for r in decided}


def test_the_review_reads_its_address():
    at = reviewed.Address.read("/review/relations?source=a%20b&target=c&kind=requires&order=rule")
    assert at.key == RelationKey("a b", "c", RelationKind.REQUIRES)
    assert at.order is Order.RULE
    assert reviewed.Address.read("/review/relations?source=a&target=b&kind=no").key is None


def test_a_merge_keeps_what_is_said_of_it(curation):
    found = duplicates(curation)
    cluster = clusters.find(found, "getOrder")
    choice = clusters.chosen(cluster, clusters.Address(keep="order_get"))
    command = clusters.merge_command(curation, choice, clusters.Address())
    after, effects = clusters.consequences(curation, command)
    assert after == apply(curation, command)
    assert effects.sentence.startswith("'getOrder' disappears")
    assert [bar.value for bar in doubles.waterfall(cluster.pairs[0])] == sorted(
        (value for value in cluster.pairs[0].terms.values() if abs(value) >= 0.05), reverse=True
    )


def test_every_required_parameter_of_a_card_is_proved_or_missing(curation):
    workflow = curation.workflows["process-a-refund"]
    found = board.cards(workflow, curation.graph, check(workflow, curation))
    assert [card.tool for card in found] == ["", "findOrdersByEmail", "getOrder", "requestRefund"]
    refund = {port.name: port for port in found[-1].takes}
    assert refund["orderId"].state == "proved"
    assert refund["orderId"].sources == ("order|id",)
    without = workflow_gestures.edited(
        workflow, curation.graph, {"edit": "unbind", "step": "refund", "parameter": "orderId"}
    )
    issues = check(without, curation)
    card = board.cards(without, curation.graph, issues)[-1]
    assert {port.name: port.state for port in card.takes}["orderId"] == "missing"
    assert board.problems(without, issues)[0].severity is Severity.ERROR


def test_an_inserted_step_is_bound_by_what_the_graph_knows(curation):
    workflow = curation.workflows["process-a-refund"]
    after = workflow_gestures.edited(
        workflow, curation.graph, {"edit": "insert", "tool": "getInvoice", "position": 2}
    )
    added = after.steps[2]
    assert added.tool == "getInvoice"
    assert added.bindings["orderId"].source
