"""Files that come in pieces: whole, in order, within limits, under names that are no paths."""

import time
from pathlib import Path

import orjson
import pytest

from graphwright.curate.curation import Curation
from graphwright.errors import ReadError
from graphwright.project.project import Project
from graphwright_dashboard import uploads as module
from graphwright_dashboard.app import create_app
from graphwright_dashboard.services import Services
from graphwright_dashboard.uploads import LARGEST, PIECE, Uploads

TOOLS = orjson.dumps({"tools": [{"name": "pay", "description": "Pays.", "parameters": {}}]})


@pytest.fixture
def uploads() -> Uploads:
    return Uploads()


@pytest.fixture
def services(tmp_path):
    project = Project.open(tmp_path / "p.graphwright", Curation())
    services = Services(project)
    yield services
    services.jobs.close()
    project.close()


@pytest.fixture
def client(services):
    return create_app(services).server.test_client()


def kept(uploads: Uploads) -> list[Path]:
    return list(uploads._folder.iterdir())


def test_a_file_is_whole_once_its_pieces_came_in_order(uploads):
    token = uploads.begin("a.json", 6)
    assert uploads.add(token, 0, b"abc") == 3
    with pytest.raises(ReadError, match=r"'a\.json' has not come whole"):
        uploads.take([token])
    assert uploads.add(token, 0, b"abc") == 3  # sent again
    with pytest.raises(ReadError, match="does not follow"):
        uploads.add(token, 5, b"x")
    with pytest.raises(ReadError, match="does not follow"):
        uploads.add(token, 3, b"defg")
    assert uploads.add(token, 3, b"def") == 6
    assert uploads.take([token])["a.json"].read_bytes() == b"abcdef"
    with pytest.raises(ReadError, match="not under way any more"):
        uploads.take([token])


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "C:\\a.json", "a\x00b", "x" * 9999, "", "..", "<b>"]
)
def test_a_name_is_no_path(uploads, name):
    token = uploads.begin(name, 0)
    (path,) = kept(uploads)
    assert path.parent == uploads._folder
    assert len(path.name) == 32
    assert path.stat().st_mode & 0o077 == 0
    (shown,) = uploads.take([token])
    assert 0 < len(shown) <= 200


def test_two_files_of_one_name_are_two(uploads):
    tokens = [uploads.begin("a.json", 0), uploads.begin("a.json", 0)]
    assert list(uploads.take(tokens)) == ["a.json", "a.json~2"]


def test_what_is_dropped_or_forgotten_leaves_nothing(uploads, monkeypatch):
    uploads.drop(uploads.begin("a", 3))
    uploads.drop("never was")
    uploads.begin("b", 3)
    assert len(kept(uploads)) == 1
    now = time.monotonic()
    monkeypatch.setattr(module.time, "monotonic", lambda: now + 7200)
    uploads.begin("c", 3)
    assert len(kept(uploads)) == 1


def test_there_are_limits(uploads):
    with pytest.raises(ReadError, match=r"'a' has 301 MB; at most 300 are read"):
        uploads.begin("a", LARGEST + (1 << 20))
    with pytest.raises(ReadError):
        uploads.begin("a", -1)
    for _ in range(3):
        uploads.begin("a", LARGEST)
    with pytest.raises(ReadError, match="Too many files are under way"):
        uploads.begin("a", LARGEST)


def test_a_full_disk_is_one_sentence(uploads, monkeypatch):
    token = uploads.begin("a.json", 3)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(ReadError, match=r"^'a\.json' cannot be kept: No space left on device\.$"):
        uploads.add(token, 0, b"abc")


def sent(client, name: str, data: bytes) -> str:
    token = client.post("/upload", json={"name": name, "size": len(data)}).get_json()["token"]
    for at in range(0, len(data), PIECE):
        piece = data[at : at + PIECE]
        assert client.put(f"/upload/{token}?at={at}", data=piece).status_code == 200
    return token


def read(client, services, **said: object) -> dict[str, object]:
    assert client.post("/upload/read", json={"by": "kim", **said}).status_code == 200
    until = time.monotonic() + 60
    while time.monotonic() < until:
        state = client.get("/upload/state").get_json()
        if state["done"]:
            return state
        time.sleep(0.02)
    raise AssertionError("it takes too long")


def test_files_that_came_are_in_the_project_and_can_be_undone(client, services):
    tokens = [sent(client, "a.json", TOOLS), sent(client, "b.json", TOOLS.replace(b"pay", b"get"))]
    state = read(client, services, tokens=tokens)
    assert (state["error"], state["revision"]) == ("", 1)
    assert sorted(services.curation.graph.tools) == ["get", "pay"]
    assert [source.name for source in services.curation.sources] == ["a.json", "b.json"]
    assert services.project.journal()[0].by == "kim"
    services.project.undo("kim")
    assert len(services.curation.graph.tools) == 0


def test_what_cannot_be_read_is_told_and_changes_nothing(client, services):
    state = read(client, services, tokens=[sent(client, "../x.json", b"[")])
    assert "'../x.json'" in str(state["error"])
    assert services.project.revision == 0


@pytest.mark.parametrize(
    ("url", "said"),
    [("file:///etc/passwd", "is no web address"), ("/etc/passwd", "is no web address")],
)
def test_an_address_is_on_the_web(client, url, said):
    answer = client.post("/upload/read", json={"url": url, "by": ""})
    assert answer.status_code == 409
    assert said in answer.text


def test_an_address_of_this_machine_is_not_asked(client, services):
    state = read(client, services, url="http://127.0.0.1:1/openapi.json")
    assert "is not public" in str(state["error"])


@pytest.mark.parametrize(
    ("path", "method", "body"),
    [
        ("/upload", "POST", {"name": "a"}),
        ("/upload", "POST", [1]),
        ("/upload", "POST", {"name": "a", "size": "3"}),
        ("/upload/read", "POST", {"tokens": [], "by": ""}),
        ("/upload/read", "POST", {"tokens": [1], "by": ""}),
        ("/upload/read", "POST", {"tokens": ["none"], "by": ""}),
        ("/upload/none?at=0", "PUT", None),
        ("/upload/none", "PUT", None),
        ("/upload/none?at=-1", "PUT", None),
    ],
)
def test_what_is_not_asked_rightly_is_one_sentence(client, path, method, body):
    answer = client.open(path, method=method, json=body)
    assert answer.status_code == 409
    assert answer.text.endswith(".")


def test_a_piece_that_is_too_large_is_refused(client):
    token = client.post("/upload", json={"name": "a", "size": LARGEST}).get_json()["token"]
    assert client.put(f"/upload/{token}?at=0", data=bytes(PIECE + 1)).status_code == 409


def test_a_project_for_reading_takes_nothing(services):
    client = create_app(Services(services.project, read_only=True)).server.test_client()
    answer = client.post("/upload", json={"name": "a", "size": 1})
    assert (answer.status_code, answer.text) == (409, "This project is open for reading only.")
