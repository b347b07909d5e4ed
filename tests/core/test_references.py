"""References are followed lazily; cycles and holes are survived."""

import pytest

from graphwright.formats.references import References, look_up, pointer, schema_name
from graphwright.issues import IssueCode

DOCUMENT = {
    "components": {
        "schemas": {
            "Order": {"type": "object"},
            "Alias": {"$ref": "#/components/schemas/Order"},
            "Loop": {"$ref": "#/components/schemas/Pool"},
            "Pool": {"$ref": "#/components/schemas/Loop"},
            "a/b~c d": {"type": "string"},
        }
    },
    "list": [{"type": "integer"}, "text"],
}
SCHEMAS = "#/components/schemas/"


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("", DOCUMENT),
        ("/components/schemas/Order/type", "object"),
        ("/components/schemas/a~1b~0c%20d/type", "string"),
        ("/list/0/type", "integer"),
        ("/list/1", "text"),
        ("/list/2", None),
        ("/list/-1", None),
        ("/list/99999999999999999999", None),
        ("/list/first", None),
        ("/components/schemas/Order/type/more", None),
        ("components", None),
    ],
)
def test_a_pointer_leads_to(place: str, value: object) -> None:
    assert look_up(DOCUMENT, place) == value


def test_a_pointer_is_escaped() -> None:
    assert pointer("paths", "/orders/{id}", "a~b", 0) == "#/paths/~1orders~1{id}/a~0b/0"
    assert look_up({"a~/b": [7]}, pointer("a~/b", 0)[1:]) == 7


@pytest.mark.parametrize(
    ("ref", "name"),
    [
        ("#/components/schemas/Order", "Order"),
        ("#/definitions/a~1b~0c%20d", "a/b~c d"),
        ("other.yaml#/Order", "Order"),
        ("schemas/Order.yaml", "Order"),
        ("", ""),
    ],
)
def test_a_reference_names_its_schema(ref: str, name: str) -> None:
    assert schema_name(ref) == name


@pytest.mark.parametrize(
    ("ref", "broken"),
    [
        (SCHEMAS + "Order", {}),
        (SCHEMAS + "Alias", {}),
        (SCHEMAS + "Loop", {SCHEMAS + "Loop": IssueCode.UNRESOLVED_REF}),
        (SCHEMAS + "None", {SCHEMAS + "None": IssueCode.UNRESOLVED_REF}),
        ("#anchor", {"#anchor": IssueCode.UNRESOLVED_REF}),
        ("other.yaml#/Order", {"other.yaml#/Order": IssueCode.EXTERNAL_REF}),
        ("https://example.com/a.json", {"https://example.com/a.json": IssueCode.EXTERNAL_REF}),
    ],
)
def test_what_leads_nowhere_is_remembered(ref: str, broken: dict[str, IssueCode]) -> None:
    references = References(DOCUMENT)
    node = references.follow({"$ref": ref})
    assert references.broken == broken
    assert bool(node.value) is not bool(broken)


def test_what_is_no_reference_stays_itself() -> None:
    node = References(DOCUMENT).follow({"type": "string", "$ref": 7})
    assert node.value == {"type": "string", "$ref": 7}
    assert not node.name


def test_each_operation_hears_of_a_broken_reference_once() -> None:
    references = References(DOCUMENT)
    for _ in range(2):
        watched = references.watched()
        watched.follow({"$ref": "#/none"})
        watched.follow({"$ref": "#/none"})
        (issue,) = watched.issues("#/paths/~1a/get")
        assert issue.code is IssueCode.UNRESOLVED_REF
        assert issue.where == "#/paths/~1a/get"
    assert not references.broken
