"""One tool's definition in the dialects of MCP, OpenAI, Anthropic and plain tool lists.

Source: MCP 2025-06-18, Tool; OpenAI API, function tools; Anthropic API, tool definitions.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..issues import Issue, IssueCode, Severity
from ..raw import Raw
from ..tools import Effects, Location, Parameter, Tool
from .members import fields, parameters
from .names import shown, unique
from .operations import effects
from .references import References, pointer
from .samples import schema_of_list, schema_of_mapping, schema_of_sample
from .schemas import Schemas
from .values import flag, mapping, sequence, text, texts

_INPUTS = ("inputSchema", "input_schema", "parameters")
_GROUPS = ("group", "category", "server", "domain")
_READ = frozenset(
    (
        *("name", "title", "description", "tags", "annotations", "method", "path", "deprecated"),
        *("type", "function", "outputSchema", "output_schema", "returns"),
        *_INPUTS,
        *_GROUPS,
    )
)
_LOCATIONS = {place.value: place for place in Location}


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition in its place."""

    value: Mapping[str, object]  # with the keys of its `function`, where it has one
    where: str
    server: str = ""

    @property
    def name(self) -> str:
        method, path = text(self.value.get("method")), text(self.value.get("path"))
        named = text(self.value.get("name"))
        return named or (f"{method.lower()} {path}" if method and path else "")


def definitions(
    items: Iterable[tuple[object, str]], server: str = ""
) -> tuple[tuple[Tool, ...], list[Issue]]:
    """The tools of a list, and what is wrong with it.

    Args:
        items: each definition with the JSON Pointer of its place.
        server: that all of them come from, where the document says so.
    """
    tools: list[Tool] = []
    issues: list[Issue] = []
    for value, where in items:
        merged = {**mapping(value), **mapping(mapping(value).get("function"))}
        definition = Definition(merged, where, server)
        issues.extend(_naming(definition, value))
        if definition.name:
            tool, broken = _tool(definition, len(tools))
            tools.append(tool)
            issues.extend(broken)
    named, repeated = unique(tools)
    return named, [*issues, *repeated]


def _naming(definition: Definition, value: object) -> Iterator[Issue]:
    """What is to be said of a definition's name."""
    if not definition.name:
        what = "has no name" if isinstance(value, dict) else "is no object"
        message = f"This tool {what} and was left out."
        yield Issue(IssueCode.BAD_TOOL, Severity.ERROR, definition.where, message)
    elif not text(definition.value.get("name")):
        message = f"It has no name and is called '{shown(definition.name)}'."
        yield Issue(IssueCode.MISSING_NAME, Severity.NOTE, definition.where, message)


def places(items: object, *path: str | int) -> list[tuple[object, str]]:
    """The items of a list, each with the JSON Pointer of its place."""
    return [(item, pointer(*path, index)) for index, item in enumerate(sequence(items))]


def _tool(definition: Definition, order: int) -> tuple[Tool, Iterable[Issue]]:
    value = definition.value
    taken, given = _input(value), _output(value)
    schemas = Schemas(References(taken))
    answers = Schemas(References(given))
    annotations = mapping(value.get("annotations"))
    method = text(value.get("method")).lower()
    tool = Tool(
        name=definition.name,
        description=text(value.get("description")),
        summary=text(value.get("title")) or text(annotations.get("title")),
        parameters=_placed(parameters(schemas, taken, Location.ARGUMENT), taken, value),
        outputs=fields(answers, given),
        tags=texts(value.get("tags")),
        group=next((found for key in _GROUPS if (found := text(value.get(key)))), ""),
        method=method,
        path=text(value.get("path")),
        effects=_effects(annotations, method),
        deprecated=value.get("deprecated") is True,
        where=definition.where,
        order=order,
        raw=Raw.of(_metadata(definition)),
    )
    both = (schemas.references, answers.references)
    return tool, [issue for broken in both for issue in broken.issues(definition.where)]


def _input(value: Mapping[str, object]) -> Mapping[str, object]:
    """The JSON Schema of the arguments, from whichever form they are given in."""
    stated = next((value[key] for key in _INPUTS if key in value), None)
    if isinstance(stated, list):
        return schema_of_list(stated)
    return schema_of_mapping(mapping(stated))


def _output(value: Mapping[str, object]) -> Mapping[str, object]:
    schema = mapping(value.get("outputSchema")) or mapping(value.get("output_schema"))
    return schema or schema_of_sample(value.get("returns"))


def _placed(
    found: tuple[Parameter, ...], schema: Mapping[str, object], value: Mapping[str, object]
) -> tuple[Parameter, ...]:
    """The parameters where they travel: as `x-in` says, or as an operation's path tells."""
    path, method = text(value.get("path")), text(value.get("method")).lower()
    if not path:
        elsewhere = Location.ARGUMENT
    else:
        in_query = method in ("get", "head", "delete", "")
        elsewhere = Location.QUERY if in_query else Location.BODY

    def place(parameter: Parameter) -> Location:
        top = parameter.name.partition(".")[0].partition("[]")[0]
        stated = text(mapping(mapping(schema.get("properties")).get(top)).get("x-in"))
        if stated in _LOCATIONS:
            return _LOCATIONS[stated]
        return Location.PATH if f"{{{top}}}" in path else elsewhere

    return tuple(replace(parameter, location=place(parameter)) for parameter in found)


def _effects(annotations: Mapping[str, object], method: str) -> Effects:
    """MCP's hints, in either spelling; those of the method where there are none."""
    hints = (
        ("readOnlyHint", "read_only_hint"),
        ("destructiveHint", "destructive_hint"),
        ("idempotentHint", "idempotent_hint"),
        ("openWorldHint", "open_world_hint"),
    )
    stated = [
        next((f for k in keys if (f := flag(annotations.get(k))) is not None), None)
        for keys in hints
    ]
    return Effects(*stated) if any(hint is not None for hint in stated) else effects(method)


def _metadata(definition: Definition) -> dict[str, object]:
    """What the runtime keeps of a tool and we do not interpret, in its words."""
    value = definition.value
    server = definition.server or text(value.get("server"))
    rest = {key: value[key] for key in value if key not in _READ}
    if "inputSchema" not in value:
        return {"source": "function", **rest}
    schemas = {
        "input_schema": value["inputSchema"],
        "output_schema": value.get("outputSchema"),
        "server_name": server,
    }
    kept = {key: found for key, found in schemas.items() if found}
    named = {"mcp_server": server} if server else {}
    return {"source": "mcp", "mcp": kept | rest, **named}
