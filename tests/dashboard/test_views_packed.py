"""A picture of many tools in columns says all that its elements say."""

from graphwright.graph import Group, ToolGraph
from graphwright.relations import Relation, RelationKind
from graphwright.tools import Tool
from graphwright_dashboard.views.elements import Hits, stack_edge, tool_node
from graphwright_dashboard.views.exploring import Filters
from graphwright_dashboard.views.packed import packed
from graphwright_dashboard.views.pairs import stacks
from graphwright_dashboard.views.tool_scene import hulls_of

NAMES = ["b", "a", "c"]


def elements():
    tools = [
        Tool(name, method="get" if name != "c" else "", order=i) for i, name in enumerate("bac")
    ]
    relations = [
        Relation("b", "a", RelationKind.REQUIRES, 0.9),
        Relation("a", "c", RelationKind.SIMILAR_TO, 0.3),
    ]
    belongs = [Relation(name, "g", RelationKind.BELONGS_TO) for name in "ab"]
    graph = ToolGraph.of(tools, [*relations, *belongs], [Group("g")])
    places = {"a": (0.0, 0.0), "b": (184.2, 0.0), "c": (9.0, 62.0)}
    cards = [tool_node(tool, places[tool.name], Filters(), Hits(), {"c"}) for tool in tools]
    lines = [stack_edge(s, Filters(), places, docked=False) for s in stacks(relations, 0.5, {})]
    return [*cards, *lines], hulls_of(graph, NAMES)


def test_cards_stand_in_reading_order_of_their_groups_with_steps_between_them():
    found = packed(*elements())
    cards = found["cards"]
    assert cards["names"] == ["a", "b", "c"]
    assert (cards["x"], cards["y"]) == ([0, 184, -175], [0, 0, 62])
    assert [cards["methods"][int(digit)] for digit in cards["method"]] == ["get", "get", ""]
    assert cards["more"] == {"2": {"pin": 1}}
    assert [hull["span"] for hull in found["hulls"]] == [[0, 2]]


def test_lines_are_ends_and_a_letter():
    lines = packed(*elements())["lines"]
    assert lines["leave"] == [1, 1, 0]
    assert lines["to"] == [2, -2]
    similar, requires = (ord(letter) - 48 for letter in lines["look"])
    assert similar == 3 * 12 + 2 * 4 + 2  # the fourth kind, weak, open
    assert requires == 0 * 12 + 0 * 4 + 2 + 1  # open, and against the order of names


def test_a_picture_with_groups_in_it_is_not_packed():
    cards, hulls = elements()
    assert packed([*cards, {"data": {"id": "g:x", "kind": "group"}}], hulls) is None
