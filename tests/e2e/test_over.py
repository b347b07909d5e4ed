"""What comes up over the picture: cards, menus, boxes, differences; and the pair by keys alone."""

import re

from playwright.sync_api import expect

from graphwright.curate.commands import Describe, MergeTools, Reject
from graphwright.relations import RelationKind

from .canvas import drawn, place


def test_a_card_tells_of_what_is_pointed_at_and_a_menu_of_what_can_be_done(page, url):
    page.goto(f"{url}/explore?tool=getOrder")
    drawn(page, "tool getOrder")
    page.mouse.move(*place(page, "t:cancelOrder"))
    card = page.get_by_role("tooltip")
    expect(card).to_contain_text("Cancels an order that was not shipped.")
    expect(card).to_contain_text("may destroy")
    page.mouse.click(*place(page, "t:cancelOrder"), button="right")
    expect(card).to_have_count(0)
    page.get_by_role("menuitem", name="Two steps around it").click()
    drawn(page, "tool cancelOrder")
    assert page.url.endswith("/explore?tool=cancelOrder&steps=2")
    expect(page.get_by_role("link", name="Up to 2 steps away")).to_have_attribute(
        "aria-current", "true"
    )


def test_tools_in_a_box_are_edited_together(page, url, project):
    page.goto(f"{url}/explore?group=returns")
    drawn(page, "group returns")
    points = [place(page, f"t:{name}") for name in ("requestRefund", "createReturn", "getReturn")]
    left, top = min(x for x, _ in points) - 110, min(y for _, y in points) - 60
    right, bottom = max(x for x, _ in points) + 110, max(y for _, y in points) + 60
    page.keyboard.down("Shift")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=8)
    page.mouse.up()
    page.keyboard.up("Shift")
    bar = page.get_by_role("region", name="Selected tools")
    expect(bar).to_contain_text("3 selected")
    bar.get_by_role("textbox", name="Value").fill("goods")
    bar.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("status").first).to_contain_text("goods")
    assert sum("goods" in tool.tags for tool in project.curation.graph.tools.values()) == 3
    assert project.revision == 1


def test_the_keyboard_alone_walks_relations_and_decides_them(page, url, project):
    page.goto(f"{url}/explore?tool=createReturn")
    drawn(page, "tool createReturn")
    page.locator("#explore-canvas").focus()
    page.keyboard.press("Shift+ArrowRight")
    popover = page.get_by_role("dialog", name="Relations of two tools")
    expect(popover).to_be_visible()
    for _ in range(4):
        if "requestRefund" in page.evaluate("Object.values(graphwright.explore.selection)"):
            break
        page.keyboard.press("Shift+ArrowRight")
    expect(popover).to_contain_text("lifecycle order")
    page.keyboard.press("a")
    expect(page.get_by_role("status").first).to_contain_text("accept precedes")
    assert project.revision == 1
    page.keyboard.press(".")
    expect(page.get_by_role("menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)


def test_a_picture_shows_what_two_revisions_differ_in(page, url, project):
    reject = Reject(source="reorder", target="getOrder", kind=RelationKind.REQUIRES)
    project.do(reject)
    project.do(Describe(tool="cancelOrder", description="Cancels it."))
    project.do(MergeTools(keep="getOrder", merge=("findByEmail",)))
    page.goto(f"{url}/explore?tool=getOrder")
    drawn(page, "tool getOrder")
    bar = page.locator("#explore-crumb")
    page.get_by_role("button", name="Compare revisions").click()
    expect(page).to_have_url(re.compile(r"tool=getOrder&from=0$"))
    expect(bar.locator(".removed")).to_contain_text("removed")
    for name, sign in {"findByEmail": "−", "cancelOrder": "◐"}.items():
        expect(page.locator(f".over [data-sign='{name}']")).to_have_text(sign)
    newer = page.get_by_label("Newer revision").get_by_role("spinbutton")
    newer.fill("1")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile(r"from=0&to=1$"))
    expect(bar.locator(".removed")).to_have_text("− 1 removed")
    expect(page.locator(".over .pill.removed")).to_have_text("−")
    page.reload()
    expect(bar.locator(".removed")).to_have_text("− 1 removed")
    page.get_by_role("link", name="All groups").click()
    drawn(page, "map")
    expect(page.locator(".over .pill", has_text="−1")).to_have_count(1)
    page.get_by_label("Older revision").get_by_role("spinbutton").fill("99")
    page.keyboard.press("Tab")
    expect(bar).to_contain_text("There is no revision 99. The last one is 3.")
    page.get_by_role("button", name="Leave the comparison").click()
    expect(page).to_have_url(re.compile(r"/explore(\?sel=.*)?$"))


def test_a_lens_fills_the_tools(page, url):
    page.goto(f"{url}/explore?all=1")
    drawn(page, "all")
    page.get_by_label("Lens").select_option("doubt")
    expect(page.locator(".lens-key")).to_contain_text("open relations")
    steps = page.evaluate(
        "[...new Set(graphwright.explore.canvas.cy.nodes().map((n) => n.data('lens')))].sort()"
    )
    assert steps[0] == 1
    assert steps[-1] == 5
