"""What the callbacks work with, made once per app: the project, the jobs, and derived values."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from graphwright.curate.commands import Command
from graphwright.curate.curation import Curation
from graphwright.curate.review import Card, Order, queue
from graphwright.curate.stakes import costs
from graphwright.duplicates import THRESHOLD, Cluster, Pairs, find_clusters, find_pairs
from graphwright.evaluate.gate import Comparison, compare, invalid_workflows
from graphwright.evaluate.metrics import Scores, evaluate
from graphwright.project.project import Project
from graphwright.relations import RelationKey
from graphwright.search.index import SearchIndex

from .jobs import Jobs
from .views.areas import parted

T = TypeVar("T")

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


def _searched(curation: Curation) -> tuple[object, ...]:
    return curation.graph, curation.settings


def _paired(curation: Curation) -> tuple[object, ...]:
    return (curation.graph.tools,)


def _scored(curation: Curation) -> tuple[object, ...]:
    return curation.graph, curation.settings, curation.golden


def _leaned_on(curation: Curation) -> tuple[object, ...]:
    return curation.graph, curation.settings, curation.golden, curation.workflows


def _started(curation: Curation) -> tuple[object, ...]:
    return curation.base, curation.settings.k, curation.golden


def _drawn_from(curation: Curation) -> tuple[object, ...]:
    return (curation,)


def _in_parts(curation: Curation) -> Curation:
    graph = parted(curation.graph)
    return curation if graph is curation.graph else replace(curation, graph=graph)


def _indexed(curation: Curation, last: SearchIndex | None) -> SearchIndex:
    return SearchIndex(curation) if last is None else last.updated(curation)


@dataclass(frozen=True, slots=True)
class Services:
    """The project with its jobs and caches. Every panel gets the same one."""

    project: Project
    jobs: Jobs = field(default_factory=Jobs)
    read_only: bool = False
    gestures: dict[str, Gesture] = field(default_factory=dict)  # by "do"; panels add theirs
    _index: Latest[SearchIndex] = field(default_factory=lambda: Latest(_searched))
    _pairs: Latest[Pairs] = field(default_factory=lambda: Latest(_paired))
    _costs: Latest[dict[RelationKey, float]] = field(default_factory=lambda: Latest(_leaned_on))
    _scores: Latest[Scores] = field(default_factory=lambda: Latest(_scored))
    _start: Latest[Scores] = field(default_factory=lambda: Latest(_started))

    _drawn: Latest[Curation] = field(default_factory=lambda: Latest(_drawn_from))

    def drawn(self) -> Curation:
        """The curation of now as Explore draws it: one overlarge group in parts."""
        return self._drawn.of(self.curation, lambda c, _: _in_parts(c))

    @property
    def curation(self) -> Curation:
        """The curation of now. A callback reads it once, so that it speaks of one revision."""
        return self.project.curation

    def index(self, curation: Curation | None = None) -> SearchIndex:
        """The search over a curation, that of now by default; only changed tools are read again."""
        return self._index.of(curation or self.curation, _indexed)

    def clusters(self, curation: Curation, threshold: float = THRESHOLD) -> tuple[Cluster, ...]:
        """Tools that do the same from a probability in [0, 1] up; pairs are found once."""
        pairs = self._pairs.of(curation, lambda c, _: find_pairs(c.graph, 0.5))
        return find_clusters(pairs, curation.graph, curation.apart, threshold)

    def queue(self, curation: Curation, order: Order) -> tuple[Card, ...]:
        """The relations that wait for a decision; what leans on each is found once a revision."""
        k = curation.settings.k
        leaning = self._costs.of(curation, lambda c, _: costs(c, self.index(c), k))
        return queue(curation, order, leaning)

    def scores(self, curation: Curation | None = None) -> Scores:
        """The golden queries on a curation, at its own k."""
        curation = curation or self.curation
        return self._scores.of(curation, lambda c, _: _evaluated(c, self.index(c)))

    def comparison(self, curation: Curation) -> Comparison:
        """The golden queries of now against the start, and what keeps a release back."""
        invalid = invalid_workflows(curation.workflows.values(), curation)
        before = self.start_scores(curation) if curation.golden else None
        return compare(self.scores(curation), before, invalid)

    def start_scores(self, curation: Curation | None = None) -> Scores:
        """The same golden queries on the graph as it was read: what edits are measured against."""
        return self._start.of(curation or self.curation, lambda c, _: _start_scores(c))


def _start_scores(curation: Curation) -> Scores:
    """The golden queries of now on the graph as it was read, with the settings of then."""
    start = Curation(graph=curation.base, golden=curation.golden)
    start = replace(start, settings=replace(start.settings, k=curation.settings.k))
    return _evaluated(start, SearchIndex(start))


def _evaluated(curation: Curation, index: SearchIndex) -> Scores:
    golden = sorted(curation.golden.values(), key=lambda one: one.query)
    return evaluate(index, golden, curation.settings.k)
