from dataclasses import replace

import pytest

from graphwright.curate.apply import apply
from graphwright.curate.commands import Place
from graphwright.curate.curation import Curation
from graphwright.graph import Group, ToolGraph
from graphwright.relations import Relation, RelationKey, RelationKind, Verdict
from graphwright.tools import Tool
from graphwright_dashboard.panels.explore.said import crumb
from graphwright_dashboard.views.columns import Columns
from graphwright_dashboard.views.elements import Hits
from graphwright_dashboard.views.exploring import Filters, View, view_of
from graphwright_dashboard.views.pairs import stack_of, strength
from graphwright_dashboard.views.picture import picture
from graphwright_dashboard.views.spread import spread
from graphwright_dashboard.views.tiers import Tiers

REQUIRES, PRECEDES, SIMILAR = (
    RelationKind.REQUIRES,
    RelationKind.PRECEDES,
    RelationKind.SIMILAR_TO,
)
GROUPS = {"orders": ["get", "list", "cancel"], "users": ["user"], "parcels": ["track", "send"]}
RELATIONS = [
    Relation("get", "list", REQUIRES, 0.9),
    Relation("cancel", "get", REQUIRES, 0.9),
    Relation("get", "cancel", PRECEDES, 0.4),
    Relation("get", "user", REQUIRES, 0.6).decided(Verdict.ACCEPTED),
    Relation("send", "get", REQUIRES, 0.95),
    Relation("track", "get", SIMILAR, 0.7).decided(Verdict.REJECTED),
]


def curation(relations=RELATIONS, groups=GROUPS) -> Curation:
    tools = [
        Tool(name, method="delete" if name == "cancel" else "get", order=i)
        for i, name in enumerate(name for names in groups.values() for name in names)
    ]
    belongs = [
        Relation(name, group, RelationKind.BELONGS_TO)
        for group, names in groups.items()
        for name in names
    ]
    graph = ToolGraph.of(tools, [*relations, *belongs], map(Group, groups))
    return Curation(graph=graph, base=graph)


def drawn(given=None, where="/explore", filters=None, hits=None):
    given = given or curation()
    columns, base = Columns.of(given.graph), Columns.of(given.base)
    return picture(
        given,
        columns,
        view_of(where) if isinstance(where, str) else where,
        filters or Filters(),
        hits or Hits(),
        Tiers.of(base),
        lambda: spread(base),
    )


def data(scene, **wanted):
    """The data of the elements that agree with what is wanted."""
    all_data = [element["data"] for element in scene.elements]
    return [d for d in all_data if all(d.get(key) == value for key, value in wanted.items())]


def test_the_map_has_a_hexagon_for_each_group_with_its_open_relations():
    scene = drawn()
    hexagons = {d["name"]: (d["sub"], d["badge"]) for d in data(scene, kind="group")}
    assert hexagons == {
        "orders": ("3 tools", "4?"),
        "users": ("1 tool", ""),
        "parcels": ("2 tools", "1?"),
    }
    assert scene.counts[REQUIRES] == 4


def test_bundles_of_the_map_count_what_joins_two_groups():
    bundles = {(d["source"], d["target"]): d["pill"] for d in data(drawn(), bundle=1)}
    assert bundles == {("g:orders", "g:users"): "1", ("g:parcels", "g:orders"): "1 · 1?"}


def test_what_the_filters_hide_is_dimmed_and_not_taken_away():
    scene = drawn(filters=Filters(off=frozenset({REQUIRES})))
    assert len(data(scene, bundle=1)) == len(data(scene, bundle=1, dim=1)) == 2
    scene = drawn(where="/explore?tool=get", filters=Filters(effect="reads"))
    assert [d["name"] for d in data(scene, kind="tool", dim=1)] == ["cancel"]


def test_ungrouped_tools_and_empty_groups_are_on_the_map():
    given = curation()
    graph = given.graph.with_tools(Tool("alone")).with_groups(Group("empty"))
    scene = drawn(replace(given, graph=graph))
    titles = {d["title"]: d["sub"] for d in data(scene, kind="group")}
    assert titles["No group"] == "1 tool"
    assert titles["Empty"] == "0 tools"


def test_a_neighbourhood_has_both_sides_of_a_tool():
    scene = drawn(where="/explore?tool=get")
    x = {e["data"]["name"]: e["position"]["x"] for e in scene.elements if "name" in e["data"]}
    assert x["list"] < 0 < x["send"]
    assert x["user"] < 0
    assert "track" not in x  # its only relation is rejected


def test_a_pair_is_one_line_with_its_stack():
    scene = drawn(where="/explore?tool=get")
    [line] = [d for d in data(scene) if {d.get("from_tool"), d.get("to_tool")} == {"get", "cancel"}]
    assert (line["relation"], line["pill"], line["warn"]) == (REQUIRES, "2 relations", 1)


def test_rejected_relations_are_drawn_when_they_are_asked_for():
    scene = drawn(where="/explore?tool=get", filters=Filters(verdict="rejected"))
    assert [d["pill"] for d in data(scene, relation=SIMILAR)] == ["✘"]


def test_at_most_25_tools_come_at_a_time():
    names = [f"n{i:03}" for i in range(80)]
    given = curation([Relation(n, "hub", REQUIRES) for n in names], {"g": ["hub", *names]})
    assert len(data(drawn(given, "/explore?tool=hub"), kind="tool")) == 17
    assert drawn(given, "/explore?tool=hub").near == 25
    assert len(data(drawn(given, "/explore?tool=hub&near=1"), kind="tool")) == 42
    assert len(data(drawn(given, "/explore?group=g"), kind="tool")) == 25
    assert len(data(drawn(given, "/explore?group=g&more=g"), kind="tool")) == 50


def tools_at(scene):
    return {
        e["data"]["name"]: (e["position"]["x"], e["position"]["y"])
        for e in scene.elements
        if e["data"].get("kind") == "tool"
    }


@pytest.fixture
def hub():
    """One tool that thirty of five groups require, and sixty more in its own group."""
    groups = {f"g{n}": [f"t{n}{i}" for i in range(6)] for n in range(5)}
    groups["own"] = ["hub", *(f"o{i}" for i in range(60))]
    needs = [
        Relation(name, "hub", REQUIRES, 0.9)
        for g, names in groups.items()
        if g != "own"
        for name in names
    ]
    return curation(needs, groups)


def test_an_edit_takes_no_tool_away_and_the_selected_pair_is_drawn_whatever_the_cap(hub):
    before = tools_at(drawn(hub, "/explore?tool=hub"))
    least = next(iter(before.keys() - {"hub"}))
    worst = Relation(least, "hub", RelationKind.CONFLICTS_WITH, 0.2)
    retyped = hub.graph.without_relations(RelationKey(least, "hub", REQUIRES))
    graph = retyped.with_relations(worst)
    view = replace(view_of("/explore?tool=hub"), kept=frozenset(before))
    assert tools_at(drawn(replace(hub, graph=graph), view)).keys() == before.keys()
    left = next(n for n in hub.graph.tools if n not in before and n.startswith("t"))
    for wanted in (left, "o59"):
        seen = tools_at(drawn(hub, replace(view, wanted=frozenset({"hub", wanted}))))
        assert seen.keys() == before.keys() | {wanted}


@pytest.mark.parametrize(
    ("first", "more"),
    [
        ("/explore?group=own", "&more=own&more=own"),
        ("/explore?tool=hub", "&more=g0&more=own&near=1"),
    ],
)
def test_a_click_for_more_moves_nothing_and_covers_nothing(hub, first, more):
    before, after = tools_at(drawn(hub, first)), tools_at(drawn(hub, first + more))
    assert len(after) > len(before)
    assert before.items() <= after.items()
    places = sorted(after.values())
    assert all(
        abs(x - a) >= 164 or abs(y - b) >= 44
        for i, (x, y) in enumerate(places)
        for a, b in places[i + 1 :]
    )


def test_a_group_shows_its_neighbours_as_hexagons():
    scene = drawn(where="/explore?group=orders")
    assert {d["name"] for d in data(scene, kind="tool")} == set(GROUPS["orders"])
    assert {d["name"] for d in data(scene, kind="group")} == {"users", "parcels"}
    x = {
        e["data"]["name"]: e["position"]["x"]
        for e in scene.elements
        if e["data"].get("kind") == "group"
    }
    assert x["users"] < 0 < x["parcels"]


@pytest.mark.parametrize("where", ["/explore?tool=gone", "/explore?group=gone"])
def test_what_is_gone_falls_back_to_the_map(where):
    scene = drawn(where=where)
    assert scene.key == "map"
    assert "There is no" in scene.facts


def test_hits_are_marked_and_the_rest_is_faint():
    hits = Hits("refund", {"send": 1})
    scene = drawn(where="/explore?tool=get", hits=hits)
    assert [d["name"] for d in data(scene, hit=1)] == ["send"]
    assert len(data(scene, kind="tool", faint=1)) == 4
    [hexagon] = data(drawn(hits=hits), kind="group", hit=1)
    assert hexagon["name"] == "parcels"


def test_an_edit_moves_no_hexagon():
    before = curation()
    graph = before.graph.with_relations(Relation("user", "track", REQUIRES))
    after = replace(before, graph=graph)

    def where(scene):
        return {e["data"]["id"]: e.get("position") for e in scene.elements if "position" in e}

    assert where(drawn(before)) == where(drawn(after))


def test_a_moved_hexagon_stands_where_it_was_put():
    given = curation()
    given = replace(given, positions=given.positions.set("users", (900.0, -4.0)))
    scene = drawn(given)
    [users] = [e for e in scene.elements if e["data"]["id"] == "g:users"]
    assert users["position"] == {"x": 900.0, "y": -4.0}
    assert scene.moved == ("users",)


def test_ids_of_elements_are_unique_though_a_tool_is_called_as_a_group():
    given = curation(groups={"same": ["same", "g:same", "t:same"]}, relations=[])
    for where in ("/explore", "/explore?group=same", "/explore?tool=same"):
        ids = [d["id"] for d in data(drawn(given, where))]
        assert len(ids) == len(set(ids))


def test_the_first_of_a_stack_is_what_ships():
    stack = stack_of(curation(), "cancel", "get")
    assert stack is not None
    assert [r.kind for r in stack.relations] == [REQUIRES, PRECEDES]
    assert stack.ships == {("cancel", "get", REQUIRES)}  # .4 is under the threshold
    assert stack_of(curation(), "user", "track") is None


@pytest.mark.parametrize(
    ("confidence", "step"), [(1, "high"), (0.8, "high"), (0.79, "mid"), (0.5, "mid"), (0, "low")]
)
def test_confidence_has_three_steps(confidence, step):
    assert strength(confidence) == step


def test_a_view_of_nothing_is_empty():
    scene = drawn(Curation())
    assert scene.elements == ()
    assert View().key == scene.key == "map"


@pytest.mark.parametrize(
    ("where", "picture", "name"),
    [
        ("/explore", "", "users"),
        ("/explore?all=1", "all", "get"),
        ("/explore?group=orders", "group orders", "get"),
        ("/explore?group=orders", "group orders", "users"),
        ("/explore?tool=get", "tool get", "user"),
    ],
)
def test_what_was_put_somewhere_stands_there_with_a_pin(where, picture, name):
    put = apply(curation(), Place(positions={name: (777, -5)}, picture=picture))
    scene = drawn(put, where)
    [element] = [e for e in scene.elements if e["data"].get("name") == name]
    assert element["position"] == {"x": 777, "y": -5}
    assert element["data"]["pin"] == 1
    assert (scene.moved, scene.picture) == ((name,), picture)
    others = [e for e in scene.elements if e["data"].get("name") not in (None, name)]
    assert not any("pin" in e["data"] for e in others)
    home = {e["data"]["id"]: e.get("position") for e in drawn(where=where).elements}
    assert all(e.get("position") == home[e["data"]["id"]] for e in others)


def test_a_place_in_one_picture_is_none_in_another():
    put = apply(curation(), Place(positions={"user": (777, -5)}, picture="tool get"))
    assert drawn(put, "/explore?tool=user").moved == ()
    assert drawn(put, "/explore").moved == ()


@pytest.mark.parametrize(
    ("tools", "all_at_once", "offer"),
    [
        (1_500, True, "Draw all 1\u202f500 tools"),
        (1_501, True, "Draw all 1\u202f501 anyway"),
        (3_000, True, "Draw all 3\u202f000 anyway"),
        (3_001, False, "all at once only up to 3\u202f000"),
    ],
)
def test_all_tools_are_drawn_at_once_up_to_a_limit_that_is_told(tools, all_at_once, offer):
    graph = ToolGraph.of([Tool(f"t{at}") for at in range(tools)])
    given = Curation(graph=graph, base=graph)
    assert (drawn(given, "/explore?all=1").key == "all") is all_at_once
    said = crumb(drawn(given), View(), given, in_parts=False)
    assert any(offer in str(part.children) for part in said)
