"""`relations` and `duplicates`: what is claimed of tools, and which do the same."""

from argparse import Namespace

from graphwright.relations import KIND_ORDER, Relation

from . import forms
from .inputs import curation_of
from .result import Result, table


def relations(options: Namespace) -> Result:
    curation = curation_of(options, options.file)
    found = sorted(
        (relation for relation in curation.graph.relations.values() if _asked(relation, options)),
        key=lambda r: (KIND_ORDER[r.kind], -r.confidence, r.source, r.target),
    )
    value = forms.relations_json(curation, found)
    rows = [
        (
            relation.kind.value,
            relation.source,
            relation.target,
            f"{relation.confidence:.2f}",
            relation.verdict.value,
            "ships" if form["ships"] else "",
            "; ".join(evidence.text for evidence in relation.evidence),
        )
        for relation, form in zip(found, value, strict=True)
    ]
    head = ("kind", "source", "target", "sure", "verdict", "", "evidence")
    return Result(value, table(head, rows) or ("No such relation.",))


def duplicates(options: Namespace) -> Result:
    from graphwright.duplicates import THRESHOLD
    from graphwright.duplicates import duplicates as clusters_of

    curation = curation_of(options, options.file)
    threshold = THRESHOLD if options.threshold is None else options.threshold
    found = clusters_of(curation, threshold)
    rows = [
        (f"{one.score:.2f}", one.keep, ", ".join(one.gone), "; ".join(one.reasons)) for one in found
    ]
    lines = table(("sure", "keep", "instead of", "because"), rows)
    return Result(forms.duplicates_json(found), lines or ("No two tools do the same.",))


def _asked(relation: Relation, options: Namespace) -> bool:
    kind, verdict = options.kind, options.verdict
    return kind in (None, relation.kind.value) and verdict in (None, relation.verdict.value)
