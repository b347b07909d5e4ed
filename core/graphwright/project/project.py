"""A project: the curation, and everything that was ever done to it, lasting in one file.

Every change is in the journal on disk before it is acknowledged. Curations are immutable, so
that readers need no lock and undo is an older value. A curator takes back the own last command;
under a later command that stands on it, that is refused.
"""

import logging
import threading
from collections.abc import Callable, Container
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from ..curate.commands import Command, RollBack, TakeSource, stamped
from ..curate.curation import Curation
from ..curate.sentences import quoted, sentence
from ..curate.touches import touches
from ..errors import CommandError, ConflictError, ProjectError
from .entries import Entry, Kind
from .past import Past
from .releases import Release
from .state import pack
from .store import Store

_log = logging.getLogger(__name__)

Listener = Callable[[Entry], None]

_EVERY = 256  # entries between two checkpoints: some milliseconds of replay each


class Project:
    """An open project file. All of it may be called from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._listeners: list[Listener] = []
        self._past = Past(store)
        self._now = self._past.timeline.revision, self._past.now
        self._releases = store.releases()
        self._saved = max(store.checkpoints())
        self._saving: threading.Thread | None = None
        self._open = True

    @classmethod
    def open(cls, path: Path, curation: Curation | None = None) -> "Project":
        """The project of a file; made with `curation` where the file is not there.

        Raises:
            ProjectError: the file is not there, is held by another process, is damaged, is no
                project, or cannot be written.
        """
        if curation is None and not _is_there(path):
            raise ProjectError(f"There is no project '{path}'.")
        store = Store(path)
        try:
            _begin(store, curation)
            return cls(store)
        except BaseException:
            store.close()
            raise

    @property
    def path(self) -> Path:
        return self._store.path

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def curation(self) -> Curation:
        return self._now[1]

    @property
    def revision(self) -> int:
        return self._now[0]

    @property
    def now(self) -> tuple[int, Curation]:
        """The revision with its curation, of one moment."""
        return self._now

    def do(
        self,
        command: Command,
        by: str = "",
        base: int | None = None,
        own: Container[int] | None = None,
    ) -> int:
        """The revision after the command, which is on disk by then.

        Args:
            command: what to do.
            by: the curator.
            base: the revision that the curator saw; None for whatever there is.
            own: revisions that the curator made; by default those under the same name.

        Raises:
            CommandError: the curation cannot take it.
            ConflictError: what it touches was changed by someone else after `base`.
            ProjectError: it cannot be written down. The curation is as it was.
        """
        by = by or command.by
        with self._lock:
            self._check_open()
            command = stamped(command, by, _clock())
            if base is not None:
                self._check_fresh(command, by, base, own)
            values = self._past.with_command(command)
            entry = self._commit(self._entry("do", command, by), values)
        return self._told(entry)

    def undo(self, by: str = "") -> int:
        """The revision after taking back the curator's last command.

        Raises:
            CommandError: there is none, or a later command stands on it.
            ProjectError: it cannot be written down.
        """
        with self._lock:
            of = self._past.timeline.to_undo(by)
            if not of:
                raise CommandError("There is nothing to undo.")
            entry = self._take_back("undo", of, by)
        return self._told(entry)

    def redo(self, by: str = "") -> int:
        """The revision after doing again what the curator undid last."""
        with self._lock:
            of = self._past.timeline.to_redo(by)
            if not of:
                raise CommandError("There is nothing to redo.")
            entry = self._take_back("redo", of, by)
        return self._told(entry)

    def revert(self, entry_revision: int, by: str = "") -> int:
        """The revision after taking back one entry of the journal, whoever made it.

        Raises:
            CommandError: it is taken back already, or a later command stands on it.
            ProjectError: it cannot be written down.
        """
        with self._lock:
            self._past.timeline.entry(entry_revision)
            if entry_revision in self._past.timeline.taken_back:
                raise CommandError(f"Revision {entry_revision} is taken back already.")
            entry = self._take_back("revert", entry_revision, by)
        return self._told(entry)

    def can_undo(self, by: str = "") -> bool:
        with self._lock:
            return bool(self._past.timeline.to_undo(by))

    def can_redo(self, by: str = "") -> bool:
        with self._lock:
            return bool(self._past.timeline.to_redo(by))

    def journal(self) -> tuple[Entry, ...]:
        """Everything that was done, the first first. Entry n made revision n."""
        with self._lock:
            return tuple(self._past.timeline.entries)

    def at(self, revision: int) -> Curation:
        """The curation as it was at a revision; 0 is the start.

        Raises:
            CommandError: there is no such revision.
        """
        with self._lock:
            self._check_open()
            return self._past.at(revision)

    def keep(self, fresh: Curation) -> str:
        """The hash of a new version of the sources, as `take-source` wants it."""
        with self._lock:
            self._check_open()
            return self._past.keep(fresh)

    def take(self, fresh: Curation, source: str, by: str = "") -> int:
        """The revision after a new version of a source came under the decisions.

        Args:
            fresh: all sources as they are read now; what was decided in one of them counts as
                what it says.
            source: name of the one that is new.
            by: the curator.
        """
        said = replace(fresh, base=fresh.graph)
        return self.do(TakeSource(source=source, hash=self.keep(said)), by)

    def releases(self) -> tuple[Release, ...]:
        """What went out, the first first; `at(release.revision)` is what it was."""
        return self._releases

    def publish(self, release: Release) -> Release:
        """The release as it is on disk by then, with its number and moment.

        Raises:
            CommandError: there is no such revision, or the release's number is taken.
            ProjectError: it cannot be written down.
        """
        with self._lock:
            self._check_open()
            if not 0 <= release.revision <= self.revision:
                raise CommandError(f"There is no revision {release.revision}.")
            number = len(self._releases) + 1
            if release.number not in (0, number):
                raise CommandError(f"Release {number} went out meanwhile; look at it first.")
            numbered = replace(release, number=number, at=_clock())
            self._store.publish(numbered)
            self._releases = (*self._releases, numbered)
        return numbered

    def roll_back(self, number: int) -> RollBack:
        """The command that brings a release back: its tools, relations, workflows and settings.

        Golden queries and positions stay as they are now: they measure and draw, and do not ship.

        Raises:
            CommandError: there is no such release.
            ProjectError: what it was cannot be written down.
        """
        if not 1 <= number <= len(self._releases):
            raise CommandError(f"There is no release {number}.")
        then = self.at(self._releases[number - 1].revision)
        return RollBack(release=number, hash=self.keep(then))

    def record(self, kind: str, name: str, data: bytes) -> None:
        """Keeps what was measured of the curation beside it; no edit, and no part of undo."""
        with self._lock:
            self._check_open()
            self._store.record(kind, name, data)

    def records(self, kind: str) -> dict[str, bytes]:
        """What was kept of a kind, by name."""
        with self._lock:
            self._check_open()
            return self._store.records(kind)

    def drop(self, kind: str, name: str) -> None:
        """Without that record."""
        with self._lock:
            self._check_open()
            self._store.drop(kind, name)

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Calls back with every entry, after it is on disk; the result ends that."""
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    def close(self) -> None:
        """The file released, with a checkpoint so that it opens fast."""
        with self._lock:
            if not self._open:
                return
            self._open = False
            saving = self._saving
        if saving:
            saving.join()
        if self._saved < self.revision:
            self._save(*self._now)
        self._store.close()

    def __enter__(self) -> "Project":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take_back(self, kind: Kind, of: int, by: str) -> Entry:
        self._check_open()
        entry = self._entry(kind, self._past.timeline.entry(of).command, by, of)
        return self._commit(entry, self._past.taken_back(of))

    def _entry(self, kind: Kind, command: Command, by: str, of: int = 0) -> Entry:
        return Entry(self.revision + 1, command, by, _clock(), kind, of)

    def _commit(self, entry: Entry, values: list[Curation]) -> Entry:
        """The entry on disk, then in memory."""
        self._store.append(entry)
        self._past.add(entry, values)
        self._now = entry.revision, self._past.now
        if entry.revision - self._saved >= _EVERY and not self._saving:
            self._saving = threading.Thread(target=self._save, args=self._now, daemon=True)
            self._saving.start()
        return entry

    def _told(self, entry: Entry) -> int:
        """The revision of the entry, which everybody who listens has heard of.

        It is on disk, whatever a listener makes of it; and it is told outside of the lock,
        so that a slow listener keeps nobody from editing.
        """
        for listener in tuple(self._listeners):
            try:
                listener(entry)
            except Exception:
                _log.exception("A listener failed at revision %s", entry.revision)
        return entry.revision

    def _save(self, revision: int, curation: Curation) -> None:
        """A checkpoint. Without it all is there, and opening takes longer."""
        try:
            packed = self._past.packed(curation)
            with self._lock:
                self._past.save(revision, packed)
                self._saved = revision
        except ProjectError as error:
            _log.warning("No checkpoint was written: %s", error)
        finally:
            self._saving = None

    def _check_open(self) -> None:
        if not self._open:
            raise ProjectError(f"'{self.path}' is closed.")

    def _check_fresh(
        self, command: Command, by: str, base: int, own: Container[int] | None
    ) -> None:
        """Refuses what someone else changed after the revision that the curator saw."""
        touched = touches(command)
        for entry in self._past.timeline.entries[base:]:
            mine = entry.by == by if own is None else entry.revision in own
            if not mine and touches(entry.command).meets(touched):
                who = quoted(entry.by) if entry.by else "Someone"
                raise ConflictError(
                    f"{who} changed this since you saw it: {sentence(entry.command)} "
                    f"({entry.kind}, revision {entry.revision})."
                )


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # its folder is closed to this user
        raise ProjectError(f"'{path}' cannot be opened: {error.strerror}.") from None


def _begin(store: Store, curation: Curation | None) -> None:
    """The start of a project in a new file, and in one whose making was interrupted."""
    if 0 in store.checkpoints():
        return
    if curation is None:
        raise ProjectError(f"'{store.path}' holds no project yet.")
    store.put(0, pack(curation, Curation()))


def _clock() -> str:
    """Now, for people to read; nothing is ordered by it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
