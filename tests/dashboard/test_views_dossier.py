import pytest

from graphwright.curate.curation import Curation
from graphwright.graph import Group, ToolGraph
from graphwright.relations import Evidence, Relation, RelationKind
from graphwright.tools import Effects, Field, Location, Parameter, Tool
from graphwright.workflow.model import Step, Workflow
from graphwright_dashboard.views.areas import parted
from graphwright_dashboard.views.dossier import (
    effects,
    kind_lines,
    related,
    returns,
    reviewed,
    takes,
    used_in,
)
from graphwright_dashboard.views.finding import found
from graphwright_dashboard.views.stylesheet import stylesheet
from graphwright_dashboard.views.tokens import THEMES, tokens

REQUIRES, SIMILAR = RelationKind.REQUIRES, RelationKind.SIMILAR_TO

GET = Tool(
    "getOrder",
    method="get",
    path="/orders/{orderId}",
    parameters=(
        Parameter("include", "array", items="string", location=Location.QUERY),
        Parameter("orderId", format="uuid", required=True, location=Location.PATH),
        Parameter("state", enum=("open", "sent")),
    ),
    outputs=(Field("total", "number"), Field("id", format="uuid"), Field("")),
)
CANCEL = Tool("cancelOrder", method="delete", path="/orders/{orderId}", order=1)
REFUND = Tool("refund_order", method="post", order=2)
BY_ID = Evidence("id", "orderId from getOrder.id", "orderId", "id")
RELATIONS = [
    Relation("cancelOrder", "getOrder", REQUIRES, 0.9, evidence=(BY_ID,)),
    Relation("refund_order", "getOrder", REQUIRES, 0.6, evidence=(BY_ID,)),
    Relation("getOrder", "refund_order", SIMILAR, 0.3),
]
GRAPH = ToolGraph.of([GET, CANCEL, REFUND], RELATIONS, [Group("orders")])
CURATION = Curation(graph=GRAPH, base=GRAPH)


def test_what_is_required_comes_first():
    assert [(line.name, line.kind) for line in takes(GET)] == [
        ("orderId", "uuid · path · required"),
        ("include", "string[] · query"),
        ("state", "enum(2)"),
    ]


def test_fields_that_feed_tools_come_first():
    assert [(line.name, line.kind) for line in returns(GRAPH, GET)] == [
        ("id", "uuid → 2 tools"),
        ("total", "number"),
        ("the body", "string"),
    ]


def test_relations_are_counted_by_kind_and_direction():
    lines = [
        (line.kind, line.total, line.note, line.open) for line in kind_lines(GRAPH, "getOrder")
    ]
    assert lines == [(REQUIRES, 2, "2 in · 0 out", 2), (SIMILAR, 1, "", 1)]
    assert kind_lines(GRAPH, "nobody") == []
    assert [r.confidence for r in related(GRAPH, "getOrder")] == [0.9, 0.6, 0.3]


def test_what_was_reviewed_is_said():
    decided = RELATIONS[0].decided(RELATIONS[0].verdict.ACCEPTED, at="2026-01-01")
    assert reviewed(RELATIONS) == "3 open"
    assert reviewed([decided, RELATIONS[1]]) == "1 of 2 reviewed"
    assert reviewed([]) == ""


EFFECTS = [
    (GET, ["read-only"]),
    (CANCEL, ["writes", "may destroy"]),
    (Tool("a"), []),
    (Tool("a", effects=Effects(open_world=True, read_only=True)), ["read-only", "reaches outside"]),
    (Tool("a", method="post", effects=Effects(idempotent=False)), ["writes", "not idempotent"]),
    (Tool("a", deprecated=True), ["deprecated"]),
]


@pytest.mark.parametrize(("tool", "words"), EFFECTS)
def test_effects_are_said_where_they_are_known(tool, words):
    assert effects(tool) == words


def test_workflows_that_call_a_tool_are_named():
    workflow = Workflow("w", "Send it back", steps=(Step("one", "getOrder"),))
    given = Curation(workflows=CURATION.workflows.set("w", workflow))
    assert used_in(given, "getOrder") == ["Send it back"]
    assert used_in(given, "cancelOrder") == []


FINDS = [
    ("getorder", ["getOrder"]),
    ("order", ["getOrder", "cancelOrder", "refund_order", "orders"]),
    ("ord", ["getOrder", "cancelOrder", "refund_order", "orders"]),
    ("can ord", ["cancelOrder"]),
    ("refundorder", ["refund_order"]),
    ("cancleOrder", ["cancelOrder"]),
    ("zzzz", []),
    ("   ", []),
]


@pytest.mark.parametrize(("text", "names"), FINDS)
def test_names_are_found_by_letters(text, names):
    assert sorted(one.name for one in found(CURATION, text)) == sorted(names)


def test_the_exact_name_is_the_first():
    assert found(CURATION, "getOrder")[0].name == "getOrder"
    assert all(one.kind == "tool" for one in found(CURATION, "order", groups=False))
    assert len(found(CURATION, "order", 2)) == 2


def of_one_group(names: list[str]) -> ToolGraph:
    tools = [
        Tool(n, path=f"/{n.partition('_')[2]}s", method="get", order=i) for i, n in enumerate(names)
    ]
    belongs = [Relation(n, "all", RelationKind.BELONGS_TO) for n in names]
    return ToolGraph.of(tools, belongs, [Group("all")])


def test_one_overlarge_group_is_shown_in_parts():
    names = [f"{verb}_{noun}" for noun in ("pod", "node", "secret", "event") for verb in VERBS]
    shown = parted(of_one_group(names))
    assert {part: len(tools) for part, tools in shown.members.items()} == {
        "pod": 10,
        "node": 10,
        "secret": 10,
        "event": 10,
    }
    assert set(shown.tools) == set(names)


VERBS = ("get", "list", "create", "delete", "patch", "watch", "read", "bind", "log", "proxy")


def test_groups_that_tell_something_are_left_as_they_are():
    assert parted(GRAPH) is GRAPH
    small = of_one_group(["get_pod", "get_node"])
    assert parted(small) is small


TOKENS = """
:root{ --bar:48px; /* --not:1 */ --rel-requires-w:2.5; }
:root,[data-theme=light]{ --text:#111; }
[data-theme=dark]{ --text:#EEE }
"""


def test_tokens_are_read_by_theme():
    assert tokens(TOKENS, "light") == {"bar": "48px", "rel-requires-w": "2.5", "text": "#111"}
    assert tokens(TOKENS, "dark")["text"] == "#EEE"


@pytest.mark.parametrize("theme", THEMES)
def test_every_kind_has_a_line_of_its_own(theme):
    from graphwright_dashboard.app import assets_folder

    sheet = stylesheet(tokens((assets_folder() / "tokens.css").read_text(), theme))
    looks = {}
    for rule in sheet:
        for kind in RelationKind:
            if rule["selector"] == f'edge[relation = "{kind}"]':
                style = rule["style"]
                looks[kind] = (
                    style["line-color"],
                    style.get("line-style"),
                    style["target-arrow-shape"],
                )
    assert set(looks) == set(RelationKind)
    assert len(set(looks.values())) == len(RelationKind)
