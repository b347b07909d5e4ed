import io
import json
import re
import zipfile
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import orjson
import pytest
from immutables import Map

from graphwright.curate.apply import apply
from graphwright.curate.carried import carried, restored
from graphwright.curate.commands import (
    Accept,
    AddRelation,
    Describe,
    KeepApart,
    MakeRule,
    Place,
    PutGolden,
    Reject,
    RetypeRelation,
    SetSearch,
)
from graphwright.curate.curation import Curation, Rule, Source
from graphwright.curate.patch import write_patch
from graphwright.errors import ReleaseError
from graphwright.evaluate.golden import Golden
from graphwright.formats import read
from graphwright.graph import Group, ToolGraph
from graphwright.issues import IssueCode
from graphwright.raw import Raw
from graphwright.read import curation_of, load
from graphwright.relations import Evidence, Origin, Relation, RelationKind, Verdict
from graphwright.release.dossiers import INDEX
from graphwright.release.export import FORMATS, files, write
from graphwright.search.settings import SearchSettings
from graphwright.tools import Effects, Field, Parameter, Tool
from graphwright.workflow.model import Binding, Input, Step, Workflow

EVIL = "<img src=x onerror=alert(1)>|`*_[x](y)\n# h"

PAY = Tool(
    "pay",
    description="Pays.",
    parameters=(Parameter("amount", "number", EVIL, required=True),),
    outputs=(Field("id", format="uuid"),),
    effects=Effects(destructive=False),
    aliases=("settle",),
    when_to_use="At the end.\nNever before.",
    source="shop",
)
GRAPH = ToolGraph.of(
    [PAY, Tool("Pay", order=1, source="shop"), Tool(EVIL, order=2, source="shop")],
    [
        Relation("pay", EVIL, RelationKind.REQUIRES, 0.9, evidence=(Evidence("r", "said"),)),
        Relation("pay", "Pay", RelationKind.SIMILAR_TO, verdict=Verdict.REJECTED),
    ],
    [Group("money")],
)
FLOW = Workflow(
    "a/b",
    "pay",
    inputs=(Input("amount", "number"),),
    steps=(
        Step("s1", "pay", bindings={"amount": Binding("$inputs.amount"), "c": Binding(None, 3)}),
    ),
    outputs={"id": "$steps.s1.outputs.id"},
)
CURATION = Curation(
    graph=GRAPH,
    base=GRAPH,
    workflows=Map({"a/b": FLOW, "a.b": replace(FLOW, id="a.b")}),
    golden=Map({"pay": Golden("pay", ("pay",), forbid=("Pay",), pinned=False)}),
    settings=SearchSettings(weights={"name": 2.0}, k=7, ship_from=0.6),
    apart=frozenset([frozenset(["pay", "Pay"])]),
    pins=Map({("pay", EVIL): RelationKind.REQUIRES}),
    rules=(Rule("r", "rejected", kind="similar_to"),),
    positions=Map({"pay": (1.0, 2.5)}),
    moved=Map({("tool pay", "pay"): (3.0, -4.0)}),
    sources=(
        Source("shop", "graph-tool-call", "", raw=Raw.of({"metadata": {"built_at": "T"}, "x": 1})),
    ),
)


@pytest.mark.parametrize("format", FORMATS)
def test_every_form_is_the_same_bytes_for_the_same_value(format: str):
    graph = ToolGraph.of(
        [*GRAPH.tools.values()][::-1], [*GRAPH.relations.values()][::-1], GRAPH.groups.values()
    )
    again = replace(CURATION, graph=graph, base=graph)
    assert write(CURATION, format) == write(again, format)


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_curation_has_every_form(format: str):
    assert isinstance(write(Curation(), format), bytes)


def test_a_form_that_there_is_not_is_refused():
    with pytest.raises(ReleaseError, match=r"There is no export 'pdf'; there are json, html"):
        write(CURATION, "pdf")
    with pytest.raises(ReleaseError, match="'json' is one file, not a folder"):
        files(CURATION, "json")


@pytest.mark.parametrize("format", ["json", "graphml", "collection"])
def test_what_a_curator_made_is_read_back(format: str):
    back = curation_of([read(write(CURATION, format, full=True), f"x.{format}")])
    assert back.workflows == CURATION.workflows
    assert back.golden == CURATION.golden
    assert (back.apart, back.pins, back.rules) == (CURATION.apart, CURATION.pins, CURATION.rules)
    assert back.positions == CURATION.positions
    assert back.moved == CURATION.moved
    settings = back.settings
    assert (dict(settings.weights), settings.k, settings.ship_from) == ({"name": 2.0}, 7, 0.6)


def test_hostile_metadata_of_ours_is_issues():
    data = {
        "workflows": [7, {"id": 1}],
        "golden": [{"expect": 3}],
        "settings": {"k": "many"},
        "pins": [["a"], 3],
        "positions": {"a": "b", "c": [1, 2]},
        "moved": [["all", "c", 1, 2], ["all"], 4],
        "rules": 5,
        "apart": [[1]],
    }
    found = restored(Curation(), data)
    assert found.positions == Map({"c": (1.0, 2.0)})
    assert found.moved == Map({("all", "c"): (1.0, 2.0)})
    assert [issue.code for issue in found.issues] == [
        IssueCode.BAD_WORKFLOW,
        IssueCode.BAD_WORKFLOW,
        IssueCode.BAD_GOLDEN,
        IssueCode.NOT_AN_OBJECT,
    ]
    assert restored(Curation(), {}) == Curation()


@pytest.mark.parametrize(
    "settings",
    [{"k": 0}, {"floor": -1}, {"embedder": "bogus"}, {"weights": {"foo": 1}}, {"fusion": "vote"}],
)
def test_settings_that_no_command_could_set_are_an_issue(settings: dict[str, object]):
    found = restored(Curation(), {"settings": settings})
    assert found.settings == SearchSettings()
    assert [issue.where for issue in found.issues] == ["/metadata/graphwright/settings"]


DECISIONS = (
    Describe(tool="a", description="New.", aliases=("x",), examples=(), by="ann"),
    Describe(tool="b", when_to_use="always", effects=Effects(read_only=True)),
    AddRelation(source="b", target="a", kind=RelationKind.COMPLEMENTARY, by="ann", at="2025"),
    Accept(source="a", target="b", kind=RelationKind.REQUIRES, why="seen"),
    Reject(source="b", target="c", kind=RelationKind.REQUIRES),
    RetypeRelation(source="c", target="a", kind=RelationKind.REQUIRES, to=RelationKind.PRECEDES),
    KeepApart(tools=("a", "b")),
    Describe(tool="c", group="kept"),
    PutGolden(golden=Golden("q", ("a",))),
    MakeRule(rule=Rule("r", "rejected", kind="similar_to"), by="ann"),
    SetSearch(k=7, weights={"name": 2.0}),
    Place(positions={"a": (1.0, 2.0)}),
)


@pytest.mark.parametrize("format", ["json", "collection", "graphml"])
def test_a_graph_file_tells_what_was_decided(format: str, tmp_path: Path):
    ends = (("a", "b"), ("b", "c"), ("c", "a"))
    given = [
        Relation(*pair, RelationKind.REQUIRES, origin=Origin.DECLARED if n else Origin.INFERRED)
        for n, pair in enumerate(ends)
    ]
    member = Relation("a", "kept", RelationKind.BELONGS_TO, origin=Origin.DECLARED)
    tools = [Tool(name, f"Does {name}.", examples=("old",)) for name in "abc"]
    graph = ToolGraph.of(tools, [*given, member], [Group("kept")])
    curation = Curation(graph, graph, sources=(Source("s", "openapi", "0" * 64),))
    for decision in DECISIONS:
        curation = apply(curation, decision)
    path = tmp_path / f"out.{format}"
    path.write_bytes(write(curation, format))
    back = load(path)
    assert write_patch(back) == write_patch(curation)
    assert back.base.tools["a"].description == "Does a."


def test_the_threshold_is_always_said():
    assert carried(Curation()) == {"settings": {"ship_from": 0.5}}


def test_full_writes_back_the_keys_of_a_file_and_lean_only_what_calls_need():
    full, lean = (orjson.loads(write(CURATION, "json", full=flag)) for flag in (True, False))
    assert (full["x"], "x" in lean) == (1, False)
    assert full["metadata"]["built_at"] == lean["metadata"]["built_at"] == "T"


def test_the_collection_has_no_groups_and_says_what_it_holds():
    file = orjson.loads(write(CURATION, "collection"))
    assert {node["node_type"] for node in file["graph"]["nodes"]} == {"tool"}
    assert file["collection_graph_version"] == "2"
    assert file["edge_stats"] == {"total": 1, "INFERRED": 1, "requires": 1}
    assert file["enrichment_status"] == file["metadata"]["enrichment_status"] == "not_started"
    assert file["source_snapshot_manifest"]["spec_count"] == 1


def test_a_dossier_tells_all_of_a_tool():
    found = files(CURATION, "dossiers")
    assert set(found) == {INDEX, "pay.md", "Pay-2.md", "img-src-x-onerror-alert-1-_-x-y-h.md"}
    text = found["pay.md"].decode()
    for said in (
        "# pay",
        "> Pays.",
        "- Effects: destroys nothing",
        "- Also called: settle",
        "| amount | number | argument | required |",
        "| id | uuid |",
        "(confidence 0.90, unreviewed, ships)",
        "  - said",
        "rejected, does not ship",
        "- a/b: pay",
        "## Questions that it must answer",
    ):
        assert said in text


def test_no_name_is_markup_in_a_dossier():
    for data in files(CURATION, "dossiers").values():
        text = data.decode()
        assert not re.search(r"(?<!\\)<", text)
        assert "\n# h" not in text


def test_a_workflow_is_written_in_each_form_under_a_name_that_files_take():
    found = files(CURATION, "workflows")
    stems = {name.partition(".arazzo")[0] for name in found if ".arazzo" in name}
    assert stems == {"a.b", "a-b"}
    plan = orjson.loads(found["a-b.workflow-plan.json"])
    assert plan["goal"] == "pay"
    assert plan["steps"][0]["tool"] == "pay"
    arazzo = json.loads(found["a-b.arazzo.json"])
    assert arazzo["workflows"][0]["workflowId"] == "a/b"


@pytest.mark.parametrize("form", ["arazzo", "workflow-plan", "plan"])
def test_each_form_of_a_workflow_is_read_beside_tools(form: str):
    data = files(replace(CURATION, workflows=Map({FLOW.id: FLOW})), "workflows")[f"a-b.{form}.json"]
    graph = write(Curation(graph=GRAPH, base=GRAPH), "json")
    (back,) = curation_of([read(graph, "g"), read(data, "w")]).workflows.values()
    assert [step.tool for step in back.steps] == ["pay"]
    assert back.steps[0].bindings["amount"].source == "$inputs.amount"


def test_a_folder_is_an_archive_as_bytes():
    with zipfile.ZipFile(io.BytesIO(write(CURATION, "dossiers"))) as archive:
        assert archive.namelist() == sorted(files(CURATION, "dossiers"))
        assert archive.read("pay.md") == files(CURATION, "dossiers")["pay.md"]


NAMES = [
    " ", "a" * 10_000, EVIL, "</script><script>alert(1)</script>", "\u202e\x00\x1b[31m", "\r\n",
    "../../etc/passwd", "CON", "con", ".", "..", "a/b", "A/B", "日本語", "\U0001f600", "__proto__",
    "'; DROP TABLE", "{{7*7}}", "${x}", "&amp;", "]]>", "<!--", "\ufffe", '"', "\\", "\\u0027",
    "README", "readme", "group:a", "a", "|", "#", "$inputs.x", "e\u0301", "\u00e9", "constructor",
]  # fmt: skip


def _hostile(name: str, order: int) -> Tool:
    return Tool(
        name,
        name,
        summary=name[::-1],
        parameters=(Parameter(name), Parameter(f"{name}[]"), Parameter(f"{name}.x")),
        outputs=(Field(name),),
        tags=(name,),
        group=name,
        method="get",
        path=name,
        aliases=(name,),
        when_to_use=name,
        examples=(name,),
        source=name,
        where=name,
        order=order,
    )


def _hostile_curation() -> Curation:
    tools = [_hostile(name, order) for order, name in enumerate(NAMES)]
    kinds = [kind for kind in RelationKind if kind is not RelationKind.BELONGS_TO]
    said = [
        Relation(a, b, kinds[n % 5], evidence=(Evidence(a, b, a, b),), by=a, why=b)
        for n, (a, b) in enumerate(pairwise(NAMES))
    ]
    members = [Relation(name, name, RelationKind.BELONGS_TO) for name in NAMES]
    groups = [Group(name, name, order=order) for order, name in enumerate(NAMES)]
    graph = ToolGraph.of(tools, [*said, *members], groups)
    flows = {
        n: Workflow(n, n, steps=(Step("s", n, n),), outputs={n: n}) for n in NAMES if n.strip()
    }
    golden = {name: Golden(name, (name,)) for name in NAMES if name.strip()}
    source = Source(EVIL, "openapi", "", title=EVIL)
    return Curation(
        graph=graph, base=graph, workflows=Map(flows), golden=Map(golden), sources=(source,)
    )


@pytest.mark.parametrize("format", FORMATS)
def test_hostile_names_leave_in_every_form_and_come_back(format: str):
    curation = _hostile_curation()
    data = write(curation, format, full=True)
    if format not in ("json", "graphml", "collection"):
        return
    back = curation_of([read(data, "x")])
    assert {n: replace(t, callable_name="") for n, t in back.graph.tools.items()} == {
        **curation.graph.tools
    }
    assert back.graph.relations == curation.graph.relations
    assert back.graph.groups == curation.graph.groups
    assert (back.workflows, back.golden) == (curation.workflows, curation.golden)


def test_hostile_names_are_files_that_stand_in_their_folder():
    for format in ("dossiers", "workflows"):
        names = list(files(_hostile_curation(), format))
        assert len({name.lower() for name in names}) == len(names)
        assert all(re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,110}", name) for name in names)
