"""The Search Lab in a browser: from a query that fails to one that passes, and what follows."""

import re

import pytest
from playwright.sync_api import Page, expect

from graphwright.curate import commands as c
from graphwright.curate.curation import Curation
from graphwright.project.project import Project
from graphwright_dashboard.sample import sample_curation

ORDER = "show me an order"  # passes, and forbids cancelOrder
FAILING = "refund an order that was already shipped"


@pytest.fixture
def curation() -> Curation:
    return sample_curation()


def radar(page: Page):
    return page.locator("#radar-cells")


def pressed(page: Page, *keys: str) -> int:
    for key in keys:
        page.keyboard.press(key)
    return len(keys)


def test_the_radar_names_the_edit_that_broke_a_pinned_query(page: Page, url: str, project: Project):
    page.goto(f"{url}/explore")
    expect(radar(page)).to_contain_text("0 broken")
    project.do(c.Describe(tool="getRefund", tags=("money",)), "ann")
    broke = project.do(c.Describe(tool="cancelOrder", aliases=(ORDER,)), "kim")
    for number in range(6):
        project.do(c.Describe(tool="getOrder", examples=(f"order {number}",)), "ann")
    expect(radar(page)).to_contain_text(re.compile("[1-9] broken"))
    page.get_by_role("button", name=re.compile("broken")).click()
    drawer = page.locator("#radar-drawer")
    expect(drawer).to_contain_text(ORDER)
    expect(drawer).to_contain_text(f"describe 'cancelOrder' (revision {broke} by kim)")
    drawer.get_by_role("button", name=f"Revert {broke}").first.click()
    expect(radar(page)).to_contain_text("0 broken")
    assert project.curation.graph.tools["cancelOrder"].aliases == ()


def test_a_broken_query_is_accepted_with_a_reason(page: Page, url: str, project: Project):
    page.goto(f"{url}/explore")
    expect(radar(page)).to_contain_text("0 broken")
    project.do(c.Describe(tool="cancelOrder", aliases=(ORDER,)))
    page.get_by_role("button", name=re.compile("[1-9] broken")).click()
    row = page.locator("#radar-drawer li", has_text=ORDER).first
    row.get_by_role("button", name="Accept").click()  # not without a reason
    expect(row.get_by_role("textbox", name="Reason")).to_be_focused()
    page.keyboard.type("It may cancel")
    page.keyboard.press("Enter")
    expect(page.locator("#radar-drawer")).to_contain_text("1 more accepted as intended")
    golden = project.curation.golden[ORDER]
    assert (golden.pinned, golden.note) == (False, "Accepted as intended: It may cancel")
