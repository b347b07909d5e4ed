"""Files that a browser sends: in pieces, into a folder of ours, and from there into the project.

A file is begun with its name and size, comes in pieces of some megabytes, each of which says where
it belongs, and can be dropped at any moment. The name is kept to tell people what it is; where the
bytes stand is our own choice. Reading is a job with progress, and can be cancelled.
"""

import secrets
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dash import Dash
from flask import Response, jsonify, request

from graphwright.curate.curation import Curation
from graphwright.errors import ReadError
from graphwright.formats import Ingested
from graphwright.held import joined_with, read_together
from graphwright.read import at_address, curation_of, is_address

from .incoming import check_idle, check_writable, told
from .jobs import Report
from .services import Services

LARGEST = 300 << 20  # bytes of one file
PIECE = 8 << 20  # bytes of one piece, at most
_MOST = 500  # files under way
_ROOM = 1 << 30  # bytes of all files under way
_FORGOTTEN = 3600.0  # seconds without a piece
_NAME = 200  # characters of a name
JOB = "reading"


@dataclass(slots=True)
class _File:
    name: str
    size: int
    path: Path
    here: int = 0  # bytes that came
    at: float = 0.0  # when the last one did


class Uploads:
    """The files that are under way, each by a token that only its sender knows."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}
        self._lock = threading.Lock()
        self._folder = Path(tempfile.mkdtemp(prefix="graphwright-upload-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    def begin(self, name: str, size: int) -> str:
        """The token of a new file.

        Raises:
            ReadError: it is too large, or too much is under way.
        """
        if not 0 <= size <= LARGEST:
            raise ReadError(
                f"'{_shown(name)}' has {size / (1 << 20):.0f} MB; at most {LARGEST >> 20} are read."
            )
        with self._lock:
            self._forget()
            room = sum(file.size for file in self._files.values())
            if len(self._files) >= _MOST or room + size > _ROOM:
                raise ReadError("Too many files are under way; wait until they are read.")
            token = secrets.token_urlsafe(16)
            path = self._folder / secrets.token_hex(16)
            path.touch(0o600)
            self._files[token] = _File(_shown(name), size, path, at=time.monotonic())
        return token

    def add(self, token: str, at: int, piece: bytes) -> int:
        """How many bytes are there after the piece that belongs at `at`.

        A piece that came already is not written again, so that a sender may repeat it.

        Raises:
            ReadError: the file is not under way, or the piece does not follow.
        """
        with self._lock:
            file = self._file(token)
            if at + len(piece) <= file.here:
                return file.here
            if at != file.here or at + len(piece) > file.size:
                raise ReadError(f"A piece of '{file.name}' does not follow those that came.")
            try:
                with file.path.open("ab") as stream:
                    stream.write(piece)
            except OSError as error:
                raise ReadError(f"'{file.name}' cannot be kept: {error.strerror}.") from None
            file.here += len(piece)
            file.at = time.monotonic()
            return file.here

    def drop(self, token: str) -> None:
        with self._lock:
            file = self._files.pop(token, None)
            if file is not None:
                file.path.unlink(missing_ok=True)

    def take(self, tokens: Sequence[str]) -> dict[str, Path]:
        """The whole files by name, out of those under way; whoever takes them removes them.

        Raises:
            ReadError: one of them is not whole.
        """
        with self._lock:
            for token in tokens:
                file = self._file(token)
                if file.here != file.size:
                    raise ReadError(f"'{file.name}' has not come whole.")
            taken = [self._files.pop(token) for token in tokens]
        found: dict[str, Path] = {}
        for file in taken:
            name, count = file.name, 1
            while name in found:
                count += 1
                name = f"{file.name}~{count}"
            found[name] = file.path
        return found

    def _file(self, token: str) -> _File:
        if token not in self._files:
            raise ReadError("This file is not under way any more; send it again.")
        return self._files[token]

    def _forget(self) -> None:
        """Without files whose sender is gone."""
        since = time.monotonic() - _FORGOTTEN
        for token in [token for token, file in self._files.items() if file.at < since]:
            self._files.pop(token).path.unlink(missing_ok=True)


def register(app: Dash, services: Services) -> None:
    """The routes: `/upload` begins a file, `/upload/TOKEN` takes pieces, `/upload/read` reads."""
    uploads = Uploads()
    route = app.server.add_url_rule

    def begin() -> Response:
        check_writable(services.read_only)
        match request.get_json(silent=True):
            case {"name": str(name), "size": int(size)}:
                return jsonify(token=uploads.begin(name, size), piece=PIECE)
        raise ReadError("A file has a name and a size.")

    def piece(token: str) -> Response:
        check_writable(services.read_only)
        if request.method == "DELETE":
            uploads.drop(token)
            return jsonify(dropped=True)
        if (request.content_length or 0) > PIECE:
            raise ReadError(f"A piece has at most {PIECE >> 20} MB.")
        at = request.args.get("at", "")
        if not at.isascii() or not at.isdigit():
            raise ReadError("A piece says where it belongs.")
        return jsonify(here=uploads.add(token, int(at), request.get_data()))

    def start() -> Response:
        check_writable(services.read_only)
        said = request.get_json(silent=True)
        tab = str(said.get("tab", "")) if isinstance(said, dict) else ""
        match said:
            case {"tokens": [*tokens], "by": str(by)} if tokens and all(
                isinstance(token, str) for token in tokens
            ):
                check_idle(services.jobs, JOB)
                files = uploads.take([str(token) for token in tokens])
                taken = _Taken(services, by, tab)
                services.jobs.start(JOB, lambda report: _read(taken, files, report))
            case {"url": str(url), "by": str(by)} if not is_address(url.strip()):
                raise ReadError(f"'{_shown(url)}' is no web address; http or https was expected.")
            case {"url": str(url), "by": str(by)}:
                check_idle(services.jobs, JOB)
                taken = _Taken(services, by, tab)
                services.jobs.start(JOB, lambda report: _fetch(taken, url, report))
            case _:
                raise ReadError("What is to be read is not said.")
        return jsonify(started=True)

    def state() -> Response:
        now = services.jobs.progress(JOB)
        return jsonify(
            fraction=now.fraction,
            note=now.note,
            done=now.done,
            cancelled=now.cancelled,
            error=now.error,
            revision=services.project.revision,
        )

    def cancel() -> Response:
        services.jobs.cancel(JOB)
        return jsonify(cancelled=True)

    route("/upload", "upload", told(begin), methods=["POST"])
    route("/upload/<token>", "upload-piece", told(piece), methods=["PUT", "DELETE"])
    route("/upload/read", "upload-read", told(start), methods=["POST"])
    route("/upload/state", "upload-state", state)
    route("/upload/cancel", "upload-cancel", cancel, methods=["POST"])


@dataclass(frozen=True, slots=True)
class _Taken:
    """Who takes documents into which project, from which page."""

    services: Services
    by: str
    tab: str


def _read(taken: _Taken, files: Mapping[str, Path], report: Report) -> None:
    """Reads files into the project; they are gone afterwards, whatever comes of it."""
    try:
        report(0.1, f"Reads {_named(list(files))} …")
        _take(taken, read_together(files), report)
    finally:
        for path in files.values():
            path.unlink(missing_ok=True)


def _fetch(taken: _Taken, url: str, report: Report) -> None:
    report(0.1, f"Asks for {_shown(url)} …")
    _take(taken, at_address(url.strip(), taken.services.allowed), report)


def _take(taken: _Taken, documents: Sequence[Ingested], report: Report) -> None:
    project = taken.services.project
    names = [document.name for document in documents]
    tools = sum(len(document.tools) for document in documents)
    report(0.4, f"Works out how {tools} tools relate …")
    fresh: Curation = curation_of(joined_with(project.curation, documents))
    report(0.9, "Puts them under what was decided …")
    revision = project.take(fresh, ", ".join(names), taken.by)
    taken.services.people.made(taken.tab, revision)


def _named(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names)} files"


def _shown(name: str) -> str:
    return name.strip()[:_NAME] or "document"
