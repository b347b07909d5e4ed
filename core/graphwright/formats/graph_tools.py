"""Tools of the runtime's graph file: its seven keys, and what of its metadata we interpret.

Metadata is kept whole in `Tool.raw`; what the file says of a tool elsewhere stands there under
`graphwright.file`. Source: graph-tool-call 0.47.0, core/tool.py and ingest/openapi.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..raw import Raw
from ..tools import Effects, Field, Location, Parameter, Tool
from .carried import FILE, HINTS
from .members import fields, parameters
from .references import References, schema_name
from .schemas import Schemas, type_name
from .values import flag, mapping, scalar, scalars, sequence, text, texts

Json = Mapping[str, object]

_PLACED = (Location.PATH, Location.QUERY, Location.HEADER, Location.COOKIE, Location.BODY)
_IN_QUERY = ("", "get", "head", "delete", "options")


def graph_tool(name: str, entry: Json, node: Json, order: int) -> Tool:
    """The tool of one entry of a file.

    Args:
        name: under which it stands.
        entry: the file's object of it, under `tools`.
        node: its node in the graph; empty where it has none.
        order: its position in the file.
    """
    metadata = mapping(entry.get("metadata"))
    openapi = mapping(metadata.get("openapi"))
    description = text(entry.get("description"))
    domain = entry.get("domain")
    return Tool(
        name=name,
        description=description,
        summary=text(openapi.get("summary")) if description else "",
        parameters=_parameters(entry, metadata),
        outputs=_outputs(metadata),
        tags=texts(entry.get("tags")),
        group=domain if isinstance(domain, str) else "",
        method=text(metadata.get("method")).lower(),
        path=text(metadata.get("path")),
        effects=_effects(mapping(entry.get("annotations"))),
        deprecated=openapi.get("deprecated") is True,
        when_to_use=text(mapping(metadata.get("ai_metadata")).get("when_to_use")),
        examples=texts(metadata.get("example_queries")),
        order=order,
        raw=Raw.of({**metadata, **_said(entry, node)}),
    )


def _effects(annotations: Json) -> Effects:
    return Effects(*(flag(annotations.get(f"{hint}_hint")) for hint in HINTS))


def _said(entry: Json, node: Json) -> Json:
    """What the file says of a tool outside its metadata that a tool cannot hold."""
    said: dict[str, object] = {}
    rows = sequence(entry.get("parameters"))
    if any(row != _row(mapping(row)) for row in rows):
        said["parameters"] = rows
    if "domain" in entry and not (entry["domain"] is None or text(entry["domain"])):
        said["domain"] = entry["domain"]
    hints = mapping(entry.get("annotations"))
    stands = {
        "id": entry.get("name"),
        "node_type": "tool",
        "annotations": {_camel(key): value for key, value in hints.items() if value is not None},
        **{key: entry.get(key) for key in ("description", "tags", "domain")},
    }
    if beside := {k: v for k, v in node.items() if k != "id" and v != stands.get(k)}:
        said["node"] = beside
    return {FILE: said} if said else {}


def _row(row: Json) -> Json:
    """A parameter's row as it is written, when nothing unusual is in it."""
    parameter = _stated(row)
    return {
        "name": parameter.name,
        "type": parameter.type,
        "description": parameter.description,
        "required": parameter.required,
        "enum": list(parameter.enum) or None,
    }


def _camel(hint: str) -> str:
    first, *rest = hint.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _stated(row: Json) -> Parameter:
    return Parameter(
        name=text(row.get("name")),
        type=text(row.get("type")) or "string",
        description=text(row.get("description")),
        required=row.get("required") is True,
        enum=scalars(row.get("enum")),
    )


def _parameters(entry: Json, metadata: Json) -> tuple[Parameter, ...]:
    """The file's own parameters, each where it travels, with what its schema says inside it."""
    stated = [_stated(mapping(row)) for row in sequence(entry.get("parameters"))]
    named = [parameter for parameter in stated if parameter.name]
    placed = list(_placed(named, metadata))
    known = _known(metadata)
    top = {parameter.name for parameter in named}
    found: list[Parameter] = []
    for parameter in placed:
        key = parameter.name, parameter.location
        if key in known:
            parameter = _enriched(parameter, known[key])
        found.append(parameter)
        if parameter.location in (Location.BODY, Location.ARGUMENT):
            found += (inner for inner in _below(parameter, known.values()) if inner.name not in top)
    return tuple(found)


def _placed(named: Sequence[Parameter], metadata: Json) -> Iterable[Parameter]:
    """The parameters where they travel. A name that stands in two places comes twice, in order."""
    listed = metadata.get("input_locations")
    places: dict[str, list[Location]] = {}
    for place in _PLACED if isinstance(listed, dict) else ():
        for name in texts(mapping(listed).get(place.value)):
            places.setdefault(name, []).append(place)
    method, path = text(metadata.get("method")).lower(), text(metadata.get("path"))
    for parameter in named:
        if waiting := places.get(parameter.name):
            yield replace(parameter, location=waiting.pop(0) if len(waiting) > 1 else waiting[0])
        elif f"{{{parameter.name}}}" in path:
            yield replace(parameter, location=Location.PATH)
        elif path:
            other = Location.QUERY if method in _IN_QUERY else Location.BODY
            yield replace(parameter, location=other)
        else:
            yield parameter


def _known(metadata: Json) -> dict[tuple[str, Location], Parameter]:
    """What the metadata says of parameters, by name and place: rows first, then schemas."""
    found: dict[tuple[str, Location], Parameter] = {}
    for value in sequence(mapping(metadata.get("openapi")).get("parameters")):
        row = mapping(value)
        place = next((p for p in _PLACED if p.value == row.get("in")), Location.QUERY)
        found[text(row.get("name")), place] = Parameter(
            name=text(row.get("name")),
            location=place,
            format=text(row.get("format")),
            items=type_name(items) if (items := text(row.get("items_type"))) else "",
            default=scalar(row.get("default")),
        )
    schema = metadata.get("request_body_schema")
    location = Location.BODY if text(metadata.get("path")) else Location.ARGUMENT
    for parameter in parameters(Schemas(References(schema)), schema, location, "body"):
        found.setdefault((parameter.name, location), parameter)
    return found


def _enriched(parameter: Parameter, known: Parameter) -> Parameter:
    return replace(
        parameter,
        format=known.format,
        items=known.items,
        schema=known.schema,
        default=known.default,
    )


def _below(holder: Parameter, known: Iterable[Parameter]) -> Iterable[Parameter]:
    """The parameters inside an object or list."""
    prefixes = f"{holder.name}.", f"{holder.name}[]"
    return (p for p in known if p.location is holder.location and p.name.startswith(prefixes))


def _outputs(metadata: Json) -> tuple[Field, ...]:
    """The fields of the answer: by its schema, else by the rows of its contract."""
    schema = metadata.get("response_schema")
    if isinstance(schema, dict) and schema:
        return fields(Schemas(References(schema)), schema)
    contract = mapping(metadata.get("api_contract"))
    rows = sequence(contract.get("produces")) or sequence(metadata.get("produces"))
    found = (_output(mapping(row)) for row in rows)
    return tuple({field.path: field for field in found if field.path}.values())


def _output(row: Json) -> Field:
    path = text(row.get("json_path")).removeprefix("$").removeprefix(".").replace("[*]", "[]")
    return Field(
        path=path or text(row.get("field_name")),
        type=type_name(text(row.get("field_type"))),
        format=text(row.get("format")),
        enum=scalars(row.get("enum")),
        description=text(row.get("description")),
        schema=schema_name(text(row.get("schema_ref"))),
    )
