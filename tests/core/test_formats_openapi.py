"""OpenAPI documents: each operation a tool, each link a declared relation."""

from collections.abc import Mapping

import pytest

from graphwright.formats import Ingested
from graphwright.formats.openapi import read_openapi
from graphwright.issues import IssueCode, Severity
from graphwright.relations import Origin, RelationKind
from graphwright.tools import Effects, Field, Location, Parameter, Tool

Json = Mapping[str, object]

ORDER: Json = {
    "type": "object",
    "required": ["id", "customer", "lines"],
    "properties": {
        "id": {"type": "string", "format": "uuid", "readOnly": True},
        "customer": {"$ref": "#/components/schemas/Customer"},
        "status": {"type": "string", "enum": ["open", "paid"]},
        "lines": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["sku"],
                "properties": {"sku": {"type": "string"}, "count": {"type": "integer"}},
            },
        },
        "secret": {"type": "string", "writeOnly": True},
        "parent": {"$ref": "#/components/schemas/Order"},
    },
}
CUSTOMER: Json = {
    "allOf": [
        {"$ref": "#/components/schemas/Party"},
        {"properties": {"email": {"type": "string"}}, "required": ["email"]},
    ]
}
PARTY: Json = {"type": "object", "properties": {"name": {"type": "string"}}}


def document(paths: Json, **more: object) -> dict[str, object]:
    schemas = {"Order": ORDER, "Customer": CUSTOMER, "Party": PARTY}
    secured = {"key": {"type": "apiKey"}, "unused": {"type": "http"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Shop", "version": "2"},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": secured},
        **more,
    }


def read(paths: Json, **more: object) -> Ingested:
    return read_openapi(document(paths, **more), "shop.yaml")


def tool(operation: Json, path: str = "/orders", method: str = "post", **more: object) -> Tool:
    (found,) = read({path: {method: operation}}, **more).tools
    return found


def json_body(schema: Json, **more: object) -> Json:
    return {"requestBody": {"content": {"application/json": {"schema": schema}}, **more}}


def answer(schema: Json, status: str = "200") -> Json:
    return {"responses": {status: {"content": {"application/json": {"schema": schema}}}}}


REF: Json = {"$ref": "#/components/schemas/Order"}


def test_an_operation_is_a_tool() -> None:
    ingested = read(
        {
            "/orders/{orderId}": {
                "parameters": [
                    {
                        "name": "orderId",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "string"},
                    }
                ],
                "get": {
                    "operationId": "getOrder",
                    "summary": "One order",
                    "description": "With its lines.",
                    "tags": ["orders", "shop"],
                    "deprecated": True,
                    "security": [{"key": []}],
                },
            }
        },
        servers=[
            {"url": "https://{region}.example.com/v1", "variables": {"region": {"default": "eu"}}}
        ],
    )
    assert (ingested.title, ingested.version, ingested.kind) == ("Shop", "2", "openapi")
    (found,) = ingested.tools
    assert found.name == "getOrder"
    assert (found.summary, found.description) == ("One order", "With its lines.")
    assert found.tags == ("orders", "shop")
    assert (found.method, found.path) == ("get", "/orders/{orderId}")
    assert found.deprecated
    assert found.where == "#/paths/~1orders~1{orderId}/get"
    assert found.parameters == (
        Parameter("orderId", "string", required=True, location=Location.PATH),
    )
    assert found.raw.value() == {
        "source": "openapi",
        "method": "get",
        "path": "/orders/{orderId}",
        "base_url": "https://eu.example.com/v1",
        "openapi": {
            "operation_id": "getOrder",
            "security": {"requirements": [{"key": []}], "schemes": {"key": {"type": "apiKey"}}},
        },
    }


def test_the_type_of_a_body_and_the_document_s_security_are_passed_on() -> None:
    body = json_body(REF)
    found = tool({"operationId": "a", "x-own": 1, **body}, security=[{}, {"other": ["read"]}])
    raw = found.raw.value()
    assert raw["request_content_type"] == "application/json"
    security = {"requirements": [{}, {"other": ["read"]}]}
    assert raw["openapi"] == {"operation_id": "a", "security": security, "x-own": 1}


def test_a_body_is_flattened_without_what_the_server_sets() -> None:
    found = tool({"operationId": "createOrder", **json_body(REF, required=True)})
    assert [(p.name, p.type, p.required, p.schema) for p in found.parameters] == [
        ("customer", "object", True, "Order"),
        ("customer.name", "string", False, "Customer"),
        ("customer.email", "string", True, "Customer"),
        ("status", "string", False, "Order"),
        ("lines", "array", True, "Order"),
        ("lines[].sku", "string", True, ""),
        ("lines[].count", "integer", False, ""),
        ("secret", "string", False, "Order"),
        ("parent", "object", False, "Order"),
    ]
    assert {p.location for p in found.parameters} == {Location.BODY}
    assert found.parameter("lines") == Parameter(
        "lines", "array", required=True, location=Location.BODY, items="object", schema="Order"
    )
    status = found.parameter("status")
    assert status is not None
    assert status.enum == ("open", "paid")


def test_nothing_in_an_optional_body_is_required() -> None:
    assert not tool({"operationId": "a", **json_body(REF)}).required


def test_an_answer_is_fields_without_what_only_the_client_sends() -> None:
    found = tool({"operationId": "a", **answer({"type": "array", "items": REF})})
    assert [(f.path, f.type, f.schema) for f in found.outputs] == [
        ("[].id", "string", "Order"),
        ("[].customer", "object", "Order"),
        ("[].customer.name", "string", "Customer"),
        ("[].customer.email", "string", "Customer"),
        ("[].status", "string", "Order"),
        ("[].lines", "array", "Order"),
        ("[].lines[].sku", "string", ""),
        ("[].lines[].count", "integer", ""),
        ("[].parent", "object", "Order"),
    ]
    assert found.outputs[0] == Field("[].id", "string", "uuid", schema="Order")


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        ({"type": "array", "items": {"type": "string"}}, ["body"]),
        ({"type": "array", "items": {"properties": {"a": {}}}}, ["body", "body[].a"]),
        ({"type": "string", "format": "binary"}, ["body"]),
        ({"oneOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, ["a", "b"]),
        ({"anyOf": [{"properties": {"a": {}}}, {"type": "null"}]}, ["a"]),
        (
            {"allOf": [{"properties": {"a": {}}}, {"allOf": [{"properties": {"b": {}}}]}]},
            ["a", "b"],
        ),
        ({"properties": {"a": {"type": ["null", "array"], "items": [{"type": "string"}]}}}, ["a"]),
        ({}, ["body"]),
        ({"properties": {}}, ["body"]),
    ],
)
def test_a_body_of_this_shape_has_the_parameters(schema: Json, names: list[str]) -> None:
    found = tool({"operationId": "a", **json_body(schema)})
    assert [parameter.name for parameter in found.parameters] == names


@pytest.mark.parametrize(
    ("schema", "fields"),
    [
        ({"type": "string"}, [Field("", "string")]),
        ({"type": "integer"}, [Field("", "integer")]),
        ({"type": "array", "items": {"type": "string"}}, [Field("[]", "string")]),
        ({"type": "object"}, [Field("", "object")]),
        ({"const": "a"}, [Field("", "string", enum=("a",))]),
        ({}, []),
        ({"$ref": "#/nowhere"}, []),
    ],
)
def test_an_answer_without_properties_is_itself(schema: Json, fields: list[Field]) -> None:
    assert list(tool({"operationId": "a", **answer(schema)}).outputs) == fields


@pytest.mark.parametrize(
    ("schema", "type"),
    [
        ({"type": "integer"}, "integer"),
        ({"type": ["null", "integer"]}, "integer"),
        ({"enum": [1, 2]}, "integer"),
        ({"enum": [True]}, "boolean"),
        ({"enum": ["a", None]}, "string"),
        ({"const": 1.5}, "number"),
        ({"items": {}}, "array"),
        ({"properties": {"a": {}}}, "object"),
        ({"additionalProperties": {}}, "object"),
        ({"type": "file"}, "string"),
        ({"type": "Nonsense"}, "string"),
        ({"type": 7}, "string"),
        ({"type": []}, "string"),
        ({"anyOf": [{"type": "null"}, {"type": "number"}]}, "number"),
        ({"$ref": "#/components/schemas/Party"}, "object"),
        (True, "string"),
        (None, "string"),
    ],
)
def test_the_type_of_a_parameter(schema: object, type: str) -> None:
    found = tool(
        {"operationId": "a", "parameters": [{"name": "p", "in": "query", "schema": schema}]}
    )
    assert [parameter.type for parameter in found.parameters] == [type]


@pytest.mark.parametrize(
    ("schema", "enum"),
    [
        ({"enum": ["a", "b"]}, ("a", "b")),
        ({"const": "a"}, ("a",)),
        ({"allOf": [{"enum": [1, 2]}, {"description": "x"}]}, (1, 2)),
        ({"oneOf": [{"const": "a"}, {"enum": ["b", "a"]}]}, ("a", "b")),
        ({"anyOf": [{"type": "object"}, {"enum": [""]}]}, ()),
        ({"anyOf": [{"type": "null"}, {"enum": ["a"]}]}, ("a",)),
        ({"enum": ["a", {"not": "scalar"}, ["a"]]}, ("a",)),
        ({"enum": "a"}, ()),
    ],
)
def test_the_values_that_a_parameter_may_have(schema: Json, enum: tuple[object, ...]) -> None:
    declared = {"name": "p", "in": "query", "schema": schema}
    found = tool({"operationId": "a", "parameters": [declared]})
    assert found.parameters[0].enum == enum


def test_the_operation_s_parameter_stands_for_the_path_s() -> None:
    paths = {
        "/orders": {
            "parameters": [
                {"name": "limit", "in": "query", "schema": {"type": "string"}},
                {"name": "trace", "in": "header", "schema": {"type": "string"}},
                {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
            ],
            "get": {
                "operationId": "a",
                "parameters": [
                    {
                        "name": "limit",
                        "in": "query",
                        "description": "How many",
                        "schema": {"type": "integer", "default": 20},
                    },
                    {
                        "name": "filter",
                        "in": "query",
                        "content": {"application/json": {"schema": ORDER}},
                    },
                ],
            },
        }
    }
    found = read(paths).tools[0]
    limit, trace, filter_ = found.parameters
    assert limit == Parameter("limit", "integer", "How many", location=Location.QUERY, default=20)
    assert trace.location is Location.HEADER
    assert (filter_.name, filter_.type) == ("filter", "object")


@pytest.mark.parametrize(
    ("method", "effects"),
    [
        ("get", Effects(read_only=True)),
        ("head", Effects(read_only=True)),
        ("options", Effects(read_only=True)),
        ("query", Effects(read_only=True)),
        ("post", Effects()),
        ("patch", Effects()),
        ("put", Effects(idempotent=True)),
        ("delete", Effects(destructive=True, idempotent=True)),
    ],
)
def test_what_a_method_does(method: str, effects: Effects) -> None:
    assert tool({"operationId": "a"}, method=method).effects == effects


@pytest.mark.parametrize(
    ("responses", "status"),
    [
        ({"201": {}, "404": {}}, "201"),
        ({"404": {}, "default": {}}, "default"),
        ({"2XX": {"content": {"application/json": {"schema": REF}}}, "204": {}}, "2XX"),
        ({"200": {"content": {"text/csv": {}}}, "202": {"content": {}}}, "200"),
    ],
)
def test_the_answer_is_the_first_good_one_with_content(responses: Json, status: str) -> None:
    found = tool({"operationId": "a", "responses": responses})
    assert found.raw.value()["response_status"] == status


@pytest.mark.parametrize(
    ("content", "chosen"),
    [
        (["application/xml", "application/json; charset=utf-8"], "application/json; charset=utf-8"),
        (["text/plain", "application/problem+json"], "application/problem+json"),
        (["text/plain", "multipart/form-data"], "multipart/form-data"),
        (["text/plain", "image/png"], "text/plain"),
    ],
)
def test_json_is_read_before_forms_before_others(content: list[str], chosen: str) -> None:
    media = {name: {"schema": {"properties": {name: {}}}} for name in content}
    found = tool({"operationId": "a", "requestBody": {"content": media}})
    assert [parameter.name for parameter in found.parameters] == [chosen]


def test_names_are_given_where_they_are_missing_or_stand_twice() -> None:
    ingested = read(
        {
            "/a": {"get": {}, "post": {"operationId": "make"}},
            "/b": {"post": {"operationId": "make"}, "put": {"operationId": "make"}},
            "/c": {"get": {"operationId": "make~2"}},
        }
    )
    assert [found.name for found in ingested.tools] == [
        "get /a",
        "make",
        "make~3",
        "make~4",
        "make~2",
    ]
    said = [(issue.code, issue.where) for issue in ingested.issues]
    assert said == [
        (IssueCode.MISSING_NAME, "#/paths/~1a/get"),
        (IssueCode.DUPLICATE_NAME, "#/paths/~1b/post"),
        (IssueCode.DUPLICATE_NAME, "#/paths/~1b/put"),
    ]
    assert {issue.severity for issue in ingested.issues} == {Severity.NOTE}


def test_openapi_3_2_has_queries_additional_operations_and_streams() -> None:
    stream = {"200": {"content": {"application/jsonl": {"itemSchema": REF}}}}
    paths = {
        "/orders": {
            "query": {"operationId": "findOrders"},
            "additionalOperations": {"COPY": {"operationId": "copyOrders", "responses": stream}},
        }
    }
    ingested = read(paths, openapi="3.2.0")
    assert [(t.name, t.method) for t in ingested.tools] == [
        ("findOrders", "query"),
        ("copyOrders", "copy"),
    ]
    assert ingested.tools[1].outputs[0].path == "[].id"
    assert not ingested.issues


def linked(links: Json) -> Ingested:
    created = {"201": {"links": links, **answer(REF)["responses"]["200"]}}  # type: ignore[index]
    return read(
        {
            "/orders": {"post": {"operationId": "createOrder", "responses": created}},
            "/orders/{id}": {"get": {"operationId": "getOrder"}},
        }
    )


@pytest.mark.parametrize(
    "target",
    [{"operationId": "getOrder"}, {"operationRef": "#/paths/~1orders~1%7Bid%7D/get"}],
)
def test_a_link_is_a_declared_relation(target: Json) -> None:
    link = {**target, "parameters": {"path.id": "$response.body#/items/0/id", "mode": "full"}}
    ingested = linked({"Show": link})
    (relation,) = ingested.relations
    assert relation.key == ("getOrder", "createOrder", RelationKind.REQUIRES)
    assert relation.origin is Origin.DECLARED
    assert relation.confidence == 1
    assert [(e.rule, e.parameter, e.field) for e in relation.evidence] == [
        ("openapi-link", "id", "items[].id"),
        ("openapi-link", "mode", ""),
    ]
    assert not ingested.issues


@pytest.mark.parametrize(
    "link", [{"operationId": "none"}, {"operationRef": "#/paths/~1none"}, {}, "text", None]
)
def test_a_link_to_nowhere_is_an_issue(link: object) -> None:
    (issue,) = linked({"Show": link}).issues
    assert issue.code is IssueCode.BAD_RELATION
    assert issue.where == "#/paths/~1orders/post/responses/201/links/Show"


def test_a_link_to_itself_is_no_relation() -> None:
    assert not linked({"Again": {"operationId": "createOrder"}}).relations


def test_broken_references_are_issues_of_the_operations_that_need_them() -> None:
    broken = {"$ref": "#/components/schemas/None"}
    ingested = read(
        {
            "/a": {"post": {"operationId": "a", **json_body(broken), **answer(broken)}},
            "/b": {"post": {"operationId": "b", **json_body({"properties": {"x": broken}})}},
            "/c": {"get": {"$ref": "./other.yaml"}},
            "/d": {"$ref": "https://example.com/d.yaml"},
            "/e": {"$ref": "#/paths/~1a"},
        }
    )
    assert [tool.name for tool in ingested.tools] == ["a", "b", "a~2"]
    assert [(issue.code, issue.where) for issue in ingested.issues] == [
        (IssueCode.EXTERNAL_REF, "#/paths/~1c/get"),
        (IssueCode.EXTERNAL_REF, "#/paths/~1d"),
        (IssueCode.UNRESOLVED_REF, "#/paths/~1a/post"),
        (IssueCode.UNRESOLVED_REF, "#/paths/~1b/post"),
        (IssueCode.UNRESOLVED_REF, "#/paths/~1e/post"),
        (IssueCode.DUPLICATE_NAME, "#/paths/~1e/post"),
    ]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"paths": {}}, IssueCode.NO_TOOLS),
        ({"paths": {}, "webhooks": {"paid": {"post": {}}}}, IssueCode.NO_TOOLS),
        ({"paths": []}, IssueCode.NOT_AN_OBJECT),
        ({"openapi": "4.0"}, IssueCode.UNKNOWN_VERSION),
        ({"openapi": None}, IssueCode.UNKNOWN_VERSION),
        ({"paths": {"/a": 7}}, IssueCode.BAD_OPERATION),
        ({"paths": {"/a": {"get": "text"}}}, IssueCode.BAD_OPERATION),
        ({"paths": {"/a": {"get": {"parameters": [{"in": "query"}]}}}}, IssueCode.BAD_PARAMETER),
        ({"paths": {"/a": {"get": {"parameters": [7]}}}}, IssueCode.BAD_PARAMETER),
    ],
)
def test_what_is_wrong_is_an_issue(more: Json, code: IssueCode) -> None:
    ingested = read_openapi({**document({}), **more}, "x")
    assert code in {issue.code for issue in ingested.issues}


def test_a_large_answer_keeps_what_feeds_other_tools() -> None:
    properties: dict[str, object] = {f"text{n:03}": {"type": "string"} for n in range(200)}
    properties["self_url"] = {"type": "string"}
    properties["owner"] = {"properties": {"login": {"type": "string"}}}
    found = tool({"operationId": "a", **answer({"properties": properties})})
    paths = [field.path for field in found.outputs]
    assert len(paths) == 60
    assert paths[-1] == "owner.login"
    assert "self_url" not in paths


def test_a_large_body_keeps_all_of_its_top() -> None:
    properties = {f"p{n:03}": {"properties": {"x": {}}} for n in range(150)}
    found = tool({"operationId": "a", **json_body({"properties": properties})})
    assert [p.name for p in found.parameters] == sorted(properties)
    inner = {f"p{n:03}": {"properties": {"x": {}, "y": {}}} for n in range(40)}
    found = tool({"operationId": "a", **json_body({"properties": inner})})
    assert len(found.parameters) == 80
    assert {p.name for p in found.parameters} >= set(inner)


def test_depth_is_bounded() -> None:
    schema: dict[str, object] = {"type": "string"}
    for _ in range(60):
        schema = {"properties": {"a": schema}}
    found = tool({"operationId": "a", **json_body(schema), **answer(schema)})
    assert [p.name.count(".") for p in found.parameters] == [0, 1, 2, 3, 4]
    assert [f.path.count(".") for f in found.outputs] == [0, 1, 2, 3, 4]


def test_a_cycle_of_compositions_ends() -> None:
    loop = {"allOf": [{"$ref": "#/components/schemas/Loop"}], "properties": {"id": {}}}
    schemas = {"Loop": {"anyOf": [loop, {"$ref": "#/components/schemas/Loop"}]}}
    found = tool(
        {"operationId": "a", **answer({"$ref": "#/components/schemas/Loop"})},
        components={"schemas": schemas},
    )
    assert [field.path for field in found.outputs] == ["id"]


def test_schemas_that_multiply_are_cut() -> None:
    many = {f"p{n}": {"type": "string"} for n in range(5000)}
    schemas: dict[str, object] = {f"Big{n}": {"properties": many} for n in range(3)}
    refs = [{"$ref": f"#/components/schemas/Big{n % 3}"} for n in range(500)]
    schemas["All"] = {"allOf": refs, "oneOf": refs, "required": list(many)}
    found = tool(
        {"operationId": "a", **json_body({"$ref": "#/components/schemas/All"}, required=True)},
        components={"schemas": schemas},
    )
    assert len(found.parameters) == 600
