"""The journal: filters in the address, one entry taken back, two revisions compared."""

import re

import pytest
from playwright.sync_api import expect

from graphwright.curate.commands import Accept, Describe, MergeTools, PutGolden, Reject
from graphwright.evaluate.golden import Golden
from graphwright.relations import RelationKind

REFUND = {"source": "requestRefund", "target": "getOrder", "kind": RelationKind.REQUIRES}


@pytest.fixture
def edited(project):
    project.do(Accept(**REFUND), "ann")
    project.do(Describe(tool="getOrder", description="One <b>order</b>."), "kim")
    project.do(MergeTools(keep="findCustomer", merge=("getCustomer",)), "kim")
    project.do(PutGolden(golden=Golden("where is it", ("trackParcel",))))
    return project


def rows(page):
    return page.locator("#history-rows tbody tr")


def test_edits_are_filtered_by_who_kind_and_words_and_the_address_says_it(page, url, edited):
    page.goto(f"{url}/history")
    expect(rows(page)).to_have_count(4)
    page.get_by_label("Who", exact=True).select_option("kim")
    expect(rows(page)).to_have_count(2)
    page.get_by_label("Kind", exact=True).select_option("merges")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Merge 'getCustomer' into 'findCustomer'")
    expect(page).to_have_url(re.compile(r"who=kim&kind=merges$"))
    page.evaluate("graphwright.go('/history?who=~')")
    expect(rows(page)).to_have_count(1)
    page.get_by_label("Who", exact=True).select_option("")
    page.get_by_placeholder("Filter by words").press_sequentially("order describe", delay=90)
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_placeholder("Filter by words")).to_have_value("order describe")
    page.reload()
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_placeholder("Filter by words")).to_have_value("order describe")


def test_one_entry_is_taken_back_whoever_made_it(page, url, edited):
    page.goto(f"{url}/history?q=describe")
    rows(page).get_by_role("button", name="Revert").click()
    expect(page.get_by_role("status")).to_have_text("Reverted revision 2.")
    assert edited.curation.graph.tools["getOrder"].description.startswith("Returns one order")
    expect(rows(page)).to_have_count(2)
    expect(rows(page).first).to_contain_text("Revert 2: describe 'getOrder'")
    expect(rows(page).last).to_contain_text("taken back")
    tops = rows(page).evaluate_all("(rows) => rows.map((row) => row.getBoundingClientRect().top)")
    assert tops == sorted(tops)
    lefts = "(cells) => new Set(cells.map((cell) => cell.getBoundingClientRect().left)).size"
    assert page.locator("#history-rows :is(th, td):nth-child(2)").evaluate_all(lefts) == 1


def test_any_two_revisions_are_compared(page, url, edited):
    edited.do(Reject(**REFUND), "kim")
    page.goto(f"{url}/history")
    compared = page.locator("#history-compared")
    expect(rows(page)).to_have_count(5)
    page.keyboard.press("j")
    expect(rows(page).first).to_be_focused()
    page.keyboard.press("End")
    expect(rows(page).last).to_be_focused()
    page.keyboard.press("Enter")
    expect(compared).to_contain_text("Tools merged")
    expect(compared).to_contain_text("Golden queries added")
    expect(compared.locator(".differences").last.locator("ins")).to_have_text("One <b>order</b>.")
    expect(compared).to_contain_text("requires 'requestRefund' → 'getOrder'")
    page.get_by_placeholder("Newer revision").fill("1")
    page.keyboard.press("Tab")
    expect(compared).not_to_contain_text("Tools merged")
    expect(compared.locator(".differences del")).to_have_text("unreviewed .82")
    expect(compared.locator(".differences ins")).to_have_text("accepted .82")
    page.evaluate("graphwright.go('/history?from=0&to=99')")
    expect(compared).to_contain_text("There is no revision 99. The last one is 5.")
    page.get_by_label("End the comparison").click()
    expect(compared).to_be_hidden()
