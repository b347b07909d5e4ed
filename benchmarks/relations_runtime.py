"""The runtime engine's detector over the same documents."""

import json
import lzma
from functools import cache
from pathlib import Path

import yaml


@cache
def detected(document: Path) -> frozenset[tuple[str, str]]:
    """Pairs (runs first, runs after) that it finds with its defaults."""
    from graph_tool_call import ToolGraph
    from graph_tool_call.analyze.dependency import detect_dependencies
    from graph_tool_call.ontology.schema import RelationType

    graph = ToolGraph()
    value = _loaded(document)
    if "openapi" in value or "swagger" in value:
        graph.ingest_openapi(value, skip_deprecated=False, detect_dependencies=False)
    else:
        tools = [_as_mcp(tool) for tool in value["tools"]]  # type: ignore[attr-defined]
        graph.ingest_mcp_tools(tools, server_name=document.stem, detect_dependencies=False)
    found = set()
    for relation in detect_dependencies(list(graph.tools.values())):
        if relation.relation_type == RelationType.REQUIRES:
            found.add((relation.target, relation.source))
        elif relation.relation_type == RelationType.PRECEDES:
            found.add((relation.source, relation.target))
    return frozenset(found)


def _loaded(document: Path) -> dict[str, object]:
    data = document.read_bytes()
    text = lzma.decompress(data) if document.suffix == ".xz" else data
    if document.suffix in (".yaml", ".yml"):
        return dict(yaml.load(text, Loader=yaml.CSafeLoader))
    return dict(json.loads(text))


def _as_mcp(tool: dict[str, object]) -> dict[str, object]:
    """With what it returns, which its detector may use."""
    schema = tool.get("parameters") or tool.get("inputSchema") or {"type": "object"}
    told = {"name": tool["name"], "description": tool.get("description") or ""}
    returns = tool.get("returns")
    answer = {"outputSchema": {"type": "object", "properties": returns}} if returns else {}
    return told | {"inputSchema": schema} | answer
