from dataclasses import dataclass, field

import numpy as np
import pytest

from graphwright.graph import ToolGraph
from graphwright.search import SearchIndex, SearchSettings
from graphwright.search.bm25 import K1, held, idf
from graphwright.search.documents import document
from graphwright.search.postings import Catalog
from graphwright.search.tokens import terms
from graphwright.tools import Tool

bm25s = pytest.importorskip("bm25s", reason="bm25s is not installed")

SUMMARY_B = 0.4  # length share of the field that these texts stand in
TEXTS = (
    "refund the payment of an order",
    "order a refund, refund at once",
    "the weather of a city, tomorrow and in a week",
    "payment methods of the shop that a customer may choose for an order of any size",
    "city map",
    "map of the weather map",
)
TOOLS = tuple(Tool(f"t{number}", text) for number, text in enumerate(TEXTS))


@dataclass(frozen=True)
class Curated:
    graph: ToolGraph = ToolGraph.of(TOOLS)
    settings: SearchSettings = field(default_factory=SearchSettings)


@pytest.mark.parametrize("word", ["refund", "payment", "weather", "map", "city", "week"])
def test_one_field_scores_as_bm25s_does(word: str) -> None:
    model = bm25s.BM25(method="lucene", k1=K1, b=SUMMARY_B)
    model.index([terms(text) for text in TEXTS], show_progress=False)
    theirs = model.get_scores(terms(word))
    catalog = Catalog.of((tool.name, document(tool)) for tool in TOOLS)
    number = catalog.vocabulary.numbers[terms(word)[0]]
    found = held(catalog, number)
    ours = np.zeros(len(TOOLS))
    ours[found.docs] = idf(catalog.size, len(found.docs)) * found.share
    assert np.allclose(ours, theirs, rtol=0.01)  # mean lengths are rounded to one per cent


def test_the_order_is_that_of_bm25s_where_only_texts_speak() -> None:
    model = bm25s.BM25(method="lucene", k1=K1, b=SUMMARY_B)
    model.index([terms(text) for text in TEXTS], show_progress=False)
    query = "weather map of the city"
    scores = model.get_scores(terms(query))
    theirs = [TOOLS[i].name for i in np.argsort(-scores, kind="stable") if scores[i] > 0]
    none = {"name": 0.0, "query": 0.0, "intent": 0.0, "short": 0.0}
    index = SearchIndex(Curated(settings=SearchSettings(weights=none)))
    assert [hit.tool for hit in index.search(query, 9).results] == theirs
