"""A project's own gate: an edit like any other."""

import pytest

from graphwright.curate import commands as c
from graphwright.curate.apply import apply
from graphwright.curate.curation import Curation
from graphwright.curate.patch import read_patch, write_patch
from graphwright.errors import CommandError
from graphwright.evaluate.gate import GateRules
from graphwright.project.project import Project
from graphwright.project.state import pack, unpack

RULES = GateRules(pinned=False, means=("hit",), epsilon=0.2)


def test_the_gate_of_a_project_lasts_and_is_undone(tmp_path):
    with Project.open(tmp_path / "p.graphwright", Curation()) as project:
        project.do(c.SetSearch(gate=RULES))
    with Project.open(tmp_path / "p.graphwright") as project:
        assert project.curation.gate == RULES
        project.undo()
        assert project.curation.gate == GateRules()


def test_the_gate_survives_json_checkpoint_and_patch():
    command = c.SetSearch(gate=RULES)
    assert c.read_command(c.command_json(command)) == command
    curation = apply(Curation(), command)
    assert unpack(pack(curation, Curation()), Curation()) == curation
    assert [one.gate for one in read_patch(write_patch(curation), "p")] == [RULES]


@pytest.mark.parametrize("rules", [GateRules(means=("speed",)), GateRules(epsilon=float("nan"))])
def test_rules_that_cannot_be_are_refused(rules: GateRules):
    with pytest.raises(CommandError):
        apply(Curation(), c.SetSearch(gate=rules))
