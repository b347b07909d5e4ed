"""The snapshots that a project keeps, and the baseline among them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ..curate.curation import Curation
from ..errors import CommandError
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
        self._indexes: dict[tuple[int, object], SearchIndex] = {}
        self._chosen = next(iter(project.records(_BASELINE)), "")

    def all(self) -> tuple[Snapshot, ...]:
        """The start and the releases, then the others as they were taken."""
        kept = sorted(self._known.values(), key=lambda one: (one.at, one.name))
        given = self._given()
        others = (one for one in kept if one.name not in given)
        return (*(self._known.get(name, one) for name, one in given.items()), *others)

    def named(self, name: str) -> Snapshot | None:
        return self._known.get(name) or self._given().get(name)

    @property
    def baseline(self) -> Snapshot:
        """What edits are measured against: what was chosen, else the last release or the start."""
        return self.named(self._chosen) or list(self._given().values())[-1]

    def _given(self) -> dict[str, Snapshot]:
        """Those that nobody took: their lists are searched when they are asked for."""
        went_out = self._project.releases()
        releases = (Snapshot(f"release {r.number}", r.revision, r.at, 0) for r in went_out)
        return {one.name: one for one in (Snapshot(START, 0, "", 0), *releases)}

    def take(
        self,
        name: str,
        golden: Sequence[Golden],
        k: int,
        weights: Mapping[str, float] | None = None,
        now: tuple[int, Curation] | None = None,
    ) -> Snapshot:
        """Keeps what the search of now finds.

        Args:
            name: that of a release keeps the lists that went out.
            golden: what is asked.
            k: lists are at least as long.
            weights: in place of those of the settings.
            now: the revision that is meant, with its curation.

        Raises:
            CommandError: the name is none, or that of the start.
        """
        revision, _ = now or self._project.now
        if not name.strip() or name == START:
            raise CommandError("A snapshot needs a name of its own.")
        at = datetime.now(UTC).isoformat(timespec="seconds")
        taken = self.completed(Snapshot(name, revision, at, k, weights), golden, k)
        self._known[name] = taken
        self._project.record(_KIND, name, write_snapshot(taken))
        return taken

    def drop(self, name: str) -> None:
        """Forgets a snapshot that was taken."""
        self._known.pop(name, None)
        self._project.drop(_KIND, name)

    def set_baseline(self, name: str) -> None:
        """Chooses the baseline; "" is the last release, or the start where there is none."""
        self._project.drop(_BASELINE, self._chosen)
        if name:
            self._project.record(_BASELINE, name, b"")
        self._chosen = name

    def completed(self, snapshot: Snapshot, golden: Sequence[Golden], k: int) -> Snapshot:
        """The snapshot with a list for each of these queries, deep enough for this k."""
        lacking = snapshot.lacks(golden, k)
        if not lacking:
            return snapshot
        depth = max(DEPTH, k + 1)
        return snapshot.with_answers(answers(self.index(snapshot), lacking, depth), depth)

    def index(self, snapshot: Snapshot) -> SearchIndex:
        """The search of then."""
        weights = snapshot.weights
        key = snapshot.revision, weights and tuple(sorted(weights.items()))
        found = self._indexes.get(key)
        if found is None:
            found = SearchIndex(_then(self._project.at(snapshot.revision), snapshot))
            self._indexes = {**dict(list(self._indexes.items())[-3:]), key: found}
        return found


def _then(curation: Curation, snapshot: Snapshot) -> Curation:
    if snapshot.weights is None:
        return curation
    return replace(curation, settings=replace(curation.settings, weights=dict(snapshot.weights)))
