"""The tools as rows with facets: source, group, method, effects, description, coverage, issues."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from graphwright.curate.curation import Curation
from graphwright.tools import Tool

from .dossier import effects
from .elements import NO_GROUP
from .hints import hints
from .names import titles

FACETS = {
    "source": "Source",
    "group": "Group",
    "method": "Method",
    "effect": "Effects",
    "hint": "Description",
    "cover": "Coverage",
    "issue": "In the document",
}
UNKNOWN = "effects unknown"
ASKED, UNASKED = "in a golden query", "in no golden query"
FINE = "nothing wrong"
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
    joined = Counter(key.source for key in graph.relations)
    joined.update(key.target for key in graph.relations if key.target != key.source)
    poor = hints(graph.ordered_tools)
    asked = {name for golden in curation.golden.values() for name in golden.expect}
    wrong = _issues(curation)
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
                "issue": tuple(sorted(wrong.get(tool.name, {FINE}))),
            },
        )
        for tool in graph.ordered_tools
    )


def _issues(curation: Curation) -> dict[str, set[str]]:
    """Codes of what is wrong in the document at each tool, or somewhere inside it."""
    at: dict[tuple[str, str], str] = {}
    for tool in curation.graph.tools.values():
        at[tool.source, tool.where] = at["", tool.where] = tool.name
    found: dict[str, set[str]] = {}
    for issue in curation.issues:
        where = issue.where
        while where and (issue.source, where) not in at:
            where = where.rpartition("/")[0]
        if where:
            found.setdefault(at[issue.source, where], set()).add(issue.code)
    return found


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a facet, and of how many tools that the other facets let through."""

    value: str
    title: str
    tools: int
    chosen: bool


def choices(rows: Sequence[Line], chosen: Chosen) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    """The values of each facet, the most frequent first; those chosen are never left out."""
    inside = [line for line in rows if line.fits(chosen)] if chosen else rows
    for facet in FACETS:
        wanted = chosen.get(facet, frozenset())
        fitting = [line for line in rows if line.fits(chosen, but=facet)] if wanted else inside
        found = Counter(dict.fromkeys(wanted, 0))
        found.update(chain.from_iterable(line.values.get(facet, ()) for line in fitting))
        read = titles(filter(None, found)) | {"": NO_GROUP} if facet == "group" else {}
        ranked = sorted(found, key=lambda value: (value not in wanted, -found[value], value))
        yield (
            facet,
            tuple(Choice(v, read.get(v, v), found[v], v in wanted) for v in ranked),
        )
