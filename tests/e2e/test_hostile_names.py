"""Names that are HTML, endless, empty of letters or turned round show as text on every page."""

import itertools
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from graphwright.curate.curation import Curation, Source
from graphwright.evaluate.golden import Golden
from graphwright.graph import Group, ToolGraph
from graphwright.relations import Evidence, Relation, RelationKind
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright.workflow.model import Binding, Step, Workflow

RUNS = "<img src=x onerror='window.hacked=1'>"
NAMES = (
    f"get{RUNS}Order",
    "</script><script>window.hacked=1</script>",
    "javascript:window.hacked=1//",
    "x" * 10_000,
    "\u202egnirts desrever",
    "주문 가져오기",
    "getorder",
    "getOrder",
    "' onmouseover='window.hacked=1",
    '{"a": "${1}"}',
    "../../etc/passwd",
    "a\nb\tc",
)
PAGES = (
    "/",
    "/explore",
    "/explore?group=%3Cb%3Eg%3C%2Fb%3E",
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


def test_no_name_is_ever_more_than_text(page: Page, url: str):
    for path in PAGES:
        page.goto(url + path)
        shown = page.locator(".page:not([hidden]) :is(h1, .head)").first
        expect(shown).to_be_visible()
        page.wait_for_function(
            """() => {
                const page = document.querySelector(".page:not([hidden])");
                return page && page.querySelectorAll("*").length > 12;
            }"""
        )
        assert page.evaluate("window.hacked") is None, path
        assert page.locator("img[src=x]").count() == 0, path
