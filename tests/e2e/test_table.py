import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from graphwright.curate.curation import Curation
from graphwright.evaluate.golden import Golden
from graphwright.issues import Issue, IssueCode, Severity


@pytest.fixture
def curation(curation: Curation) -> Curation:
    golden = Golden("frobnicate the widget", expect=("checkout",))
    wrong = [curation.graph.tools[name] for name in ("getOrder", "reorder")]
    issues = tuple(
        Issue(IssueCode.NOT_CALLABLE, Severity.NOTE, tool.where, "…", tool.source) for tool in wrong
    )
    return replace(curation, golden=curation.golden.set(golden.query, golden), issues=issues)


def rows(page, text):
    return page.get_by_role("row", name=re.compile(text))


def count(page):
    return page.locator("#explore-rows-total")


def said(page):
    return page.get_by_role("status").first


def test_facets_and_columns_filter_and_the_address_keeps_the_facets(page, url):
    page.goto(f"{url}/explore?view=table")
    expect(count(page)).to_have_text("20 tools")
    page.get_by_role("button", name=re.compile("^GET")).click()
    expect(count(page)).to_have_text("9 tools")
    page.get_by_role("button", name=re.compile("^Orders")).click()
    expect(count(page)).to_have_text("3 tools")
    assert page.url.endswith("/explore?view=table&f=method%3AGET&f=group%3Aorders")
    page.get_by_role("textbox", name="Tool Filter Input").fill("email")
    expect(count(page)).to_have_text("1 tool")
    page.get_by_role("textbox", name="Tool Filter Input").fill("nothing such")
    expect(count(page)).to_have_text("0 tools")
    expect(page.get_by_role("grid").get_by_text("Nothing fits.")).to_be_visible()
    page.get_by_role("button", name="Remove “column name”: 3 come back").click()
    expect(count(page)).to_have_text("3 tools")
    page.keyboard.press("j")
    expect(page.locator(".ag-cell-focus")).to_be_visible()
    page.reload()
    expect(count(page)).to_have_text("3 tools")
    page.get_by_role("button", name="Show all tools").click()
    expect(count(page)).to_have_text("20 tools")


def test_many_tools_are_edited_at_once_and_that_is_one_step(page, url, project):
    page.goto(f"{url}/explore?view=table&f=group:returns")
    expect(count(page)).to_have_text("3 tools")
    rows(page, "getReturn").get_by_text("getReturn").click()
    rows(page, "createReturn").get_by_text("createReturn").click(modifiers=["Control"])
    expect(page.locator("#explore-batch")).to_contain_text("2 selected")
    page.get_by_role("textbox", name="Value").fill("goods")
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("goods")
    tools = project.curation.graph.tools
    assert {n for n, tool in tools.items() if "goods" in tool.tags} == {"createReturn", "getReturn"}
    assert project.revision == 1
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").first.click()
    expect(said(page)).to_contain_text("Undone")
    assert not any(tool.tags for tool in project.curation.graph.tools.values())


def test_all_that_match_are_edited_without_being_named(page, url, project):
    page.goto(f"{url}/explore?view=table&f=method:DELETE")
    expect(count(page)).to_have_text("1 tool")
    page.get_by_role("button", name="Edit all that are shown…").click()
    page.get_by_label("Edit", exact=True).select_option("effect")
    page.get_by_label("Effect", exact=True).select_option("may destroy")
    page.get_by_role("button", name="Apply").click()
    expect(said(page)).to_contain_text("may destroy")
    destroys = [t.name for t in project.curation.graph.tools.values() if t.effects.destructive]
    assert destroys == ["cancelOrder"]


def test_a_description_is_edited_in_place_and_says_what_it_does_to_golden_queries(
    page, url, project
):
    page.goto(f"{url}/explore?view=table")
    cell = rows(page, "POST checkout").get_by_text("Turns a cart into an order.")
    cell.dblclick()
    field = page.locator(".ag-large-text textarea, .ag-large-text-input textarea")
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("Frobnicates a widget.")
    expect(page.locator(".trial")).to_contain_text("1 fixed frobnicate the widget")
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("describe")
    text = project.curation.graph.tools["checkout"].description
    assert text == "Frobnicates a widget."


def test_a_cell_of_the_matrix_leads_to_its_relations(page, url):
    page.goto(f"{url}/explore?view=matrix")
    page.get_by_role("button", name=re.compile("^Returns to Orders: 1 requires")).click()
    expect(count(page)).to_have_text("3 relations")
    expect(rows(page, "requestRefund getOrder").first).to_be_visible()
    page.get_by_role("button", name="from Returns", exact=True).click()
    page.get_by_role("button", name="to Orders", exact=True).click()
    expect(count(page)).to_have_text("21 relations")


def test_what_is_wrong_in_the_document_is_a_facet(page, url):
    page.goto(f"{url}/explore?view=table")
    expect(count(page)).to_have_text("20 tools")
    page.get_by_role("button", name=re.compile("^not-callable")).click()
    expect(count(page)).to_have_text("2 tools")
    expect(rows(page, "POST reorder")).to_be_visible()
    assert page.url.endswith("f=issue%3Anot-callable")


def test_rows_are_as_high_as_the_density_says(page, url):
    page.goto(f"{url}/explore?view=table")
    row = rows(page, "POST reorder")
    expect(row).to_have_css("height", "32px")
    page.evaluate("graphwright.go('/settings')")
    page.get_by_label("Density").select_option("compact")
    page.go_back()
    expect(row).to_have_css("height", "28px")
