"""`search`, `explain`, `fix` and `eval`: the search, why it ranks so, and how good it is."""

from argparse import Namespace
from collections.abc import Iterable

from graphwright.search import Hit, Hits, Part, SearchIndex

from . import forms
from .inputs import curation_of, golden_of
from .result import Result, plain, table


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
    return Result(forms.search_json(hits, bundle), tuple(lines))


def explain(options: Namespace) -> Result:
    curation = curation_of(options, options.graph)
    index = SearchIndex(curation)
    found = index.explain(options.query, options.tool, curation.settings.k, options.history)
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
    return Result(forms.explain_json(found), tuple(lines))


def fix(options: Namespace) -> Result:
    from graphwright.curate.commands import command_line
    from graphwright.curate.fixes import tried

    curation = curation_of(options, options.graph)
    golden = golden_of(options.golden) if options.golden else tuple(curation.golden.values())
    k = curation.settings.k
    found = tried(SearchIndex(curation), options.query, options.tool, k, golden)
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
    return Result(forms.fix_json(options.query, options.tool, k, found), (*lines, said))


def evaluate(options: Namespace) -> Result:
    from graphwright.evaluate.metrics import evaluate as scores_of

    curation = curation_of(options, options.graph)
    golden, k = golden_of(options.golden), curation.settings.k
    scores = scores_of(SearchIndex(curation), golden, k)
    return Result(forms.eval_json(scores, None))


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
