"""What a description would do to the golden queries, before it is kept."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from graphwright.curate.apply import apply
from graphwright.curate.commands import Describe
from graphwright.curate.curation import Curation
from graphwright.evaluate.metrics import Scored, Scores, evaluate
from graphwright.search.index import SearchIndex

MOST = 400  # golden queries that are asked while somebody writes


@dataclass(frozen=True, slots=True)
class Effect:
    """Golden queries that a text mends and breaks, and the hit rate before and after."""

    fixed: tuple[str, ...]
    broken: tuple[str, ...]
    before: float
    after: float
    queries: int


def effect(
    curation: Curation, index: SearchIndex, scores: Callable[[], Scores], tool: str, text: str
) -> Effect | None:
    """None where nothing can be said: no golden queries, too many of them, no such tool."""
    if not 0 < len(curation.golden) <= MOST or tool not in curation.graph.tools:
        return None
    tried = apply(curation, Describe(tool=tool, description=text))
    tried = replace(tried, settings=curation.settings)
    now = scores()
    golden = [one.golden for one in now.per_query]
    then = evaluate(index.updated(tried), golden, curation.settings.k)
    pairs = list(zip(now.per_query, then.per_query, strict=True))
    return Effect(
        tuple(new.golden.query for old, new in pairs if _fails(old) and not _fails(new)),
        tuple(new.golden.query for old, new in pairs if not _fails(old) and _fails(new)),
        now.hit,
        then.hit,
        now.queries,
    )


def _fails(scored: Scored) -> bool:
    return not scored.passed
