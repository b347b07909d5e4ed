"""A newer version of a source: the file is given on the page, and few decisions are asked about."""

import orjson
import pytest
from playwright.sync_api import Page, expect

from graphwright import formats
from graphwright.curate.commands import Accept, Reject
from graphwright.curate.curation import Curation
from graphwright.project.project import Project
from graphwright.read import curation_of
from graphwright.relations import RelationKey, RelationKind, Verdict
from graphwright.release.export import write

NAME = "orders.json"


def document(version: str, *, required: bool = False, cancels: bool = True) -> bytes:
    """A small API: the second version asks for a customer, and may have lost an operation."""
    order = {"type": "object", "properties": {"orderId": {"type": "string"}}}
    id_of = {"name": "orderId", "in": "path", "required": True, "schema": {"type": "string"}}
    customer = {
        "name": "customerId",
        "in": "query",
        "required": required,
        "schema": {"type": "string"},
    }

    def answers(schema: object) -> object:
        return {"200": {"description": "", "content": {"application/json": {"schema": schema}}}}

    item = {
        "get": {
            "operationId": "getOrder",
            "parameters": [id_of, customer],
            "responses": answers(order),
        }
    }
    if cancels:
        item["delete"] = {
            "operationId": "cancelOrder",
            "parameters": [id_of],
            "responses": answers({}),
        }
    customers = {"type": "object", "properties": {"customerId": {"type": "string"}}}
    paths = {
        "/orders": {
            "get": {
                "operationId": "listOrders",
                "responses": answers({"type": "array", "items": order}),
            }
        },
        "/orders/{orderId}": item,
        "/customers": {
            "get": {
                "operationId": "listCustomers",
                "responses": answers({"type": "array", "items": customers}),
            }
        },
    }
    if required:
        paths["/orders/{orderId}/notes"] = {
            "post": {
                "operationId": "addNote",
                "parameters": [id_of],
                "responses": answers({}),
            }
        }
    info = {"title": "Orders", "version": version}
    return orjson.dumps({"openapi": "3.1.0", "info": info, "paths": paths})


@pytest.fixture
def curation() -> Curation:
    return curation_of([formats.read(document("1"), NAME)])


def give(page: Page, data: bytes, name: str = "orders-v2.json") -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="A newer version").click()
    chooser.value.set_files({"name": name, "mimeType": "application/json", "buffer": data})


def saved(page: Page, revision: int) -> None:
    expect(page.get_by_text(f"Saved · rev {revision}")).to_be_visible()


def key(source: str, target: str, kind: RelationKind = RelationKind.REQUIRES) -> RelationKey:
    return RelationKey(source, target, kind)


def body(page: Page):
    return page.locator("#reingest-body")


def test_a_new_version_says_what_it_changed_and_asks_about_what_it_must(
    page: Page, url: str, project: Project
):
    follows = key("listCustomers", "getOrder", RelationKind.PRECEDES)
    assert follows in project.curation.graph.relations
    project.do(Reject(**follows._asdict(), why="customerId is optional"))
    project.do(Accept(**key("cancelOrder", "listOrders")._asdict()))
    project.do(Accept(**key("getOrder", "listOrders")._asdict()))
    page.goto(f"{url}/review/reingest")
    give(page, document("2", required=True, cancels=False))
    expect(body(page).get_by_text("New version of orders.json")).to_be_visible()
    facts = body(page).locator(".facts")
    expect(facts).to_contain_text("+1 added")
    expect(facts).to_contain_text("−1 gone")
    expect(facts).to_contain_text("~1 changed")
    expect(body(page).get_by_text("customerId required now")).to_be_visible()
    asked = body(page).locator(".asked li")
    count = asked.count()
    assert count >= 1
    saved(page, 4)
    for left in range(count - 1, -1, -1):
        page.keyboard.press("x")
        expect(asked).to_have_count(left)
    expect(body(page).get_by_text("Nothing needs you")).to_be_visible()
    relations = project.curation.graph.relations
    assert relations[key("getOrder", "listOrders")].verdict is Verdict.ACCEPTED


def test_a_rejected_relation_stays_away_and_undo_brings_the_version_before_back(
    page: Page, url: str, project: Project
):
    rejected = key("cancelOrder", "listOrders")
    project.do(Reject(**rejected._asdict()))
    page.goto(f"{url}/review/reingest")
    give(page, document("2", required=True))
    saved(page, 2)
    assert "addNote" in project.curation.graph.tools
    assert project.curation.graph.relations[rejected].verdict is Verdict.REJECTED
    page.keyboard.press("Control+z")
    saved(page, 3)
    assert project.curation == project.at(1)
    project.take(curation_of([formats.read(document("3"), NAME)]), NAME)
    assert project.curation.graph.relations[rejected].verdict is Verdict.REJECTED


def test_what_is_no_new_version_of_the_source_changes_nothing(
    page: Page, url: str, project: Project
):
    before = write(project.curation, "json")
    page.goto(f"{url}/review/reingest")
    give(page, b"[1, 2", "broken.json")
    refused = page.locator("#shell-toast[data-tone=bad]")
    expect(refused).to_contain_text("orders.json")
    give(page, document("1"))
    expect(refused).to_contain_text("is this very version already")
    status = page.evaluate(
        "async () => (await fetch('/reingest?source=nobody', {method: 'POST', body: '{}'})).status"
    )
    assert status == 200
    page.wait_for_function("async () => (await (await fetch('/reingest/state')).json()).done")
    assert project.revision == 0
    assert write(project.curation, "json") == before
