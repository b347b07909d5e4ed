"""The one function that changes a curation."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.curate.apply import apply
from graphwright.curate.commands import (
    Accept,
    AddGroup,
    AddRelation,
    All,
    Describe,
    KeepApart,
    MakeRule,
    MergeTools,
    Place,
    PutGolden,
    PutWorkflow,
    Reject,
    RemoveGolden,
    RemoveGroup,
    RemoveRelation,
    RemoveWorkflow,
    RetypeRelation,
    ReverseRelation,
    SetSearch,
    Settle,
    Ship,
    Unmerge,
    Unreview,
)
from graphwright.curate.curation import Curation, Rule
from graphwright.curate.patch import apply_all
from graphwright.errors import CommandError
from graphwright.evaluate.golden import Golden
from graphwright.graph import Group, ToolGraph
from graphwright.relations import (
    Evidence,
    Origin,
    Relation,
    RelationKey,
    RelationKind,
    Verdict,
)
from graphwright.tools import Effects, Parameter, Tool
from graphwright.workflow.model import Binding, Step, Workflow

from .curations import histories, history, law

REQUIRES, PRECEDES, SIMILAR, BELONGS = (
    RelationKind.REQUIRES,
    RelationKind.PRECEDES,
    RelationKind.SIMILAR_TO,
    RelationKind.BELONGS_TO,
)
BY_ID = Evidence("id-from-output", "order_id comes from getOrder", "order_id", "id")
FOUND = Relation("cancel", "getOrder", REQUIRES, 0.8, evidence=(BY_ID,))
IN_ORDERS = Relation("getOrder", "orders", BELONGS, origin=Origin.DECLARED)
AB = {"source": "cancel", "target": "getOrder", "kind": REQUIRES}
STAMPS = {"by": "ann", "at": "2025", "why": "so"}


def shop() -> Curation:
    tools = [
        Tool("getOrder", "Gets.", parameters=(Parameter("id"),), group="orders"),
        Tool("fetchOrder", "Fetches an order.", parameters=(Parameter("orderId"),)),
        Tool("cancel", parameters=(Parameter("order_id"),)),
    ]
    graph = ToolGraph.of(
        tools, [FOUND, IN_ORDERS], [Group("orders"), Group("old", parent="orders")]
    )
    return Curation(graph, graph)


def after(*commands) -> Curation:
    return apply_all(shop(), commands)


def relation(curation: Curation, source="cancel", target="getOrder", kind=REQUIRES) -> Relation:
    return curation.graph.relations[RelationKey(source, target, kind)]


def test_a_relation_by_hand_is_accepted_and_sure():
    made = relation(after(AddRelation(**AB | {"kind": PRECEDES}, **STAMPS)), kind=PRECEDES)
    assert (made.origin, made.verdict, made.confidence) == (Origin.CURATOR, Verdict.ACCEPTED, 1.0)
    assert [e.text for e in made.evidence] == ["added by hand"]
    assert (made.by, made.at, made.why) == ("ann", "2025", "so")


def test_a_rejected_relation_that_is_added_stands_again_as_it_was():
    made = relation(after(Reject(**AB), AddRelation(**AB)))
    assert made == FOUND.decided(Verdict.ACCEPTED)


def test_a_removed_relation_of_a_curator_is_gone():
    by_hand = AB | {"kind": PRECEDES}
    assert after(AddRelation(**by_hand), RemoveRelation(**by_hand)) == shop()


def test_a_removed_relation_of_a_document_stays_as_rejected():
    assert relation(after(RemoveRelation(**AB, **STAMPS))) == FOUND.decided(
        Verdict.REJECTED, "ann", "2025", "so"
    )


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (RetypeRelation(**AB, to=PRECEDES), RelationKey("cancel", "getOrder", PRECEDES)),
        (ReverseRelation(**AB), RelationKey("getOrder", "cancel", REQUIRES)),
    ],
)
def test_a_turned_relation_leaves_the_old_one_rejected_and_keeps_its_grounds(command, key):
    curation = after(command)
    new = curation.graph.relations[key]
    assert relation(curation).rejected
    assert (new.origin, new.verdict) == (Origin.CURATOR, Verdict.ACCEPTED)
    assert new.evidence[0].text.endswith("from requires 'cancel' → 'getOrder'")
    assert new.evidence[1:] == (BY_ID,)


def test_a_turned_relation_of_a_curator_leaves_nothing():
    by_hand = AB | {"kind": PRECEDES}
    curation = after(AddRelation(**by_hand), ReverseRelation(**by_hand))
    assert RelationKey(**by_hand) not in curation.graph.relations
    assert relation(curation, "getOrder", "cancel", PRECEDES).evidence[0].text == "added by hand"


def test_verdicts_say_who_when_and_why_until_they_are_taken_back():
    assert relation(after(Accept(**AB, **STAMPS))).by == "ann"
    assert relation(after(Reject(**AB, **STAMPS))).why == "so"
    assert after(Reject(**AB, **STAMPS), Unreview(**AB)) == shop()


def test_a_pin_goes_with_the_relation_that_it_names():
    pinned = after(AddRelation(**AB | {"kind": PRECEDES}), Ship(**AB))
    assert pinned.shipped()["cancel", "getOrder"].kind is REQUIRES
    assert not apply(pinned, Reject(**AB)).pins
    turned = apply(pinned, RetypeRelation(**AB, to=SIMILAR))
    assert dict(turned.pins) == {("cancel", "getOrder"): SIMILAR}


def test_describe_changes_what_it_says_and_no_more():
    tool = after(Describe(tool="getOrder", description="", effects=Effects(read_only=True)))
    expected = replace(shop().graph.tools["getOrder"], description="", effects=Effects(True))
    assert tool.graph.tools["getOrder"] == expected


def test_a_described_group_replaces_the_one_before_and_is_made_if_new():
    curation = after(Describe(tool="getOrder", group="new", **STAMPS))
    assert relation(curation, "getOrder", "orders", BELONGS).rejected
    assert relation(curation, "getOrder", "new", BELONGS).by == "ann"
    assert curation.graph.tools["getOrder"].group == "new"
    assert curation.graph.group_of["getOrder"] == "new"
    none = apply(curation, Describe(tool="getOrder", group=""))
    assert none.graph.members[""] == ("cancel", "fetchOrder", "getOrder")


def test_what_is_put_somewhere_in_a_picture_stands_there_until_it_is_let_go():
    put = after(
        Place(positions={"cancel": (1, 2)}),
        Place(positions={"cancel": (3, 4), "orders": (5, 6)}, picture="tool getOrder"),
    )
    assert dict(put.positions) == {"cancel": (1, 2)}
    assert dict(put.moved) == {
        ("tool getOrder", "cancel"): (3, 4),
        ("tool getOrder", "orders"): (5, 6),
    }
    gone = Place(positions={"cancel": None, "getOrder": None}, picture="tool getOrder")
    assert dict(apply(put, gone).moved) == {("tool getOrder", "orders"): (5, 6)}
    assert not apply(put, Place(positions={"cancel": None})).positions
    assert not apply(apply(put, gone), RemoveGroup(name="orders")).moved


def test_a_merge_takes_places_along_and_unmerge_brings_them_back():
    put = after(Place(positions={"fetchOrder": (1, 2)}, picture="all"))
    merged = apply(put, MERGE)
    assert not merged.moved
    assert apply(merged, Unmerge(keep="getOrder")).moved == put.moved


def test_a_removed_group_leaves_its_tools_and_the_groups_in_it():
    curation = after(Place(positions={"orders": (1, 2)}), RemoveGroup(name="orders"))
    assert curation.graph.tools["getOrder"].group == ""
    assert dict(curation.graph.groups) == {"old": Group("old")}
    assert IN_ORDERS.key not in curation.graph.relations
    assert not curation.positions


MERGE = MergeTools(
    keep="getOrder",
    merge=("fetchOrder",),
    fields={"description": "fetchOrder"},
    parameters={"fetchOrder": {"orderId": "id"}},
)


def test_a_merge_moves_what_named_the_other_tool():
    step = Step("s", "fetchOrder", bindings={"orderId": Binding(value=1)})
    curation = after(
        AddRelation(**AB | {"target": "fetchOrder"}, **STAMPS),
        AddRelation(source="fetchOrder", target="cancel", kind=PRECEDES),
        AddRelation(source="fetchOrder", target="getOrder", kind=SIMILAR),
        PutWorkflow(workflow=Workflow("w", steps=(step,))),
        PutGolden(golden=Golden("q", ("fetchOrder",), ("getOrder",), ("fetchOrder", "cancel"))),
        KeepApart(tools=("fetchOrder", "cancel")),
        Place(positions={"fetchOrder": (1, 2)}),
        MERGE,
    )
    tool = curation.graph.tools["getOrder"]
    assert (tool.description, tool.aliases) == ("Fetches an order.", ("fetchOrder",))
    assert set(curation.graph.tools) == {"getOrder", "cancel"}
    assert set(curation.graph.relations) == {
        FOUND.key,
        IN_ORDERS.key,
        RelationKey("getOrder", "cancel", PRECEDES),
    }
    stacked = relation(curation)
    assert (stacked.confidence, stacked.verdict, stacked.by) == (1.0, Verdict.ACCEPTED, "ann")
    assert [e.text for e in stacked.evidence] == [BY_ID.text, "added by hand"]
    assert curation.workflows["w"].steps[0].tool == "getOrder"
    assert curation.workflows["w"].steps[0].bindings == {"id": Binding(value=1)}
    assert curation.golden["q"] == Golden("q", ("getOrder",), (), ("cancel",))
    assert curation.apart == {frozenset(("getOrder", "cancel"))}
    assert not curation.positions


def test_what_was_edited_after_a_merge_outlives_it():
    curation = after(
        PutGolden(golden=Golden("q", ("fetchOrder",))),
        AddRelation(**AB | {"target": "fetchOrder"}),
        MERGE,
        Describe(tool="getOrder", when_to_use="To see an order."),
        Reject(**AB, **STAMPS),
        PutGolden(golden=Golden("q", ("getOrder", "cancel"))),
        Unmerge(keep="getOrder"),
    )
    tool = curation.graph.tools["getOrder"]
    assert (tool.description, tool.aliases, tool.when_to_use) == ("Gets.", (), "To see an order.")
    assert relation(curation).rejected
    assert relation(curation, "cancel", "fetchOrder").rejected
    assert curation.golden["q"].expect == ("getOrder", "cancel")


def test_a_merge_under_a_later_one_cannot_be_taken_back():
    under = after(AddRelation(**AB | {"target": "fetchOrder"}), MERGE)
    over = apply_all(
        replace(under, graph=under.graph.with_tools(Tool("stop"))),
        [MergeTools(keep="stop", merge=("cancel",))],
    )
    with pytest.raises(CommandError, match="unmerge 'stop' first"):
        apply(over, Unmerge(keep="getOrder"))
    both = apply_all(over, [Unmerge(keep="stop"), Unmerge(keep="getOrder")])
    assert set(both.graph.tools) == {"getOrder", "fetchOrder", "cancel", "stop"}


def test_a_rule_decides_all_that_it_is_about_and_can_be_taken_back():
    rule = Rule("ids", "rejected", rule="id-from-output", below=0.9)
    ruled = after(MakeRule(rule=rule, by="ann", why="too eager"))
    assert relation(ruled).why == "rule ids: too eager"
    assert not relation(ruled, "getOrder", "orders", BELONGS).rejected
    back = apply(ruled, MakeRule(rule=replace(rule, verdict="unreviewed")))
    assert back == shop()


def test_a_rule_leaves_what_a_person_decided():
    rule = MakeRule(rule=Rule("all", "rejected"))
    assert relation(after(Accept(**AB, **STAMPS), rule)).by == "ann"


def test_search_settings_change_one_by_one():
    settings = after(
        SetSearch(k=3, weights={"words": 1}), SetSearch(weights={"name": 2.5})
    ).settings
    assert (settings.k, settings.floor, dict(settings.weights)) == (
        3,
        0.0,
        {"words": 1, "name": 2.5},
    )


def test_all_is_done_or_nothing():
    two = (Accept(**AB), All(commands=(Accept(**AB), RemoveGolden(query="q"))))
    with pytest.raises(CommandError, match="no golden query 'q'"):
        apply(shop(), All(commands=two))
    done = apply(shop(), All(commands=(Accept(**AB),), by="ann", at="2025"))
    assert (relation(done).by, relation(done).at) == ("ann", "2025")


NOBODY = "There is no tool 'nobody'."


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (AddRelation(**AB | {"source": "nobody"}), NOBODY),
        (AddRelation(**AB | {"target": "nobody"}), NOBODY),
        (AddRelation(**AB), "requires 'cancel' → 'getOrder' stands already."),
        (AddRelation(**AB | {"target": "cancel"}), "'cancel' cannot be related to itself."),
        (
            AddRelation(source="cancel", target="getOrder", kind=BELONGS),
            "There is no group 'getOrder' to belong to.",
        ),
        (AddRelation(source="orders", target="old", kind=BELONGS), "There is no tool 'orders'."),
        (
            RemoveRelation(**AB | {"kind": SIMILAR}),
            "There is no relation similar_to 'cancel' → 'getOrder'.",
        ),
        (
            RetypeRelation(**AB, to=REQUIRES),
            "requires 'cancel' → 'getOrder' is of that kind already.",
        ),
        (RetypeRelation(**AB, to=BELONGS), "There is no group 'getOrder' to belong to."),
        (Describe(tool="nobody"), NOBODY),
        (Describe(tool="cancel", group=" "), "A group needs a name."),
        (AddGroup(name="orders"), "There is a group 'orders' already."),
        (AddGroup(name="x", parent="y"), "There is no group 'y' to be in."),
        (RemoveGroup(name="x"), "There is no group 'x'."),
        (MergeTools(keep="cancel", merge=("cancel",)), "'cancel' cannot be merged with itself."),
        (MergeTools(keep="cancel", merge=("nobody",)), NOBODY),
        (MergeTools(keep="cancel", merge=()), "Nothing is named to merge into 'cancel'."),
        (
            replace(MERGE, fields={"name": "fetchOrder"}),
            "'name' is no field that a survivor can take.",
        ),
        (replace(MERGE, fields={"tags": "cancel"}), "'cancel' is no part of this merge."),
        (replace(MERGE, parameters={"x": {}}), "'x' is no part of this merge."),
        (Unmerge(keep="cancel"), "Nothing was merged into 'cancel'."),
        (KeepApart(tools=("cancel", "cancel")), "Two tools or more are needed to keep them apart."),
        (PutWorkflow(workflow=Workflow(" ")), "A workflow needs an id."),
        (
            PutWorkflow(workflow=Workflow("w", steps=(Step("s", "a"), Step("s", "b")))),
            "'w' has two steps 's'.",
        ),
        (RemoveWorkflow(id="w"), "There is no workflow 'w'."),
        (PutGolden(golden=Golden("")), "A golden query needs a question."),
        (SetSearch(k=0), "'k' is a whole number from 1 to 1000, not 0."),
        (SetSearch(floor=-1), "'floor' is a score of 0 or more, not -1."),
        (SetSearch(ship_from=1.1), "'ship_from' is a confidence from 0 to 1, not 1.1."),
        (SetSearch(fusion="vote"), "'fusion' is 'sum' or 'ranks', not 'vote'."),
        (SetSearch(embedder=""), "'embedder' is 'none' or names an embedder."),
        (MakeRule(rule=Rule("", "accepted")), "A rule needs a name."),
        (
            MakeRule(rule=Rule("r", "maybe")),
            "'maybe' is no verdict: unreviewed, accepted, rejected.",
        ),
        (MakeRule(rule=Rule("r", "unreviewed")), "There is no rule 'r' to take back."),
        (Place(positions={"nobody": (0, 0)}), "There is no tool or group 'nobody' to place."),
        (
            Place(positions={"cancel": (float("inf"), 0)}),
            "The place of 'cancel' is no pair of finite numbers.",
        ),
        (Settle(where="x"), "Nothing is asked about 'x'."),
        (All(commands=()), "There is nothing to do in 'all'."),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(command, sentence):
    with pytest.raises(CommandError) as raised:
        apply(shop(), command)
    assert str(raised.value) == sentence


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), float("-inf"), 1e308, -1])
def test_a_weight_is_a_small_number(wrong):
    with pytest.raises(CommandError, match="The weight of 'words' is a number from 0 to 1000"):
        after(SetSearch(weights={"words": wrong}))


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (SetSearch(embedder="bogus"), "There is no embedder 'bogus'; none, "),
        (SetSearch(weights={"foo": 1}), "A score has no part 'foo'; it has words, name, "),
    ],
)
def test_no_search_is_set_that_there_is_not(command, says):
    with pytest.raises(CommandError, match=says):
        after(command)


def test_a_symmetric_relation_is_said_once():
    other = {"source": "getOrder", "target": "cancel", "kind": SIMILAR}
    curation = after(AddRelation(**AB | {"kind": SIMILAR}))
    with pytest.raises(CommandError, match="similar_to 'cancel' → 'getOrder' stands already"):
        apply(curation, AddRelation(**other))
    with pytest.raises(CommandError, match="says the same both ways"):
        apply(curation, ReverseRelation(**AB | {"kind": SIMILAR}))


def test_a_workflow_may_not_call_what_a_merge_took():
    with pytest.raises(CommandError, match="'fetchOrder' was merged into 'getOrder'"):
        after(MERGE, PutWorkflow(workflow=Workflow("w", steps=(Step("s", "fetchOrder"),))))


def test_a_refusal_is_short_whatever_the_name():
    with pytest.raises(CommandError) as raised:
        apply(shop(), Describe(tool="x" * 10_000))
    assert len(str(raised.value)) < 120


@law
@given(histories)
def test_nothing_dangles_after_any_commands(drawn):
    curations = history(drawn)
    first, curation = curations[0], curations[-1]
    graph = curation.graph
    for key, found in graph.relations.items():
        assert key == found.key
        assert key.source in graph.tools
        assert key.target in (graph.groups if key.kind is BELONGS else graph.tools)
        assert key.source != key.target or key.kind is BELONGS
    for (source, target), kind in curation.pins.items():
        assert not graph.relations[RelationKey(source, target, kind)].rejected
    for workflow in curation.workflows.values():
        called = {step.tool for step in workflow.steps}
        assert not called & set(first.graph.tools) - set(graph.tools)
    for name in (*curation.positions, *(name for _, name in curation.moved)):
        assert not name or name in graph.tools or name in graph.groups
    for tools in curation.apart:
        assert len(tools) > 1
        assert tools <= set(graph.tools)
    for name, tool in graph.tools.items():
        assert name == tool.name
        assert tool.group == graph.group_of.get(name, "") == graph.first_group(name)
    for group in graph.groups.values():
        assert not group.parent or group.parent in graph.groups


@law
@given(histories, st.randoms(use_true_random=False))
def test_merge_then_unmerge_is_where_we_were(drawn, random):
    before = history(drawn)[-1]
    names = sorted(before.graph.tools)
    keep, *others = random.sample(names, min(len(names), random.randint(2, 3)))
    if others:
        merged = apply(before, MergeTools(keep=keep, merge=tuple(others)))
        assert apply(merged, Unmerge(keep=keep)) == before
