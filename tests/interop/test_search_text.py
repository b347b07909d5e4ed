"""Words that only search sees reach the runtime's search, and leave what the model reads alone."""

import pytest

pytest.importorskip("graph_tool_call")

import orjson

from graphwright.curate import commands as c
from graphwright.curate.apply import apply
from graphwright.curate.curation import Curation
from graphwright.curate.fixes import fixes
from graphwright.errors import ReleaseError
from graphwright.graph import ToolGraph
from graphwright.release.export import write
from graphwright.release.opinion import opinion
from graphwright.search.index import SearchIndex
from graphwright.tools import Tool
from graphwright_dashboard.sample import sample_curation

TOOLS = [
    Tool("getShipment", "Returns carrier and status."),
    Tool("getOrder", "Returns one order."),
    Tool("listOrders", "Lists orders."),
    Tool("requestRefund", "Pays an order back."),
    Tool("ping", "Answers."),
    Tool("listPayments", "Lists payments of an order."),
    Tool("cancelOrder", "Cancels an order."),
]
GRAPH = ToolGraph.of(TOOLS)
CURATION = Curation(graph=GRAPH, base=GRAPH)
ASKED = "zorbulate quibble"


def first(curation: Curation) -> list[str]:
    return list(opinion(curation, [ASKED], 1).found[ASKED])


@pytest.mark.parametrize(
    "words",
    [{"when_to_use": ASKED}, {"aliases": (ASKED,)}, {"examples": (ASKED,)}],
    ids=lambda words: next(iter(words)),
)
def test_words_for_search_are_found_by_the_runtime(words):
    assert first(CURATION) != ["ping"]
    edited = apply(CURATION, c.Describe(tool="ping", **words))
    assert first(edited) == ["ping"]
    before, after = (
        orjson.loads(write(one, "json"))["tools"]["ping"] for one in (CURATION, edited)
    )
    told = ("name", "description", "parameters", "tags")
    assert [after[name] for name in told] == [before[name] for name in told]


def test_the_first_fix_writes_words_for_search_alone():
    curation = sample_curation()
    asked = "refund an order that was already shipped"
    (command,) = fixes(SearchIndex(curation), asked, "getShipment", 5)[0].commands
    assert isinstance(command, c.Describe)
    assert (command.description, command.tags) == (None, None)
    assert command.when_to_use or command.aliases


def test_without_the_engine_one_sentence_says_so(monkeypatch):
    monkeypatch.setattr("graphwright.release.conformance.find_spec", lambda name: None)
    with pytest.raises(ReleaseError, match="not installed"):
        opinion(CURATION, [ASKED], 1)
