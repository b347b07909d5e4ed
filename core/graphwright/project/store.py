"""The project file: one SQLite database, held by one process, synced at every command.

In WAL mode with `synchronous=FULL` a commit has reached the disk when it returns. The exclusive
lock is the operating system's, so that it goes when the process goes, however it goes.

Source: https://www.sqlite.org/pragma.html#pragma_synchronous, #pragma_locking_mode
"""

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import orjson

from ..curate.commands import command_line, read_command
from ..errors import CommandError, ProjectError
from .entries import Entry, Kind
from .releases import Release, read_release, release_line

APPLICATION = 0x67727774  # "grwt": tells our file from any other database
FORMAT = 1

# what was measured of the curation, and is no part of it; files of before lack the table
_RECORDS = """
CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (kind, name)
) WITHOUT ROWID;
"""

_SCHEMA = f"""
CREATE TABLE versions (hash TEXT PRIMARY KEY, packed BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE journal (
    revision INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    "of" INTEGER NOT NULL,
    command TEXT NOT NULL,
    by TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE TABLE checkpoints (
    revision INTEGER PRIMARY KEY,
    packed BLOB NOT NULL
);
{_RECORDS}
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
"""

# Apart from the rest: a project that was made before there were releases gets it when it is opened.
_RELEASES = "CREATE TABLE IF NOT EXISTS releases (number INTEGER PRIMARY KEY, form TEXT NOT NULL)"

_SENTENCES = {
    sqlite3.SQLITE_BUSY: "is open in another Graphwright; close it there first",
    sqlite3.SQLITE_LOCKED: "is open in another Graphwright; close it there first",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_READONLY: "cannot be written",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_PERM: "cannot be opened: there is no permission to",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
    sqlite3.SQLITE_NOTADB: "is no Graphwright project",
    sqlite3.SQLITE_CORRUPT: "is damaged",
}


class Store:
    """An open project file. One thread at a time."""

    def __init__(self, path: Path) -> None:
        """The file, made where it is not there.

        Raises:
            ProjectError: it is another's, damaged, newer, or held by another process.
        """
        self.path = path
        self._database = _connect(path)
        try:
            with self._told():
                self._prepare()
        except BaseException:
            self._database.close()
            raise

    def put(self, revision: int, packed: bytes) -> None:
        """A checkpoint, for good when this returns."""
        with self._told(), self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO checkpoints VALUES (?, ?)", (revision, packed)
            )

    def checkpoints(self) -> tuple[int, ...]:
        """Revisions that are saved whole, the last one first."""
        with self._told():
            rows = self._database.execute("SELECT revision FROM checkpoints ORDER BY 1 DESC")
            return tuple(revision for (revision,) in rows)

    def checkpoint(self, revision: int) -> bytes:
        return self._blob("SELECT packed FROM checkpoints WHERE revision = ?", revision)

    def forget(self, revisions: tuple[int, ...]) -> None:
        """Without these checkpoints."""
        with self._told(), self._database:
            rows = [(revision,) for revision in revisions]
            self._database.executemany("DELETE FROM checkpoints WHERE revision = ?", rows)

    def keep(self, hash: str, packed: bytes) -> None:
        """A version of the sources, for good when this returns."""
        with self._told(), self._database:
            self._database.execute("INSERT OR IGNORE INTO versions VALUES (?, ?)", (hash, packed))

    def versions(self) -> tuple[str, ...]:
        with self._told():
            rows = self._database.execute("SELECT hash FROM versions ORDER BY 1")
            return tuple(hash for (hash,) in rows)

    def version(self, hash: str) -> bytes:
        return self._blob("SELECT packed FROM versions WHERE hash = ?", hash)

    def record(self, kind: str, name: str, data: bytes) -> None:
        """A record in place of one of the same name, for good when this returns."""
        with self._told(), self._database:
            row = (kind, name, zlib.compress(data))
            self._database.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", row)

    def records(self, kind: str) -> dict[str, bytes]:
        """All records of a kind, by name."""
        with self._told():
            rows = self._database.execute(
                "SELECT name, packed FROM records WHERE kind = ? ORDER BY name", (kind,)
            )
            return {name: zlib.decompress(packed) for name, packed in rows}

    def drop(self, kind: str, name: str) -> None:
        """Without the record."""
        with self._told(), self._database:
            row = (kind, name)
            self._database.execute("DELETE FROM records WHERE kind = ? AND name = ?", row)

    def append(self, entry: Entry) -> None:
        """An entry of the journal, for good when this returns."""
        line = command_line(entry.command).decode()
        row = entry.revision, entry.kind, entry.of, line, entry.by, entry.at
        with self._told(), self._database:
            self._database.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", row)

    def journal(self) -> tuple[Entry, ...]:
        with self._told():
            rows = self._database.execute(
                'SELECT revision, kind, "of", command, by, at FROM journal ORDER BY revision'
            ).fetchall()
        entries = tuple(self._entry(*row) for row in rows)
        for number, entry in enumerate(entries, 1):
            if entry.revision != number or not 0 <= entry.of < number:
                raise ProjectError(
                    f"'{self.path}' is damaged: its journal lacks revision {number}."
                )
        return entries

    def publish(self, release: Release) -> None:
        """A release, for good when this returns."""
        row = release.number, release_line(release).decode()
        with self._told(), self._database:
            self._database.execute("INSERT INTO releases VALUES (?, ?)", row)

    def releases(self) -> tuple[Release, ...]:
        with self._told():
            rows = self._database.execute("SELECT number, form FROM releases ORDER BY 1").fetchall()
        return tuple(self._release(*row) for row in rows)

    def close(self) -> None:
        """The file closed, its write-ahead log folded in where that can be."""
        try:
            with self._told():
                self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            self._database.close()

    def _entry(self, revision: int, kind: Kind, of: int, command: str, by: str, at: str) -> Entry:
        if kind not in get_args(Kind):
            raise ProjectError(
                f"'{self.path}' is damaged: revision {revision} is of no known kind."
            )
        try:
            return Entry(revision, read_command(orjson.loads(command)), by, at, kind, of)
        except (ValueError, CommandError) as error:
            raise ProjectError(
                f"'{self.path}' is damaged at revision {revision}: {error}"
            ) from None

    def _release(self, number: int, form: str) -> Release:
        try:
            return read_release(form)
        except ProjectError as error:
            raise ProjectError(f"'{self.path}' is damaged at release {number}: {error}") from None

    def _blob(self, query: str, key: str | int) -> bytes:
        with self._told():
            row = self._database.execute(query, (key,)).fetchone()
        if row is None or not isinstance(row[0], bytes):
            raise ProjectError(f"'{self.path}' is damaged: it lacks a saved state.")
        return row[0]

    def _prepare(self) -> None:
        run = self._database.execute
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        run("BEGIN IMMEDIATE")  # takes the lock, which stays
        run("COMMIT")
        (application,) = run("PRAGMA application_id").fetchone()
        (tables,) = run("SELECT count(*) FROM sqlite_schema").fetchone()
        if not tables and not application:
            self._database.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
        else:
            self._check(application)
        run(_RELEASES)

    def _check(self, application: int) -> None:
        run = self._database.execute
        (format,) = run("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise ProjectError(f"'{self.path}' is no Graphwright project.")
        if format > FORMAT:
            raise ProjectError(
                f"'{self.path}' was written by a newer Graphwright: its format is {format}, "
                f"and this one reads up to {FORMAT}."
            )
        if run("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise ProjectError(f"'{self.path}' is damaged.")
        run(_RECORDS)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _refusal(self.path, error) from None


def _connect(path: Path) -> sqlite3.Connection:
    # SQLite would open what is for reading only, and then speak of a broken disk
    for one in (path, path.absolute().parent):
        if one.exists() and not os.access(one, os.W_OK):
            raise ProjectError(f"'{path}' cannot be written: '{one}' is for reading only.")
    address = f"{path.absolute().as_uri()}?mode=rwc"
    try:
        return sqlite3.connect(address, uri=True, timeout=0, check_same_thread=False)
    except sqlite3.Error as error:
        raise _refusal(path, error) from None


def _refusal(path: Path, error: sqlite3.Error) -> ProjectError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte is the kind of error
    return ProjectError(f"'{path}' {_SENTENCES.get(code, f'cannot be used: {error}')}.")
