"""The exported page in a browser that gives it nothing but itself."""

from dataclasses import replace

import pytest
from immutables import Map
from playwright.sync_api import Page, Route, expect

from graphwright.curate.curation import Curation
from graphwright.release.export import write
from graphwright.tools import Tool
from graphwright.workflow.model import Step, Workflow

ADDRESS = "http://127.0.0.1:9/graph.html"  # nothing listens there
EVIL = "<img src=http://127.0.0.1:9/x onerror=alert(1)></script><script>alert(2)</script>"


@pytest.fixture
def exported(page: Page, curation: Curation) -> list[str]:
    """The page is open; every request that it made."""
    flow = Workflow("refund", "get money back", steps=(Step("s1", "requestRefund", EVIL),))
    graph = curation.graph.with_tools(Tool(EVIL, EVIL, order=99))
    data = write(replace(curation, graph=graph, workflows=Map({"refund": flow})), "html")
    requested: list[str] = []

    def answer(route: Route) -> None:
        requested.append(route.request.url)
        if route.request.url == ADDRESS:
            route.fulfill(body=data, content_type="text/html; charset=utf-8")
        else:
            route.abort()

    page.route("**/*", answer)
    page.on("dialog", lambda dialog: requested.append(f"dialog {dialog.message}"))
    page.goto(ADDRESS)
    return requested


def drawn(page: Page) -> list[str]:
    """The kinds of the lines that are shown."""
    script = """() => {
        const data = JSON.parse(document.getElementById('gw-data').textContent);
        return edges.get({filter: e => !e.hidden}).map(e => data.edges[e.id].kind);
    }"""
    return sorted(set(page.evaluate(script)))


def test_it_opens_offline_is_searched_and_filtered(page: Page, exported: list[str]):
    expect(page.get_by_role("heading", name="Shop")).to_be_visible()
    expect(page.locator("#mynetwork canvas")).to_be_visible()
    page.get_by_label("Find a tool").fill("money back")
    page.get_by_role("button", name="requestRefund", exact=True).click()
    expect(page.get_by_role("heading", name="requestRefund")).to_be_visible()
    page.get_by_role("button", name="requires getOrder").click()
    expect(page.get_by_role("heading", name="getOrder")).to_be_visible()
    assert "requires" in drawn(page)
    assert "belongs_to" not in drawn(page)
    page.get_by_label("requires (").uncheck()
    page.get_by_label("belongs to (").check()
    assert "requires" not in drawn(page)
    assert "belongs_to" in drawn(page)
    assert exported == [ADDRESS]


def test_its_workflows_are_listed_and_shown(page: Page, exported: list[str]):
    page.get_by_role("button", name="refund: get money back").click()
    assert page.evaluate("network.getSelectedNodes().length") == 1
    expect(page.get_by_text("1. requestRefund")).to_be_visible()
    assert exported == [ADDRESS]


def test_no_name_is_markup_or_script(page: Page, exported: list[str]):
    page.get_by_label("Find a tool").fill("onerror")
    page.get_by_role("button", name="onerror").click()
    expect(page.locator("#gw-name")).to_have_text(EVIL)
    assert page.locator("img").count() == 0
    assert exported == [ADDRESS]
