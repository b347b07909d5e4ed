"""What is found wrong with the relations of a graph."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph import Group, ToolGraph
from graphwright.issues import IssueCode
from graphwright.relate.checks import contradictions, knots
from graphwright.relations import Evidence, Origin, Relation, RelationKind, Verdict
from graphwright.tools import Tool

GROUNDS = (Evidence("id-from-output", "b needs id; a gives id.", "id", "id"),)
R, P, C, S, X, B = RelationKind


Claimed = tuple[str, RelationKind, str]


def graph(*claims: Claimed, verdict: Verdict = Verdict.UNREVIEWED) -> ToolGraph:
    tools = [Tool(name) for name in "abcd"]
    relations = [
        Relation(source, target, kind, verdict=verdict, evidence=GROUNDS)
        for source, kind, target in claims
    ]
    return ToolGraph.of(tools, relations, [Group("g")])


FOUND = [
    # claims                                          code                      names
    ([("a", R, "b"), ("b", R, "a")], IssueCode.CYCLE, "a → b → a"),
    ([("a", R, "b"), ("b", R, "c"), ("c", R, "a")], IssueCode.CYCLE, "a → b → c → a"),
    ([("a", P, "b"), ("b", P, "a")], IssueCode.CYCLE, "comes before"),
    ([("a", R, "b"), ("a", P, "b")], IssueCode.CONTRADICTION, "come before it"),
    ([("a", R, "b"), ("b", X, "a")], IssueCode.CONTRADICTION, "conflicts_with"),
    ([("a", R, "b"), ("a", S, "b")], IssueCode.CONTRADICTION, "similar_to"),
    ([("a", R, "b"), ("a", C, "b")], IssueCode.STACKED, "complementary"),
    ([("a", R, "b"), ("c", B, "g")], IssueCode.ORPHAN, "'c'"),
]


@pytest.mark.parametrize(("claims", "code", "names"), FOUND)
def test_what_is_wrong_is_found_and_named(
    claims: list[Claimed], code: IssueCode, names: str
) -> None:
    assert any(
        names in issue.message for issue in contradictions(graph(*claims)) if issue.code is code
    )


FINE = [
    [("a", R, "b"), ("b", P, "a")],  # what is needed comes first
    [("a", R, "b"), ("b", R, "c"), ("a", R, "c")],
    [("a", C, "b"), ("b", S, "a")],
]


@pytest.mark.parametrize("claims", FINE)
def test_what_fits_together_is_no_cycle_and_no_contradiction(
    claims: list[Claimed],
) -> None:
    codes = {issue.code for issue in contradictions(graph(*claims))}
    assert not codes & {IssueCode.CYCLE, IssueCode.CONTRADICTION}


def test_rejected_relations_count_for_nothing() -> None:
    found = contradictions(graph(("a", R, "b"), ("b", R, "a"), verdict=Verdict.REJECTED))
    assert {issue.code for issue in found} == {IssueCode.ORPHAN}


def test_a_requires_without_parameter_is_named_unless_someone_stands_for_it() -> None:
    bare = Relation("a", "b", R, origin=Origin.FILE)
    codes = [i.code for i in contradictions(ToolGraph.of([Tool("a"), Tool("b")], [bare]))]
    assert codes == [IssueCode.NO_EVIDENCE]
    stood_for = bare.decided(Verdict.ACCEPTED)
    assert not contradictions(ToolGraph.of([Tool("a"), Tool("b")], [stood_for]))


def test_a_tool_that_everything_requires_is_a_hub() -> None:
    names = [f"t{i}" for i in range(41)]
    relations = [Relation(name, "hub", R, evidence=GROUNDS) for name in names]
    found = contradictions(ToolGraph.of([Tool(n) for n in [*names, "hub"]], relations))
    assert [issue.code for issue in found] == [IssueCode.HUB]


def test_a_pin_changes_which_relation_is_lost() -> None:
    stack = graph(("a", R, "b"), ("a", C, "b"))
    pinned = contradictions(stack, pins={("a", "b"): C})
    (lost,) = [issue.message for issue in pinned if issue.code is IssueCode.STACKED]
    assert "'a' requires 'b' does not ship" in lost


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=20))
def test_every_knot_is_a_cycle_of_the_arrows(arrows: list[tuple[str, str]]) -> None:
    for cycle in knots(arrows):
        ring = (*cycle, cycle[0])
        assert all(pair in arrows for pair in pairwise(ring))


def test_a_long_chain_is_walked_without_recursion() -> None:
    names = [f"n{i:05}" for i in range(20_000)]
    assert knots([*pairwise(names), (names[-1], names[0])]) == [tuple(names)]


@given(st.permutations([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "c")]))
def test_the_order_of_arrows_changes_nothing(arrows: list[tuple[str, str]]) -> None:
    assert knots(arrows) == knots(sorted(arrows))
