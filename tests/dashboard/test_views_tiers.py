from dataclasses import replace
from itertools import pairwise

import pytest

from graphwright.curate.curation import Curation
from graphwright.graph import Group, ToolGraph
from graphwright.relations import Relation, RelationKind
from graphwright.tools import Tool
from graphwright_dashboard.views.columns import Columns
from graphwright_dashboard.views.elements import Hits
from graphwright_dashboard.views.exploring import Filters, view_of
from graphwright_dashboard.views.finding import found
from graphwright_dashboard.views.picture import picture
from graphwright_dashboard.views.tiers import MOST, NEW, Tiers, domains

REQUIRES, BELONGS_TO = RelationKind.REQUIRES, RelationKind.BELONGS_TO


def graph(groups, relations=(), sources=lambda group: "one.yaml", parents=lambda group: ""):
    """A graph with one tool `t:group` in each group."""
    tools = [
        Tool(f"t:{group}", source=sources(group), order=order) for order, group in enumerate(groups)
    ]
    inside = [Relation(f"t:{group}", group, BELONGS_TO) for group in groups]
    return ToolGraph.of(tools, [*relations, *inside], [Group(g, parent=parents(g)) for g in groups])


def of(graph):
    return domains(Columns.of(graph))


STEMS = [f"{stem}_{at}" for stem in ("billing", "orders", "users") for at in range(45)]


def drawn(graph, where="/explore", hits=None):
    now = Columns.of(graph)
    curation = Curation(graph=graph, base=graph)
    return picture(curation, now, view_of(where), Filters(), hits or Hits(), Tiers.of(now), dict)


def nodes(scene):
    return {e["data"]["name"]: e["data"] for e in scene.elements if "name" in e["data"]}


def test_a_hundred_groups_are_one_map():
    assert of(graph([f"g{at}" for at in range(MOST)])) == {}


def test_domains_are_the_words_that_names_begin_with():
    assert set(of(graph(STEMS)).values()) == {"billing", "orders", "users"}


def test_domains_are_the_documents_where_there_are_several():
    found = of(graph(STEMS, sources=lambda group: f"{group.split('_')[0]}.yaml"))
    assert found["users_7"] == "users.yaml"


def test_a_document_of_too_many_groups_is_in_parts():
    groups = [*STEMS, *(f"other_{at}" for at in range(9))]
    found = of(graph(groups, sources=lambda group: "b" if group.startswith("other") else "a"))
    assert set(found.values()) == {"a: billing", "a: orders", "a: users", "b"}


def test_domains_are_the_groups_above():
    groups = [f"g{at}" for at in range(130)]
    found = of(graph(groups, parents=lambda g: f"g{int(g[1:]) % 4}" if int(g[1:]) > 3 else ""))
    assert set(found.values()) == {"g0", "g1", "g2", "g3"}


def test_domains_are_what_relations_hold_together():
    groups = [f"{at:03}" for at in range(120)]
    rings = [groups[:60], groups[60:]]
    relations = [
        Relation(f"t:{one}", f"t:{other}", REQUIRES)
        for ring in rings
        for step in (1, 2, 3)
        for one, other in zip(ring, ring[step:] + ring[:step], strict=True)
    ]
    found = of(graph(groups, relations))
    assert all(name.startswith("Around ") for name in found.values())
    assert {found[g] for g in rings[0]}.isdisjoint(found[g] for g in rings[1])


@pytest.mark.parametrize("many", [101, 250, 1000])
def test_no_map_has_too_many_hexagons_even_where_groups_have_nothing_in_common(many):
    found = of(graph([f"{at:04}" for at in range(many)]))
    sizes = [list(found.values()).count(name) for name in set(found.values())]
    assert sum(sizes) == many
    assert max(sizes) <= MOST
    assert len(sizes) == -(-many // MOST)


def test_the_map_shows_domains_with_their_counts_and_what_waits():
    relations = [Relation("t:users_1", "t:orders_1", REQUIRES, 0.9)]
    scene = drawn(graph(STEMS, relations))
    assert {name: node["kind"] for name, node in nodes(scene).items()} == {
        "billing": "domain",
        "orders": "domain",
        "users": "domain",
    }
    assert nodes(scene)["users"]["sub"] == "45 groups, 45 tools"
    assert nodes(scene)["users"]["badge"] == "1?"
    assert nodes(scene)["billing"]["badge"] == ""
    bundles = [e["data"] for e in scene.elements if "bundle" in e["data"]]
    assert [(b["source"], b["target"], b["pill"]) for b in bundles] == [
        ("d:users", "d:orders", "1 · 1?")
    ]
    assert scene.facts.startswith("3 domains · 135 groups · 135 tools · 1 relation, 1 between")


def test_a_domain_opens_to_its_groups_and_says_what_it_is_joined_to():
    relations = [
        Relation("t:users_1", "t:orders_1", REQUIRES, 0.9),
        *(Relation(f"t:{a}", f"t:{b}", REQUIRES, 0.9) for a, b in pairwise(STEMS[90:])),
    ]
    scene = drawn(graph(STEMS, relations), "/explore?domain=users")
    assert set(nodes(scene)) == set(STEMS[90:])
    assert scene.key == "domain users"
    assert [crumb.href for crumb in scene.crumbs] == ["/explore", ""]
    assert [(c.text, c.href) for c in scene.beside] == [("orders 1", "/explore?domain=orders")]


def test_a_group_leads_back_to_its_domain():
    for where in ("/explore?group=users_1", "/explore?tool=t:users_1"):
        crumbs = drawn(graph(STEMS), where).crumbs
        assert [crumb.href for crumb in crumbs][:2] == ["/explore", "/explore?domain=users"]


def test_what_is_found_is_counted_by_domain():
    marked = nodes(drawn(graph(STEMS), hits=Hits("q", {"t:users_1": 1, "t:users_2": 2})))
    assert marked["users"]["hit"] == 2
    assert marked["orders"]["faint"] == 1


def test_a_domain_that_is_not_there_is_told():
    scene = drawn(graph(STEMS), "/explore?domain=gone")
    assert scene.key == "map"
    assert "There is no domain “gone”" in scene.facts


def test_a_group_that_came_later_moves_no_other():
    before = graph(STEMS)
    known = Tiers.of(Columns.of(before))
    after = replace(before, groups=before.groups.set("late", Group("late")))
    curation = Curation(graph=after, base=before)
    given = view_of("/explore"), Filters(), Hits(), known, dict
    later = picture(curation, Columns.of(after), *given)
    at = {e["data"]["name"]: e["position"] for e in later.elements if "name" in e["data"]}
    first = {
        e["data"]["name"]: e["position"] for e in drawn(before).elements if "name" in e["data"]
    }
    assert {name: at[name] for name in first} == first
    assert NEW in at


def test_domains_are_found_by_letters():
    curation = Curation(graph=graph(STEMS))
    first, *_ = found(curation, "billing", domains={"billing": 45})
    assert (first.kind, first.name, first.hint) == ("domain", "billing", "45 groups")
