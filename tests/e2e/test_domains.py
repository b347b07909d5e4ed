"""A graph of very many groups: the map shows domains, which open to their groups."""

import pytest
from playwright.sync_api import expect

from graphwright.curate.curation import Curation
from graphwright.graph import Group, ToolGraph
from graphwright.relations import Relation, RelationKind
from graphwright.tools import Tool

from .canvas import drawn, place

STEMS = ("billing", "orders", "users")
GROUPS = [f"{stem}_{at}" for stem in STEMS for at in range(40)]


@pytest.fixture
def curation() -> Curation:
    tools = [Tool(f"get_{group}", order=order) for order, group in enumerate(GROUPS)]
    inside = [Relation(f"get_{group}", group, RelationKind.BELONGS_TO) for group in GROUPS]
    needs = [Relation("get_users_1", "get_orders_1", RelationKind.REQUIRES, 0.8)]
    graph = ToolGraph.of(tools, [*needs, *inside], map(Group, GROUPS))
    return Curation(graph=graph, base=graph)


def test_from_domains_to_a_group_and_back_by_taps(page, url):
    page.goto(f"{url}/explore")
    drawn(page, "map")
    expect(page.locator("#explore-crumb")).to_contain_text("3 domains · 120 groups · 120 tools")
    expect(page.locator(".hex", has_text="users")).to_contain_text("40 groups, 40 tools")
    page.mouse.click(*place(page, "d:users"))
    drawn(page, "domain users")
    assert page.url.endswith("/explore?domain=users")
    expect(page.locator("#explore-crumb")).to_contain_text("40 groups")
    page.mouse.click(*place(page, "g:users_1"))
    drawn(page, "group users_1")
    page.get_by_role("link", name="users", exact=True).click()
    drawn(page, "domain users")
    page.get_by_role("link", name="orders 1").click()
    drawn(page, "domain orders")


def test_from_domains_to_a_group_and_back_by_keys(page, url):
    page.goto(f"{url}/explore?domain=users")
    drawn(page, "domain users")
    canvas = page.locator("#explore-canvas")
    canvas.focus()
    page.keyboard.press("Escape")
    drawn(page, "map")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    drawn(page, "domain users")
    page.keyboard.press("Backspace")
    drawn(page, "map")
    page.keyboard.press("Control+k")
    page.keyboard.type("users")
    expect(page.get_by_role("option", name="users 40 groups")).to_be_visible()
    page.keyboard.press("Enter")
    drawn(page, "domain users")
