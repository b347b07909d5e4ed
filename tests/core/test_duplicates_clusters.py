"""Clusters of doubles: held together by their weakest bridge, with a survivor and reasons."""

from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.duplicates import duplicates
from graphwright.graph import ToolGraph
from graphwright.relations import Relation, RelationKind
from graphwright.tools import Field, Parameter, Tool


@dataclass(frozen=True)
class Shop:
    graph: ToolGraph
    apart: frozenset[frozenset[str]] = frozenset()


ID = (Parameter("order_id", description="The order", required=True),)
OUT = (Field("id"), Field("status"))
ORDERS = (
    Tool("getOrder", "Returns one order with its lines.", parameters=ID, outputs=OUT, order=0),
    Tool("order_get", "Returns an order.", parameters=ID, order=1, source="old"),
    Tool("fetchOrder", "One order.", parameters=ID, order=2, source="older"),
    Tool("deleteOrder", "Deletes one order.", parameters=ID, order=3),
    Tool("listOrders", "Lists the orders.", order=4),
)


def test_doubles_are_one_cluster_and_the_rest_none() -> None:
    (cluster,) = duplicates(Shop(ToolGraph.of(ORDERS)))
    assert cluster.tools == ("getOrder", "order_get", "fetchOrder")
    assert cluster.keep == "getOrder"
    assert cluster.gone == ("order_get", "fetchOrder")
    assert [pair.other for pair in cluster.pairs] == ["order_get", "fetchOrder"]
    assert 0.85 <= cluster.score <= 1
    assert cluster.reasons
    assert cluster.confirm == ()


def test_not_the_same_is_never_suggested_again() -> None:
    graph = ToolGraph.of(ORDERS)
    apart = frozenset({frozenset({"getOrder", "order_get", "fetchOrder"})})
    assert duplicates(Shop(graph, apart)) == ()
    (cluster,) = duplicates(Shop(graph, frozenset({frozenset({"getOrder", "fetchOrder"})})))
    assert not {"getOrder", "fetchOrder"} <= set(cluster.tools)


def test_a_chain_of_likeness_is_cut_where_its_ends_cannot_be_the_same() -> None:
    tools = [
        Tool("get_order", "One order.", parameters=ID, order=0, source="a"),
        Tool("order", "One order.", parameters=ID, order=1, source="a"),
        Tool("delete_order", "One order.", parameters=ID, order=2, source="b"),
    ]
    for cluster in duplicates(Shop(ToolGraph.of(tools)), 0.5):
        assert not {"get_order", "delete_order"} <= set(cluster.tools)


def test_a_higher_threshold_leaves_no_more_than_a_lower_one() -> None:
    graph = ToolGraph.of(ORDERS)
    members = [
        {name for cluster in duplicates(Shop(graph), t) for name in cluster.tools}
        for t in (0.5, 0.85, 0.99, 1.0)
    ]
    assert all(higher <= lower for lower, higher in pairwise(members))


@pytest.mark.parametrize("tools", [(), ORDERS[:1], ORDERS[3:]])
def test_nothing_to_merge_is_an_empty_answer(tools: tuple[Tool, ...]) -> None:
    assert duplicates(Shop(ToolGraph.of(tools))) == ()


def test_three_hundred_alike_are_one_cluster() -> None:
    tools = [Tool(f"get_order~{n}", "One order.", parameters=ID, order=n) for n in range(2, 302)]
    (cluster,) = duplicates(Shop(ToolGraph.of(tools)))
    assert len(cluster.tools) == 300


SURVIVORS = [
    (replace(ORDERS[1], deprecated=False), replace(ORDERS[0], deprecated=True), "deprecated"),
    (replace(ORDERS[1], path="/v3/orders/{id}"), ORDERS[0], "newest version"),
    (ORDERS[0], ORDERS[1], "answers"),
]


@pytest.mark.parametrize(("best", "other", "word"), SURVIVORS)
def test_the_survivor_has_a_reason(best: Tool, other: Tool, word: str) -> None:
    (cluster,) = duplicates(Shop(ToolGraph.of([best, other])), 0.5)
    assert cluster.keep == best.name
    assert word in cluster.why


def test_relations_speak_for_a_survivor() -> None:
    tools = [replace(ORDERS[n], outputs=(), description="One order.") for n in (0, 1)]
    relation = Relation("deleteOrder", "order_get", RelationKind.REQUIRES)
    graph = ToolGraph.of([*tools, ORDERS[3]], [relation])
    (cluster,) = duplicates(Shop(graph))
    assert cluster.keep == "order_get"
    assert "relations" in cluster.why


def test_another_method_asks_for_a_second_look() -> None:
    tools = [
        Tool("search_orders", "Finds orders.", parameters=ID, method=m, path="/orders/search")
        for m in ("get", "post")
    ]
    named = [replace(t, name=f"{t.name}~{n}", order=n) for n, t in enumerate(tools, 2)]
    (cluster,) = duplicates(Shop(ToolGraph.of(named)), 0.5)
    assert "GET" in cluster.confirm[0]
    assert "POST" in cluster.confirm[0]


names = st.sampled_from(
    ("getOrder", "get_order", "order_get", "deleteOrder", "listOrders", "orders", "<b>注文</b>", "")
)
graphs = st.lists(
    st.builds(Tool, name=names, description=names, source=st.sampled_from(("", "a", "b"))),
    max_size=10,
).map(lambda some: [replace(t, name=f"{t.name}~{n}", order=n) for n, t in enumerate(some)])


@settings(max_examples=60, deadline=None)
@given(graphs, st.data())
def test_a_tool_is_in_one_cluster_and_what_is_apart_in_none(tools, data) -> None:
    every = [tool.name for tool in tools]
    sets = st.frozensets(st.sampled_from(every), min_size=2) if len(every) > 1 else st.nothing()
    apart = data.draw(st.frozensets(sets, max_size=2)) if len(every) > 1 else frozenset()
    found = duplicates(Shop(ToolGraph.of(tools), apart), 0.5)
    members = [name for cluster in found for name in cluster.tools]
    assert len(members) == len(set(members))
    for cluster in found:
        assert len(cluster.tools) > 1
        assert cluster.keep in cluster.tools
        assert len(cluster.pairs) == len(cluster.tools) - 1
        assert all(len(together & set(cluster.tools)) < 2 for together in apart)
