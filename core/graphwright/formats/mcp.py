"""Answers of MCP's `tools/list`, recorded with or without what surrounds them.

Source: Model Context Protocol 2025-06-18, Tools.
"""

from collections.abc import Mapping

from .definitions import definitions, places
from .ingested import Ingested
from .values import mapping, sequence, text


def tools_of(document: object) -> tuple[object, tuple[str, ...]]:
    """The list of tools of an answer, and the path to it."""
    if isinstance(document, list):
        return document, ()
    answer = mapping(document)
    result = mapping(answer.get("result"))
    return (
        (result["tools"], ("result", "tools"))
        if "tools" in result
        else (answer.get("tools"), ("tools",))
    )


def is_mcp(document: object) -> bool:
    """A list of tools with MCP's schemas; where edges join them it is a tool set."""
    if sequence(mapping(document).get("edges")):
        return False
    return any("inputSchema" in mapping(item) for item in sequence(tools_of(document)[0]))


def read_mcp(document: object, name: str) -> Ingested:
    listed, path = tools_of(document)
    server = _server(mapping(document))
    called = text(server.get("name"))
    tools, issues = definitions(places(listed, *path), called)
    return Ingested(
        name=name,
        kind="mcp",
        tools=tools,
        issues=tuple(issues),
        title=text(server.get("title")) or called,
        version=text(server.get("version")),
    )


def _server(answer: Mapping[str, object]) -> Mapping[str, object]:
    """What says which server answered: its info, or the name beside the tools."""
    started = mapping(answer.get("initialize"))
    info = mapping(started.get("serverInfo")) or mapping(
        mapping(started.get("result")).get("serverInfo")
    )
    return info or mapping(answer.get("serverInfo")) or answer
