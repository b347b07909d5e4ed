"""Names that are HTML, endless, empty of letters or turned round show as text on every page."""

import itertools
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from graphwright.curate.curation import Curation, Source
from graphwright.evaluate.golden import Golden
from graphwright.graph import Group, ToolGraph
from graphwright.relations import Evidence, Relation, RelationKind
from graphwright.release.export import write
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright.workflow.model import Binding, Step, Workflow

from ..core.hostile_names import NAMES

RUNS = NAMES[0]
PAGES = (
    "/",
    "/explore",
    "/explore?group=%3Cb%3Eg%3C%2Fb%3E",
    "/explore?all=1",
    "/explore?view=table",
    "/explore?view=matrix",
    "/review/relations",
    "/review/duplicates?t=0.5",
    "/review/contradictions",
    "/lab?q=order&explain=getOrder",
    "/lab/golden",
    "/workflows",
    "/workflows/w?step=s1",
    "/workflows/w?view=text",
    "/workflows/w?view=text&form=yaml",
    "/workflows/w?view=layers",
    "/workflows/w?view=dry",
    "/workflows/w?step=s1&ask=delete",
    "/release",
    "/history",
    "/history?from=0",
    "/settings",
)


def tool(name: str, order: int) -> Tool:
    takes = Parameter(f"id{RUNS}", required=True, location=Location.PATH, description=RUNS)
    return Tool(
        name,
        description=f"Gets the order {RUNS} of {name[:80]}",
        parameters=(takes,),
        outputs=(Field(f"id{RUNS}"),),
        method="get",
        path=f"/{RUNS}",
        tags=(RUNS,),
        source=f"{RUNS}.json",
        order=order,
    )


@pytest.fixture
def curation() -> Curation:
    tools = [tool(name, order) for order, name in enumerate(NAMES)]
    group = "<b>g</b>"
    relations = [
        *(Relation(t.name, group, RelationKind.BELONGS_TO) for t in tools),
        *(
            Relation(
                one.name, other.name, RelationKind.REQUIRES, 0.6, evidence=(Evidence(RUNS, RUNS),)
            )
            for one, other in itertools.pairwise(tools)
        ),
    ]
    graph = ToolGraph.of(tools, relations, [Group(group, RUNS)])
    steps = (
        Step("s1", NAMES[0], RUNS, bindings={f"id{RUNS}": Binding("$inputs.a")}),
        Step("s2", NAMES[1], RUNS, after=("s1",)),
    )
    golden = Golden(f"where is {RUNS}", expect=(NAMES[0], RUNS), note=RUNS)
    base = Curation(graph=graph, base=graph, sources=(Source(f"{RUNS}.json", "mcp", "0" * 64),))
    return replace(
        base,
        workflows=base.workflows.set("w", Workflow("w", RUNS, steps=steps)),
        golden=base.golden.set(golden.query, golden),
    )


STANDS = """(address) => {
    const [path] = address.split("?");
    const page = document.querySelector(".page:not([hidden])");
    const here = page?.dataset.path;
    if (!page || (path !== here && !path.startsWith(`${here}/`)) || !drawn.has(page)) return false;
    return (page.querySelector("[data-at]")?.dataset.at ?? address) === address;
}"""
DRAWN = """window.drawn = new Set();
addEventListener("drawn", ({ target }) => {
    const page = target.closest(".page:not([hidden])");
    if (page) drawn.add(page);
});"""


def test_no_name_is_ever_more_than_text(page: Page, url: str):
    page.add_init_script(DRAWN)
    before: list[str] = []
    for path in PAGES:
        name = path.split("?")[0]
        says = name.startswith("/workflows/")  # of which address it is
        if not before or (not says and any(name.startswith(one) for one in before if one != "/")):
            page.goto(url + path)  # what stands there is of this address
        else:
            page.evaluate("(path) => graphwright.go(path)", path)
        before.append(name)
        page.wait_for_function(STANDS, arg=path)
        expect(page.locator(".page:not([hidden]) :is(h1, .head)").first).to_be_visible()
        assert page.evaluate("window.hacked") is None, path
        assert page.locator("img[src=x]").count() == 0, path


def test_no_name_is_ever_more_than_text_in_the_exported_page(page: Page, curation, tmp_path):
    path = tmp_path / "graph.html"
    path.write_bytes(write(curation, "html"))
    page.goto(path.as_uri())
    expect(page.locator("canvas").first).to_be_visible()
    search = page.get_by_label("Find a tool")
    search.fill("order")
    hits = page.locator("#gw-hits button")
    expect(hits).to_have_count(50)
    for at in range(0, 50, 7):
        hits.nth(at).click()
        expect(page.locator("#gw-tool")).to_be_visible()
    assert page.evaluate("window.hacked") is None
    assert page.locator("img[src=x]").count() == 0
