"""Small documents of every format, and what happens to them in the wild."""

from copy import deepcopy

from hypothesis import strategies as st

_SCHEMA = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": "string", "format": "uuid", "enum": ["a"], "default": "a"},
        "lines": {"type": "array", "items": {"$ref": "#/components/schemas/Line"}},
    },
    "allOf": [{"$ref": "#/components/schemas/Line"}],
}
_OPERATION = {
    "operationId": "createOrder",
    "summary": "Create",
    "tags": ["orders"],
    "servers": [{"url": "https://{a}", "variables": {"a": {"default": "b"}}}],
    "parameters": [{"name": "shop", "in": "path", "schema": {"type": "string"}}],
    "requestBody": {"required": True, "content": {"application/json": {"schema": _SCHEMA}}},
    "responses": {
        "201": {
            "content": {"application/json": {"schema": _SCHEMA}},
            "links": {
                "self": {"operationId": "getOrder", "parameters": {"id": "$response.body#/id"}}
            },
        }
    },
}
_LINE = {"properties": {"sku": {"type": "string"}, "up": {"$ref": "#/components/schemas/Line"}}}
OPENAPI = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "paths": {"/shops/{shop}": {"post": _OPERATION, "get": {"operationId": "getOrder"}}},
    "components": {"schemas": {"Line": _LINE}},
}
SWAGGER = {
    "swagger": "2.0",
    "host": "a.example",
    "schemes": ["https"],
    "paths": {
        "/pets": {
            "post": {
                "parameters": [
                    {"name": "pet", "in": "body", "schema": {"$ref": "#/definitions/Pet"}}
                ],
                "responses": {"200": {"schema": {"$ref": "#/definitions/Pet"}}},
                "produces": ["application/json"],
            }
        }
    },
    "definitions": {"Pet": {"properties": {"id": {"type": "integer"}}}},
}
MCP = {
    "initialize": {"serverInfo": {"name": "files", "version": "1"}},
    "tools": [
        {
            "name": "read",
            "title": "Read",
            "inputSchema": {"properties": {"path": {"type": "string"}}, "required": ["path"]},
            "outputSchema": {"properties": {"text": {"type": "string"}}},
            "annotations": {"readOnlyHint": True},
        }
    ],
}
FUNCTIONS = [
    {"type": "function", "function": {"name": "a", "parameters": {"properties": {"x": {}}}}},
    {"name": "b", "input_schema": {"properties": {"y": {"type": "integer"}}}},
]
TOOLSET = {
    "name": "set",
    "tools": [
        {"name": "a", "description": "", "parameters": [{"name": "x"}], "returns": {"id": "int"}},
        {"name": "b", "description": "", "method": "GET", "path": "/b/{id}", "tags": ["t"]},
    ],
    "edges": [{"source": "a", "target": "b", "type": "data_flow", "parameter": "id"}],
}
GRAPH = {
    "format_version": "1",
    "metadata": {"tool_count": 2, "graphwright": {"shapes": [[{"path": "id"}]], "groups": []}},
    "graph": {
        "nodes": [
            {"id": "a", "node_type": "tool"},
            {"id": "b", "node_type": "tool"},
            {"id": "g", "node_type": "category", "description": ""},
        ],
        "edges": [
            {"source": "a", "target": "g", "relation": "belongs_to"},
            {
                "source": "a",
                "target": "b",
                "relation": "requires",
                "conf_score": 0.9,
                "data_flow": {"from_path": "$.id"},
                "graphwright": {"origin": "inferred", "evidence": [{"rule": "r", "text": "t"}]},
            },
        ],
    },
    "tools": {
        "a": {
            "name": "a",
            "parameters": [{"name": "x", "type": "string", "required": True, "enum": None}],
            "tags": ["t"],
            "metadata": {
                "path": "/a",
                "input_locations": {"query": ["x"]},
                "openapi": {"parameters": [{"name": "x", "in": "query"}]},
                "api_contract": {"produces": [{"json_path": "$.id"}]},
                "graphwright": {"outputs": 0, "summary": "A"},
            },
            "annotations": {"read_only_hint": True},
        },
        "b": {"name": "b", "metadata": {"request_body_schema": _LINE, "ai_metadata": {}}},
    },
}
WORKFLOW = {
    "id": "w",
    "goal": "g",
    "steps": [{"id": "s", "tool": "a", "bindings": {"x": {"from": "$inputs.x"}}}],
    "inputs": [{"name": "x"}],
}
GOLDEN = [{"query": "q", "expect": ["a"]}]
DOCUMENTS = (OPENAPI, SWAGGER, MCP, FUNCTIONS, TOOLSET, GRAPH, WORKFLOW, GOLDEN)


def _nested(depth: int) -> object:
    value: object = {"a": "end"}
    for level in range(depth):
        value = [value] if level % 2 else {"properties": {"a": value}, "allOf": [value]}
    return value


_WRONG = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.sampled_from(
        ("x" * 100_000, "<script>alert(1)</script>", "\x00", "a" * 65, "../..", "~1/%")
    ),
    st.sampled_from(([], {}, [[]], [None], {"": None}, {"$ref": "#"}, {"$ref": 7}, ["a", "a"])),
    st.sampled_from(
        ({"$ref": "#/paths"}, {"$ref": "#/components/schemas/Line"}, {"$ref": "x.yaml"})
    ),
    st.builds(_nested, st.integers(1, 12)),
)


def _places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    found = [path] if path else []
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in items:
        found += _places(inner, (*path, key))
    return found


@st.composite
def mutated(draw: st.DrawFn) -> object:
    """A document in which one to three values were dropped, doubled or replaced."""
    document = deepcopy(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(1, 3))):
        places = _places(document)
        if not places:
            break
        *above, key = draw(st.sampled_from(places))
        holder: object = document
        for part in above:
            holder = holder[part]  # type: ignore[index]
        if isinstance(holder, dict) and draw(st.booleans()):
            holder[draw(st.text(max_size=5))] = holder.pop(key)
        else:
            holder[key] = deepcopy(draw(_WRONG))  # type: ignore[index]
    return document
