"""Publishing: what goes where, what keeps it back, and that nothing changes where it fails."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from graphwright.curate.commands import Describe
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError, ReleaseError
from graphwright.evaluate.gate import Comparison
from graphwright.evaluate.metrics import Scores
from graphwright.graph import ToolGraph
from graphwright.issues import Issue, IssueCode, Severity
from graphwright.project.project import Project
from graphwright.read import load
from graphwright.release import target
from graphwright.release.conformance import Conformance
from graphwright.release.publish import FORMS, NOTE_FILE, Checks, Order, publish
from graphwright.tools import Tool

START = Curation(*[ToolGraph.of([Tool("pay", "Pays."), Tool("ship", order=1)])] * 2)
KEPT = Checks(blockers=("'refund' passed before and fails now.",), k=5, means={"hit": 0.5})
NO_SCORES = Scores(5, 0, 0.0, 0.0, 0.0, 0.0, None, (), ())
HELD = Checks(k=5, means={"hit": 1.0}, engine="graph-tool-call 0.47.0")


@pytest.fixture
def project(tmp_path: Path):
    with Project.open(tmp_path / "shop.graphwright", START) as project:
        project.do(Describe(tool="pay", description="Pays an order."), "ann")
        yield project


def out(project: Project, order: Order, checks: Checks = HELD):
    return publish(project, *project.now, order, checks)


def test_a_single_form_goes_into_a_file(project, tmp_path):
    path = tmp_path / "deployed" / "tools.json"
    release = out(project, Order(("json",), path, "new words", by="ann"))
    data = path.read_bytes()
    assert release.files == {"tools.json": sha256(data).hexdigest()}
    assert project.releases() == (release,)
    assert (release.number, release.revision, release.by) == (1, 1, "ann")
    assert json.loads(data)["metadata"]["graphwright"]["release"] == {
        "number": 1,
        "revision": 1,
        "by": "ann",
        "notes": "new words",
        "k": 5,
        "means": {"hit": 1.0},
        "engine": "graph-tool-call 0.47.0",
    }
    assert load(path).graph.tools["pay"].description == "Pays an order."


def test_several_forms_go_into_a_folder_with_a_note(project, tmp_path):
    folder = tmp_path / "deployed"
    release = out(project, Order(FORMS, folder, reason="never needed"))
    found = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    assert found == set(release.files)
    assert {"graph.json", "graph.html", "load_graph.py", NOTE_FILE, "dossiers/pay.md"} <= found
    assert release.reason == ""
    for name, hash in release.files.items():
        assert sha256((folder / name).read_bytes()).hexdigest() == hash


def test_the_same_release_is_the_same_bytes(tmp_path):
    hashes = []
    for name in ("a", "b"):
        with Project.open(tmp_path / f"{name}.graphwright", START) as project:
            hashes.append(out(project, Order(FORMS, tmp_path / name)).files)
    assert hashes[0] == hashes[1]


def test_what_keeps_it_back_keeps_it_back_until_a_reason_is_given(project, tmp_path):
    path = tmp_path / "tools.json"
    with pytest.raises(ReleaseError) as raised:
        out(project, Order(("json",), path, reason="  "), KEPT)
    assert str(raised.value) == (
        "One thing keeps it back: 'refund' passed before and fails now. "
        "To release it all the same, give a reason."
    )
    assert not path.exists()
    assert project.releases() == ()
    release = out(project, Order(("json",), path, reason="It is urgent."), KEPT)
    assert (release.reason, release.blockers) == ("It is urgent.", KEPT.blockers)


@pytest.mark.parametrize(
    ("form", "place"),
    [
        ("json", "metadata.graphwright.release"),
        ("collection", "metadata.graphwright.release"),
        ("graphml", ""),
    ],
)
def test_the_reason_travels_in_the_files(project, tmp_path, form, place):
    path = tmp_path / "out.file"
    out(project, Order((form,), path, reason="It is urgent."), KEPT)
    found = path.read_text("utf-8")
    assert "It is urgent." in found
    if place:
        value = json.loads(found)
        for key in place.split("."):
            value = value[key]
        assert value["blockers"] == list(KEPT.blockers)
    assert sorted(load(path).graph.tools) == ["pay", "ship"]


def test_a_folder_says_the_reason_for_every_form(project, tmp_path):
    out(project, Order(("cypher",), tmp_path / "out", reason="It is urgent."), KEPT)
    note = json.loads((tmp_path / "out" / NOTE_FILE).read_bytes())
    assert note["reason"] == "It is urgent."


@pytest.mark.parametrize(
    ("there", "blockers"),
    [
        ("it is not installed.", ("Conformance was not checked: it is not installed.",)),
        (Conformance("e 1", True), ()),
        (
            Conformance(
                "e 1",
                False,
                problems=(Issue(IssueCode.CONFORMANCE, Severity.ERROR, "", "Not loaded."),),
            ),
            ("In the runtime engine: Not loaded.".replace(": ", ":  "),),
        ),
        (
            Conformance(
                "e 1",
                True,
                problems=(Issue(IssueCode.CONFORMANCE, Severity.WARNING, "", "Other."),),
            ),
            (),
        ),
    ],
)
def test_what_the_engine_finds_wrong_keeps_it_back(there, blockers):
    found = Checks.of(Comparison(), NO_SCORES, there)
    assert [" ".join(b.split()) for b in found.blockers] == [" ".join(b.split()) for b in blockers]


def test_a_full_disk_changes_nothing(project, tmp_path, monkeypatch):
    path = tmp_path / "tools.json"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(target.os, "fsync", full)
    with pytest.raises(ReleaseError, match=r"tools\.json' cannot be written: No space left on"):
        out(project, Order(("json",), path))
    assert path.read_text() == "old"
    assert sorted(p.name for p in tmp_path.glob("*.json")) == ["tools.json"]
    assert project.releases() == ()


def test_where_one_of_several_cannot_be_written_none_is(project, tmp_path):
    folder = tmp_path / "out"
    (folder / "graph.html").mkdir(parents=True)
    with pytest.raises(ReleaseError, match=r"graph\.html' cannot be written: Is a directory\."):
        out(project, Order(("json", "html"), folder))
    assert [p.name for p in folder.iterdir()] == ["graph.html"]
    assert project.releases() == ()


def test_a_target_that_may_not_be_written_is_told(project, tmp_path, monkeypatch):
    def forbidden(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(target.tempfile, "mkstemp", forbidden)
    with pytest.raises(ReleaseError, match=r"tools\.json' cannot be written: Permission denied\."):
        out(project, Order(("json",), tmp_path / "tools.json"))
    assert project.releases() == ()


def test_what_the_project_cannot_note_is_not_written(project, tmp_path, monkeypatch):
    def meanwhile(_: object) -> None:
        raise CommandError("Release 1 went out meanwhile; look at it first.")

    monkeypatch.setattr(project, "publish", meanwhile)
    with pytest.raises(CommandError):
        out(project, Order(("json",), tmp_path / "tools.json"))
    assert list(tmp_path.glob("*.json")) == []


@pytest.mark.parametrize(
    ("forms", "name", "said"),
    [
        ((), "out", "No format is chosen"),
        (("pdf",), "out", "There is no export 'pdf'"),
        (("json",), "shop.graphwright", "is a project, which a release never writes over"),
        (("json", "html"), "there.json", "is a file; several forms need a folder"),
    ],
)
def test_an_order_that_cannot_be_met_is_told(project, tmp_path, forms, name, said):
    (tmp_path / "there.json").write_text("{}")
    with pytest.raises(ReleaseError, match=rf"{said}.*\.$"):
        out(project, Order(forms, tmp_path / name))
    assert project.releases() == ()
