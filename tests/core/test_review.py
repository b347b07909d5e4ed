"""The review of relations: the queue, what speaks against a claim, what hangs on it, its end."""

import random

import pytest
from immutables import Map

from graphwright.curate.calibration import advice, calibration, left_to_gain, lower_bound
from graphwright.curate.curation import Curation
from graphwright.curate.review import Order, counter_evidence, look_alikes, progress, queue
from graphwright.curate.rules import ruled
from graphwright.curate.stakes import costs, if_removed, leaning
from graphwright.curate.suppliers import gathered, suppliers
from graphwright.curate.usage import next_tools, proposals, read_usage
from graphwright.evaluate.golden import Golden
from graphwright.graph import Group, ToolGraph
from graphwright.relations import Evidence, Origin, Relation, RelationKind, Verdict
from graphwright.search.results import Hit, Hits, Part
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright.workflow.model import Binding, Step, Workflow

R, P, C, S, X, B = RelationKind
ID = Parameter("orderId", "integer", required=True, location=Location.PATH)
LIST = Tool("list", method="get", outputs=(Field("[].id", "integer"),))
GET = Tool("get", method="get", parameters=(ID,), outputs=(Field("id", "string"),))
CANCEL = Tool("cancel", method="post", parameters=(ID,))
CREATE = Tool("create", method="post", outputs=(Field("id", "integer"),))
TOOLS = (LIST, GET, CANCEL, CREATE)


def claim(
    source: str,
    kind: RelationKind,
    target: str,
    confidence: float = 0.8,
    rule: str = "id-from-output",
    parameter: str = "orderId",
    field: str = "[].id",
) -> Relation:
    grounds = (Evidence(rule, "because", parameter, field),)
    return Relation(source, target, kind, confidence, evidence=grounds)


def curation(*relations: Relation, **others: object) -> Curation:
    graph = ToolGraph.of(TOOLS, relations, [Group("orders")])
    return Curation(graph=graph, base=graph, **others)  # type: ignore[arg-type]


class Found:
    """A search whose answer is laid down: `cancel` brings along what the graph says it needs."""

    def __init__(self, held: Curation) -> None:
        self.graph = held.graph

    def search(self, query: str, k: int) -> Hits:
        hits = [Hit(1, "cancel", 2.0, (Part("words", 2.0),))]
        for relation in self.graph.outgoing.get("cancel", ()):
            way = Part("hop", 1.0, via=("cancel", relation.target))
            hits.append(Hit(len(hits) + 1, relation.target, 1.0, (way,)))
        return Hits(query, k, tuple(hits[:k]), False, ())


SURE, UNSURE = claim("cancel", R, "list", 0.9), claim("cancel", R, "get", 0.4)
QUERY = Golden("cancel my order", ("cancel", "list"))


def test_the_queue_holds_what_waits_and_nothing_else() -> None:
    decided = SURE.decided(Verdict.ACCEPTED)
    group = Relation("list", "orders", B)
    by_hand = Relation("get", "list", C, origin=Origin.CURATOR)
    cards = queue(curation(decided, group, by_hand, UNSURE))
    assert [card.relation for card in cards] == [UNSURE]


def test_without_stakes_the_likeliest_error_comes_first() -> None:
    assert [card.relation for card in queue(curation(SURE, UNSURE))] == [UNSURE, SURE]


def test_what_a_golden_query_leans_on_comes_first() -> None:
    other = claim("cancel", R, "get", 0.7)
    held = curation(SURE, other, golden=Map({QUERY.query: QUERY}))
    assert [card.relation for card in queue(held)] == [other, SURE]
    cards = queue(held, Order.IMPACT, costs(held, Found(held), 5))
    assert [card.relation for card in cards] == [SURE, other]


def test_decisions_on_look_alikes_change_the_chance_of_an_error() -> None:
    rejected = [claim("get", R, name).decided(Verdict.REJECTED) for name in ("cancel", "create")]
    alone, after = curation(SURE), curation(SURE, *rejected)
    assert queue(after)[0].wrong > queue(alone)[0].wrong


def test_by_rule_look_alikes_stand_together() -> None:
    mixed = curation(
        claim("get", R, "list"),
        claim("get", S, "list", rule="alike", parameter=""),
        claim("cancel", R, "list"),
    )
    rules = [card.relation.evidence[0].rule for card in queue(mixed, Order.RULE)]
    assert rules == ["alike", "id-from-output", "id-from-output"]


def test_look_alikes_share_rule_kind_and_parameter() -> None:
    graph = curation(
        SURE, UNSURE, claim("get", P, "list"), claim("create", R, "list", parameter="x")
    ).graph
    assert look_alikes(graph, SURE) == (UNSURE,)


DOUBTS = [
    # relation, others beside it                                 what is said
    (claim("get", R, "create", field="id"), (), "'create' writes"),
    (claim("cancel", R, "get", field="id"), (), "'get' must be given orderId itself"),
    (claim("cancel", R, "get", field="id"), (), "orderId is of type integer, id of type string"),
    (claim("cancel", R, "create", field="no"), (), "No schema says"),
    (claim("list", R, "get"), (), "'list' has no parameter orderId"),
    (SURE, (claim("cancel", P, "list"),), "'cancel' precedes 'list' is claimed"),
    (SURE, (claim("list", X, "cancel"),), "'list' conflicts_with 'cancel' is claimed"),
    (SURE, (claim("list", R, "get"), claim("get", R, "cancel")), "cancel → list → get → cancel"),
    (claim("list", S, "create"), (), "only reads, and the other writes"),
    (SURE, (UNSURE.decided(Verdict.REJECTED),), "Rejected of its look-alikes: 1"),
]


@pytest.mark.parametrize(("relation", "others", "said"), DOUBTS)
def test_what_speaks_against_a_relation(
    relation: Relation, others: tuple[Relation, ...], said: str
) -> None:
    graph = curation(relation, *others).graph
    assert any(said in sentence for sentence in counter_evidence(graph, relation))


def test_nothing_speaks_against_a_sound_relation() -> None:
    assert counter_evidence(curation(SURE).graph, SURE) == ()


def test_if_removed_names_the_queries_and_workflows_that_lean_on_it() -> None:
    steps = (
        Step("list", "list"),
        Step("cancel", "cancel", bindings={"orderId": Binding("$steps.list.outputs.[].id")}),
    )
    held = curation(
        SURE,
        golden=Map({QUERY.query: QUERY}),
        workflows=Map({"w": Workflow("w", steps=steps)}),
    )
    gone = if_removed(held, SURE.key, Found, 5)
    assert (gone.broken, gone.mended, gone.workflows) == (("cancel my order",), (), ("w",))
    assert gone.recall == -0.5


def test_a_workflow_leans_on_what_its_steps_wait_for() -> None:
    steps = (Step("1", "create"), Step("2", "get", after=("1",)))
    held = curation(workflows=Map({"w": Workflow("w", steps=steps)}))
    assert leaning(held, claim("create", P, "get").key) == ("w",)
    assert leaning(held, claim("get", P, "create").key) == ()


def test_progress_counts_decisions_on_what_machines_found() -> None:
    done = progress(curation(SURE.decided(Verdict.ACCEPTED), UNSURE).graph)
    assert (done.left, done.accepted, done.rejected, done.rate) == (1, 1, 0, 1.0)
    assert progress(ToolGraph()).rate is None


def many(verdicts: dict[Verdict, int], confidence: float = 0.85) -> Curation:
    tools = [Tool(f"t{i}") for i in range(sum(verdicts.values()))] + [LIST]
    wanted = [verdict for verdict, count in verdicts.items() for _ in range(count)]
    relations = [
        claim(tool.name, R, "list", confidence).decided(verdict)
        for tool, verdict in zip(tools, wanted, strict=False)
    ]
    return Curation(graph=ToolGraph.of(tools, relations))


def test_what_was_always_accepted_may_be_accepted_unseen() -> None:
    held = many({Verdict.ACCEPTED: 58, Verdict.UNREVIEWED: 40})
    (advised,) = advice(calibration(held.graph))
    assert advised.verdict is Verdict.ACCEPTED
    assert "58 of 58 accepted" in advised.sentence
    after = ruled(held, advised.rule)
    assert progress(after.graph).left == 0


def test_what_was_mostly_rejected_may_be_rejected_unseen() -> None:
    held = many({Verdict.REJECTED: 30, Verdict.UNREVIEWED: 5}, 0.3)
    (advised,) = advice(calibration(held.graph))
    assert advised.verdict is Verdict.REJECTED


def test_few_decisions_or_mixed_ones_are_no_ground_for_advice() -> None:
    few = many({Verdict.ACCEPTED: 5, Verdict.UNREVIEWED: 40})
    mixed = many({Verdict.ACCEPTED: 20, Verdict.REJECTED: 12, Verdict.UNREVIEWED: 9})
    assert advice(calibration(few.graph)) == advice(calibration(mixed.graph)) == ()


@pytest.mark.parametrize("share", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("size", [10, 60])
def test_lower_bounds_cover_the_truth(share: float, size: int) -> None:
    chance = random.Random(f"{share} {size}")
    draws = [sum(chance.random() < share for _ in range(size)) for _ in range(2000)]
    covered = sum(lower_bound(right, size) <= share for right in draws)
    assert covered / len(draws) >= 0.93


def test_an_empty_queue_has_nothing_to_gain() -> None:
    assert left_to_gain(queue(curation())) == 0.0


LOG = b"""
{"session": "a", "tool": "list"}
{"session": "a", "tool": "cancel"}
{"tools": ["list", "cancel"]}
{"tools": ["create", "list", "cancel"]}
not json
{"session": "b"}
"""


def test_calls_that_follow_each_other_are_proposed_with_their_count() -> None:
    (found,) = proposals(curation().graph, read_usage(LOG))
    assert (found.source, found.kind, found.target) == ("list", P, "cancel")
    assert found.origin is Origin.PROPOSED
    assert "3 of 3 sessions" in found.evidence[0].text


def test_lines_that_are_no_calls_are_issues() -> None:
    assert [issue.where for issue in read_usage(LOG).issues] == ["line 6", "line 7"]


def test_what_the_graph_says_already_is_not_proposed_again() -> None:
    for known in (SURE, SURE.decided(Verdict.REJECTED), claim("list", P, "cancel")):
        assert proposals(curation(known).graph, read_usage(LOG)) == ()


def test_the_next_tools_of_a_log_are_counted() -> None:
    assert next_tools(read_usage(LOG), "list") == (("cancel", 3),)


def test_suppliers_of_one_parameter_wait_as_one_and_the_surest_is_shown() -> None:
    better, worse = claim("get", R, "list", 0.9), claim("get", R, "create", 0.6)
    after, other = claim("list", P, "get", 0.7), claim("cancel", R, "list", 0.5)
    found = curation(better, worse, after, other)
    cards = queue(found)
    waits = gathered(cards)
    assert {(w.card.relation.key, w.suppliers) for w in waits} == {(better.key, 3), (other.key, 1)}
    assert gathered(cards, worse.key) != waits
    assert suppliers(found.graph, worse) == (better, after, worse)
    assert suppliers(found.graph, other) == ()


def test_no_relation_that_waits_is_left_out_when_suppliers_are_gathered() -> None:
    cards = queue(curation(claim("get", R, "list"), claim("get", S, "cancel", parameter="")))
    assert sum(one.suppliers for one in gathered(cards)) == len(cards)
