import re

import pytest
from playwright.sync_api import expect

from graphwright.curate.curation import Curation


def overview(page):
    return page.locator("#overview-body")


def test_tiles_lead_to_what_is_left_to_do(page, url):
    page.goto(url)
    expect(overview(page)).to_contain_text("shop.yaml")
    overview(page).get_by_role("link", name=re.compile("asked for")).last.click()
    expect(page.locator("#explore-rows-total")).to_have_text("20 tools")
    assert "in%20no%20golden%20query" in page.url
    page.go_back()
    first = overview(page).get_by_role("link", name=re.compile("Write the first golden query"))
    expect(first).to_be_visible()
    page.keyboard.press("j")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Search Lab")).to_be_visible()


def test_the_dossier_has_queries_flows_and_history(page, url, project):
    page.goto(f"{url}/explore?tool=getOrder")
    expect(page.locator("#explore-canvas")).to_have_attribute("data-scene", "tool getOrder")
    page.evaluate("graphwright.select({ kind: 'tool', name: 'getOrder' })")
    inspector = page.get_by_role("complementary", name="Inspector")
    inspector.get_by_role("tab", name="Queries").click()
    expect(inspector).to_contain_text("No golden query expects this tool")
    inspector.get_by_role("tab", name="Flows").click()
    expect(inspector).to_contain_text("No workflow calls this tool")
    page.evaluate("graphwright.send({ do: 'describe', tool: 'getOrder', tags: ['one'] })")
    inspector.get_by_role("tab", name="History").click()
    inspector.get_by_role("button", name="Revert revision 1").click()
    expect(inspector).to_contain_text("Revert 1")
    assert project.curation.graph.tools["getOrder"].tags == ()


def test_keys_are_changed_and_kept(page, url):
    page.goto(f"{url}/settings")
    page.get_by_role("button", name=re.compile("^Go to History: Z")).click()
    page.keyboard.press("?")
    expect(page.get_by_text("That key does something already")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Go to History: Z"))).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("g")  # every sequence begins with it
    expect(page.get_by_text("begins with that key")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Next step: J")).click()
    page.keyboard.press("q")
    expect(page.get_by_role("button", name=re.compile("^Next step: Q"))).to_be_focused()
    expect(page.get_by_role("button", name=re.compile("^Next workflow: J"))).to_be_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    expect(page.get_by_role("button", name=re.compile("^Next step: J"))).to_be_focused()
    page.get_by_role("button", name=re.compile("^Go to History: Z")).click()
    page.keyboard.press("q")
    expect(page.get_by_role("button", name=re.compile("^Go to History: Q"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^Go to History: Q"))).to_be_visible()
    page.keyboard.press("q")
    expect(page.get_by_role("heading", name="History")).to_be_visible()


class TestEmpty:
    @pytest.fixture
    def curation(self) -> Curation:
        return Curation()

    def test_an_empty_project_asks_for_files(self, page, url):
        page.goto(url)
        expect(overview(page)).to_contain_text("Start with the tools your agent can call")
        expect(overview(page).get_by_role("button", name="Choose files")).to_be_visible()
        expect(overview(page).locator("[data-dropzone]")).to_contain_text("Drop files here")
