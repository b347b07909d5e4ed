import json
import re

from graphwright.formats.html import write_html
from graphwright.formats.placing import placed
from graphwright.graph import Group, ToolGraph, shipped
from graphwright.relations import Relation, RelationKind
from graphwright.tools import Tool
from graphwright.workflow.model import Step, Workflow

EVIL = "</script><img src=x onerror=alert(1)>"
GRAPH = ToolGraph.of(
    [Tool("pay", 'href="javascript:alert(1)"'), Tool(EVIL, order=1), Tool("shop", order=2)],
    [
        Relation("pay", EVIL, RelationKind.REQUIRES, 0.9),
        Relation("pay", "shop", RelationKind.BELONGS_TO),
    ],
    [Group("shop")],
)
FLOW = Workflow("w", EVIL, steps=(Step("s1", "pay"), Step("s2", "gone")))


def page(graph: ToolGraph = GRAPH) -> str:
    return write_html(graph, shipped(graph, 0.5, {}), title=EVIL, workflows=[FLOW]).decode()


def test_no_name_becomes_markup():
    assert EVIL not in page()
    assert page().count("</script>") == page(ToolGraph()).count("</script>")


def test_nothing_is_linked_from_another_host_and_requests_are_forbidden():
    text = page()
    assert not re.search(r"<(link|script|img)[^>]+(href|src)=", text)
    assert "default-src 'none'" in text


def test_data_holds_tools_lines_and_workflows():
    found = re.search(r'id="gw-data">(.*?)</script>', page(), re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert data["title"] == EVIL
    assert [node["name"] for node in data["nodes"]] == ["pay", EVIL, "shop", "shop"]
    assert [(e["from"], e["to"], e["kind"]) for e in data["edges"]] == [
        (0, 1, "requires"),
        (0, 3, "belongs_to"),
    ]
    assert [step["node"] for step in data["workflows"][0]["steps"]] == [0, None]


def test_the_same_value_gives_the_same_bytes():
    other = ToolGraph.of([*GRAPH.tools.values()][::-1], GRAPH.relations.values(), [Group("shop")])
    assert page(other) == page()


def test_every_node_has_a_place_of_its_own():
    tools = [Tool(f"t{number}", order=number) for number in range(300)]
    member = [Relation(t.name, f"g{t.order % 7}", RelationKind.BELONGS_TO) for t in tools[:200]]
    graph = ToolGraph.of(tools, member, [Group(f"g{number}") for number in range(8)])
    places = placed(graph, {name: name for name in graph.groups})
    assert len(places) == 308
    assert len(set(places.values())) == 308


def test_an_empty_graph_has_a_page():
    assert "0 tools, 0 relations" in page(ToolGraph())
