"""The snapshots that a project keeps, and the baseline among them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ..curate.curation import Curation
from ..evaluate.golden import Golden
from ..evaluate.snapshot import DEPTH, Snapshot, answers, read_snapshot, write_snapshot
from ..search.index import SearchIndex
from .project import Project

START = "project start"  # the snapshot that every project has, of revision 0
_KIND, _BASELINE = "snapshot", "baseline"


class Snapshots:
    """Ranked lists by name. What a kept snapshot lacks is searched at its revision, once."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known = {name: read_snapshot(d) for name, d in project.records(_KIND).items()}
        self._indexes: dict[tuple[int, tuple[tuple[str, float], ...]], SearchIndex] = {}
        marks = project.records(_BASELINE)
        self._baseline = next(iter(marks), START)

    def all(self) -> tuple[Snapshot, ...]:
        """The start, then the others as they were taken."""
        kept = sorted(self._known.values(), key=lambda one: (one.at, one.name))
        return (_start(), *(one for one in kept if one.name != START))

    def named(self, name: str) -> Snapshot | None:
        return self._known.get(name, _start() if name == START else None)

    @property
    def baseline(self) -> Snapshot:
        """What edits are measured against: a chosen snapshot, or the project's start."""
        return self.named(self._baseline) or _start()

    def take(
        self,
        name: str,
        golden: Sequence[Golden],
        k: int,
        weights: Mapping[str, float] | None = None,
    ) -> Snapshot:
        """Keeps what the search of now finds, under weights of its own if they are given."""
        revision, curation = self._project.now
        chosen = dict(curation.settings.weights if weights is None else weights)
        at = datetime.now(UTC).isoformat(timespec="seconds")
        taken = self.completed(Snapshot(name, revision, at, k, chosen), golden, k)
        self._known[name] = taken
        self._project.record(_KIND, name, write_snapshot(taken))
        return taken

    def drop(self, name: str) -> None:
        """Forgets a snapshot; where it was the baseline, that is the start again."""
        self._known.pop(name, None)
        self._project.drop(_KIND, name)
        if name == self._baseline:
            self.set_baseline(START)

    def set_baseline(self, name: str) -> None:
        self._project.drop(_BASELINE, self._baseline)
        self._project.record(_BASELINE, name, b"")
        self._baseline = name

    def completed(self, snapshot: Snapshot, golden: Sequence[Golden], k: int) -> Snapshot:
        """The snapshot with a list for each of these queries, deep enough for this k."""
        lacking = snapshot.lacks(golden, k)
        if not lacking:
            return snapshot
        depth = max(DEPTH, k + 1)
        return snapshot.with_answers(answers(self.index(snapshot), lacking, depth), depth)

    def index(self, snapshot: Snapshot) -> SearchIndex:
        """The search of then."""
        key = snapshot.revision, tuple(sorted(snapshot.weights.items()))
        found = self._indexes.get(key)
        if found is None:
            found = SearchIndex(_then(self._project.at(snapshot.revision), snapshot))
            self._indexes = {**dict(list(self._indexes.items())[-3:]), key: found}
        return found


def _start() -> Snapshot:
    return Snapshot(START, 0, "", 0)


def _then(curation: Curation, snapshot: Snapshot) -> Curation:
    if snapshot.name == START:
        return curation
    return replace(curation, settings=replace(curation.settings, weights=dict(snapshot.weights)))
