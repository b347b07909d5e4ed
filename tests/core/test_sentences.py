"""Commands in words."""

import pytest
from hypothesis import given

from graphwright.curate.commands import (
    Accept,
    AddRelation,
    All,
    Describe,
    KeepApart,
    MergeTools,
    Place,
    RemoveWorkflow,
    RetypeRelation,
    Ship,
    Unmerge,
    Wait,
)
from graphwright.curate.sentences import sentence
from graphwright.relations import RelationKind

from .curations import commands, law

AB = {"source": "a", "target": "b", "kind": RelationKind.REQUIRES}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (AddRelation(**AB), "add requires 'a' → 'b'"),
        (RetypeRelation(**AB, to=RelationKind.PRECEDES), "retype requires 'a' → 'b' to precedes"),
        (Ship(**AB), "ship requires 'a' → 'b'"),
        (Describe(tool="a", tags=()), "describe 'a'"),
        (MergeTools(keep="a", merge=("b", "c")), "merge 'b', 'c' into 'a'"),
        (Unmerge(keep="a"), "unmerge 'a'"),
        (KeepApart(tools=("a", "b")), "keep 'a', 'b' apart"),
        (RemoveWorkflow(id="w"), "remove workflow 'w'"),
        (Wait(decision=Accept(**AB)), "wait to accept requires 'a' → 'b'"),
        (All(commands=(Accept(**AB),), label="Accept the rest"), "Accept the rest"),
        (All(commands=(Accept(**AB),) * 3), "3 edits in one"),
        (
            Place(positions=dict.fromkeys("abcdef", (0, 0))),
            "move 'a', 'b', 'c', 'd' and 2 more",
        ),
        (Place(positions={"a": None}, picture="all"), "let go of 'a'"),
    ],
)
def test_a_command_says_what_it_does(command, words):
    assert sentence(command) == words


@law
@given(commands)
def test_every_command_has_words(command):
    assert sentence(command)


def test_a_long_name_does_not_drown_the_sentence():
    for command in (Describe(tool="x" * 10_000), All(commands=(), label="x" * 10_000)):
        assert len(sentence(command)) < 100
