"""The table of confidences: counted on half of the documents, held against the other half."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from relations_truth import DATA, Truth, labels, tools_of

from graphwright.curate.calibration import lower_bound
from graphwright.relate import claims
from graphwright.relate.claims import Claim
from graphwright.relations import Relation, RelationKey, RelationKind

TABLE = Path(__file__).parents[1] / "core" / "graphwright" / "relate" / "measured.py"
_CASES = ("RestBench", "Arazzo, reading steps and", "NESTFUL exec", "NESTFUL SGD", "xgen", "ToolL")
_FEWEST = 20  # relations that a bucket needs before its share says something


@dataclass(frozen=True, slots=True)
class Seen:
    """A relation of which it is known whether it holds."""

    document: str
    relation: Relation
    claims: tuple[Claim, ...]
    holds: bool
    origin: str  # "case" or "label"

    @property
    def rule(self) -> str:
        return self.relation.evidence[0].rule

    @property
    def kind(self) -> str:
        return self.relation.kind


@cache
def _claims(document: Path) -> dict[RelationKey, tuple[Claim, ...]]:
    found: dict[RelationKey, tuple[Claim, ...]] = {}
    for claim in claims(tools_of(document)):
        key = RelationKey(claim.source, claim.target, claim.kind)
        found[key] = (*found.get(key, ()), claim)
    return found


def observed(
    truths: Sequence[Truth], related: Callable[[Path], Sequence[Relation]]
) -> Iterator[Seen]:
    """Every relation that a case or a label speaks of, once."""
    for one in truths:
        if one.name.startswith(_CASES):
            for document in dict.fromkeys(case.document for case in one.cases):
                yield from _of_cases(one, document, related(document))
    known = {(label.document, label.source, label.kind, label.target): label for label in labels()}
    for name in dict.fromkeys(document for document, *_ in known):
        for relation in related(DATA / name):
            label = known.get((name, relation.source, relation.kind, relation.target))
            if label:
                grounds = _claims(DATA / name)[relation.key]
                yield Seen(name, relation, grounds, label.holds, "label")


def _of_cases(one: Truth, document: Path, relations: Iterable[Relation]) -> Iterator[Seen]:
    cases = [case for case in one.cases if case.document == document]
    pairs = {pair for case in cases for pair in case.pairs}
    for relation in relations:
        pair = relation.source, relation.target
        if relation.kind is RelationKind.REQUIRES:
            pair = pair[1], pair[0]
        ordered = relation.kind in (RelationKind.REQUIRES, RelationKind.PRECEDES)
        if ordered and any(case.judges(pair) for case in cases):
            grounds = _claims(document)[relation.key]
            yield Seen(document.name, relation, grounds, pair in pairs, "case")


def is_fitted(seen: Seen) -> bool:
    """Half of the relations, by what they are of: all of one consumer are on one side."""
    whose = f"{seen.document} {seen.relation.source}"
    return hashlib.sha256(whose.encode()).digest()[0] % 2 == 0


def write(seen: Iterable[Seen]) -> None:
    """The table as a module."""
    right: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for one in seen:
        if is_fitted(one):
            for claim in one.claims:
                for depth in range(len(claim.traits) + 1):
                    key = "/".join((claim.rule, *claim.traits[:depth]))
                    whole[key] += 1
                    right[key] += one.holds
    rows = "".join(f'    "{k}": ({right[k]}, {whole[k] - right[k]}),\n' for k in sorted(whole))
    TABLE.write_text(
        '"""Right and wrong claims of each rule and its traits, as counted by '
        'benchmarks/relations.py."""\n\n'
        f"COUNTS: dict[str, tuple[int, int]] = {{\n{rows}}}\n",
        "utf-8",
    )


def held(seen: Iterable[Seen]) -> dict[str, dict[str, float]]:
    """Confidence against what holds, in ten buckets, on what was not fitted."""
    print("\nConfidence against truth, on relations that were not fitted")
    buckets: dict[int, list[Seen]] = {}
    for one in seen:
        if not is_fitted(one):
            buckets.setdefault(min(int(one.relation.confidence * 10), 9), []).append(one)
    results: dict[str, dict[str, float]] = {}
    for place, some in sorted(buckets.items()):
        right, whole = sum(one.holds for one in some), len(some)
        claimed = sum(one.relation.confidence for one in some) / whole
        low, high = lower_bound(right, whole), 1 - lower_bound(whole - right, whole)
        thin = "" if whole >= _FEWEST else "  (few)"
        print(
            f"  {place / 10:.1f}-{(place + 1) / 10:.1f} {whole:5d} claimed {claimed:6.1%} "
            f"hold {right / whole:6.1%} [{low:.0%}, {high:.0%}]{thin}"
        )
        results[f"confidence {place / 10:.1f}"] = {
            "relations": whole,
            "claimed": claimed,
            "hold": right / whole,
        }
    return results
