"""A release from the page: three keys when the gate is open, a reason when not, and back again."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from graphwright.curate.commands import Describe, PutGolden
from graphwright.evaluate.golden import Golden

pytest.importorskip("graph_tool_call", reason="the runtime engine is not installed")

REFUND = Golden("give money back", ("requestRefund",))
NEVER = Golden("cancel the order", ("getOrder",), forbid=("cancelOrder",))
LATE = """
    const ask = fetch, late = () => new Promise((go) => setTimeout(go, 600));
    fetch = (...said) => ask(...said).finally(late); // the page asks more often than that
"""


@pytest.fixture
def released(project) -> Path:
    return project.path.parent / "released"


def test_a_release_is_three_keys_when_the_gate_is_open(page, url, project, released):
    project.do(PutGolden(golden=REFUND))
    page.goto(url)
    expect(page.get_by_role("heading", name="Overview", exact=True)).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("l")
    expect(page.locator("#release-gate")).to_contain_text("open")
    expect(page.get_by_role("button", name="Publish")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Release 1 is out: 2 files in")
    expect(page.locator("#release-past li")).to_contain_text("hit@5 1")
    assert json.loads((released / "graph.json").read_bytes())["metadata"]["graphwright"]["release"]
    release = project.releases()[0]
    assert (release.revision, release.reason) == (1, "")
    assert release.engine == "graph-tool-call 0.47.0"


def test_what_keeps_it_back_needs_a_reason_that_travels(page, url, project, released):
    page.add_init_script(LATE)
    project.do(PutGolden(golden=NEVER))
    page.goto(f"{url}/release")
    button = page.locator("#release-publish")
    expect(button).to_have_text("Publish: 1 blocker")
    expect(button).to_be_disabled()
    expect(page.locator("#release-gate")).to_contain_text("No forbidden tool in the first 5")
    page.get_by_label("Release it all the same").fill("The shop needs it today.")
    page.get_by_label("Notes").fill("<b>New</b> words")
    page.locator("#release-forms [data-form=loader]").click()
    expect(page.locator("#release-forms [data-form=loader]")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(button).to_be_enabled()
    button.click()
    past = page.locator("#release-past li")
    expect(past).to_contain_text("The shop needs it today.")
    expect(past).to_contain_text("<b>New</b> words")
    assert (released / "load_graph.py").exists()
    note = json.loads((released / "release.json").read_bytes())
    assert note["reason"] == "The shop needs it today."
    assert note["blockers"] == ["'cancel the order' finds 'cancelOrder', which it must not."]


def test_a_release_comes_back_and_that_can_be_undone(page, url, project):
    project.do(PutGolden(golden=REFUND))
    page.goto(f"{url}/release")
    page.locator("#release-publish").click()
    expect(page.locator("#release-past li")).to_have_count(1)
    good = project.curation
    project.do(Describe(tool="requestRefund", description="Nothing of use."), "kim")
    bad = project.curation
    expect(page.locator("#release-changes")).to_contain_text("requestRefund")
    page.get_by_role("button", name="Roll back").click()
    expect(page.get_by_role("status")).to_contain_text("roll back to release 1")
    assert project.curation.graph == good.graph
    expect(page.locator("#release-changes")).to_contain_text("Nothing since release 1.")
    page.locator("#shell-toast-undo").click()
    expect(page.get_by_role("status")).to_have_text("Undone.")
    assert project.curation == bad


def test_a_target_that_cannot_be_written_is_told_and_nothing_is_noted(page, url, project, released):
    released.write_text("a file of this name")
    page.goto(f"{url}/release")
    page.locator("#release-forms [data-form=html]").click()
    page.locator("#release-publish").click()
    expect(page.get_by_role("alert")).to_contain_text("is a file; several forms need a folder.")
    assert project.releases() == ()
    assert released.read_text() == "a file of this name"
