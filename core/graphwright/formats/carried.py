"""What of ours travels inside the runtime's file, beside what the runtime reads: written and read.

The runtime accepts seven keys of a tool and ignores what it does not know on nodes, on edges and
in metadata. What `Tool`, `Relation` and `Group` hold beyond that stands there under `graphwright`.
Parameters and outputs are written once and referred to by number: the 248 operations of Kubernetes
share nine tenths of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import orjson
from pydantic import TypeAdapter, ValidationError

from ..graph import Group
from ..raw import Raw
from ..relations import Origin, Relation, RelationKind, Verdict
from ..tools import Field, Parameter, Tool
from .values import mapping, sequence

OURS = "graphwright"
ALTERNATIVES = "x_alternatives"
FILE = "graphwright.file"  # in `Tool.raw`: what a file says of a tool outside its metadata
HINTS = ("read_only", "destructive", "idempotent", "open_world")
GRADES = ("weight", "confidence", "conf_score", "layer", "evidence")  # of an edge, when graded

_TEXTS = ("summary", "group", "when_to_use", "source", "where", "callable_name")
_LISTS = ("aliases", "examples")
_ELSE = ("deprecated", "description", "order", "method", "path")
_IN_OWN_LIST = ("type", "description", "required", "enum")

_TOOL: TypeAdapter[Tool] = TypeAdapter(Tool)
_PARAMETERS: TypeAdapter[tuple[Parameter, ...]] = TypeAdapter(tuple[Parameter, ...])
_OUTPUTS: TypeAdapter[tuple[Field, ...]] = TypeAdapter(tuple[Field, ...])
_RELATION: TypeAdapter[Relation] = TypeAdapter(Relation)
_GROUP: TypeAdapter[Group] = TypeAdapter(Group)

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


def is_graded(relation: Relation) -> bool:
    """The edge carries our grade; one that only stood in a file keeps the file's own."""
    return _is_graded(relation.kind, relation.origin, relation.verdict)


def _is_graded(kind: object, origin: object, verdict: object) -> bool:
    """The runtime grades no membership in a group."""
    ours = origin != Origin.FILE or verdict == Verdict.ACCEPTED
    return ours and kind != RelationKind.BELONGS_TO


def edge_data(relation: Relation, order: int) -> dict[str, object]:
    """What `Relation` holds beyond its ends, its kind and the keys that stand on the edge."""
    was = relation.raw.value() if is_graded(relation) else {}
    replaced = {key: was[key] for key in GRADES if key in was}
    return _relation_data(relation, order) | ({"was": replaced} if replaced else {})


def alternative(relation: Relation, order: int = 0) -> dict[str, object]:
    """A relation of a pair's stack that no edge carries, whole but for its ends."""
    said = {
        "kind": relation.kind.value,
        "confidence": relation.confidence,
        "verdict": relation.verdict.value,
    }
    raw = {"raw": relation.raw.value()} if relation.raw else {}
    return said | _relation_data(relation, order) | raw


def unshipped(relation: Relation) -> dict[str, object]:
    """A relation of a pair that has no edge at all."""
    return {"source": relation.source, "target": relation.target} | alternative(relation)


def read_edge(edge: Json, order: int, groups: Mapping[str, str]) -> tuple[Relation, ...]:
    """The stack that an edge of ours carries, what ships first; empty where nothing of ours is.

    Args:
        edge: the file's object of it.
        order: its position in the file.
        groups: name of the group by the id of its node.
    """
    data = edge.get(OURS)
    if not isinstance(data, dict):
        return ()
    ends = {key: _name(edge.get(key), groups) for key in ("source", "target")}
    ships = {"kind": edge.get("relation"), "raw": _edge_raw(edge, data)} | data
    stack = _relations({**ends, "order": order, **ships} for _ in (0,))
    rest = (row for row in sequence(edge.get(ALTERNATIVES)) if isinstance(row, dict))
    return stack + _relations({**ends, "order": order, **row} for row in rest)


def read_unshipped(rows: object) -> tuple[Relation, ...]:
    """Relations that no edge carries: `metadata.graphwright.relations`."""
    return _relations(row for row in sequence(rows) if isinstance(row, dict))


def group_data(group: Group, node: str) -> dict[str, object]:
    """A group, with the id of its node where that is not its name."""
    written: dict[str, object] = _GROUP.dump_python(group, mode="json", exclude_defaults=True)
    return written | ({"node": node} if node != group.name else {})


def read_groups(rows: object) -> tuple[tuple[Group, ...], dict[str, str]]:
    """Groups of `metadata.graphwright.groups`, and the name of each by the id of its node."""
    groups: dict[str, Group] = {}
    nodes: dict[str, str] = {}
    for row in sequence(rows):
        try:
            group = _GROUP.validate_python(row)
        except ValidationError:
            continue
        groups[group.name] = group
        nodes[str(mapping(row).get("node", group.name))] = group.name
    return tuple(groups.values()), nodes


def _is_nested(name: str, names: set[str]) -> bool:
    parent = name.rpartition(".")[0].removesuffix("[]") if "." in name else name.removesuffix("[]")
    return parent != name and parent in names


def _numbers(tool: Tool, shapes: Shapes) -> dict[str, object]:
    """Numbers of the tool's parameters and outputs, where the runtime's keys cannot say them."""
    numbers: dict[str, object] = {}
    parameters = _parameter_rows(tool)
    if any(len(row) > 1 for row in parameters):
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
    """Which keys of the metadata are the writer's own, so that reading leaves them out."""
    said = dict(mapping(raw.get(FILE)))
    if "parameters" in said:
        said["parameters"] = True  # the list itself stands in the tool
    found = {
        "made": [key for key in metadata if key not in raw],
        "was": {k: v for k, v in raw.items() if k != FILE and metadata.get(k) != v},
        "file": said,
    }
    return {key: value for key, value in found.items() if value}


def _read_raw(entry: Json, metadata: Json, data: Json) -> Raw:
    leave = {OURS, *map(str, sequence(data.get("made")))}
    kept = {key: value for key, value in metadata.items() if key not in leave}
    kept |= mapping(data.get("was"))
    said = mapping(data.get("file"))
    if said:
        listed = {"parameters": entry.get("parameters")} if "parameters" in said else {}
        kept[FILE] = {**said, **listed}
    return Raw.of(kept)


def _relation_data(relation: Relation, order: int) -> dict[str, object]:
    without = {"source", "target", "kind", "raw", "order"}
    written: dict[str, object] = _RELATION.dump_python(
        relation, mode="json", exclude_defaults=True, exclude=without
    )
    return written | ({"order": relation.order} if relation.order != order else {})


def _edge_raw(edge: Json, data: Json) -> dict[str, object]:
    graded = _is_graded(edge.get("relation"), data.get("origin"), data.get("verdict"))
    known = {"source", "target", "relation", OURS, ALTERNATIVES, *(GRADES if graded else ())}
    was = mapping(data.get("was"))
    return {k: was.get(k, v) for k, v in edge.items() if k in was or k not in known}


def _shape(data: Json, key: str, shapes: object) -> Sequence[Json] | None:
    rows, lists = (sequence(mapping(shapes).get(name)) for name in ("rows", "lists"))
    listed = _at(lists, data.get(key))
    if not isinstance(listed, list):
        return None
    return [mapping(_at(rows, number)) for number in listed]


def _at(items: Sequence[object], number: object) -> object:
    inside = isinstance(number, int) and 0 <= number < len(items)
    return items[number] if isinstance(number, int) and inside else None


def _relations(rows: Iterable[Json]) -> tuple[Relation, ...]:
    found = []
    for row in rows:
        try:
            found.append(_RELATION.validate_python(row))
        except ValidationError:
            continue
    return tuple(found)


def _name(node: object, groups: Mapping[str, str]) -> object:
    return groups.get(node, node) if isinstance(node, str) else node
