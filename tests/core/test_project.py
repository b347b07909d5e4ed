"""A project: what lasts, what can be taken back, and by whom."""

import os
import resource
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from graphwright.curate.apply import apply
from graphwright.curate.commands import (
    Accept,
    AddRelation,
    All,
    Describe,
    MergeTools,
    Place,
    PutGolden,
    RemoveRelation,
)
from graphwright.curate.curation import Curation, Source
from graphwright.curate.patch import apply_all
from graphwright.errors import CommandError, ProjectError
from graphwright.evaluate.golden import Golden
from graphwright.graph import ToolGraph
from graphwright.issues import Issue, IssueCode, Severity
from graphwright.project.entries import Entry, Timeline
from graphwright.project.project import Project
from graphwright.project.state import pack, unpack
from graphwright.project.store import FORMAT, Store
from graphwright.raw import Raw
from graphwright.relations import RelationKind
from graphwright.tools import Tool

from .curations import curation_of, fitting, histories, history, law

START = Curation(*[ToolGraph.of([Tool("a"), Tool("b"), Tool("c")])] * 2)
AB = {"source": "a", "target": "b", "kind": RelationKind.REQUIRES}
ADD, REMOVE, ACCEPT = AddRelation(**AB), RemoveRelation(**AB), Accept(**AB)


def say(text: str, tool: str = "a") -> Describe:
    return Describe(tool=tool, description=text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shop.graphwright"


@pytest.fixture
def project(path: Path):
    with Project.open(path, START) as project:
        yield project


def opened(path: Path) -> Curation:
    with Project.open(path) as project:
        return project.curation


# what lasts


@law
@given(histories)
def test_a_packed_state_is_the_same_curation(drawn):
    curation = history(drawn)[-1]
    assert unpack(pack(curation, Curation()), Curation()) == curation
    first = Curation(curation.base, curation.base)
    packed = pack(curation, first)
    assert unpack(packed, first) == curation
    assert pack(unpack(packed, first), first) == packed


def test_a_packed_state_keeps_what_is_not_interpreted():
    tools = [Tool("a", raw=Raw.of({"x": 1})), Tool("b", raw=Raw.of({"x": "y" * 5000})), Tool("c")]
    graph = ToolGraph.of(tools)
    issue = Issue(IssueCode.BAD_TOOL, Severity.NOTE, "/tools/0", "…", "shop")
    source = Source("shop", "openapi", "0", raw=Raw.of({"y": [None]}))
    curation = Curation(graph, graph, sources=(source,), issues=(issue,), waiting=(source.raw,))
    assert unpack(pack(curation, Curation()), Curation()) == curation


@settings(max_examples=20, deadline=None)
@given(histories)
def test_undo_all_then_redo_all_and_reopen(tmp_path_factory, drawn):
    path = tmp_path_factory.mktemp("p") / "p.graphwright"
    random = Random(drawn[0])
    start = curation_of(random)
    with Project.open(path, start) as project:
        values = [start]
        for _ in range(drawn[1]):
            try:
                project.do(fitting(project.curation, random), "cy")
                values.append(project.curation)
            except CommandError:
                continue
        for value in values[-2::-1]:
            project.undo("cy")
            assert project.curation == value
        assert not project.can_undo("cy")
        for value in values[1:]:
            project.redo("cy")
            assert project.curation == value
        assert not project.can_redo("cy")
        for revision, value in enumerate(values):
            assert project.at(revision) == value
        project._open = False  # as if killed: no checkpoint is written
        project._store.close()
    assert opened(path) == values[-1]


@settings(max_examples=20, deadline=None)
@given(histories)
def test_the_value_is_the_replay_whoever_takes_what_back(tmp_path_factory, drawn):
    path = tmp_path_factory.mktemp("p") / "p.graphwright"
    random = Random(drawn[0])
    start = curation_of(random)
    values = [start]
    with Project.open(path, start) as project:
        for _ in range(2 * drawn[1]):
            try:
                _anything(project, random)
                values.append(project.curation)
            except CommandError:
                continue
        for revision, value in enumerate(values):
            assert project.at(revision) == value
        standing = Timeline.of(project.journal()).standing
        commands = [project.journal()[revision - 1].command for revision in standing]
        assert apply_all(start, commands) == values[-1]
        project._open = False
        project._store.close()
    assert opened(path) == values[-1]


def _anything(project: Project, random: Random) -> None:
    by = random.choice(("ann", "bo"))
    what = random.random()
    if what < 0.5:
        project.do(fitting(project.curation, random), by)
    elif what < 0.75:
        project.undo(by)
    elif what < 0.85:
        project.redo(by)
    else:
        project.revert(random.randint(1, max(1, project.revision)), by)


def test_every_revision_of_a_long_journal_can_be_seen_again(path):
    with Project.open(path, START) as project:
        for number in range(300):
            project.do(say(str(number)))
    with Project.open(path) as project:
        assert (project.revision, project.curation.graph.tools["a"].description) == (300, "299")
        for revision in (1, 255, 256, 257, 299):
            assert project.at(revision).graph.tools["a"].description == str(revision - 1)
        project.undo()
        assert project.curation.graph.tools["a"].description == "298"
        assert len(project._store.checkpoints()) == 3


def test_a_damaged_checkpoint_costs_time_and_nothing_else(path):
    with Project.open(path, START) as project:
        project.do(say("x"))
    with sqlite3.connect(path) as database:
        database.execute("UPDATE checkpoints SET packed = x'00' WHERE revision = 1")
    database.close()
    assert opened(path).graph.tools["a"].description == "x"


def test_the_clock_may_go_back(path):
    Project.open(path, START).close()
    store = Store(path)
    for revision, at in enumerate(("2030", "2020", "1970"), 1):
        store.append(Entry(revision, say(at), at=at))
    store.close()
    with Project.open(path) as project:
        assert project.curation.graph.tools["a"].description == "1970"
        assert [entry.at for entry in project.journal()] == ["2030", "2020", "1970"]


def test_a_version_that_was_kept_is_there_after_reopening(path):
    newer = Curation(*[ToolGraph.of([Tool("a"), Tool("d")])] * 2)
    with Project.open(path, START) as project:
        project.do(say("ours"))
        assert project.take(newer, "shop", "ann") == 2
        expected = project.curation
        project.undo("ann")
        assert set(project.curation.graph.tools) == {"a", "b", "c"}
        project.redo("ann")
        assert project.curation == expected
        project._open = False
        project._store.close()
    assert opened(path) == expected


# who may take back what


def test_undo_takes_back_ones_own_last_command(project):
    project.do(say("ann's"), "ann")
    project.do(say("bo's", "b"), "bo")
    assert project.undo("ann") == 3
    tools = project.curation.graph.tools
    assert (tools["a"].description, tools["b"].description) == ("", "bo's")
    assert not project.can_undo("ann")
    assert project.can_redo("ann")
    project.redo("ann")
    assert project.curation.graph.tools["a"].description == "ann's"


def test_undo_under_a_later_command_that_stands_on_it_is_refused(project):
    project.do(ADD, "ann")
    project.do(ACCEPT, "bo")
    before = project.curation
    with pytest.raises(CommandError) as raised:
        project.undo("ann")
    assert str(raised.value) == (
        "A later edit by 'bo' stands on it: accept requires 'a' → 'b' (revision 2); "
        "revert that first."
    )
    assert (project.curation, project.revision) == (before, 2)


def test_undo_under_a_later_command_that_needs_it_is_refused(project):
    project.do(All(commands=(ADD, MergeTools(keep="b", merge=("c",)))), "ann")
    project.do(say("after the merge", "b"), "bo")
    with pytest.raises(CommandError, match="stands on it: describe 'b'"):
        project.undo("ann")


def test_two_fields_of_a_tool_are_two_things(project):
    project.do(say("ann's"), "ann")
    project.do(Describe(tool="a", tags=("bo",)), "bo")
    project.undo("ann")
    tool = project.curation.graph.tools["a"]
    assert (tool.description, tool.tags) == ("", ("bo",))


def test_nothing_to_undo_or_redo_is_said(project):
    with pytest.raises(CommandError, match="There is nothing to undo"):
        project.undo("ann")
    with pytest.raises(CommandError, match="There is nothing to redo"):
        project.redo("ann")


def test_a_new_command_ends_redo_for_its_curator_alone(project):
    project.do(say("ann's"), "ann")
    project.undo("ann")
    project.do(say("bo's", "b"), "bo")
    assert project.can_redo("ann")
    project.do(say("ann's", "c"), "ann")
    assert not project.can_redo("ann")


def test_a_revert_takes_back_any_entry_and_can_be_undone(project):
    project.do(say("ann's"), "ann")
    project.do(say("bo's", "b"), "bo")
    project.revert(1, "bo")
    assert project.curation.graph.tools["a"].description == ""
    assert not project.can_undo("ann")
    with pytest.raises(CommandError, match="Revision 1 is taken back already"):
        project.revert(1, "ann")
    project.undo("bo")
    assert project.curation.graph.tools["a"].description == "ann's"
    with pytest.raises(CommandError, match="There is no revision 9"):
        project.revert(9)


def test_an_undo_can_be_reverted(project):
    project.do(say("ann's"), "ann")
    project.undo("ann")
    project.revert(2, "bo")
    assert project.curation.graph.tools["a"].description == "ann's"
    assert not project.can_redo("ann")
    assert [(entry.kind, entry.of) for entry in project.journal()] == [
        ("do", 0),
        ("undo", 1),
        ("revert", 2),
    ]


def test_an_edit_on_what_another_changed_meanwhile_is_refused(project):
    project.do(ADD, "ann")
    seen = project.revision
    project.do(REMOVE, "ann")
    with pytest.raises(CommandError) as raised:
        project.do(ACCEPT, "bo", base=seen)
    assert str(raised.value) == (
        "'ann' changed this since you saw it: remove requires 'a' → 'b' (do, revision 2)."
    )
    assert project.do(say("elsewhere", "c"), "bo", base=seen) == 3
    assert project.do(ADD, "ann", base=seen) == 4


def test_listeners_hear_of_every_entry_until_they_stop(project):
    heard: list[Entry] = []
    stop = project.listen(heard.append)
    project.do(say("x"), "ann")
    project.undo("ann")
    stop()
    project.do(say("y"), "ann")
    assert [(entry.revision, entry.kind, entry.by) for entry in heard] == [
        (1, "do", "ann"),
        (2, "undo", "ann"),
    ]


def test_a_refused_command_leaves_no_trace(project):
    with pytest.raises(CommandError):
        project.do(All(commands=(say("x"), ACCEPT)))
    with pytest.raises(CommandError, match="JSON"):
        project.do(PutGolden(golden=Golden("\ud800")))
    assert (project.revision, project.curation, project.journal()) == (0, START, ())


def test_many_threads_lose_nothing(path):
    with Project.open(path, START) as project:

        def work(name: str) -> None:
            for number in range(20):
                project.do(PutGolden(golden=Golden(f"{name} {number}")), name)

        threads = [threading.Thread(target=work, args=(f"c{n}",)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [entry.revision for entry in project.journal()] == list(range(1, 161))
        assert len(project.curation.golden) == 160
    assert len(opened(path).golden) == 160


# what goes wrong


def test_a_second_opening_is_refused(project, path):
    with pytest.raises(ProjectError, match="is open in another Graphwright; close it there first"):
        Project.open(path)
    code = f"""
from pathlib import Path
from graphwright.project.project import Project
from graphwright.errors import ProjectError
try:
    Project.open(Path({str(path)!r}))
except ProjectError as error:
    print(error)
"""
    second = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert second.stdout == f"'{path}' is open in another Graphwright; close it there first.\n"


def test_a_full_disk_refuses_the_command_and_keeps_the_rest(project, path):
    project.do(say("before"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = path.with_name(path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        with pytest.raises(ProjectError, match=r"cannot (grow|be read or written).*\.$"):
            project.do(say("x" * 100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert project.curation.graph.tools["a"].description == "before"
    project.do(say("after"))
    assert [entry.revision for entry in project.journal()] == [1, 2]
    project.close()
    assert opened(path).graph.tools["a"].description == "after"


def _foreign(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE t (x)")
    database.close()


def _newer(path: Path) -> None:
    Project.open(path, START).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {FORMAT + 1}")
    database.close()


def _truncated(path: Path) -> None:
    with Project.open(path, START) as project:
        for number in range(50):
            project.do(say(f"{number}" * 500))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _overwritten(path: Path) -> None:
    _truncated(path)
    data = bytearray(path.read_bytes())
    data[4096:] = Random(0).randbytes(len(data) - 4096)
    path.write_bytes(data)


def _without_base(path: Path) -> None:
    Project.open(path, START).close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE checkpoints SET packed = x'00112233' WHERE revision = 0")
    database.close()


def _with_a_hole(path: Path) -> None:
    with Project.open(path, START) as project:
        project.do(say("x"))
        project.do(say("y"))
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM journal WHERE revision = 1")
    database.close()


def _with_an_unknown_command(path: Path) -> None:
    with Project.open(path, START) as project:
        project.do(say("x"))
    with sqlite3.connect(path) as database:
        database.execute("""UPDATE journal SET command = '{"do": "fly"}'""")
    database.close()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "There is no project"),
        (lambda path: path.write_bytes(b""), "holds no project yet"),
        (lambda path: path.write_bytes(b"openapi: 3.0.0\n" * 100), "is no Graphwright project"),
        (lambda path: path.mkdir(), "cannot be opened"),
        (_foreign, "is no Graphwright project"),
        (_newer, "was written by a newer Graphwright"),
        (_truncated, "is damaged"),
        (_overwritten, "is damaged"),
        (_without_base, "is damaged"),
        (_with_a_hole, "is damaged: its journal lacks revision 1"),
        (_with_an_unknown_command, "is damaged at revision 1"),
    ],
)
def test_a_file_that_cannot_be_opened_is_told_in_one_sentence(path, make, said):
    make(path)
    with pytest.raises(ProjectError) as raised:
        Project.open(path)
    sentence = str(raised.value)
    assert str(path) in sentence
    assert said in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(ProjectError, match="cannot be opened"):
        Project.open(tmp_path / "none" / "p.graphwright", START)


def test_what_cannot_be_written_down_is_told(path):
    graph = ToolGraph.of([Tool("\ud800")])
    with pytest.raises(ProjectError, match="cannot be written down as JSON"):
        Project.open(path, Curation(graph, graph))


OPENS_AS_ANOTHER = """
import os, sys
from pathlib import Path
from graphwright.curate.curation import Curation
from graphwright.errors import ProjectError
from graphwright.project.project import Project
other, path = Path(sys.argv[1]), Path(sys.argv[2])
Project.open(other, Curation()).close()  # loads all that is needed, while it may be read
if not os.getuid():
    os.setuid(65534)
try:
    Project.open(path)
except ProjectError as error:
    print(error, end="")
"""


def test_a_file_that_may_not_be_written_is_told(path, tmp_path):
    """Root may write anything, so that another user must try, in a process of its own."""
    Project.open(path, START).close()
    folder = path.parent
    for outer in (folder, *folder.parents):
        if "pytest" in str(outer):
            outer.chmod(0o755)
    path.chmod(0o444)
    folder.chmod(0o555)
    other = tmp_path.parent / f"{tmp_path.name}-other.graphwright"
    command = [sys.executable, "-c", OPENS_AS_ANOTHER, str(other), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    folder.chmod(0o755)
    assert done.stdout == f"'{path}' cannot be written: '{path}' is for reading only.", done.stderr


def test_a_folder_that_may_not_be_looked_into_is_told(path, tmp_path):
    Project.open(path, START).close()
    other = tmp_path.parent / f"{tmp_path.name}-other.graphwright"
    path.parent.chmod(0o700)  # root's alone
    command = [sys.executable, "-c", OPENS_AS_ANOTHER, str(other), str(path)]
    if os.getuid():
        path.parent.chmod(0)
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    path.parent.chmod(0o755)
    assert done.stdout == f"'{path}' cannot be opened: Permission denied.", done.stderr


def test_a_listener_that_fails_costs_nobody_an_edit(project, caplog):
    project.listen(lambda entry: 1 / 0)
    assert project.do(say("x")) == 1
    assert "A listener failed at revision 1" in caplog.text


def test_a_closed_project_says_so(path):
    project = Project.open(path, START)
    project.close()
    project.close()
    with pytest.raises(ProjectError, match="is closed"):
        project.do(say("x"))


def test_older_curations_hold_nothing_that_was_derived(project):
    for number in range(3):
        project.do(Place(positions={"a": (number, 0)}))
        assert project.curation.graph.outgoing == {}
    held = project._past._values._held.values()
    assert not any("outgoing" in vars(curation.graph) for curation in list(held)[:-1])
    assert replace(project.curation) == apply(project.at(2), Place(positions={"a": (2, 0)}))
