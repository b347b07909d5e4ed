import time
from dataclasses import replace

import pytest
from immutables import Map

from graphwright.curate.apply import apply
from graphwright.curate.commands import Accept, AddRelation, Describe, MergeTools, SetSearch
from graphwright.curate.curation import Curation
from graphwright.curate.fixes import Fix, fixes, tried
from graphwright.curate.wording import shortest, worth
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import evaluate
from graphwright.graph import ToolGraph
from graphwright.relations import Evidence, Relation, RelationKind, Verdict
from graphwright.search import SearchIndex
from graphwright.search.documents import FieldOf
from graphwright.search.settings import SearchSettings
from graphwright.search.whatif import Word
from graphwright.tools import Effects, Field, Parameter, Tool

ORDERS = [Tool(f"get_order_{part}", f"Get the {part} of an order.") for part in "abcdefg"]
SHIPMENT = Tool(
    "get_shipment", "Carrier and tracking number of a shipment.", outputs=(Field("id"),)
)
TOOLS = (*ORDERS, SHIPMENT)
QUERY = "the carton of an order"


def curated(
    *tools: Tool, golden: tuple[Golden, ...] = (), relations: tuple[Relation, ...] = ()
) -> Curation:
    graph = ToolGraph.of(tools or TOOLS, relations)
    return Curation(graph=graph, base=graph, golden=Map({one.query: one for one in golden}))


def mended(curation: Curation, tool: str = "get_shipment", k: int = 3) -> tuple[Fix, ...]:
    return fixes(SearchIndex(curation), QUERY, tool, k, curation.golden.values())


def test_every_listed_edit_works_when_it_is_applied() -> None:
    curation = curated()
    found = mended(curation)
    assert found
    for fix in found:
        edited = curation
        for command in fix.commands:
            edited = apply(edited, command)
        assert SearchIndex(edited).explain(QUERY, "get_shipment", 3).rank == fix.rank <= 3


def test_the_missing_word_is_offered_as_search_text_first() -> None:
    first = mended(curated())[0]
    assert first.commands == (Describe(tool="get_shipment", when_to_use="carton"),)


def test_an_edit_that_repeats_the_question_overfits() -> None:
    assert mended(curated())[0].overfits


def test_it_does_not_where_a_paraphrase_gains() -> None:
    golden = (Golden(QUERY, ("get_shipment",)), Golden("where is the carton?", ("get_shipment",)))
    first = mended(curated(golden=golden))[0]
    assert not first.overfits
    assert set(first.gained_queries) == {QUERY, "where is the carton?"}
    assert (first.gained, first.lost) == (2, 0)


def test_what_an_edit_breaks_is_counted() -> None:
    golden = (Golden("cartons", expect=(), forbid=("get_shipment",)),)
    first = mended(curated(golden=golden))[0]
    assert first.lost_queries == ("cartons",)


def test_edits_are_tried_with_the_settings_of_the_index() -> None:
    curation = curated()
    silent = replace(curation, settings=SearchSettings(weights={"words": 0.0, "query": 0.0}))
    given = [fix.rank for fix in fixes(SearchIndex(silent), QUERY, "get_shipment", 3, (), curation)]
    assert given == [fix.rank for fix in fixes(SearchIndex(silent), QUERY, "get_shipment", 3)]
    assert given != [fix.rank for fix in mended(curation)]


def test_a_tool_in_the_list_needs_no_edit() -> None:
    result = tried(SearchIndex(curated()), QUERY, "get_order_a", 3)
    assert (result.tried, result.fixes) == (0, ())


def kinds(found: tuple[Fix, ...]) -> set[type]:
    return {type(fix.commands[0]) for fix in found}


GIVE = Tool("load_order", "Load an order.", outputs=(Field("order_key"),))
TAKE = Tool("ship_order", "Ship an order that was packed.", parameters=(Parameter("order_key"),))
OTHERS = [Tool(f"packed_order_{part}", "An order that was packed.") for part in "abcd"]
GROUND = (Evidence("id-from-output", "ship_order takes order_key.", "order_key", "order_key"),)
NEEDS = Relation("ship_order", "load_order", RelationKind.REQUIRES, 0.4, evidence=GROUND)


def offered(relation: Relation, *tools: Tool) -> set[type]:
    curation = curated(*(tools or (GIVE, TAKE)), *OTHERS, relations=(relation,))
    return kinds(fixes(SearchIndex(curation), "ship a packed order", relation.target, 2))


def test_an_open_relation_from_a_found_tool_is_offered() -> None:
    assert Accept in offered(NEEDS)


@pytest.mark.parametrize(
    "relation",
    [
        replace(NEEDS, verdict=Verdict.REJECTED),
        replace(NEEDS, kind=RelationKind.COMPLEMENTARY),
        replace(NEEDS, evidence=()),
    ],
)
def test_no_relation_is_made_up(relation: Relation) -> None:
    assert not {Accept, AddRelation} & offered(relation)


def test_no_reading_is_said_to_require_a_write() -> None:
    writes = replace(GIVE, effects=Effects(read_only=False))
    reads = replace(TAKE, effects=Effects(read_only=True))
    assert Accept in offered(NEEDS, writes, TAKE)
    assert Accept not in offered(NEEDS, writes, reads)


TWIN = Tool("shipment_get", "The carton of a shipment: carrier and tracking number of it.")
TWINS = (Golden(QUERY, ("get_shipment",)), Golden("shipment get", ("shipment_get",)))


def merges(curation: Curation, own: bool) -> list[Fix]:
    golden = TWINS
    index = SearchIndex(curation)
    found = fixes(index, QUERY, "get_shipment", 1, golden, curation if own else None)
    return [fix for fix in found if isinstance(fix.commands[0], MergeTools)]


def test_a_merge_with_a_double_is_offered() -> None:
    assert merges(curated(*TOOLS, TWIN), own=False)


def test_no_merge_is_offered_with_a_sibling_that_does_something_else() -> None:
    orders = [replace(tool, description=f"{tool.description} Of a shipment.") for tool in ORDERS]
    sibling = Tool("delete_shipment", "The carton of an order that is deleted.")
    assert not merges(curated(*orders, SHIPMENT, sibling), own=False)


def test_none_is_offered_of_what_a_curator_keeps_apart() -> None:
    curation = curated(*TOOLS, TWIN, golden=TWINS)
    apart = replace(curation, apart=frozenset({frozenset({"get_shipment", "shipment_get"})}))
    assert merges(curation, own=True)
    assert not merges(apart, own=True)


def test_a_query_whose_tool_is_merged_away_is_lost_unless_the_merge_rewrites_it() -> None:
    curation = curated(*TOOLS, TWIN, golden=TWINS)
    assert all(fix.lost_queries == ("shipment get",) for fix in merges(curation, own=False))
    assert all(fix.lost_queries == () for fix in merges(curation, own=True))


def test_what_is_gained_and_lost_is_what_a_later_evaluation_finds() -> None:
    curation = curated(*TOOLS, TWIN)
    index = SearchIndex(curation)
    before = {one.golden.query: one.passed for one in evaluate(index, TWINS, 1).per_query}
    for fix in fixes(index, QUERY, "get_shipment", 1, TWINS):
        edited = SearchIndex(apply(curation, fix.commands[0]))
        after = {one.golden.query: one.passed for one in evaluate(edited, TWINS, 1).per_query}
        assert fix.gained == sum(after[query] and not before[query] for query in after)
        assert fix.lost == sum(before[query] and not after[query] for query in after)


BASKET = (
    Tool("remove_from_cart", "Remove an item."),
    *[Tool(f"product_{part}", f"Take the {part} out of a product.") for part in "abcdef"],
)


def written(query: str, tool: str, *tools: Tool, k: int = 3) -> set[str]:
    found = fixes(SearchIndex(curated(*tools)), query, tool, k)
    edits = [fix.commands[0] for fix in found if isinstance(fix.commands[0], Describe)]
    texts = [text for one in edits for text in (one.when_to_use, *(one.aliases or ())) if text]
    return {word.strip(",") for text in texts for word in text.split()}


def test_light_words_are_not_written() -> None:
    words = written("take a product out of the basket", "remove_from_cart", *BASKET)
    assert "basket" in words
    assert not {"take", "out", "of"} & words


@pytest.mark.parametrize(
    ("word", "known", "is_worth"),
    [
        ("basket", False, True),  # of the word lists
        ("container", True, True),  # of a tool
        ("carton", False, True),  # of another question
        ("환불", False, True),
        ("mrege", False, False),
        ("reqest", False, False),
        ("gave", True, False),
        ("taken", True, False),
        ("off", True, False),
        ("the", True, False),
    ],
)
def test_a_word_is_worth_writing(word: str, known: bool, is_worth: bool) -> None:
    found = worth([Word(word, 1.0, False, known)], ["where is the carton?"])
    assert bool(found) is is_worth


def test_words_that_nobody_knows_are_not_written() -> None:
    words = written("a zorb of a product in the basket", "remove_from_cart", *BASKET)
    assert "basket" in words
    assert "zorb" not in words


def test_nouns_go_before_verbs() -> None:
    words = [Word("pause", 2.0, True), Word("engine", 1.0, False), Word("wheel", 1.0, False)]
    assert list(shortest(words, 1.5)) == [
        ("engine", "wheel"),
        ("engine", "wheel"),
        ("pause",),
        ("pause",),
    ]


def test_where_nothing_else_works_they_are_and_overfit() -> None:
    found = fixes(SearchIndex(curated()), "the zorb of an order", "get_shipment", 3)
    assert found
    assert all(fix.overfits for fix in found if isinstance(fix.commands[0], Describe))


def test_a_weight_is_offered_where_one_alone_helps() -> None:
    named = Tool("order", "Nothing else.")
    texts = [Tool(f"x{part}", "An order. The order. All order.") for part in "abc"]
    found = fixes(SearchIndex(curated(named, *texts)), "order of things", "xa", 1)
    assert SetSearch in kinds(found)


def test_the_closed_form_is_quick() -> None:
    tools = [Tool(f"get_thing_{n}", f"Get thing {n} of the shop.") for n in range(1000)]
    index = SearchIndex(curated(*tools))
    index.words_for("get thing 7 of a warehouse", "get_thing_9", FieldOf.ALIAS)
    start = time.process_time()
    index.words_for("get thing 7 of a warehouse", "get_thing_9", FieldOf.ALIAS)
    assert time.process_time() - start < 0.005


@pytest.mark.parametrize("query", ["", "🙂", "of the", "환불"])
def test_odd_questions_have_fixes_or_none(query: str) -> None:
    index = SearchIndex(curated())
    for fix in fixes(index, query, "get_shipment", 3):
        assert fix.rank <= 3
