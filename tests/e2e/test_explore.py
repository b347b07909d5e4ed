import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from graphwright.curate.curation import Curation
from graphwright.graph import ToolGraph
from graphwright.relations import Evidence, Relation, RelationKey, RelationKind, Verdict
from graphwright.tools import Tool

from .canvas import drawn, place

REQUIRES, PRECEDES = RelationKind.REQUIRES, RelationKind.PRECEDES


def opened(page, url, where="/explore", scene="map"):
    page.goto(url + where)
    drawn(page, scene)


def middle(page, one, other):
    """Where the line between two tools has its middle on the screen."""
    return page.evaluate(
        """([one, other]) => {
            const { cy } = graphwright.explore.canvas;
            const ends = (e) => [e.data("from_tool"), e.data("to_tool")].sort().join();
            const line = cy.edges().filter((e) => ends(e) === [one, other].sort().join());
            const at = line.midpoint(), box = cy.container().getBoundingClientRect();
            return [box.x + at.x * cy.zoom() + cy.pan().x, box.y + at.y * cy.zoom() + cy.pan().y];
        }""",
        [one, other],
    )


def tap(page, id):
    page.mouse.click(*place(page, id))


def until(page, expression):
    """Waits for the canvas: it has no elements that a locator could see."""
    page.wait_for_function(f"() => (({{ cy }}) => {expression})(graphwright.explore.canvas)")


def places(page):
    """Where each tool stands in the picture, wherever the view is."""
    return page.evaluate(
        """() => Object.fromEntries(graphwright.explore.canvas.cy.nodes("[kind = 'tool']")
            .map((node) => [node.data("name"), { ...node.position() }]))"""
    )


def said(page):
    return page.get_by_role("status")


def popover(page):
    return page.get_by_role("dialog", name="Relations of two tools")


def inspector(page):
    return page.get_by_role("complementary", name="Inspector")


def relation(project, source, kind, target):
    return project.curation.graph.relations.get(RelationKey(source, target, kind))


def test_from_the_map_to_a_group_to_a_tool_and_back(page, url):
    opened(page, url)
    for group, tools in {"Orders": "7 tools", "Returns": "3 tools", "Checkout": "2 tools"}.items():
        expect(page.locator(".hex", has_text=group)).to_contain_text(tools)
    expect(page.locator("#explore-crumb")).to_contain_text("6 groups · 20 tools · 21 relations")
    expect(page.get_by_role("button", name=re.compile("requires"))).to_contain_text("13")
    tap(page, "g:orders")
    drawn(page, "group orders")
    tap(page, "t:getOrder")
    expect(inspector(page)).to_contain_text("/orders/{orderId}")
    drawn(page, "group orders")
    tap(page, "t:getOrder")
    drawn(page, "tool getOrder")
    assert page.url.endswith("/explore?tool=getOrder")
    page.go_back()
    drawn(page, "group orders")
    page.get_by_role("link", name="All groups").click()
    drawn(page, "map")
    page.goto(f"{url}/explore?tool=getOrder")
    drawn(page, "tool getOrder")
    expect(page.locator(".hull-head", has_text="Returns")).to_contain_text("1 of 3")
    page.locator(".hull-head", has_text="Returns").get_by_role("button").click()
    expect(page.locator(".hull-head", has_text="Returns")).to_contain_text("3 of 3")


def test_a_relation_is_accepted_and_taken_back_and_another_tab_hears_of_it(page, url, project):
    other = page.context.new_page()
    opened(other, url)
    opened(page, url, "/explore?tool=getOrder", "tool getOrder")
    page.mouse.click(*middle(page, "requestRefund", "getOrder"))
    expect(popover(page)).to_contain_text("4 relations")
    expect(popover(page)).to_contain_text("orderId from getOrder.id")
    page.keyboard.press("a")
    expect(said(page)).to_contain_text("accept requires")
    assert relation(project, "requestRefund", REQUIRES, "getOrder").verdict is Verdict.ACCEPTED
    expect(page.get_by_text("Saved · rev 1")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(said(page)).to_have_text("Undone.")
    assert relation(project, "requestRefund", REQUIRES, "getOrder").verdict is Verdict.UNREVIEWED
    page.keyboard.press("Control+Shift+Z")
    expect(said(page)).to_have_text("Done again.")
    assert relation(project, "requestRefund", REQUIRES, "getOrder").verdict is Verdict.ACCEPTED
    expect(other.get_by_text("Saved · rev 3")).to_be_visible()


def test_quick_keys_are_done_in_their_order(page, url, project):
    opened(page, url, "/explore?tool=getOrder", "tool getOrder")
    page.mouse.click(*middle(page, "requestRefund", "getOrder"))
    for key in "axa":  # the popover is not drawn yet
        page.keyboard.press(key)
    expect(page.get_by_text("Saved · rev 3")).to_be_visible()
    assert relation(project, "requestRefund", REQUIRES, "getOrder").verdict is Verdict.ACCEPTED
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Undo", exact=True).first).to_be_disabled()
    assert relation(project, "requestRefund", REQUIRES, "getOrder").verdict is Verdict.UNREVIEWED


def test_dragging_adds_a_relation_and_what_cannot_be_is_refused(page, url, project):
    opened(page, url, "/explore?tool=getOrder", "tool getOrder")
    page.get_by_role("button", name="Add relation").click()
    bar = page.get_by_role("region", name="Add a relation")
    expect(bar).to_be_visible()
    under = bar.bounding_box()
    assert under["height"] < 110
    room = under["y"] + under["height"] - page.locator("#explore-canvas").bounding_box()["y"]
    top = f"n.renderedPosition('y') > {room}"
    until(
        page, f"!cy.animated() && cy.nodes('[name]').every((n) => {top})"
    )  # the picture makes way
    before = place(page, "t:reorder")
    page.mouse.move(under["x"] + 400, under["y"] + under["height"] + 8)
    page.mouse.down()
    page.mouse.move(under["x"] + 420, under["y"] + under["height"] + 38, steps=4)
    page.mouse.up()
    assert place(page, "t:reorder") == pytest.approx((before[0] + 20, before[1] + 30), abs=6)
    page.mouse.move(*place(page, "t:reorder"))
    page.mouse.down()
    page.mouse.move(*place(page, "t:addOrderNote"), steps=6)
    page.mouse.move(*place(page, "t:requestRefund"), steps=6)
    page.mouse.up()
    form = page.get_by_role("region", name="Add a relation")
    expect(form.get_by_role("combobox", name="From")).to_have_value("reorder")
    expect(form.get_by_role("combobox", name="To")).to_have_value("requestRefund")
    page.keyboard.press("2")
    expect(said(page)).to_contain_text("add precedes 'reorder' → 'requestRefund'")
    assert relation(project, "reorder", PRECEDES, "requestRefund")
    expect(popover(page)).to_contain_text("precedes")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    form = page.get_by_role("region", name="Add a relation")
    form.get_by_role("combobox", name="From").fill("getOrder")
    page.keyboard.press("Enter")
    expect(form.get_by_role("combobox", name="To")).to_be_focused()
    page.keyboard.type("getOrder")
    page.keyboard.press("Enter")
    expect(form).to_contain_text("A tool has no relation to itself.")
    expect(form.get_by_role("button", name=re.compile("requires"))).to_be_disabled()
    form.get_by_role("combobox", name="To").fill("listOrders")
    page.keyboard.press("Enter")
    expect(form).to_contain_text("Stands already: requires.")
    expect(form.get_by_role("button", name=re.compile("requires"))).to_be_disabled()
    expect(form.get_by_role("button", name=re.compile("precedes"))).to_be_enabled()
    page.keyboard.press("1")
    assert project.revision == 1


def test_the_legend_filters_and_places_stay(page, url, project):
    opened(page, url, "/explore?tool=getOrder", "tool getOrder")
    page.keyboard.press("1")
    row = page.get_by_role("button", name=re.compile("requires"))
    expect(row).to_have_attribute("aria-pressed", "false")
    until(page, "cy.edges('[dim]').length > 5")
    row.click()
    expect(row).to_have_attribute("aria-pressed", "true")
    until(page, "cy.edges('[dim]').empty()")
    page.get_by_label("Verdict").select_option("open")
    until(page, "cy.edges('[dim]').length > 5")
    expect(page.locator("#explore-legend")).to_contain_text("lines dimmed")
    assert page.url.endswith("/explore?tool=getOrder&verdict=open")
    page.reload()
    drawn(page, "tool getOrder")
    expect(page.get_by_label("Verdict")).to_have_value("open")
    expect(inspector(page)).to_contain_text("/orders/{orderId}")
    until(page, "cy.edges('[dim]').length > 5")
    page.get_by_role("button", name="Show all again").click()
    until(page, "cy.edges('[dim]').empty()")
    before = places(page)
    page.mouse.click(*middle(page, "getOrder", "findByEmail"))
    expect(popover(page)).to_be_visible()
    assert page.url.endswith("/explore?tool=getOrder&sel=1%0AgetOrder%0AfindByEmail")
    page.locator("#explore-canvas").focus()
    page.keyboard.press(".")
    expect(page.get_by_role("menuitem", name="Reverse")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    expect(said(page)).to_contain_text("reject")
    until(page, "cy.getElementById('t:findByEmail').empty()")
    found = before.pop("findByEmail")
    assert places(page) == before
    page.keyboard.press("Control+z")
    until(page, "cy.getElementById('t:findByEmail').nonempty()")
    assert places(page) == before | {"findByEmail": found}
    page.set_viewport_size({"width": 900, "height": 900})
    until(page, "cy.nodes('[name]').every((n) => n.renderedPosition('x') < cy.width())")


def test_tools_are_found_by_letters_and_by_questions(page, url):
    opened(page, url)
    page.keyboard.press("/")
    page.keyboard.type("cancel an order")
    page.keyboard.press("Enter")
    expect(page.locator("#explore-crumb .hits")).to_contain_text("cancelOrder")
    until(page, "cy.nodes('[hit]').nonempty()")
    page.locator("#explore-crumb .hits").get_by_role(
        "button", name=re.compile("cancelOrder")
    ).click()
    drawn(page, "tool cancelOrder")
    page.get_by_role("button", name="Clear the search").click()
    until(page, "cy.nodes('[hit]').empty()")
    page.keyboard.press("Control+k")
    page.keyboard.type("valcoup")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+a")
    page.keyboard.type("validate")
    page.keyboard.press("Enter")
    drawn(page, "tool validateCoupon")
    expect(inspector(page)).to_contain_text("Checks a coupon.")


def test_a_relation_is_retyped_reversed_rejected_and_deleted(page, url, project):
    opened(page, url, "/explore?tool=createReturn", "tool createReturn")
    page.mouse.click(*middle(page, "createReturn", "requestRefund"))
    expect(popover(page)).to_contain_text("lifecycle order")
    page.keyboard.press("t")
    page.keyboard.press("1")
    expect(said(page)).to_contain_text("retype")
    expect(popover(page).locator("[aria-pressed=true]")).to_contain_text("requires")
    assert relation(project, "createReturn", REQUIRES, "requestRefund")
    page.keyboard.press("Control+z")
    expect(popover(page).locator("[aria-pressed=true]")).to_contain_text("precedes")
    until(page, "graphwright.explore.selection.relation === 'precedes'")
    expect(inspector(page)).to_contain_text("precedes")
    page.keyboard.press("Control+Shift+Z")
    popover(page).get_by_role("button", name=re.compile("requires")).click()
    expect(popover(page).locator("[aria-pressed=true]")).to_contain_text("requires")
    page.keyboard.press("r")
    page.keyboard.press("x")  # the reversed one, which does not stand yet
    expect(said(page)).to_contain_text("reject")
    reversed_one = relation(project, "requestRefund", REQUIRES, "createReturn")
    assert reversed_one.verdict is Verdict.REJECTED
    expect(popover(page).locator("[aria-pressed=true]")).to_contain_text("requires")
    expect(popover(page)).to_contain_text("rejected")
    page.keyboard.press("Delete")
    expect(said(page)).to_contain_text("remove")
    expect(popover(page)).to_be_hidden()


def test_the_keyboard_alone_adds_a_relation(page, url, project):
    opened(page, url, "/explore?tool=getOrder", "tool getOrder")
    page.locator("#explore-canvas").focus()
    page.keyboard.press("ArrowLeft")
    expect(inspector(page)).to_contain_text(re.compile("listOrders|findByEmail"))
    source = inspector(page).locator(".name").inner_text()
    page.keyboard.press("e")
    page.keyboard.type("getInv")
    page.keyboard.press("Enter")
    form = page.get_by_role("region", name="Add a relation")
    expect(form.get_by_role("combobox", name="To")).to_have_value("getInvoice")
    page.keyboard.press("3")
    expect(said(page)).to_contain_text("add complementary")
    ends = sorted([source, "getInvoice"])
    found = relation(project, ends[0], RelationKind.COMPLEMENTARY, ends[1])
    assert found or relation(project, ends[1], RelationKind.COMPLEMENTARY, ends[0])


def test_the_table_shows_the_same_and_selects_the_same(page, url):
    opened(page, url)
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("tab", name="Relations").click()
    row = page.get_by_role("row", name=re.compile("checkout.*getOrder"))
    row.get_by_text("precedes").click()
    expect(inspector(page)).to_contain_text("lifecycle order")
    page.get_by_role("tab", name="Tools").click()
    expect(page.get_by_role("row", name=re.compile("DELETE cancelOrder"))).to_be_visible()
    page.get_by_label("Effects").select_option("destroys")
    expect(page.locator("#explore-rows-total")).to_have_text("1 tool")


def test_words_are_edited_where_they_stand(page, url, project):
    opened(page, url, "/explore?tool=getOrder", "tool getOrder")
    tap(page, "t:getOrder")
    text = inspector(page).get_by_role("textbox", name="Description")
    text.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("One order.")
    page.keyboard.press("Control+Enter")
    expect(said(page)).to_contain_text("describe")
    expect(inspector(page).get_by_role("textbox", name="Description")).to_have_text("One order.")
    assert project.curation.graph.tools["getOrder"].description == "One order."
    inspector(page).get_by_role("textbox", name="Add to also known as").click()
    page.keyboard.type("fetchOrder")
    page.keyboard.press("Enter")
    inspector(page).get_by_role("textbox", name="Add to also known as").click()
    page.keyboard.type("oneOrder")  # while the first is saved
    page.keyboard.press("Enter")
    expect(inspector(page).get_by_role("button", name="Remove oneOrder")).to_be_visible()
    assert project.curation.graph.tools["getOrder"].aliases == ("fetchOrder", "oneOrder")
    inspector(page).get_by_role("button", name="Remove fetchOrder").click()
    expect(inspector(page).get_by_role("button", name="Remove fetchOrder")).to_have_count(0)


class TestHostileNames:
    """Names are text, whatever they hold."""

    MARKUP = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'
    LONG = "long" * 2500
    RIGHT_TO_LEFT = "\u202e\u05e9\u05dc\u05d5\u05dd"

    @pytest.fixture
    def curation(self) -> Curation:
        names = [self.MARKUP, self.LONG, self.RIGHT_TO_LEFT, "주문조회", "a\nb", "'\"`]"]
        tools = [
            Tool(n, description=self.MARKUP, path=self.MARKUP, tags=(self.MARKUP,), order=i)
            for i, n in enumerate(names)
        ]
        relations = [
            Relation(names[0], n, REQUIRES, evidence=(Evidence("r", self.MARKUP),))
            for n in names[1:]
        ]
        belongs = [Relation(n, self.MARKUP, RelationKind.BELONGS_TO) for n in names[:3]]
        graph = ToolGraph.of(tools, [*relations, *belongs])
        return replace(Curation(), graph=graph, base=graph)

    CARDS = (
        ("getOrder", "Get order"),
        ("updateOrderAddress", "Update order\naddress"),
        ("readCoreV1NamespacedPodStatus", "Read core V1\n…pod status"),
        ("x" * 10_000, "X" + "x" * 10 + "…"),
        ("pulls/list-files", "Pulls list files"),
        ("주문조회", "주문조회"),
        ("\u202eevil", "Evil"),
        (" ", "(empty name)"),
    )

    def test_they_are_shown_and_never_run(self, page, url):
        opened(page, url)
        for name, lines in self.CARDS:
            card = page.evaluate("(name) => graphwright.names.dress({ name }).label", name)
            assert card == lines
        tap(page, f"g:{self.MARKUP}")
        drawn(page, f"group {self.MARKUP}")
        tap(page, f"t:{self.MARKUP}")
        expect(inspector(page).locator(".name")).to_contain_text("<img src=x")
        tap(page, f"t:{self.MARKUP}")
        drawn(page, f"tool {self.MARKUP}")
        page.mouse.click(*middle(page, self.MARKUP, "주문조회"))
        expect(popover(page)).to_contain_text("<img")
        page.get_by_role("tab", name="Table").click()
        expect(page.get_by_role("row").nth(2)).to_be_visible()
        assert page.evaluate("window.hurt") is None
        assert page.locator("img").count() == 0
