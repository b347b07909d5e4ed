"""The runtime's graph files, and our own in the same form: nothing that stood there is lost."""

from collections.abc import Mapping
from copy import deepcopy

import orjson
import pytest

from graphwright.formats import Ingested, read
from graphwright.formats.export_json import Extras, write_graph_tool_call
from graphwright.formats.graph_tool_call import read_graph_tool_call
from graphwright.graph import ToolGraph, shipped
from graphwright.issues import IssueCode
from graphwright.relations import Evidence, Origin, Relation, RelationKind, Verdict
from graphwright.tools import Effects, Field, Location, Parameter

Json = Mapping[str, object]

BODY: Json = {
    "type": "object",
    "required": ["lines"],
    "properties": {
        "userId": {"type": "string", "format": "uuid"},
        "lines": {"type": "array", "items": {"properties": {"sku": {"type": "string"}}}},
    },
    "x-graph-tool-call-ref": "#/components/schemas/NewOrder",
}
ROW: Json = {"type": "string", "description": "", "required": False, "enum": None}
CREATE: Json = {
    "name": "createOrder",
    "description": "Place an order.",
    "parameters": [
        {**ROW, "name": "userId", "required": True},
        {**ROW, "name": "userId"},
        {**ROW, "name": "lines", "type": "array", "required": True},
        {**ROW, "name": "mode", "enum": ["fast", None]},
    ],
    "tags": ["orders"],
    "domain": "orders",
    "metadata": {
        "source": "openapi",
        "method": "POST",
        "path": "/users/{userId}/orders",
        "base_url": "/v1",
        "openapi": {
            "summary": "Place an order",
            "deprecated": True,
            "parameters": [
                {"name": "userId", "in": "path", "format": "int64"},
                {"name": "mode", "in": "query", "default": "fast"},
            ],
        },
        "input_locations": {"path": ["userId"], "query": ["mode"], "body": ["userId", "lines"]},
        "request_body_schema": BODY,
        "response_schema": {"type": "object", "properties": {"id": {"type": "string"}}},
        "ai_metadata": {"when_to_use": "Use to buy."},
        "x-anything": {"kept": [1, None]},
    },
    "annotations": {"read_only_hint": False, "destructive_hint": None},
}
GET: Json = {
    "name": "getOrder",
    "description": "",
    "parameters": [{**ROW, "name": "orderId"}],
    "metadata": {
        "source": "mcp",
        "input_locations": ["mcp_argument"],
        "api_contract": {
            "produces": [
                {"field_name": "id", "json_path": "$.items[*].id", "field_type": "integer"},
                {"field_name": "x", "json_path": "$[*].x", "schema_ref": "#/defs/Order"},
                {"json_path": None},
            ]
        },
    },
}
EDGES: list[Json] = [
    {"source": "createOrder", "target": "orders", "relation": "belongs_to"},
    {"source": "getOrder", "target": "createOrder", "relation": "requires", "weight": 1.0},
    {
        "source": "getOrder",
        "target": "createOrder",
        "relation": "precedes",
        "confidence": "INFERRED",
        "conf_score": 0.82,
        "evidence": "the id flows",
        "data_flow": {"from_path": "$.items[*].id", "to_field": "orderId"},
        "is_manual": False,
    },
    {
        "source": "createOrder",
        "target": "getOrder",
        "relation": "similar_to",
        "confidence": "AMBIGUOUS",
    },
    {
        "source": "createOrder",
        "target": "getOrder",
        "relation": "complementary",
        "deleted_by_user": True,
    },
    {"source": "orders", "target": "shop", "relation": "belongs_to"},
]


def node(entry: Json, **more: object) -> dict[str, object]:
    shared = {key: entry.get(key) for key in ("description", "tags", "domain")}
    return {"id": entry["name"], "node_type": "tool", **shared, **more}


def document(**more: object) -> dict[str, object]:
    return deepcopy(
        {
            "format_version": "1",
            "library_version": "0.47.0",
            "metadata": {"built_at": "2026-01-01", "tool_count": 2},
            "graph": {
                "nodes": [
                    node(CREATE, annotations={"readOnlyHint": False}, x=1.5),
                    node(GET),
                    {"id": "orders", "node_type": "category", "description": "Orders", "hue": 7},
                    {"id": "shop", "node_type": "domain", "description": ""},
                ],
                "edges": EDGES,
            },
            "tools": {"createOrder": CREATE, "getOrder": GET},
            **more,
        }
    )


def graph(ingested: Ingested) -> ToolGraph:
    return ToolGraph.of(ingested.tools, ingested.relations, ingested.groups)


def test_tools_are_read_with_what_their_metadata_says() -> None:
    ingested = read_graph_tool_call(document(), "g.json")
    create, get = ingested.tools
    assert ingested.related
    assert (create.name, create.summary, create.group) == (
        "createOrder",
        "Place an order",
        "orders",
    )
    assert (create.method, create.path) == ("post", "/users/{userId}/orders")
    assert create.effects == Effects(read_only=False)
    assert create.deprecated
    assert create.when_to_use == "Use to buy."
    assert create.outputs == (Field("id"),)
    assert get.outputs == (Field("items[].id", "integer"), Field("[].x", schema="Order"))
    assert get.parameters == (Parameter("orderId"),)


def test_parameters_are_placed_and_hold_what_their_schema_says() -> None:
    create = read_graph_tool_call(document(), "g.json").tools[0]
    assert create.parameters == (
        Parameter("userId", required=True, location=Location.PATH, format="int64"),
        Parameter("userId", location=Location.BODY, format="uuid", schema="NewOrder"),
        Parameter(
            "lines",
            "array",
            required=True,
            location=Location.BODY,
            items="object",
            schema="NewOrder",
        ),
        Parameter("lines[].sku", location=Location.BODY),
        Parameter("mode", location=Location.QUERY, enum=("fast", None), default="fast"),
    )


def test_groups_and_what_is_above_them() -> None:
    groups = {group.name: group for group in read_graph_tool_call(document(), "g").groups}
    assert list(groups) == ["orders", "shop"]
    assert (groups["orders"].description, groups["orders"].parent) == ("Orders", "shop")
    assert groups["orders"].raw.value() == {"node_type": "category", "hue": 7}


def test_edges_are_relations_of_the_file() -> None:
    relations = {r.kind: r for r in read_graph_tool_call(document(), "g").relations}
    assert {r.origin for r in relations.values()} == {Origin.FILE}
    requires, precedes = relations[RelationKind.REQUIRES], relations[RelationKind.PRECEDES]
    assert (requires.confidence, requires.order) == (0.5, 1)
    assert requires.raw.value() == {"weight": 1.0}
    assert precedes.confidence == 0.82
    assert precedes.evidence == (Evidence("file", "the id flows", "orderId", "items[].id"),)
    assert relations[RelationKind.SIMILAR_TO].confidence == 0.4
    assert relations[RelationKind.COMPLEMENTARY].verdict is Verdict.REJECTED
    assert relations[RelationKind.BELONGS_TO].confidence == 1


def written(ingested: Ingested, *, full: bool = True) -> bytes:
    whole = graph(ingested)
    raw = ingested.raw.value()
    metadata = raw.pop("metadata", {})
    assert isinstance(metadata, dict)
    extras = Extras(top=raw, metadata=metadata)
    return write_graph_tool_call(whole, shipped(whole, 0.5, {}), full=full, extras=extras)


def without_ours(value: object) -> object:
    if isinstance(value, dict):
        ours = ("graphwright", "x_alternatives")
        return {key: without_ours(inner) for key, inner in value.items() if key not in ours}
    return [without_ours(inner) for inner in value] if isinstance(value, list) else value


def test_a_file_is_written_back_as_it_was() -> None:
    before = document(readiness_report={"a": 1})
    edges = [EDGES[0], EDGES[2], EDGES[3], EDGES[5]]
    before["graph"]["edges"] = edges  # type: ignore[index]
    after = orjson.loads(written(read_graph_tool_call(deepcopy(before), "g")))
    get = before["tools"]["getOrder"]  # type: ignore[index]
    get |= {"tags": [], "domain": None, "annotations": None}
    before["graph"]["nodes"][1] |= {"tags": [], "domain": None}  # type: ignore[index]
    create = before["tools"]["createOrder"]  # type: ignore[index]
    create["annotations"] |= {"idempotent_hint": None, "open_world_hint": None}
    assert without_ours(after) == before


@pytest.mark.parametrize("full", [True, False])
def test_our_own_file_reads_back_equal(full: bool) -> None:
    first = read_graph_tool_call(document(readiness_report={"a": 1}), "g.json")
    extra = Relation(
        "getOrder",
        "createOrder",
        RelationKind.CONFLICTS_WITH,
        0.7,
        Origin.INFERRED,
        evidence=(Evidence("rule", "why"),),
        order=9,
    )
    decided = extra.decided(Verdict.ACCEPTED, "ann", "2026-01-01T00:00:00Z", "seen")
    before = graph(first).with_relations(decided)
    data = write_graph_tool_call(before, shipped(before, 0.5, {}), full=full)
    after = graph(read(data, "g.json"))
    assert after.relations == before.relations
    assert after.groups == before.groups
    if full:
        sourced = [t.source for t in after.ordered_tools]
        assert sourced == ["g.json", "g.json"]
    for tool in before.ordered_tools:
        again = after.tools[tool.name]
        assert (again.parameters, again.outputs) == (tool.parameters, tool.outputs)
        assert again.raw == tool.raw or not full


@pytest.mark.parametrize("version", ["0", "0.1.0", "1", 1, None, "", 0])
def test_versions_that_are_known(version: object) -> None:
    ingested = read_graph_tool_call(document(format_version=version), "g")
    assert IssueCode.UNKNOWN_VERSION not in {issue.code for issue in ingested.issues}
    assert len(ingested.tools) == 2


def test_a_missing_version_is_known_and_others_are_said() -> None:
    missing = document()
    del missing["format_version"]
    assert not read_graph_tool_call(missing, "g").issues
    (issue,) = read_graph_tool_call(document(format_version="2"), "g").issues
    assert issue.code is IssueCode.UNKNOWN_VERSION


@pytest.mark.parametrize(
    ("edge", "code"),
    [
        ({"source": "a", "target": "getOrder", "relation": "requires"}, IssueCode.BAD_RELATION),
        ({"source": "getOrder", "target": "none", "relation": "precedes"}, IssueCode.BAD_RELATION),
        (
            {"source": "getOrder", "target": "none", "relation": "belongs_to"},
            IssueCode.BAD_RELATION,
        ),
        (
            {"source": "getOrder", "target": "orders", "relation": "requires"},
            IssueCode.BAD_RELATION,
        ),
        (
            {"source": "getOrder", "target": "getOrder", "relation": "requires"},
            IssueCode.BAD_RELATION,
        ),
        (
            {"source": "getOrder", "target": "createOrder", "relation": "likes"},
            IssueCode.UNKNOWN_KIND,
        ),
        ({"source": "getOrder", "target": "createOrder"}, IssueCode.UNKNOWN_KIND),
        ("text", IssueCode.UNKNOWN_KIND),
    ],
)
def test_an_edge_that_cannot_be_is_an_issue_and_kept(edge: object, code: IssueCode) -> None:
    changed = document()
    changed["graph"]["edges"] = [edge]  # type: ignore[index]
    ingested = read_graph_tool_call(changed, "g")
    assert [(i.code, i.where) for i in ingested.issues] == [(code, "#/graph/edges/0")]
    assert ingested.raw.value()["graph"] == {"edges": [edge]}


def test_tools_and_nodes_that_miss_each_other_are_issues() -> None:
    changed = document()
    nodes = changed["graph"]["nodes"]  # type: ignore[index]
    nodes[1] = {"id": "lost", "node_type": "tool", "description": "x"}
    nodes.append({"node_type": "tool"})
    ingested = read_graph_tool_call(changed, "g")
    assert [tool.name for tool in ingested.tools] == ["createOrder", "getOrder"]
    assert [i.where for i in ingested.issues] == [
        "#/graph/nodes/4",
        "#/tools/getOrder",
        "#/graph/nodes",
    ]
    kept = ingested.raw.value()["graph"]
    assert kept == {"nodes": [{"id": "lost", "node_type": "tool", "description": "x"}]}


def test_the_key_of_a_tool_is_its_name() -> None:
    entry = {**GET, "name": "other"}
    ingested = read_graph_tool_call(document(tools={"getOrder": entry, "bad": 7}), "g")
    assert [tool.name for tool in ingested.tools] == ["getOrder"]
    codes = [issue.code for issue in ingested.issues[:2]]
    assert codes == [IssueCode.NAME_CLASH, IssueCode.BAD_TOOL]


def test_tools_may_stand_in_a_list_each_name_once() -> None:
    ingested = read_graph_tool_call(
        document(tools=[CREATE, GET, {**GET, "description": "2"}, {}]), "g"
    )
    assert [(tool.name, tool.description) for tool in ingested.tools] == [
        ("createOrder", "Place an order."),
        ("getOrder", ""),
    ]
    assert [issue.code for issue in ingested.issues] == [IssueCode.BAD_TOOL] * 2


def test_a_graph_without_tools_says_so() -> None:
    ingested = read_graph_tool_call({"graph": {"nodes": []}}, "g")
    assert [issue.code for issue in ingested.issues] == [IssueCode.NO_TOOLS]


def test_an_unusual_list_of_parameters_is_kept() -> None:
    rows = [{"name": "orderId", "type": "string", "description": None, "required": 0, "enum": {}}]
    changed = document(tools={"createOrder": CREATE, "getOrder": {**GET, "parameters": rows}})
    tool = orjson.loads(written(read_graph_tool_call(changed, "g")))["tools"]["getOrder"]
    assert tool["parameters"] == rows


def test_a_collection_says_where_it_comes_from_and_what_was_dropped() -> None:
    ingested = read_graph_tool_call(
        document(
            collection_graph_version="2",
            source_snapshot_manifest={"specs": [{"title": "Shop"}, {"label": "Pets"}, {}]},
            ingest_summary={"duplicate_tool_names": ["createUser", "createUser"]},
        ),
        "c.json",
    )
    assert (ingested.kind, ingested.title) == ("collection", "Shop, Pets")
    assert [issue.code for issue in ingested.issues] == [IssueCode.DUPLICATE_NAME]
    assert "ingest_summary" in ingested.raw.value()
