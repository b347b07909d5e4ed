"""Swagger 2.0 documents say body, form and address in their own words."""

from collections.abc import Mapping

import pytest

from graphwright.formats.swagger import read_swagger
from graphwright.issues import IssueCode
from graphwright.tools import Location, Parameter, Tool

Json = Mapping[str, object]

PET: Json = {
    "required": ["name"],
    "properties": {"id": {"type": "integer", "readOnly": True}, "name": {"type": "string"}},
}


def document(operation: Json, **more: object) -> dict[str, object]:
    return {
        "swagger": "2.0",
        "info": {"title": "Pets", "version": 1.0},
        "paths": {"/pets": {"post": {"operationId": "addPet", **operation}}},
        "definitions": {"Pet": PET},
        "parameters": {"limit": {"name": "limit", "in": "query", "type": "integer", "maximum": 9}},
        "responses": {
            "Pets": {"schema": {"type": "array", "items": {"$ref": "#/definitions/Pet"}}}
        },
        **more,
    }


def tool(operation: Json, **more: object) -> Tool:
    (found,) = read_swagger(document(operation, **more), "pets.json").tools
    return found


def test_title_and_version_are_texts() -> None:
    ingested = read_swagger(document({}), "pets.json")
    assert (ingested.kind, ingested.title, ingested.version) == ("swagger", "Pets", "1.0")


def test_a_body_is_flattened() -> None:
    body = {"name": "pet", "in": "body", "required": True, "schema": {"$ref": "#/definitions/Pet"}}
    found = tool(
        {"parameters": [body, {"$ref": "#/parameters/limit"}]},
        consumes=["application/json", "application/xml"],
    )
    assert found.raw.value()["request_content_type"] == "application/json"
    assert found.parameters == (
        Parameter("limit", "integer", location=Location.QUERY),
        Parameter("name", required=True, location=Location.BODY, schema="Pet"),
    )


def test_a_body_that_is_a_list_goes_by_its_name() -> None:
    pets = {"type": "array", "items": {"$ref": "#/definitions/Pet"}}
    found = tool({"parameters": [{"name": "pets", "in": "body", "schema": pets}]})
    assert [p.name for p in found.parameters] == ["pets", "pets[].name"]


def test_a_form_travels_in_the_body() -> None:
    form = {"in": "formData", "name": "photo", "type": "file", "required": True}
    assert tool({"parameters": [form]}).parameters == (
        Parameter("photo", "string", required=True, location=Location.BODY),
    )


def test_an_answer_is_fields() -> None:
    found = tool({"responses": {"200": {"$ref": "#/responses/Pets"}}, "produces": ["text/json"]})
    assert [field.path for field in found.outputs] == ["[].id", "[].name"]
    assert found.raw.value()["response_content_type"] == "text/json"


@pytest.mark.parametrize(
    ("more", "address"),
    [
        ({"host": "a.example", "basePath": "/v1/"}, "https://a.example/v1"),
        ({"host": "a.example", "schemes": ["ws", "http"]}, "ws://a.example"),
        ({"host": "a.example", "schemes": ["http", "https"]}, "https://a.example"),
        ({"basePath": "/v1"}, "/v1"),
        ({}, None),
    ],
)
def test_where_it_is(more: Json, address: str | None) -> None:
    assert tool({}, **more).raw.value().get("base_url") == address


@pytest.mark.parametrize(
    ("more", "code"),
    [({"swagger": "1.2"}, IssueCode.UNKNOWN_VERSION), ({"paths": {}}, IssueCode.NO_TOOLS)],
)
def test_what_is_wrong_is_an_issue(more: Json, code: IssueCode) -> None:
    assert code in {issue.code for issue in read_swagger(document({}, **more), "x").issues}
