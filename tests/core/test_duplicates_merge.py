"""A merge looked at before it is made: all that it says is what the merge then does."""

from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map

from graphwright.curate.apply import apply
from graphwright.curate.commands import MergeTools
from graphwright.curate.curation import Curation
from graphwright.duplicates.merge import (
    confirmations,
    listed,
    parameter_map,
    preview,
    suggested_fields,
    suggested_parameters,
)
from graphwright.evaluate.golden import Golden
from graphwright.graph import Group, ToolGraph
from graphwright.relations import Evidence, Relation, RelationKind
from graphwright.tools import Field, Parameter, Tool
from graphwright.workflow.model import Step, Workflow

R = RelationKind
KEEP = Tool(
    "getOrder",
    "Returns one order.",
    parameters=(Parameter("orderId", required=True),),
    outputs=(Field("id"), Field("status")),
    method="get",
    path="/orders/{orderId}",
)
OLD = Tool(
    "order_get", "Look up.", parameters=(Parameter("order_id", required=True), Parameter("lang"))
)
FETCH = Tool("fetchOrder", when_to_use="to show an order", parameters=(Parameter("id"),))
TOOLS = (KEEP, OLD, FETCH, Tool("cancelOrder"), Tool("requestRefund"))
RELATIONS = (
    Relation("requestRefund", "getOrder", R.REQUIRES),
    Relation("requestRefund", "order_get", R.REQUIRES, evidence=(Evidence("a", "b"),)),
    Relation("getOrder", "cancelOrder", R.REQUIRES),
    Relation("cancelOrder", "order_get", R.CONFLICTS_WITH),
    Relation("fetchOrder", "requestRefund", R.PRECEDES),
    Relation("order_get", "fetchOrder", R.SIMILAR_TO),
    Relation("getOrder", "orders", R.BELONGS_TO),
)
SHOP = Curation(
    graph=ToolGraph.of(TOOLS, RELATIONS, [Group("orders")]),
    golden=Map(
        {q: Golden(q, (t,)) for q, t in (("old", "order_get"), ("refund", "requestRefund"))}
    ),
    workflows=Map(
        {
            "show": Workflow("show", steps=(Step("a", "fetchOrder"),)),
            "stop": Workflow("stop", steps=(Step("a", "cancelOrder"),)),
        }
    ),
)
MERGE = MergeTools(keep="getOrder", merge=("order_get", "fetchOrder"))


def looked_at(curation: Curation, merge: MergeTools):
    after = apply(curation, merge)
    return preview(curation, after, merge.keep, merge.merge, merge.parameters)


def test_the_sentence_names_who_disappears() -> None:
    said = looked_at(SHOP, MERGE).sentence
    assert said == "'order_get' and 'fetchOrder' disappear; their 3 relations move to 'getOrder'."


def test_relations_move_stack_or_are_dropped() -> None:
    seen = looked_at(SHOP, MERGE)
    assert {r.key for r in seen.moved} == {
        ("cancelOrder", "getOrder", R.CONFLICTS_WITH),
        ("getOrder", "requestRefund", R.PRECEDES),
    }
    assert [r.key for r in seen.stacked] == [("requestRefund", "getOrder", R.REQUIRES)]
    assert {r.kind for r in seen.dropped} == {R.SIMILAR_TO}
    assert {r.key for r in seen.kept} == {
        ("getOrder", "cancelOrder", R.REQUIRES),
        ("getOrder", "orders", R.BELONGS_TO),
    }


def test_a_group_that_is_left_moves_nothing() -> None:
    belongs = [Relation("a", "one", R.BELONGS_TO), Relation("b", "two", R.BELONGS_TO)]
    graph = ToolGraph.of([Tool("a"), Tool("b")], belongs, [Group("one"), Group("two")])
    seen = looked_at(Curation(graph=graph), MergeTools(keep="a", merge=("b",)))
    assert not seen.moved
    assert [r.key for r in seen.dropped] == [("b", "two", R.BELONGS_TO)]
    assert seen.sentence == "'b' disappears; it has no relation that moves."


def test_what_cannot_both_hold_is_said() -> None:
    ((one, other),) = looked_at(SHOP, MERGE).contradictions
    assert {one.kind, other.kind} == {R.REQUIRES, R.CONFLICTS_WITH}


def test_queries_and_workflows_that_change_are_named() -> None:
    seen = looked_at(SHOP, MERGE)
    assert seen.queries == ("old",)
    assert seen.workflows == ("show",)


def test_the_survivor_keeps_its_name_and_takes_the_others_as_aliases() -> None:
    survivor = looked_at(SHOP, MERGE).survivor
    assert survivor.name == "getOrder"
    assert set(survivor.aliases) == {"order_get", "fetchOrder"}


def test_parameters_that_mean_the_same_are_mapped() -> None:
    assert parameter_map(OLD, KEEP) == {"order_id": "orderId"}
    assert parameter_map(KEEP, KEEP) == {}
    assert suggested_parameters(KEEP, (OLD, FETCH)) == {
        "order_get": {"order_id": "orderId"},
        "fetchOrder": {"id": "orderId"},
    }


def test_parameters_that_the_survivor_does_not_take_are_named() -> None:
    given = suggested_parameters(KEEP, (OLD, FETCH))
    merge = MergeTools(keep="getOrder", merge=("order_get", "fetchOrder"), parameters=given)
    assert looked_at(SHOP, merge).unmapped == (("order_get", "lang"),)


def test_empty_fields_are_suggested_from_who_has_them() -> None:
    assert suggested_fields(KEEP, (OLD, FETCH)) == {"when_to_use": "fetchOrder"}


CONFIRM = [
    (KEEP, Tool("a", method="get"), 0),
    (KEEP, Tool("a", method="post"), 1),
    (KEEP, Tool("listOrders"), 1),
    (KEEP, Tool("dropOrder", method="delete"), 2),
]


def test_differences_that_should_make_one_stop() -> None:
    for keep, other, count in CONFIRM:
        assert len(confirmations(keep, (other,))) == count, other.name


def test_names_in_a_sentence() -> None:
    assert [listed(names) for names in ((), "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]


tools = st.sampled_from([tool.name for tool in TOOLS])
relations = st.lists(
    st.builds(Relation, tools, tools, st.sampled_from([k for k in R if k is not R.BELONGS_TO])),
    max_size=12,
).map(lambda some: [r for r in some if r.source != r.target])


@settings(max_examples=100, deadline=None)
@given(relations, tools, st.sets(tools, min_size=1))
def test_every_relation_of_the_merged_is_accounted_for(some, keep, gone) -> None:
    gone -= {keep}
    if not gone:
        return
    before = Curation(graph=ToolGraph.of(TOOLS, some))
    merge = MergeTools(keep=keep, merge=tuple(sorted(gone)))
    after = apply(before, merge)
    seen = preview(before, after, keep, merge.merge)
    now = {r for r in after.graph.relations.values() if keep in (r.source, r.target)}
    assert {*seen.kept, *seen.moved, *seen.stacked} == now
    assert all(gone & {r.source, r.target} or r in now for r in seen.dropped)
