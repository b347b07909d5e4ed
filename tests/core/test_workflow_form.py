import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.errors import ReadError
from graphwright.issues import Issue, IssueCode, Severity
from graphwright.raw import Raw
from graphwright.workflow.form import read_workflow, workflow_json
from graphwright.workflow.model import Binding, Input, Step, Workflow

REFUND = Workflow(
    "refund",
    "refund the last order of a customer",
    (Input("email"),),
    (
        Step("find", "findOrders", "finds it", (), {"email": Binding("$inputs.email")}),
        Step(
            "refund",
            "requestRefund",
            "the goal",
            ("find",),
            {"orderId": Binding("$steps.find.outputs.[].id"), "reason": Binding(None, "late")},
        ),
    ),
    {"refund": "$steps.refund.outputs.id"},
)


def test_form_is_the_one_of_the_command_line():
    issue = Issue(IssueCode.UNBOUND, Severity.ERROR, "/steps/0", "It is unbound.")
    assert workflow_json(REFUND, [issue]) == {
        "id": "refund",
        "goal": "refund the last order of a customer",
        "inputs": [{"name": "email", "type": "string", "required": True}],
        "steps": [
            {
                "id": "find",
                "tool": "findOrders",
                "reason": "finds it",
                "after": [],
                "bindings": {"email": {"from": "$inputs.email"}},
            },
            {
                "id": "refund",
                "tool": "requestRefund",
                "reason": "the goal",
                "after": ["find"],
                "bindings": {
                    "orderId": {"from": "$steps.find.outputs.[].id"},
                    "reason": {"from": None, "value": "late"},
                },
            },
        ],
        "outputs": {"refund": "$steps.refund.outputs.id"},
        "issues": [
            {
                "code": "unbound",
                "severity": "error",
                "where": "/steps/0",
                "message": "It is unbound.",
            }
        ],
    }


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (None, "/"),
        ([], "/"),
        ({"id": 3}, "/id"),
        ({"id": "a", "steps": [{"id": "s"}]}, "/steps/0/tool"),
        ({"id": "a", "steps": [{"id": "s", "tool": "t", "bindings": {"p": 3}}]}, "/bindings/p"),
        ({"id": "a", "inputs": {}}, "/inputs"),
        ({"id": "a", "outputs": {"x": 1}}, "/outputs/x"),
    ],
)
def test_what_is_no_workflow_is_refused_with_its_place(data, place):
    with pytest.raises(ReadError, match=place):
        read_workflow(data)


texts = st.text(max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
bindings = st.builds(Binding, texts) | st.builds(Binding, st.none(), values)
steps = st.builds(
    Step,
    texts,
    texts,
    texts,
    st.lists(texts, max_size=2).map(tuple),
    st.dictionaries(texts, bindings, max_size=3),
    st.lists(texts, max_size=2).map(tuple),
    st.dictionaries(texts, texts, max_size=2),
    st.dictionaries(texts, values, max_size=2).map(Raw.of),
)
workflows = st.builds(
    Workflow,
    texts,
    texts,
    st.lists(st.builds(Input, texts, texts, st.booleans(), texts), max_size=2).map(tuple),
    st.lists(steps, max_size=3).map(tuple),
    st.dictionaries(texts, texts, max_size=2),
    st.dictionaries(texts, values, max_size=2).map(Raw.of),
)


@given(workflows)
def test_every_workflow_reads_back_from_its_form(workflow):
    assert read_workflow(json.loads(json.dumps(workflow_json(workflow)))) == workflow
