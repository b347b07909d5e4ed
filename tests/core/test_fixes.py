import time

import pytest
from immutables import Map

from graphwright.curate.apply import apply
from graphwright.curate.commands import Accept, AddRelation, Describe, MergeTools, SetSearch
from graphwright.curate.curation import Curation
from graphwright.curate.fixes import Fix, fixes, tried
from graphwright.evaluate.golden import Golden
from graphwright.graph import ToolGraph
from graphwright.relations import Origin, Relation, RelationKind
from graphwright.search import SearchIndex
from graphwright.search.documents import FieldOf
from graphwright.tools import Field, Parameter, Tool

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


def test_a_tool_in_the_list_needs_no_edit() -> None:
    result = tried(SearchIndex(curated()), QUERY, "get_order_a", 3)
    assert (result.tried, result.fixes) == (0, ())


def kinds(found: tuple[Fix, ...]) -> set[type]:
    return {type(fix.commands[0]) for fix in found}


def test_a_relation_from_a_found_tool_is_offered() -> None:
    give = Tool("load_order", "Load an order.", outputs=(Field("order_key"),))
    take = Tool(
        "ship_order", "Ship an order that was packed.", parameters=(Parameter("order_key"),)
    )
    others = [Tool(f"packed_order_{part}", "An order that was packed.") for part in "abcd"]
    relation = Relation("ship_order", "load_order", RelationKind.REQUIRES, 0.4, Origin.PROPOSED)
    for relations, kind in (((), AddRelation), ((relation,), Accept)):
        curation = curated(give, take, *others, relations=relations)
        found = fixes(SearchIndex(curation), "ship a packed order", "load_order", 2)
        assert kind in kinds(found)


def test_a_merge_with_a_sibling_is_offered() -> None:
    twins = [Tool("shipment_get", "Carton of an order.")]
    assert MergeTools in kinds(mended(curated(*TOOLS, *twins), k=1))


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
