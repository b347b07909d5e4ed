"""What mends an issue, and the law that it does."""

from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphwright.errors import ReadError
from graphwright.graph import ToolGraph
from graphwright.issues import IssueCode, Severity
from graphwright.relations import Evidence, Relation, RelationKind
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright.workflow import edits
from graphwright.workflow.check import check
from graphwright.workflow.model import Binding, Input, Step, Workflow
from graphwright.workflow.places import parts_of
from graphwright.workflow.repairs import repairs
from graphwright.workflow.texts import FORMS, read_text, written

PATH, BODY = Location.PATH, Location.BODY
ORDER_ID = Parameter("orderId", required=True, location=PATH)
TOOLS = (
    Tool("listOrders", method="get", path="/orders", outputs=(Field("[].id", schema="Order"),)),
    Tool("getOrder", method="get", path="/orders/{orderId}", parameters=(ORDER_ID,),
         outputs=(Field("id", schema="Order"), Field("lines", "object"))),
    Tool("refund", method="post", path="/orders/{orderId}/refund",
         parameters=(ORDER_ID, Parameter("reason", required=True, enum=("late", "broken"),
                                         location=BODY),
                     Parameter("amount", "integer", location=BODY))),
    Tool("dropOrder", method="delete", path="/orders/{orderId}", parameters=(ORDER_ID,)),
)  # fmt: skip
FLOW = (Evidence("id-from-output", "refund needs orderId.", "orderId", "[].id"),)
RELATIONS = (
    Relation("refund", "listOrders", RelationKind.REQUIRES, 0.9, evidence=FLOW),
    Relation("getOrder", "refund", RelationKind.PRECEDES, 0.9),
)
GRAPH = ToolGraph.of(TOOLS, RELATIONS)
CURATION = SimpleNamespace(graph=GRAPH)
LIST = Step("list", "listOrders")
GET = Step("get", "getOrder", bindings={"orderId": Binding("$steps.list.outputs.[0].id")})
REFUND = Step("refund", "refund", after=("get",), bindings={
    "orderId": Binding("$steps.get.outputs.id"), "reason": Binding(None, "late")})  # fmt: skip
CHAIN = Workflow("w", "refund an order", steps=(LIST, GET, REFUND))


def offered(workflow: Workflow, code: IssueCode) -> list[str]:
    found = next(one for one in check(workflow, CURATION) if one.code is code)
    return [one.label for one in repairs(workflow, found, GRAPH)]


@pytest.mark.parametrize(
    ("workflow", "code", "labels"),
    [
        (
            edits.unbind(CHAIN, "refund", "orderId"),
            IssueCode.UNBOUND,
            ["Take get id", "Take list [0].id", "Add listOrders before", "Ask as an input"],
        ),
        (
            edits.unbind(CHAIN, "refund", "reason"),
            IssueCode.UNBOUND,
            ["Set it to late", "Set it to broken", "Ask as an input"],
        ),
        (
            edits.bind(CHAIN, "get", "orderId", "$steps.list.outputs.[].id"),
            IssueCode.LIST_TO_ITEM,
            ["Take the first", "Ask as an input"],
        ),
        (
            edits.bind(CHAIN, "refund", "amount", "$steps.get.outputs.lines"),
            IssueCode.TYPE_MISMATCH,
            ["Ask as an input", "Leave it unset"],
        ),
        (
            edits.move(CHAIN, "get", 2),
            IssueCode.NOT_EARLIER,
            ["Move it after get"],
        ),
        (edits.move(CHAIN, "refund", 0), IssueCode.NOT_EARLIER, ["Move it after get"]),
        (
            edits.replace_tool(CHAIN, "get", "getOrders"),
            IssueCode.UNKNOWN_TOOL,
            ["Use getOrder", "Use listOrders"],
        ),
        (
            edits.insert(CHAIN, "dropOrder"),
            IssueCode.DESTRUCTIVE,
            ["Say so in the goal", "Delete the step"],
        ),
        (
            edits.set_input(CHAIN, Input("spare")),
            IssueCode.UNUSED_INPUT,
            ["Remove the input"],
        ),
        (
            edits.wait_for(CHAIN, "get", ("refund",)),
            IssueCode.CYCLE,
            ["Do not wait for it"],
        ),
    ],
)
def test_an_issue_has_repairs(workflow, code, labels):
    found = offered(workflow, code)
    assert found[: len(labels)] == labels


edit = st.one_of(
    st.builds(
        lambda i, n: lambda w: edits.move(w, i, n),
        st.sampled_from(["list", "get", "refund"]),
        st.integers(0, 3),
    ),
    st.builds(
        lambda i, p: lambda w: edits.unbind(w, i, p),
        st.sampled_from(["get", "refund"]),
        st.sampled_from(["orderId", "reason"]),
    ),
    st.builds(
        lambda p, s: lambda w: edits.bind(w, "refund", p, s),
        st.sampled_from(["orderId", "reason", "amount"]),
        st.sampled_from(["$steps.list.outputs.[].id", "$steps.get.outputs.lines", "$inputs.x"]),
    ),
    st.builds(
        lambda i, t: lambda w: edits.replace_tool(w, i, t),
        st.sampled_from(["list", "get", "refund"]),
        st.sampled_from(["getOrders", "dropOrder"]),
    ),
    st.builds(
        lambda i, a: lambda w: edits.wait_for(w, i, () if i == a else (a,)),
        st.sampled_from(["list", "get", "refund"]),
        st.sampled_from(["list", "get", "refund"]),
    ),
    st.just(lambda w: edits.set_input(w, Input("spare"))),
    st.builds(lambda v: lambda w: edits.set_value(w, "refund", "reason", v), st.just("never")),
)


def dangling(workflow: Workflow) -> set[str]:
    found = check(workflow, CURATION)
    words = ("is not there", "is not declared")
    return {one.message for one in found if any(word in one.message for word in words)}


def wait_and_move(workflow: Workflow) -> Workflow:
    return edits.wait_for(edits.move(workflow, "get", 2), "list", ("get",))


def told(issue, workflow: Workflow) -> tuple[str, ...]:
    """An issue by its step, which a move puts elsewhere."""
    match parts_of(issue.where):
        case ["steps", number, *rest]:
            return (issue.code, workflow.steps[int(number)].id, *rest[:2], issue.message)
        case rest:
            return (issue.code, *rest, issue.message)


def wait_in_two_ways(workflow):
    """`refund` reads what `get` gives, and waits for a step that is no part of the cycle."""
    workflow = edits.wait_for(edits.move(workflow, "refund", 0), "get", ("refund",))
    return edits.wait_for(workflow, "refund", ("list",))


@settings(max_examples=200, deadline=None)
@given(st.lists(edit, min_size=1, max_size=4))
@example([wait_and_move])
@example([wait_in_two_ways])
def test_a_repair_mends_its_issue_and_leaves_nothing_dangling(changes):
    workflow = CHAIN
    for change in changes:
        workflow = change(workflow)
    before = dangling(workflow)
    for found in check(workflow, CURATION):
        for repair in repairs(workflow, found, GRAPH):
            left = check(repair.workflow, CURATION)
            assert told(found, workflow) not in {told(one, repair.workflow) for one in left}, (
                repair.label
            )
            assert dangling(repair.workflow) <= before, repair.label


def test_every_error_of_a_broken_chain_can_be_mended_by_taking_the_first_repair():
    workflow = edits.unbind(edits.move(edits.remove(CHAIN, "get"), "refund", 0), "refund", "reason")
    for _ in range(9):
        errors = [i for i in check(workflow, CURATION) if i.severity is Severity.ERROR]
        if not errors:
            return
        workflow = repairs(workflow, errors[0], GRAPH)[0].workflow
    pytest.fail("An error was left.")


@pytest.mark.parametrize("form", FORMS)
def test_a_text_reads_back_as_the_workflow(form):
    assert read_text(written(CHAIN, form)) == CHAIN


words = st.text(max_size=20)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
workflows = st.builds(
    Workflow,
    id=words,
    goal=words,
    steps=st.lists(
        st.builds(
            Step, id=words, tool=words, reason=words,
            bindings=st.dictionaries(words, st.builds(Binding, value=json_values), max_size=2),
        ),
        max_size=2,
    ).map(tuple),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(workflows, st.sampled_from(FORMS))
@example(
    Workflow("0o7", "0E0", steps=(Step("-.5", "1e5", bindings={"+1": Binding(None, ".9")}),)),
    "yaml",
)
def test_any_workflow_reads_back_from_either_text(workflow, form):
    assert read_text(written(workflow, form)) == workflow


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("{", "line 1"),
        ("id: w\nsteps: [", "line 3"),
        ("[1]", "no object"),
        ("plain", "no object"),
        ("id: w\nsteps: 3", "/steps"),
        ('{"id": "w", "steps": [{"id": "s"}]}', "/steps/0/tool"),
    ],
)
def test_a_text_that_is_no_workflow_is_refused_with_its_place(text, said):
    with pytest.raises(ReadError, match=said):
        read_text(text)
