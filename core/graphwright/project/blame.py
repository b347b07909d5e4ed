"""Which entry of the journal broke a golden query."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..evaluate.bisect import last_break
from ..evaluate.golden import Golden
from ..evaluate.metrics import Scored, score
from ..search.index import SearchIndex
from .entries import Entry
from .project import Project


@dataclass(frozen=True, slots=True)
class Broken:
    """A golden query that fails, with the entry at which it stopped to pass.

    Attributes:
        entry: None where it passed at no revision that was looked at.
        before: what became of the query just before the entry.
        after: what the entry made of it.
    """

    golden: Golden
    entry: Entry | None = None
    before: Scored | None = None
    after: Scored | None = None


_MOST_KEPT = 256  # searches of revisions; each shares most with the next


class Blame:
    """The search at revisions of a project, each made once from the one that was made last."""

    def __init__(self, project: Project, k: int) -> None:
        """`k`: results that count at every revision, so that a change of k breaks nothing."""
        self._project = project
        self._k = k
        self._last = SearchIndex(project.curation)
        self._indexes: dict[int, SearchIndex] = {}
        self._scored: dict[tuple[Golden, int], Scored] = {}

    def of(self, golden: Iterable[Golden], since: int = 0) -> tuple[Broken, ...]:
        """Who broke each of the queries, which fail now and passed at revision `since`."""
        now = self._project.revision
        return tuple(self._blamed(one, since, now) for one in golden)

    def at(self, golden: Golden, revision: int) -> Scored:
        """What became of the query at a revision, with the settings of then."""
        found = self._scored.get((golden, revision))
        if found is None:
            found = self._scored[golden, revision] = score(self._at(revision), golden, self._k)
        return found

    def _at(self, revision: int) -> SearchIndex:
        found = self._indexes.get(revision)
        if found is None:
            if len(self._indexes) >= _MOST_KEPT:
                self._indexes.clear()
            found = self._last = self._last.updated(self._project.at(revision))
            self._indexes[revision] = found
        return found

    def _blamed(self, golden: Golden, since: int, now: int) -> Broken:
        broke = last_break(lambda revision: self.at(golden, revision).passed, since, now)
        if broke is None:
            return Broken(golden)
        entry = self._project.journal()[broke - 1]
        return Broken(golden, entry, self.at(golden, broke - 1), self.at(golden, broke))
