import json
import random
from functools import cache
from pathlib import Path

import pytest

from graphwright.graph import ToolGraph
from graphwright.read import load
from graphwright.search import SearchIndex

pytestmark = pytest.mark.soak

DATA = Path(__file__).parents[2].parent / "shared" / "data"
DOCUMENTS = {
    "gtc_ecommerce": "openapi/ecommerce.json",
    "gtc_k8s": "openapi/k8s_core_v1.json",
    "gtc_github_full": "openapi/large/github_rest.json.xz",
    "seal_tools": "retrieval/seal_tools.json",
    "toollinkos": "retrieval/toollinkos.json",
}
PAIRS = 2_000  # a document: 10,000 in all

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="no shared/data beside it")


@cache
def index(name: str) -> SearchIndex:
    return SearchIndex(load(DATA / DOCUMENTS[name]))


@needs_data
@pytest.mark.parametrize("name", DOCUMENTS)
def test_scores_are_sums_and_ranks_are_those_given_on_random_pairs(name: str) -> None:
    choose = random.Random(name)
    found = index(name)
    tools = sorted(found.graph.tools)
    queries = [
        row["query"]
        for row in json.loads((DATA / f"retrieval/{name}.json").read_bytes())["queries"]
    ]
    for _ in range(PAIRS // 20):
        query = choose.choice(queries)
        whole = found.search(query, len(tools)).results
        ranks = {hit.tool: (hit.rank, hit.score) for hit in whole}
        assert [hit.score for hit in whole] == sorted((h.score for h in whole), reverse=True)
        k = choose.randint(1, 60)
        assert found.search(query, k).results == whole[:k]
        for tool in choose.choices(tools, k=20):
            why = found.explain(query, tool, k)
            assert why.score == pytest.approx(sum(part.value for part in why.parts), abs=1e-9)
            assert (why.rank, why.score) == ranks.get(tool, (None, why.score))
            if why.rank is not None and why.rank > k:
                assert why.gap == whole[k - 1].score - why.score


@needs_data
@pytest.mark.parametrize("name", ["gtc_ecommerce", "gtc_k8s"])
def test_insertion_order_is_no_matter_on_real_documents(name: str) -> None:
    found = index(name)
    tools = list(found.graph.tools.values())
    random.Random(name).shuffle(tools)
    graph = ToolGraph.of(tools, found.graph.relations.values())
    shuffled = SearchIndex(type("Curated", (), {"graph": graph, "settings": found.settings}))
    for row in json.loads((DATA / f"retrieval/{name}.json").read_bytes())["queries"]:
        assert shuffled.search(row["query"], 20) == found.search(row["query"], 20)
