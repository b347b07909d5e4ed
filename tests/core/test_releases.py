"""Releases of a project: what lasts of them, and how one comes back."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from graphwright.curate.commands import AddRelation, Describe, Place, PutGolden
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError, ProjectError
from graphwright.evaluate.golden import Golden
from graphwright.graph import ToolGraph
from graphwright.project.project import Project
from graphwright.project.releases import Release
from graphwright.relations import RelationKind
from graphwright.tools import Tool

START = Curation(*[ToolGraph.of([Tool("a"), Tool("b")])] * 2)
ADD = AddRelation(source="a", target="b", kind=RelationKind.REQUIRES)


def say(text: str) -> Describe:
    return Describe(tool="a", description=text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shop.graphwright"


@pytest.fixture
def project(path: Path):
    with Project.open(path, START) as project:
        yield project


def test_releases_are_numbered_and_last(path):
    with Project.open(path, START) as project:
        project.do(say("one"))
        first = project.publish(
            Release(
                0,
                1,
                "ann",
                notes="new words",
                reason="it is urgent",
                blockers=("'x' fails.",),
                files={"g.json": "0" * 64},
                means={"hit": 0.5},
            )
        )
        assert (first.number, first.revision, first.by) == (1, 1, "ann")
        second = project.publish(Release(0, 0))
        assert second.number == 2
    with Project.open(path) as project:
        assert project.releases() == (first, second)
        assert project.at(first.revision).graph.tools["a"].description == "one"


def test_a_release_of_a_revision_that_is_not_there_is_refused(project):
    with pytest.raises(CommandError, match="no revision 4"):
        project.publish(Release(0, 4))
    assert project.releases() == ()


def test_a_release_comes_back_whole_but_for_what_does_not_ship(project):
    project.do(say("good"))
    project.do(ADD)
    project.publish(Release(0, 2))
    released = project.curation
    project.do(say("bad"))
    project.do(PutGolden(golden=Golden("where?", ("a",))))
    project.do(Place(positions={"a": (1.0, 2.0)}))
    now = project.curation
    project.do(project.roll_back(1), "kim")
    assert project.curation == replace(
        released, golden=now.golden, positions=now.positions, moved=now.moved
    )
    project.undo("kim")
    assert project.curation == now


def test_what_was_rolled_back_is_there_after_reopening(path):
    with Project.open(path, START) as project:
        project.publish(Release(0, 0))
        project.do(say("bad"))
        project.do(project.roll_back(1))
        project.do(ADD)
        curation = project.curation
        project._open = False  # as if killed: no checkpoint is written
        project._store.close()
    with Project.open(path) as project:
        assert project.curation == curation
        assert project.curation.graph.tools["a"].description == ""


def test_what_stands_under_a_roll_back_cannot_be_taken_back_before_it(project):
    project.publish(Release(0, 0))
    project.do(say("bad"), "ann")
    project.do(project.roll_back(1), "kim")
    with pytest.raises(CommandError, match=r"'kim' stands on it: roll back to release 1"):
        project.undo("ann")


def test_an_edit_on_what_a_roll_back_changed_is_refused(project):
    project.publish(Release(0, 0))
    project.do(say("bad"), "ann")
    project.do(project.roll_back(1), "kim")
    with pytest.raises(CommandError, match=r"'kim' changed this since you saw it"):
        project.do(say("worse"), "ann", base=1)


def test_a_release_that_is_not_there_cannot_come_back(project):
    with pytest.raises(CommandError, match="no release 1"):
        project.roll_back(1)


def test_two_releases_never_have_one_number(project):
    project.publish(Release(1, 0))
    with pytest.raises(CommandError, match="Release 2 went out meanwhile"):
        project.publish(Release(1, 0))


def test_a_project_from_before_there_were_releases_opens(path):
    Project.open(path, START).close()
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE releases")
    database.close()
    with Project.open(path) as project:
        assert project.publish(Release(0, 0)).number == 1


def test_a_release_that_cannot_be_read_is_told(path):
    with Project.open(path, START) as project:
        project.publish(Release(0, 0))
    with sqlite3.connect(path) as database:
        database.execute("UPDATE releases SET form = '[]'")
    database.close()
    with pytest.raises(ProjectError, match=r"is damaged at release 1: .*\.$"):
        Project.open(path)
