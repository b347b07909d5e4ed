import io
from dataclasses import replace
from pathlib import Path

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.errors import ReadError
from graphwright.formats.graphml import write_graphml
from graphwright.formats.graphml_reader import read_graphml
from graphwright.graph import Group, ToolGraph, shipped
from graphwright.issues import IssueCode
from graphwright.raw import Raw
from graphwright.relations import Evidence, Origin, Relation, RelationKind, Verdict
from graphwright.tools import Effects, Field, Parameter, Tool

SAMPLES = Path(__file__).parents[2].parent / "shared" / "data" / "graphml"
XMLNS = 'xmlns="http://graphml.graphdrawing.org/xmlns"'

GRAPH = ToolGraph.of(
    [
        Tool("pay", "Pays <b>it</b>", tags=("shop",), effects=Effects(destructive=False)),
        Tool("getOrder", parameters=(Parameter("id", required=True),), outputs=(Field("id"),)),
        Tool(
            'a "name" &\r\n\x00\x0b',
            source="x",
            order=3,
            raw=Raw.of({"z": 1, "a": {"c": 2, "b": 3}}),
        ),
    ],
    [
        Relation("pay", "getOrder", RelationKind.REQUIRES, 0.9, evidence=(Evidence("r", "t"),)),
        Relation("pay", "getOrder", RelationKind.PRECEDES, 0.5, verdict=Verdict.REJECTED),
        Relation("pay", "shop", RelationKind.BELONGS_TO, origin=Origin.FILE),
    ],
    [Group("shop", "Everything")],
)


def bytes_of(graph: ToolGraph) -> bytes:
    return write_graphml(graph, shipped(graph, 0.5, {}), full=True)


def test_our_own_file_reads_back_equal():
    found = read_graphml(bytes_of(GRAPH), "x.graphml")
    assert found.issues == ()
    assert ToolGraph.of(found.tools, found.relations, found.groups) == GRAPH


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.text(min_size=1), st.text()), unique_by=lambda pair: pair[0]))
def test_any_names_and_texts_read_back_equal(texts: list[tuple[str, str]]):
    tools = [Tool(name, text, order=order) for order, (name, text) in enumerate(texts)]
    graph = ToolGraph.of(tools, [], [Group(name) for name, _ in texts])
    found = read_graphml(bytes_of(graph), "x.graphml")
    assert ToolGraph.of(found.tools, found.relations, found.groups) == graph


def test_networkx_reads_typed_attributes_and_the_stack_as_parallel_edges():
    read = networkx.read_graphml(io.BytesIO(bytes_of(GRAPH)))
    assert isinstance(read, networkx.MultiDiGraph)
    assert read.nodes["pay"]["destructive"] is False
    assert read.nodes["getOrder"]["parameters"] == 1
    edges = sorted(
        (data["relation"], data["confidence"], data["verdict"], data["ships"])
        for data in read.get_edge_data("pay", "getOrder").values()
    )
    assert edges == [("precedes", 0.5, "rejected", False), ("requires", 0.9, "unreviewed", True)]


def test_the_same_value_gives_the_same_bytes():
    other = ToolGraph.of([*GRAPH.tools.values()][::-1], GRAPH.relations.values(), [Group("shop")])
    other = other.with_groups(*GRAPH.groups.values())
    assert bytes_of(other) == bytes_of(GRAPH)


def test_lean_leaves_out_raw_metadata():
    graph = ToolGraph.of([Tool("t", raw=Raw.of({"big": "x"}))])
    data = write_graphml(graph, {})
    assert b"big" not in data
    assert read_graphml(data, "x").tools[0] == replace(graph.tools["t"], raw=Raw())


def test_positions_are_written_as_numbers():
    data = write_graphml(GRAPH, {}, positions={"pay": (1.5, 2)})
    assert networkx.read_graphml(io.BytesIO(data)).nodes["pay"]["x"] == 1.5


def document(inside: str, keys: str = "") -> bytes:
    return f"<graphml {XMLNS}>{keys}<graph>{inside}</graph></graphml>".encode()


KEYS = (
    '<key id="r" for="edge" attr.name="relation"/><key id="t" for="node" attr.name="node_type"/>'
    '<key id="d" for="node" attr.name="description"><default>none</default></key>'
)


def test_the_runtimes_own_file_is_read():
    found = read_graphml(
        document(
            '<node id="pay"><data key="t">NodeType.TOOL</data></node>'
            '<node id="get"/><node id="shop"><data key="t">category</data></node>'
            '<edge source="pay" target="get"><data key="r">RelationType.REQUIRES</data></edge>'
            '<edge source="pay" target="shop"><data key="r">belongs_to</data></edge>',
            KEYS,
        ),
        "x",
    )
    assert [(tool.name, tool.description) for tool in found.tools] == [
        ("pay", "none"),
        ("get", "none"),
    ]
    assert {relation.kind for relation in found.relations} == {
        RelationKind.REQUIRES,
        RelationKind.BELONGS_TO,
    }
    assert found.issues == ()


@pytest.mark.parametrize(
    ("inside", "code"),
    [
        ("", IssueCode.NO_TOOLS),
        ('<node id="a"/><edge source="a" target="a"/>', IssueCode.UNKNOWN_KIND),
        ('<node id="a"/><hyperedge/>', IssueCode.BAD_RELATION),
        (
            '<node id="a"/><edge source="a" target="b"><data key="r">requires</data></edge>',
            IssueCode.BAD_RELATION,
        ),
        (
            '<key id="l" attr.name="label"/><node id="a"><data key="l">x</data></node>'
            '<node id="b"><data key="l">x</data></node>',
            IssueCode.DUPLICATE_NAME,
        ),
    ],
)
def test_what_is_wrong_inside_is_an_issue(inside: str, code: IssueCode):
    found = read_graphml(document(inside, KEYS), "x")
    assert code in {issue.code for issue in found.issues}


def test_a_node_that_holds_a_graph_is_a_group_of_those_inside():
    found = read_graphml(
        document('<node id="g"><graph><node id="a"/></graph></node><node id="b"/>'), "x"
    )
    assert [tool.name for tool in found.tools] == ["a", "b"]
    (member,) = found.relations
    assert member.key == ("a", "g", RelationKind.BELONGS_TO)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no element found at line 1"),
        (b"<graphml", "unclosed token"),
        (b"<svg/>", "its root is 'svg', not 'graphml'"),
        (b'<graphml xmlns="https://other.test"/>', "in the namespace 'https://other.test'"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><graphml>&a;</graphml>', "has a document type (DTD)"),
        (
            '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x><graphml/>'.encode("utf-16"),
            "has a document type (DTD)",
        ),
        (b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><graphml/>', "has a document type (DTD)"),
        (b"<graphml>" + b"<graph>" * 300, "more than 200 deep"),
        (b'<?xml version="1.0" encoding="none"?><graphml/>', "unknown encoding"),
    ],
)
def test_what_is_no_graphml_is_one_sentence(data: bytes, says: str):
    with pytest.raises(ReadError) as raised:
        read_graphml(data, "it.graphml")
    assert says in str(raised.value)
    assert str(raised.value).startswith("'it.graphml' is no ")


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="no shared/data beside it")
def test_files_of_other_programs_are_read_or_refused_in_a_sentence():
    refused = []
    for path in sorted(SAMPLES.glob("*.graphml")):
        try:
            assert read_graphml(path.read_bytes(), path.name).tools
        except ReadError as error:
            refused.append(str(error))
    assert len(refused) == 1
