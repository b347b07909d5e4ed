"""Small tools, written as a line each."""

import re

from graphwright.relate import relate
from graphwright.tools import Field, Location, Parameter, Tool


def op(name: str, request: str, gives: str = "", takes: str = "", text: str = "") -> Tool:
    """An operation: `op("getOrder", "get /orders/{id}", gives="id", takes="page? customerId")`.

    Parameters of the path need no mention; a `?` makes one optional; others of a `get` are in the
    query, and of the rest in the body.
    """
    method, path = request.split()
    rest = Location.QUERY if method == "get" else Location.BODY
    held = tuple(
        Parameter(found, required=True, location=Location.PATH)
        for found in re.findall(r"\{(\w+)\}", path)
    )
    parameters = (*held, *_parameters(takes, rest))
    return Tool(name, text, "", parameters, _fields(gives), method=method, path=path, source="doc")


def fn(name: str, takes: str = "", gives: str = "", text: str = "", source: str = "mcp") -> Tool:
    """A function or MCP tool: it has no path."""
    parameters = _parameters(takes, Location.ARGUMENT)
    return Tool(name, text, "", parameters, _fields(gives), source=source)


def related(kind: str, *tools: Tool) -> set[tuple[str, str]]:
    """The pairs of one kind that the rules find."""
    return {(r.source, r.target) for r in relate(tools) if r.kind == kind}


def _parameters(takes: str, location: Location) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(one.rstrip("?"), required=not one.endswith("?"), location=location)
        for one in takes.split()
    )


def _fields(gives: str) -> tuple[Field, ...]:
    return tuple(Field(path) for path in gives.split())
