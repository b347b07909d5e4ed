"""Files given to the page: chosen, dropped, cancelled, refused."""

import json
import re

import pytest
from playwright.sync_api import expect

from graphwright.curate.curation import Curation

TOOLS = {"tools": [{"name": "pay<b>", "description": "Pays.", "parameters": {}}]}
MORE = {"tools": [{"name": "ship", "description": "Ships.", "parameters": {}}]}
DROP = """([names, texts]) => {
  const data = new DataTransfer();
  names.forEach((name, n) => data.items.add(new File([texts[n]], name)));
  const zone = document.createElement("div");
  zone.dataset.dropzone = "";
  document.body.append(zone);
  const said = { dataTransfer: data, bubbles: true, cancelable: true };
  for (const type of ["dragover", "drop"]) zone.dispatchEvent(new DragEvent(type, said));
}"""

LATE = """() => {
  const { fetch } = window;
  window.fetch = async (path, how) => {
    if (path !== "/upload/read") return fetch(path, how);
    document.querySelector(".uploading button").click();
    await new Promise((go) => setTimeout(go, 300));
    return fetch(path, how);
  };
}"""


@pytest.fixture
def curation() -> Curation:
    return Curation()


def file(name: str, value: object) -> dict[str, object]:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return {"name": name, "mimeType": "application/json", "buffer": data}


def choose(page, *files: dict[str, object]) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files(list(files))


def test_several_files_are_read_beside_each_other(page, url, project):
    page.goto(f"{url}/settings")
    choose(page, file("a.json", TOOLS), file("b.json", MORE))
    expect(page.locator("#shell-status")).to_have_text("Read 2 files.")
    expect(page.get_by_text("Saved · rev 1")).to_be_visible()
    assert sorted(project.curation.graph.tools) == ["pay<b>", "ship"]
    choose(page, file("b.json", {"tools": [{**MORE["tools"][0], "name": "shipOrder"}]}))
    expect(page.locator("#shell-status")).to_have_text("Read b.json.")
    assert sorted(project.curation.graph.tools) == ["pay<b>", "shipOrder"]


def test_what_is_dropped_is_read(page, url, project):
    page.goto(f"{url}/settings")
    expect(page.get_by_role("button", name="Choose files")).to_be_visible()
    page.evaluate(DROP, [["a.json", "b.json"], [json.dumps(TOOLS), json.dumps(MORE)]])
    expect(page.locator("#shell-status")).to_have_text("Read 2 files.")
    assert len(project.curation.graph.tools) == 2


def test_what_is_sent_can_be_cancelled(page, url, project):
    page.goto(f"{url}/settings")
    page.route("**/upload/*?at=*", lambda route: None)  # a piece that never arrives
    choose(page, file("large.json", b" " * 10_000))
    box = page.locator(".uploading")
    expect(box).to_contain_text("Sends large.json")
    box.get_by_role("button", name="Cancel").click()
    expect(page.locator("#shell-status")).to_have_text("Cancelled; nothing was changed.")
    expect(box).to_be_hidden()
    assert project.revision == 0


def test_a_cancel_that_comes_late_says_what_was_done(page, url, project):
    page.goto(f"{url}/settings")
    page.evaluate(LATE)
    choose(page, file("a.json", TOOLS))
    status = page.locator("#shell-status")
    expect(status).to_have_text(re.compile("Cancelled; nothing was changed.|Read a.json."))
    assert status.inner_text().startswith("Cancelled") == (project.revision == 0)


def test_what_cannot_be_read_is_one_sentence_and_what_is_too_large_is_not_sent(page, url, project):
    page.goto(f"{url}/settings")
    choose(page, file("a.json", {"hello": "world"}))
    expect(page.locator("#shell-status")).to_contain_text("'a.json' holds an object with the keys")
    sent: list[str] = []
    page.on("request", lambda r: sent.append(r.url) if "/upload" in r.url else None)
    page.evaluate(
        "() => { graphwright.upload([{ name: 'huge.json', size: 301 * 2 ** 20 }]); return null; }"
    )
    expect(page.locator("#shell-status")).to_contain_text("has 301 MB; at most 300 are read")
    assert sent == []
    assert project.revision == 0
