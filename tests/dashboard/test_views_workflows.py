"""What the workflow page shows and does, as plain values."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.curate.curation import Curation
from graphwright.errors import CommandError, GraphwrightError
from graphwright.issues import IssueCode
from graphwright.search.index import SearchIndex
from graphwright.workflow import edits
from graphwright.workflow.check import check
from graphwright.workflow.model import Workflow
from graphwright.workflow.repairs import repairs
from graphwright.workflow.texts import written
from graphwright_dashboard.sample import sample_curation
from graphwright_dashboard.views.palette import offered
from graphwright_dashboard.views.workflow_address import Address
from graphwright_dashboard.views.workflow_gestures import command, edited
from graphwright_dashboard.views.workflow_ghost import asked, missing
from graphwright_dashboard.views.workflow_layers import branches, layers
from graphwright_dashboard.views.workflow_tree import tree

CURATION = sample_curation()
GRAPH = CURATION.graph
REFUND = CURATION.workflows["process-a-refund"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/workflows", Address()),
        ("/workflows/a%2Fb?step=s&view=dry", Address("a/b", "s", "dry")),
        ("/workflows/a?view=nothing&form=xml&ask=me", Address("a")),
        ("/workflows/a?view=text&form=yaml", Address("a", view="text", form="yaml")),
        ("/workflows/a?id=b", Address("a")),
    ],
)
def test_an_address_is_read(path, expected):
    assert Address.read(path) == expected


@settings(max_examples=50)
@given(st.builds(Address, st.text(), st.text(), fault=st.text(), given=st.text()))
def test_an_address_leads_back_to_itself(at):
    found = Address.read(at.path())
    if at.id == at.id.strip("/") and not any("\ud800" <= c <= "\udfff" for c in at.id):
        assert found == at


def test_inputs_of_a_dry_run_are_an_object_or_nothing():
    assert Address("a", given='{"email": "a@b.c"}').inputs == {"email": "a@b.c"}
    assert Address("a", given="[1]").inputs == Address("a", given="{").inputs == {}


def test_the_tree_shows_what_fits_and_what_does_not():
    step = REFUND.step("refund")
    found = tree(REFUND, step, GRAPH.tools[step.tool].parameter("orderId"), GRAPH)
    titles = [node.label for node in found]
    assert titles == ["Likeliest", "Inputs", "2 getOrder", "1 findOrdersByEmail"]
    assert found[0].inner[0].source == "$steps.order.outputs.id"
    order = {node.label: node for node in found[2].inner}
    assert order["customerId"].fit == "doubt"
    assert order["lines"].fit == "misfit"
    assert order["shipments"].inner[1].source == "$steps.order.outputs.shipments[0].orderId"


def test_every_value_of_the_tree_can_be_bound():
    step = REFUND.step("refund")

    def sources(nodes):
        for node in nodes:
            yield from ([node.source] if node.source else [])
            yield from sources(node.inner)

    for source in sources(tree(REFUND, step, GRAPH.tools[step.tool].parameters[0], GRAPH)):
        after = edits.bind(REFUND, "refund", "orderId", source)
        wrong = [i for i in check(after, CURATION) if i.code is IssueCode.UNKNOWN_SOURCE]
        assert not wrong, source


def test_steps_that_do_not_need_each_other_share_a_layer():
    side = edits.insert(REFUND, "getInvoice", 2)
    side = edits.bind(side, "getInvoice", "orderId", "$steps.order.outputs.id")
    assert layers(side) == (("find",), ("order",), ("getInvoice", "refund"))
    assert branches(side)
    assert not branches(REFUND)
    assert layers(Workflow("w")) == ()


def test_a_cycle_has_layers_too():
    circular = edits.wait_for(REFUND, "find", ("refund",))
    assert sorted(id for layer in layers(circular) for id in layer) == ["find", "order", "refund"]


def test_a_ghost_stands_for_what_is_missing_or_for_an_id_that_is_asked():
    alone = edits.insert(Workflow("w"), "requestRefund")
    assert missing(alone, GRAPH).parameter == "orderId"
    given = edits.bind(alone, "requestRefund", "orderId", "$inputs.orderId")
    given = edits.set_value(given, "requestRefund", "reason", "damaged")
    assert missing(given, GRAPH) is None
    assert asked(given, GRAPH, "requestRefund").ghost.tool in GRAPH.tools


def test_letters_of_a_name_come_before_what_search_finds():
    index = SearchIndex(CURATION)
    ((title, offers),) = offered(CURATION, index, REFUND, "order", "getInv")
    assert (title, offers[0].tool) == ("Found", "getInvoice")
    assert offers[0].lacks == ()
    assert offered(CURATION, index, REFUND, "order", "\x00zzzz qqqq") == ()
    titles = [title for title, _ in offered(CURATION, index, REFUND, "order", "")]
    assert titles[0] == "Ready after step 2"


def test_a_removal_takes_the_inputs_along_that_nobody_else_reads():
    after = edited(REFUND, GRAPH, {"edit": "remove", "step": "refund"})
    assert [one.name for one in after.inputs] == ["email"]


def test_a_rewired_input_has_the_type_of_the_parameter():
    use = {"step": "refund", "name": "orderId", "source": "$inputs.orderId"}
    after = edited(REFUND, GRAPH, {"edit": "remove", "step": "order", "rewire": [use]})
    assert next(one for one in after.inputs if one.name == "orderId").required


@pytest.mark.parametrize(
    ("tool", "parameter", "typed", "value"),
    [
        ("requestRefund", "orderId", "17", "17"),
        ("findOrdersByEmail", "limit", "17", 17),
        ("findOrdersByEmail", "limit", "many", "many"),
    ],
)
def test_a_constant_is_text_where_text_is_wanted(tool, parameter, typed, value):
    workflow = edits.insert(Workflow("w"), tool)
    request = {"edit": "constant", "step": tool, "parameter": parameter, "value": typed}
    assert edited(workflow, GRAPH, request).steps[0].bindings[parameter].value == value


def test_a_text_keeps_the_id_of_its_workflow():
    renamed = written(replace(REFUND, goal="other"))
    assert edited(REFUND, GRAPH, {"edit": "text", "text": renamed}).goal == "other"
    with pytest.raises(CommandError, match="stays"):
        edited(REFUND, GRAPH, {"edit": "text", "text": written(replace(REFUND, id="other"))})


@pytest.mark.parametrize(
    "request_",
    [{}, {"edit": "remove"}, {"edit": "insert", "tool": "nothing"}, {"edit": "wait", "step": "x"},
     {"edit": "ghost", "step": "order", "parameter": "x", "tool": "y"},
     {"edit": "rename-input", "name": "x", "to": "y"}, {"edit": "repair", "where": 3}],
)  # fmt: skip
def test_what_is_no_edit_is_refused_with_a_sentence(request_):
    with pytest.raises(GraphwrightError, match=r"\.$"):
        command(CURATION, {"do": "edit-workflow", "id": REFUND.id, **request_})


TOOLS = ["getInvoice", "cancelOrder", "listOrders", "requestRefund", "getShipment"]
IDS = st.sampled_from(["find", "order", "refund", "getInvoice", "cancelOrder", "listOrders"])
SOURCES = st.sampled_from(
    ["$steps.find.outputs.orders[0].id", "$steps.order.outputs.id", "$inputs.email", "$inputs.new"]
)
GESTURES = st.one_of(
    st.builds(lambda t, n: {"edit": "insert", "tool": t, "position": n}, st.sampled_from(TOOLS),
              st.integers(0, 5)),
    st.builds(lambda s: {"edit": "remove", "step": s}, IDS),
    st.builds(lambda s, r, v: {"edit": "remove", "step": s,
                               "rewire": [{"step": r, "name": "orderId", "source": v}]},
              IDS, IDS, SOURCES),
    st.builds(lambda s, n: {"edit": "move", "step": s, "position": n}, IDS, st.integers(0, 5)),
    st.builds(lambda s: {"edit": "duplicate", "step": s}, IDS),
    st.builds(lambda s, v: {"edit": "bind", "step": s, "parameter": "orderId", "source": v},
              IDS, SOURCES),
    st.builds(lambda s: {"edit": "unbind", "step": s, "parameter": "orderId"}, IDS),
    st.builds(lambda s, t: {"edit": "rename", "step": s, "to": t}, IDS,
              st.sampled_from(["a", "b", "order", ""])),
    st.builds(lambda s, a: {"edit": "wait", "step": s, "after": a}, IDS, st.lists(IDS, max_size=2)),
    st.builds(lambda n: {"edit": "remove-input", "name": n}, st.sampled_from(["email", "reason"])),
    st.builds(lambda s, t: {"edit": "ghost", "step": s, "parameter": "orderId", "tool": t}, IDS,
              st.sampled_from(["listOrders", "findOrdersByEmail"])),
    st.builds(lambda n: {"repair": n}, st.integers(0, 6)),
    st.sampled_from([{"edit": "map"}, {"edit": "tidy"}, {"edit": "remove-output", "name": "refund"},
                     {"edit": "output", "name": "all", "source": "$steps.order.outputs"}]),
)  # fmt: skip


def gesture(workflow: Workflow, request: dict[str, object]) -> Workflow:
    if "repair" not in request:
        return edited(workflow, GRAPH, request)
    found = [(i, r) for i in check(workflow, CURATION) for r in repairs(workflow, i, GRAPH)]
    if not found:
        return workflow
    issue, repair = found[int(request["repair"]) % len(found)]
    here = Curation(graph=GRAPH, workflows=CURATION.workflows.set(workflow.id, workflow))
    said = {"where": issue.where, "code": issue.code.value, "label": repair.label}
    return command(here, {"id": workflow.id, "edit": "repair", **said}).workflow


@settings(max_examples=120, deadline=None)
@given(st.lists(GESTURES, max_size=8))
def test_no_gesture_leaves_a_reference_dangling(requests):
    workflow = REFUND
    for request in requests:
        try:
            workflow = gesture(workflow, request)
        except GraphwrightError:
            continue
        for issue in check(workflow, CURATION):
            assert "is not there" not in issue.message, (request, issue)
            assert "is not declared" not in issue.message, (request, issue)
