"""What of a tool travels inside the runtime's file beyond its seven keys: written and read.

Parameters and outputs are written once and referred to by number: the 248 operations of Kubernetes
share nine tenths of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import orjson
from pydantic import TypeAdapter, ValidationError

from ..raw import Raw
from ..tools import Field, Parameter, Tool
from .carried import FILE, HINTS, OURS
from .values import mapping, sequence

_TEXTS = ("summary", "group", "when_to_use", "source", "where", "callable_name")
_LISTS = ("aliases", "examples")
_ELSE = ("deprecated", "description", "order", "method", "path")
_IN_OWN_LIST = ("type", "description", "required", "enum")

_TOOL: TypeAdapter[Tool] = TypeAdapter(Tool)
_PARAMETERS: TypeAdapter[tuple[Parameter, ...]] = TypeAdapter(tuple[Parameter, ...])
_OUTPUTS: TypeAdapter[tuple[Field, ...]] = TypeAdapter(tuple[Field, ...])

Json = Mapping[str, object]


@dataclass(slots=True)
class Shapes:
    """Lists of parameters and outputs while a file is written: equal rows and lists once."""

    rows: dict[bytes, int] = field(default_factory=dict)
    lists: dict[tuple[int, ...], int] = field(default_factory=dict)

    def number(self, rows: Iterable[Json]) -> int:
        """The number of the list in the file."""
        written = (orjson.dumps(row) for row in rows)
        listed = tuple(self.rows.setdefault(row, len(self.rows)) for row in written)
        return self.lists.setdefault(listed, len(self.lists))

    def written(self) -> dict[str, object]:
        """As it stands in the file: lists are numbers of rows."""
        found = {
            "rows": [orjson.loads(row) for row in self.rows],
            "lists": [*map(list, self.lists)],
        }
        return {key: value for key, value in found.items() if value}


def own_parameters(tool: Tool) -> tuple[Parameter, ...]:
    """The parameters that a caller names: those that are no property inside another one."""
    names = {parameter.name for parameter in tool.parameters}
    return tuple(p for p in tool.parameters if not _is_nested(p.name, names))


def tool_data(
    tool: Tool, order: int, written: Json, raw: Json, shapes: Shapes
) -> dict[str, object]:
    """What `Tool` holds beyond the runtime's seven keys.

    Args:
        tool: the tool.
        order: its position in the file; `Tool.order` is said where it differs.
        written: the seven keys as they are written, metadata without ours.
        raw: what of `tool.raw` is written; all of it, or its lean part.
        shapes: where equal lists meet.
    """
    data: dict[str, object] = {key: getattr(tool, key) for key in _TEXTS if getattr(tool, key)}
    data |= {key: list(getattr(tool, key)) for key in _LISTS if getattr(tool, key)}
    metadata = mapping(written["metadata"])
    stands = {
        "deprecated": False,
        "description": written["description"],
        "order": order,
        "method": metadata.get("method", ""),
        "path": metadata.get("path", ""),
    }
    data |= {key: getattr(tool, key) for key in _ELSE if getattr(tool, key) != stands[key]}
    return data | _numbers(tool, shapes) | _raw_data(raw, metadata)


def read_tool(name: str, entry: Json, order: int, shapes: object) -> Tool | None:
    """The tool of a file of ours; None where nothing of ours stands on it, or nothing usable.

    Args:
        name: of the tool.
        entry: the file's object of it.
        order: its position in the file.
        shapes: `metadata.graphwright.shapes` of the file.
    """
    metadata = mapping(entry.get("metadata"))
    data = metadata.get(OURS)
    if not isinstance(data, dict):
        return None
    stands = {
        "name": name,
        "description": entry.get("description") or "",
        "tags": entry.get("tags") or (),
        "order": order,
        "method": metadata.get("method") or "",
        "path": metadata.get("path") or "",
        "parameters": _read_parameters(entry.get("parameters"), _shape(data, "parameters", shapes)),
        "outputs": _shape(data, "outputs", shapes) or (),
        "effects": _read_effects(mapping(entry.get("annotations"))),
    }
    said = {key: data[key] for key in (*_TEXTS, *_LISTS, *_ELSE) if key in data}
    try:
        tool = _TOOL.validate_python(stands | said)
    except ValidationError:
        return None
    return replace(tool, raw=_read_raw(entry, metadata, data))


def _is_nested(name: str, names: set[str]) -> bool:
    parent = name.rpartition(".")[0].removesuffix("[]") if "." in name else name.removesuffix("[]")
    return parent != name and parent in names


def _numbers(tool: Tool, shapes: Shapes) -> dict[str, object]:
    """Numbers of the tool's parameters and outputs, where the runtime's keys cannot say them."""
    numbers: dict[str, object] = {}
    parameters = _parameter_rows(tool)
    if len(parameters) > len(own_parameters(tool)) or any(len(row) > 1 for row in parameters):
        numbers["parameters"] = shapes.number(parameters)
    if tool.outputs:
        rows = _OUTPUTS.dump_python(tool.outputs, mode="json", exclude_defaults=True)
        numbers["outputs"] = shapes.number(rows)
    return numbers


def _parameter_rows(tool: Tool) -> list[dict[str, object]]:
    """All parameters; of a caller's own, only what the runtime's list of them cannot say."""
    own = set(map(id, own_parameters(tool)))
    rows = _PARAMETERS.dump_python(tool.parameters, mode="json", exclude_defaults=True)
    return [
        {k: v for k, v in row.items() if id(parameter) not in own or k not in _IN_OWN_LIST}
        for parameter, row in zip(tool.parameters, rows, strict=True)
    ]


def _read_parameters(listed: object, shape: Sequence[Json] | None) -> list[Json]:
    own = [_stated(row) for row in sequence(listed) if isinstance(row, dict)]
    if shape is None:
        return list(own)
    waiting: dict[object, list[Json]] = {}
    for row in reversed(own):
        waiting.setdefault(row.get("name"), []).append(row)
    rows = [row for row in shape if isinstance(row, dict)]
    return [{**(waiting.get(row.get("name")) or [{}]).pop(), **row} for row in rows]


def _stated(row: Json) -> Json:
    return {key: value for key, value in row.items() if value is not None}


def _read_effects(annotations: Json) -> dict[str, object]:
    return {name: annotations.get(f"{name}_hint") for name in HINTS}


def _raw_data(raw: Json, metadata: Json) -> dict[str, object]:
    """What of the metadata is the writer's own, so that reading leaves it out.

    `made` are its keys, and its pairs of keys inside an object that was read; `was` is what it
    wrote over.
    """
    said = dict(mapping(raw.get(FILE)))
    if "parameters" in said:
        said["parameters"] = True  # the list itself stands in the tool
    made: list[object] = [key for key in metadata if key not in raw]
    was: dict[str, object] = {}
    for key, value in raw.items():
        if key != FILE and metadata.get(key) != value:
            added = _added(value, metadata.get(key))
            made += [[key, inner] for inner in added]
            was |= {} if added else {key: value}
    found = {"made": made, "was": was, "file": said}
    return {key: value for key, value in found.items() if value}


def _added(before: object, after: object) -> list[str]:
    """Keys that an object got; none where it was changed otherwise."""
    old, new = mapping(before), mapping(after)
    kept = old and all(key in new and new[key] == value for key, value in old.items())
    return [key for key in new if key not in old] if kept else []


def _read_raw(entry: Json, metadata: Json, data: Json) -> Raw:
    made = sequence(data.get("made"))
    kept = {k: v for k, v in metadata.items() if k != OURS and k not in made}
    for pair in (one for one in made if isinstance(one, list) and len(one) == 2):
        inside = mapping(kept.get(pair[0])) if isinstance(pair[0], str) else {}
        kept |= {pair[0]: {k: v for k, v in inside.items() if k != pair[1]}} if inside else {}
    kept |= mapping(data.get("was"))
    said = mapping(data.get("file"))
    if said:
        listed = {"parameters": entry.get("parameters")} if "parameters" in said else {}
        kept[FILE] = {**said, **listed}
    return Raw.of(kept)


def _shape(data: Json, key: str, shapes: object) -> Sequence[Json] | None:
    rows, lists = (sequence(mapping(shapes).get(name)) for name in ("rows", "lists"))
    listed = _at(lists, data.get(key))
    if not isinstance(listed, list):
        return None
    return [mapping(_at(rows, number)) for number in listed]


def _at(items: Sequence[object], number: object) -> object:
    inside = isinstance(number, int) and 0 <= number < len(items)
    return items[number] if isinstance(number, int) and inside else None
