from types import SimpleNamespace

import pytest

from graphwright.graph import ToolGraph
from graphwright.issues import IssueCode as Code
from graphwright.issues import Severity
from graphwright.raw import Raw
from graphwright.relations import Relation, RelationKind
from graphwright.tools import Effects, Field, Location, Parameter, Tool
from graphwright.workflow.check import check
from graphwright.workflow.model import Binding, Input, Step, Workflow

PATH = Location.PATH
TOOLS = (
    Tool(
        "listOrders",
        method="get",
        path="/orders",
        parameters=(Parameter("status", enum=("open", "paid"), location=Location.QUERY),),
        outputs=(
            Field("[].id", format="uuid", schema="Order"),
            Field("[].status", enum=("open", "paid", "lost"), schema="Order"),
            Field("[].meta", "object"),
        ),
    ),
    Tool(
        "getUser",
        method="get",
        path="/users/{userId}",
        parameters=(Parameter("userId", required=True, location=PATH),),
        outputs=(Field("id", schema="User"), Field("age", "integer"), Field("tags", "array")),
    ),
    Tool(
        "getOrder",
        method="get",
        path="/orders/{orderId}",
        parameters=(Parameter("orderId", required=True, location=PATH, format="uuid"),),
        outputs=(Field("id", format="uuid", schema="Order"), Field("total", "number")),
    ),
    Tool(
        "refund",
        method="post",
        path="/orders/{orderId}/refund",
        parameters=(
            Parameter("orderId", required=True, location=PATH, format="uuid"),
            Parameter("amount", "integer", required=True, location=Location.BODY),
            Parameter("lines", "array", items="string", location=Location.BODY),
            Parameter("Authorization", required=True, location=Location.HEADER),
        ),
    ),
    Tool("deleteOrder", method="delete", path="/orders/{orderId}",
         parameters=(Parameter("orderId", required=True, location=PATH),)),
    Tool("ping", effects=Effects(read_only=True)),
)  # fmt: skip
GRAPH = ToolGraph.of(TOOLS, [Relation("refund", "getOrder", RelationKind.REQUIRES)])
GOOD = {
    "orderId": Binding("$inputs.order"),
    "amount": Binding(None, 5),
    "Authorization": Binding(None, "x"),
}
ORDER = (Input("order"),)


def found(*steps, inputs=ORDER, goal="", outputs=None, **more):
    workflow = Workflow("w", goal, inputs, steps, outputs or {})
    return check(workflow, SimpleNamespace(graph=GRAPH, **more))


def codes(issues, severity=None):
    return [issue.code for issue in issues if severity in (None, issue.severity)]


def step(id, tool, after=(), **bindings):
    bound = {n: b if isinstance(b, Binding) else Binding(b) for n, b in bindings.items()}
    return Step(id, tool, after=after, bindings=bound)


LIST = step("list", "listOrders")


def test_a_good_workflow_has_no_issue():
    assert (
        found(LIST, step("get", "getOrder", orderId="$steps.list.outputs.[0].id"), inputs=()) == ()
    )


@pytest.mark.parametrize(
    ("name", "source", "code", "severity"),
    [
        ("orderId", "$steps.list.outputs.[].id", Code.LIST_TO_ITEM, "warning"),
        ("orderId", "$steps.nowhere.outputs.id", Code.UNKNOWN_SOURCE, "error"),
        ("orderId", "$steps.list.outputs.[0].number", Code.UNKNOWN_SOURCE, "error"),
        ("orderId", "$steps.list.outputs.[0].meta.deep", None, None),
        ("orderId", "$inputs.nobody", Code.UNKNOWN_SOURCE, "error"),
        ("orderId", "orders", Code.UNKNOWN_SOURCE, "error"),
        ("orderId", "$steps.user.outputs.id", Code.WRONG_RESOURCE, "warning"),
        ("amount", "$steps.user.outputs.age", None, None),
        ("amount", "$steps.user.outputs.tags", Code.TYPE_MISMATCH, "error"),
        ("amount", "$steps.list.outputs.[0].id", Code.TYPE_MISMATCH, "warning"),
        ("amount", Binding(None, "many"), Code.TYPE_MISMATCH, "error"),
        ("amount", Binding(None, "12"), None, None),
        ("amount", Binding(None, 12.5), Code.TYPE_MISMATCH, "error"),
        ("lines", "$steps.list.outputs.[].id", None, None),
        ("lines", "$steps.user.outputs.age", Code.TYPE_MISMATCH, "warning"),
        ("lines", "$steps.list.outputs.[0].meta", Code.TYPE_MISMATCH, "error"),
    ],
)
def test_every_binding_is_proved(name, source, code, severity):
    bindings = GOOD | {name: source if isinstance(source, Binding) else Binding(source)}
    user = step("user", "getUser", userId="$inputs.order")
    issues = found(LIST, user, Step("refund", "refund", bindings=bindings))
    own = [(i.code, i.severity) for i in issues if i.where == f"/steps/2/bindings/{name}"]
    assert own == ([(code, severity)] if code else [])


def test_enums_are_compared():
    bound = step("again", "listOrders", status="$steps.list.outputs.[0].status")
    assert codes(found(LIST, bound, inputs=())) == [Code.TYPE_MISMATCH]
    bound = step("again", "listOrders", status=Binding(None, "shipped"))
    assert codes(found(bound, inputs=()), Severity.ERROR) == [Code.TYPE_MISMATCH]


def test_an_unbound_required_parameter_is_an_error_and_a_header_a_warning():
    issues = found(step("refund", "refund"), inputs=())
    assert [(i.where, i.severity) for i in issues] == [
        ("/steps/0/bindings/orderId", "error"),
        ("/steps/0/bindings/amount", "error"),
        ("/steps/0/bindings/Authorization", "warning"),
    ]


def test_a_whole_body_fills_its_parameters():
    bindings = {n: b for n, b in GOOD.items() if n != "amount"} | {
        "body": Binding(None, {"amount": 1})
    }
    assert found(Step("refund", "refund", bindings=bindings)) == ()


def test_a_later_source_is_not_earlier():
    early = step("get", "getOrder", orderId="$steps.list.outputs.[0].id")
    assert codes(found(early, LIST, inputs=())) == [Code.NOT_EARLIER]
    assert codes(found(step("ping", "ping", after=("list",)), LIST, inputs=())) == [
        Code.NOT_EARLIER
    ]


def test_a_cycle_and_what_waits_behind_it_never_run():
    a, b = step("a", "ping", after=("b",)), step("b", "ping", after=("a",))
    issues = found(a, b, step("c", "ping", after=("b",)), inputs=())
    assert codes(issues) == [Code.CYCLE, Code.NOT_EARLIER, Code.CYCLE, Code.UNREACHABLE]
    assert issues[0].message == "A cycle: a waits for b waits for a."


def test_a_step_behind_a_missing_one_is_unreachable():
    assert codes(found(step("a", "ping", after=("gone",)), inputs=())) == [Code.UNREACHABLE]


def test_an_unknown_tool_is_an_error():
    assert codes(found(step("a", "nothing"), inputs=())) == [Code.UNKNOWN_TOOL]


def test_a_tool_of_a_document_that_was_not_read_is_a_warning():
    foreign = Step("a", "nothing", raw=Raw.of({"sources": ["httpbin"]}))
    issue = found(foreign, inputs=())[0]
    assert (issue.code, issue.severity) == (Code.UNKNOWN_TOOL, "warning")


@pytest.mark.parametrize(
    ("goal", "said"),
    [("delete my order", True), ("removing an order", True), ("ship an order", False), ("", False)],
)
def test_a_destructive_step_must_be_said_in_the_goal(goal, said):
    issues = found(step("a", "deleteOrder", orderId="$inputs.order"), goal=goal)
    assert codes(issues) == ([] if said else [Code.DESTRUCTIVE])


def test_order_against_the_graph_is_a_warning():
    get = step("get", "getOrder", orderId="$inputs.order")
    issues = found(Step("refund", "refund", bindings=GOOD), get)
    assert codes(issues) == [Code.ORDER]
    assert issues[0].message == "refund requires getOrder, but getOrder comes later."
    assert found(get, Step("refund", "refund", bindings=GOOD)) == ()


def test_an_input_that_nothing_reads_is_a_note():
    issue = found(LIST)[0]
    assert (issue.code, issue.severity, issue.where) == (Code.UNUSED_INPUT, "note", "/inputs/0")
    criterion = Step("list", "listOrders", success=("$inputs.order == 1",))
    assert found(criterion) == ()


def test_an_output_must_have_its_step_and_input():
    outputs = {"a": "$steps.gone.outputs.id", "b": "$inputs.gone"}
    issues = found(LIST, inputs=(), outputs=outputs)
    assert [i.where for i in issues] == ["/outputs/a", "/outputs/b"]


def test_ids_are_unique_and_a_workflow_has_steps():
    assert codes(found(LIST, LIST, inputs=())) == [Code.BAD_WORKFLOW]
    assert codes(found(inputs=())) == [Code.BAD_WORKFLOW]


def test_a_called_workflow_is_looked_up():
    child = Workflow("child", inputs=(Input("x"),), steps=(LIST,), outputs={"y": "$inputs.x"})
    call = Step("call", "$workflows.child", bindings={"x": Binding(None, "1")})
    after = step("get", "getOrder", orderId="$steps.call.outputs.y")
    assert found(call, after, inputs=(), workflows={"child": child}) == ()
    bare = Step("call", "$workflows.child")
    wrong = step("get", "getOrder", orderId="$steps.call.outputs.z")
    issues = found(bare, wrong, inputs=(), workflows={"child": child})
    assert codes(issues) == [Code.UNBOUND, Code.UNKNOWN_SOURCE]


def test_hostile_names_are_only_text():
    name = "/~<b>\n" * 2000
    workflow = Workflow(
        name, name, (Input(name),), (Step(name, name, bindings={name: Binding(name)}),)
    )
    assert Code.UNKNOWN_TOOL in codes(check(workflow, SimpleNamespace(graph=GRAPH)))
