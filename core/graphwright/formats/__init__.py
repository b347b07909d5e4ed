"""All that crosses the boundary as bytes: one module a format, one table of them."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..errors import ReadError
from ..raw import Raw
from .beside import Beside
from .carried import OURS
from .documents import is_xml, parse, unpacked
from .functions import is_functions, read_functions
from .graph_tool_call import is_graph, read_graph_tool_call
from .handed_on import is_golden, is_workflow, read_golden, read_workflows
from .ingested import Ingested
from .mcp import is_mcp, read_mcp
from .names import shown
from .openapi import read_openapi
from .references import Elsewhere
from .swagger import read_swagger
from .toolset import is_toolset, read_toolset
from .values import mapping

__all__ = ["FORMATS", "Beside", "Format", "Ingested", "read"]


Reader = Callable[[object, str, Elsewhere | None], Ingested]


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of document: how it is recognised, and how it is read."""

    name: str
    recognises: Callable[[object], bool]
    read: Reader


def _any(read: Callable[[object, str], Ingested]) -> Reader:
    return lambda document, name, _: read(document, name)


def _object(read: Callable[[Mapping[str, object], str], Ingested]) -> Reader:
    return lambda document, name, _: read(mapping(document), name)


def _referring(
    read: Callable[[Mapping[str, object], str, Elsewhere | None], Ingested],
) -> Reader:
    return lambda document, name, elsewhere: read(mapping(document), name, elsewhere)


def _has(key: str) -> Callable[[object], bool]:
    return lambda document: key in mapping(document)


FORMATS = (
    Format("graph-tool-call", is_graph, _object(read_graph_tool_call)),
    Format("openapi", _has("openapi"), _referring(read_openapi)),
    Format("swagger", _has("swagger"), _referring(read_swagger)),
    Format("workflow", is_workflow, _any(read_workflows)),
    Format("mcp", is_mcp, _any(read_mcp)),
    Format("toolset", is_toolset, _object(read_toolset)),
    Format("functions", is_functions, _any(read_functions)),
    Format("golden", is_golden, _any(read_golden)),
)


def read(data: bytes, name: str, beside: Beside | None = None) -> Ingested:
    """What a document holds. The format is told by its content, packing included.

    Args:
        data: the bytes of the file as they are, .xz and .gz included.
        name: what the document is called; only in sentences, and where JSON and YAML both fit.
        beside: the files beside it, for references that lead there.

    Raises:
        ReadError: it cannot be read at all.
    """
    text = unpacked(data, name)
    digest, size = hashlib.sha256(data), len(data)
    del data
    found = _read_xml(text, name) if is_xml(text) else _read_values(text, name, beside)
    for path, hash in sorted(beside.hashes.items()) if beside else ():
        digest.update(f"{path}\0{hash}".encode())
    tools = (tool if tool.source else replace(tool, source=name) for tool in found.tools)
    return replace(found, tools=tuple(tools), sha256=digest.hexdigest(), bytes=size)


def _read_xml(data: bytes, name: str) -> Ingested:
    from .graphml_reader import read_graphml

    found = read_graphml(data, name)
    carried = mapping(mapping(found.raw.value().get("metadata")).get(OURS))
    return replace(found, curation=carried, raw=Raw()) if carried else found


def _read_values(data: bytes, name: str, beside: Beside | None) -> Ingested:
    document, issues = parse(data, name)
    elsewhere = beside.document if beside else None
    for format in FORMATS:
        if format.recognises(document):
            found = format.read(document, name, elsewhere)
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
