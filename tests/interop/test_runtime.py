import json
import random
import runpy
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from immutables import Map

from graphwright.curate.curation import Curation
from graphwright.evaluate.golden import Golden
from graphwright.graph import Group, ToolGraph
from graphwright.issues import Severity
from graphwright.read import load
from graphwright.relations import Evidence, Relation, RelationKind, Verdict
from graphwright.release import conformance as conformance_module
from graphwright.release.conformance import conformance
from graphwright.release.export import files, write
from graphwright.release.publish import LOADER_FILE, loader_source
from graphwright.tools import Effects, Location, Parameter, Tool
from graphwright.workflow.model import Binding, Step, Workflow

engine = pytest.importorskip("graph_tool_call", reason="the runtime engine is not installed")
from graph_tool_call import ToolGraph as Engine  # noqa: E402
from graph_tool_call.execute.http_executor import HttpExecutor  # noqa: E402
from graph_tool_call.plan import Plan, PlanRunner, PlanStep  # noqa: E402
from graph_tool_call.workflow import WorkflowPlan  # noqa: E402

DATA = Path(__file__).parents[2].parent / "shared" / "data"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="no shared/data beside it")

REQUIRES, PRECEDES, BELONGS = (
    RelationKind.REQUIRES,
    RelationKind.PRECEDES,
    RelationKind.BELONGS_TO,
)


def order(**fields: object) -> Tool:
    return replace(
        Tool(
            "getOrder",
            description="One order of a customer",
            parameters=(
                Parameter("orderId", required=True, location=Location.PATH),
                Parameter("expand", location=Location.QUERY),
                Parameter("trace", location=Location.HEADER),
            ),
            tags=("orders",),
            group="orders",
            method="get",
            path="/orders/{orderId}",
            effects=Effects(read_only=True),
        ),
        **fields,  # type: ignore[arg-type]
    )


CANCEL = Tool(
    "cancelOrder",
    description="Cancels an order",
    parameters=(
        Parameter("orderId", required=True, location=Location.PATH),
        Parameter("reason", location=Location.BODY),
        Parameter("notify", type="object", location=Location.BODY),
        Parameter("notify.mail", location=Location.BODY),
        Parameter("dryRun", type="boolean", location=Location.QUERY),
    ),
    group="orders",
    method="post",
    path="/orders/{orderId}/cancel",
    order=1,
)
CURATION = Curation(
    graph=ToolGraph.of(
        [order(), CANCEL, Tool("orders", description="A tool named like its group", order=2)],
        [
            Relation("cancelOrder", "getOrder", REQUIRES, 0.9, evidence=(Evidence("id", "id"),)),
            Relation("cancelOrder", "getOrder", PRECEDES, 0.7),
            Relation("getOrder", "cancelOrder", PRECEDES, verdict=Verdict.REJECTED),
            Relation("getOrder", "orders", BELONGS),
            Relation("cancelOrder", "orders", BELONGS),
        ],
        [Group("orders")],
    ),
    workflows=Map(
        {
            "cancel": Workflow(
                "cancel",
                "cancel an order",
                steps=(
                    Step("s1", "getOrder"),
                    Step(
                        "s2",
                        "cancelOrder",
                        bindings={"orderId": Binding("$steps.s1.outputs.id")},
                    ),
                ),
            )
        }
    ),
)


def engine_of(curation: Curation, tmp_path: Path, *, full: bool = False) -> Engine:
    path = tmp_path / "export.json"
    path.write_bytes(write(curation, "json", full=full))
    return Engine.load(path)


def found(graph: Engine, query: str, k: int = 5) -> list[str]:
    return [tool.name for tool in graph.retrieve(query, top_k=k)]


@pytest.mark.parametrize("full", [False, True])
def test_the_engine_loads_the_export(tmp_path: Path, full: bool):
    graph = engine_of(CURATION, tmp_path, full=full)
    assert list(graph.tools) == ["getOrder", "cancelOrder", "orders"]
    assert graph.tools["getOrder"].annotations.read_only_hint is True
    assert {(s, t): a["relation"] for s, t, a in graph.graph.edges()} == {
        ("cancelOrder", "getOrder"): "requires",
        ("getOrder", "group:orders"): "belongs_to",
        ("cancelOrder", "group:orders"): "belongs_to",
    }
    assert found(graph, "cancel an order")[0] == "cancelOrder"


def test_every_form_that_is_a_graph_loads(tmp_path: Path):
    path = tmp_path / "collection.json"
    path.write_bytes(write(CURATION, "collection"))
    graph = Engine.load(path)
    assert graph.graph.node_count() == 3
    assert json.loads(path.read_bytes())["collection_graph_version"] == "2"


@pytest.mark.parametrize(
    "edit",
    [
        {"aliases": ("parcel",)},
        {"when_to_use": "When a parcel is asked for"},
        {"examples": ("where is my parcel",)},
        {"summary": "Show a parcel"},
    ],
)
def test_the_words_that_only_search_sees_are_found_there(
    tmp_path: Path, edit: Mapping[str, object]
):
    other = replace(CURATION, graph=CURATION.graph.with_tools(order(**edit)))
    assert "getOrder" not in found(engine_of(CURATION, tmp_path), "parcel")
    assert found(engine_of(other, tmp_path), "parcel")[0] == "getOrder"


def test_a_tool_from_a_document_is_called_as_it_says(tmp_path: Path):
    graph = engine_of(CURATION, tmp_path)
    executor = HttpExecutor("https://shop.test", validate_required=False)
    request = executor.build_request(
        graph.tools["cancelOrder"],
        {"orderId": "7", "reason": "late", "dryRun": True, "notify": {"mail": "a@b.test"}},
    )
    assert request.full_url == "https://shop.test/orders/7/cancel?dryRun=true"
    assert json.loads(request.data) == {"reason": "late", "notify": {"mail": "a@b.test"}}
    asked = executor.build_request(graph.tools["getOrder"], {"orderId": "7", "trace": "x"})
    assert asked.headers["Trace"] == "x"


def test_a_workflow_loads_whole(tmp_path: Path):
    graph = engine_of(CURATION, tmp_path)
    made = files(CURATION, "workflows")
    path = tmp_path / "cancel.workflow-plan.json"
    path.write_bytes(made["cancel.workflow-plan.json"])
    plan = WorkflowPlan.load(path, tools=graph.tools)
    assert plan.tool_names == ["getOrder", "cancelOrder"]
    assert plan.steps[1].params_from == {"orderId": "getOrder.response.id"}


def test_a_plan_is_executed_whole():
    plan = json.loads(files(CURATION, "workflows")["cancel.plan.json"])
    made = Plan(**{**plan, "steps": [PlanStep(**step) for step in plan["steps"]]})
    called = []

    def call(tool: str, args: dict[str, object], **_: object) -> dict[str, object]:
        called.append((tool, args))
        return {"id": "7"}

    trace = PlanRunner(call).run(made, input_context={"orderId": "7"})
    assert trace.success
    assert [tool for tool, _ in called] == ["getOrder", "cancelOrder"]
    assert called[1][1]["orderId"] == "7"


def test_the_shim_restores_its_planner(tmp_path: Path):
    """0.47.0 looks for 'REQUIRES' in a relation that was loaded as 'requires'."""
    graph = engine_of(CURATION, tmp_path)
    assert graph.plan_workflow("cancel an order").tool_names == ["cancelOrder"]
    (tmp_path / "graph.json").write_bytes(write(CURATION, "json"))
    (tmp_path / LOADER_FILE).write_bytes(loader_source())
    load = runpy.run_path(str(tmp_path / LOADER_FILE))["load"]
    graph = load(str(tmp_path / "graph.json"))
    assert graph.plan_workflow("cancel an order").tool_names == ["getOrder", "cancelOrder"]


def test_conformance_says_what_passes_and_what_does_not():
    golden = (
        Golden("cancel an order", ("cancelOrder",)),
        Golden("weather on the moon", ()),
    )
    answer = conformance(CURATION, golden, 2)
    assert answer.engine == f"graph-tool-call {engine.__version__}"
    assert (answer.loaded, answer.holds, answer.read_back) == (True, True, True)
    assert answer.nodes >= len(CURATION.graph.tools)
    assert answer.edges == len(CURATION.shipped())
    assert (answer.queries, answer.identical, answer.workflows) == (2, 2, 1)
    assert (answer.passed_here, answer.passed_there) == (2, 2)
    assert [issue.where for issue in answer.problems] == ["planner", "relations"]
    assert "planner" not in {i.where for i in conformance(CURATION, golden, 2, shim=True).problems}


def test_a_workflow_that_loses_steps_there_is_an_error():
    flow = Workflow("gone", "g", steps=(Step("s1", "getOrder"), Step("s2", "goneTool")))
    answer = conformance(replace(CURATION, workflows=Map({"gone": flow})), k=2)
    assert (answer.workflows, answer.holds) == (0, False)
    (problem,) = [i for i in answer.problems if i.severity is Severity.ERROR]
    assert problem.where == "gone"
    assert "lost: 'goneTool'" in problem.message


def test_without_the_engine_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(conformance_module, "ENGINE", "graph_tool_call_that_is_not_there")
    with pytest.raises(conformance_module.ReleaseError, match="pip install graph-tool-call"):
        conformance(CURATION)


SETS = {
    "ecommerce.toolgraph.json": ("gtc_ecommerce", 4),
    "github_subset.toolgraph.json": ("gtc_github", 4),
    "petstore3.toolgraph.json": ("gtc_petstore", 4),
    "petstore3.collection.json": ("gtc_petstore", 4),
    "ecommerce.collection.json": ("gtc_ecommerce", 4),
    "mcp_all_mixed.toolgraph.json": ("gtc_mixed_mcp", 2),
}


@needs_data
@pytest.mark.parametrize("name", SETS)
def test_lean_searches_there_exactly_as_the_engines_own_file(tmp_path: Path, name: str):
    questions, count = SETS[name]
    asked = json.loads((DATA / "retrieval" / f"{questions}.json").read_bytes())["queries"]
    theirs = Engine.load(DATA / "artifacts" / name)
    ours = engine_of(load(DATA / "artifacts" / name), tmp_path)
    for question in random.Random(1).sample(asked, count):
        query = question["query"]
        assert found(ours, query) == found(theirs, query)


@needs_data
def test_lean_is_called_there_as_the_engines_own_file(tmp_path: Path):
    executor = HttpExecutor("https://x.test", validate_required=False)
    for name in ("petstore3.toolgraph.json", "github_subset.toolgraph.json"):
        theirs = Engine.load(DATA / "artifacts" / name)
        ours = engine_of(load(DATA / "artifacts" / name), tmp_path)
        for tool in theirs.tools.values():
            for graph in (theirs, ours):  # theirs may be no whole address
                graph.tools[tool.name].metadata["base_url"] = "https://x.test"
            given = {p.name: _sample(p.type) for p in tool.parameters}
            one, other = (executor.build_request(g.tools[tool.name], given) for g in (theirs, ours))
            assert (other.full_url, other.method) == (one.full_url, one.method)
            assert other.data == one.data
            assert other.headers == one.headers


def _sample(kind: str) -> object:
    return {"integer": 7, "number": 7, "boolean": True, "array": ["x"], "object": {"a": 1}}.get(
        kind, "x"
    )
