"""Rows of the table twin: every relation, or every tool, as the filters let them through."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from graphwright.curate.curation import Curation
from graphwright.relations import KIND_ORDER, Relation, Verdict
from graphwright.tools import Tool

from .exploring import Filters, View
from .names import short
from .numbers import fraction

Row = dict[str, object]
T = TypeVar("T")
SortKey = tuple[float, str]  # numbers by the first, texts by the second
_CELL = 200  # characters of a cell; documents hold names of 10,000


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of a table, and how many there are in all."""

    rows: tuple[Row, ...]
    total: int


def relation_page(
    curation: Curation,
    view: View,
    filters: Filters,
    start: int,
    end: int,
    sort: Sequence[Mapping[str, str]] = (),
) -> Page:
    """Rows start to end of the relations in view, in the order that `sort` asks for.

    Args:
        curation: of which.
        view: a tool's or a group's address leaves what touches it.
        filters: rows that they do not let through are left out here.
        start: position of the first row, from 0.
        end: position after the last row.
        sort: column ids with "asc" or "desc", the first the strongest.
    """
    chosen = _sorted(_in_view(curation, view, filters), _RELATION_KEYS, sort)
    return Page(tuple(map(relation_row, chosen[start:end])), len(chosen))


def tool_page(
    curation: Curation,
    view: View,
    filters: Filters,
    start: int,
    end: int,
    sort: Sequence[Mapping[str, str]] = (),
) -> Page:
    """Rows start to end of the tools in view; as `relation_page`."""
    graph = curation.graph
    joined = {name: len(some) for name, some in graph.outgoing.items()}
    for name, some in graph.incoming.items():
        joined[name] = joined.get(name, 0) + len(some)
    tools = [
        tool
        for tool in graph.ordered_tools
        if filters.lets_tool(tool)
        and (view.group is None or graph.group_of.get(tool.name, "") == view.group)
    ]
    keys: Mapping[str, Callable[[Tool], SortKey]] = {
        **_TOOL_KEYS,
        "group": lambda tool: (0, graph.group_of.get(tool.name, "")),
        "relations": lambda tool: (joined.get(tool.name, 0), ""),
    }
    chosen = _sorted(tools, keys, sort)
    rows = (
        tool_row(tool, graph.group_of.get(tool.name, ""), joined.get(tool.name, 0))
        for tool in chosen[start:end]
    )
    return Page(tuple(rows), len(chosen))


def relation_row(relation: Relation) -> Row:
    """The selection that the row stands for is in its first four fields."""
    return {
        "id": f"{relation.source}\n{relation.kind}\n{relation.target}",
        "source": relation.source,
        "target": relation.target,
        "relation": relation.kind,
        "digit": KIND_ORDER[relation.kind] + 1,
        "confidence": fraction(relation.confidence),
        "state": state(relation),
        "evidence": short("; ".join(e.text for e in relation.evidence), _CELL),
    }


def tool_row(tool: Tool, group: str, relations: int) -> Row:
    return {
        "id": tool.name,
        "name": tool.name,
        "method": tool.method.upper() or "TOOL",
        "path": short(tool.path, _CELL),
        "group": group,
        "relations": relations,
        "description": short(tool.description or tool.summary, _CELL),
    }


def state(relation: Relation) -> str:
    """In one word: open, accepted, rejected, or where it comes from."""
    if relation.verdict is not Verdict.UNREVIEWED:
        return str(relation.verdict)
    return "open" if relation.open else f"from {relation.origin}"


def _in_view(curation: Curation, view: View, filters: Filters) -> list[Relation]:
    graph = curation.graph
    found: Iterable[Relation] = graph.relations.values()
    if view.tool is not None:
        found = (*graph.outgoing.get(view.tool, ()), *graph.incoming.get(view.tool, ()))
    elif view.group is not None:
        inside = set(graph.members.get(view.group, ()))
        found = (r for r in found if r.source in inside or r.target in inside)
    order = {tool.name: place for place, tool in enumerate(graph.ordered_tools)}
    return sorted(
        filter(filters.lets, found),
        key=lambda r: (order.get(r.source, 0), KIND_ORDER[r.kind], r.target),
    )


_RELATION_KEYS: Mapping[str, Callable[[Relation], SortKey]] = {
    "source": lambda r: (0, r.source.lower()),
    "target": lambda r: (0, r.target.lower()),
    "relation": lambda r: (KIND_ORDER[r.kind], ""),
    "confidence": lambda r: (r.confidence, ""),
    "state": lambda r: (0, state(r)),
    "evidence": lambda r: (0, r.evidence[0].text if r.evidence else ""),
}
_TOOL_KEYS: Mapping[str, Callable[[Tool], SortKey]] = {
    "name": lambda tool: (0, tool.name.lower()),
    "method": lambda tool: (0, tool.method),
    "path": lambda tool: (0, tool.path),
    "description": lambda tool: (0, tool.description.lower()),
}


def _sorted(
    rows: list[T], keys: Mapping[str, Callable[[T], SortKey]], sort: Sequence[Mapping[str, str]]
) -> list[T]:
    for asked in reversed(sort):
        if key := keys.get(asked.get("colId", "")):
            rows = sorted(rows, key=key, reverse=asked.get("sort") == "desc")
    return rows
