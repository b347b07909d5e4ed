"""How golden queries stand now against how they stood: what the radar strip says on every page."""

from collections.abc import Callable
from dataclasses import dataclass

from graphwright.evaluate.metrics import Scored, Scores


@dataclass(frozen=True, slots=True)
class Standing:
    """Queries by name: `fixed` failed before and pass now, `broken` the other way round.

    Attributes:
        n: queries that expect a tool; the means are of these.
        hit, recall: means at k, in [0, 1], with their change against the baseline.
    """

    k: int
    golden: int
    n: int
    hit: float
    hit_change: float
    recall: float
    recall_change: float
    fixed: tuple[str, ...]
    broken: tuple[str, ...]
    failing: tuple[str, ...]
    errors: tuple[str, ...]


def standing(now: Scores, before: Scores) -> Standing:
    """Both of the same golden queries, at the same k."""
    passed = {one.golden.query: one.passed for one in before.per_query}
    return Standing(
        k=now.k,
        golden=len(now.per_query),
        n=now.queries,
        hit=now.hit,
        hit_change=now.hit - before.hit,
        recall=now.recall,
        recall_change=now.recall - before.recall,
        fixed=_named(now, lambda one: one.passed and not passed.get(one.golden.query, True)),
        broken=_named(now, lambda one: not one.passed and passed.get(one.golden.query, False)),
        failing=_named(now, lambda one: not one.passed and one.error is None),
        errors=_named(now, lambda one: one.error is not None),
    )


def blockers(scores: Scores, standing: Standing, invalid_workflows: int) -> int:
    """What keeps a release back: forbidden tools, broken pinned queries, invalid workflows."""
    pinned = {one.golden.query for one in scores.per_query if one.golden.pinned}
    forbidden = sum(bool(one.forbidden) for one in scores.per_query)
    return forbidden + len(pinned & set(standing.broken)) + invalid_workflows


def _named(scores: Scores, holds: Callable[[Scored], bool]) -> tuple[str, ...]:
    return tuple(one.golden.query for one in scores.per_query if holds(one))
