"""Real documents, the small ones: the right number of tools, and what one knows of them."""

import csv
from pathlib import Path

import pytest

from graphwright.formats import Ingested, read
from graphwright.issues import IssueCode

DATA = Path(__file__).parents[2].parent / "shared" / "data"
SMALL = 120_000  # bytes

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"the handed documents are not at {DATA}")


def handed(name: str) -> Ingested:
    return read((DATA / name).read_bytes(), Path(name).name)


def counted() -> list[tuple[str, int, int]]:
    """Documents of the index with their operations, and those of them that have no id."""
    index = DATA / "openapi" / "INDEX.tsv"
    if not index.is_file():
        return []
    with index.open(encoding="utf-8") as lines:
        found = list(csv.DictReader(lines, delimiter="\t"))
    return [
        (f"openapi/{row['path']}", int(row["operations"]), int(row["without_id"]))
        for row in found
        if int(row["bytes"]) < SMALL and "server-path-level" not in row["path"]
    ]


@pytest.mark.parametrize(("name", "operations", "nameless"), counted())
def test_every_operation_is_a_tool(name: str, operations: int, nameless: int) -> None:
    ingested = handed(name)
    assert len(ingested.tools) == operations
    codes = [issue.code for issue in ingested.issues]
    assert codes.count(IssueCode.MISSING_NAME) == nameless


@pytest.mark.parametrize(
    ("name", "tools"),
    [
        ("mcp/live/filesystem.json", 14),
        ("mcp/live/memory.json", 9),
        ("mcp/graph_tool_call/shell.json", 12),
        ("mcp/graph_tool_call/mcp_memory_2025.4.25.json", 9),
        ("retrieval/gtc_xgen_commerce_korean.json", 11),
        ("artifacts/petstore3.toolgraph.json", 19),
        ("artifacts/petstore3.collection.json", 19),
        ("artifacts/mcp_all_mixed.toolgraph.json", 100),
    ],
)
def test_a_list_has_its_tools(name: str, tools: int) -> None:
    assert len(handed(name).tools) == tools


def test_a_document_of_webhooks_alone_says_so() -> None:
    ingested = handed("openapi/odd/adyen_webhooks_only_3.1.json")
    (issue,) = ingested.issues
    assert issue.code is IssueCode.NO_TOOLS
    assert "webhooks (19)" in issue.message


def test_operations_in_other_files_are_issues_each() -> None:
    ingested = handed("openapi/odd/digitalocean_external_refs.yaml")
    codes = [issue.code for issue in ingested.issues]
    assert codes.count(IssueCode.EXTERNAL_REF) == 425


def test_a_document_that_refers_to_its_own_path_item_has_its_operation_twice() -> None:
    name = "openapi/small_examples/oas_3.0/yaml/server-path-level.yaml"
    by_path = {tool.path: tool.raw.value()["base_url"] for tool in handed(name).tools}
    assert len(by_path) == 7
    assert by_path["/path-item-ref-server"] == by_path["/path-item-server-source"]


def test_links_are_declared() -> None:
    ingested = handed("openapi/small_examples/oas_3.0/json/link-example.json")
    assert len(ingested.relations) == 4


def test_what_the_runtime_read_of_a_document_we_read_too() -> None:
    ours = {t.name: t for t in handed("openapi/petstore3.json").tools}
    theirs = {t.name: t for t in handed("artifacts/petstore3.toolgraph.json").tools}
    assert set(ours) == set(theirs)
    for name, tool in ours.items():
        other = theirs[name]
        assert (tool.method, tool.path, tool.tags) == (other.method, other.path, other.tags)
        assert {(p.name, p.location) for p in tool.parameters} == {
            (p.name, p.location) for p in other.parameters
        }
        assert [f.path for f in tool.outputs] == [f.path for f in other.outputs]
