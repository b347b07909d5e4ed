"""Inferred relations against hand-written truth, beside the runtime engine's detector.

python benchmarks/relations.py [--save FILE] [--diff FILE] [--no-runtime] [--fit]

--fit writes core/graphwright/relate/measured.py: right and wrong claims by rule and traits,
counted on half of the documents. How confidence holds on the other half is printed.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import relations_fit as fit
import relations_truth as truth
import saved
from pace import pace
from relations_runtime import detected
from relations_truth import DATA, Case, Pair, Truth, tools_of

from graphwright.relate import relate
from graphwright.relations import Relation, RelationKind
from graphwright.tools import Location, Tool

_SANE = ("petstore3.json", "ecommerce.json", "github_subset.json", "k8s_core_v1.json")
_MIXED = ("docker", "filesystem", "git", "github", "playwright", "shell")


@cache
def related(document: Path) -> tuple[Relation, ...]:
    found = relate(tools_of(document))
    return tuple(r for r in found if r.kind is not RelationKind.BELONGS_TO)


def forward(relation: Relation) -> Pair | None:
    """The two tools in the order in which they run; None where none is claimed."""
    if relation.kind is RelationKind.REQUIRES:
        return relation.target, relation.source
    if relation.kind is RelationKind.PRECEDES:
        return relation.source, relation.target
    return None


def ours(document: Path) -> frozenset[Pair]:
    return frozenset(pair for r in related(document) if (pair := forward(r)))


def counts(cases: Iterable[Case], found: Mapping[Path, frozenset[Pair]]) -> tuple[int, int, int]:
    """Pairs that were found rightly and wrongly, and all that are known, as often as met."""
    right = wrong = known = 0
    for case in cases:
        claimed = [pair for pair in found[case.document] if case.judges(pair)]
        right += sum(case.pairs[pair] for pair in claimed if pair in case.pairs)
        wrong += sum(pair not in case.pairs for pair in claimed)
        known += sum(case.pairs.values())
    return right, wrong, known


def shares(right: int, wrong: int, known: int) -> dict[str, float]:
    return {
        "pairs": known,
        "precision": right / (right + wrong) if right + wrong else 0.0,
        "recall": right / known if known else 0.0,
    }


def against_truth(truths: Sequence[Truth], runtime: bool) -> saved.Results:
    print(f"{'truth':38s} {'pairs':>6s} {'ours P':>8s} {'R':>6s} {'runtime P':>10s} {'R':>6s}")
    results: saved.Results = {}
    for one in truths:
        documents = {case.document for case in one.cases}
        row = shares(*counts(one.cases, {d: ours(d) for d in documents}))
        line = f"{one.name:38s} {row['pairs']:6.0f} {row['precision']:8.1%} {row['recall']:6.1%}"
        if runtime:
            theirs = shares(*counts(one.cases, {d: detected(d) for d in documents}))
            row |= {f"runtime_{name}": theirs[name] for name in ("precision", "recall")}
            line += f" {theirs['precision']:10.1%} {theirs['recall']:6.1%}"
        results[one.name] = row
        print(line, flush=True)
    return results


def by_rule(truths: Sequence[Truth]) -> saved.Results:
    """Precision of each rule, on the cases and on the labels."""
    print(
        f"\n{'rule':16s} {'kind':16s} {'in cases':>9s} {'right':>7s} {'labelled':>9s} {'right':>7s}"
    )
    found: Counter[tuple[str, str, str, bool]] = Counter()
    for seen in fit.observed(truths, related):
        found[seen.rule, seen.kind, seen.origin, seen.holds] += 1
    results: saved.Results = {}
    for rule, kind in sorted({(rule, kind) for rule, kind, _, _ in found}):
        row: dict[str, float] = {}
        for origin in ("case", "label"):
            right = found[rule, kind, origin, True]
            row[origin] = right + found[rule, kind, origin, False]
            row[f"{origin}_right"] = right / row[origin] if row[origin] else 0.0
        results[f"{rule} {kind}"] = row
        print(
            f"{rule:16s} {kind:16s} {row['case']:9.0f} {row['case_right']:9.1%} "
            f"{row['label']:9.0f} {row['label_right']:9.1%}"
        )
    return results


def sample() -> saved.Results:
    """Precision on the even sample of labelled relations; those that are gone are named."""
    print("\nSample of relations, labelled by hand")
    results: saved.Results = {}
    drawn = [label for label in truth.labels() if label.drawn]
    for document in dict.fromkeys(label.document for label in drawn):
        some = [label for label in drawn if label.document == document]
        keys = {(r.source, r.kind, r.target) for r in related(DATA / document)}
        there = [label for label in some if (label.source, label.kind, label.target) in keys]
        right = sum(label.holds for label in there)
        results[f"sample {document}"] = {"labelled": len(there), "right": right}
        print(f"  {document:38s} {right:3d} of {len(there):3d} hold ({len(some)} labelled)")
    whole = sum(row["labelled"] for row in results.values())
    right_ones = sum(row["right"] for row in results.values())
    results["sample"] = {"labelled": whole, "precision": right_ones / whole}
    print(f"  all {right_ones:.0f} of {whole:.0f}: {right_ones / whole:.1%}")
    return results


def sanity() -> saved.Results:
    """Share of `requires` that break a mechanical rule."""
    print("\n`requires` that cannot be: an echo, a write for a reading, both ways")
    results: saved.Results = {}
    for name in _SANE:
        document = DATA / "openapi" / name
        by_name = {tool.name: tool for tool in tools_of(document)}
        needed = [r for r in related(document) if r.kind is RelationKind.REQUIRES]
        pairs = {(r.source, r.target) for r in needed}
        broken = sum(_breaks(r, by_name, pairs) for r in needed)
        results[f"sanity {name}"] = {"requires": len(needed), "broken": broken / len(needed)}
        print(f"  {name:24s} {broken:3d} of {len(needed):4d} ({broken / len(needed):.1%})")
    return results


def _breaks(relation: Relation, tools: Mapping[str, Tool], pairs: set[Pair]) -> bool:
    consumer, provider = tools[relation.source], tools[relation.target]
    asked = {p.name for p in provider.parameters if p.location is Location.PATH}
    given = {p.name for p in consumer.parameters if p.location is Location.PATH}
    return (
        (relation.target, relation.source) in pairs
        or any(evidence.parameter in asked for evidence in relation.evidence)
        or (bool(given) and provider.method == "get" and given <= asked)
        or (consumer.method == "get" and provider.method != "get")
        or provider.method in ("put", "patch", "delete")
        or (not given and not consumer.required and provider.method == "get" and bool(asked))
    )


def alone() -> saved.Results:
    """Tools of MCP servers that have no relation but to their group."""
    folder = DATA / "mcp" / "graph_tool_call"
    left = whole = 0
    for name in _MIXED:
        document = folder / f"{name}.json"
        known = {end for r in related(document) for end in (r.source, r.target)}
        names = {tool.name for tool in tools_of(document)}
        left, whole = left + len(names - known), whole + len(names)
    print(f"\nMCP tools without a relation: {left} of {whole}")
    return {"mcp alone": {"tools": whole, "alone": left}}


def speed() -> saved.Results:
    """CPU seconds for 15,000 operations, from those for all OpenAPI documents together."""
    documents = [
        path
        for path in sorted((DATA / "openapi").glob("**/*.*"))
        if path.suffix in (".json", ".yaml", ".xz") and "small_examples" not in path.parts
    ]
    operations, spent, relations = 0, 0.0, 0
    for document in documents:
        tools = tools_of(document)
        started = time.process_time()
        relations += len(relate(tools)) - len(tools)
        spent += time.process_time() - started
        operations += len(tools)
    cpu, slower, average = 15_000 * spent / operations, pace(), relations / operations
    print(f"\n{operations} operations in {spent:.1f} s of CPU: 15,000 in {cpu:.1f} s")
    print(f"{cpu / slower:.1f} s on the reference machine, which is {slower:.2f} times faster")
    print(f"{average:.1f} relations a tool, beside that to its group")
    times = {"cpu_15k": cpu, "pace": slower, "cpu_15k_reference": cpu / slower}
    return {"speed": {"operations": operations, "relations_a_tool": average, **times}}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    saved.options(parser)
    parser.add_argument("--no-runtime", action="store_true", help="ours alone")
    parser.add_argument("--fit", action="store_true", help="write the table of confidences")
    chosen = parser.parse_args(arguments)
    truths = truth.truths()
    if chosen.fit:
        fit.write(fit.observed(truths, related))
        print("The table is written; confidences are those of the next run.\n")
    results = against_truth(truths, runtime=not chosen.no_runtime)
    results |= by_rule(truths) | sample() | sanity() | alone() | speed()
    results |= fit.held(fit.observed(truths, related))
    saved.finish(results, chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
