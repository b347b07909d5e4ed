"""The sample project: a document that holds together, and faults that are there to be found."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import yaml

import graphwright_dashboard.sample as sample
from graphwright.curate.curation import Curation
from graphwright.duplicates import duplicates
from graphwright.issues import Severity
from graphwright.relations import Origin, Verdict
from graphwright_dashboard.sample.planted import PLANTED

FOLDER = Path(sample.__file__).parent


@cache
def document() -> dict[str, dict]:
    return yaml.safe_load((FOLDER / "shop.openapi.yaml").read_text())


@cache
def curation() -> Curation:
    return sample.sample_curation()


def operations() -> Iterator[tuple[str, str, dict]]:
    for path, item in document()["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def references(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def resolved(reference: str) -> dict:
    found = document()
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def test_every_reference_leads_somewhere() -> None:
    assert all(resolved(reference) for reference in references(document()))


def test_every_component_is_used() -> None:
    used = set(references(document()))
    parts = ("parameters", "responses", "schemas")
    named = {f"#/components/{p}/{name}" for p in parts for name in document()["components"][p]}
    assert named <= used


def test_operations_are_many_and_named_once() -> None:
    names = Counter(operation["operationId"] for _, _, operation in operations())
    assert 64 <= len(names) <= 104
    assert set(names.values()) == {1}


def test_every_tag_is_declared_and_used() -> None:
    declared = {tag["name"] for tag in document()["tags"]}
    assert {tag for _, _, operation in operations() for tag in operation["tags"]} == declared
    assert len(declared) == 11


def test_every_path_variable_is_a_parameter() -> None:
    for path, _, operation in operations():
        parameters = [
            resolved(p["$ref"]) if "$ref" in p else p for p in operation.get("parameters", ())
        ]
        in_path = {p["name"] for p in parameters if p["in"] == "path"}
        assert in_path == set(re.findall(r"{(\w+)}", path)), path


def test_the_documents_read_without_a_fault() -> None:
    assert [i for i in curation().issues if i.severity is not Severity.NOTE] == []
    assert len(curation().graph.tools) == len(list(operations())) + 6


def test_golden_queries_name_tools_that_are_there() -> None:
    tools = curation().graph.tools
    assert len(curation().golden) >= 40
    for golden in curation().golden.values():
        assert all(name in tools for name in (*golden.expect, *golden.accept, *golden.forbid))


def test_golden_queries_are_of_every_sort() -> None:
    golden = curation().golden.values()
    groups = Counter(g.group for g in golden if g.group)
    assert max(groups.values()) >= 3
    assert any(not g.expect for g in golden)
    assert any(g.forbid for g in golden)
    assert any(not g.pinned for g in golden)


@pytest.mark.parametrize("id", ["process-a-refund", "buy-an-article"])
def test_workflows_bind_parameters_that_are_there(id: str) -> None:
    workflow = curation().workflows[id]
    for step in workflow.steps:
        tool = curation().graph.tools[step.tool]
        assert {p.name for p in tool.required} <= set(step.bindings)
        assert all(tool.parameter(name) for name in step.bindings)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda r: f"{r.source}-{r.kind}-{r.target}")
def test_planted_relations_look_like_any_other(planted) -> None:
    held = curation().graph.relations[planted.key]
    assert held == curation().base.relations[planted.key]
    assert held.origin is Origin.INFERRED
    assert held.verdict is Verdict.UNREVIEWED
    assert held.evidence
    assert planted.source in curation().graph.tools
    assert planted.target in curation().graph.tools


def test_its_two_doubles_are_found_and_nothing_else() -> None:
    found = {frozenset(cluster.tools) for cluster in duplicates(curation())}
    doubles = ({"getOrder", "order_get"}, {"getCustomer", "fetch_customer"})
    assert found == set(map(frozenset, doubles))


def test_badly_described_tools_say_nothing() -> None:
    assert curation().graph.tools["stock_sync"].description == ""
    assert "label" not in curation().graph.tools["getReturnLabel"].description
