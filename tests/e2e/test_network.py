"""No gesture sends or receives more than 20 KB over the wire, no keystroke more than 2 KB."""

import orjson
import pytest
from playwright.sync_api import expect

from graphwright import formats
from graphwright.curate.curation import Curation
from graphwright.read import curation_of

GESTURE, KEYSTROKE = 20_000, 2_000  # bytes, answers with their headers


def document(groups: int, each: int) -> dict[str, object]:
    """Operations on things of several services, each with an id that others take."""
    paths = {
        f"/{group}/things{at}/{{thing{at}Id}}": {
            "get": operation(f"get{group.title()}Thing{at}", group, at),
            "delete": operation(f"delete{group.title()}Thing{at}", group, at),
        }
        for group in (f"service{n}" for n in range(groups))
        for at in range(each)
    }
    return {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": paths}


def operation(name: str, group: str, at: int) -> dict[str, object]:
    schema = {"type": "object", "properties": {f"thing{at + 1}Id": {"type": "string"}}}
    return {
        "operationId": name,
        "tags": [group],
        "description": f"What {name} does to a thing of {group}.",
        "parameters": [
            {"name": f"thing{at}Id", "in": "path", "required": True, "schema": {"type": "string"}}
        ],
        "responses": {
            "200": {"description": "", "content": {"application/json": {"schema": schema}}}
        },
    }


@pytest.fixture
def curation() -> Curation:
    """250 tools in 25 groups."""
    read = formats.read(orjson.dumps(document(25, 5)), "things.json")
    return curation_of([read])


class Wire:
    """What goes over the wire, as Chromium counts it."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.urls: dict[str, str] = {}
        self.under_way: set[str] = set()
        self.sent: list[tuple[str, int]] = []
        self.received: list[tuple[str, int]] = []
        self.session.on("Network.requestWillBeSent", self._sends)
        self.session.on("Network.loadingFinished", self._receives)
        for end in ("loadingFinished", "loadingFailed"):
            self.session.on(f"Network.{end}", self._ends)

    def _ends(self, event):
        self.under_way.discard(event["requestId"])

    def settles(self, page):
        """Waits until nothing has been under way for a while."""
        quiet = 0
        while quiet < 5:
            page.wait_for_timeout(40)
            quiet = 0 if self.under_way else quiet + 1

    def _sends(self, event):
        polls = event["request"]["url"].endswith(("/revision", "/presence"))
        if event["type"] in ("XHR", "Fetch") and not polls:
            self.under_way.add(event["requestId"])
        self.urls[event["requestId"]] = event["request"]["url"]
        self.sent.append((event["request"]["url"], len(event["request"].get("postData", ""))))

    def _receives(self, event):
        url = self.urls.get(event["requestId"], "")
        if "/_dash-component-suites/" not in url and "/revision" not in url:
            self.received.append((url, event["encodedDataLength"]))

    def start(self):
        self.sent, self.received = [], []

    def holds(self, limit: int, what: str, times: int = 1):
        for way, seen in (("sends", self.sent), ("receives", self.received)):
            total = sum(size for _, size in seen)
            assert total <= limit * times, (what, way, total, seen)


def drawn(page, scene):
    expect(page.locator("#explore-canvas")).to_have_attribute("data-scene", scene)


def test_gestures_and_keystrokes_are_light(page, url):
    wire = Wire(page)
    page.goto(f"{url}/explore")
    drawn(page, "map")
    wire.settles(page)

    def gesture(what, act, seen, limit=GESTURE, times=1):
        wire.start()
        act()
        seen()
        wire.settles(page)
        wire.holds(limit, what, times)

    group = page.evaluate("graphwright.explore.canvas.cy.nodes('[kind=\"group\"]')[0].data('name')")
    go = "(path) => graphwright.go(path)"
    gesture("filter", lambda: page.keyboard.press("1"), lambda: drawn(page, "map"))
    gesture("filter", lambda: page.keyboard.press("1"), lambda: drawn(page, "map"))
    gesture(
        "open a group",
        lambda: page.evaluate(go, f"/explore?group={group}"),
        lambda: drawn(page, f"group {group}"),
    )
    tool = page.evaluate("graphwright.explore.canvas.cy.nodes('[kind=\"tool\"]')[0].data('name')")
    gesture(
        "open a tool",
        lambda: page.evaluate(go, f"/explore?tool={tool}"),
        lambda: drawn(page, f"tool {tool}"),
    )
    gesture(
        "select a tool",
        lambda: page.evaluate("(name) => graphwright.select({ kind: 'tool', name })", tool),
        lambda: expect(page.locator("#inspector-head")).to_contain_text(tool),
    )
    pins = page.locator(".pinned")
    send = """([picture, tool]) =>
        graphwright.send({ do: "place", picture, positions: { [tool]: [9, 9] } })"""
    gesture(
        "move a tool",
        lambda: page.evaluate(send, [f"tool {tool}", tool]),
        lambda: expect(pins).to_have_count(1),
    )
    page.evaluate(go, "/explore")
    drawn(page, "map")
    gesture(
        "draw all",
        lambda: page.get_by_role("link", name="Draw all 250 tools").click(),
        lambda: drawn(page, "all"),
        GESTURE // 2,
    )
    assert page.evaluate("graphwright.explore.canvas.cy.nodes().length") == 250
    wire.settles(page)
    pinned = "() => graphwright.explore.canvas.cy.nodes('[?pin]').length === 1"
    gesture(
        "move a tool among all",
        lambda: page.evaluate(send, ["all", tool]),
        lambda: page.wait_for_function(pinned),
    )
    page.goto(f"{url}/explore?tool={tool}")
    drawn(page, f"tool {tool}")
    wire.settles(page)
    gesture(
        "compare",
        lambda: page.keyboard.press("d"),
        lambda: expect(page.locator("#explore-crumb .compare")).to_be_visible(),
    )
    gesture(
        "compare no more",
        lambda: page.keyboard.press("d"),
        lambda: expect(page.locator("#explore-crumb .compare")).to_have_count(0),
    )
    gesture(
        "lens",
        lambda: page.get_by_label("Lens").select_option("doubt"),
        lambda: expect(page.locator(".lens-key")).to_be_visible(),
    )
    gesture(
        "matrix",
        lambda: page.get_by_role("tab", name="Matrix").click(),
        lambda: expect(page.locator("#explore-matrix table")).to_be_visible(),
    )
    gesture(
        "table",
        lambda: page.get_by_role("tab", name="Table").click(),
        lambda: expect(page.locator(".ag-row").first).to_be_visible(),
    )
    box = page.get_by_role("combobox", name="Find tool, query, command")
    box.click()
    letters = "delete thing"
    gesture(
        "finder",
        lambda: page.keyboard.type(letters, delay=40),
        lambda: expect(page.get_by_role("option").first).to_be_visible(),
        KEYSTROKE,
        len(letters),
    )
    box.blur()
    page.evaluate(go, "/review/relations")
    card = page.locator("#review-body .actions[data-source]")
    expect(card).to_be_visible()
    wire.settles(page)
    before = card.evaluate("({ dataset: { source, kind, target } }) => source + kind + target")
    another = """(old) => {
        const { source, kind, target } = document.querySelector("#review-body .actions").dataset;
        return source + kind + target !== old;
    }"""
    gesture(
        "accept",
        lambda: page.keyboard.press("a"),
        lambda: (
            expect(page.locator("#shell-saved")).to_contain_text("rev 3"),
            page.wait_for_function(another, arg=before),
        ),
    )
