"""The Search Lab in a browser: from a query that fails to one that passes, and what follows."""

import re
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from graphwright.curate import commands as c
from graphwright.curate.curation import Curation
from graphwright.errors import QueryError
from graphwright.evaluate.gate import GateRules, read_rules
from graphwright.evaluate.golden import Golden
from graphwright.project.project import Project
from graphwright.search.index import SearchIndex
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
    pressed(page, "Escape")  # of the drawer, which lies over the page
    expect(drawer).to_be_empty()
    expect(page).to_have_url(f"{url}/explore")
    page.get_by_role("button", name=re.compile("broken")).click()
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


def test_from_a_failing_query_to_an_applied_fix_in_three_keys(
    page: Page, url: str, project: Project
):
    page.goto(f"{url}/lab")
    expect(radar(page)).to_contain_text("5 failing")
    expect(page.locator("#lab-page h1")).to_be_visible()
    keys = 0
    while page.locator("#lab-query").input_value() != FAILING:
        asked = page.locator("#lab-query").input_value()
        keys += pressed(page, ",")  # the last one in the list is the first backwards
        expect(page.locator("#lab-query")).not_to_have_value(asked)
    expect(page.locator(".explaining h2", has_text="Why not")).to_contain_text("getShipment")
    keys += pressed(page, "f")
    expect(page.locator(".fixes tr[data-commands]").first).to_be_visible(timeout=90_000)
    keys += pressed(page, "Enter")
    expect(radar(page)).to_contain_text(re.compile("[1-9] fixed"))
    expect(page.locator(".explaining .ph").first).not_to_contain_text("#8")
    assert keys <= 6
    assert project.revision == 1


def test_sliders_rank_at_once_are_reset_and_saved(page: Page, url: str, project: Project):
    page.goto(f"{url}/lab?q=show+me+an+order&tune=1")
    slider = page.locator(".sliders label[data-signal=name] input")
    first = page.locator(".res:not(.other) li b").first
    expect(first).to_be_visible()
    score = first.inner_text()
    slider.focus()
    pressed(page, *["ArrowLeft"] * 30)
    expect(first).not_to_have_text(score)
    expect(page).to_have_url(re.compile("w=name%3A0.7"))
    assert project.revision == 0
    address = page.url
    page.get_by_role("button", name="Reset").click()
    expect(first).to_have_text(score)
    page.goto(address)  # a link leads to the very state
    expect(first).not_to_have_text(score)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#shell-saved")).to_contain_text("rev 1")
    assert project.curation.settings.weights["name"] == pytest.approx(0.7)


def test_compared_with_a_baseline_that_was_set_before_the_edit(
    page: Page, url: str, project: Project
):
    page.goto(f"{url}/lab?q=show+me+an+order")
    expect(page.locator(".res li[data-tool]").first).to_be_visible()
    pressed(page, "b")
    expect(page.get_by_role("status")).to_contain_text("baseline of rev 0")
    project.do(c.Describe(tool="cancelOrder", aliases=(ORDER,)))
    place = page.locator(".res:not(.other) li[data-tool=cancelOrder] .rk")
    expect(place).to_have_text("4")
    pressed(page, "c")
    other = page.locator(".res.other")
    expect(other.locator("li[data-tool]").first).to_have_attribute("data-tool", "getOrder")
    expect(other.locator("li[data-tool=cancelOrder]")).to_contain_text("▲ #4")
    page.get_by_role("link", name="Compare", exact=True).click()
    expect(page.locator(".compared")).to_contain_text("1 broken")
    page.locator(".compared").get_by_role("link", name=ORDER).click()
    expect(page.locator(".lists")).to_contain_text("cancelOrder")


def test_the_runtime_answers_beside_ours(page: Page, url: str):
    pytest.importorskip("graph_tool_call")
    page.goto(f"{url}/lab?q=refund+an+order&beside=runtime")
    expect(page.locator(".three")).to_contain_text("graph-tool-call")
    expect(page.locator(".res.other li[data-tool]")).to_have_count(5)


def test_golden_queries_are_edited_on_the_page(page: Page, url: str, project: Project):
    page.goto(f"{url}/lab/golden")
    expect(page.locator("#lab-body")).to_contain_text("45 golden queries")
    pressed(page, "n")
    form = page.locator("#lab-body .form")
    form.get_by_label("Question").fill("where is my <b>parcel</b>")
    form.get_by_label("Must answer").fill("trackShipment\ngetShipment")
    form.get_by_label("Group").fill("parcels")
    form.get_by_role("button", name="in this order").click()
    form.get_by_role("button", name="Save").click()
    expect(page.locator("#lab-body")).to_contain_text("46 golden queries")
    golden = project.curation.golden["where is my <b>parcel</b>"]
    assert (golden.expect, golden.ordered) == (("trackShipment", "getShipment"), True)
    assert (golden.pinned, golden.group) == (True, "parcels")
    form.get_by_label("Question").fill("where is my parcel")
    form.get_by_role("button", name="Save").click()
    expect(page.locator("#lab-body")).to_contain_text("where is my parcel")
    assert project.revision == 2
    assert "where is my <b>parcel</b>" not in project.curation.golden


def test_a_file_is_taken_and_given_back(page: Page, url: str, project: Project, tmp_path):
    path = tmp_path / "truth.json"
    path.write_text('{"queries": [{"query": "brew tea", "expect_tools": []}, {"query": "x"}]}')
    page.goto(f"{url}/lab/golden")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Take a file").click()
    chosen.value.set_files(path)
    expect(page.locator("#lab-body")).to_contain_text("47 golden queries")
    assert project.revision == 1
    page.locator("#lab-body").get_by_text("Export", exact=True).click()
    for ending in (".jsonl", ".csv", ".ground-truth.json"):
        with page.expect_download() as download:
            page.get_by_role("link", name=ending, exact=True).click()
        assert "brew tea" in download.value.path().read_text()


@pytest.fixture
def no_golden(project: Project) -> Project:
    every = tuple(c.RemoveGolden(query=query) for query in project.curation.golden)
    project.do(c.All(commands=every))
    return project


def test_without_golden_queries_a_starter_set_is_offered(page: Page, url: str, no_golden: Project):
    page.goto(f"{url}/lab/golden")
    page.get_by_role("button", name="Make a starter set").click()
    expect(page.locator("#lab-body")).to_contain_text("golden queries")
    expect(radar(page)).to_contain_text("Golden 0")
    expect(radar(page)).to_contain_text("synthetic")
    assert all(one.synthetic for one in no_golden.curation.golden.values())


def test_nothing_fails(page: Page, url: str, no_golden: Project):
    no_golden.do(c.PutGolden(golden=Golden(ORDER, ("getOrder",))))
    page.goto(f"{url}/lab")
    expect(radar(page)).to_contain_text("0 failing")
    pressed(page, ".")
    expect(page.get_by_role("status")).to_contain_text("No golden query fails.")


def test_two_tabs_see_one_golden_set(page: Page, url: str, project: Project):
    page.goto(f"{url}/lab/golden")
    expect(page.locator("#lab-body")).to_contain_text("45 golden queries")
    other = page.context.new_page()
    other.goto(f"{url}/lab?q=brew+coffee")
    expect(other.locator(".res li[data-tool], .empty").first).to_be_visible()
    other.keyboard.press("s")
    expect(other.get_by_role("status")).to_contain_text("brew coffee")
    page.bring_to_front()
    expect(page.locator("#lab-body")).to_contain_text("46 golden queries")


def test_the_tests_of_itself(page: Page, url: str, project: Project):
    page.goto(f"{url}/lab/self")
    body = page.locator("#lab-body")
    expect(body).to_contain_text("come first")
    expect(body.locator("tr", has_text="holdOrder").first).to_contain_text("releaseOrder")
    body.get_by_role("tab", name="Floor").click()
    expect(body).to_contain_text("Not separable")
    body.get_by_role("tab", name="Words that bear").click()
    body.get_by_role("combobox", name="Tool").fill("getShipment")
    pressed(page, "Enter")
    expect(body.locator(".w-bears").first).to_be_visible()
    expect(body.locator(".w-dead").first).to_be_visible()
    body.get_by_role("tab", name="How many results").click()
    expect(body).to_contain_text("k = 10")
    body.get_by_role("tab", name="Prefer A over B").click()
    body.get_by_role("combobox", name="Prefer").fill("getOrder")
    body.get_by_role("combobox", name="over", exact=True).fill("order_get")
    body.get_by_label("when").fill("one order with its lines")
    body.get_by_role("button", name="Make golden queries").click()
    expect(page.locator("#shell-saved")).to_contain_text("rev 1")
    made = project.curation.golden["one order with its lines"]
    assert (made.expect, made.forbid) == (("getOrder",), ("order_get",))


def test_the_rules_of_the_gate_are_edited_and_taken_from_a_file(
    page: Page, url: str, project: Project, tmp_path
):
    page.goto(f"{url}/lab/gate")
    body = page.locator("#lab-body")
    expect(body).to_contain_text("1 blocker")
    expect(body).to_contain_text("'capture the payment' finds 'voidPayment'")
    body.get_by_role("button", name="No forbidden tool").click()
    body.get_by_label("Loss that is let through").fill("0.2")
    body.get_by_role("button", name="Save rules").click()
    expect(body).to_contain_text("open")
    expect(page.locator("#shell-gate-text")).to_have_text("Gate: open")
    assert project.curation.gate == GateRules(forbidden=False, epsilon=0.2)
    with page.expect_download() as download:
        body.get_by_role("link", name="gate.json").click()
    assert read_rules(download.value.path().read_bytes(), "g") == project.curation.gate
    for text, told in (('{"epsilon": 2}', "share from 0 to 1"), ("{}", "settings of search")):
        path = tmp_path / "rules.json"
        path.write_text(text)
        with page.expect_file_chooser() as chosen:
            body.get_by_role("button", name="Take a file").click()
        chosen.value.set_files(path)
        expect(page.get_by_role("status")).to_contain_text(told)
    assert project.curation.gate == GateRules()


def test_a_query_that_cannot_be_asked_is_an_error_and_no_miss(
    page: Page, url: str, project: Project, monkeypatch
):
    whole = SearchIndex.search

    def search(self, query, k, history=()):
        if query == ORDER:
            raise QueryError("The model is away.")
        return whole(self, query, k, history)

    monkeypatch.setattr(SearchIndex, "search", search)
    page.goto(f"{url}/lab/golden?show=errors")
    row = page.locator("#lab-body tr", has_text=ORDER)
    expect(row).to_contain_text("error")
    expect(row).to_contain_text("The model is away.")
    expect(radar(page)).to_contain_text("1 error")
    expect(radar(page)).to_contain_text("n = 42")


def test_a_number_of_an_older_revision_says_so(page: Page, url: str, project: Project, monkeypatch):
    page.goto(f"{url}/explore")
    expect(radar(page)).to_contain_text("rev 0")
    go_on = Event()
    whole = SearchIndex.updated

    def updated(self, curation):
        go_on.wait(30)
        return whole(self, curation)

    monkeypatch.setattr(SearchIndex, "updated", updated)
    project.do(c.Describe(tool="getOrder", aliases=("slow",)))
    expect(radar(page)).to_contain_text("◷ rev 0")
    go_on.set()
    expect(radar(page)).not_to_contain_text("◷")
    expect(radar(page)).to_contain_text("rev 1")


def test_snapshots_are_kept_compared_and_dropped(page: Page, url: str, project: Project):
    page.goto(f"{url}/lab/compare")
    body = page.locator("#lab-body")
    expect(body).to_contain_text("No query differs.")
    for name in ("one", "two"):
        body.get_by_placeholder("Name of a snapshot").fill(name)
        pressed(page, "Enter")
        body.locator(".snapshots").get_by_role("link", name=name).click()
    expect(body.locator(".counts tbody tr")).to_have_count(4)
    project.do(c.Describe(tool="cancelOrder", aliases=(ORDER,)))
    expect(body.locator(".counts tbody")).to_contain_text("now rev 1")
    body.locator(".snapshots li", has_text="two").get_by_role("button", name="Drop").click()
    expect(body.locator(".snapshots")).not_to_contain_text("two")
    assert sorted(project.records("snapshot")) == ["one"]


def test_questions_that_were_asked_come_back(page: Page, url: str):
    page.goto(f"{url}/lab?q=brew+tea")
    expect(page.locator("#lab-body")).to_contain_text("No tool answers this")
    page.goto(f"{url}/lab")
    expect(page.locator("#lab-body ul[data-history]")).to_contain_text("brew tea")
    expect(page.locator("#lab-history option").first).to_have_attribute("value", "brew tea")
    page.locator("#lab-body").get_by_role("link", name="brew tea").click()
    expect(page.locator("#lab-query")).to_have_value("brew tea")

    page.evaluate("graphwright.go('/lab?q=show+me+an+order&k=-3')")
    expect(page.locator(".res li[data-tool]").first).to_be_visible()
    expect(page.locator("#lab-k")).to_have_value("5")
    page.evaluate("graphwright.go('/settings')")
    pressed(page, "g", "s")  # what is typed before the page is seen is for its question
    page.keyboard.type("brew coffee")
    pressed(page, "Enter")
    expect(page).to_have_url(re.compile(r"q=brew\+coffee"))
    page.evaluate("graphwright.go('/lab')")
    pressed(page, "/")
    page.keyboard.type("show me an order")
    pressed(page, "Enter")
    expect(page).to_have_url(re.compile(r"/lab\?q=show\+me\+an\+order"))
    expect(page.locator("#lab-query")).to_have_value("show me an order")
    expect(page.locator(".res li[data-tool]").first).to_be_visible()
    pressed(page, "w")
    page.keyboard.type("getShipm")
    pressed(page, "Enter")
    why_not = page.locator(".explaining h2", has_text="Why not")
    expect(why_not).to_contain_text("getShipment")
    pressed(page, "Escape")
    expect(why_not).to_have_count(0)
