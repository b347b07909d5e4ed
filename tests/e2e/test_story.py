"""The curator's whole job, from the map to an export that the runtime engine loads."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from graphwright.curate.curation import Curation
from graphwright.project.project import Project
from graphwright.read import load
from graphwright.relations import RelationKey, RelationKind, Verdict
from graphwright_dashboard.sample import sample_curation

from .canvas import place

ENGINE_FILE = Path(__file__).parents[3] / "shared/data/artifacts/github_subset.toolgraph.json"


@dataclass(frozen=True)
class Job:
    """What is asked of one graph. `twins`: made the same by hand where it has no doubles."""

    group: str
    tool: str
    query: str
    answer: str
    relation: RelationKey
    goal: str
    last: str  # the step that the plan must end with


SAMPLE = Job(
    "Orders",
    "getOrder",
    "give the money back for an order",
    "requestRefund",
    RelationKey("getInvoice", "listShipments", RelationKind.PRECEDES),
    "request a refund for an order",
    "requestRefund",
)
GITHUB = Job(
    "Issues",
    "getIssue",
    "comment on an issue",
    "createIssueComment",
    RelationKey("getIssue", "starRepo", RelationKind.COMPLEMENTARY),
    "comment on an issue",
    "createIssueComment",
)


@pytest.fixture(params=["sample", "github_subset"])
def job(request) -> Job:
    if request.param == "github_subset" and not ENGINE_FILE.exists():
        pytest.skip(f"{ENGINE_FILE} is not here")
    return SAMPLE if request.param == "sample" else GITHUB


@pytest.fixture
def curation(job) -> Curation:
    return sample_curation() if job is SAMPLE else load(ENGINE_FILE)


def said(page: Page):
    return page.get_by_role("status")


def test_the_whole_job(page: Page, url: str, project: Project, job: Job, tmp_path: Path):
    page.set_default_timeout(30_000)
    explore(page, url, job)
    search(page, url, project, job)
    relations(page, url, project, job)
    duplicates(page, url, project)
    workflow(page, url, project, job)
    undo_and_redo(page, project)
    export(page, url, project, job, tmp_path)


def explore(page: Page, url: str, job: Job) -> None:
    page.goto(f"{url}/explore")
    canvas = page.locator("#explore-canvas")
    expect(canvas).to_have_attribute("data-scene", "map")
    expect(page.locator(".hex", has_text=job.group).first).to_contain_text("tools")
    page.goto(f"{url}/explore?tool={job.tool}")
    expect(canvas).to_have_attribute("data-scene", f"tool {job.tool}")
    page.mouse.click(*place(page, f"t:{job.tool}"))
    expect(page.get_by_role("complementary", name="Inspector")).to_contain_text("Takes")
    page.keyboard.press("1")  # a digit of the legend hides a kind
    expect(page.get_by_role("button", name=re.compile("requires")).first).to_have_attribute(
        "aria-pressed", "false"
    )
    page.keyboard.press("1")


def search(page: Page, url: str, project: Project, job: Job) -> None:
    page.goto(f"{url}/lab")
    page.locator("#lab-query").fill(job.query)
    page.keyboard.press("Enter")
    row = page.locator(f".res li[data-tool='{job.answer}']")
    expect(row).to_be_visible()
    index_score = row.locator("b").inner_text()
    assert re.fullmatch(r"\d?\.?\d+", index_score)
    row.click()
    expect(page.locator(".ledger tr.sum")).to_contain_text(index_score)
    page.keyboard.press("x")
    expect(said(page)).to_contain_text("save golden query")
    assert project.curation.golden[job.query].expect == (job.answer,)
    expect(page.locator(".radar")).to_contain_text("Golden")


def relations(page: Page, url: str, project: Project, job: Job) -> None:
    source, target, kind = job.relation
    page.goto(f"{url}/explore?tool={source}")
    expect(page.locator("#explore-canvas")).to_have_attribute("data-scene", f"tool {source}")
    page.keyboard.press("e")
    form = page.get_by_role("region", name="Add a relation")
    form.get_by_role("combobox", name="From").fill(source)
    page.keyboard.press("Enter")
    expect(form.get_by_role("combobox", name="To")).to_be_focused()
    page.keyboard.type(target)
    page.keyboard.press("Enter")
    page.keyboard.press(str(list(RelationKind).index(kind) + 1))
    expect(said(page)).to_contain_text("add")
    assert job.relation in project.curation.graph.relations
    page.goto(f"{url}/review/relations")
    first = page.locator(".actions[data-source]")
    expect(first).to_be_visible()
    for key, verdict in (("a", Verdict.ACCEPTED), ("x", Verdict.REJECTED)):
        data = first.evaluate("(card) => ({ ...card.dataset })")
        page.keyboard.press(key)
        shown = RelationKey(data["source"], data["target"], RelationKind(data["kind"]))
        expect(said(page)).to_contain_text(f"{key_word(verdict)} {shown.kind} '{shown.source}'")
        assert project.curation.graph.relations[shown].verdict is verdict
        page.wait_for_function(
            """(old) => {
                const now = document.querySelector(".actions[data-source]").dataset;
                return now.source + now.target + now.kind !== old;
            }""",
            arg=shown.source + shown.target + shown.kind,
        )


def key_word(verdict: Verdict) -> str:
    return "accept" if verdict is Verdict.ACCEPTED else "reject"


def duplicates(page: Page, url: str, project: Project) -> None:
    page.goto(f"{url}/review/duplicates?t=0.5")
    merge = page.locator("button[data-act=merge]")
    none = page.get_by_text("No doubles are left")
    expect(merge.or_(none)).to_be_visible()
    if none.is_visible():
        return
    keep = page.locator(".actions[data-cluster]").get_attribute("data-cluster")
    page.keyboard.press("m")
    if merge.get_attribute("data-confirm"):
        page.keyboard.press("m")
    expect(said(page)).to_contain_text("merge")
    stack = project.curation.merges[keep]
    gone = stack[-1].gone[0].name
    assert gone not in project.curation.graph.tools
    assert gone in project.curation.graph.tools[keep].aliases


def workflow(page: Page, url: str, project: Project, job: Job) -> None:
    page.goto(f"{url}/workflows")
    page.get_by_role("heading", name="Workflows", exact=True).wait_for()
    page.keyboard.press("n")
    page.get_by_role("textbox", name="Goal").fill(job.goal)
    page.keyboard.press("Enter")
    cards = page.locator(".step[data-step]:not(.given)")
    expect(cards.last).to_contain_text(job.last)
    id = page.url.rpartition("/")[2].partition("?")[0]
    steps = [step.id for step in project.curation.workflows[id].steps]
    assert project.curation.workflows[id].steps[-1].tool == job.last
    page.locator("#workflows-find").fill(job.tool)
    expect(page.locator("#workflows-palette .title").first).to_have_text("Found")
    offer = page.locator(f"#workflows-palette li[data-tool='{job.tool}']")
    expect(offer).to_be_visible()
    drag(page, offer, cards.first, before=True)  # a tool from the palette, to the front
    expect(cards).to_have_count(len(steps) + 1)
    expect(cards.first).to_contain_text(job.tool)
    expect(page.locator(".step.sel")).to_contain_text(job.tool)
    drag(page, cards.first.locator(".sh"), cards.last, before=False)  # and on to the end
    expect(cards.last).to_contain_text(job.tool)
    cards.last.click(position={"x": 60, "y": 60})
    expect(page.locator("#workflows-sheet")).to_contain_text(f"Step {len(steps) + 1}")
    page.keyboard.press("Shift+ArrowUp")  # back by one with the keys
    expect(cards.nth(len(steps) - 1)).to_contain_text(job.tool)
    page.keyboard.press("Delete")
    expect(cards).to_have_count(len(steps))
    assert [step.id for step in project.curation.workflows[id].steps] == steps
    expect(page.locator(".step .po[data-state=proved]").first).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="JSON").click()
    saved = json.loads(Path(waiting.value.path()).read_text())
    assert [step["id"] for step in saved["steps"]] == steps


def drag(page: Page, source, target, *, before: bool) -> None:
    target.scroll_into_view_if_needed()
    source.scroll_into_view_if_needed()
    start, end = source.bounding_box(), target.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    x = end["x"] + (6 if before else end["width"] - 6)
    page.mouse.move(x - 40, end["y"] + 60, steps=8)
    page.mouse.move(x, end["y"] + 60, steps=8)
    page.mouse.up()


def undo_and_redo(page: Page, project: Project) -> None:
    """All that was done, undone to the first revision, and done again."""
    done = project.curation
    start = project.at(0)
    presses = 0
    while project.can_undo(""):
        revision = project.revision
        page.keyboard.press("Control+z")
        expect(page.get_by_text(f"Saved · rev {revision + 1}")).to_be_visible()
        presses += 1
    assert presses > 6
    assert project.curation == start
    for _ in range(presses):
        revision = project.revision
        page.keyboard.press("Control+Shift+Z")
        expect(page.get_by_text(f"Saved · rev {revision + 1}")).to_be_visible()
    assert project.curation == done


def export(page: Page, url: str, project: Project, job: Job, folder: Path) -> None:
    page.goto(f"{url}/release")
    for name in ("json", "html", "graphml", "cypher"):
        with page.expect_download() as waiting:
            page.locator(f"a[href='/export/{name}']").click()
        waiting.value.save_as(folder / f"graph.{name}")
        assert (folder / f"graph.{name}").stat().st_size > 1000
    engine = pytest.importorskip("graph_tool_call")
    graph = engine.ToolGraph.load(folder / "graph.json")
    found = [tool.name for tool in graph.retrieve(job.query, top_k=10)]
    assert job.answer in found
    offline(page, folder / "graph.html")


def offline(page: Page, file: Path) -> None:
    """The HTML opens from the disk; the guard of every test sees any request that it makes."""
    other = page.context.new_page()
    asked: list[str] = []
    other.on("request", lambda r: asked.append(r.url))
    other.goto(file.as_uri())
    expect(other.locator("canvas").first).to_be_visible()
    assert all(address.startswith(("file:", "data:", "blob:")) for address in asked)
    other.close()
