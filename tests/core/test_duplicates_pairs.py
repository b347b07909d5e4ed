"""Pairs that may be doubles: found without comparing all, scored as a sum of named terms."""

from dataclasses import replace
from math import exp, isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.duplicates import find_pairs
from graphwright.duplicates.pairs import never
from graphwright.duplicates.profiles import profile
from graphwright.duplicates.terms import FEATURES, WEIGHTS
from graphwright.graph import ToolGraph
from graphwright.tools import Effects, Field, Parameter, Tool

ID = (Parameter("orderId", required=True, format="uuid"),)
ORDER = (Field("id"), Field("status"), Field("total.amount", "number"))
GET = Tool(
    "getOrder", "Returns one order with its lines.", parameters=ID, outputs=ORDER, source="shop"
)


def score(one: Tool, other: Tool) -> float:
    """Probability that two tools are the same, 0 where they are no pair."""
    graph = ToolGraph.of([replace(one, order=0), replace(other, order=1)])
    pairs = find_pairs(graph, floor=0.0)
    return float(pairs.scores[0]) if len(pairs) else 0.0


SAME = [
    Tool("order_get", "Look up an order.", parameters=(Parameter("id", required=True),)),
    Tool("fetch_order", "One order with lines.", parameters=(Parameter("order_id"),)),
    Tool("getOrderV2", "Returns one order with its lines.", parameters=ID, source="shop"),
    Tool("retrieve-order", "Returns an order.", parameters=(Parameter("id"),), source="x"),
]


@pytest.mark.parametrize("other", SAME, ids=lambda tool: tool.name)
def test_the_same_in_other_words_is_a_double(other: Tool) -> None:
    assert score(GET, other) >= 0.85


def test_kin_of_a_noun_are_likely_to_be_the_same() -> None:
    kin = Tool("get_purchase", GET.description, parameters=ID, outputs=ORDER, source="old")
    assert score(GET, kin) > 0.5 > score(GET, replace(kin, name="get_parcel"))


OTHER = [
    Tool("deleteOrder", GET.description, parameters=ID, outputs=ORDER, source="shop"),
    Tool("getOrders", GET.description, parameters=ID, source="shop"),
    Tool("getOrderNote", "Returns one note of an order.", parameters=ID, source="shop"),
    Tool("getCustomer", "Returns one customer.", parameters=ID, outputs=ORDER, source="shop"),
    Tool("cancelOrder", "Cancels one order.", parameters=ID, outputs=ORDER, source="shop"),
]


@pytest.mark.parametrize("other", OTHER, ids=lambda tool: tool.name)
def test_another_action_or_thing_is_no_double(other: Tool) -> None:
    assert score(GET, other) < 0.5


NEVER = [
    (Tool("getUser"), Tool("deleteUser")),
    (Tool("list_users"), Tool("get_user")),
    (Tool("start_job"), Tool("stop_job")),
    (Tool("mount_disk"), Tool("unmount_disk")),
    (Tool("user", method="get"), Tool("user", method="delete")),
    (
        Tool("user", effects=Effects(read_only=True)),
        Tool("user", effects=Effects(read_only=False)),
    ),
    (Tool("user", outputs=(Field("[].id"),)), Tool("user", outputs=(Field("id"), Field("name")))),
    (Tool("convert_inch_to_metre"), Tool("convert_metre_to_inch")),
    (Tool("stats_by_day"), Tool("stats_by_month")),
]


@pytest.mark.parametrize(("one", "other"), NEVER, ids=lambda tool: tool.name)
def test_some_are_never_the_same(one: Tool, other: Tool) -> None:
    assert never(profile(one), profile(other))
    assert never(profile(other), profile(one))


def test_get_and_post_forms_of_one_action_are_doubles() -> None:
    calls = ("DescribeHosts", "DeleteHost", "RunHost", "AdvertiseHost")
    tools = [
        Tool(f"{m}_{c}", f"{c} of the account.", method=m.lower(), path=f"/#{c}", source="rpc")
        for c in calls
        for m in ("GET", "POST")
    ]
    pairs = find_pairs(ToolGraph.of(tools))
    found = {
        frozenset((pairs.tools[i].name, pairs.tools[j].name))
        for i, j in zip(*_ends(pairs), strict=True)
    }
    assert found == {frozenset((f"GET_{c}", f"POST_{c}")) for c in calls}


def _ends(pairs):
    return pairs.left.tolist(), pairs.right.tolist()


def test_one_name_in_two_services_is_no_double() -> None:
    def server(service: str, place: str) -> list[Tool]:
        return [
            Tool(
                f"{service}:{verb}_issue",
                f"{verb} an issue of {service}.",
                parameters=(Parameter(place),),
                source=service,
            )
            for verb in ("create", "close", "get", "reopen")
        ]

    tools = [*server("github", "repository"), *server("gitlab", "project_id")]
    assert len(find_pairs(ToolGraph.of(tools))) == 0


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_tools_are_no_pair(count: int) -> None:
    pairs = find_pairs(ToolGraph.of([GET][:count]))
    assert len(pairs) == 0
    assert pairs.counts([0.5]) == {0.5: 0}
    assert pairs.compare([], []) == []


def test_counts_are_those_of_each_threshold() -> None:
    tools = [replace(GET, name=f"getOrder~{n}", order=n) for n in (2, 3, 4)]
    pairs = find_pairs(ToolGraph.of(tools))
    assert pairs.counts([0.5, 1.1]) == {0.5: 3, 1.1: 0}


def test_many_alike_are_compared_with_a_few_only() -> None:
    tools = [Tool(f"get_order~{n}", "One order.", source=f"s{n}", order=n) for n in range(2, 302)]
    assert len(find_pairs(ToolGraph.of(tools), floor=0.0)) < 40 * len(tools)


def test_every_weight_has_a_feature() -> None:
    assert set(FEATURES) == set(WEIGHTS)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
names = st.one_of(
    texts, st.sampled_from(("getOrder", "list_orders", "x" * 10_000, "<b>注文</b>", ""))
)
tools = st.lists(
    st.builds(
        Tool,
        name=names,
        description=st.one_of(texts, st.just("a" * 10_000)),
        parameters=st.lists(st.builds(Parameter, name=names), max_size=3).map(tuple),
        outputs=st.lists(st.builds(Field, path=names), max_size=3).map(tuple),
        method=st.sampled_from(("", "get", "delete")),
        path=st.one_of(st.just(""), texts),
        source=st.sampled_from(("", "a", "b")),
    ),
    max_size=8,
)


@settings(max_examples=80, deadline=None)
@given(tools)
def test_the_score_is_the_sum_of_its_terms_whatever_comes_in(given_tools: list[Tool]) -> None:
    pairs = find_pairs(ToolGraph.of(given_tools), floor=0.0)
    shown = pairs.compare(pairs.left.tolist(), pairs.right.tolist())
    for pair, kept in zip(shown, pairs.scores.tolist(), strict=True):
        assert isclose(pair.score, 1 / (1 + exp(-pair.log_odds)), abs_tol=1e-9)
        assert isclose(pair.score, kept, abs_tol=1e-9)


@settings(max_examples=40, deadline=None)
@given(tools, st.randoms())
def test_pairs_do_not_depend_on_the_order_in_which_tools_came(given_tools, chance) -> None:
    numbered = [replace(tool, order=i) for i, tool in enumerate(given_tools)]
    mixed = [*numbered]
    chance.shuffle(mixed)
    one, other = (find_pairs(ToolGraph.of(some)) for some in (_last(numbered), _last(mixed)))
    assert one.scores.tolist() == other.scores.tolist()


def _last(some: list[Tool]) -> list[Tool]:
    """One tool for each name, the same whatever their order."""
    return list({tool.name: tool for tool in sorted(some, key=lambda t: t.order)}.values())
