import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.errors import CommandError
from graphwright.raw import Raw
from graphwright.workflow import edits
from graphwright.workflow.expressions import StepOutput, expressions
from graphwright.workflow.model import Binding, Input, Step, Workflow
from graphwright.workflow.references import Use, inputs_in, uses, uses_of_step

CHAIN = Workflow(
    "chain",
    inputs=(Input("email"),),
    steps=(
        Step("find", "findOrders", bindings={"email": Binding("$inputs.email")}),
        Step("get", "getOrder", "", ("find",), {"id": Binding("$steps.find.outputs.[0].id")}),
        Step(
            "refund",
            "refund",
            after=("get",),
            bindings={
                "id": Binding("$steps.get.outputs.id"),
                "note": Binding("for {$steps.find.outputs.[0].name}"),
            },
            success=("$steps.get.outputs.status == 'paid'", "$statusCode == 200"),
        ),
    ),
    outputs={"order": "$steps.get.outputs.id"},
)


def dangling(workflow):
    """References to steps and inputs that are not there."""
    steps, inputs = {step.id for step in workflow.steps}, {one.name for one in workflow.inputs}
    for use in uses(workflow):
        for found in expressions(use.source):
            if isinstance(found, StepOutput) and found.step not in steps:
                yield use
        yield from (use for name in inputs_in(use.source, workflow) if name not in inputs)
    for step in workflow.steps:
        yield from (id for id in step.after if id not in steps)


def test_insert_makes_a_readable_id_of_its_own():
    workflow = edits.insert(edits.insert(Workflow("w"), "getUser"), "getUser", 0)
    assert [step.id for step in workflow.steps] == ["getUser_2", "getUser"]
    assert edits.insert(Workflow("w"), "get /orders/{id}").steps[0].id == "get_orders_id"
    assert edits.insert(Workflow("w"), "주문").steps[0].id == "step"


def test_removal_unbinds_what_read_from_the_step():
    workflow = edits.remove(CHAIN, "get")
    refund = workflow.step("refund")
    assert dict(refund.bindings) == {"note": Binding("for {$steps.find.outputs.[0].name}")}
    assert refund.after == ("find",)
    assert refund.success == ("$statusCode == 200",)
    assert not workflow.outputs


def test_removal_takes_the_offered_rewiring():
    use = Use("refund", "id", "$steps.get.outputs.id")
    assert use in uses_of_step(CHAIN, "get")
    workflow = edits.remove(CHAIN, "get", {use: "$steps.find.outputs.[0].id"})
    assert workflow.step("refund").bindings["id"] == Binding("$steps.find.outputs.[0].id")
    workflow = edits.remove(CHAIN, "get", {use: "$inputs.order"})
    assert [one.name for one in workflow.inputs] == ["email", "order"]


def test_removal_takes_away_the_jumps_of_a_document_to_the_step():
    jump = {"arazzo": {"onFailure": [{"type": "goto", "stepId": "get"}, {"type": "end"}]}}
    first = Step("find", "findOrders", raw=Raw.of(jump))
    workflow = edits.remove(Workflow("w", steps=(first, CHAIN.steps[1])), "get")
    assert workflow.step("find").raw.value() == {"arazzo": {"onFailure": [{"type": "end"}]}}


def test_rename_reaches_everything():
    workflow = edits.rename_step(CHAIN, "get", "read")
    assert not list(dangling(workflow))
    assert workflow.step("refund").success[0] == "$steps.read.outputs.status == 'paid'"
    assert workflow.outputs == {"order": "$steps.read.outputs.id"}


@pytest.mark.parametrize("new", ["", "find", "a b", "a.b"])
def test_a_taken_or_odd_id_is_refused(new):
    with pytest.raises(CommandError):
        edits.rename_step(CHAIN, "get", new)


def test_a_copy_reads_what_the_step_reads():
    workflow = edits.duplicate(CHAIN, "get")
    assert [step.id for step in workflow.steps] == ["find", "get", "getOrder", "refund"]
    assert workflow.step("getOrder").bindings == CHAIN.step("get").bindings


def test_binding_to_a_new_input_makes_it():
    workflow = edits.bind(CHAIN, "refund", "reason", "$inputs.why")
    assert workflow.inputs[-1] == Input("why")


@pytest.mark.parametrize("source", ["", "text", "$steps.nowhere.outputs.id"])
def test_binding_to_what_is_not_there_is_refused(source):
    with pytest.raises(CommandError):
        edits.bind(CHAIN, "refund", "reason", source)


def test_renamed_input_is_renamed_where_it_is_read():
    workflow = edits.set_input(CHAIN, Input("mail"), old="email")
    assert workflow.step("find").bindings["email"] == Binding("$inputs.mail")


def test_removed_input_unbinds_its_readers():
    workflow = edits.remove_input(CHAIN, "email")
    assert not workflow.inputs
    assert not workflow.step("find").bindings


STEPS = st.integers(0, 5)
INPUTS = st.sampled_from(["email", "a", "b", "a.b"])
PARAMETERS = st.sampled_from(["id", "note", "lines[].sku"])
sources = st.builds(
    "$steps.{}.outputs.x".format, st.sampled_from(["find", "get", "refund", "t", "t_2"])
)
sources |= st.builds("$inputs.{}".format, INPUTS) | st.builds("say {{$inputs.{}}}".format, INPUTS)


def chosen(workflow, number):
    return workflow.steps[number % len(workflow.steps)].id if workflow.steps else "none"


edit = st.one_of(
    st.builds(lambda n: lambda w: edits.insert(w, "t", n), STEPS),
    st.builds(lambda n: lambda w: edits.remove(w, chosen(w, n)), STEPS),
    st.builds(lambda n, m: lambda w: edits.move(w, chosen(w, n), m), STEPS, STEPS),
    st.builds(lambda n: lambda w: edits.duplicate(w, chosen(w, n)), STEPS),
    st.builds(
        lambda n, p, s: lambda w: edits.bind(w, chosen(w, n), p, s), STEPS, PARAMETERS, sources
    ),
    st.builds(lambda n, p: lambda w: edits.unbind(w, chosen(w, n), p), STEPS, PARAMETERS),
    st.builds(
        lambda n, p: lambda w: edits.set_value(w, chosen(w, n), p, {"x": 1}), STEPS, PARAMETERS
    ),
    st.builds(
        lambda n, m: lambda w: edits.wait_for(w, chosen(w, n), (chosen(w, m),)), STEPS, STEPS
    ),
    st.builds(
        lambda n, new: lambda w: edits.rename_step(w, chosen(w, n), new),
        STEPS,
        st.sampled_from(["t", "x", "find", "y_1"]),
    ),
    st.builds(lambda name, old: lambda w: edits.set_input(w, Input(name), old), INPUTS, INPUTS),
    st.builds(lambda name: lambda w: edits.remove_input(w, name), INPUTS),
    st.builds(lambda name, s: lambda w: edits.set_output(w, name, s), INPUTS, sources),
)


@settings(max_examples=300)
@given(st.lists(edit, max_size=12))
def test_no_edit_leaves_a_reference_dangling(commands):
    workflow = CHAIN
    for command in commands:
        try:
            workflow = command(workflow)
        except CommandError:
            continue
        assert not list(dangling(workflow))
        ids = [step.id for step in workflow.steps]
        assert len(set(ids)) == len(ids)
