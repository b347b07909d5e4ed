"""Dry runs, and the law that a workflow without errors is one that can run."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.graph import ToolGraph
from graphwright.issues import Severity
from graphwright.raw import Raw
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright.workflow import edits
from graphwright.workflow.check import check
from graphwright.workflow.dryrun import dry_run
from graphwright.workflow.model import Binding, Input, Step, Workflow

PATH, QUERY, BODY = Location.PATH, Location.QUERY, Location.BODY
TOOLS = (
    Tool("listOrders", method="get", path="/orders", raw=Raw.of({"base_url": "https://shop.test/v1"}),
         parameters=(Parameter("email", location=QUERY),
                     Parameter("X-Trace", location=Location.HEADER),
                     Parameter("session", location=Location.COOKIE)),
         outputs=(Field("orders[].id", format="uuid"), Field("orders[].total", "integer"),
                  Field("orders[].tags", "array"), Field("count", "integer"))),
    Tool("refund", method="post", path="/orders/{orderId}/refund",
         parameters=(Parameter("orderId", required=True, location=PATH),
                     Parameter("amount", "integer", required=True, location=BODY),
                     Parameter("lines[].sku", location=BODY),
                     Parameter("ids", "array", location=BODY),
                     Parameter("state", enum=("a", "b"), location=BODY)),
         outputs=(Field("id"),)),
    Tool("note", parameters=(Parameter("text", required=True), Parameter("to.name"))),
    Tool("silent", method="get", path="/silent"),
)  # fmt: skip
CURATION = SimpleNamespace(graph=ToolGraph.of(TOOLS))
CHAIN = Workflow(
    "w",
    inputs=(Input("email"),),
    steps=(
        Step("list", "listOrders", bindings={
            "email": Binding("$inputs.email"),
            "X-Trace": Binding("t-{$inputs.email}"),
            "session": Binding(None, "s 1"),
        }),
        Step("refund", "refund", after=("list",), bindings={
            "orderId": Binding("$steps.list.outputs.orders[].id"),
            "amount": Binding("$steps.list.outputs.orders[0].total"),
            "lines[].sku": Binding(None, "x"),
            "ids": Binding("$steps.list.outputs.orders[].id"),
        }),
        Step("note", "note", bindings={
            "text": Binding("refunded {$steps.refund.outputs.id}"),
            "to.name": Binding(None, "Ann"),
        }),
    ),
)  # fmt: skip
ORDER = "3fa85f64-5717-4562-b3fc-2c963f66afa6"


def test_every_request_is_shown():
    listed, refund, note = dry_run(CHAIN, CURATION, {"email": "ann@x.org"})
    assert (listed.request.method, listed.request.url) == (
        "GET",
        "https://shop.test/v1/orders?email=ann%40x.org",
    )
    assert listed.request.headers == {"X-Trace": "t-ann@x.org", "Cookie": "session=s 1"}
    assert refund.request.url == f"/orders/{ORDER}/refund"
    assert refund.request.headers == {"Content-Type": "application/json"}
    assert refund.request.body == {"amount": 1, "lines": [{"sku": "x"}], "ids": [ORDER]}
    assert (note.request.method, note.request.url) == ("tools/call", "note")
    assert note.request.body == {"text": "refunded id-1", "to": {"name": "Ann"}}
    assert not [call.problems for call in (listed, refund, note) if call.problems]


def test_answers_are_made_up_from_the_output_fields():
    listed = dry_run(CHAIN, CURATION)[0]
    assert listed.answer == {"orders": [{"id": ORDER, "total": 1, "tags": []}], "count": 1}


def test_an_answer_that_nothing_describes_has_what_is_read_from_it():
    read = Binding("$steps.a.outputs.[0].name")
    workflow = Workflow(
        "w", steps=(Step("a", "silent"), Step("b", "note", bindings={"text": read}))
    )
    first, second = dry_run(workflow, CURATION)
    assert first.answer == [{"name": "name-1"}]
    assert second.values == {"text": "name-1"}


def test_inputs_that_are_not_given_are_made_up():
    assert dry_run(CHAIN, CURATION)[0].values["email"] == "email-1"


sources = st.sampled_from(
    ["$steps.list.outputs.orders[].id", "$steps.list.outputs.orders[0].total",
     "$steps.list.outputs.orders[0].tags", "$steps.list.outputs.nothing",
     "$steps.list.outputs.count", "$steps.refund.outputs.id", "$steps.note.outputs.id",
     "$steps.gone.outputs.id", "$inputs.email", "$inputs.gone", "plain", "{$inputs.email}!",
     "$steps.silent.outputs.any"]
)  # fmt: skip
values = st.sampled_from([1, "1", "x", 2.5, [], {}, None, "a", True])
bindings = st.builds(Binding, sources) | st.builds(Binding, st.none(), values)
ids = st.sampled_from(["list", "refund", "note", "gone"])
names = st.sampled_from(["orderId", "amount", "ids", "state", "text", "email", "lines[].sku"])


def bound(workflow, id, name, binding):
    steps = [
        replace(s, bindings={**s.bindings, name: binding}) if s.id == id else s
        for s in workflow.steps
    ]
    return replace(workflow, steps=tuple(steps))


def waiting(workflow, id, other):
    steps = [replace(s, after=(other,)) if s.id == id else s for s in workflow.steps]
    return replace(workflow, steps=tuple(steps))


def retooled(workflow, id, tool):
    steps = [replace(s, tool=tool) if s.id == id else s for s in workflow.steps]
    return replace(workflow, steps=tuple(steps))


mutation = st.one_of(
    st.builds(lambda i, n, b: lambda w: bound(w, i, n, b), ids, names, bindings),
    st.builds(lambda i, o: lambda w: waiting(w, i, o), ids, ids),
    st.builds(
        lambda i, t: lambda w: retooled(w, i, t), ids, st.sampled_from(["note", "silent", "gone"])
    ),
    st.builds(
        lambda i, n: lambda w: edits.move(w, i, n) if w.step(i) else w, ids, st.integers(0, 3)
    ),
    st.builds(lambda i: lambda w: edits.remove(w, i) if w.step(i) else w, ids),
    st.builds(lambda i: lambda w: edits.duplicate(w, i) if w.step(i) else w, ids),
    st.builds(lambda i, n: lambda w: edits.unbind(w, i, n) if w.step(i) else w, ids, names),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(mutation, max_size=3))
def test_a_workflow_has_no_error_just_when_a_dry_run_of_it_has_no_problem(mutations):
    workflow = CHAIN
    for mutate in mutations:
        workflow = mutate(workflow)
    errors = [i for i in check(workflow, CURATION) if i.severity is Severity.ERROR]
    problems = [problem for call in dry_run(workflow, CURATION) for problem in call.problems]
    assert bool(errors) == (bool(problems) or not workflow.steps), (errors, problems)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_step_alone_shows_its_request(tool):
    workflow = edits.insert(Workflow("w"), tool.name)
    assert dry_run(workflow, CURATION)[0].request is not None
