"""References lead to files beside a document, and never outside its folder."""

from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from graphwright.formats import Beside, Ingested, beside, read
from graphwright.formats.beside import absolute
from graphwright.issues import IssueCode

ROOT = {
    "openapi": "3.1.0",
    "paths": {"/orders": {"$ref": "./paths/orders.yaml"}},
    "components": {"schemas": {"Money": {"properties": {"amount": {"type": "number"}}}}},
}
ORDERS = """
get:
  operationId: listOrders
  responses:
    "200":
      content:
        application/json:
          schema: {type: array, items: {$ref: '../schemas/Order.json'}}
post:
  operationId: createOrder
  requestBody: {$ref: '#/x-bodies/New'}
x-bodies:
  New: {content: {application/json: {schema: {$ref: ../schemas/Order.json}}}}
"""
ORDER = {
    "properties": {
        "id": {"type": "string"},
        "total": {"$ref": "../api.json#/components/schemas/Money"},
        "parent": {"$ref": "Order.json"},
    }
}

Put = Callable[[str, object], Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    def write(name: str, value: object) -> Path:
        path = tmp_path / "api" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(value.encode() if isinstance(value, str) else orjson.dumps(value))
        return path

    return write


def read_at(path: Path) -> Ingested:
    return read(path.read_bytes(), path.name, Beside(path))


@pytest.fixture
def split(put: Put) -> Path:
    """A document in three files."""
    put("paths/orders.yaml", ORDERS)
    put("schemas/Order.json", ORDER)
    return put("api.json", ROOT)


def test_a_document_in_several_files_is_read_whole(split: Path) -> None:
    ingested = read_at(split)
    assert not ingested.issues
    found, made = ingested.tools
    assert [(field.path, field.schema) for field in found.outputs] == [
        ("[].id", "Order"),
        ("[].total", "Order"),
        ("[].total.amount", "Money"),
        ("[].parent", "Order"),
    ]
    assert [parameter.name for parameter in made.parameters] == [
        "id",
        "total",
        "total.amount",
        "parent",
    ]
    assert found.where == "#/paths/~1orders/get"


def test_without_the_files_each_reference_is_an_issue(split: Path) -> None:
    (issue, *_) = read(split.read_bytes(), split.name).issues
    assert issue.code is IssueCode.EXTERNAL_REF


def test_the_hash_tells_of_every_file(split: Path, put: Put) -> None:
    before = read_at(split).sha256
    assert read_at(split).sha256 == before
    put("schemas/Order.json", {"properties": {}})
    assert read_at(split).sha256 != before


@pytest.mark.parametrize(
    "ref",
    [
        "../secret.json",
        "../../../../../../etc/hostname",
        "/etc/hostname",
        "%2e%2e/secret.json",
        "file:///etc/hostname",
        "https://example.com/a.json",
        "link.json",
        "none.json",
        "broken.json",
        "folder",
        "a\0b.json",
        "x" * 5000,
    ],
)
def test_what_is_outside_or_unreadable_is_an_issue(ref: str, put: Put, tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text('{"get": {"operationId": "secret"}}')
    path = put("api.json", {"openapi": "3.1.0", "paths": {"/a": {"$ref": ref}}})
    put("broken.json", "{")
    put("folder/a.json", {})
    (path.parent / "link.json").symlink_to(tmp_path / "secret.json")
    ingested = read_at(path)
    assert not ingested.tools
    assert ingested.issues[0].code is IssueCode.EXTERNAL_REF


def test_the_number_of_files_is_bounded(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MAX_FILES", 3)
    paths = {f"/{n}": {"$ref": f"{n}.json"} for n in range(5)}
    for n in range(5):
        put(f"{n}.json", {"get": {"operationId": f"get{n}"}})
    ingested = read_at(put("api.json", {"openapi": "3.1.0", "paths": paths}))
    assert [tool.name for tool in ingested.tools] == ["get0", "get1", "get2"]


@pytest.mark.parametrize(
    ("ref", "name", "rewritten"),
    [
        ("#/a", "paths/x.yaml", "paths/x.yaml#/a"),
        ("y.yaml", "paths/x.yaml", "paths/y.yaml"),
        ("../s/y.yaml#/a", "paths/x.yaml", "s/y.yaml#/a"),
        ("../api.json#/a", "paths/x.yaml", "#/a"),
        ("./y.yaml", "x.yaml", "y.yaml"),
        ("../../y.yaml", "paths/x.yaml", "../y.yaml"),
        ("https://a/b.yaml#/c", "paths/x.yaml", "https://a/b.yaml#/c"),
        ("/y.yaml", "paths/x.yaml", "/y.yaml"),
    ],
)
def test_references_lead_from_the_folder(ref: str, name: str, rewritten: str) -> None:
    assert absolute(ref, name, "api.json") == rewritten
