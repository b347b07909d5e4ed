"""Any bytes: recognised by their content and read, or refused with one sentence."""

import lzma

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.errors import ReadError
from graphwright.formats import Ingested, read
from graphwright.relations import RelationKind

from .hostile_documents import (
    FUNCTIONS,
    GOLDEN,
    GRAPH,
    MCP,
    OPENAPI,
    SWAGGER,
    TOOLSET,
    WORKFLOW,
    mutated,
)

PLAN = {"goal": "g", "steps": [{"id": "s1", "tool": "a", "args": {"x": "${input.x}"}}]}
WORKFLOW_PLAN = {"goal": "g", "steps": [{"order": 1, "tool": "a", "params_from": {}}]}
ARAZZO = {"arazzo": "1.0.1", "info": {"title": "t"}, "workflows": []}


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        (OPENAPI, "openapi"),
        (SWAGGER, "swagger"),
        (MCP, "mcp"),
        (FUNCTIONS, "functions"),
        (TOOLSET, "toolset"),
        (GRAPH, "graph-tool-call"),
        ({**GRAPH, "collection_graph_version": "2"}, "collection"),
        (GOLDEN, "golden"),
        ({"queries": GOLDEN}, "golden"),
        (WORKFLOW, "workflow"),
        ([WORKFLOW, WORKFLOW], "workflow"),
        ({"workflows": [WORKFLOW]}, "workflow"),
        (PLAN, "plan"),
        (WORKFLOW_PLAN, "workflow-plan"),
        (ARAZZO, "arazzo"),
        ({"tools": []}, "toolset"),
    ],
)
def test_a_format_is_recognised(document: object, kind: str) -> None:
    ingested = read(orjson.dumps(document), "name.txt")
    assert ingested.kind == kind
    assert all(tool.source == "name.txt" for tool in ingested.tools)


def test_workflows_and_golden_queries_are_handed_on_as_they_are() -> None:
    assert read(orjson.dumps(PLAN), "x").workflows == (("plan", PLAN),)
    assert read(orjson.dumps([WORKFLOW] * 2), "x").workflows == (("workflow", WORKFLOW),) * 2
    assert read(orjson.dumps(GOLDEN), "x").golden == tuple(GOLDEN)


def test_hash_and_size_are_those_of_the_file() -> None:
    packed = lzma.compress(orjson.dumps(MCP))
    ingested = read(packed, "x.json.xz")
    assert ingested.bytes == len(packed)
    assert len(ingested.sha256) == 64
    assert [tool.name for tool in ingested.tools] == ["read"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b'{"hello": 1, "world": 2}', "an object with the keys 'hello', 'world'"),
        (b"{}", "an empty object"),
        (b"[]", "an empty list"),
        (b"[1, 2]", "a list without a tool"),
        (b"just words", "a text or a single value"),
        (b"<html><body>hello</body></html>", "x"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "x"),
        (b"PK\x03\x04....", "x"),
    ],
)
def test_what_is_none_of_them_is_refused_with_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(ReadError, match=f"^'x'.*{sentence}|^'x' ") as refused:
        read(data, "x")
    assert "\n" not in str(refused.value)


def whole(ingested: Ingested) -> bool:
    """Names are unique, and relations name what is there."""
    tools = [tool.name for tool in ingested.tools]
    groups = {group.name for group in ingested.groups}
    return len(set(tools)) == len(tools) and all(
        r.source in tools and r.target in (groups if r.kind is RelationKind.BELONGS_TO else tools)
        for r in ingested.relations
    )


def read_or_refused(data: bytes) -> Ingested | None:
    """What was read; None where it was refused with one sentence."""
    try:
        return read(data, "x")
    except ReadError as refused:
        sentence = str(refused)
    if not sentence.startswith("'x' ") or "\n" in sentence or not sentence.endswith("."):
        pytest.fail(f"That is no sentence: {sentence}")
    return None


@given(mutated())
@settings(max_examples=400, deadline=None)
def test_a_mutated_document_is_read_whole_or_refused(document: object) -> None:
    ingested = read_or_refused(orjson.dumps(document))
    assert ingested is None or whole(ingested)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    ingested = read_or_refused(data)
    assert ingested is None or whole(ingested)


@pytest.mark.parametrize(("depth", "readable"), [(100, True), (10_000, False)])
@pytest.mark.parametrize("key", ["properties", "allOf", "items", "anyOf", "oneOf"])
def test_deep_schemas_are_read_or_refused(key: str, depth: int, readable: bool) -> None:
    opening, closing = {
        "properties": ('{"properties":{"a":', "}}"),
        "items": ('{"type":"array","items":', "}"),
    }.get(key, (f'{{"{key}":[', "]}"))
    schema = opening * depth + "{}" + closing * depth
    ingested = read_or_refused(f'[{{"name": "a", "inputSchema": {schema}}}]'.encode())
    assert (ingested is not None) is readable
