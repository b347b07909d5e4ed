"""The JSON of the command line: one function a shape, as the contract in the README says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from graphwright.curate.commands import command_json
from graphwright.graph import may_ship
from graphwright.relations import Relation, RelationKind
from graphwright.workflow.form import issue_json

if TYPE_CHECKING:
    from graphwright.curate.curation import Curation
    from graphwright.curate.fixes import Tried
    from graphwright.duplicates import Cluster
    from graphwright.evaluate.gate import Comparison
    from graphwright.evaluate.metrics import Scored, Scores
    from graphwright.issues import Issue
    from graphwright.release.conformance import Conformance
    from graphwright.search import Explanation, Hit, Hits, Part

Json = dict[str, object]


def search_json(hits: Hits, bundle: Hits | None = None) -> Json:
    form: Json = {
        "query": hits.query,
        "k": hits.k,
        "results": [hit_json(hit) for hit in hits.results],
        "tie_at_k": hits.tie_at_k,
        "notes": list(hits.notes),
    }
    return form | ({"bundle": [hit_json(hit) for hit in bundle.results]} if bundle else {})


def hit_json(hit: Hit) -> Json:
    parts = [part_json(part) for part in hit.parts]
    return {"rank": hit.rank, "tool": hit.tool, "score": hit.score, "parts": parts}


def part_json(part: Part) -> Json:
    terms = [{"term": t.term, "field": t.field, "value": t.value} for t in part.terms]
    form: Json = {"signal": str(part.signal), "value": part.value, "terms": terms}
    return form | ({"via": list(part.via)} if part.via else {})


def explain_json(explanation: Explanation) -> Json:
    competitor = explanation.competitor
    return {
        "query": explanation.query,
        "tool": explanation.tool,
        "k": explanation.k,
        "rank": explanation.rank,
        "score": explanation.score,
        "gap": explanation.gap,
        "reason": explanation.reason.value,
        "sentence": explanation.sentence,
        "parts": [part_json(part) for part in explanation.parts],
        "competitor": hit_json(competitor) if competitor else None,
    }


def fix_json(query: str, tool: str, k: int, tried: Tried) -> Json:
    fixes = [
        {
            "commands": [command_json(command) for command in fix.commands],
            "rank": fix.rank,
            "gained": fix.gained,
            "lost": fix.lost,
            "overfits": fix.overfits,
        }
        for fix in tried.fixes
    ]
    return {"query": query, "tool": tool, "k": k, "tried": tried.tried, "fixes": fixes}


def eval_json(scores: Scores, against: Comparison | None = None) -> Json:
    return {
        "k": scores.k,
        "queries": scores.queries,
        "hit": scores.hit,
        "recall": scores.recall,
        "mrr": scores.mrr,
        "ndcg": scores.ndcg,
        "abstained": scores.abstained,
        "unknown_tools": list(scores.unknown_tools),
        "per_query": [_scored_json(one) for one in scores.per_query],
        "against": _against_json(against) if against else None,
    }


def _against_json(against: Comparison) -> Json:
    return {
        "fixed": list(against.fixed),
        "broken": list(against.broken),
        "delta": dict(against.delta),
        "gate": "passed" if against.passed else "failed",
        "blockers": list(against.blockers),
    }


def _scored_json(scored: Scored) -> Json:
    return {
        "query": scored.golden.query,
        "expect": list(scored.golden.expect),
        "ranks": list(scored.ranks),
        "passed": scored.passed,
        "error": scored.error,
    }


def relations_json(curation: Curation, relations: Iterable[Relation]) -> list[Json]:
    shipped = curation.shipped()
    return [
        {
            "source": relation.source,
            "target": relation.target,
            "kind": relation.kind.value,
            "confidence": relation.confidence,
            "verdict": relation.verdict.value,
            "ships": shipped.get((relation.source, relation.target)) is relation,
            "evidence": [{"rule": e.rule, "text": e.text} for e in relation.evidence],
        }
        for relation in relations
    ]


def duplicates_json(clusters: Iterable[Cluster]) -> list[Json]:
    return [
        {
            "tools": list(cluster.tools),
            "keep": cluster.keep,
            "score": cluster.score,
            "reasons": list(cluster.reasons),
        }
        for cluster in clusters
    ]


def issues_json(issues: Iterable[Issue]) -> list[Json]:
    return [dict(issue_json(issue)) for issue in issues]


def counts_json(curation: Curation) -> dict[str, int]:
    """How many relations of each kind may go to the runtime."""
    threshold = curation.settings.ship_from
    relations = curation.graph.relations.values()
    counts = Counter(one.kind for one in relations if may_ship(one, threshold))
    return {kind.value: counts[kind] for kind in RelationKind if counts[kind]}


def info_json(curation: Curation, contradictions: Sequence[Issue]) -> Json:
    return {
        "tools": len(curation.graph.tools),
        "groups": len(curation.graph.groups),
        "relations": counts_json(curation),
        "issues": len(curation.issues),
        "contradictions": len(contradictions),
        "sources": [source.name for source in curation.sources],
    }


def conformance_json(found: Conformance) -> Json:
    return {
        "engine": found.engine,
        "loaded": found.loaded,
        "queries": found.queries,
        "identical": found.identical,
        "passed_here": found.passed_here,
        "passed_there": found.passed_there,
        "workflows": found.workflows,
        "problems": issues_json(found.problems),
    }
