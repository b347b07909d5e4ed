from types import SimpleNamespace

import pytest

from graphwright.graph import ToolGraph
from graphwright.issues import Severity
from graphwright.relations import Evidence, Relation, RelationKind, Verdict
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright.workflow.automap import automap, consequences
from graphwright.workflow.candidates import candidates
from graphwright.workflow.check import check
from graphwright.workflow.edits import insert, remove
from graphwright.workflow.model import Binding, Step, Workflow

PATH, BODY = Location.PATH, Location.BODY
TOOLS = (
    Tool("listOrders", method="get", path="/orders",
         outputs=(Field("[].id", schema="Order"), Field("[].userId"))),
    Tool("getOrder", method="get", path="/orders/{orderId}",
         parameters=(Parameter("orderId", required=True, location=PATH),),
         outputs=(Field("id", schema="Order"), Field("grandTotal", "number"), Field("userId"))),
    Tool("refund", method="post", path="/orders/{orderId}/refund",
         parameters=(Parameter("orderId", required=True, location=PATH),
                     Parameter("reason", required=True, location=BODY),
                     Parameter("grandTotal", "number", location=BODY),
                     Parameter("address", "object", required=True, location=BODY),
                     Parameter("address.city", required=True, location=BODY),
                     Parameter("Authorization", required=True, location=Location.HEADER))),
    Tool("listThings", method="get", path="/things"),
    Tool("getThing", method="get", path="/things/{id}",
         parameters=(Parameter("id", required=True, location=PATH),)),
)  # fmt: skip
FLOW = Relation(
    "getThing",
    "listThings",
    RelationKind.REQUIRES,
    0.8,
    evidence=(Evidence("id-from-collection", "listThings answers with things.", "id"),),
)
GRAPH = ToolGraph.of(TOOLS, [FLOW])


def chain(*tools):
    workflow = Workflow("w")
    for tool in tools:
        workflow = insert(workflow, tool)
    return workflow


def sources(workflow, step):
    return {name: one.source for name, one in workflow.step(step).bindings.items()}


def test_the_nearest_single_value_is_bound():
    workflow = automap(chain("listOrders", "getOrder", "refund"), GRAPH)
    assert sources(workflow, "getOrder") == {"orderId": "$steps.listOrders.outputs.[].id"}
    bound = sources(workflow, "refund")
    assert bound["orderId"] == "$steps.getOrder.outputs.id"
    assert bound["grandTotal"] == "$steps.getOrder.outputs.grandTotal"


def test_what_no_step_gives_is_asked_for_as_an_input():
    workflow = automap(chain("refund"), GRAPH)
    assert [one.name for one in workflow.inputs] == ["orderId", "reason", "address"]
    issues = check(workflow, SimpleNamespace(graph=GRAPH))
    assert not [issue for issue in issues if issue.severity is Severity.ERROR]


def test_an_answer_without_a_schema_is_read_where_the_graph_says_so():
    workflow = automap(chain("listThings", "getThing"), GRAPH)
    assert sources(workflow, "getThing") == {"id": "$steps.listThings.outputs.[].id"}


def test_a_rejected_flow_binds_nothing():
    rejected = GRAPH.with_relations(FLOW.decided(Verdict.REJECTED))
    workflow = automap(chain("listThings", "getThing"), rejected)
    assert sources(workflow, "getThing") == {"id": "$inputs.id"}


def test_a_rejected_relation_speaks_against_alike_names():
    refused = Relation("getOrder", "listOrders", RelationKind.REQUIRES)
    graph = GRAPH.with_relations(refused.decided(Verdict.REJECTED))
    workflow = automap(chain("listOrders", "getOrder"), graph)
    assert sources(workflow, "getOrder") == {"orderId": "$inputs.orderId"}


def test_what_is_bound_stays():
    kept = Step("getOrder", "getOrder", bindings={"orderId": Binding(None, "7")})
    workflow = automap(Workflow("w", steps=(kept,)), GRAPH)
    assert workflow.step("getOrder").bindings == {"orderId": Binding(None, "7")}


def test_one_step_can_be_mapped_alone():
    workflow = automap(chain("listOrders", "getOrder", "refund"), GRAPH, "getOrder")
    assert not workflow.step("refund").bindings


@pytest.mark.parametrize("tool", ["getOrder", "refund"])
def test_the_id_of_another_resource_is_no_candidate(tool):
    workflow = chain("listOrders", tool)
    step = workflow.steps[1]
    found = candidates(workflow, step, GRAPH.tools[tool].parameters[0], GRAPH)
    assert [one.source for one in found if one.sure] == ["$steps.listOrders.outputs.[].id"]


def test_a_removal_says_what_it_breaks_and_offers_another_source():
    workflow = automap(chain("listOrders", "getOrder", "refund"), GRAPH)
    broken = {one.use.name: one for one in consequences(workflow, "getOrder", GRAPH)}
    assert broken["orderId"].offers == ("$steps.listOrders.outputs.[0].id", "$inputs.orderId")
    assert broken["grandTotal"].offers == ("$inputs.grandTotal",)
    mended = remove(workflow, "getOrder", {one.use: one.offers[0] for one in broken.values()})
    assert sources(mended, "refund")["orderId"] == "$steps.listOrders.outputs.[0].id"
