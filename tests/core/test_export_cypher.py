import re
from dataclasses import replace

import pytest

from graphwright.formats.cypher import write_cypher
from graphwright.graph import Group, ToolGraph, shipped
from graphwright.relations import Evidence, Relation, RelationKind, Verdict
from graphwright.release.export import write
from graphwright.tools import Tool
from graphwright_dashboard.sample import sample_curation

EVIL = "it's \\u0027 \\' \r\n\t; DROP `x` // {a: 1} \x00"
GRAPH = ToolGraph.of(
    [Tool("pay", tags=("a'b",)), Tool(EVIL, EVIL, order=1)],
    [
        Relation("pay", EVIL, RelationKind.REQUIRES, 0.9, evidence=(Evidence("r", "it's"),)),
        Relation("pay", EVIL, RelationKind.PRECEDES, 0.5),
        Relation(EVIL, "pay", RelationKind.REQUIRES, verdict=Verdict.REJECTED),
        Relation("pay", "shop", RelationKind.BELONGS_TO),
    ],
    [Group("shop", parent="all"), Group("all")],
)


def script(graph: ToolGraph = GRAPH) -> str:
    return write_cypher(graph, shipped(graph, 0.5, {})).decode()


def test_nodes_come_before_the_relations_that_match_them():
    statements = [line for line in script().splitlines() if not line.startswith("//")]
    assert [line.split(" ")[0] for line in statements] == ["MERGE"] * 4 + ["MATCH"] * 4


def test_nothing_is_made_twice():
    assert "CREATE" not in re.sub(r"(?m)^//.*$", "", script())


def test_the_whole_stack_is_written_without_what_was_rejected():
    text = script()
    assert text.count("[r:REQUIRES]") == 1
    assert "[r:PRECEDES]->(b) SET r.confidence = 0.5" in text
    assert text.count("r.ships = true") == 2


def test_no_name_ends_its_string():
    literal = r"'it\'s \\' + 'u0027 \\\' \r\n\t; DROP `x` // {a: 1} �'"
    assert literal in script()
    assert "\\u" not in script()


def test_the_same_value_gives_the_same_bytes():
    other = ToolGraph.of([*GRAPH.tools.values()][::-1], GRAPH.relations.values())
    assert script(other.with_groups(*GRAPH.groups.values())) == script()


@pytest.fixture
def connection():
    """An openCypher engine that wants to know its tables first."""
    engine = pytest.importorskip("ladybug", reason="no embedded openCypher engine installed")
    connection = engine.Connection(engine.Database(":memory:"))
    texts = ("description", "method", "path", "when_to_use", "source")
    flags = ("read_only", "destructive", "idempotent", "open_world", "deprecated")
    columns = [f"{name} STRING" for name in texts] + [f"{name} BOOL" for name in flags]
    columns += ["tags STRING[]", "aliases STRING[]", "PRIMARY KEY(name)"]
    connection.execute(f"CREATE NODE TABLE Tool(name STRING, {', '.join(columns)})")
    connection.execute(
        "CREATE NODE TABLE ToolGroup(name STRING, description STRING, PRIMARY KEY(name))"
    )
    values = "confidence DOUBLE, verdict STRING, origin STRING, ships BOOL, evidence STRING[]"
    for kind in RelationKind:
        ends = "FROM Tool TO Tool"
        if kind is RelationKind.BELONGS_TO:
            ends = "FROM Tool TO ToolGroup, FROM ToolGroup TO ToolGroup"
        connection.execute(f"CREATE REL TABLE {kind.name}({ends}, {values})")
    return connection


def test_an_opencypher_engine_runs_it_twice_and_finds_the_same(connection):
    for _ in range(2):
        connection.execute(script())
    names = connection.execute("MATCH (t:Tool) RETURN t.name ORDER BY t.name")
    assert sorted(row[0] for row in names) == sorted(["pay", EVIL.replace("\x00", "�")])
    edges = connection.execute("MATCH (a)-[r]->(b) RETURN label(r)")
    assert sorted(row[0] for row in edges) == ["BELONGS_TO"] * 2 + ["PRECEDES", "REQUIRES"]


def test_an_opencypher_engine_holds_all_that_is_written(connection):
    whole = sample_curation()
    tools = whole.graph.ordered_tools[:25]
    names = {tool.name for tool in tools} | set(whole.graph.groups)
    among = [r for r in whole.graph.relations.values() if {r.source, r.target} <= names]
    graph = ToolGraph.of(tools, among, whole.graph.groups.values())
    curation = replace(whole, graph=graph)
    connection.execute(write(curation, "cypher").decode())
    (count,) = connection.execute("MATCH (t:Tool) RETURN count(t)").get_next()
    assert count == len(graph.tools)
    rows = connection.execute("MATCH (a:Tool)-[r]->(b) RETURN a.name, label(r), b.name, r.ships")
    found = {(source, kind.lower(), target): ships for source, kind, target, ships in rows}
    shipped = {relation.key for relation in curation.shipped().values()}
    wanted = {key: key in shipped for key, r in graph.relations.items() if not r.rejected}
    assert found == {(key.source, key.kind.value, key.target): s for key, s in wanted.items()}
