from dataclasses import dataclass, field

import pytest

from graphwright.graph import ToolGraph
from graphwright.relations import Origin, Relation, RelationKind
from graphwright.search import Explanation, Reason, SearchIndex, SearchSettings
from graphwright.search.signals import Signal
from graphwright.tools import Field, Parameter, Tool


@dataclass(frozen=True)
class Curated:
    graph: ToolGraph
    settings: SearchSettings = field(default_factory=SearchSettings)


ORDERS = tuple(Tool(f"get_order_{part}", f"Get the {part} of an order.") for part in "abc")
FILL = tuple(Tool(f"filler_{n}", f"Something else {n}.") for n in range(30))


def explain(
    query: str,
    tool: Tool,
    others: tuple[Tool, ...],
    k: int = 2,
    history: tuple[str, ...] = (),
    relations: tuple[Relation, ...] = (),
    **chosen: object,
) -> Explanation:
    graph = ToolGraph.of((tool, *others, *FILL), relations)
    index = SearchIndex(Curated(graph, SearchSettings(**chosen)))  # type: ignore[arg-type]
    return index.explain(query, tool.name, k, history)


PROPOSED = Relation("get_order_a", "get_parcel", RelationKind.REQUIRES, 0.9, Origin.PROPOSED)

CASES = {
    Reason.FOUND: lambda: explain("order a", ORDERS[0], ORDERS[1:]),
    Reason.TIE: lambda: explain(
        "shop", Tool("zz", "Open the shop."), (Tool("yy", "Open the shop."),), k=1
    ),
    Reason.BELOW_FLOOR: lambda: explain("order", ORDERS[0], (), floor=9.0),
    Reason.DEMOTED_BY_HISTORY: lambda: explain(
        "the a of an order",
        ORDERS[0],
        ORDERS[1:],
        k=1,
        history=("get_order_a",),
        weights={"history": 0.9},
    ),
    Reason.OTHER_LANGUAGE: lambda: explain("order", Tool("주문_조회", "주문을 조회한다."), ORDERS),
    Reason.NAME_UNSPLIT: lambda: explain(
        "orders", Tool("listorders", "Gives what was bought."), ORDERS
    ),
    Reason.DESCRIPTION_EMPTY: lambda: explain("order status", Tool("track"), ORDERS),
    Reason.NO_PATH: lambda: explain(
        "order", Tool("get_parcel", "Carrier of a parcel."), ORDERS, relations=(PROPOSED,)
    ),
    Reason.NO_TERM_MATCH: lambda: explain(
        "order", Tool("get_parcel", "Carrier of a parcel."), ORDERS
    ),
    Reason.WRONG_INTENT: lambda: explain(
        "delete an order",
        Tool("order_b", "An order.", method="post", path="/a"),
        (Tool("order_z", "An order.", method="delete", path="/a"),),
        k=1,
    ),
    Reason.OUTRANKED_BY_SIBLING: lambda: explain(
        "get order b", Tool("get_order_z", "Get the z of an order."), ORDERS[:2], k=1
    ),
    Reason.TERMS_TOO_COMMON: lambda: explain(
        "something and a parcel",
        Tool("zz_top", "Something of ours."),
        (Tool("parcel", "A parcel."),),
        k=1,
    ),
    Reason.OUTRANKED: lambda: explain(
        "parcel of an order",
        Tool("carrier", "Takes a parcel to its place."),
        (Tool("parcel_of_order", "Parcel of an order."),),
        k=1,
    ),
}


@pytest.mark.parametrize("reason", CASES)
def test_every_reason_has_a_case_and_a_sentence(reason: Reason) -> None:
    why = CASES[reason]()
    assert why.reason is reason
    assert why.sentence[0] in "'\"T"
    assert why.sentence.endswith(".")


def test_the_list_of_reasons_is_closed() -> None:
    assert {*CASES, Reason.DIVERSITY_DROPPED} == set(Reason)  # the last with the index's tests


def test_the_gap_and_the_tool_at_rank_k_are_told() -> None:
    why = CASES[Reason.OUTRANKED]()
    assert why.competitor is not None
    assert (why.rank, why.competitor.rank, why.competitor.tool) == (2, 1, "parcel_of_order")
    assert why.gap == why.competitor.score - why.score > 0
    assert f"It needs {why.gap:.2f} more to reach #1 ('parcel_of_order')." in why.sentence


def test_words_that_nearly_meet_are_named() -> None:
    why = explain("prepaid shipments", Tool("shipping", "Ships parcels."), ORDERS)
    assert '"shipments" does not meet' in why.sentence or why.rank is not None


def test_inside_the_list_nothing_is_lacking() -> None:
    why = CASES[Reason.FOUND]()
    assert (why.rank, why.gap) == (1, 0.0)
    assert why.sentence == "'get_order_a' is found at rank 1."


@pytest.mark.parametrize("name", ["<b>x</b>", "x" * 10_000, "", "\x00", "주문"])
def test_odd_names_are_explained(name: str) -> None:
    why = explain("order <b>", Tool(name, "order"), ORDERS, k=1)
    assert len(why.sentence) < 500


def test_a_word_that_the_name_has_of_its_own_is_not_inside_it() -> None:
    playlists = [Tool(f"find_playlist_{n}", "List all of them.") for n in range(4)]
    why = explain("list all", Tool("get-a-list-of-playlists", "Gives some."), tuple(playlists), 1)
    assert why.reason is not Reason.NAME_UNSPLIT


def test_a_relation_that_ships_is_not_told_as_untrusted() -> None:
    trusted = Relation("get_order_a", "get_parcel", RelationKind.REQUIRES, 0.9)
    parcel = Tool("get_parcel", "Carrier of a parcel.", outputs=(Field("id"),))
    why = explain("order a", parcel, ORDERS, relations=(trusted,))
    assert why.reason is Reason.NO_TERM_MATCH
    assert "what it has comes from 'get_order_a', which needs it" in why.sentence


def test_a_glossary_that_knew_the_words_is_not_blamed() -> None:
    why = explain("주문 취소", Tool("get_parcel", "Carrier of a parcel."), ORDERS)
    assert why.reason is Reason.NO_TERM_MATCH
    assert '"주문"' in why.sentence


def test_a_tool_without_text_among_such_lacks_something_else() -> None:
    why = explain("order status", Tool("track"), (Tool("order_status"), Tool("status")))
    assert why.reason is Reason.NO_TERM_MATCH


def test_what_the_question_was_read_as_is_told() -> None:
    sentence = CASES[Reason.WRONG_INTENT]().sentence
    assert (
        'read as wanting to "delete"; \'order_b\' is taken for one that does "create".' in sentence
    )


def test_another_word_of_the_same_meaning_is_told_as_that() -> None:
    others = (Tool("order_image", "Of an order."),)
    why = explain("photo of an order", Tool("order_carrier", "Of an order."), others, 1)
    assert '"photo" (as "imag"), which \'order_image\' has' in why.sentence


def test_terms_of_the_name_stand_in_the_name() -> None:
    tool = Tool("get_pod", "Pod.", parameters=(Parameter("pod", description="The pod, a pod."),))
    parts = explain("pod", tool, ()).parts
    [name] = [part for part in parts if part.signal is Signal.NAME]
    assert [term.field for term in name.terms] == ["name"]
