"""Decisions under a new version of the sources."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.curate.apply import apply
from graphwright.curate.commands import (
    Accept,
    AddRelation,
    All,
    Describe,
    MakeRule,
    MergeTools,
    PutGolden,
    PutWorkflow,
    Reject,
    Settle,
    TakeSource,
)
from graphwright.curate.curation import Curation, Rule, Source
from graphwright.curate.ground import waiting
from graphwright.curate.patch import apply_all, write_patch
from graphwright.curate.reingest import reingest
from graphwright.errors import CommandError
from graphwright.evaluate.golden import Golden
from graphwright.graph import ToolGraph
from graphwright.issues import IssueCode
from graphwright.relations import Evidence, Relation, RelationKey, RelationKind, Verdict
from graphwright.tools import Parameter, Tool
from graphwright.workflow.model import Step, Workflow

from .curations import histories, history, law

REQUIRES = RelationKind.REQUIRES
CANCEL = Tool("cancel", parameters=(Parameter("user_id"),))
USER = Tool("user", description="A user.")
FETCH, GET = Tool("fetch"), Tool("get")
FOUND = Relation(
    "cancel", "user", REQUIRES, 0.8, evidence=(Evidence("id-from-output", "by id", "user_id"),)
)
KEY = {"source": "cancel", "target": "user", "kind": REQUIRES}


def fresh(*tools: Tool, relations: tuple[Relation, ...] = (FOUND,)) -> Curation:
    names = {tool.name for tool in tools}
    graph = ToolGraph.of(tools, (r for r in relations if {r.source, r.target} <= names))
    return Curation(graph, graph, sources=(Source("shop", "openapi", "2"),))


def curated(*commands) -> Curation:
    return apply_all(fresh(CANCEL, USER, FETCH, GET), commands)


def asked(curation: Curation) -> list[tuple[IssueCode, str]]:
    return [(issue.code, issue.where) for issue in curation.issues]


@law
@given(histories)
def test_the_same_sources_change_nothing(drawn):
    curation = history(drawn)[-1]
    same = Curation(curation.base, curation.base, sources=curation.sources)
    assert reingest(curation, same) == curation


@law
@given(histories)
def test_a_tool_more_changes_nothing_else(drawn):
    curation = history(drawn)[-1]
    more = curation.base.with_tools(Tool("new"))
    after = reingest(curation, Curation(more, more))
    assert after.graph.without_tools("new") == curation.graph
    assert "new" in after.graph.tools
    for part in ("workflows", "golden", "settings", "apart", "pins", "rules", "positions", "moved"):
        assert getattr(after, part) == getattr(curation, part)
    assert not after.waiting
    assert not after.issues


@law
@given(histories, st.data())
def test_what_a_new_version_took_is_there_again_with_it(drawn, data):
    curation = history(drawn)[-1]
    gone = data.draw(st.sampled_from(sorted(curation.base.tools)))
    less = curation.base.without_tools(gone)
    before = reingest(curation, Curation(less, less))
    again = reingest(before, Curation(curation.base, curation.base))
    for key, relation in curation.graph.relations.items():
        if relation.rejected and key.kind is not RelationKind.BELONGS_TO:
            assert key not in again.graph.relations or again.graph.relations[key].rejected
    assert set(again.graph.tools) == set(curation.graph.tools)
    assert set(again.workflows) == set(curation.workflows)
    assert set(again.golden) == set(curation.golden)


def test_a_rejected_relation_stays_rejected():
    before = curated(Reject(**KEY, by="ann", why="user_id is optional"))
    surer = replace(FOUND, confidence=0.9)
    after = reingest(before, fresh(CANCEL, USER, relations=(surer,)))
    relation = after.graph.relations[RelationKey("cancel", "user", REQUIRES)]
    assert (relation.verdict, relation.by, relation.confidence) == (Verdict.REJECTED, "ann", 0.9)
    assert asked(after) == []


def test_a_rejected_flow_is_rejected_whichever_way_a_version_says_it():
    before = curated(Reject(**KEY, by="ann", why="any user will do"))
    text = "cancel takes user_id"
    (evidence,) = FOUND.evidence
    turned = Relation(
        "user", "cancel", RelationKind.PRECEDES, 0.8, evidence=(replace(evidence, text=text),)
    )
    once = reingest(before, fresh(CANCEL, USER, relations=(turned,)))
    assert once.graph.relations[turned.key].rejected
    assert once.graph.relations[turned.key].why == "any user will do"
    assert asked(once) == []
    twice = reingest(once, fresh(CANCEL, USER))
    assert twice.graph.relations[RelationKey("cancel", "user", REQUIRES)].rejected


@pytest.mark.parametrize(
    "grounds",
    [
        (Evidence("id-from-output", "by name", "name"),),
        (*FOUND.evidence, Evidence("lifecycle", "user makes what cancel works on")),
        (),
    ],
)
def test_a_relation_with_more_to_say_than_what_was_rejected_is_open(grounds):
    turned = Relation("user", "cancel", RelationKind.PRECEDES, 0.8, evidence=grounds)
    after = reingest(curated(Reject(**KEY)), fresh(CANCEL, USER, relations=(turned,)))
    assert after.graph.relations[turned.key].verdict is Verdict.UNREVIEWED


def test_a_decision_on_changed_ground_holds_and_is_asked_about():
    before = curated(Reject(**KEY, why="user_id is optional"))
    required = replace(CANCEL, parameters=(Parameter("user_id", required=True),))
    after = reingest(before, fresh(required, USER))
    assert after.graph.relations[RelationKey("cancel", "user", REQUIRES)].rejected
    (issue,) = after.issues
    assert issue.where == "requires 'cancel' → 'user'"
    assert issue.message == (
        "You said reject requires 'cancel' → 'user' (user_id is optional); "
        "'user_id' is required now."
    )


def test_a_question_stays_until_it_is_answered():
    required = replace(CANCEL, parameters=(Parameter("user_id", required=True),))
    once = reingest(curated(Reject(**KEY)), fresh(required, USER))
    twice = reingest(once, fresh(required, USER, FETCH))
    assert asked(twice) == asked(once) != []
    assert asked(apply(twice, Settle(where="requires 'cancel' → 'user'"))) == []
    assert asked(apply(twice, Accept(**KEY))) == []


def test_a_decision_without_ground_waits_and_comes_back():
    before = curated(Reject(**KEY, by="ann"))
    without = reingest(before, fresh(CANCEL, USER, relations=()))
    assert asked(without) == [(IssueCode.GROUND_GONE, "requires 'cancel' → 'user'")]
    assert [d.do for d in waiting(without)] == ["reject"]
    assert b'"wait"' in write_patch(without)
    again = reingest(without, fresh(CANCEL, USER))
    assert again.graph.relations[RelationKey("cancel", "user", REQUIRES)].by == "ann"
    assert (again.waiting, again.issues) == ((), ())


def test_a_waiting_decision_goes_when_it_is_settled():
    without = reingest(curated(Reject(**KEY)), fresh(CANCEL, USER, relations=()))
    settled = apply(without, Settle(where="requires 'cancel' → 'user'"))
    assert (settled.waiting, settled.issues) == ((), ())
    with pytest.raises(CommandError, match="Nothing is asked about 'x'"):
        apply(settled, Settle(where="x"))


def test_a_curators_description_wins_over_a_new_one():
    before = curated(Describe(tool="user", description="Our words."))
    after = reingest(before, fresh(CANCEL, replace(USER, description="Theirs.", tags=("new",))))
    assert after.graph.tools["user"].description == "Our words."
    assert after.graph.tools["user"].tags == ("new",)
    assert asked(after) == [(IssueCode.GROUND_CHANGED, "user")]


def test_a_merge_with_a_tool_that_is_gone_waits_for_that_tool_alone():
    before = curated(MergeTools(keep="user", merge=("fetch", "get")))
    after = reingest(before, fresh(CANCEL, USER, FETCH))
    assert set(after.graph.tools) == {"cancel", "user"}
    assert after.graph.tools["user"].aliases == ("fetch",)
    assert [d.merge for d in waiting(after)] == [("get",)]
    again = reingest(after, fresh(CANCEL, USER, FETCH, GET))
    assert again.graph.tools["user"].aliases == ("fetch", "get")


def test_a_merge_whose_survivor_is_gone_leaves_the_other():
    after = reingest(curated(MergeTools(keep="user", merge=("fetch",))), fresh(CANCEL, FETCH))
    assert set(after.graph.tools) == {"cancel", "fetch"}
    assert asked(after) == [(IssueCode.GROUND_GONE, "user")]


def test_a_relation_by_hand_that_is_now_found_is_accepted():
    by_hand = AddRelation(source="fetch", target="user", kind=REQUIRES, by="ann")
    found = Relation("fetch", "user", REQUIRES, 0.7)
    after = reingest(curated(by_hand), fresh(USER, FETCH, relations=(found,)))
    relation = after.graph.relations[found.key]
    assert (relation.verdict, relation.by, relation.confidence) == (Verdict.ACCEPTED, "ann", 0.7)


def test_a_rule_decides_what_a_new_version_brings():
    rule = Rule("ids", "rejected", rule="id-from-output")
    before = apply(fresh(CANCEL, USER, relations=()), MakeRule(rule=rule, by="ann"))
    after = reingest(before, fresh(CANCEL, USER))
    assert after.graph.relations[FOUND.key].by == "ann"
    assert after.graph.relations[FOUND.key].rejected


def test_workflows_and_golden_queries_that_lost_a_tool_stay_and_are_asked_about():
    before = curated(
        PutWorkflow(workflow=Workflow("w", steps=(Step("s", "fetch"),))),
        PutGolden(golden=Golden("q", ("fetch",))),
    )
    after = reingest(before, fresh(CANCEL, USER))
    assert (after.workflows, after.golden) == (before.workflows, before.golden)
    assert asked(after) == [(IssueCode.GROUND_GONE, "w"), (IssueCode.GROUND_GONE, "q")]


def test_a_version_is_taken_by_its_hash():
    before, new = curated(Reject(**KEY)), fresh(CANCEL, USER)
    taken = apply(before, TakeSource(source="shop", hash="2"), {"2": new})
    assert taken == reingest(before, new)
    inside = All(commands=(TakeSource(source="shop", hash="2"),))
    assert apply(before, inside, {"2": new}) == taken
    with pytest.raises(CommandError, match="No version '3' of 'shop' is kept here"):
        apply(before, TakeSource(source="shop", hash="3"), {"2": new})
