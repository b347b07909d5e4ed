import json
import lzma
from pathlib import Path

import pytest

from graphwright.read import load
from graphwright.release.export import write

pytest.importorskip("graph_tool_call", reason="the runtime engine is not installed")
from graph_tool_call import ToolGraph as Engine

pytestmark = pytest.mark.soak

DATA = Path(__file__).parents[2].parent / "shared" / "data"
SETS = {
    "ecommerce.toolgraph.json": "gtc_ecommerce",
    "ecommerce.collection.json": "gtc_ecommerce",
    "github_subset.toolgraph.json": "gtc_github",
    "petstore3.toolgraph.json": "gtc_petstore",
    "petstore3.collection.json": "gtc_petstore",
    "mcp_all_mixed.toolgraph.json": "gtc_mixed_mcp",
    "k8s_core_v1.slim.toolgraph.json": "gtc_k8s",
    "k8s_core_v1.toolgraph.json.xz": "gtc_k8s",
}


@pytest.mark.skipif(not DATA.is_dir(), reason="no shared/data beside it")
@pytest.mark.parametrize("name", SETS)
def test_lean_searches_there_exactly_as_the_engines_own_file(tmp_path: Path, name: str):
    path = DATA / "artifacts" / name
    whole, lean = tmp_path / "whole.json", tmp_path / "lean.json"
    whole.write_bytes(
        lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
    )
    lean.write_bytes(write(load(path), "json"))
    assert lean.stat().st_size < 4_000_000
    theirs, ours = Engine.load(whole), Engine.load(lean)
    for question in json.loads((DATA / "retrieval" / f"{SETS[name]}.json").read_bytes())["queries"]:
        found = [[t.name for t in g.retrieve(question["query"], top_k=5)] for g in (theirs, ours)]
        assert found[0] == found[1], question["query"]
