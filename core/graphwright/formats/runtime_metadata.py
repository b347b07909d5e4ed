"""The `metadata` of a tool in the runtime's file: what it reads to search and to call.

The runtime's cost of a query follows the size of the metadata: the 208 MB that it saves of
Kubernetes take thirty times as long as the 1.4 MB that it searches by. The lean form keeps what
graph-tool-call 0.47.0 reads (retrieval/keyword.py, semantic_scorer.py, execute/http_executor.py).
"""

from collections.abc import Mapping

from ..tools import Location, Tool
from .carried import FILE
from .carried_tools import own_parameters
from .values import mapping, sequence, text

Json = Mapping[str, object]

# What repeats the document's schemas; the runtime neither searches nor needs it to call.
_BULK = frozenset(
    (
        "openapi",
        "api_contract",
        "request_body_schema",
        "response_schema",
        "mcp",
        "input_locations",
        "request_body_refs",
        "contract_signal_policy",
        "response_status",
        "response_content_type",
    )
)
_STRUCTURE = ("canonical_action", "primary_resource", "result_shape")
_SCHEME = ("type", "name", "in", "scheme")
_ROW_BULK = frozenset(("example", "examples", "schema", "schema_ref", "signal_score"))
_PARAMETER_BULK = frozenset(("description", "schema", "example", "examples", "enum", "format"))


def runtime_description(tool: Tool, raw: Json) -> str:
    """What an agent reads there: summary, then description, for tools read from a document."""
    first, rest = tool.summary, tool.description
    if not first or not rest or mapping(raw.get("openapi")).get("summary") == first:
        return rest or first
    if first in rest or rest in first:
        return max(first, rest, key=len)
    return f"{first}\n{rest}"


def runtime_metadata(tool: Tool, raw: Json) -> dict[str, object]:
    """The metadata that the runtime gets, made from what was read (`raw`, whole or lean).

    A tool's words that only search sees stand where the runtime tokenises them: `when_to_use` in
    its `ai_metadata`, example queries and aliases in `example_queries`.
    """
    kept = {key: value for key, value in raw.items() if key != FILE}
    return kept | _call(tool, raw) | _words(tool, raw)


def lean(raw: Json) -> dict[str, object]:
    """The part of the metadata that the runtime reads to search and to call."""
    kept = {key: value for key, value in raw.items() if key not in _BULK}
    for key in ("produces", "consumes"):
        if key in kept:
            kept[key] = _rows(kept[key])
    contract = mapping(raw.get("api_contract"))
    if _is_structured(raw) and not kept.get("produces") and not kept.get("consumes"):
        kept["api_contract"] = {k: _rows(contract.get(k)) for k in ("produces", "consumes")}
    openapi = _lean_openapi(mapping(raw.get("openapi")))
    return kept | ({"openapi": openapi} if openapi else {})


def _is_structured(raw: Json) -> bool:
    """Whether the runtime scores the contract of this tool at all."""
    ai, openapi = mapping(raw.get("ai_metadata")), mapping(raw.get("openapi"))
    return any(ai.get(key) for key in _STRUCTURE) or bool(openapi.get("path_module"))


def _rows(rows: object) -> list[object]:
    """Contract rows without examples and without keys that say nothing."""
    return [
        {k: v for k, v in row.items() if k == "search_signal" or (v and k not in _ROW_BULK)}
        for row in sequence(rows)
        if isinstance(row, dict)
    ]


def _lean_openapi(openapi: Json) -> dict[str, object]:
    said = {key: openapi[key] for key in ("path_module", "summary") if openapi.get(key)}
    parameters = [
        {k: v for k, v in row.items() if k not in _PARAMETER_BULK}
        for row in sequence(openapi.get("parameters"))
        if isinstance(row, dict)
    ]
    body, security = (mapping(openapi.get(key)) for key in ("request_body", "security"))
    found = {
        "parameters": parameters,
        "request_body": _lean_body(body),
        "security": _lean_security(security),
    }
    return said | {key: value for key, value in found.items() if value}


def _lean_body(body: Json) -> dict[str, object]:
    """Content types, and where in the body each field stands that a caller names."""
    kept = {key: body[key] for key in ("required", "content_type") if key in body}
    types = [
        {key: row[key] for key in ("content_type", "is_json") if key in row}
        for row in sequence(body.get("content_types"))
        if isinstance(row, dict)
    ]
    fields = [
        _lean_field(row) for row in sequence(body.get("top_level_fields")) if isinstance(row, dict)
    ]
    found = {"content_types": types, "top_level_fields": fields}
    return kept | {key: value for key, value in found.items() if value}


def _lean_security(security: Json) -> dict[str, object]:
    """Which keys are asked for and where they travel, without where they are to be had."""
    schemes = {
        name: {key: mapping(scheme)[key] for key in _SCHEME if key in mapping(scheme)}
        for name, scheme in mapping(security.get("schemes")).items()
    }
    return {**security, "schemes": schemes} if security else {}


def _lean_field(row: Json) -> dict[str, object]:
    """Name and path; more only where the path is not the name, as in a body that is a list."""
    if row.get("json_path") == f"$.{row.get('field_name')}":
        return {key: row[key] for key in ("field_name", "json_path")}
    return {k: v for k, v in row.items() if v and k not in _PARAMETER_BULK}


def _call(tool: Tool, raw: Json) -> dict[str, object]:
    """Where an operation's arguments travel, for a tool that was read from its document."""
    own = [p for p in own_parameters(tool) if p.location is not Location.ARGUMENT]
    openapi = mapping(raw.get("openapi"))
    if not (own and tool.method and tool.path) or {"parameters", "request_body"} & set(openapi):
        return {}
    placed = [
        {"name": p.name, "in": p.location.value, "required": p.required}
        for p in own
        if p.location is not Location.BODY
    ]
    content = text(raw.get("request_content_type")) or "application/json"
    sent = {"request_body": {"content_type": content}} if len(placed) < len(own) else {}
    said = {"source": "openapi", "method": tool.method, "path": tool.path}
    return said | {"openapi": {**openapi, "parameters": placed, **sent}}


def _words(tool: Tool, raw: Json) -> dict[str, object]:
    """The words that only search sees, where they are not what the file has already."""
    words: dict[str, object] = {}
    ai = mapping(raw.get("ai_metadata"))
    if tool.when_to_use != text(ai.get("when_to_use")):
        words["ai_metadata"] = {**ai, "when_to_use": tool.when_to_use}
    queries = [*tool.examples, *tool.aliases]
    if queries != list(sequence(raw.get("example_queries"))):
        words["example_queries"] = queries
    return words
