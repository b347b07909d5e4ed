"""Which commands stand on which others."""

import pytest
from hypothesis import given

from graphwright.curate.commands import (
    Accept,
    AddGroup,
    AddRelation,
    All,
    Describe,
    MergeTools,
    Place,
    PutGolden,
    PutWorkflow,
    RemoveGroup,
    ReverseRelation,
    SetSearch,
    Ship,
    Unmerge,
)
from graphwright.curate.touches import touches
from graphwright.evaluate.golden import Golden
from graphwright.relations import RelationKind
from graphwright.workflow.model import Step, Workflow

from .curations import commands, law

AB = {"source": "a", "target": "b", "kind": RelationKind.REQUIRES}
BA = {"source": "b", "target": "a", "kind": RelationKind.REQUIRES}
IN = {"source": "a", "target": "g", "kind": RelationKind.BELONGS_TO}
MERGE = MergeTools(keep="a", merge=("c",))


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        (Accept(**AB), AddRelation(**AB), True),
        (Accept(**AB), Accept(**BA), False),
        (Accept(**BA), ReverseRelation(**AB), True),
        (Accept(**AB), Accept(**AB | {"kind": RelationKind.PRECEDES}), False),
        (Accept(**AB), Ship(**AB), True),
        (Accept(**AB), MERGE, True),
        (Accept(**AB), Unmerge(keep="a"), True),
        (Accept(**AB), MergeTools(keep="c", merge=("d",)), False),
        (Accept(**AB), Describe(tool="a", description=""), False),
        (Describe(tool="a", description=""), Describe(tool="a", tags=()), False),
        (Describe(tool="a", tags=()), Describe(tool="a", tags=("x",)), True),
        (Describe(tool="a", group="g"), Accept(**IN), True),
        (Describe(tool="a", group="g"), RemoveGroup(name="g"), True),
        (AddGroup(name="g"), AddGroup(name="h", parent="g"), True),
        (PutWorkflow(workflow=Workflow("w", steps=(Step("s", "c"),))), MERGE, True),
        (PutGolden(golden=Golden("q")), PutGolden(golden=Golden("r")), False),
        (SetSearch(k=3), SetSearch(floor=1.0), False),
        (SetSearch(weights={"x": 1}), SetSearch(weights={"x": 2}), True),
        (Place(positions={"a": (0, 0)}), Place(positions={"a": (1, 1)}), True),
        (Place(positions={"a": (0, 0)}), Place(positions={"a": (1, 1)}, picture="all"), False),
        (All(commands=(SetSearch(k=3), Accept(**AB))), MERGE, True),
    ],
)
def test_who_stands_on_whom(one, other, meet):
    assert touches(one).meets(touches(other)) is meet
    assert touches(other).meets(touches(one)) is meet


@law
@given(commands)
def test_a_command_meets_itself_where_it_changes_anything(command):
    touched = touches(command)
    assert touched.meets(touched) is (touched.everything or bool(touched.changes))
