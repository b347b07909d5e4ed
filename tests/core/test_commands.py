"""Commands and their JSON form."""

import orjson
import pytest
from hypothesis import given

from graphwright.curate.apply import apply
from graphwright.curate.commands import (
    Accept,
    All,
    Describe,
    MergeTools,
    PutGolden,
    command_json,
    command_line,
    read_command,
    stamped,
)
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.evaluate.golden import Golden
from graphwright.relations import RelationKind
from graphwright.tools import Effects

from .curations import commands, law

ACCEPT = Accept(source="a", target="b", kind=RelationKind.REQUIRES)
ACCEPT_JSON = {"do": "accept", "source": "a", "target": "b", "kind": "requires"}


@pytest.mark.parametrize(
    ("command", "form"),
    [
        (ACCEPT, ACCEPT_JSON),
        (stamped(ACCEPT, "ann", "2025"), ACCEPT_JSON | {"by": "ann", "at": "2025"}),
        (
            Describe(tool="a", description="", tags=(), group=""),
            {"do": "describe", "tool": "a", "description": "", "tags": [], "group": ""},
        ),
        (Describe(tool="a", effects=Effects()), {"do": "describe", "tool": "a", "effects": {}}),
        (
            MergeTools(keep="a", merge=("b",), fields={"description": "b"}),
            {"do": "merge", "keep": "a", "merge": ["b"], "fields": {"description": "b"}},
        ),
        (
            All(commands=(ACCEPT, All(commands=(ACCEPT,), label="x"))),
            {
                "do": "all",
                "commands": [
                    ACCEPT_JSON,
                    {"do": "all", "commands": [ACCEPT_JSON], "label": "x"},
                ],
            },
        ),
        (
            PutGolden(golden=Golden("q", pinned=False)),
            {"do": "put-golden", "golden": {"query": "q", "pinned": False}},
        ),
    ],
)
def test_the_json_form_says_what_is_done_and_no_more(command, form):
    assert command_json(command) == form
    assert list(command_json(command)) == list(form)
    assert read_command(form) == command


@pytest.mark.parametrize(
    "field",
    [
        {"k": True},
        {"k": "7"},
        {"k": 7.5},
        {"floor": "0"},
        {"weights": {"words": "1"}},
        {"k": 10**20},
    ],
)
def test_a_number_is_a_number(field):
    with pytest.raises(CommandError, match=r"That is no command|whole number"):
        apply(Curation(), read_command({"do": "set-search"} | field))


@law
@given(commands)
def test_every_command_survives_its_json_form(command):
    assert read_command(command_json(command)) == command
    assert read_command(orjson.loads(command_line(command))) == command


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "dictionary"),
        ([], "dictionary"),
        ({}, "it has no 'do'"),
        ({"do": "explode"}, "explode"),
        ({"do": "accept", "source": "a"}, "accept.target: Field required"),
        (ACCEPT_JSON | {"kind": "eats"}, "accept.kind"),
        ({"do": "describe", "tool": "a", "descripton": "x"}, "describe.descripton"),
        ({"do": "place", "positions": {"a": [1]}}, "place.positions.a.1"),
        ({"do": "all", "commands": [{"do": "accept"}]}, "all.commands.0.accept.source"),
    ],
)
def test_what_is_no_command_is_told_where(data, said):
    with pytest.raises(CommandError, match=r"^That is no command: .*\.$") as raised:
        read_command(data)
    assert said in str(raised.value)


def test_a_bottomless_command_is_refused():
    data: dict[str, object] = dict(ACCEPT_JSON)
    for _ in range(5000):
        data = {"do": "all", "commands": [data]}
    with pytest.raises(CommandError):
        read_command(data)


@pytest.mark.parametrize("query", ["\ud800"])
def test_what_json_cannot_hold_is_refused(query):
    with pytest.raises(CommandError, match="JSON"):
        command_line(PutGolden(golden=Golden(query)))
