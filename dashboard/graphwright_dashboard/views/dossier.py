"""What the inspector says of a tool: lines of what it takes and gives, and how it is related."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from graphwright.curate.curation import Curation
from graphwright.graph import ToolGraph
from graphwright.relations import Relation, RelationKind
from graphwright.tools import Field, Parameter, Tool

from .numbers import count


@dataclass(frozen=True, slots=True)
class Line:
    """One parameter or field: its name, what is known of its type, its own words."""

    name: str
    kind: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class KindLine:
    """The relations of one kind that a tool has."""

    kind: RelationKind
    total: int
    note: str  # "7 in · 2 out" of those with a direction
    open: int


def takes(tool: Tool) -> list[Line]:
    """Parameters, the required ones first."""
    ordered = sorted(tool.parameters, key=lambda parameter: not parameter.required)
    return [Line(p.name, _parameter(p), p.description) for p in ordered]


def returns(graph: ToolGraph, tool: Tool) -> list[Line]:
    """Output fields with the number of tools that they feed; those first that feed any."""
    feeds: Counter[str] = Counter()
    for relation in graph.incoming.get(tool.name, ()):
        if relation.kind is RelationKind.REQUIRES and not relation.rejected:
            feeds.update({evidence.field for evidence in relation.evidence if evidence.field})
    ordered = sorted(tool.outputs, key=lambda field: -feeds[field.path])
    return [Line(f.path or "the body", _field(f, feeds[f.path]), f.description) for f in ordered]


def kind_lines(graph: ToolGraph, tool: str) -> list[KindLine]:
    """Counts by kind, in their order; kinds that the tool has not are left out."""
    return [line for kind in RelationKind if (line := _kind_line(graph, tool, kind)).total]


def related(graph: ToolGraph, tool: str) -> list[Relation]:
    """Every relation of a tool, rejected ones last, the open ones first."""
    both = {
        relation.key: relation
        for relation in (*graph.outgoing.get(tool, ()), *graph.incoming.get(tool, ()))
    }
    return sorted(both.values(), key=lambda r: (r.rejected, not r.open, -r.confidence))


def reviewed(relations: Iterable[Relation]) -> str:
    """`16 of 21 reviewed`, `3 open`, or nothing where nothing waits or waited."""
    some = list(relations)
    open = sum(relation.open for relation in some)
    decided = sum(bool(relation.at or relation.by) for relation in some)
    if decided:
        return f"{decided} of {decided + open} reviewed"
    return f"{open} open" if open else ""


def effects(tool: Tool) -> list[str]:
    """Hints in words, those that are known."""
    known = tool.effects
    words = [
        "read-only" if tool.reads else "writes" if tool.method or known.read_only is False else "",
        "may destroy" if tool.destroys else "",
        "not idempotent" if known.idempotent is False and not tool.reads else "",
        "reaches outside" if known.open_world else "",
        "deprecated" if tool.deprecated else "",
    ]
    return [word for word in words if word]


def used_in(curation: Curation, tool: str) -> list[str]:
    """Goals of the workflows that call the tool."""
    return [
        workflow.goal or workflow.id
        for workflow in curation.workflows.values()
        if any(step.tool == tool for step in workflow.steps)
    ]


def _parameter(p: Parameter) -> str:
    kind = f"enum({len(p.enum)})" if p.enum else p.format or p.type
    if p.type == "array":
        kind = f"{p.items or 'any'}[]"
    where = "" if p.location == "argument" else str(p.location)
    return " · ".join(word for word in (kind, where, "required" if p.required else "") if word)


def _field(field: Field, feeds: int) -> str:
    kind = f"enum({len(field.enum)})" if field.enum else field.format or field.type
    return f"{kind} → {count(feeds, 'tool')}" if feeds else kind


def _kind_line(graph: ToolGraph, tool: str, kind: RelationKind) -> KindLine:
    ins = [r for r in graph.incoming.get(tool, ()) if r.kind is kind and not r.rejected]
    outs = [r for r in graph.outgoing.get(tool, ()) if r.kind is kind and not r.rejected]
    note = (
        ""
        if kind.symmetric or kind is RelationKind.BELONGS_TO
        else f"{len(ins)} in · {len(outs)} out"
    )
    return KindLine(kind, len(ins) + len(outs), note, sum(r.open for r in (*ins, *outs)))
