"""What the callbacks work with, made once per app: the project, the jobs, and derived values."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import Generic, TypeVar

from graphwright.curate.commands import Command
from graphwright.curate.curation import Curation
from graphwright.curate.review import Card, Order, queue
from graphwright.curate.stakes import costs
from graphwright.duplicates import THRESHOLD, Cluster, Pairs, find_clusters, find_pairs
from graphwright.evaluate.gate import Comparison, compare, invalid_workflows
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import Scores, evaluate, score, summed
from graphwright.project.project import Project
from graphwright.project.snapshots import Snapshots
from graphwright.relations import RelationKey
from graphwright.search.index import SearchIndex

from .jobs import Jobs, Report
from .presence import People
from .standing import Standing, Stood
from .views.areas import parted
from .views.columns import Columns
from .views.facets import Line, lines
from .views.places import Places
from .views.tiers import Tiers

T = TypeVar("T")
_PARTS = attrgetter("tools", "groups", "relations")  # of a graph
_PLACES = "places"  # records of where things stand in pictures

# A request of a page that needs the curation to become a command: "move this step there".
Gesture = Callable[[Curation, object], Command]


class Latest(Generic[T]):
    """The last value of a function of a curation, kept while the parts that it reads are the same.

    Curations share what did not change, so that "the same" is identity and costs nothing. Callers
    that come at once wait for one computation.
    """

    def __init__(self, reads: Callable[[Curation], tuple[object, ...]]) -> None:
        self._reads = reads
        self._lock = threading.Lock()
        self._kept: tuple[tuple[object, ...], T] | None = None

    def of(self, curation: Curation, make: Callable[[Curation, T | None], T]) -> T:
        """The value for `curation`; `make` also gets the last one, to start from."""
        reads = self._reads(curation)
        with self._lock:
            kept = self._kept
            if kept is not None and all(a is b for a, b in zip(kept[0], reads, strict=True)):
                return kept[1]
            value = make(curation, kept[1] if kept is not None else None)
            self._kept = reads, value
            return value

    def forget(self) -> None:
        """What the value was made of has changed in a way that no curation shows."""
        with self._lock:
            self._kept = None


def _searched(curation: Curation) -> tuple[object, ...]:
    return curation.graph, curation.settings


def _paired(curation: Curation) -> tuple[object, ...]:
    return (curation.graph.tools,)


def _doubled(curation: Curation) -> tuple[object, ...]:
    return curation.graph.tools, curation.apart


def _scored(curation: Curation) -> tuple[object, ...]:
    return curation.graph, curation.settings, curation.golden


def _leaned_on(curation: Curation) -> tuple[object, ...]:
    return curation.graph, curation.settings, curation.golden, curation.workflows


def _tabled(curation: Curation) -> tuple[object, ...]:
    return (curation.graph,)


def _read(curation: Curation) -> tuple[object, ...]:
    return (curation.base,)


def _measured(curation: Curation) -> tuple[object, ...]:
    return curation.graph.tools, curation.settings.k, curation.golden


def _listed(curation: Curation) -> tuple[object, ...]:
    return curation.graph, curation.golden, curation.workflows, curation.issues


def _drawn_from(curation: Curation) -> tuple[object, ...]:
    return (curation,)


def _in_parts(curation: Curation) -> Curation:
    graph = parted(curation.graph)
    return curation if graph is curation.graph else replace(curation, graph=graph)


def _indexed(curation: Curation, last: SearchIndex | None) -> SearchIndex:
    return SearchIndex(curation) if last is None else last.updated(curation)


@dataclass(frozen=True, slots=True)
class _Evaluated:
    """Scores with the index that they are of."""

    index: SearchIndex
    scores: Scores


@dataclass(frozen=True, slots=True)
class Services:
    """The project with its jobs and caches. Every panel gets the same one."""

    project: Project
    jobs: Jobs = field(default_factory=Jobs)
    read_only: bool = False
    allowed: tuple[str, ...] = ()  # hosts that documents may be read from although private
    signed_in: bool = False  # whether a password was asked for, so that a browser can sign out
    people: People = field(default_factory=People)  # whose pages are open
    gestures: dict[str, Gesture] = field(default_factory=dict)  # by "do"; panels add theirs
    _index: Latest[SearchIndex] = field(default_factory=lambda: Latest(_searched))
    _pairs: Latest[Pairs] = field(default_factory=lambda: Latest(_paired))
    _doubles: Latest[int] = field(default_factory=lambda: Latest(_doubled))
    _costs: Latest[dict[RelationKey, float]] = field(default_factory=lambda: Latest(_leaned_on))
    _scores: Latest[_Evaluated] = field(default_factory=lambda: Latest(_scored))
    _start: Latest[Scores] = field(default_factory=lambda: Latest(_measured))
    _snapshots: list[Snapshots] = field(default_factory=list)
    _standing: Standing = field(default_factory=Standing)
    _drawn: Latest[Curation] = field(default_factory=lambda: Latest(_drawn_from))
    _columns: Latest[Columns] = field(default_factory=lambda: Latest(_tabled))
    _base_columns: Latest[Columns] = field(default_factory=lambda: Latest(_read))
    _tiers: Latest[Tiers] = field(default_factory=lambda: Latest(_read))
    _lines: Latest[tuple[Line, ...]] = field(default_factory=lambda: Latest(_listed))

    def drawn(self) -> Curation:
        """The curation of now as Explore draws it: one overlarge group in parts."""
        return self._drawn.of(self.curation, lambda c, _: _in_parts(c))

    def columns(self, curation: Curation) -> Columns:
        """The relations of a curation as columns."""
        return self._columns.of(curation, lambda c, _: Columns.of(c.graph))

    def base_columns(self) -> Columns:
        """The relations as they were read; before the first edit they are those of now."""
        curation = self.curation
        parts = zip(_PARTS(curation.base), _PARTS(curation.graph), strict=True)
        unedited = all(one is other for one, other in parts)
        return self._base_columns.of(
            curation,
            lambda c, _: self.columns(self.drawn()) if unedited else Columns.of(parted(c.base)),
        )

    def tiers(self) -> Tiers:
        """The domains of very many groups, and where the hexagons of every map stand."""
        return self._tiers.of(self.curation, self._tiered)

    def _tiered(self, _: Curation, last: Tiers | None) -> Tiers:
        kept = last.kept if last else self._kept_places()
        return Tiers.of(self.base_columns(), kept)

    def _kept_places(self) -> Places:
        """Where things stood when the project was last seen."""
        record = None if self.read_only else partial(self.project.record, _PLACES)
        return Places(self.project.records(_PLACES), record)

    def prepare(self, report: Report) -> None:
        """What the first picture and the first group need, before anybody looks at them."""
        report(0.1, "Lays out the map")
        graph = self.drawn().graph
        self.columns(self.drawn())
        self.tiers().places(None)
        report(0.6, "Finds the neighbours of each tool")
        _ = graph.members, graph.outgoing, graph.incoming

    def lines(self, curation: Curation) -> tuple[Line, ...]:
        """The tools of a curation as rows with facets."""
        return self._lines.of(curation, lambda c, _: lines(c))

    @property
    def curation(self) -> Curation:
        """The curation of now. A callback reads it once, so that it speaks of one revision."""
        return self.project.curation

    def index(self, curation: Curation | None = None) -> SearchIndex:
        """The search over a curation, that of now by default; only changed tools are read again."""
        return self._index.of(curation or self.curation, _indexed)

    def clusters(self, curation: Curation, threshold: float = THRESHOLD) -> tuple[Cluster, ...]:
        """Tools that do the same from a probability in [0, 1] up."""
        return find_clusters(self.pairs(curation), curation.graph, curation.apart, threshold)

    def cluster_count(self, curation: Curation) -> int:
        """How many clusters wait. Relations have no part in it, so that reviewing them is quick."""
        return self._doubles.of(curation, lambda c, _: len(self.clusters(c)))

    def pairs(self, curation: Curation) -> Pairs:
        """All pairs of tools that may do the same; found once for the same tools."""
        return self._pairs.of(curation, lambda c, _: find_pairs(c.graph, 0.5))

    def queue(self, curation: Curation, order: Order) -> tuple[Card, ...]:
        """The relations that wait for a decision; what leans on each is found once a revision."""
        return queue(curation, order, self.costs(curation))

    def costs(self, curation: Curation) -> dict[RelationKey, float]:
        """What golden queries and workflows owe to each relation."""
        k = curation.settings.k
        return self._costs.of(curation, lambda c, _: costs(c, self.index(c), k))

    def scores(self, curation: Curation | None = None) -> Scores:
        """The golden queries on a curation, at its own k."""
        curation = curation or self.curation
        return self._scores.of(curation, lambda c, last: _rescored(c, self.index(c), last)).scores

    def scores_after(self, curation: Curation, after: Curation) -> Scores:
        """The golden queries on what an edit would make of a curation; nothing is kept."""
        return _rescored(after, self.index(curation).updated(after), None).scores

    def comparison(self, curation: Curation) -> Comparison:
        """The golden queries of now against the baseline, and what keeps a release back."""
        invalid = invalid_workflows(curation.workflows.values(), curation)
        before = self.start_scores(curation) if curation.golden else None
        return compare(self.scores(curation), before, invalid, curation.gate)

    def start_scores(self, curation: Curation | None = None) -> Scores:
        """The golden queries of now on the baseline: what edits are measured against."""
        return self._start.of(curation or self.curation, lambda c, _: self._baseline_scores(c))

    @property
    def snapshots(self) -> Snapshots:
        """The ranked lists that the project keeps; read from its file when first asked for."""
        if not self._snapshots:
            self._snapshots.append(Snapshots(self.project))
        return self._snapshots[0]

    def set_baseline(self, name: str) -> None:
        """Measures edits against another snapshot from now on."""
        self.snapshots.set_baseline(name)
        self._start.forget()
        self._standing.forget()

    def stood(self, patience: float) -> Stood | None:
        """How the golden queries stand, of the last revision that is scored.

        Where that is not the revision of now, the work is begun in the background, and waited
        for at most `patience` seconds.
        """
        return self._standing.at(self.project.revision, self._start_standing, patience)

    def _start_standing(self) -> None:
        self.jobs.start("golden queries", self._stand)

    def _stand(self, report: Report) -> None:
        start = time.process_time()
        revision, curation = self.project.now
        report(0.1, f"Scores the golden queries at revision {revision}")
        compared, baseline = self.comparison(curation), self.snapshots.baseline
        took = time.process_time() - start
        scores = self.scores(curation)
        self._standing.keep(
            Stood(revision, scores, compared, baseline.name, baseline.revision, took)
        )

    def _baseline_scores(self, curation: Curation) -> Scores:
        golden, k = golden_of(curation), curation.settings.k
        then = self.snapshots.completed(self.snapshots.baseline, golden, k)
        return evaluate(then.over(curation.graph), golden, k)


def golden_of(curation: Curation) -> tuple[Golden, ...]:
    """The golden queries in the order of the page."""
    return tuple(sorted(curation.golden.values(), key=lambda one: one.query))


def _rescored(curation: Curation, index: SearchIndex, last: _Evaluated | None) -> _Evaluated:
    """The scores; where only golden queries changed, those are asked alone."""
    same = last is not None and last.index is index
    known = {one.golden: one for one in last.scores.per_query} if last and same else {}
    k = curation.settings.k
    per_query = [known.get(one) or score(index, one, k) for one in golden_of(curation)]
    return _Evaluated(index, summed(per_query, k, curation.graph))
