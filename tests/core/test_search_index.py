from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.errors import QueryError
from graphwright.graph import ToolGraph
from graphwright.relations import Origin, Relation, RelationKind, Verdict
from graphwright.search import Hits, Reason, SearchIndex, SearchSettings, Signal
from graphwright.tools import Parameter, Tool


@dataclass(frozen=True)
class Curated:
    graph: ToolGraph
    settings: SearchSettings = field(default_factory=SearchSettings)


TOOLS = (
    Tool("getOrder", "Get one order with its lines.", method="get", path="/orders/{orderId}"),
    Tool("listOrders", "List the orders of a customer.", method="get", path="/orders"),
    Tool("cancelOrder", "Cancel an order.", method="post", path="/orders/{orderId}/cancel"),
    Tool("deleteOrder", "Delete an order.", method="delete", path="/orders/{orderId}"),
    Tool("refund_payment", "Give the money of a payment back.", parameters=(Parameter("amount"),)),
    Tool("starRepo", "Star a repository.", method="put", path="/user/starred/{repo}"),
    Tool("unstarRepo", "Unstar a repository.", method="delete", path="/user/starred/{repo}"),
    Tool("browser_navigate", "Navigate to a URL.", parameters=(Parameter("url"),)),
    Tool("git_stash", "Stash the changes of a dirty working directory."),
    Tool("상품검색", "상품을 검색한다."),
    Tool("查询天气", "查询城市的天气预报。"),
    Tool("x", ""),
)


def index(*tools: Tool, **chosen: object) -> SearchIndex:
    return SearchIndex(Curated(ToolGraph.of(tools or TOOLS), SearchSettings(**chosen)))  # type: ignore[arg-type]


def names(hits: Hits) -> list[str]:
    return [hit.tool for hit in hits.results]


FIRST = [
    ("show me an order", "getOrder"),
    ("cancel an order", "cancelOrder"),
    ("get rid of an order", "deleteOrder"),
    ("orders of my customer", "listOrders"),
    ("money back", "refund_payment"),
    ("star a repo", "starRepo"),
    ("remove star from a repository", "unstarRepo"),
    ("go to https://example.com/a?b=c", "browser_navigate"),
    ("put away my work in progress", "git_stash"),
    ("상품 검색", "상품검색"),
    ("주문 취소", "cancelOrder"),
    ("주문 목록", "listOrders"),
    ("注文を削除する", "deleteOrder"),
    ("查询天气", "查询天气"),
    ("取消订单", "cancelOrder"),
    ("リポジトリにスターを付ける", "starRepo"),
    ("x", "x"),
]


@pytest.mark.parametrize(("query", "tool"), FIRST)
def test_the_first_tool_for_a_question(query: str, tool: str) -> None:
    assert names(index().search(query, 5))[0] == tool


NOTHING = [
    "",
    " ",
    "the of and",
    "🙂🎉",
    "\x00\x01\x02",
    "qwertyuiop zxcvbnm",
    "()[]{}*?+",
    "—…",
    "\ud800",
]


@pytest.mark.parametrize("query", NOTHING)
def test_a_question_that_no_word_answers_finds_nothing(query: str) -> None:
    assert index().search(query, 5).results == ()


@pytest.mark.parametrize(
    "query", ["order " * 2000, "가" * 10_000, "a" * 10_000, "orderлист" * 1000]
)
def test_long_questions_are_answered(query: str) -> None:
    assert len(index().search(query, 3).results) <= 3


def test_no_tools_answer_nothing() -> None:
    empty = SearchIndex(Curated(ToolGraph()))
    assert empty.search("order", 5).results == ()


@pytest.mark.parametrize("k", [0, -1])
def test_no_places_hold_no_tools(k: int) -> None:
    assert index().search("order", k).results == ()
    assert index().explain("order", "getOrder", k).competitor is None


def test_unknown_tools_are_refused() -> None:
    with pytest.raises(QueryError, match="There is no tool 'nope'"):
        index().explain("order", "nope", 5)
    with pytest.raises(QueryError, match="There is no tool 'nope'"):
        index().bundle("nope")


def test_equal_tools_stand_in_alphabetic_order_and_the_tie_is_told() -> None:
    twins = [Tool(name, "Get the weather.") for name in ("b1x", "a1x", "c1x")]
    hits = index(*twins).search("weather", 2)
    assert names(hits) == ["a1x", "b1x"]
    assert hits.tie_at_k
    assert not index(*twins).search("weather", 3).tie_at_k


def test_scores_at_the_floor_or_below_are_no_answer() -> None:
    score = index().search("cancel an order", 1).results[0].score
    assert names(index(floor=score).search("cancel an order", 5)) == []
    assert len(names(index(floor=score - 1e-6).search("cancel an order", 5))) == 1


def test_a_weight_of_zero_takes_a_part_away() -> None:
    hits = index(weights={"name": 0.0, "intent": 0.0}).search("cancel an order", 5)
    signals = {part.signal for hit in hits.results for part in hit.parts if part.value}
    assert signals <= {"words", "query", "short"}


WORDS = st.sampled_from(
    [
        "get",
        "list",
        "order",
        "orders",
        "user",
        "name",
        "by",
        "create",
        "주문",
        "注文",
        "查询",
        "camelCase",
    ]
)
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
TOOL_LISTS = st.lists(
    st.builds(
        Tool,
        st.lists(WORDS, min_size=1, max_size=3).map("_".join),
        TEXTS,
        method=st.sampled_from(["", "get", "post", "delete"]),
        deprecated=st.booleans(),
    ),
    max_size=12,
    unique_by=lambda tool: tool.name,
)


@settings(max_examples=50, deadline=None)
@given(TOOL_LISTS, TEXTS, st.randoms())
def test_the_order_depends_neither_on_k_nor_on_insertion(
    tools: list[Tool], query: str, random
) -> None:  # type: ignore[no-untyped-def]
    whole = SearchIndex(Curated(ToolGraph.of(tools))).search(query, 20).results
    random.shuffle(tools)
    other = SearchIndex(Curated(ToolGraph.of(tools)))
    for k in range(1, len(tools) + 1):
        assert other.search(query, k).results == whole[:k]


@settings(max_examples=50, deadline=None)
@given(TOOL_LISTS, TEXTS)
def test_a_score_is_the_sum_of_its_parts_and_the_rank_is_the_one_given(
    tools: list[Tool], query: str
) -> None:
    made = SearchIndex(Curated(ToolGraph.of(tools)))
    ranks = {hit.tool: hit.rank for hit in made.search(query, len(tools)).results}
    for tool in tools:
        for k in (1, 3):
            why = made.explain(query, tool.name, k)
            assert why.score == sum(part.value for part in why.parts)
            assert why.rank == ranks.get(tool.name)
            terms = [sum(t.value for t in part.terms) for part in why.parts if part.terms]
            assert terms == [part.value for part in why.parts if part.terms]


@settings(max_examples=50, deadline=None)
@given(TOOL_LISTS, TOOL_LISTS, TEXTS)
def test_an_index_that_was_updated_ranks_as_one_made_anew(
    before: list[Tool], after: list[Tool], query: str
) -> None:
    old = SearchIndex(Curated(ToolGraph.of(before)))
    new = Curated(ToolGraph.of(after))
    updated, fresh = old.updated(new), SearchIndex(new)
    assert updated.search(query, 20) == fresh.search(query, 20)
    again = updated.updated(Curated(ToolGraph.of(before)))
    assert again.search(query, 20) == old.search(query, 20)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 400))
def test_many_edits_rank_as_a_fresh_index(edits: int) -> None:
    tools = [Tool(f"tool{i}", f"word{i % 7} common") for i in range(40)]
    graph = ToolGraph.of(tools)
    made = SearchIndex(Curated(graph))
    for i in range(0, edits, 40):
        graph = graph.with_tools(*(replace(t, description=f"word{i} common") for t in tools))
        made = made.updated(Curated(graph))
    assert made.search("common word0", 9) == SearchIndex(Curated(graph)).search("common word0", 9)


def test_only_changed_tools_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import graphwright.search.index as module

    made = index()
    read = []
    original = module.document
    monkeypatch.setattr(module, "document", lambda tool: read.append(tool.name) or original(tool))
    graph = made.graph.with_tools(replace(TOOLS[0], description="Fetch one."))
    made.updated(Curated(graph))
    assert read == ["getOrder"]


def requires(source: str, target: str, **chosen: object) -> Relation:
    return Relation(source, target, RelationKind.REQUIRES, **chosen)  # type: ignore[arg-type]


def with_relations(*relations: Relation, **chosen: object) -> SearchIndex:
    graph = ToolGraph.of(TOOLS, relations)
    return SearchIndex(Curated(graph, SearchSettings(**chosen)))  # type: ignore[arg-type]


def part(found: SearchIndex, query: str, tool: str, signal: Signal) -> float:
    parts = found.explain(query, tool, 5).parts
    return sum(one.value for one in parts if one.signal is signal)


HOPS = [
    (requires("cancelOrder", "listOrders", origin=Origin.DECLARED), True),
    (requires("cancelOrder", "listOrders", origin=Origin.CURATOR), True),
    (requires("cancelOrder", "listOrders", verdict=Verdict.ACCEPTED), True),
    (requires("cancelOrder", "listOrders", confidence=0.9), False),  # its source has no outputs
    (requires("cancelOrder", "listOrders", origin=Origin.PROPOSED), False),
    (
        requires("cancelOrder", "listOrders", origin=Origin.DECLARED, verdict=Verdict.REJECTED),
        False,
    ),
]


@pytest.mark.parametrize(("relation", "rises"), HOPS)
def test_what_a_found_tool_needs_rises_along_trusted_relations(
    relation: Relation, rises: bool
) -> None:
    found = with_relations(relation)
    assert (part(found, "cancel an order", "listOrders", Signal.HOP) > 0) is rises


def test_a_hop_shows_its_path() -> None:
    found = with_relations(requires("cancelOrder", "listOrders", origin=Origin.DECLARED))
    hop = next(p for p in found.explain("cancel order", "listOrders", 5).parts if p.via)
    assert hop.via == ("cancelOrder", "listOrders")


def test_tools_that_only_the_graph_knows_come_last() -> None:
    found = with_relations(requires("cancelOrder", "browser_navigate", origin=Origin.DECLARED))
    assert names(found.search("cancel an order", 12))[-1] == "browser_navigate"


@pytest.mark.parametrize("spelling", ["get_order", "getOrder", "get order", " GET-ORDER "])
def test_a_tool_that_is_called_by_its_name_is_first(spelling: str) -> None:
    others = [Tool(f"order_get_{n}", "Get order, get an order, get orders.") for n in range(40)]
    assert names(index(Tool("get_order"), *others).search(spelling, 5))[0] == "get_order"


def test_the_exact_spelling_is_preferred() -> None:
    twins = (Tool("getOrder", "An order."), Tool("get_order", "An order."))
    assert names(index(*twins).search("get_order", 1)) == ["get_order"]
    assert names(index(*twins).search("getOrder", 1)) == ["getOrder"]


def test_used_tools_sink_and_what_follows_rises() -> None:
    found = with_relations(requires("cancelOrder", "getOrder", origin=Origin.DECLARED))
    used = found.explain("order", "getOrder", 5, ["getOrder"])
    after = found.explain("order", "cancelOrder", 5, ["getOrder", "unknown"])
    assert used.score < found.explain("order", "getOrder", 5).score
    assert after.score > found.explain("order", "cancelOrder", 5).score
    assert [p.via for p in after.parts if p.signal is Signal.HISTORY] == [
        ("getOrder", "cancelOrder")
    ]


def test_a_bundle_is_the_tool_with_all_that_it_needs() -> None:
    found = with_relations(
        requires("cancelOrder", "getOrder", origin=Origin.DECLARED),
        requires("getOrder", "listOrders", origin=Origin.DECLARED),
        requires("listOrders", "cancelOrder", origin=Origin.DECLARED),
        requires("getOrder", "x", confidence=0.1),
    )
    bundle = found.bundle("cancelOrder")
    assert names(bundle) == ["cancelOrder", "getOrder", "listOrders"]
    assert bundle.results[2].parts[0].via == ("cancelOrder", "getOrder", "listOrders")


def test_variety_lets_tools_sink_that_are_like_one_before_them() -> None:
    tools = [
        Tool("order_refund_a", "Refund an order."),
        Tool("order_refund_b", "Refund an order."),
        Tool("refund_at_bank", "Refund what was paid by a card or at a bank."),
    ]
    plain, varied = index(*tools), index(*tools, weights={"diversity": 0.9})
    assert names(plain.search("refund", 3))[2] == "refund_at_bank"
    hits = varied.search("refund", 3)
    assert names(hits)[1] == "refund_at_bank"
    scores = [hit.score for hit in hits.results]
    assert scores == sorted(scores, reverse=True)
    assert names(varied.search("refund", 2)) == names(hits)[:2]
    why = varied.explain("refund", names(hits)[2], 2)
    assert why.reason is Reason.DIVERSITY_DROPPED


def test_ranks_instead_of_scores_have_a_part_for_each_channel() -> None:
    hits = index(fusion="ranks").search("cancel an order", 5)
    assert names(hits)[0] == "cancelOrder"
    for hit in hits.results:
        assert hit.score == sum(one.value for one in hit.parts)
    assert {one.signal for one in hits.results[0].parts} >= {"words", "name", "query", "intent"}
