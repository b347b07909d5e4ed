"""The tabs of the review pages, with what waits in each."""

from dataclasses import dataclass

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.curate.ground import ASKED
from graphwright.relate.checks import contradictions

from .components import attrs


@dataclass(frozen=True, slots=True)
class Waiting:
    relations: int
    duplicates: int
    contradictions: int
    asked: int  # by new versions of sources


def waiting(curation: Curation, clusters: int) -> Waiting:
    """What waits for a decision, by page."""
    opened = sum(relation.open for relation in curation.graph.relations.values())
    asked = sum(issue.code in ASKED for issue in curation.issues)
    return Waiting(opened, clusters, len(contradictions(curation.graph)), asked)


def tabs(here: str, counts: Waiting) -> list[Component]:
    """The tabs; the one of this page is marked."""
    pages = (
        ("Relations", "/review/relations", counts.relations),
        ("Duplicates", "/review/duplicates", counts.duplicates),
        ("Contradictions", "/review/contradictions", counts.contradictions),
        ("Re-ingest", "/review/reingest", counts.asked),
    )
    return [_tab(title, path, number, path == here) for title, path, number in pages]


def _tab(title: str, path: str, number: int, current: bool) -> Component:
    count = html.Span(str(number) if number else "", className="cntr")
    tab = html.A([title, count], href=path)
    return attrs(tab, aria_current="page") if current else tab
