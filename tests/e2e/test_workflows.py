"""Workflows authored with keys alone: planned, mended, proved, run dry, written as text."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from graphwright.curate.commands import PutWorkflow
from graphwright.curate.curation import Curation
from graphwright.issues import Severity
from graphwright.project.project import Project
from graphwright.workflow import edits
from graphwright.workflow.check import check
from graphwright.workflow.model import Workflow
from graphwright_dashboard.sample import sample_curation

ID = "process-a-refund"
LATE = """() => {
  const { fetch } = window;
  const late = (...asked) => new Promise((go) => setTimeout(go, 300)).then(() => fetch(...asked));
  window.fetch = late;
}"""
GOAL = "find a customer, create a cart and check out"


class Keys:
    """The keyboard, with every key that is pressed counted; letters of a goal are not."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1

    def type(self, text: str) -> None:
        self.press(*text)


@pytest.fixture
def curation() -> Curation:
    return sample_curation()


@pytest.fixture
def keys(page: Page) -> Keys:
    return Keys(page)


def steps(page: Page):
    return page.locator(".stage .step[data-step]:not(.given)")


def opened(page: Page, url: str, query: str = "", id: str = ID) -> None:
    page.goto(f"{url}/workflows/{id}{query}")
    expect(page.locator("#workflows-palette li[data-tool]").first).to_be_visible()
    expect(page.locator("#workflows-find")).to_be_visible()
    expect(steps(page).first).to_be_visible()


def now(project: Project, id: str = ID) -> Workflow:
    return project.curation.workflows[id]


def tools(project: Project, id: str = ID) -> list[str]:
    return [step.tool for step in now(project, id).steps]


def saved(page: Page, project: Project, revision: int) -> None:
    expect(page.get_by_text(f"Saved · rev {revision}", exact=True)).to_be_visible()
    assert project.revision == revision


def test_four_steps_from_a_goal_in_twelve_keys(page, url, project, keys):
    page.goto(f"{url}/")
    page.get_by_role("heading", name="Overview").first.wait_for()
    keys.press("g", "w")
    page.get_by_role("heading", name="Workflows", exact=True).wait_for()
    keys.press("n")
    page.get_by_role("textbox", name="Goal").fill(GOAL)
    keys.press("Enter")
    expect(steps(page).first).to_be_visible()
    id = page.url.rpartition("/")[2].partition("?")[0]
    while len(now(project, id).steps) < 4:
        count = len(now(project, id).steps)
        expect(page.locator("#workflows-palette li[data-tool]").first).to_be_visible()
        keys.press("i", "Enter")  # the tool that the graph would put next
        expect(steps(page)).to_have_count(count + 1)
    assert keys.pressed <= 12
    assert not [
        one for one in check(now(project, id), project.curation) if one.severity is Severity.ERROR
    ]


def test_a_step_is_inserted_in_six_keys_and_is_the_selected_one(page, url, project, keys):
    opened(page, url, "?step=order")
    keys.press("i")
    keys.type("shi")
    keys.press("Enter")
    expect(steps(page)).to_have_count(4)
    assert keys.pressed <= 6
    added = now(project).steps[2]
    assert "shi" in added.tool.lower()
    assert added.bindings  # mapped at once
    expect(page.locator(".step.sel")).to_have_attribute("data-step", added.id)
    keys.press("Control+z")
    expect(steps(page)).to_have_count(3)


def test_steps_are_moved_copied_and_deleted_with_what_reads_from_them(page, url, project, keys):
    before = now(project)
    opened(page, url)
    keys.press("j", "j")
    expect(page.locator(".step.sel")).to_have_attribute("data-step", "order")
    keys.press("d")
    saved(page, project, 1)
    assert tools(project) == ["findOrdersByEmail", "getOrder", "getOrder", "requestRefund"]
    expect(page.locator(".step.sel")).to_have_attribute("data-step", "getOrder")
    keys.press("Delete")  # nothing reads from the copy
    saved(page, project, 2)
    assert now(project) == before
    expect(page.locator(".step.sel")).to_have_attribute("data-step", "refund")
    keys.press("k")
    expect(page.locator(".step.sel")).to_have_attribute("data-step", "order")
    keys.press("Delete")
    sheet = page.locator(".removal")
    expect(sheet).to_contain_text("requestRefund")
    expect(sheet.locator("select")).to_have_value("$steps.find.outputs.orders[0].id")
    keys.press("Escape")
    expect(sheet).to_have_count(0)
    keys.press("Delete")
    expect(page.get_by_role("button", name="Delete Enter")).to_be_focused()
    keys.press("Enter")
    saved(page, project, 3)
    assert tools(project) == ["findOrdersByEmail", "requestRefund"]
    refund = now(project).step("refund")
    assert refund.bindings["orderId"].source == "$steps.find.outputs.orders[0].id"
    expect(page.locator(".step.sel")).to_have_attribute("data-step", "refund")
    keys.press("Shift+ArrowLeft")
    saved(page, project, 4)
    assert tools(project) == ["requestRefund", "findOrdersByEmail"]
    for revision in range(5, 9):
        keys.press("Control+z")
        saved(page, project, revision)
    assert now(project) == before


def test_a_value_is_picked_from_the_tree_of_what_is_there(page, url, project, keys):
    opened(page, url, "?step=refund")
    keys.press("p")
    line = page.locator(".vtree [data-source]")
    expect(line.first).to_be_focused()
    wanted = "$steps.order.outputs.shipments[0].orderId"
    while page.evaluate("document.activeElement.dataset.source") != wanted:
        keys.press("ArrowDown")
    keys.press("Enter")
    saved(page, project, 1)
    assert now(project).step("refund").bindings["orderId"].source == wanted
    expect(page.locator(".vtree")).to_have_count(0)
    keys.press("p", "End", "ArrowUp", "Enter")
    keys.type("o-17")
    keys.press("Enter")
    saved(page, project, 2)
    assert now(project).step("refund").bindings["orderId"].value == "o-17"
    keys.press("p")
    expect(page.locator(".vtree")).to_have_count(1)
    keys.press("Escape")
    expect(page.locator(".step.sel")).to_be_focused()


def test_keys_wait_for_what_they_are_meant_for(page, url, project, keys):
    opened(page, url, "?step=refund")
    page.evaluate(LATE)
    keys.press("p", "End", "ArrowUp", "Enter")
    keys.type("o-17")
    keys.press("Enter", "p", "Escape", "k", "Delete")
    saved(page, project, 2)
    left = now(project).steps
    assert [step.id for step in left] == ["find", "refund"]
    assert left[1].bindings["orderId"].value == "o-17"
    expect(page.locator(".step.sel")).to_have_attribute("data-step", "refund")
    keys.press("Escape")
    expect(page.locator(".step.sel")).to_have_count(0)


def test_problems_are_walked_and_mended(page, url, project, keys):
    broken = edits.unbind(edits.unbind(now(project), "order", "orderId"), "refund", "reason")
    project.do(PutWorkflow(workflow=edits.insert(broken, "cancelOrder")))
    opened(page, url)
    expect(page.locator("#workflows-head")).to_contain_text("3 problems")
    rows = page.locator(".probs tr")
    keys.press("F8")
    expect(page.locator(".probs tr.on")).to_have_attribute("data-step", "order")
    keys.press("F8")
    expect(page.locator(".probs tr.on")).to_have_attribute("data-step", "refund")
    keys.press("Shift+F8")
    expect(page.locator(".probs tr.on")).to_contain_text("orderId is required")
    expect(page.locator(".probs tr.on")).to_contain_text("Take find orders[0].id")
    keys.press("1")
    saved(page, project, 2)
    assert now(project).step("order").bindings["orderId"].source == (
        "$steps.find.outputs.orders[0].id"
    )
    for left, revision in ((2, 3), (1, 4)):
        expect(page.locator("#workflows-head")).to_contain_text(f"{left} problem")
        keys.press("F8")
        expect(page.locator(".probs tr.on")).to_have_count(1)
        keys.press("1")
        saved(page, project, revision)
    expect(page.locator("#workflows-head")).not_to_contain_text("problem")
    expect(rows).not_to_have_count(0)  # warnings stay: shall the order be cancelled?
    assert not [
        one for one in check(now(project), project.curation) if one.severity is Severity.ERROR
    ]


def test_a_ghost_supplies_what_is_missing_and_mapping_asks_for_the_rest(page, url, project, keys):
    alone = edits.insert(Workflow("alone", "refund an order"), "requestRefund")
    project.do(PutWorkflow(workflow=alone))
    opened(page, url, id="alone")
    ghost = page.locator(".step.ghost")
    expect(ghost).to_contain_text("would give orderId")
    keys.press("s")
    expect(steps(page)).to_have_count(2)
    assert now(project, "alone").steps[1].bindings["orderId"].source.startswith("$steps.")
    keys.press("m")
    expect(page.locator("#workflows-head")).not_to_contain_text("problem")
    assert "reason" in {one.name for one in now(project, "alone").inputs}


def test_a_step_can_give_what_is_asked_as_an_input(page, url, project, keys):
    asking = edits.insert(Workflow("asking", "refund an order"), "requestRefund")
    asking = edits.bind(asking, "requestRefund", "orderId", "$inputs.orderId")
    asking = edits.set_value(asking, "requestRefund", "reason", "damaged")
    project.do(PutWorkflow(workflow=asking))
    opened(page, url, "?step=requestRefund", id="asking")
    expect(page.locator(".step.ghost")).to_have_count(0)
    expect(page.locator(".supplied")).to_contain_text("orderId is asked as an input")
    keys.press("s")
    expect(steps(page)).to_have_count(2)
    assert "orderId" not in {one.name for one in now(project, "asking").inputs}


def test_a_dry_run_shows_every_request(page, url, project, keys):
    opened(page, url)
    keys.press("y")
    calls = page.locator(".step.call")
    expect(calls).to_have_count(3)
    expect(page.locator(".dry")).to_contain_text("All 3 steps would run")
    expect(calls.nth(0).locator(".request")).to_contain_text("GET https://")
    expect(calls.nth(2).locator(".request")).to_contain_text("POST https://")
    expect(calls.nth(2).locator(".request")).to_contain_text("Content-Type: application/json")
    expect(calls.nth(2).locator(".request")).to_contain_text('"reason"')
    page.get_by_role("textbox", name="Input email").fill("kim@example.com")
    keys.press("Tab")
    expect(calls.nth(0).locator(".request")).to_contain_text("email=kim%40example.com")
    keys.press("Escape", "y")
    expect(steps(page).first).to_be_visible()


def test_text_and_picture_follow_each_other(page, url, project, keys):
    opened(page, url)
    keys.press("t")
    box = page.locator(".text textarea")
    expect(box).to_have_value(project_text(project, "json"))
    page.get_by_role("tab", name="YAML").click()
    expect(box).to_have_value(project_text(project, "yaml"))
    text = box.input_value()
    box.fill(text.replace("$steps.find.outputs.orders[0].id", "$steps.gone.outputs.id"))
    expect(page.locator(".probs")).to_contain_text("which is not there")
    expect(page.locator(".text")).to_contain_text("Not kept yet")
    box.fill(text + "steps: [")
    expect(page.locator(".text")).to_contain_text("line")
    assert project.revision == 0
    keys.press("Escape", "t")
    expect(box).to_have_count(0)
    keys.press("t")
    expect(box).to_have_value(text + "steps: [")  # what was typed is still there
    page.get_by_role("button", name="Discard").click()
    expect(box).to_have_value(text)
    expect(page.locator(".text")).to_contain_text("as it is kept")
    box.fill(text.replace("goal: Refund", "goal: Give back"))
    expect(page.locator(".goal")).to_contain_text("Give back the last order")
    keys.press("Control+Enter")
    saved(page, project, 1)
    assert now(project).goal.startswith("Give back")
    keys.press("Escape", "Control+z")
    saved(page, project, 2)
    expect(box).to_have_value(text)


def project_text(project: Project, form: str) -> str:
    from graphwright.workflow.texts import written

    return written(now(project), form)


def test_other_plans_are_one_key_away(page, url, project, keys):
    page.goto(f"{url}/workflows")
    page.get_by_role("heading", name="Workflows", exact=True).wait_for()
    keys.press("n")
    page.get_by_role("textbox", name="Goal").fill("request a refund for an order")
    keys.press("Enter")
    expect(steps(page).first).to_be_visible()
    id = "request-a-refund-for-an-order"
    first = now(project, id)
    plans = page.locator(".plans [data-plan]")
    expect(page.locator(".plans .on")).to_contain_text(" → ".join(tools(project, id)))
    keys.press("a")
    expect(page.locator(".plans .on")).to_have_attribute("data-plan", "2")
    assert tools(project, id) != [step.tool for step in first.steps]
    keys.press("Control+z")
    expect(page.locator(".plans .on")).to_have_attribute("data-plan", "1")
    assert now(project, id) == first
    plans.nth(2).click()
    expect(page.locator(".plans .on")).to_have_attribute("data-plan", "3")


def test_branches_stand_in_layers(page, url, project, keys):
    side = edits.insert(now(project), "getInvoice", 2)
    source = "$steps.order.outputs.id"
    project.do(PutWorkflow(workflow=edits.bind(side, "getInvoice", "orderId", source)))
    opened(page, url)
    expect(page.locator(".goal")).to_contain_text("see Layers")
    keys.press("l")
    layers = page.locator(".stage.layered .column")
    expect(layers).to_have_count(4)
    expect(layers.nth(3).locator(".step")).to_have_count(2)
    expect(layers.nth(3).locator(".step").last).to_be_visible()
    expect(page.locator(".stage > svg .wire.okw")).not_to_have_count(0)
    keys.press("l")
    expect(page.locator(".stage.layered")).to_have_count(0)


def test_a_wire_is_drawn_from_what_a_step_gives_to_what_a_later_one_takes(page, url, project):
    opened(page, url)
    given = page.locator(".po[data-port='find|orders[0].id']")
    taken = page.locator(".step[data-step='refund'] .po[data-parameter='orderId']")
    start, end = given.bounding_box(), taken.bounding_box()
    page.mouse.move(start["x"] + start["width"] - 4, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + end["height"] / 2, steps=8)
    expect(page.locator(".po.over")).to_have_count(1)
    page.mouse.up()
    saved(page, project, 1)
    source = now(project).step("refund").bindings["orderId"].source
    assert source == "$steps.find.outputs.orders[0].id"


def test_the_list_is_walked_with_keys(page, url, project, keys):
    project.do(PutWorkflow(workflow=replace(edits.remove(now(project), "find"), id="broken")))
    page.goto(f"{url}/workflows")
    rows = page.locator("tr[data-open]")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="broken")).to_contain_text("1 problem")
    expect(rows.filter(has_text=ID).first).not_to_contain_text("problem")
    keys.press("j")
    expect(rows.first).to_be_focused()
    keys.press("Delete")
    expect(rows).to_have_count(2)
    keys.press("Control+z")
    expect(rows).to_have_count(3)
    keys.press("j", "Enter")
    expect(steps(page).first).to_be_visible()


def test_a_dragged_tool_shows_where_it_fits(page, url, project):
    opened(page, url)
    page.locator("#workflows-find").fill("getInvoice")
    expect(page.locator("#workflows-palette .title").first).to_have_text("Found")
    offer = page.locator("#workflows-palette li[data-tool='getInvoice']")
    expect(offer).to_be_visible()
    start, cards = offer.bounding_box(), steps(page)
    page.mouse.move(start["x"] + 20, start["y"] + 10)
    page.mouse.down()
    first, last = cards.first.bounding_box(), cards.nth(1).bounding_box()
    page.mouse.move(first["x"] - 10, first["y"] + 60, steps=6)
    page.mouse.move(first["x"] + 4, first["y"] + 60, steps=4)
    expect(page.locator(".drop-mark.amber")).to_contain_text("needs orderId")
    page.mouse.move(last["x"] + 4, last["y"] + 60, steps=4)
    expect(page.locator(".drop-mark.green")).to_be_visible()
    page.mouse.up()
    expect(cards).to_have_count(4)
    assert now(project).steps[1].bindings["orderId"].source.startswith("$steps.find.outputs.")
