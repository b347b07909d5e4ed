import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.formats import read
from graphwright.formats.carried_tools import own_parameters
from graphwright.formats.export_json import Extras, write_graph_tool_call
from graphwright.formats.runtime_edges import node_ids
from graphwright.graph import Group, ToolGraph, shipped
from graphwright.raw import Raw
from graphwright.relations import Evidence, Origin, Relation, RelationKind, Verdict
from graphwright.tools import Effects, Field, Location, Parameter, Tool

ARTIFACTS = Path(__file__).parents[2].parent / "shared" / "data" / "artifacts"
needs_artifacts = pytest.mark.skipif(not ARTIFACTS.is_dir(), reason="no shared/data beside it")

REQUIRES, PRECEDES, BELONGS = (
    RelationKind.REQUIRES,
    RelationKind.PRECEDES,
    RelationKind.BELONGS_TO,
)


def written(graph: ToolGraph, *, full: bool = False) -> dict:
    return orjson.loads(write_graph_tool_call(graph, shipped(graph, 0.5, {}), full=full))


def read_back(graph: ToolGraph, *, full: bool = True) -> ToolGraph:
    data = write_graph_tool_call(graph, shipped(graph, 0.5, {}), full=full)
    found = read(data, "export.json")
    return ToolGraph.of(found.tools, found.relations, found.groups)


ORDER = Tool(
    "getOrder",
    description="One order.",
    summary="Get",
    parameters=(
        Parameter("orderId", required=True, location=Location.PATH, format="uuid"),
        Parameter("lines", type="array", location=Location.BODY, items="object"),
        Parameter("lines[].sku", location=Location.BODY, description="of the thing"),
        Parameter("state", enum=("open", "shut"), default="open"),
    ),
    outputs=(Field("id", format="uuid"), Field("lines[].sku")),
    tags=("orders",),
    group="orders",
    method="get",
    path="/orders/{orderId}",
    effects=Effects(read_only=True),
    aliases=("fetch purchase",),
    when_to_use="When the customer asks.",
    examples=("where is my parcel",),
    source="shop.yaml",
)
PAY = Tool("pay", description="Pays.", order=1, deprecated=True, source="shop.yaml")
GRAPH = ToolGraph.of(
    [ORDER, PAY],
    [
        Relation("pay", "getOrder", REQUIRES, 0.9, evidence=(Evidence("id", "orderId"),)),
        Relation("pay", "getOrder", PRECEDES, 0.7),
        Relation("getOrder", "pay", REQUIRES, verdict=Verdict.REJECTED, by="ann"),
        Relation("getOrder", "pay", PRECEDES, 0.2, origin=Origin.PROPOSED),
        Relation("getOrder", "orders", BELONGS),
    ],
    [Group("orders", "All of orders", parent="shop"), Group("shop"), Group("empty", order=3)],
)


def test_a_tool_has_the_seven_keys_and_a_parameter_the_five():
    tool = written(GRAPH)["tools"]["getOrder"]
    assert list(tool) == [
        "name", "description", "parameters", "tags", "domain", "metadata", "annotations",
    ]  # fmt: skip
    assert [list(p) for p in tool["parameters"]] == [
        ["name", "type", "description", "required", "enum"]
    ] * 3


def test_a_property_inside_a_parameter_is_no_parameter_of_the_caller():
    assert [p.name for p in own_parameters(ORDER)] == ["orderId", "lines", "state"]
    dotted = Tool("t", parameters=(Parameter("filter.name"), Parameter("ids[]")))
    assert own_parameters(dotted) == dotted.parameters


def test_annotations_are_snake_case_in_tools_and_camel_case_in_nodes():
    file = written(GRAPH)
    assert file["tools"]["getOrder"]["annotations"] == {
        "read_only_hint": True,
        "destructive_hint": None,
        "idempotent_hint": None,
        "open_world_hint": None,
    }
    assert file["graph"]["nodes"][0]["annotations"] == {"readOnlyHint": True}
    assert file["tools"]["pay"]["annotations"] is None
    assert "annotations" not in file["graph"]["nodes"][1]


def test_there_is_one_edge_for_each_pair_and_the_rest_of_the_stack_rides_on_it():
    edges = written(GRAPH)["graph"]["edges"]
    pairs = [(edge["source"], edge["target"]) for edge in edges]
    assert len(set(pairs)) == len(pairs)
    (edge,) = [edge for edge in edges if edge["source"] == "pay"]
    assert edge["relation"] == "requires"
    assert edge["confidence"] == "INFERRED"
    assert edge["conf_score"] == 0.9
    assert edge["evidence"] == "orderId"
    (other,) = edge["x_alternatives"]
    assert (other["kind"], other["confidence"]) == ("precedes", 0.7)
    assert other["verdict"] == "unreviewed"


def test_rejected_and_proposed_relations_are_no_edges():
    edges = written(GRAPH)["graph"]["edges"]
    assert ("getOrder", "pay") not in {(edge["source"], edge["target"]) for edge in edges}


@pytest.mark.parametrize(
    ("relation", "label"),
    [
        (Relation("a", "b", REQUIRES, 0.85), "INFERRED"),
        (Relation("a", "b", REQUIRES, 0.84), "AMBIGUOUS"),
        (Relation("a", "b", REQUIRES, 0.2, verdict=Verdict.ACCEPTED), "EXTRACTED"),
        (Relation("a", "b", REQUIRES, 0.2, origin=Origin.CURATOR), "EXTRACTED"),
        (Relation("a", "b", REQUIRES, 0.2, origin=Origin.DECLARED), "EXTRACTED"),
    ],
)
def test_the_runtimes_label_says_how_sure_it_is(relation: Relation, label: str):
    graph = ToolGraph.of([Tool("a"), Tool("b")], [relation])
    assert written(graph)["graph"]["edges"][0]["confidence"] == label


def test_words_for_search_stand_where_the_runtime_reads_them():
    metadata = written(GRAPH)["tools"]["getOrder"]["metadata"]
    assert metadata["ai_metadata"]["when_to_use"] == "When the customer asks."
    assert metadata["example_queries"] == ["where is my parcel", "fetch purchase"]


def test_an_agent_reads_the_summary_before_the_description():
    assert written(GRAPH)["tools"]["getOrder"]["description"] == "Get\nOne order."


def test_a_group_named_like_a_tool_gets_another_node():
    graph = ToolGraph.of(
        [Tool("cart"), Tool("group:cart", order=1)],
        [Relation("cart", "cart", BELONGS)],
        [Group("cart")],
    )
    assert node_ids(graph) == {"cart": "group:group:cart"}
    file = written(graph)
    assert len({node["id"] for node in file["graph"]["nodes"]}) == 3
    assert file["graph"]["edges"][0]["target"] == "group:group:cart"
    assert read_back(graph).groups == graph.groups


def test_only_groups_with_members_and_those_above_them_become_nodes():
    nodes = [node["id"] for node in written(GRAPH)["graph"]["nodes"]]
    assert nodes == ["getOrder", "pay", "orders", "shop"]


def test_our_own_file_reads_back_equal():
    back = read_back(GRAPH)
    assert back.tools == GRAPH.tools
    assert back.relations == GRAPH.relations
    assert back.groups == GRAPH.groups


def test_the_same_value_gives_the_same_bytes_whatever_its_history():
    tools, relations = list(GRAPH.tools.values()), list(GRAPH.relations.values())
    other = ToolGraph.of(tools[::-1], relations[::-1], list(GRAPH.groups.values())[::-1])
    assert written(other) == written(GRAPH)


def test_lean_leaves_out_schemas_and_keeps_what_is_searched_and_called():
    metadata = {
        "source": "openapi",
        "method": "post",
        "path": "/pay",
        "base_url": "https://shop.test",
        "response_schema": {"type": "object"},
        "api_contract": {"produces": [{"field_name": "id", "description": "x"}]},
        "openapi": {
            "summary": "Pays.",
            "path_module": "",
            "parameters": [{"name": "n", "in": "query", "description": "long", "schema": {}}],
            "request_body": {"content_type": "text/plain", "schema": {}},
        },
        "theirs": 1,
    }
    tool = replace(PAY, method="post", path="/pay", raw=Raw.of(metadata))
    lean = written(ToolGraph.of([tool]))["tools"]["pay"]["metadata"]
    lean.pop("graphwright")
    assert lean == {
        "source": "openapi",
        "method": "post",
        "path": "/pay",
        "base_url": "https://shop.test",
        "theirs": 1,
        "openapi": {
            "summary": "Pays.",
            "parameters": [{"name": "n", "in": "query"}],
            "request_body": {"content_type": "text/plain"},
        },
    }
    full = written(ToolGraph.of([tool]), full=True)["tools"]["pay"]["metadata"]
    assert {key: full[key] for key in metadata} == metadata


def test_lean_keeps_the_contract_where_the_runtime_scores_it():
    rows = [{"field_name": "id", "description": "The id", "example": 1, "required": False}]
    metadata = {
        "ai_metadata": {"canonical_action": "read"},
        "api_contract": {"produces": rows, "consumes": []},
    }
    tool = Tool("t", raw=Raw.of(metadata))
    lean = written(ToolGraph.of([tool]))["tools"]["t"]["metadata"]
    assert lean["api_contract"]["produces"] == [{"field_name": "id", "description": "The id"}]


def test_extras_stand_beside_the_tools():
    extras = Extras(
        top={"enrichment_status": "partial"},
        metadata={"source_url": "x"},
        graph={"nodes": [{"id": "odd"}], "theirs": 1},
        ours={"golden": [{}]},
    )
    data = write_graph_tool_call(GRAPH, {}, full=True, extras=extras)
    file = orjson.loads(data)
    assert file["format_version"] == "1"
    assert file["enrichment_status"] == "partial"
    assert file["metadata"]["source_url"] == "x"
    assert file["metadata"]["graphwright"]["golden"] == [{}]
    assert file["graph"]["nodes"][-1] == {"id": "odd"}
    assert file["graph"]["theirs"] == 1
    assert "retrieval_state" not in file


def test_each_tool_stands_on_a_line_of_its_own():
    lines = write_graph_tool_call(GRAPH, {}, full=False).decode().splitlines()
    assert sum(line.startswith(('"getOrder": {"name"', '"pay": {"name"')) for line in lines) == 2


names = st.text(max_size=12)
raws = st.sampled_from([Raw(), Raw.of({"source": "mcp", "theirs": [1]})])


@st.composite
def tools(draw: Callable) -> Tool:
    parameters = st.builds(
        Parameter,
        name=names.filter(bool),
        type=st.sampled_from(["string", "object"]),
        description=names,
        required=st.booleans(),
        location=st.sampled_from(Location),
        enum=st.sampled_from([(), ("a", 1, None)]),
        format=names,
        default=st.sampled_from([None, 0, "x"]),
    )
    effects = st.builds(Effects, read_only=st.sampled_from([None, True, False]))
    return draw(
        st.builds(
            Tool,
            name=names.filter(bool),
            description=names,
            summary=names,
            parameters=st.lists(parameters, max_size=3, unique_by=lambda p: p.name).map(tuple),
            outputs=st.lists(st.builds(Field, names, format=names), max_size=2).map(tuple),
            tags=st.lists(names.filter(bool), max_size=2, unique=True).map(tuple),
            group=names,
            method=st.sampled_from(["", "get", "post"]),
            path=st.sampled_from(["", "/a/{b}"]),
            effects=effects,
            deprecated=st.booleans(),
            aliases=st.lists(names.filter(bool), max_size=2, unique=True).map(tuple),
            when_to_use=names,
            source=names.filter(bool),
            where=names,
            callable_name=names,
            raw=raws,
        )
    )


@st.composite
def graphs(draw: Callable) -> ToolGraph:
    found = draw(st.lists(tools(), min_size=1, max_size=4, unique_by=lambda tool: tool.name))
    listed = [replace(tool, order=order) for order, tool in enumerate(found)]
    groups = draw(st.lists(st.builds(Group, names.filter(bool), names), max_size=2))
    pairs = st.tuples(
        st.sampled_from(listed), st.sampled_from([*listed, *groups]), st.sampled_from(RelationKind)
    )
    relations = [
        Relation(
            source.name,
            target.name,
            BELONGS if isinstance(target, Group) else kind,
            confidence=draw(st.floats(0, 1)),
            origin=draw(st.sampled_from(Origin)),
            verdict=draw(st.sampled_from(Verdict)),
            evidence=(Evidence("rule", draw(names), field=draw(names)),),
            order=draw(st.integers(0, 3)),
            raw=draw(st.sampled_from([Raw(), Raw.of({"weight": 1.0, "theirs": 2})])),
        )
        for source, target, kind in draw(st.lists(pairs, max_size=5))
        if source is not target and (isinstance(target, Group) or kind is not BELONGS)
    ]
    members = {group.name for group in groups}
    sound = [r for r in relations if r.kind is not BELONGS or r.target in members]
    loops = [r for r in sound if r.source != r.target]
    return ToolGraph.of(listed, loops, groups)


@settings(max_examples=15, deadline=None)
@given(graphs())
def test_any_graph_reads_back_equal(graph: ToolGraph):
    back = read_back(graph)
    assert back.tools == graph.tools
    assert back.relations == graph.relations
    assert {g.name: replace(g, raw=Raw()) for g in back.groups.values()} == dict(graph.groups)


@settings(max_examples=15, deadline=None)
@given(graphs())
def test_lean_reads_back_equal_but_for_raw_metadata(graph: ToolGraph):
    back = read_back(graph, full=False)
    plain = {name: replace(tool, raw=Raw()) for name, tool in graph.tools.items()}
    assert {name: replace(tool, raw=Raw()) for name, tool in back.tools.items()} == plain


@needs_artifacts
@pytest.mark.parametrize(
    "name",
    ["ecommerce.toolgraph.json", "petstore3.collection.json", "mcp_all_mixed.toolgraph.json"],
)
def test_full_writes_back_everything_of_a_file_that_was_read(name: str):
    file = json.loads((ARTIFACTS / name).read_bytes())
    found = read((ARTIFACTS / name).read_bytes(), name)
    graph = ToolGraph.of(found.tools, found.relations, found.groups)
    again = written(graph, full=True)
    assert list(again["tools"]) == list(file["tools"])
    for tool in again["tools"].values():
        tool["metadata"].pop("graphwright")
    for edge in again["graph"]["edges"]:
        edge.pop("graphwright")
    assert again["tools"] == file["tools"]
    assert again["graph"] == file["graph"]
