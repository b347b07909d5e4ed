"""Indexes after edits, one by one, with questions asked in between."""

import random
from dataclasses import dataclass, field, replace

import pytest

from graphwright.graph import ToolGraph
from graphwright.search import SearchIndex, SearchSettings
from graphwright.search import columns as module
from graphwright.tools import Tool

NOUNS = ("order", "refund", "invoice", "parcel", "courier", "label", "cart", "coupon")
VERBS = ("list", "get", "create", "cancel", "update", "delete")
QUESTIONS = (
    "list refund orders",
    "remove a coupon of the cart",
    "print parcel label",
    "show invoices of the courier",
)


@dataclass(frozen=True)
class Curated:
    graph: ToolGraph
    settings: SearchSettings = field(default_factory=SearchSettings)


def tool(number: int, choose: random.Random) -> Tool:
    said = " ".join(choose.choices(NOUNS, k=6))
    return Tool(f"{choose.choice(VERBS)}_{choose.choice(NOUNS)}_{number}", said)


def edited(one: Tool, choose: random.Random) -> Tool:
    """Other counts of the same words, mostly, so that what is kept of other tools stays."""
    words = sorted(set(one.description.split()))
    if choose.random() < 0.2:
        words = choose.choices(NOUNS, k=3)
    told = (words + choose.choices(words, k=6))[:6]
    return replace(one, description=" ".join(told))


def assert_same(found: SearchIndex, graph: ToolGraph) -> None:
    fresh = SearchIndex(Curated(graph))
    for question in QUESTIONS:
        assert found.search(question, 120) == fresh.search(question, 120)


@pytest.mark.parametrize("few", [0, 1 << 11], ids=["rows for some", "rows for all"])
def test_what_is_kept_over_edits_ranks_as_a_fresh_index(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FEW", few)
    choose = random.Random(few)
    graph = ToolGraph.of(tool(number, choose) for number in range(120))
    found, kept = SearchIndex(Curated(graph)), 0
    for turn in range(24):
        for question in QUESTIONS:
            found.search(question, 5)
        if turn % 8 == 7:
            assert_same(found, graph)
        graph = graph.with_tools(edited(choose.choice(list(graph.tools.values())), choose))
        found = found.updated(Curated(graph))
        kept += found._lexical.edit > 0
    assert kept > 6  # otherwise nothing was tried
    assert_same(found, graph)


def test_two_edits_of_one_index_know_nothing_of_each_other() -> None:
    choose = random.Random(1)
    graph = ToolGraph.of(tool(number, choose) for number in range(100))
    found = SearchIndex(Curated(graph))
    assert_same(found, graph)
    graphs = [graph.with_tools(edited(one, choose)) for one in list(graph.tools.values())[:6]]
    indexes = [found.updated(Curated(changed)) for changed in graphs]
    for changed, index in zip(graphs, indexes, strict=True):
        assert_same(index, changed)
    for changed, index in zip(graphs, indexes, strict=True):
        assert_same(index, changed)
    assert_same(found, graph)


def test_a_graph_of_equal_tools_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import graphwright.search.index as module

    choose = random.Random(2)
    graph = ToolGraph.of(tool(number, choose) for number in range(100))
    found = SearchIndex(Curated(graph))
    monkeypatch.setattr(module, "document", lambda tool: pytest.fail("a tool was read"))
    same = found.updated(Curated(graph.with_tools(replace(next(iter(graph.tools.values()))))))
    assert same.search("order", 3) == found.search("order", 3)
