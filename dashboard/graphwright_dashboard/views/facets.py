"""The tools as rows with facets: source, group, method, effects, description, coverage."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphwright.curate.curation import Curation
from graphwright.tools import Tool

from .dossier import effects
from .elements import group_title
from .hints import hints

FACETS = {
    "source": "Source",
    "group": "Group",
    "method": "Method",
    "effect": "Effects",
    "hint": "Description",
    "cover": "Coverage",
}
UNKNOWN = "effects unknown"
ASKED, UNASKED = "in a golden query", "in no golden query"
FLOWS, NO_FLOW = "in a workflow", "in no workflow"

Chosen = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Line:
    """One tool, with its value or values in each facet."""

    tool: Tool
    group: str
    relations: int
    values: Mapping[str, tuple[str, ...]]

    def fits(self, chosen: Chosen, but: str = "") -> bool:
        """It has one of the chosen values in every facet, `but` one left aside."""
        return all(
            facet == but or not wanted.isdisjoint(self.values.get(facet, ()))
            for facet, wanted in chosen.items()
        )


def lines(curation: Curation) -> tuple[Line, ...]:
    """Every tool, in reading order."""
    graph = curation.graph
    joined = Counter(name for key in graph.relations for name in {key.source, key.target})
    poor = hints(graph.ordered_tools)
    asked = {name for golden in curation.golden.values() for name in golden.expect}
    flows = {step.tool for flow in curation.workflows.values() for step in flow.steps}
    return tuple(
        Line(
            tool,
            group := graph.group_of.get(tool.name, ""),
            joined[tool.name],
            {
                "source": (tool.source or "no document",),
                "group": (group,),
                "method": (tool.method.upper() or "TOOL",),
                "effect": tuple(effects(tool)) or (UNKNOWN,),
                "hint": poor[tool.name],
                "cover": (
                    ASKED if tool.name in asked else UNASKED,
                    FLOWS if tool.name in flows else NO_FLOW,
                ),
            },
        )
        for tool in graph.ordered_tools
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a facet, and of how many tools that the other facets let through."""

    value: str
    title: str
    tools: int
    chosen: bool


def choices(rows: Sequence[Line], chosen: Chosen) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    """The values of each facet, the most frequent first; those chosen are never left out."""
    for facet in FACETS:
        wanted = chosen.get(facet, frozenset())
        found = Counter(dict.fromkeys(wanted, 0))
        for line in rows:
            if line.fits(chosen, but=facet):
                found.update(line.values.get(facet, ()))
        ranked = sorted(found, key=lambda value: (value not in wanted, -found[value], value))
        yield (
            facet,
            tuple(
                Choice(v, group_title(v) if facet == "group" else v, found[v], v in wanted)
                for v in ranked
            ),
        )
