"""All that crosses the boundary as bytes: one module a format, one table of them."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..errors import ReadError
from ..raw import Raw
from .carried import OURS
from .documents import is_xml, parse, unpacked
from .functions import is_functions, read_functions
from .graph_tool_call import is_graph, read_graph_tool_call
from .handed_on import is_golden, is_workflow, read_golden, read_workflows
from .ingested import Ingested
from .mcp import is_mcp, read_mcp
from .names import shown
from .openapi import read_openapi
from .swagger import read_swagger
from .toolset import is_toolset, read_toolset
from .values import mapping

__all__ = ["FORMATS", "Format", "Ingested", "read"]


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of document: how it is recognised, and how it is read."""

    name: str
    recognises: Callable[[object], bool]
    read: Callable[[object, str], Ingested]


def _of_object(
    read: Callable[[Mapping[str, object], str], Ingested],
) -> Callable[[object, str], Ingested]:
    return lambda document, name: read(mapping(document), name)


def _has(key: str) -> Callable[[object], bool]:
    return lambda document: key in mapping(document)


FORMATS = (
    Format("graph-tool-call", is_graph, _of_object(read_graph_tool_call)),
    Format("openapi", _has("openapi"), _of_object(read_openapi)),
    Format("swagger", _has("swagger"), _of_object(read_swagger)),
    Format("workflow", is_workflow, read_workflows),
    Format("mcp", is_mcp, read_mcp),
    Format("toolset", is_toolset, _of_object(read_toolset)),
    Format("functions", is_functions, read_functions),
    Format("golden", is_golden, read_golden),
)


def read(data: bytes, name: str) -> Ingested:
    """What a document holds. The format is told by its content, packing included.

    Args:
        data: the bytes of the file as they are, .xz and .gz included.
        name: what the document is called; only in sentences, and where JSON and YAML both fit.

    Raises:
        ReadError: it cannot be read at all.
    """
    digest, size = hashlib.sha256(data).hexdigest(), len(data)
    data = unpacked(data, name)
    found = _read_xml(data, name) if is_xml(data) else _read_values(data, name)
    tools = (tool if tool.source else replace(tool, source=name) for tool in found.tools)
    return replace(found, tools=tuple(tools), sha256=digest, bytes=size)


def _read_xml(data: bytes, name: str) -> Ingested:
    from .graphml_reader import read_graphml

    found = read_graphml(data, name)
    carried = mapping(mapping(found.raw.value().get("metadata")).get(OURS))
    return replace(found, curation=carried, raw=Raw()) if carried else found


def _read_values(data: bytes, name: str) -> Ingested:
    document, issues = parse(data, name)
    for format in FORMATS:
        if format.recognises(document):
            found = format.read(document, name)
            return replace(found, issues=(*issues, *found.issues))
    raise ReadError(
        f"'{name}' holds {_held(document)}; an OpenAPI or Swagger document, a list of MCP tools "
        "or functions, a tool set, a graph, workflows or golden queries were expected."
    )


def _held(document: object) -> str:
    """What a document of no known format is, in words."""
    if isinstance(document, dict):
        keys = ", ".join(f"'{shown(key)}'" for key in list(document)[:5])
        return f"an object with the keys {keys}" if keys else "an empty object"
    if isinstance(document, list):
        return "a list without a tool" if document else "an empty list"
    return "a text or a single value"
