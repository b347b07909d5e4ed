"""The journal of a project: what was done, undone, redone and reverted, by whom.

Every entry either puts a command at the end of those that stand, or takes one out. Taking
an entry back does the opposite of it, so that undo, redo and revert are one thing: undo and
revert take back what was done, redo takes back an undo. An entry is taken back once; the
entry that did so can itself be.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from ..curate.commands import Command
from ..errors import CommandError

Kind = Literal["do", "undo", "redo", "revert"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal. `command` is the one that was put at the end, or taken out."""

    revision: int
    command: Command
    by: str = ""
    at: str = ""
    kind: Kind = "do"
    of: int = 0  # revision of the entry that is taken back; 0 for "do"


@dataclass(slots=True)
class Timeline:
    """The entries in order, with what follows from them.

    `standing` holds the revisions whose commands, in this order, make the curation.
    """

    entries: list[Entry] = field(default_factory=list)
    standing: list[int] = field(default_factory=list)
    taken_back: set[int] = field(default_factory=set)
    _took_out: dict[int, int] = field(default_factory=dict)  # entry → what it took out
    _done: dict[str, list[int]] = field(default_factory=dict)  # per curator, last on top
    _undone: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Timeline":
        timeline = cls()
        for entry in entries:
            timeline.add(entry)
        return timeline

    @property
    def revision(self) -> int:
        return self.entries[-1].revision if self.entries else 0

    def entry(self, revision: int) -> Entry:
        if not 1 <= revision <= len(self.entries):
            raise CommandError(f"There is no revision {revision} to take back.")
        return self.entries[revision - 1]

    def takes_out(self, of: int) -> int:
        """The standing revision that taking back entry `of` takes out; 0 where it puts one back."""
        return 0 if of in self._took_out else of

    def to_undo(self, by: str) -> int:
        """The curator's last entry that still stands; 0 for none."""
        return self._last(self._done.get(by, []))

    def to_redo(self, by: str) -> int:
        """The curator's last undo, while nothing was done since; 0 for none."""
        return self._last(self._undone.get(by, []))

    def add(self, entry: Entry) -> None:
        """The entry at the end; the caller has made sure that it can be."""
        out = self.takes_out(entry.of) if entry.of else 0
        if out:
            self.standing.remove(out)
            self._took_out[entry.revision] = out
        else:
            self.standing.append(entry.revision)
        if entry.of:
            self.taken_back.add(entry.of)
        self.entries.append(entry)
        self._stack(entry)

    def _stack(self, entry: Entry) -> None:
        if entry.kind == "undo":
            self._undone.setdefault(entry.by, []).append(entry.revision)
            return
        self._done.setdefault(entry.by, []).append(entry.revision)
        if entry.kind != "redo":
            self._undone.pop(entry.by, None)

    def _last(self, stack: list[int]) -> int:
        while stack and stack[-1] in self.taken_back:
            stack.pop()
        return stack[-1] if stack else 0
