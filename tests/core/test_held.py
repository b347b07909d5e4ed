"""Documents that come to others, and documents that come together under names of no files."""

import json
from pathlib import Path

import pytest

from graphwright.curate.apply import apply
from graphwright.curate.commands import Describe, Reject, TakeSource
from graphwright.errors import ReadError
from graphwright.formats import read
from graphwright.held import held, joined_with, read_together
from graphwright.read import curation_of
from graphwright.relations import Origin
from graphwright.release.export import write


def openapi(*names: str, schema: object = None) -> bytes:
    paths = {
        f"/{name}/{{id}}": {
            "get": {
                "operationId": name,
                "parameters": [{"name": "id", "in": "path", "required": True}],
                "responses": {
                    "200": {
                        "description": "ok",
                        "content": {"application/json": {"schema": schema or {"type": "object"}}},
                    }
                },
            }
        }
        for name in names
    }
    return json.dumps({"openapi": "3.0.3", "info": {"title": "T"}, "paths": paths}).encode()


TOOLSET = json.dumps(
    {
        "tools": [{"name": n, "description": n, "parameters": {}} for n in ("list", "open")],
        "edges": [{"source": "open", "target": "list", "type": "requires"}],
    }
).encode()


def test_what_is_held_makes_the_same_curation_again():
    curation = curation_of([read(openapi("getA", "getB"), "a.json"), read(TOOLSET, "t.json")])
    again = curation_of(held(curation))
    assert again.graph == curation.graph
    assert again.sources == curation.sources


def test_a_further_document_stands_beside_what_was_decided():
    curation = curation_of([read(TOOLSET, "t.json")])
    (stated,) = (r for r in curation.graph.relations.values() if r.origin is Origin.DECLARED)
    for command in (
        Describe(tool="open", description="Opens what is listed."),
        Reject(source=stated.source, target=stated.target, kind=stated.kind),
    ):
        curation = apply(curation, command)
    fresh = curation_of(joined_with(curation, [read(openapi("getA"), "a.json")]))
    taken = apply(curation, TakeSource(source="a.json", hash="1"), {"1": fresh})
    assert sorted(taken.graph.tools) == ["getA", "list", "open"]
    assert taken.graph.tools["open"].description == "Opens what is listed."
    assert taken.graph.relations[stated.key].rejected
    assert [source.name for source in taken.sources] == ["t.json", "a.json"]


def test_a_document_of_the_same_name_takes_its_place():
    curation = curation_of([read(openapi("getA", "getB"), "a.json"), read(TOOLSET, "t.json")])
    fresh = curation_of(joined_with(curation, [read(openapi("getA", "getC"), "a.json")]))
    assert sorted(fresh.graph.tools) == ["getA", "getC", "list", "open"]


def test_a_graph_that_was_read_stays_one():
    graph = write(curation_of([read(TOOLSET, "t.json")]), "json")
    curation = curation_of([read(graph, "graph.json")])
    fresh = curation_of(joined_with(curation, [read(openapi("getA"), "a.json")]))
    assert sorted(fresh.graph.tools) == ["getA", "list", "open"]
    origins = {r.origin for r in fresh.graph.relations.values() if r.target == "list"}
    assert Origin.INFERRED not in origins


def test_documents_that_came_together_may_refer_to_each_other(tmp_path: Path):
    part = {"Order": {"type": "object", "properties": {"orderNumber": {"type": "string"}}}}
    whole = openapi("getA", schema={"$ref": "schemas/order.json#/Order"})
    files = {}
    for number, (name, data) in enumerate(
        (("schemas/order.json", json.dumps(part).encode()), ("api.json", whole))
    ):
        files[name] = tmp_path / str(number)
        files[name].write_bytes(data)
    (found,) = read_together(files)
    assert found.name == "api.json"
    assert [output.path for output in found.tools[0].outputs] == ["orderNumber"]


@pytest.mark.parametrize("name", ["../secret.json", "/etc/passwd", "a/../../secret.json", "C:\\x"])
def test_the_name_of_what_came_is_no_path(tmp_path: Path, name: str):
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "secret.json").write_text('{"Order": {"type": "object"}}')
    path = folder / "0"
    path.write_bytes(openapi("getA", schema={"$ref": "../secret.json#/Order"}))
    (found,) = read_together({name: path})
    assert [issue.code for issue in found.issues] == ["external-ref"]


def test_what_nobody_refers_to_must_be_a_document(tmp_path: Path):
    path = tmp_path / "0"
    path.write_bytes(b'{"Order": {}}')
    with pytest.raises(ReadError, match=r"'order\.json' holds an object with the keys 'Order'"):
        read_together({"order.json": path})
