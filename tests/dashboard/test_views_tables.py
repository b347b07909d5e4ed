"""Rows of the table twin, their columns of numbers, facets, hints, batch edits, matrix, lenses."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.curate.apply import apply
from graphwright.curate.curation import Curation, Source
from graphwright.errors import CommandError
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import evaluate
from graphwright.graph import Group, ToolGraph
from graphwright.issues import Issue, IssueCode, Severity
from graphwright.relations import Evidence, Relation, RelationKind, Verdict
from graphwright.search.index import SearchIndex
from graphwright.tools import Effects, Tool
from graphwright_dashboard.views.areas import parted
from graphwright_dashboard.views.batch import decide, edit_tools
from graphwright_dashboard.views.bundles import bundles, group_blocks
from graphwright_dashboard.views.changes import changes, united
from graphwright_dashboard.views.columns import Columns
from graphwright_dashboard.views.conditions import Asked, asked_of
from graphwright_dashboard.views.exploring import Filters, View, view_of
from graphwright_dashboard.views.facets import choices, lines
from graphwright_dashboard.views.hints import NO_DESCRIPTION, NO_WHEN, SAME, TOO_SHORT, hints
from graphwright_dashboard.views.lenses import doubt_lens, load_lens, risk_lens, score_lens
from graphwright_dashboard.views.matrix import matrix
from graphwright_dashboard.views.spread import spread
from graphwright_dashboard.views.tables import relation_page, tool_page
from graphwright_dashboard.views.trial import effect

REQUIRES, PRECEDES, SIMILAR = (
    RelationKind.REQUIRES,
    RelationKind.PRECEDES,
    RelationKind.SIMILAR_TO,
)
LONG = "Returns one order with all that is in it. Use when an order is known by its id."
TOOLS = [
    Tool("getOrder", LONG, method="get", path="/orders/{id}", source="shop", order=0),
    Tool("listOrders", "Lists.", method="get", path="/orders", source="shop", order=1),
    Tool("cancelOrder", method="delete", tags=("risky",), source="shop", order=2),
    Tool("trackParcel", "Where a parcel is now, by its number.", source="mail", order=3),
]
GROUPS = {"getOrder": "orders", "listOrders": "orders", "cancelOrder": "orders"}
RELATIONS = [
    Relation("cancelOrder", "getOrder", REQUIRES, 0.9, evidence=(Evidence("r", "by id"),)),
    Relation("getOrder", "listOrders", REQUIRES, 0.6),
    Relation("getOrder", "trackParcel", PRECEDES, 0.3),
    Relation("trackParcel", "getOrder", SIMILAR, 0.7).decided(Verdict.REJECTED),
]
BELONGS = [Relation(tool, group, RelationKind.BELONGS_TO) for tool, group in GROUPS.items()]
GRAPH = ToolGraph.of(TOOLS, [*RELATIONS, *BELONGS], [Group("orders")])
CURATION = Curation(
    graph=GRAPH,
    base=GRAPH,
    sources=(Source("shop", "openapi", "0" * 64), Source("mail", "mcp", "1" * 64)),
)
COLUMNS = Columns.of(GRAPH)
LINES = lines(CURATION)


def relations(asked=None, view=None, filters=None):
    found = relation_page(COLUMNS, view or View(), filters or Filters(), asked or Asked())
    return [(row["source"], row["target"]) for row in found.rows]


def tools(asked=None, view=None, filters=None):
    page = tool_page(LINES, view or View(), filters or Filters(), asked or Asked())
    return [row["name"] for row in page.rows]


def asked(sort=(), **columns):
    return asked_of({"startRow": 0, "endRow": 9, "sortModel": list(sort), "filterModel": columns})


def text(kind, wanted):
    return {"filterType": "text", "type": kind, "filter": wanted}


FILTERS = st.builds(
    Filters,
    off=st.frozensets(st.sampled_from(list(RelationKind))),
    verdict=st.sampled_from(["", "open", "accepted", "rejected", "odd"]),
    least=st.sampled_from([0.0, 0.5, 0.65, 0.9]),
)


@given(FILTERS)
def test_columns_let_through_what_the_filters_do(filters):
    let = {r.key for r in GRAPH.relations.values() if filters.lets(r)}
    assert {COLUMNS.relations[at].key for at in np.flatnonzero(COLUMNS.lets(filters))} == let


@given(FILTERS)
def test_columns_bundle_as_relations_do(filters):
    wanted = Counter()
    for r in filter(filters.lets, GRAPH.relations.values()):
        ends = GRAPH.group_of.get(r.source, ""), GRAPH.group_of.get(r.target, "")
        if ends[0] != ends[1] and r.kind is not RelationKind.BELONGS_TO:
            wanted[min(ends), max(ends), r.kind, ends[0] < ends[1]] += 1
    found = bundles(group_blocks(COLUMNS), COLUMNS.lets(filters))
    assert {(*p, *way): n for p, b in found.items() for way, n in b.ways.items()} == wanted
    assert all(bundle.total == sum(bundle.ways.values()) for bundle in found.values())


def test_every_relation_is_once_in_the_table_in_reading_order():
    assert relations() == [
        ("getOrder", "listOrders"),
        ("getOrder", "trackParcel"),
        ("cancelOrder", "getOrder"),
    ]
    page = relation_page(COLUMNS, View(), Filters(), Asked(1, 2))
    assert ([row["source"] for row in page.rows], page.total) == (["getOrder"], 3)


RELATION_ROWS = [
    (asked(source=text("contains", "CANCEL")), [("cancelOrder", "getOrder")]),
    (asked(target=text("startsWith", "track")), [("getOrder", "trackParcel")]),
    (asked(relation=text("equals", "precedes")), [("getOrder", "trackParcel")]),
    (asked(evidence=text("contains", "by id")), [("cancelOrder", "getOrder")]),
    (asked(state=text("contains", "reject")), []),
    (
        asked(confidence={"filterType": "number", "type": "greaterThan", "filter": 0.8}),
        [("cancelOrder", "getOrder")],
    ),
    (
        asked(
            source={
                "operator": "OR",
                "conditions": [text("equals", "cancelorder"), text("blank", None)],
            }
        ),
        [("cancelOrder", "getOrder")],
    ),
]


@pytest.mark.parametrize(("asked", "rows"), RELATION_ROWS)
def test_a_column_filters_the_relations(asked, rows):
    assert relations(asked) == rows


@pytest.mark.parametrize("column", ["source", "target", "relation", "state", "evidence"])
@pytest.mark.parametrize("down", ["asc", "desc"])
def test_relations_are_sorted_by_every_column(column, down):
    by = [{"colId": column, "sort": down}]
    page = relation_page(COLUMNS, View(), Filters(), asked(by))
    values = [str(row[column]).lower() for row in page.rows]
    order = ["requires", "requires", "precedes"]
    expected = order if column == "relation" else sorted(values)
    assert values == (expected if down == "asc" else expected[::-1])


def test_a_cell_of_the_matrix_leads_to_its_relations():
    view = view_of("/explore?view=table&rows=relations&f=from:orders&f=to:")
    assert relations(view=view) == [("getOrder", "trackParcel")]
    found = matrix(COLUMNS, Filters())
    at = {group: place for place, group in enumerate(found.groups)}
    cell = found.cells[at["orders"], at[""]]
    assert (cell.total, cell.words) == (1, "1 precedes, 1 open")
    assert found.cells[at["orders"], at["orders"]].total == 2


TOOL_ROWS = [
    (asked(name=text("contains", "order")), ["getOrder", "listOrders", "cancelOrder"]),
    (asked(method=text("equals", "tool")), ["trackParcel"]),
    (asked(path=text("endsWith", "orders")), ["listOrders"]),
    (asked(tags=text("notBlank", "")), ["cancelOrder"]),
    (asked(hint=text("contains", "no description")), ["cancelOrder"]),
    (
        asked(relations={"type": "inRange", "filter": 2, "filterTo": 2}),
        ["listOrders", "cancelOrder", "trackParcel"],
    ),
    (asked([{"colId": "name", "sort": "desc"}], name=text("contains", "list")), ["listOrders"]),
    (asked(odd=text("contains", "x"), name={"type": "odd"}), [tool.name for tool in TOOLS]),
]


@pytest.mark.parametrize(("asked", "names"), TOOL_ROWS)
def test_a_column_filters_the_tools(asked, names):
    assert tools(asked) == names


def test_facets_are_joined_by_and_their_values_by_or():
    view = view_of("/explore?f=method:GET&f=method:TOOL&f=source:shop")
    assert tools(view=view) == ["getOrder", "listOrders"]
    counted = {
        facet: {c.value: c.tools for c in some} for facet, some in choices(LINES, view.facets)
    }
    assert counted["source"] == {"shop": 2, "mail": 1}
    assert counted["method"] == {"GET": 2, "TOOL": 0, "DELETE": 1}
    assert counted["cover"]["in no golden query"] == 2


def test_hints_say_what_is_wanting_in_a_description():
    same = [replace(TOOLS[3], name=name) for name in ("a", "b")]
    found = hints([*TOOLS, *same])
    assert found["getOrder"] == ()
    assert found["listOrders"] == (TOO_SHORT, NO_WHEN)
    assert found["cancelOrder"] == (NO_DESCRIPTION, NO_WHEN)
    assert SAME in found["a"]


EDITS = [
    ("tag", "billing", lambda tool: "billing" in tool.tags),
    ("effect", "may destroy", lambda tool: tool.effects.destructive),
    ("effect", "read-only", lambda tool: tool.reads and not tool.destroys),
    ("suffix", "Ask first.", lambda tool: tool.description.endswith("Ask first.")),
    ("when", "an order is meant", lambda tool: tool.when_to_use == "an order is meant"),
    ("group", "parcels", lambda tool: True),
]


@pytest.mark.parametrize(("edit", "value", "holds"), EDITS)
def test_many_tools_are_edited_by_one_command(edit, value, holds):
    command = edit_tools(TOOLS, edit, value)
    edited = apply(CURATION, command).graph
    assert all(holds(tool) for tool in edited.tools.values())
    if edit == "group":
        assert set(edited.members["parcels"]) == {tool.name for tool in TOOLS}
    else:
        with pytest.raises(CommandError, match="None of the tools"):
            edit_tools(edited.tools.values(), edit, value)


def test_a_tag_is_removed_where_it_is():
    assert [c.tool for c in edit_tools(TOOLS, "untag", "risky").commands] == ["cancelOrder"]


@pytest.mark.parametrize(
    ("edit", "value"), [("odd", "x"), ("tag", " "), ("effect", "odd"), ("tag", "")]
)
def test_an_odd_edit_is_refused(edit, value):
    with pytest.raises(CommandError):
        edit_tools(TOOLS, edit, value)


def test_relations_are_decided_together_once():
    command = decide(RELATIONS, "accept")
    assert len(command.commands) == len(RELATIONS)
    accepted = apply(CURATION, command).graph.relations
    with pytest.raises(CommandError, match="accepted already"):
        decide([accepted[r.key] for r in RELATIONS], "accept")


def test_a_text_is_tried_on_the_golden_queries():
    golden = Golden("frobnicate the widget", expect=("cancelOrder",))
    given = replace(CURATION, golden=CURATION.golden.set(golden.query, golden))
    index = SearchIndex(given)
    scores = evaluate(index, [golden], given.settings.k)
    found = effect(given, index, lambda: scores, "cancelOrder", "Frobnicates a widget")
    assert found is not None
    assert (found.fixed, found.broken, found.before, found.after) == ((golden.query,), (), 0.0, 1.0)
    assert effect(CURATION, index, lambda: scores, "cancelOrder", "x") is None


def test_two_revisions_differ_in_what_was_added_removed_and_changed():
    rejected = RELATIONS[0].decided(Verdict.REJECTED)
    new = Relation("listOrders", "trackParcel", SIMILAR)
    edited = replace(TOOLS[1], effects=Effects(read_only=True))
    now = GRAPH.with_tools(edited).with_relations(
        rejected, new, replace(RELATIONS[1], confidence=0.9)
    )
    found = changes(GRAPH, now)
    assert found.tools == {"listOrders": "changed"}
    assert found.relations == {
        rejected.key: "removed",
        new.key: "added",
        RELATIONS[1].key: "changed",
    }
    assert changes(GRAPH, GRAPH).counts == {"added": 0, "removed": 0, "changed": 0}
    both = united(GRAPH, now)
    assert not both.relations[rejected.key].rejected
    assert both.relations[new.key] == new


def test_what_is_no_more_stands_beside_what_is():
    gone = TOOLS[1].name
    now = GRAPH.without_tools(gone)
    both = united(GRAPH, now)
    assert both.tools == GRAPH.tools
    assert both.group_of[gone] == GRAPH.group_of[gone]
    assert united(GRAPH, GRAPH) == GRAPH


def test_lenses_weigh_from_nothing_to_the_most():
    doubt = doubt_lens(GRAPH)
    assert doubt.tool("getOrder") == 5
    assert doubt.tool("nobody") == 1
    costs = {RELATIONS[0].key: 3.0, RELATIONS[1].key: 1.0}
    assert load_lens(costs).said.startswith("1 relations carry 61 %")
    assert set(risk_lens(GRAPH, costs).relations) == set(costs)
    assert score_lens({"a": 2.0, "b": 1.0}, "q").tool("b") == 3


def test_all_tools_stand_apart_and_the_same_each_time():
    places = spread(COLUMNS)
    assert set(places) == {tool.name for tool in TOOLS}
    assert len(set(places.values())) == len(places)
    assert places == spread(Columns.of(GRAPH))


def test_tools_without_telling_names_are_parted_by_what_joins_them():
    names = [f"op{at:02}" for at in range(60)]
    tools = [Tool(name, source="odd", order=at) for at, name in enumerate(names)]
    ring = [
        Relation(names[20 * part + at], names[20 * part + (at + step) % 20], REQUIRES)
        for part in range(3)
        for at in range(20)
        for step in (1, 2, 3)
    ]
    graph = parted(ToolGraph.of(tools, ring))
    assert sorted(len(some) for some in graph.members.values()) == [20, 20, 20]
    assert parted(graph) is graph


def test_issues_of_a_document_are_a_facet_of_the_tool_that_they_stand_in():
    tools = [
        Tool("a", source="x.yaml", where="#/paths/~1a/get"),
        Tool("b", source="x.yaml", where="#/paths/~1b/get"),
        Tool("c", source="y.yaml", where="#/paths/~1a/get"),
    ]

    def issue(code, where, source="x.yaml"):
        return Issue(code, Severity.WARNING, where, "…", source)

    issues = (
        issue(IssueCode.NOT_CALLABLE, "#/paths/~1a/get"),
        issue(IssueCode.UNRESOLVED_REF, "#/paths/~1a/get/responses/200"),
        issue(IssueCode.BAD_PARAMETER, "#/paths/~1b/get/parameters/0", source=""),
        issue(IssueCode.UNKNOWN_VERSION, "#/openapi"),
        issue(IssueCode.NO_TOOLS, ""),
    )
    rows = lines(Curation(graph=ToolGraph.of(tools), issues=issues))
    assert {row.tool.name: row.values["issue"] for row in rows} == {
        "a": ("not-callable", "unresolved-ref"),
        "b": ("bad-parameter",),
        "c": ("nothing wrong",),
    }
