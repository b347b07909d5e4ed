"""The patch file and the decisions in it."""

import pytest
from hypothesis import example, given

from graphwright.curate.apply import apply
from graphwright.curate.commands import AddRelation, Describe, PutGolden, RemoveGolden, Unmerge
from graphwright.curate.curation import Curation
from graphwright.curate.decisions import bare, decisions
from graphwright.curate.patch import apply_all, read_patch, write_patch
from graphwright.errors import CommandError, ReadError
from graphwright.evaluate.golden import Golden
from graphwright.graph import ToolGraph
from graphwright.relations import RelationKind
from graphwright.tools import Tool

from .curations import histories, history, law


@law
@given(histories)
@example((2389, 8))  # groups that were removed and made again elsewhere
@example((59536, 7))
@example((50875, 11))
def test_the_patch_makes_the_same_of_the_base(drawn):
    curated = history(drawn)[-1]
    again = apply_all(bare(curated), read_patch(write_patch(curated), "patch"))
    assert again.graph == curated.graph
    for part in ("workflows", "golden", "settings", "apart", "pins", "rules", "positions", "moved"):
        assert getattr(again, part) == getattr(curated, part), part
    assert set(again.merges) == set(curated.merges)


@law
@given(histories)
def test_merges_of_a_patch_come_apart_the_same(drawn):
    curated = history(drawn)[-1]
    again = apply_all(bare(curated), decisions(curated))
    for keep in sorted(curated.merges):
        try:
            one, other = (apply(each, Unmerge(keep=keep)) for each in (again, curated))
        except CommandError:
            continue
        assert one.graph == other.graph


def _curated() -> Curation:
    graph = ToolGraph.of([Tool("a"), Tool("b"), Tool("c")])
    commands = [
        PutGolden(golden=Golden("q", ("a",))),
        AddRelation(source="b", target="c", kind=RelationKind.REQUIRES, by="ann", at="2025"),
        AddRelation(source="a", target="c", kind=RelationKind.PRECEDES),
        Describe(tool="a", description="Better."),
    ]
    return apply_all(Curation(graph, graph), commands)


def test_a_patch_is_one_decision_a_line_in_a_fixed_order():
    assert write_patch(_curated()).decode().splitlines() == [
        '{"do":"describe","tool":"a","description":"Better."}',
        '{"do":"add-relation","source":"a","target":"c","kind":"precedes"}',
        '{"do":"add-relation","source":"b","target":"c","kind":"requires","by":"ann","at":"2025"}',
        '{"do":"put-golden","golden":{"query":"q","expect":["a"]}}',
    ]


def test_a_decision_taken_back_leaves_no_line():
    curated = apply(_curated(), RemoveGolden(query="q"))
    assert b"golden" not in write_patch(curated)


def test_blank_lines_and_remarks_are_no_commands():
    data = b'\xef\xbb\xbf# ours\n\n// theirs\r\n{"do":"remove-golden","query":"q"}\n'
    assert read_patch(data, "patch") == (RemoveGolden(query="q"),)


@pytest.mark.parametrize(
    ("data", "error", "said"),
    [
        (b"{}\n", CommandError, "Line 1 of 'p.jsonl': That is no command: it has no 'do'."),
        (b"\n{", ReadError, "Line 2 of 'p.jsonl' is no JSON"),
        (b"\xff", ReadError, "Line 1 of 'p.jsonl' is no JSON"),
    ],
)
def test_a_bad_line_is_named(data, error, said):
    with pytest.raises(error) as raised:
        read_patch(data, "p.jsonl")
    assert str(raised.value).startswith(said)


def test_the_command_that_does_not_fit_is_named():
    edits = [RemoveGolden(query="q"), RemoveGolden(query="q")]
    with pytest.raises(CommandError) as raised:
        apply_all(_curated(), edits)
    assert str(raised.value) == (
        "Command 2 (remove golden query 'q') does not fit: There is no golden query 'q'."
    )
