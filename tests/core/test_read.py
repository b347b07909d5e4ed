"""The front door: files become one curation."""

import gzip
import io
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings

from graphwright.curate.curation import Curation
from graphwright.errors import ReadError
from graphwright.formats import Ingested, read
from graphwright.formats.export_json import Extras, write_graph_tool_call
from graphwright.graph import ToolGraph, shipped
from graphwright.issues import IssueCode, Severity
from graphwright.project.project import Project
from graphwright.read import curation_of, ingest, load, load_all
from graphwright.relations import Origin, RelationKind

from .hostile_documents import GOLDEN, GRAPH, MCP, OPENAPI, TOOLSET, WORKFLOW, mutated

Json = Mapping[str, object]
Put = Callable[[str, object], Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Writes a file: bytes as they are, anything else as JSON."""

    def write(name: str, value: object) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(value if isinstance(value, bytes) else orjson.dumps(value))
        return path

    return write


def parsed(document: object, name: str = "x.json") -> Ingested:
    return read(orjson.dumps(document), name)


def plain(*names: str) -> Json:
    return {"tools": [{"name": name, "description": "Does."} for name in names]}


def names(curation: Curation) -> list[str]:
    return [tool.name for tool in curation.graph.ordered_tools]


def test_a_document_becomes_a_curation(put: Put) -> None:
    curation = load(put("shop.json", OPENAPI))
    assert names(curation) == ["createOrder", "getOrder"]
    assert curation.base == curation.graph
    (source,) = curation.sources
    assert (source.name, source.kind, source.title, source.tools) == (
        "shop.json",
        "openapi",
        "Shop",
        2,
    )
    declared = [r for r in curation.graph.relations.values() if r.origin is Origin.DECLARED]
    assert [r.key for r in declared] == [("getOrder", "createOrder", RelationKind.REQUIRES)]


def test_what_is_inferred_from_documents_is_inferred(put: Put) -> None:
    curation = load(put("shop.json", OPENAPI))
    grouped = [r for r in curation.graph.relations.values() if r.kind is RelationKind.BELONGS_TO]
    assert {r.origin for r in grouped} == {Origin.INFERRED}
    assert {r.target for r in grouped} == set(curation.graph.groups)


def test_names_that_clash_carry_their_source_in_both() -> None:
    documents = [parsed(plain("read", "a"), "one.json"), parsed(plain("read", "b"), "two.yaml")]
    curation = curation_of(documents)
    assert names(curation) == ["one:read", "a", "two:read", "b"]
    assert [tool.order for tool in curation.graph.ordered_tools] == [0, 1, 2, 3]
    clashes = [i for i in curation.issues if i.code is IssueCode.NAME_CLASH]
    assert [(i.where, i.source, i.severity) for i in clashes] == [
        ("#/tools/0", "one.json", Severity.NOTE),
        ("#/tools/0", "two.yaml", Severity.NOTE),
    ]


def test_relations_follow_their_tools_when_names_clash() -> None:
    other = parsed(plain("a", "b"), "other.json")
    curation = curation_of([parsed(TOOLSET, "set.json"), other])
    declared = {r.key for r in curation.graph.relations.values() if r.origin is Origin.DECLARED}
    assert declared == {("set:b", "set:a", RelationKind.REQUIRES)}


def test_documents_of_one_name_are_told_apart() -> None:
    curation = curation_of([parsed(plain("a"), "t.json"), parsed(plain("a"), "t.json")])
    assert names(curation) == ["t:a", "t~2:a"]
    assert [source.name for source in curation.sources] == ["t.json", "t~2.json"]
    assert [tool.source for tool in curation.graph.ordered_tools] == ["t.json", "t~2.json"]


def test_a_name_made_from_a_clash_never_takes_another_s_place() -> None:
    curation = curation_of([parsed(plain("a", "one:a"), "one.json"), parsed(plain("a"), "two")])
    assert names(curation) == ["one:a~2", "one:a", "two:a"]


@pytest.mark.parametrize(
    ("name", "alias"),
    [
        ("getOrder", ""),
        ("get_order-2", ""),
        ("a" * 64, ""),
        ("repos/create", "repos_create"),
        ("get /orders/{id}", "get_orders_id"),
        ("Media.Play", "Media_Play"),
        ("注文", "tool"),
    ],
)
def test_what_a_model_cannot_call_has_an_alias(name: str, alias: str) -> None:
    curation = curation_of([parsed(plain(name))])
    assert curation.graph.tools[name].callable_name == alias
    said = [issue.code for issue in curation.issues]
    assert said == ([IssueCode.NOT_CALLABLE] if alias else [])


def test_aliases_are_unique_and_do_not_depend_on_other_tools() -> None:
    long = "a" * 65
    curation = curation_of([parsed(plain("a/b", "a b", "a_b", long, long + "b"))])
    aliases = {tool.name: tool.callable_name for tool in curation.graph.ordered_tools}
    assert len(set(aliases.values()) - {""}) == 4
    assert aliases["a_b"] == ""
    assert all(len(alias) <= 64 for alias in aliases.values())
    alone = curation_of([parsed(plain(long))]).graph.tools[long]
    assert alone.callable_name == aliases[long]


def test_an_alias_that_our_own_file_gave_stays() -> None:
    graph = curation_of([parsed(plain("a/b"))]).graph
    renamed = replace(graph.tools["a/b"], callable_name="mine")
    data = write_graph_tool_call(graph.with_tools(renamed), {}, full=False)
    own = read(data, "own.json")
    again = curation_of([own, parsed(plain("a b"), "other.json")]).graph.ordered_tools
    assert [tool.callable_name for tool in again] == ["mine", "a_b"]
    taken = curation_of([own, parsed(plain("mine"), "other.json")]).graph.ordered_tools
    assert [tool.callable_name for tool in taken] == ["a_b", ""]


def loaded_graph() -> Json:
    """A graph whose file says one of the two things that the rules find."""
    tools = {
        "createOrder": {
            "name": "createOrder",
            "tags": ["orders"],
            "metadata": {
                "method": "post",
                "path": "/orders",
                "response_schema": {"properties": {"orderId": {"type": "string"}}},
            },
        },
        "getOrder": {
            "name": "getOrder",
            "tags": ["orders"],
            "parameters": [{"name": "orderId", "required": True}],
            "metadata": {"method": "get", "path": "/orders/{orderId}"},
        },
    }
    nodes = [{"id": name, "node_type": "tool"} for name in tools]
    edges = [{"source": "createOrder", "target": "getOrder", "relation": "precedes"}]
    return {"format_version": "1", "graph": {"nodes": nodes, "edges": edges}, "tools": tools}


def test_what_the_rules_find_in_a_loaded_graph_is_a_proposal() -> None:
    relations = curation_of([parsed(loaded_graph())]).graph.relations
    assert {r.origin for r in relations.values()} == {Origin.FILE, Origin.PROPOSED}


def test_where_the_file_says_the_same_our_grounds_are_added() -> None:
    curation = curation_of([parsed(loaded_graph())])
    said = [r for r in curation.graph.relations.values() if r.origin is Origin.FILE]
    assert [r.key for r in said] == [("createOrder", "getOrder", RelationKind.PRECEDES)]
    assert said[0].evidence[0].rule == "file"
    assert len(said[0].evidence) > 1
    assert said[0].confidence != 0.5


def test_a_tool_that_the_file_puts_in_a_group_is_proposed_no_other() -> None:
    graph = curation_of([parsed(GRAPH)]).graph
    assert graph.group_of["a"] == "g"
    belongs = [r for r in graph.relations.values() if r.kind is RelationKind.BELONGS_TO]
    assert [r.target for r in belongs if r.source == "a"] == ["g"]


def test_our_own_export_of_a_curation_reads_back_equal() -> None:
    before = curation_of([parsed(OPENAPI, "shop.json"), parsed(MCP, "files.json")]).graph
    data = write_graph_tool_call(before, shipped(before, 0.5, {}), full=True)
    after = curation_of([read(data, "graph.json")]).graph
    assert after == before


def test_decisions_of_our_own_export_are_restored() -> None:
    golden = {"query": "q", "expect": ["getOrder"]}
    extras = Extras(ours={"golden": [golden], "workflows": [WORKFLOW]})
    graph = ToolGraph.of(parsed(OPENAPI).tools)
    data = write_graph_tool_call(graph, {}, full=False, extras=extras)
    curation = curation_of([read(data, "graph.json")])
    assert list(curation.golden) == ["q"]
    assert list(curation.workflows) == ["w"]


def test_golden_queries_come_from_json_lines_and_csv(put: Put) -> None:
    lines = put("golden.jsonl", b'{"query": "a", "expect": ["x"]}\n{"query": "b"}\n')
    table = put("golden.csv", b"query,expect\nc,x\n")
    curation = load_all([put("set.json", TOOLSET), lines, table])
    assert sorted(curation.golden) == ["a", "b", "c"]
    assert [source.name for source in curation.sources] == ["set.json"]


def test_packed_files_and_standard_input(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = put("set.json.gz", gzip.compress(orjson.dumps(TOOLSET)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(orjson.dumps(MCP))))
    found = ingest([packed, "-"])
    assert [(one.name, one.kind) for one in found] == [
        ("set.json.gz", "toolset"),
        ("standard input", "mcp"),
    ]


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://a.example/v1/shop%20api.yaml?x=1", "shop api.yaml"),
        ("https://a.example/docs/", "docs"),
        ("https://a.example", "a.example"),
    ],
)
def test_a_web_address_is_read(url: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def fetched(*call: object) -> bytes:
        asked.append(call)
        return orjson.dumps(TOOLSET)

    monkeypatch.setattr("graphwright.formats.discovery.fetch", fetched)
    curation = load(url, allowed=("a.example",))
    assert asked == [(url, ("a.example",))]
    assert [source.name for source in curation.sources] == [name]


@pytest.mark.parametrize(
    ("path", "sentence"),
    [("none.json", "is not there"), (".", "is a folder"), ("a\0b", "cannot be opened")],
)
def test_what_cannot_be_opened_is_one_sentence(path: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=sentence):
        load(tmp_path / path)


def test_a_project_is_opened_alone(put: Put, tmp_path: Path) -> None:
    curation = curation_of([parsed(TOOLSET)])
    path = tmp_path / "set.graphwright"
    with Project.open(path, curation):
        pass
    assert load(path) == curation
    with pytest.raises(ReadError, match=r"set\.graphwright' is a project, which is opened alone"):
        load_all([path, put("set.json", TOOLSET)])


def test_workflows_beside_tools_are_read_with_them(put: Put) -> None:
    arazzo = {
        "arazzo": "1.0.1",
        "info": {"title": "t", "version": "1"},
        "sourceDescriptions": [{"name": "shop", "url": "shop.json"}],
        "workflows": [{"workflowId": "w", "steps": [{"stepId": "s", "operationId": "getOrder"}]}],
    }
    files = [put("shop.json", OPENAPI), put("w.arazzo.json", arazzo), put("own.json", WORKFLOW)]
    curation = load_all(files)
    assert sorted(curation.workflows) == ["w", "w~2"]
    assert curation.workflows["w"].steps[0].tool == "getOrder"
    assert curation.workflows["w~2"].goal == "g"


def test_a_workflow_that_cannot_be_read_is_an_issue(put: Put) -> None:
    broken = {"id": 7, "goal": [], "steps": [{"id": "s", "bindings": {}}]}
    curation = load_all([put("shop.json", OPENAPI), put("broken.json", broken)])
    assert not curation.workflows
    assert [(i.code, i.source) for i in curation.issues] == [
        (IssueCode.BAD_WORKFLOW, "broken.json")
    ]


def test_nothing_at_all_is_an_empty_curation() -> None:
    assert load_all([]) == Curation()


def whole(graph: ToolGraph) -> bool:
    return all(
        key.source in graph.tools
        and key.target in (graph.groups if key.kind is RelationKind.BELONGS_TO else graph.tools)
        for key in graph.relations
    )


@given(mutated(), mutated())
@settings(max_examples=60, deadline=None)
def test_mutated_documents_side_by_side_are_a_whole_graph(one: object, two: object) -> None:
    found = []
    for number, document in enumerate((one, two)):
        try:
            found.append(parsed(document, f"{number}.json"))
        except ReadError:
            continue
    try:
        curation = curation_of(found)
    except ReadError:
        return
    assert whole(curation.graph)
    assert len(curation.graph.tools) == sum(len(document.tools) for document in found)


def test_golden_queries_that_cannot_be_read_are_refused_by_name(put: Put) -> None:
    with pytest.raises(ReadError, match=r"golden\.json"):
        load(put("golden.json", [{**GOLDEN[0], "expect": 7}]))
