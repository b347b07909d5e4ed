"""All that a project file says, in memory: the journal, and the curation at any point of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256

from ..curate.commands import Command
from ..curate.curation import Curation
from ..curate.sentences import quoted, sentence
from ..curate.touches import touches
from ..errors import CommandError, ProjectError
from ..graph import ToolGraph
from .entries import Entry, Timeline
from .state import pack, unpack
from .store import Store
from .values import Values

_CHECKPOINTS = 8  # that are kept beside the first


class Past:
    """The journal of a store with its curations. Under the lock of its project."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._first = _first(store)
        self._values = Values(self._first, _Versions(store, self._first))
        self.timeline = Timeline()
        self.now = self._first
        checkpoints = set(store.checkpoints())
        for entry in store.journal():
            self._place(entry)
            if entry.revision in checkpoints:
                self._remember(entry.revision)
        self.now = self._after_all()

    def at(self, revision: int) -> Curation:
        """The curation at a revision, from 0 for the start."""
        if not 0 <= revision <= self.timeline.revision:
            raise CommandError(f"There is no revision {revision}.")
        standing = Timeline.of(self.timeline.entries[:revision]).standing
        shared = _shared(standing, self.timeline.standing)
        curation = self._values.after(shared, partial(self._commands, standing))
        rest = self._commands(standing[shared:])
        return self._values.replayed(curation, rest)[-1] if rest else curation

    def with_command(self, command: Command) -> list[Curation]:
        """What a command at the end makes."""
        return self._values.replayed(self.now, [command])

    def taken_back(self, of: int) -> list[Curation]:
        """What taking back entry `of` makes of the commands from its place on.

        Raises:
            CommandError: a later command stands on it.
        """
        command = self.timeline.entry(of).command
        if not self.timeline.takes_out(of):
            return self.with_command(command)
        standing = self.timeline.standing
        place = standing.index(of)
        later = standing[place + 1 :]
        self._check_nothing_stands_on(command, later)
        before = self._values.after(place, partial(self._commands, standing))
        try:
            return self._values.replayed(before, self._commands(later))
        except CommandError as error:
            raise CommandError(f"What was done later needs it: {error}") from None

    def add(self, entry: Entry, values: Sequence[Curation]) -> None:
        """An entry that is on disk, with what it makes of the commands from its place on."""
        place = self._place(entry)
        for length, curation in enumerate(values, place + 1):
            self._values.hold(length, curation)
        now = values[-1] if values else self._after_all()
        self.now = _sharing(now, self.now.graph)

    def keep(self, fresh: Curation) -> str:
        """The hash of fresh sources, which are on disk by then."""
        packed = pack(fresh, self._first)
        hash = sha256(packed).hexdigest()
        self._store.keep(hash, packed)
        return hash

    def packed(self, curation: Curation) -> bytes:
        """The curation as a checkpoint; may be called outside of the lock."""
        return pack(curation, self._first)

    def save(self, revision: int, packed: bytes) -> None:
        """A checkpoint on disk; the oldest of many is dropped."""
        self._store.put(revision, packed)
        self._store.forget(self._store.checkpoints()[_CHECKPOINTS:-1])
        if revision == self.timeline.revision:
            self._remember(revision)

    def _place(self, entry: Entry) -> int:
        """How many commands stand before the one that the entry puts or takes out."""
        standing = self.timeline.standing
        out = self.timeline.takes_out(entry.of) if entry.of else 0
        place = standing.index(out) if out else len(standing)
        self.timeline.add(entry)
        self._values.cut(place)
        return place

    def _after_all(self) -> Curation:
        standing = self.timeline.standing
        return self._values.after(len(standing), partial(self._commands, standing))

    def _remember(self, revision: int) -> None:
        length = len(self.timeline.standing)
        self._values.save(length, lambda: unpack(self._store.checkpoint(revision), self._first))

    def _commands(self, standing: Sequence[int]) -> list[Command]:
        return [self.timeline.entries[revision - 1].command for revision in standing]

    def _check_nothing_stands_on(self, command: Command, later: Sequence[int]) -> None:
        touched = touches(command)
        for revision in later:
            entry = self.timeline.entry(revision)
            if touches(entry.command).meets(touched):
                by = f" by {quoted(entry.by)}" if entry.by else ""
                raise CommandError(
                    f"A later edit{by} stands on it: {sentence(entry.command)} "
                    f"(revision {revision}); revert that first."
                )


class _Versions(Mapping[str, Curation]):
    """The kept versions of the sources, by hash; the last ones stay loaded."""

    def __init__(self, store: Store, first: Curation) -> None:
        self._store = store
        self._load = lru_cache(2)(lambda hash: unpack(store.version(hash), first))

    def __getitem__(self, hash: str) -> Curation:
        if hash not in self._store.versions():
            raise KeyError(hash)
        return self._load(hash)

    def __iter__(self) -> Iterator[str]:
        return iter(self._store.versions())

    def __len__(self) -> int:
        return len(self._store.versions())


def _shared(some: Sequence[int], others: Sequence[int]) -> int:
    """How many at the start are the same."""
    pairs = enumerate(zip(some, others, strict=False))
    return next((i for i, (one, other) in pairs if one != other), min(len(some), len(others)))


def _first(store: Store) -> Curation:
    try:
        return unpack(store.checkpoint(0), Curation())
    except ProjectError as error:
        raise ProjectError(f"'{store.path}' is damaged: {error}") from None


def _sharing(curation: Curation, graph: ToolGraph) -> Curation:
    """The curation with this graph where it has the same: what was derived of it holds."""
    own = curation.graph
    same = (
        own.tools is graph.tools and own.groups is graph.groups and own.relations is graph.relations
    )
    return replace(curation, graph=graph) if same else curation
