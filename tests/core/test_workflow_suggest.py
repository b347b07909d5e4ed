import pytest

from graphwright.graph import ToolGraph
from graphwright.relations import Evidence, Relation, RelationKind, Verdict
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright.workflow.documents import read_document
from graphwright.workflow.edits import insert
from graphwright.workflow.form import workflow_json
from graphwright.workflow.model import Binding, Workflow
from graphwright.workflow.suggest import ghosts, lacks, suggest_next, with_ghost

PATH = Location.PATH
TOOLS = (
    Tool("listOrders", method="get", path="/orders", outputs=(Field("[].id", schema="Order"),)),
    Tool("getOrder", method="get", path="/orders/{orderId}",
         parameters=(Parameter("orderId", required=True, location=PATH),),
         outputs=(Field("id", schema="Order"),)),
    Tool("refund", method="post", path="/orders/{orderId}/refund",
         parameters=(Parameter("orderId", required=True, location=PATH),)),
    Tool("capture", method="post", path="/payments/{paymentId}/capture",
         parameters=(Parameter("paymentId", required=True, location=PATH),)),
    Tool("ping", method="get", path="/ping"),
)  # fmt: skip
WHY = "refund needs orderId; listOrders gives [].id."
FLOW = (Evidence("id-from-output", WHY, "orderId", "[].id"),)
RELATIONS = (
    Relation("refund", "listOrders", RelationKind.REQUIRES, 0.9, evidence=FLOW),
    Relation("listOrders", "capture", RelationKind.PRECEDES, 0.9),
    Relation("listOrders", "ping", RelationKind.PRECEDES, 0.9, verdict=Verdict.REJECTED),
)
GRAPH = ToolGraph.of(TOOLS, RELATIONS)
STARTED = insert(Workflow("w"), "listOrders")


def test_what_is_ready_comes_before_what_lacks_an_input():
    found = suggest_next(STARTED, GRAPH)
    assert [(one.tool, one.lacks) for one in found] == [("refund", ()), ("capture", ("paymentId",))]
    assert found[0].why == WHY


def test_what_is_there_or_rejected_is_not_suggested():
    workflow = insert(STARTED, "refund")
    assert [one.tool for one in suggest_next(workflow, GRAPH)] == ["capture"]


def test_a_tool_lacks_what_no_step_before_gives():
    refund = GRAPH.tools["refund"]
    assert lacks(Workflow("w"), GRAPH, refund, 0) == ("orderId",)
    assert lacks(STARTED, GRAPH, refund, 1) == ()


def test_a_ghost_supplies_what_is_missing():
    workflow = insert(Workflow("w"), "refund")
    step, parameter = workflow.steps[0], GRAPH.tools["refund"].parameters[0]
    found = ghosts(workflow, step, parameter, GRAPH)
    assert found[0].tool == "listOrders"
    filled = with_ghost(workflow, step, parameter, found[0], GRAPH)
    assert [one.tool for one in filled.steps] == ["listOrders", "refund"]
    assert filled.step("refund").bindings == {"orderId": Binding("$steps.listOrders.outputs.[].id")}


@pytest.mark.parametrize(
    ("kind", "document", "tools"),
    [
        ("workflow", workflow_json(STARTED), ["listOrders"]),
        ("workflow-plan", {"goal": "g", "steps": [{"tool": "ping"}]}, ["ping"]),
        ("plan", {"goal": "g", "steps": [{"id": "s1", "tool": "ping", "args": {}}]}, ["ping"]),
        (
            "arazzo",
            {"workflows": [{"workflowId": "w", "steps": [{"stepId": "s", "operationId": "ping"}]}]},
            ["ping"],
        ),
    ],
)
def test_every_kind_of_document_is_read(kind, document, tools):
    (workflow,) = read_document(kind, document, "x", GRAPH).workflows
    assert [step.tool for step in workflow.steps] == tools


@pytest.mark.parametrize("kind", ["workflow", "workflow-plan", "plan", "arazzo"])
@pytest.mark.parametrize("document", [{}, {"steps": 3}, {"id": [], "steps": [None]}])
def test_no_document_is_an_exception(kind, document):
    assert read_document(kind, document, "x", GRAPH).issues
