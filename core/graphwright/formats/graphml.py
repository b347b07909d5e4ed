"""The graph as GraphML: typed attributes, and every relation of a pair's stack as its own edge.

What an attribute cannot say stands as JSON in the attribute `graphwright`, so that our own file
reads back equal; networkx, Gephi and yEd see the rest.
"""

import re
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

import orjson
from pydantic import TypeAdapter

from ..graph import Group, Pair, ToolGraph
from ..relations import Relation, RelationKind
from ..tools import Tool
from .placing import Place
from .runtime_edges import in_order, node_ids, ordered_groups
from .xml_graph import NAMESPACE

OURS = "graphwright"

TOOL: TypeAdapter[Tool] = TypeAdapter(Tool)
GROUP: TypeAdapter[Group] = TypeAdapter(Group)
RELATION: TypeAdapter[Relation] = TypeAdapter(Relation)

Value = str | bool | int | float | None
Json = Mapping[str, object]

_NODE_KEYS: Mapping[str, str] = {
    "label": "string",
    "node_type": "string",
    "description": "string",
    "tags": "string",
    "group": "string",
    "method": "string",
    "path": "string",
    "parameters": "int",
    "deprecated": "boolean",
    "read_only": "boolean",
    "destructive": "boolean",
    "idempotent": "boolean",
    "open_world": "boolean",
    "x": "double",
    "y": "double",
    OURS: "string",
}
_EDGE_KEYS: Mapping[str, str] = {
    "label": "string",
    "relation": "string",
    "weight": "double",
    "confidence": "double",
    "verdict": "string",
    "origin": "string",
    "ships": "boolean",
    "evidence": "string",
    OURS: "string",
}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN_ID = re.compile(r"[^\W\d][\w.:-]{0,99}")  # an NMTOKEN that every reader takes


def write_graphml(
    graph: ToolGraph,
    shipped: Mapping[Pair, Relation],
    *,
    full: bool = False,
    positions: Mapping[str, Place] | None = None,
    ours: Json | None = None,
) -> bytes:
    """The file's bytes: the same value, the same bytes.

    Args:
        graph: all its relations are written, rejected ones with that verdict.
        shipped: the relation of each ordered pair that the runtime gets: its `ships` is true.
        full: with the metadata of graph files that were read.
        positions: x and y of nodes, by id.
        ours: workflows, golden queries and settings, for our own reader.
    """
    groups = node_ids(graph)
    ids = _plain_ids([*graph.tools, *groups.values()])
    relations = in_order(graph.relations.values())
    edges = [_edge(one, groups, shipped, ids) for one in relations]
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<graphml xmlns="{NAMESPACE}">',
        *_declared("n", "node", _NODE_KEYS),
        *_declared("e", "edge", _EDGE_KEYS),
        f'<key id="g0" for="graph" attr.name="{OURS}" attr.type="string"/>',
        '<graph id="G" edgedefault="directed">',
        f'<data key="g0">{_text(_json(ours or {}))}</data>',
        *_nodes(graph, ids, positions or {}, full),
        *(f'<edge id="e{number}" {edge}</edge>' for number, edge in enumerate(edges)),
        "</graph>",
        "</graphml>\n",
    ]
    return "\n".join(lines).encode("utf-8")


def _plain_ids(nodes: Iterable[str]) -> dict[str, str]:
    """An id that XML takes for each node: its own where it can be one."""
    ordered = sorted(set(nodes))
    plain = {node for node in ordered if _PLAIN_ID.fullmatch(node)}
    ids: dict[str, str] = {}
    for number, node in enumerate(ordered):
        made = node if node in plain else f"n{number}"
        while made in plain and made != node:
            made = f"n.{made}"
        ids[node] = made
        plain.add(made)
    return ids


def _declared(letter: str, of: str, keys: Mapping[str, str]) -> list[str]:
    return [
        f'<key id="{letter}{number}" for="{of}" attr.name="{name}" attr.type="{kind}"/>'
        for number, (name, kind) in enumerate(keys.items())
    ]


def _nodes(
    graph: ToolGraph, ids: Mapping[str, str], places: Mapping[str, Place], full: bool
) -> list[str]:
    groups = node_ids(graph)
    tools = [(ids[tool.name], tool.name, _tool(tool, full)) for tool in graph.ordered_tools]
    above = [(ids[groups[g.name]], groups[g.name], _group(g, full)) for g in ordered_groups(graph)]
    return [_node(made, said | _placed(places.get(node))) for made, node, said in (*tools, *above)]


def _tool(tool: Tool, full: bool) -> dict[str, Value]:
    whole = TOOL.dump_python(
        tool, mode="json", exclude_defaults=True, exclude=set() if full else {"raw"}
    )
    return {
        "label": tool.name,
        "node_type": "tool",
        "description": tool.description or tool.summary,
        "tags": ",".join(tool.tags),
        "group": tool.group,
        "method": tool.method,
        "path": tool.path,
        "parameters": len(tool.parameters),
        "deprecated": tool.deprecated,
        "read_only": tool.effects.read_only,
        "destructive": tool.effects.destructive,
        "idempotent": tool.effects.idempotent,
        "open_world": tool.effects.open_world,
        OURS: _json(whole),
    }


def _group(group: Group, full: bool) -> dict[str, Value]:
    whole = GROUP.dump_python(
        group, mode="json", exclude_defaults=True, exclude=set() if full else {"raw"}
    )
    return {
        "label": group.name,
        "node_type": "category",
        "description": group.description,
        OURS: _json(whole),
    }


def _placed(place: Place | None) -> dict[str, Value]:
    return {"x": place[0], "y": place[1]} if place else {}


def _node(made: str, values: Mapping[str, Value]) -> str:
    return f"<node id={_attribute(made)}>{_data('n', _NODE_KEYS, values)}</node>"


def _edge(
    relation: Relation,
    groups: Mapping[str, str],
    shipped: Mapping[Pair, Relation],
    ids: Mapping[str, str],
) -> str:
    pair = relation.source, relation.target
    member = relation.kind is RelationKind.BELONGS_TO
    target = groups[relation.target] if member else relation.target
    whole = RELATION.dump_python(relation, mode="json", exclude_defaults=True)
    values: dict[str, Value] = {
        "label": relation.kind.value,
        "relation": relation.kind.value,
        "weight": relation.confidence,
        "confidence": relation.confidence,
        "verdict": relation.verdict.value,
        "origin": relation.origin.value,
        "ships": pair in shipped and shipped[pair].kind is relation.kind,
        "evidence": "\n".join(evidence.text for evidence in relation.evidence),
        OURS: _json(whole),
    }
    ends = f"source={_attribute(ids[relation.source])} target={_attribute(ids[target])}"
    return f"{ends}>{_data('e', _EDGE_KEYS, values)}"


def _data(letter: str, keys: Mapping[str, str], values: Mapping[str, Value]) -> str:
    return "".join(
        f'<data key="{letter}{number}">{_text(_written(values[name]))}</data>'
        for number, name in enumerate(keys)
        if values.get(name) not in (None, "")
    )


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _json(value: object) -> str:
    """JSON in which every character is one that XML can hold."""
    written = orjson.dumps(value).decode()
    return _NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def _text(value: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", value), {"\r": "&#13;"})


def _attribute(value: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", value))
