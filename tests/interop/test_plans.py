"""Our workflows in the runtime engine: loaded with all their steps, executed with every binding."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import orjson
import pytest

from graphwright.formats.documents import parse
from graphwright.graph import ToolGraph
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright.workflow import plans
from graphwright.workflow.check import check
from graphwright.workflow.dryrun import dry_run
from graphwright.workflow.model import Binding, Input, Step, Workflow

runtime = pytest.importorskip("graph_tool_call", reason="the runtime engine is not installed")
schema = pytest.importorskip("graph_tool_call.plan.schema")
runner = pytest.importorskip("graph_tool_call.plan.runner")
loader = pytest.importorskip("graph_tool_call.workflow")

DATA = Path(__file__).parents[2].parent / "shared" / "data"
PATH, BODY = Location.PATH, Location.BODY
TOOLS = (
    Tool("listOrders", method="get", path="/orders",
         parameters=(Parameter("email", location=Location.QUERY),
                     Parameter("filter[state]", location=Location.QUERY)),
         outputs=(Field("[].id"), Field("[].total", "integer"), Field("[].lines[].sku"))),
    Tool("refund", method="post", path="/orders/{orderId}/refund",
         parameters=(Parameter("orderId", required=True, location=PATH),
                     Parameter("customer.email", location=BODY),
                     Parameter("lines[].sku", location=BODY),
                     Parameter("ids", "array", location=BODY),
                     Parameter("note", location=BODY)),
         outputs=(Field("id"), Field("state"))),
    Tool("ping", method="get", path="/ping"),
)  # fmt: skip
GRAPH = ToolGraph.of(TOOLS)
REFUND = Workflow(
    "refund",
    "refund the last order of a customer",
    (Input("email"),),
    (
        Step("find", "listOrders", "finds it", (), {
            "email": Binding("$inputs.email"), "filter[state]": Binding(None, "paid"),
        }),
        Step("first", "refund", "the goal", ("find",), {
            "orderId": Binding("$steps.find.outputs.[].id"),
            "customer.email": Binding("$inputs.email"),
            "lines[].sku": Binding("$steps.find.outputs.[0].lines[0].sku"),
            "ids": Binding("$steps.find.outputs.[].id"),
            "note": Binding("for {$inputs.email}, order {$steps.find.outputs.[0].id}"),
        }),
        Step("again", "refund", "once more", ("first",), {
            "orderId": Binding("$steps.first.outputs.id"), "note": Binding(None, {"a": [1, None]}),
        }),
        Step("ping", "ping"),
    ),
    {"state": "$steps.again.outputs.state"},
)  # fmt: skip


def runtime_tools():
    return {tool.name: runtime.ToolSchema(name=tool.name) for tool in TOOLS}


def loaded(workflow, tmp_path):
    path = tmp_path / "workflow.json"
    path.write_bytes(plans.write_workflow_plan(workflow))
    return loader.WorkflowPlan.load(path, tools=runtime_tools())


def executable(workflow):
    said = plans.plan_json(workflow, GRAPH)
    steps = [schema.PlanStep(**step) for step in said.pop("steps")]
    return schema.Plan(**said, steps=steps)


def test_a_workflow_plan_loads_with_all_its_steps(tmp_path):
    plan = loaded(REFUND, tmp_path)
    assert plan.tool_names == [step.tool for step in REFUND.steps]
    assert plan.goal == REFUND.goal
    assert [step.reason for step in plan.steps] == [step.reason for step in REFUND.steps]
    assert plan.steps[1].params_from["orderId"] == "listOrders.response[0].id"
    assert plan.steps[2].params_from == {"orderId": "refund.response.id"}


@pytest.mark.parametrize("position", range(4))
def test_what_we_call_an_unknown_tool_the_runtime_drops(position, tmp_path):
    steps = list(REFUND.steps)
    steps[position] = replace(steps[position], tool="gone")
    workflow = replace(REFUND, steps=tuple(steps))
    errors = [i for i in check(workflow, SimpleNamespace(graph=GRAPH)) if i.severity == "error"]
    assert f"/steps/{position}/tool" in [issue.where for issue in errors]
    assert len(loaded(workflow, tmp_path).steps) == len(steps) - 1


def test_a_plan_runs_and_every_binding_is_resolved():
    answers = iter(call.answer for call in dry_run(REFUND, SimpleNamespace(graph=GRAPH)))
    trace = runner.PlanRunner(lambda tool, args: next(answers)).run(
        executable(REFUND), input_context={"email": "ann@x.org"}
    )
    assert trace.success
    assert [step.args_resolved for step in trace.steps] == [
        {"email": "ann@x.org", "filter[state]": "paid"},
        {
            "orderId": "id-1",
            "customer": {"email": "ann@x.org"},
            "lines": [{"sku": "sku-1"}],
            "ids": ["id-1"],
            "note": "for ann@x.org, order id-1",
        },
        {"orderId": "id-1", "note": {"a": [1, None]}},
        {},
    ]
    assert trace.output == "state-1"


@pytest.mark.parametrize(
    ("write", "read"),
    [
        (plans.write_workflow_plan, plans.read_workflow_plan),
        (
            lambda workflow: plans.write_plan(workflow, GRAPH),
            lambda d: plans.read_plan(d, "", GRAPH),
        ),
    ],
)
def test_what_we_wrote_reads_back_as_it_was(write, read):
    document = orjson.loads(write(REFUND))
    assert read(document).workflows == (REFUND,)


def test_what_was_changed_by_others_counts():
    document = orjson.loads(plans.write_workflow_plan(REFUND))
    document["steps"] = document["steps"][:1]
    (workflow,) = plans.read_workflow_plan(document).workflows
    assert [step.tool for step in workflow.steps] == ["listOrders"]


def test_the_same_workflow_gives_the_same_bytes():
    assert plans.write_plan(REFUND, GRAPH) == plans.write_plan(REFUND, GRAPH)


PLAN = {
    "id": "p1",
    "goal": "refund it",
    "steps": [
        {"id": "s1", "tool": "listOrders", "args": {"email": "${user_input.mail}"},
         "rationale": "finds it", "timeout_ms": 500, "retryable": True, "depends_on": [],
         "response_root_keys": ["id"]},
        {"id": "s2", "tool": "refund",
         "args": {"orderId": "${s1[0].id}", "customer": {"email": "to ${input.mail}"}, "n": 3},
         "rationale": "", "timeout_ms": None, "retryable": False, "depends_on": ["s1"],
         "response_root_keys": []},
    ],
    "output_binding": "${s2.state}",
    "created_at": "2026-01-01T00:00:00Z",
    "metadata": {"target": "refund", "user_input_slots": [
        {"field_name": "mail", "field_type": "string", "required": True}]},
}  # fmt: skip


def test_a_plan_of_the_runtime_is_read_with_its_bindings():
    (workflow,) = plans.read_plan(PLAN).workflows
    assert workflow.inputs == (Input("mail"),)
    assert dict(workflow.step("s2").bindings) == {
        "orderId": Binding("$steps.s1.outputs.[0].id"),
        "customer.email": Binding("to {$inputs.mail}"),
        "n": Binding(None, 3),
    }
    assert workflow.outputs == {"result": "$steps.s2.outputs.state"}


def test_a_plan_of_the_runtime_is_written_back_as_it_was():
    (workflow,) = plans.read_plan(PLAN).workflows
    assert plans.plan_json(workflow, GRAPH) == PLAN


@pytest.mark.parametrize(
    ("read", "document", "where"),
    [
        (plans.read_workflow_plan, {"goal": "x"}, "#"),
        (plans.read_workflow_plan, {"steps": [{"reason": "x"}]}, "#/steps/0"),
        (plans.read_workflow_plan, {"steps": [3]}, "#/steps/0"),
        (
            plans.read_workflow_plan,
            {"steps": [{"tool": "a", "params_from": {"x": "b.response.id"}}]},
            "#/steps/0/params_from/x",
        ),
        (plans.read_plan, {"goal": "x", "steps": None}, "#"),
        (plans.read_plan, {"steps": [{"id": "s1"}]}, "#/steps/0"),
        (
            plans.read_plan,
            {"steps": [{"id": "a", "tool": "t"}, {"id": "a", "tool": "t"}]},
            "#/steps/1",
        ),
    ],
)
def test_what_is_wrong_has_its_place(read, document, where):
    assert where in [issue.where for issue in read(document).issues]


@pytest.mark.skipif(not DATA.is_dir(), reason="the files of the runtime engine are not at hand")
def test_files_of_the_runtime_are_read():
    folder = DATA / "artifacts"
    document, _ = parse((folder / "workflow_refund.json").read_bytes(), "x")
    (workflow,) = plans.read_workflow_plan(document).workflows
    bound = workflow.step("requestRefund").bindings
    assert bound == {"orderId": Binding("$steps.getOrder.outputs.id")}
    document, _ = parse((folder / "plan_requestRefund.json").read_bytes(), "x")
    (workflow,) = plans.read_plan(document).workflows
    assert [one.name for one in workflow.inputs] == ["orderId", "reason"]
    assert json.loads(json.dumps(plans.plan_json(workflow, GRAPH))) == document
