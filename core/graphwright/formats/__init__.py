"""All that crosses the boundary as bytes: one module a format, one table of them."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..errors import ReadError
from .documents import parse, unpacked
from .functions import is_functions, read_functions
from .graph_tool_call import is_graph, read_graph_tool_call
from .handed_on import is_golden, is_workflow, read_golden, read_workflows
from .ingested import Ingested
from .mcp import is_mcp, read_mcp
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
    document, issues = parse(unpacked(data, name), name)
    for format in FORMATS:
        if format.recognises(document):
            found = format.read(document, name)
            return replace(
                found,
                tools=tuple(t if t.source else replace(t, source=name) for t in found.tools),
                issues=(*issues, *found.issues),
                sha256=digest,
                bytes=size,
            )
    raise ReadError(f"'{name}' is none of the formats that are read.")
