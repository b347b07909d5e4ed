"""`search`, `explain`, `fix` and `eval`: the search, why it ranks so, and how good it is."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from immutables import Map

from graphwright.search import Hit, Hits, Part, SearchIndex

from . import forms
from .inputs import curation_of, data_of, golden_of, history_notes, tool_of
from .result import Result, plain, table

if TYPE_CHECKING:
    from graphwright.evaluate.gate import Comparison
    from graphwright.evaluate.golden import Golden
    from graphwright.evaluate.metrics import Scored, Scores

_MEANS = ("hit", "recall", "mrr", "ndcg")


def search(options: Namespace) -> Result:
    curation = curation_of(options, options.graph)
    index = SearchIndex(curation)
    hits = index.search(options.query, curation.settings.k, options.history)
    bundle = None
    if options.bundle:
        first = hits.results[:1]
        bundle = index.bundle(first[0].tool) if first else Hits(options.query, hits.k)
    lines = [*_hit_lines(hits.results), *map(plain, hits.notes)]
    if not hits.results:
        lines.append("No tool answers this.")
    if bundle and bundle.results:
        lines += ["", "What the first one needs:", *_hit_lines(bundle.results)]
    notes = history_notes(curation, options.history)
    return Result(forms.search_json(hits, bundle), tuple(lines), notes=notes)


def explain(options: Namespace) -> Result:
    curation = curation_of(options, options.graph)
    tool = tool_of(curation, options.tool, options.graph)
    index = SearchIndex(curation)
    found = index.explain(options.query, tool, curation.settings.k, options.history)
    terms = [
        (part.signal, term.term, term.field, f"{term.value:.4f}")
        for part in found.parts
        for term in part.terms
    ]
    lines = [
        plain(found.sentence),
        f"rank {found.rank or 'none'}, score {found.score:.4f}",
        f"{found.gap:.4f} below rank {found.k}",
        *_part_lines(found.parts),
        *table(("signal", "term", "field", "value"), terms),
    ]
    if found.competitor:
        lines.append(f"At rank {found.k} stands {plain(found.competitor.tool)}.")
    notes = history_notes(curation, options.history)
    return Result(forms.explain_json(found), tuple(lines), notes=notes)


def fix(options: Namespace) -> Result:
    from graphwright.curate.commands import command_line
    from graphwright.curate.fixes import tried

    curation = curation_of(options, options.graph)
    tool = tool_of(curation, options.tool, options.graph)
    golden: tuple[Golden, ...] = tuple(curation.golden.values())
    notes: tuple[str, ...] = ()
    if options.golden:  # of a file: no edit rewrites them
        golden, notes = golden_of(options.golden)
        curation = replace(curation, golden=Map())
    k = curation.settings.k
    found = tried(SearchIndex(curation), options.query, tool, k, golden, curation)
    rows = [
        (
            one.rank,
            one.gained,
            one.lost,
            "overfits" if one.overfits else "",
            " ".join(command_line(command).decode() for command in one.commands),
        )
        for one in found.fixes
    ]
    lines = table(("rank", "gained", "lost", "", "commands"), rows)
    said = f"{len(found.fixes)} of {found.tried} edits that were tried work."
    value = forms.fix_json(options.query, tool, k, found)
    return Result(value, (*lines, said), notes=notes)


def evaluate(options: Namespace) -> Result:
    from graphwright.evaluate.gate import compare, invalid_workflows, read_rules
    from graphwright.evaluate.metrics import apart
    from graphwright.evaluate.metrics import evaluate as scores_of

    curation = curation_of(options, options.graph)
    (golden, notes), k = golden_of(options.golden), curation.settings.k
    scores = scores_of(SearchIndex(curation), golden, k)
    before = against = None
    if options.baseline:
        other = replace(curation_of(options, options.baseline), settings=curation.settings)
        before = scores_of(SearchIndex(other), golden, k)
    rules = read_rules(data_of(options.rules), options.rules) if options.rules else curation.gate
    if options.epsilon is not None:
        rules = replace(rules, epsilon=options.epsilon)
    if options.baseline or options.gate:
        flows = [curation.workflows[id] for id in sorted(curation.workflows)]
        invalid = invalid_workflows(flows, curation)
        against = compare(scores, before, invalid, rules)
    holds = not options.gate or against is None or against.passed
    lines = _eval_lines(scores, apart(scores, curation.graph), against)
    return Result(forms.eval_json(scores, against), lines, holds, notes=notes)


def _eval_lines(
    scores: Scores, parts: Sequence[Scores | None], against: Comparison | None
) -> tuple[str, ...]:
    """The lines that a person reads; `parts` are those written by people, and the synthetic."""
    rows = [
        (
            "passes" if one.passed else "fails",
            one.golden.query,
            ", ".join(f"{name} {rank or '-'}" for name, rank in _ranks(one)),
            one.error or "",
        )
        for one in scores.per_query
    ]
    lines = [
        *table(("", "query", "ranks", ""), rows),
        f"{scores.queries} queries: {_means(scores)}",
    ]
    if all(parts):
        lines += [
            f"{part.queries} {word}: {_means(part)}"
            for word, part in zip(("written", "synthetic"), parts, strict=True)
            if part
        ]
    if scores.abstained is not None:
        lines.append(f"{scores.abstained:.0%} of those that nothing answers found nothing")
    if scores.unknown_tools:
        lines.append(plain(f"not in the graph: {', '.join(scores.unknown_tools)}"))
    if against:
        lines.append(
            f"against the baseline: {len(against.fixed)} fixed, {len(against.broken)} broken"
        )
        lines += map(plain, against.blockers)
        lines.append(f"The gate is {'open' if against.passed else 'shut'}.")
    return tuple(lines)


def _means(scores: Scores) -> str:
    return ", ".join(f"{name}@{scores.k} {getattr(scores, name):.3f}" for name in _MEANS)


def _ranks(scored: Scored) -> Iterable[tuple[str, int | None]]:
    return zip(scored.golden.expect, scored.ranks, strict=True)


def _hit_lines(hits: Iterable[Hit]) -> tuple[str, ...]:
    rows = [
        (hit.rank, hit.tool, f"{hit.score:.4f}", ", ".join(map(_said, hit.parts))) for hit in hits
    ]
    return table(("rank", "tool", "score", "parts"), rows)


def _part_lines(parts: Iterable[Part]) -> tuple[str, ...]:
    rows = [(part.signal, f"{part.value:.4f}", " → ".join(part.via)) for part in parts]
    return table(("signal", "value", "via"), rows)


def _said(part: Part) -> str:
    return f"{part.signal} {part.value:.4f}"
