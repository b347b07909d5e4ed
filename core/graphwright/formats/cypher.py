"""The graph as one openCypher script: nodes first, then relations between nodes that are found.

It may run in one transaction, and again, without making anything twice. Neo4j 5 takes it as it is.
Source: openCypher 9, string literals; Neo4j Cypher Manual 5, MERGE.
"""

import re
from collections.abc import Iterable, Mapping

from ..graph import Group, Pair, ToolGraph
from ..relations import Relation, RelationKind
from ..tools import Tool
from .runtime_edges import in_order, ordered_groups

Value = str | bool | int | float | None | tuple[str, ...]

_NOTE = (
    "// Tools and their relations. Names are keys; for large graphs make an index first:\n"
    "// CREATE CONSTRAINT tool_name IF NOT EXISTS FOR (t:Tool) REQUIRE t.name IS UNIQUE;\n"
)
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_TO_ESCAPE = re.compile(r"[\\'\n\r\t]")
_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def write_cypher(graph: ToolGraph, shipped: Mapping[Pair, Relation]) -> bytes:
    """The script's bytes: the same value, the same bytes.

    Args:
        graph: all its relations are written but those that were rejected.
        shipped: the relation of each ordered pair that the runtime gets: its `ships` is true.
    """
    relations = in_order(one for one in graph.relations.values() if not one.rejected)
    groups = ordered_groups(graph)
    statements = [
        *(_node("Tool", tool.name, _tool(tool)) for tool in graph.ordered_tools),
        *(_node("ToolGroup", group.name, {"description": group.description}) for group in groups),
        *(_relation(relation, shipped) for relation in relations),
        *_parents(groups),
    ]
    return (_NOTE + "".join(f"{statement};\n" for statement in statements)).encode("utf-8")


def _tool(tool: Tool) -> dict[str, Value]:
    return {
        "description": tool.description or tool.summary,
        "tags": tool.tags,
        "method": tool.method,
        "path": tool.path,
        "read_only": tool.effects.read_only,
        "destructive": tool.effects.destructive,
        "idempotent": tool.effects.idempotent,
        "open_world": tool.effects.open_world,
        "deprecated": tool.deprecated,
        "aliases": tool.aliases,
        "when_to_use": tool.when_to_use,
        "source": tool.source,
    }


def _relation(relation: Relation, shipped: Mapping[Pair, Relation]) -> str:
    pair = relation.source, relation.target
    above = "ToolGroup" if relation.kind is RelationKind.BELONGS_TO else "Tool"
    values: dict[str, Value] = {
        "confidence": relation.confidence,
        "verdict": relation.verdict.value,
        "origin": relation.origin.value,
        "ships": pair in shipped and shipped[pair].kind is relation.kind,
        "evidence": tuple(evidence.text for evidence in relation.evidence),
    }
    ends = _found("Tool", relation.source, above, relation.target)
    return f"{ends} MERGE (a)-[r:{relation.kind.name}]->(b){_set('r', values)}"


def _parents(groups: Iterable[Group]) -> list[str]:
    known = {group.name for group in groups}
    return [
        f"{_found('ToolGroup', group.name, 'ToolGroup', group.parent)} MERGE (a)-[:BELONGS_TO]->(b)"
        for group in groups
        if group.parent in known
    ]


def _node(label: str, name: str, values: Mapping[str, Value]) -> str:
    return f"MERGE (n:{label} {{name: {_literal(name)}}}){_set('n', values)}"


def _found(label: str, source: str, above: str, target: str) -> str:
    a, b = _literal(source), _literal(target)
    return f"MATCH (a:{label} {{name: {a}}}), (b:{above} {{name: {b}}})"


def _set(variable: str, values: Mapping[str, Value]) -> str:
    """Sets what is known; an unknown or empty value is no property."""
    said = [(key, value) for key, value in values.items() if value not in (None, "", ())]
    assigned = ", ".join(f"{variable}.{key} = {_literal(value)}" for key, value in said)
    return f" SET {assigned}" if assigned else ""


def _literal(value: Value) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _string(value)
        case tuple():
            return f"[{', '.join(map(_string, value))}]"
        case _:
            return repr(value)


def _string(text: str) -> str:
    r"""A string literal in which no `\u` stands: some parsers unfold it before all else."""
    plain = _NOT_TEXT.sub("\ufffd", text)
    escaped = _TO_ESCAPE.sub(lambda found: _ESCAPES[found[0]], plain)
    return "'" + escaped.replace("\\u", "\\' + 'u") + "'"
