"""What holds of merges on a thousand random curations, however they are stacked."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.curate.apply import apply
from graphwright.curate.commands import AddRelation, MergeTools, Unmerge
from graphwright.curate.curation import Curation
from graphwright.graph import Group, ToolGraph
from graphwright.relations import RelationKind
from graphwright.tools import Tool

from .curations import histories, history

thousand = settings(max_examples=1000, deadline=None)
chance = st.integers(0, 2**32).map(Random)


def merge_in(curation: Curation, random: Random) -> MergeTools | None:
    """A merge of two or three tools, with fields and parameters as it comes."""
    names = sorted(curation.graph.tools)
    if len(names) < 2:
        return None
    keep, *gone = random.sample(names, min(len(names), random.randint(2, 3)))
    fields = {"description": random.choice(gone)} if random.random() < 0.5 else {}
    maps = {gone[0]: {"id": "note"}} if random.random() < 0.5 else {}
    return MergeTools(keep=keep, merge=tuple(gone), fields=fields, parameters=maps)


def named(curation: Curation) -> set[str]:
    """All tools that workflows, golden queries and relations name."""
    steps = {step.tool for w in curation.workflows.values() for step in w.steps}
    asked = {t for g in curation.golden.values() for t in (*g.expect, *g.accept, *g.forbid)}
    related = {r.source for r in curation.graph.relations.values()}
    related |= {
        r.target for r in curation.graph.relations.values() if r.kind is not RelationKind.BELONGS_TO
    }
    return steps | asked | related


@thousand
@given(histories, chance)
def test_merges_taken_back_are_where_we_were_and_leave_nothing_at_what_is_gone(drawn, random):
    states = [history(drawn)[-1]]
    done: list[str] = []
    while len(done) < 3 and (merge := merge_in(states[-1], random)):
        before, after = states[-1], apply(states[-1], merge)
        gone = set(before.graph.tools) - set(after.graph.tools)
        assert gone == set(merge.merge)
        assert not gone & named(after)
        assert gone <= set(after.graph.tools[merge.keep].aliases)
        states.append(after)
        done.append(merge.keep)
    for keep in reversed(done):
        assert apply(states.pop(), Unmerge(keep=keep)) == states[-1]


def test_a_merge_of_merges_resolves_every_name():
    curation = Curation(graph=ToolGraph.of([_tool(name) for name in "abcd"]))
    for keep, gone in (("a", "b"), ("c", "d"), ("c", "a")):
        curation = apply(curation, MergeTools(keep=keep, merge=(gone,)))
    assert set(curation.graph.tools) == {"c"}
    assert set(curation.graph.tools["c"].aliases) == {"a", "b", "d"}


def test_a_survivor_has_the_group_of_whom_it_is_taken_from_though_that_is_none():
    curation = Curation(graph=ToolGraph.of([_tool("a"), _tool("b")], (), [Group("orders")]))
    curation = apply(curation, _member("a", "orders"))
    assert curation.graph.tools["a"].group == "orders"
    merged = apply(curation, MergeTools(keep="a", merge=("b",), fields={"group": "b"}))
    assert (merged.graph.tools["a"].group, len(merged.graph.relations)) == ("", 0)


def _member(tool: str, group: str) -> AddRelation:
    return AddRelation(source=tool, target=group, kind=RelationKind.BELONGS_TO)


def _tool(name: str) -> Tool:
    return Tool(name)
