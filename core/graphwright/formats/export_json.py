"""The runtime's graph file, format version "1": lean, or full with everything that was read.

One edge for each ordered pair, since the runtime keeps one: `shipped` says which. The rest of a
pair's stack rides on its edge under `x_alternatives`; rejected relations are no edges at all.
Source: graph-tool-call 0.47.0, serialization.py.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import orjson

from ..graph import Pair, ToolGraph
from ..relations import Relation
from . import carried
from .carried import OURS
from .carried_tools import Shapes
from .runtime_edges import (
    edge,
    group_node,
    group_nodes,
    in_order,
    is_membership,
    node_ids,
    ordered_groups,
    parent_edges,
)
from .runtime_tools import tool_entry
from .values import sequence

FORMAT_VERSION = "1"  # a string: the runtime refuses the number
LIBRARY_VERSION = "0.47.0"  # of the runtime whose format this is

Json = Mapping[str, object]
Shipped = Mapping[Pair, Relation]


@dataclass(frozen=True, slots=True)
class Extras:
    """What stands in a file beside tools, groups and relations."""

    top: Json = field(default_factory=dict)  # top-level keys of the file that was read
    metadata: Json = field(default_factory=dict)  # its metadata
    graph: Json = field(default_factory=dict)  # of its graph, what is no tool, group or relation
    ours: Json = field(default_factory=dict)  # workflows, golden queries, settings


def write_graph_tool_call(
    graph: ToolGraph, shipped: Shipped, *, full: bool, extras: Extras | None = None
) -> bytes:
    """The file's bytes: the same value, the same bytes.

    Args:
        graph: what is written.
        shipped: the relation of each ordered pair that the runtime gets.
        full: with all metadata that was read; else what the runtime needs.
        extras: what else stands in the file.
    """
    return in_lines(graph_document(graph, shipped, full=full, extras=extras))


def graph_document(
    graph: ToolGraph,
    shipped: Shipped,
    *,
    full: bool,
    extras: Extras | None = None,
    with_groups: bool = True,
) -> dict[str, object]:
    """The file's object; without groups, neither their nodes nor their edges are written."""
    extras = extras or Extras()
    shapes = Shapes()
    entries = [
        tool_entry(tool, order, shapes, full=full) for order, tool in enumerate(graph.ordered_tools)
    ]
    edges = in_order(r for r in shipped.values() if with_groups or not is_membership(r))
    ours = _ours(graph, edges, shapes, extras)
    return {
        "format_version": FORMAT_VERSION,
        "library_version": LIBRARY_VERSION,
        "metadata": {**extras.metadata, "tool_count": len(entries), OURS: ours},
        "graph": _joined(_graph(graph, [n for _, n in entries], edges, with_groups), extras.graph),
        "tools": {str(entry["name"]): entry for entry, _ in entries},
        **extras.top,
    }


def _ours(
    graph: ToolGraph, edges: Iterable[Relation], shapes: Shapes, extras: Extras
) -> dict[str, object]:
    """What our own reader restores and the runtime does not look at."""
    nodes = node_ids(graph)
    pairs = {(edge.source, edge.target) for edge in edges}
    found = {
        "shapes": shapes.written(),
        "groups": [carried.group_data(g, nodes[g.name]) for g in ordered_groups(graph)],
        "relations": [
            carried.unshipped(relation)
            for relation in in_order(graph.relations.values())
            if relation.rejected or (relation.source, relation.target) not in pairs
        ],
    }
    stated = {key: value for key, value in found.items() if value}
    return {"version": 1, **stated, **extras.ours}


def _graph(
    graph: ToolGraph, tools: list[dict[str, object]], edges: list[Relation], with_groups: bool
) -> dict[str, list[object]]:
    nodes = node_ids(graph)
    groups = group_nodes(graph, edges) if with_groups else []
    listed: list[object] = list(tools)
    for group in groups:  # those of a file stand there among its tools
        place = group.order if group.raw else len(listed)
        listed.insert(place, group_node(group, nodes))
    return {
        "nodes": listed,
        "edges": [
            *(edge(graph, relation, order, nodes) for order, relation in enumerate(edges)),
            *parent_edges(groups, nodes),
        ],
    }


def _joined(written: Mapping[str, list[object]], beside: Json) -> dict[str, object]:
    """The graph with what a file had beside it: its lists go on, other keys are taken."""
    lists = {key: [*listed, *sequence(beside.get(key))] for key, listed in written.items()}
    return {**beside, **lists}


def in_lines(document: Json) -> bytes:
    """JSON with a line for each tool, node, edge and relation, so that versions can be compared."""
    levels = {"metadata": 4, "graph": 2, "tools": 1}
    lines = (
        orjson.dumps(key) + b": " + _expanded(value, levels.get(key, 0))
        for key, value in document.items()
    )
    return b"{\n" + b",\n".join(lines) + b"\n}\n"


def _expanded(value: object, levels: int) -> bytes:
    """The value with the items of its first `levels` on lines of their own."""
    if not levels or not value or not isinstance(value, dict | list):
        return orjson.dumps(value)
    if isinstance(value, list):
        return b"[\n" + b",\n".join(_expanded(item, levels - 1) for item in value) + b"\n]"
    items = (orjson.dumps(k) + b": " + _expanded(v, levels - 1) for k, v in value.items())
    return b"{\n" + b",\n".join(items) + b"\n}"
