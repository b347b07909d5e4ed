"""Tool definitions of MCP, OpenAI, Anthropic and plain lists, and edges between them."""

from collections.abc import Mapping

import pytest

from graphwright.formats.functions import is_functions, read_functions
from graphwright.formats.mcp import is_mcp, read_mcp
from graphwright.formats.samples import schema_of_sample
from graphwright.formats.toolset import is_toolset, read_toolset
from graphwright.issues import IssueCode
from graphwright.relations import Origin, RelationKind
from graphwright.tools import Effects, Location, Parameter, Tool

Json = Mapping[str, object]

SCHEMA: Json = {
    "type": "object",
    "required": ["path"],
    "properties": {
        "path": {"type": "string", "description": "Where"},
        "options": {"$ref": "#/$defs/Options"},
    },
    "$defs": {"Options": {"properties": {"depth": {"type": "integer", "default": 1}}}},
}
ARGUMENTS = (
    Parameter("path", "string", "Where", required=True),
    Parameter("options", "object", schema="Options"),
    Parameter("options.depth", "integer", default=1, schema="Options"),
)


def mcp(**more: object) -> dict[str, object]:
    return {"name": "read", "description": "Reads", "inputSchema": SCHEMA, **more}


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ([mcp()], "#/0"),
        ({"tools": [mcp()]}, "#/tools/0"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": [mcp()]}}, "#/result/tools/0"),
        ({"initialize": {"serverInfo": {"name": "fs"}}, "tools": [mcp()], "pages": 1}, "#/tools/0"),
    ],
)
def test_an_answer_of_tools_list(document: object, where: str) -> None:
    assert is_mcp(document)
    (tool,) = read_mcp(document, "fs.json").tools
    assert (tool.name, tool.description, tool.where) == ("read", "Reads", where)
    assert tool.parameters == ARGUMENTS


def test_an_mcp_tool_in_full() -> None:
    tool_data = mcp(
        title="Read a file",
        outputSchema={"type": "object", "properties": {"text": {"type": "string"}}},
        annotations={"readOnlyHint": True, "openWorldHint": False, "destructiveHint": "no"},
        _meta={"x": 1},
    )
    answer = {"initialize": {"serverInfo": {"name": "fs", "version": "1"}}, "tools": [tool_data]}
    ingested = read_mcp(answer, "fs.json")
    (tool,) = ingested.tools
    assert (ingested.title, ingested.version) == ("fs", "1")
    assert tool.summary == "Read a file"
    assert [field.path for field in tool.outputs] == ["text"]
    assert tool.effects == Effects(read_only=True, open_world=False)
    raw = tool.raw.value()
    assert raw["source"] == "mcp"
    assert raw["mcp_server"] == "fs"
    assert raw["mcp"] == {
        "input_schema": SCHEMA,
        "output_schema": tool_data["outputSchema"],
        "server_name": "fs",
        "_meta": {"x": 1},
    }


@pytest.mark.parametrize(
    "definition",
    [
        {"type": "function", "function": {"name": "read", "parameters": SCHEMA}},
        {"type": "function", "name": "read", "parameters": SCHEMA, "strict": True},
        {"name": "read", "input_schema": SCHEMA},
        {"name": "read", "description": "", "parameters": SCHEMA},
    ],
)
def test_the_dialects_of_functions_are_one(definition: Json) -> None:
    assert is_functions([definition])
    assert is_functions(definition)
    (tool,) = read_functions([definition], "f.json").tools
    assert (tool.name, tool.parameters) == ("read", ARGUMENTS)


@pytest.mark.parametrize(
    "parameters",
    [
        [{"name": "city", "type": "str", "required": True}, {"name": "days", "type": "int"}],
        {"city": {"type": "string", "required": True}, "days": {"type": "integer"}},
        {
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
            "required": ["city"],
        },
    ],
)
def test_parameters_are_a_schema_a_list_or_a_mapping(parameters: object) -> None:
    definition = {"name": "weather", "description": "", "parameters": parameters}
    (tool,) = read_functions([definition], "f.json").tools
    assert tool.parameters == (
        Parameter("city", "string", required=True),
        Parameter("days", "integer"),
    )


@pytest.mark.parametrize(
    ("sample", "paths"),
    [
        (
            {"id": "int", "owner": {"name": "str"}},
            {"id": "integer", "owner": "object", "owner.name": "string"},
        ),
        ({"type": "str", "status": "int"}, {"type": "string", "status": "integer"}),
        ({"items": [{"id": "str"}]}, {"items": "array", "items[].id": "string"}),
        ({"id": {"type": "String", "description": "The id"}}, {"id": "string"}),
        ({"type": "object", "properties": {"id": {"type": "int"}}}, {"id": "integer"}),
        ('{"id": "float"}', {"id": "number"}),
        ({"rows": "empty list"}, {"rows": "array"}),
        ("{broken", {}),
        (None, {}),
        (7, {}),
    ],
)
def test_what_a_tool_returns_is_told_by_sample_or_schema(
    sample: object, paths: dict[str, str]
) -> None:
    tools = [{"name": "a", "description": "", "returns": sample}]
    (tool,) = read_toolset({"tools": tools}, "t.json").tools
    assert {field.path: field.type for field in tool.outputs} == paths


def test_a_deep_sample_ends() -> None:
    sample: object = "str"
    for _ in range(5000):
        sample = {"a": sample}
    assert schema_of_sample(sample)["type"] == "object"


def plain(name: str, **more: object) -> dict[str, object]:
    return {"name": name, "description": "", "parameters": {"type": "object"}, **more}


def test_a_plain_tool_may_be_an_operation() -> None:
    schema = {
        "properties": {"id": {}, "expand": {}, "trace": {"x-in": "header"}, "note": {"x-in": "?"}}
    }
    operation = plain("a", method="POST", path="/a/{id}", tags=["x", "x"], category="y")
    (tool,) = read_toolset({"tools": [{**operation, "parameters": schema}]}, "t").tools
    assert (tool.method, tool.path, tool.tags, tool.group) == ("post", "/a/{id}", ("x",), "y")
    assert {p.name: p.location for p in tool.parameters} == {
        "id": Location.PATH,
        "expand": Location.BODY,
        "trace": Location.HEADER,
        "note": Location.BODY,
    }


def relations(*edges: object) -> dict[tuple[str, str, str], tuple[str, ...]]:
    document = {"tools": [plain("a"), plain("b"), plain("c")], "edges": list(edges)}
    ingested = read_toolset(document, "t")
    assert all(relation.origin is Origin.DECLARED for relation in ingested.relations)
    return {
        (r.source, r.target, r.kind.value): tuple(e.parameter for e in r.evidence)
        for r in ingested.relations
    }


@pytest.mark.parametrize(
    ("edge", "relation"),
    [
        ({"source": "a", "target": "b"}, ("b", "a", "requires")),
        ({"source": "a", "target": "b", "type": "data_flow"}, ("b", "a", "requires")),
        ({"source": "a", "target": "b", "type": "requires"}, ("a", "b", "requires")),
        ({"source": "a", "target": "b", "type": "PRECEDES"}, ("a", "b", "precedes")),
        ({"source": "a", "target": "b", "type": "similar_to"}, ("a", "b", "similar_to")),
        ({"source": "a", "target": "g", "type": "belongs_to"}, ("a", "g", "belongs_to")),
    ],
)
def test_an_edge_is_a_declared_relation(edge: Json, relation: tuple[str, str, str]) -> None:
    assert relations(edge) == {relation: ("",)}


def test_edges_of_one_pair_join_their_evidence() -> None:
    flow = {"source": "a", "target": "b", "type": "data_flow"}
    found = relations(
        {**flow, "parameter": "x"}, {**flow, "parameter": "y"}, {**flow, "parameter": "x"}
    )
    assert found == {("b", "a", "requires"): ("x", "y")}


@pytest.mark.parametrize(
    "edge",
    [
        {"source": "a", "target": "none"},
        {"source": "a", "target": "a"},
        {"source": "a"},
        {"source": "a", "target": "b", "type": "belongs_to"},
        {"source": ["a"], "target": {}},
        7,
        None,
    ],
)
def test_an_edge_that_cannot_be_is_an_issue(edge: object) -> None:
    document = {"tools": [plain("a"), plain("b")], "edges": [edge]}
    ingested = read_toolset(document, "t")
    assert not ingested.relations
    assert [(i.code, i.where) for i in ingested.issues] == [(IssueCode.BAD_RELATION, "#/edges/0")]


@pytest.mark.parametrize(
    ("items", "codes", "names"),
    [
        ([{"description": "nameless"}, plain("a")], [IssueCode.BAD_TOOL], ["a"]),
        ([7, "text", None, plain("a")], [IssueCode.BAD_TOOL] * 3, ["a"]),
        ([plain(""), plain("a")], [IssueCode.BAD_TOOL], ["a"]),
        ([plain("a"), plain("a")], [IssueCode.DUPLICATE_NAME], ["a", "a~2"]),
        ([plain("", method="GET", path="/a")], [IssueCode.MISSING_NAME], ["get /a"]),
    ],
)
def test_a_definition_that_is_wrong_is_an_issue(
    items: list[object], codes: list[IssueCode], names: list[str]
) -> None:
    ingested = read_functions(items, "f")
    assert [issue.code for issue in ingested.issues] == codes
    assert [tool.name for tool in ingested.tools] == names


def test_a_broken_reference_of_a_schema_is_an_issue_of_its_tool() -> None:
    schema = {"properties": {"a": {"$ref": "#/$defs/None"}}}
    ingested = read_mcp([mcp(inputSchema=schema)], "x")
    assert [(i.code, i.where) for i in ingested.issues] == [(IssueCode.UNRESOLVED_REF, "#/0")]
    assert isinstance(ingested.tools[0], Tool)


def test_an_mcp_list_with_edges_is_a_tool_set() -> None:
    document = {"tools": [mcp(), plain("b")], "edges": [{"source": "b", "target": "read"}]}
    assert not is_mcp(document)
    assert is_toolset(document)
    assert read_toolset(document, "t").relations[0].kind is RelationKind.REQUIRES
