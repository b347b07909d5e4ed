import copy
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.formats import read as read_file
from graphwright.formats.documents import parse
from graphwright.graph import ToolGraph
from graphwright.issues import IssueCode, Severity
from graphwright.tools import Field, Location, Parameter, Tool
from graphwright.workflow import arazzo, edits
from graphwright.workflow.check import check
from graphwright.workflow.model import Binding, Input, Step, Workflow

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "arazzo"
TOOLS = (
    Tool("listOrders", method="get", path="/orders", source="shop.json",
         parameters=(Parameter("email", location=Location.QUERY),
                     Parameter("X-Trace", location=Location.HEADER)),
         outputs=(Field("items[].id"), Field("total", "integer"))),
    Tool("get /orders/{orderId}", method="get", path="/orders/{orderId}", source="shop.json",
         parameters=(Parameter("orderId", required=True, location=Location.PATH),),
         outputs=(Field("id"), Field("lines", "array"), Field("lines[].sku"))),
    Tool("refund", method="post", path="/orders/{orderId}/refund", source="shop.json",
         parameters=(Parameter("orderId", required=True, location=Location.PATH),
                     Parameter("reason", required=True, location=Location.BODY),
                     Parameter("customer.email", location=Location.BODY),
                     Parameter("lines[].sku", location=Location.BODY),
                     Parameter("skus", "array", location=Location.BODY)),
         outputs=(Field("id"),)),
)  # fmt: skip
GRAPH = ToolGraph.of(TOOLS)
URL = "{$sourceDescriptions.shop.url}"
DOCUMENT = {
    "arazzo": "1.0.1",
    "info": {"title": "Refunds", "version": "1"},
    "sourceDescriptions": [{"name": "shop", "url": "./shop.json", "type": "openapi"}],
    "workflows": [
        {
            "workflowId": "refund",
            "summary": "refund the last order",
            "inputs": {
                "type": "object",
                "properties": {
                    "email": {"type": "string", "format": "email"},
                    "env": {"type": "object"},
                },
                "required": ["email"],
            },
            "parameters": [{"name": "X-Trace", "in": "header", "value": "t-{$inputs.email}"}],
            "steps": [
                {
                    "stepId": "find",
                    "description": "finds it",
                    "operationId": "$sourceDescriptions.shop.listOrders",
                    "parameters": [{"reference": "$components.parameters.mail"}],
                    "successCriteria": [{"condition": "$statusCode == 200"}],
                    "outputs": {
                        "order": "$response.body#/items/0/id",
                        "rate": "$response.header.X-Rate",
                    },
                },
                {
                    "stepId": "get",
                    "operationPath": f"{URL}#/paths/~1orders~1{{orderId}}/get",
                    "parameters": [
                        {"name": "orderId", "in": "path", "value": "$steps.find.outputs.order"}
                    ],
                    "onFailure": [{"name": "again", "type": "goto", "stepId": "find"}],
                    "outputs": {"whole": "$response.body"},
                },
                {
                    "stepId": "refund",
                    "operationId": "refund",
                    "dependsOn": ["get"],
                    "parameters": [
                        {"name": "orderId", "in": "path", "value": "$steps.get.outputs.whole#/id"}
                    ],
                    "requestBody": {
                        "contentType": "application/json",
                        "payload": {
                            "reason": "late",
                            "customer": {"email": "{$inputs.email}"},
                            "lines": [{"sku": "$steps.get.outputs.whole.lines.0.sku"}],
                        },
                        "replacements": [
                            {"target": "/reason", "value": "$steps.find.outputs.rate"}
                        ],
                    },
                    "outputs": {"id": "$response.body#/id"},
                },
            ],
            "outputs": {"refund": "$steps.refund.outputs.id"},
        }
    ],
    "components": {
        "parameters": {"mail": {"name": "email", "in": "query", "value": "$inputs.email"}}
    },
}


def reread(workflows, graph=GRAPH, as_yaml=False):
    written = arazzo.write(workflows, graph, as_yaml=as_yaml)
    document, _ = parse(written, "x.yaml" if as_yaml else "x.json")
    return document, arazzo.read(document, "", graph).workflows


def sources(workflow, step):
    return {name: one.source or one.value for name, one in workflow.step(step).bindings.items()}


def test_a_document_is_read_as_steps_with_bindings():
    (workflow,) = arazzo.read(DOCUMENT, "refund.json", GRAPH).workflows
    assert [step.tool for step in workflow.steps] == [
        "listOrders",
        "get /orders/{orderId}",
        "refund",
    ]
    assert (workflow.id, workflow.goal) == ("refund", "refund the last order")
    assert workflow.inputs == (Input("email"), Input("env", "object", required=False))
    assert sources(workflow, "find") == {"X-Trace": "t-{$inputs.email}", "email": "$inputs.email"}
    assert sources(workflow, "get")["orderId"] == "$steps.find.outputs.items[0].id"
    assert sources(workflow, "refund") == {
        "X-Trace": "t-{$inputs.email}",
        "orderId": "$steps.get.outputs.id",
        "reason": "$steps.find.outputs.rate",
        "customer.email": "$inputs.email",
        "lines[0].sku": "$steps.get.outputs.lines[0].sku",
    }
    assert workflow.step("find").outputs == {"rate": "$response.header.X-Rate"}
    assert workflow.step("refund").after == ("get",)


def test_a_document_checks_without_an_error():
    read = arazzo.read(DOCUMENT, "", GRAPH)
    issues = (*read.issues, *check(read.workflows[0], SimpleNamespace(graph=GRAPH)))
    assert {issue.code for issue in issues} == {IssueCode.NOT_EXPRESSED, IssueCode.UNUSED_INPUT}
    assert {issue.severity for issue in issues} == {Severity.NOTE}


@pytest.mark.parametrize("as_yaml", [False, True])
@pytest.mark.parametrize("graph", [GRAPH, ToolGraph()])
def test_what_was_not_edited_is_written_back_word_for_word(as_yaml, graph):
    read = arazzo.read(DOCUMENT, "", graph).workflows
    document, again = reread(read, graph, as_yaml)
    assert document == DOCUMENT
    assert again == read


def test_an_edit_changes_its_own_place_alone():
    (workflow,) = arazzo.read(DOCUMENT, "", GRAPH).workflows
    edited = edits.set_value(workflow, "get", "orderId", "7")
    document, (again,) = reread([edited])
    assert plain(again) == plain(edited)
    expected = copy.deepcopy(DOCUMENT)
    step = expected["workflows"][0]["steps"][1]
    step["parameters"] = [{"name": "orderId", "in": "path", "value": "7"}]
    assert document == expected


@pytest.mark.parametrize(
    "edit",
    [
        lambda w: edits.rename_step(w, "find", "search"),
        lambda w: edits.remove(w, "get"),
        lambda w: edits.duplicate(w, "find"),
        lambda w: edits.insert(w, "refund", 1),
        lambda w: edits.bind(w, "refund", "skus", "$steps.get.outputs.lines[].sku"),
        lambda w: edits.unbind(w, "refund", "reason"),
        lambda w: edits.unbind(w, "refund", "X-Trace"),
        lambda w: edits.set_input(w, Input("mail"), "email"),
        lambda w: edits.set_output(w, "skus", "$steps.get.outputs.lines[].sku"),
        lambda w: edits.set_goal(w, "another"),
        lambda w: edits.explain(w, "find", "because"),
        lambda w: edits.wait_for(w, "get", ("find",)),
        lambda w: edits.replace_tool(w, "get", "listOrders"),
    ],
)
def test_an_edited_workflow_reads_back_as_it_is(edit):
    (workflow,) = arazzo.read(DOCUMENT, "", GRAPH).workflows
    edited = edit(workflow)
    _, (again,) = reread([edited])
    assert plain(again) == plain(edited)


def plain(workflow):
    """A workflow without what its document said in other words."""
    steps = [
        (s.id, s.tool, s.reason, s.after, s.bindings, s.success, s.outputs) for s in workflow.steps
    ]
    return workflow.id, workflow.goal, workflow.inputs, steps, workflow.outputs


OURS = Workflow(
    "ours",
    "refund it",
    (Input("email"), Input("count", "integer", False, "how many")),
    (
        Step("list", "listOrders", "finds them", (), {"email": Binding("$inputs.email")}),
        Step(
            "refund",
            "refund",
            "the goal",
            ("list",),
            {
                "orderId": Binding("$steps.list.outputs.items[].id"),
                "reason": Binding(None, "late"),
                "customer.email": Binding("to {$inputs.email}"),
                "lines[].sku": Binding("$steps.list.outputs.items[0].id"),
                "skus": Binding("$steps.list.outputs.items[].id"),
            },
            ("$statusCode == 201",),
        ),
        Step("again", "get /orders/{orderId}", "", (), {"orderId": Binding(None, 3)}),
    ),
    {"all": "$steps.list.outputs.items[].id", "one": "$steps.refund.outputs.id"},
)


def test_our_own_workflow_reads_back_as_it_was():
    document, (again,) = reread([OURS])
    assert plain(again) == plain(OURS)
    assert not [i for i in arazzo.read(document).issues if i.severity is not Severity.NOTE]


def test_a_tool_without_an_id_is_called_by_its_path():
    document, _ = reread([OURS])
    path = "{$sourceDescriptions.shop.url}#/paths/~1orders~1{orderId}/get"
    assert document["workflows"][0]["steps"][2]["operationPath"] == path
    assert document["sourceDescriptions"] == [
        {"name": "shop", "url": "shop.json", "type": "openapi"}
    ]


def test_a_name_from_two_documents_is_called_with_its_document():
    tools = [Tool(f"{s}:ping", method="get", path="/ping", source=s) for s in ("a.json", "b.json")]
    graph = ToolGraph.of(tools)
    workflow = Workflow("w", steps=(Step("x", "b.json:ping"), Step("y", "a.json:ping")))
    document, (again,) = reread([workflow], graph)
    assert document["workflows"][0]["steps"][0]["operationId"] == "$sourceDescriptions.b.ping"
    assert plain(again) == plain(workflow)


def test_the_same_workflow_gives_the_same_bytes():
    assert arazzo.write([OURS], GRAPH) == arazzo.write([OURS], GRAPH)


def without(*path):
    document = copy.deepcopy(DOCUMENT)
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    del holder[path[-1]]
    return document


def changed(value, *path):
    document = copy.deepcopy(DOCUMENT)
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return document


W, S = ("workflows", 0), ("workflows", 0, "steps")
WORKFLOW, STEP = "#/workflows/0", "#/workflows/0/steps"


@pytest.mark.parametrize(
    ("document", "where", "code"),
    [
        (changed("7", "arazzo"), "#/arazzo", "unknown-version"),
        (without("info"), "#", "bad-workflow"),
        (without("info", "title"), "#/info", "bad-workflow"),
        (without("sourceDescriptions"), "#", "bad-workflow"),
        (without("workflows"), "#", "bad-workflow"),
        (changed({}, "workflows"), "#/workflows", "bad-workflow"),
        (changed(3, *W), WORKFLOW, "bad-workflow"),
        (without(*W, "workflowId"), WORKFLOW, "bad-workflow"),
        (changed(1, *W, "stpes"), f"{WORKFLOW}/stpes", "bad-workflow"),
        (without(*S), WORKFLOW, "bad-workflow"),
        (changed("x", *S), STEP, "bad-workflow"),
        (changed([], *S, 1), f"{STEP}/1", "bad-workflow"),
        (without(*S, 1, "stepId"), f"{STEP}/1", "bad-workflow"),
        (changed("find", *S, 1, "stepId"), f"{STEP}/1/stepId", "duplicate-name"),
        (without(*S, 0, "operationId"), f"{STEP}/0", "bad-workflow"),
        (changed("w", *S, 0, "workflowId"), f"{STEP}/0/workflowId", "bad-workflow"),
        (changed(["no"], *S, 2, "dependsOn"), f"{STEP}/2/dependsOn/0", "unknown-source"),
        (
            changed("$sourceDescriptions.no.x", *S, 0, "operationId"),
            f"{STEP}/0/operationId",
            "unknown-source",
        ),
        (changed({}, *S, 0, "parameters"), f"{STEP}/0/parameters", "bad-workflow"),
        (without(*S, 1, "parameters", 0, "value"), f"{STEP}/1/parameters/0", "bad-parameter"),
        (
            changed("side", *S, 1, "parameters", 0, "in"),
            f"{STEP}/1/parameters/0/in",
            "bad-parameter",
        ),
        (
            changed("$steps.no.outputs.x", *S, 1, "parameters", 0, "value"),
            f"{STEP}/1/parameters/0/value",
            "unknown-source",
        ),
        (
            changed("$steps.find.outputs.no", *S, 1, "parameters", 0, "value"),
            f"{STEP}/1/parameters/0/value",
            "unknown-source",
        ),
        (
            changed("$components.parameters.no", *S, 0, "parameters", 0, "reference"),
            f"{STEP}/0/parameters/0/reference",
            "unresolved-ref",
        ),
        (
            changed("no", *S, 1, "onFailure", 0, "stepId"),
            f"{STEP}/1/onFailure/0/stepId",
            "unknown-source",
        ),
        (changed("?", *S, 1, "onFailure", 0, "type"), f"{STEP}/1/onFailure/0/type", "bad-workflow"),
        (changed([{}], *S, 0, "successCriteria"), f"{STEP}/0/successCriteria/0", "bad-workflow"),
        (changed(3, *S, 0, "outputs", "order"), f"{STEP}/0/outputs/order", "bad-workflow"),
        (
            changed("$steps.no.outputs.x", *W, "outputs", "refund"),
            f"{WORKFLOW}/outputs/refund",
            "unknown-source",
        ),
        (
            changed({"$ref": "#/components/inputs/no"}, *W, "inputs"),
            f"{WORKFLOW}/inputs/$ref",
            "unresolved-ref",
        ),
    ],
)
def test_what_is_wrong_has_its_place(document, where, code):
    issues = arazzo.read(document, "bad.yaml", GRAPH).issues
    assert (code, where) in {(issue.code, issue.where) for issue in issues}


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for key, inner in enumerate(value):
            yield from places(inner, (*path, key))


PLACES = [path for path in places(DOCUMENT) if path]
ODD = [
    None, 3, True, "", "x" * 3000, [], {}, [[]], {"$ref": "#/workflows"}, "$steps..outputs", "<b>",
    "$steps.find.outputs.order", ["find"], {"name": {}}, [{"stepId": []}],
]  # fmt: skip


def put(document, path, value):
    """The document with a value at a place, where that place still is."""
    holder = document
    for key in path[:-1]:
        known = isinstance(holder, dict) and key in holder
        listed = isinstance(holder, list) and isinstance(key, int) and key < len(holder)
        if not known and not listed:
            return
        holder = holder[key]
    key = path[-1]
    named = isinstance(holder, dict) and isinstance(key, str)  # JSON has no other keys
    if named or (isinstance(holder, list) and key in range(len(holder))):
        holder[key] = value


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(ODD)), min_size=1, max_size=3))
def test_no_document_is_an_exception(changes):
    document = copy.deepcopy(DOCUMENT)
    for path, value in changes:
        put(document, path, copy.deepcopy(value))
    read = arazzo.read(document, "", GRAPH)
    for workflow in read.workflows:
        check(workflow, SimpleNamespace(graph=GRAPH))
    _, again = reread(read.workflows)
    assert len(again) == len(read.workflows)


def real_documents():
    if not DATA.is_dir():
        return
    for path in sorted(DATA.rglob("*.yaml")):
        if b"arazzo:" in path.read_bytes()[:2000]:
            yield pytest.param(path, id=str(path.relative_to(DATA)))


REAL = list(real_documents())


@cache
def read_tools(path):
    return read_file(path.read_bytes(), path.name).tools


def tools_beside(document, path):
    """The tools of the documents that a real one names, where they are at hand."""
    tools = []
    for source in document.get("sourceDescriptions") or ():
        near = path.parent / str(source.get("url"))
        if near.is_file() and source.get("type") == "openapi":
            tools += read_tools(near)
    return ToolGraph.of(tools)


@pytest.mark.skipif(not REAL, reason="the real Arazzo documents are not at hand")
@pytest.mark.parametrize("path", REAL)
def test_a_real_document_is_written_back_as_it_was(path):
    document, _ = parse(path.read_bytes(), path.name)
    graph = tools_beside(document, path)
    read = arazzo.read(document, path.name, graph)
    written, again = reread(read.workflows, graph)
    assert again == read.workflows
    whole = all(one.get("steps") for one in document["workflows"])
    assert written == document or not whole


# What is truly wrong in documents that are valid by the schema: an output that no step offers, an
# operation in other letters, a required parameter that is not given.
WRONG = {"bnpl-arazzo.yaml", "FAPI-PAR.arazzo.yaml", "pet-coupons.arazzo.yaml",
         "local-json-server.arazzo.yaml"}  # fmt: skip


@pytest.mark.skipif(not REAL, reason="the real Arazzo documents are not at hand")
@pytest.mark.parametrize("path", [one for one in REAL if one.values[0].name not in WRONG])
def test_a_real_document_checks_without_an_error_unless_it_is_meant_to(path):
    document, _ = parse(path.read_bytes(), path.name)
    graph = tools_beside(document, path)
    read = arazzo.read(document, path.name, graph)
    known = {workflow.id: workflow for workflow in read.workflows}
    holder = SimpleNamespace(graph=graph, workflows=known)
    issues = [*read.issues, *(i for w in read.workflows for i in check(w, holder))]
    errors = [issue for issue in issues if issue.severity is Severity.ERROR]
    assert bool(errors) is ("not-valid" in str(path))
