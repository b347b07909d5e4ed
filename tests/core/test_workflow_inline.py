import json
from types import SimpleNamespace

from immutables import Map

from graphwright.curate.curation import Curation
from graphwright.graph import ToolGraph
from graphwright.issues import Severity
from graphwright.release.workflows import workflow_files
from graphwright.tools import Field, Parameter, Tool
from graphwright.workflow.check import check
from graphwright.workflow.inline import inlined, with_called
from graphwright.workflow.model import Binding, Input, Step, Workflow
from graphwright.workflow.plans import plan_json, write_workflow_plan

TOOLS = (
    Tool("make", parameters=(Parameter("name", required=True), Parameter("size", "integer"))),
    Tool(
        "show", parameters=(Parameter("id", required=True),), outputs=(Field("id"), Field("text"))
    ),
)
GRAPH = ToolGraph.of(TOOLS)
CHILD = Workflow(
    "child",
    inputs=(Input("name"), Input("size", "integer")),
    steps=(
        Step("make", "make", bindings={
            "name": Binding("a {$inputs.name}"), "size": Binding("$inputs.size")}),
        Step("show", "show", after=("make",), bindings={"id": Binding("$steps.make.outputs.id")}),
    ),
    outputs={"made": "$steps.show.outputs.id", "asked": "$inputs.name"},
)  # fmt: skip
PARENT = Workflow(
    "parent",
    inputs=(Input("who"),),
    steps=(
        Step("first", "show", bindings={"id": Binding("$inputs.who")}),
        Step("call", "$workflows.child", after=("first",), bindings={
            "name": Binding("$steps.first.outputs.text"), "size": Binding(None, 3)}),
        Step("last", "show", after=("call",), bindings={"id": Binding("$steps.call.outputs.made")}),
    ),
    outputs={"made": "$steps.call.outputs.made", "asked": "$steps.call.outputs.asked"},
)  # fmt: skip
OTHERS = {"child": CHILD, "parent": PARENT}


def test_the_steps_of_a_called_workflow_stand_in_the_place_of_the_call():
    workflow = inlined(PARENT, OTHERS)
    assert [step.id for step in workflow.steps] == ["first", "call_make", "call_show", "last"]
    assert [step.after for step in workflow.steps] == [
        (), ("first",), ("call_make",), ("call_make", "call_show"),
    ]  # fmt: skip


def test_what_is_read_and_given_is_bound_through():
    workflow = inlined(PARENT, OTHERS)
    assert dict(workflow.step("call_make").bindings) == {
        "name": Binding("a {$steps.first.outputs.text}"),
        "size": Binding(None, 3),
    }
    assert workflow.step("last").bindings == {"id": Binding("$steps.call_show.outputs.id")}
    assert workflow.outputs == {
        "made": "$steps.call_show.outputs.id",
        "asked": "$steps.first.outputs.text",
    }
    issues = check(workflow, SimpleNamespace(graph=GRAPH))
    assert not [issue for issue in issues if issue.severity is Severity.ERROR]


def test_a_workflow_that_calls_itself_stays_a_call():
    loop = Workflow("loop", steps=(Step("again", "$workflows.loop"),))
    assert [s.tool for s in inlined(loop, {"loop": loop}).steps] == ["$workflows.loop"]


def test_the_runtimes_forms_hold_the_called_steps():
    plan = plan_json(PARENT, GRAPH, OTHERS)
    assert [step["tool"] for step in plan["steps"]] == ["show", "make", "show", "show"]
    assert plan["steps"][3]["args"] == {"id": "${s3.id}"}
    assert b"$workflows" not in write_workflow_plan(PARENT, OTHERS)


def test_a_document_can_hold_what_a_workflow_calls():
    assert with_called(PARENT, OTHERS) == (PARENT, CHILD)
    assert with_called(CHILD, OTHERS) == (CHILD,)


def test_exported_files_hold_the_called_workflow():
    curation = Curation(graph=GRAPH, base=GRAPH, workflows=Map(OTHERS))
    files = workflow_files(curation)
    assert len(files) == 3 * len(OTHERS)
    document = json.loads(files["parent.arazzo.json"])
    assert [one["workflowId"] for one in document["workflows"]] == ["parent", "child"]
    for name in ("parent.workflow-plan.json", "parent.plan.json"):
        steps = json.loads(files[name])["steps"]
        assert [step["tool"] for step in steps] == ["show", "make", "show", "show"]
