"""Two curators at once: they see each other, hear what the other did, and never overwrite it."""

import re

import pytest
from playwright.sync_api import expect

from graphwright.relations import RelationKey, RelationKind, Verdict

KEY = RelationKey("requestRefund", "getOrder", RelationKind.REQUIRES)
OF = "{source: 'requestRefund', target: 'getOrder', kind: 'requires'}"

QUIET = {"revision": 0, "others": [], "edits": []}


@pytest.fixture
def kim(browser, url):
    """Another curator's page."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(f"{url}/settings")
    page.get_by_label("Your name").fill("Kim Lee")
    page.keyboard.press("Tab")
    yield page
    context.close()


def send(page, command: str) -> None:
    page.evaluate(f"() => {{ graphwright.send({command}); }}")


def test_they_see_each_other_and_what_the_other_did(page, url, kim, project):
    page.goto(f"{url}/lab")
    expect(page.locator(".person")).to_have_text("KL")
    expect(page.locator(".person")).to_have_attribute("title", "Kim Lee is at /settings")
    expect(kim.locator(".person")).to_have_text("?")
    send(kim, f"{{do: 'accept', ...{OF}}}")
    expect(page.get_by_role("status")).to_have_text(
        "Kim Lee: accept requires 'requestRefund' → 'getOrder'."
    )
    expect(page.get_by_text("Saved · rev 1")).to_be_visible()
    assert project.journal()[0].by == "Kim Lee"
    kim.close()
    expect(page.locator(".person")).to_have_count(0)


def test_an_edit_of_what_changed_is_refused_with_a_way_on(page, url, kim, project):
    page.goto(f"{url}/lab")
    expect(page.get_by_text("Nothing to save")).to_be_visible()
    page.route("**/revision", lambda route: route.fulfill(body="0"))  # it hears of nothing
    page.route("**/presence", lambda route: route.fulfill(json=QUIET))
    send(kim, f"{{do: 'accept', ...{OF}}}")
    expect(kim.get_by_role("status")).to_contain_text("Done")
    send(page, f"{{do: 'reject', ...{OF}}}")
    expect(page.get_by_role("status")).to_have_text(
        "'Kim Lee' changed this since you saw it: accept requires 'requestRefund' → 'getOrder' "
        "(do, revision 1)."
    )
    assert project.curation.graph.relations[KEY].verdict is Verdict.ACCEPTED
    expect(page.locator("#shell-toast-show")).to_be_visible()
    page.get_by_role("button", name="Do it all the same").click()
    expect(page.get_by_role("status")).to_contain_text("Done: reject requires")
    assert project.curation.graph.relations[KEY].verdict is Verdict.REJECTED
    expect(page.get_by_role("button", name="Do it all the same")).to_be_hidden()


def test_a_browser_that_is_closed_in_the_middle_loses_nothing_that_was_acknowledged(
    page, url, kim, project
):
    expect(kim.get_by_text("Nothing to save")).to_be_visible()
    for n in range(5):
        send(kim, f"{{do: 'describe', tool: 'getOrder', description: 'One order, {n}.'}}")
    expect(kim.get_by_text(re.compile(r"Saved · rev [1-5]"))).to_be_visible()
    kim.context.close()
    done = [entry.command.description for entry in project.journal()]
    assert done == [f"One order, {n}." for n in range(len(done))]
    assert len(done) >= 1
