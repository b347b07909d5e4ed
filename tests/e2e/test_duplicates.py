"""Doubles on the page: one key merges, one takes it back, and every choice is seen before."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from graphwright.curate.curation import Curation
from graphwright.evaluate.golden import Golden
from graphwright.project.project import Project
from graphwright.relations import RelationKind
from graphwright.tools import Parameter, Tool
from graphwright.workflow.model import Binding, Input, Step, Workflow
from graphwright_dashboard.sample import sample_curation

THIRD = Tool(
    "fetch_order",
    "Returns one order with its lines, totals and shipments, by its number.",
    parameters=(Parameter("id", required=True), Parameter("verbose", "boolean")),
    source="shop-v2.mcp.json",
    tags=("sales",),
    order=10_000,
)


@pytest.fixture
def curation() -> Curation:
    """The sample, where one order can be got in three ways, a query and a workflow name one."""
    sample = sample_curation()
    graph = sample.graph.with_tools(THIRD)
    workflow = Workflow(
        "show",
        "Show an order",
        (Input("order"),),
        (Step("first", "fetch_order", bindings={"id": Binding("$inputs.order")}),),
    )
    asked = Golden("fetch the order of a number", expect=("fetch_order",))
    return replace(
        sample,
        graph=graph,
        base=graph,
        workflows=sample.workflows.set("show", workflow),
        golden=sample.golden.set(asked.query, asked),
    )


@pytest.fixture
def cluster(page: Page, url: str) -> Page:
    page.goto(f"{url}/review/duplicates?cluster=getOrder")
    expect(body(page).get_by_text("disappear")).to_be_visible()
    return page


def body(page: Page):
    return page.locator("#duplicates-body")


def saved(page: Page, revision: int) -> None:
    expect(page.get_by_text(f"Saved · rev {revision}")).to_be_visible()


def test_one_key_merges_and_one_takes_it_back(cluster: Page, project: Project):
    cluster.keyboard.press("m")
    saved(cluster, 1)
    graph = project.curation.graph
    assert not {"order_get", "fetch_order"} & set(graph.tools)
    assert {"order_get", "fetch_order"} <= set(graph.tools["getOrder"].aliases)
    expect(cluster.get_by_role("button", name="Unmerge")).to_be_visible()
    cluster.keyboard.press("Control+z")
    saved(cluster, 2)
    assert project.curation == project.at(0)


def test_what_a_merge_does_is_said_before_and_done_after(cluster: Page, project: Project):
    said = body(cluster)
    expect(said.get_by_text("'order_get' and 'fetch_order' disappear; their")).to_be_visible()
    expect(
        said.get_by_text("3 golden queries rewritten: 'fetch the order of a number'")
    ).to_be_visible()
    expect(said.get_by_text("1 workflow rewritten: show")).to_be_visible()
    expect(said.get_by_text("'verbose' of 'fetch_order' has no place")).to_be_visible()
    cluster.keyboard.press("m")
    saved(cluster, 1)
    now = project.curation
    assert now.workflows["show"].steps[0].tool == "getOrder"
    assert set(now.workflows["show"].steps[0].bindings) == {"orderId"}
    assert now.golden["fetch the order of a number"].expect == ("getOrder",)


def test_a_press_on_unmerge_restores_exactly(cluster: Page, project: Project):
    cluster.keyboard.press("m")
    saved(cluster, 1)
    cluster.get_by_role("button", name="Unmerge").click()
    saved(cluster, 2)
    assert project.curation == project.at(0)


def test_a_key_after_a_step_is_meant_for_the_cluster_that_comes(cluster: Page, project: Project):
    cluster.keyboard.press("Home")
    cluster.keyboard.press("k")  # the first cluster is not drawn yet
    saved(cluster, 1)
    assert project.curation.apart == {frozenset(("getCustomer", "fetch_customer"))}


def test_survivors_are_swapped_each_in_its_turn(cluster: Page):
    seen = set()
    for _ in range(3):
        keep = body(cluster).locator(".actions").get_attribute("data-keep")
        seen.add(keep)
        cluster.keyboard.press("w")
        expect(body(cluster).locator(f".actions:not([data-keep='{keep}'])")).to_be_visible()
    assert seen == {"getOrder", "order_get", "fetch_order"}


def test_a_member_stays_apart_from_the_merge(cluster: Page, project: Project):
    cluster.keyboard.press("3")
    expect(cluster.get_by_role("button", name="Merge 1 into getOrder")).to_be_visible()
    cluster.keyboard.press("m")
    saved(cluster, 1)
    assert len(project.curation.graph.tools) == len(project.at(0).graph.tools) - 1


def test_kept_apart_is_remembered(cluster: Page, project: Project):
    cluster.keyboard.press("k")
    saved(cluster, 1)
    assert frozenset(("getOrder", "order_get", "fetch_order")) in project.curation.apart
    expect(cluster.locator("#duplicates-queue").get_by_text("not the same as")).to_be_visible()
    cluster.get_by_role("button", name="Take back").click()
    expect(cluster.get_by_text("Saved · rev 2")).to_be_visible()
    assert not project.curation.apart
    expect(body(cluster).get_by_text("'order_get'")).to_be_hidden()


def test_the_survivor_takes_each_field_from_whom_was_said(cluster: Page, project: Project):
    cluster.keyboard.press("d")
    for field, tool in (("description", "fetch_order"), ("tags", "fetch_order")):
        button = cluster.locator(f"[data-take='{field}:{tool}']")
        button.click()
        expect(button).to_have_attribute("aria-checked", "true")
    cluster.locator("[data-take='name:order_get']").click()
    expect(body(cluster).locator(".actions[data-keep=order_get]")).to_be_visible()
    for field, tool in (("description", "fetch_order"), ("takes", "getOrder")):
        chosen = cluster.locator(f"[data-take='{field}:{tool}']")
        expect(chosen).to_have_attribute("aria-checked", "true")
    cluster.keyboard.press("m")
    saved(cluster, 1)
    survivor = project.curation.graph.tools["order_get"]
    assert survivor.description == THIRD.description
    assert survivor.tags == ("sales",)
    assert survivor.path == "/orders/{orderId}"
    assert survivor.parameter("orderId")


def test_a_parameter_is_mapped_by_hand(cluster: Page, project: Project):
    cluster.keyboard.press("d")
    choice = cluster.get_by_label("What verbose of fetch_order is called in the survivor")
    choice.select_option("include")
    expect(body(cluster).get_by_text("'verbose' of 'fetch_order' has no place")).to_be_hidden()
    cluster.keyboard.press("Escape")
    body(cluster).get_by_role("button", name="Merge 2 into getOrder").click()
    saved(cluster, 1)
    (merge,) = project.curation.merges["getOrder"]
    assert merge.parameters["fetch_order"] == {"id": "orderId", "verbose": "include"}


def test_the_slider_says_what_it_would_find_before_it_does(cluster: Page):
    cluster.get_by_text("Similarity .85").click()
    slider = cluster.get_by_label("The same from a probability of")
    found = cluster.locator(".threshold .found")
    before = found.inner_text()
    rows = cluster.locator("#duplicates-queue li[data-href]")
    listed = rows.count()
    slider.fill("50")
    expect(found).not_to_have_text(before)
    expect(rows).to_have_count(listed)
    cluster.get_by_role("button", name="Apply").click()
    expect(cluster.get_by_text("Similarity .50")).to_be_visible()
    expect(cluster).to_have_url(re.compile("t=0.50$"))


class TestWhatLooksWrong:
    @pytest.fixture
    def curation(self) -> Curation:
        sample = sample_curation()
        get = sample.graph.tools["getOrder"]
        post = replace(
            get,
            name="getOrder~2",
            method="post",
            description="Looks one order up, with its lines, totals, payment state and shipments.",
            order=10_001,
        )
        graph = sample.graph.with_tools(post)
        return replace(sample, graph=graph, base=graph)

    def test_another_method_takes_a_second_press(self, page: Page, url: str, project: Project):
        page.goto(f"{url}/review/duplicates?cluster=getOrder&t=0.50")
        button = body(page).locator("[data-act=merge].danger")
        expect(button).to_be_visible()
        expect(body(page).get_by_text("is called with POST, 'getOrder' with GET")).to_be_visible()
        page.keyboard.press("m")
        expect(page.get_by_text("Press again to merge all the same.")).to_be_visible()
        assert project.revision == 0
        page.keyboard.press("m")
        saved(page, 1)


class TestTheEnd:
    def test_the_end_says_what_was_done(self, page: Page, url: str, project: Project):
        page.goto(f"{url}/review/duplicates")
        revision = 0
        while body(page).get_by_text("disappear").count() or not revision:
            expect(body(page).get_by_text("disappear")).to_be_visible()
            page.keyboard.press("m")
            revision += 1
            saved(page, revision)
            expect(body(page).locator("h2")).to_be_visible()
            page.wait_for_function(
                "(n) => document.querySelectorAll('#duplicates-queue [data-unmerge]').length === n",
                arg=revision,
            )
        expect(page.get_by_text("No doubles are left")).to_be_visible()
        expect(body(page).get_by_text("Done so far: ")).to_be_visible()
        graph = project.curation.graph
        assert all(
            r.target in graph.tools or r.kind is RelationKind.BELONGS_TO
            for r in graph.relations.values()
        )
