"""JSON Schemas with their references followed and their compositions merged.

Source: JSON Schema 2020-12; OpenAPI Specification 3.0.4 and 3.1.1, Schema Object.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ..tools import Scalar
from .references import References, schema_name
from .values import mapping, scalar, scalars, sequence, text

_PARTS = 64  # schemas merged into one by allOf, oneOf, anyOf
MAX_PROPERTIES = 600  # of one shape; real ones stay below 200

_TYPES = {
    "str": "string",
    "text": "string",
    "file": "string",
    "int": "integer",
    "long": "integer",
    "float": "number",
    "double": "number",
    "bool": "boolean",
    "list": "array",
    "tuple": "array",
    "dict": "object",
}
_KNOWN = frozenset(("string", "integer", "number", "boolean", "array", "object", "null"))
_OF_PYTHON = {str: "string", bool: "boolean", int: "integer", float: "number"}


@dataclass(frozen=True, slots=True)
class Shape:
    """A schema with its compositions merged: what one value looks like."""

    name: str = ""
    stated: str = ""  # its type, where anything says so
    format: str = ""
    description: str = ""
    enum: tuple[Scalar, ...] = ()
    default: Scalar = None
    items: object = None  # the schema of an array's items
    properties: Mapping[str, object] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    read_only: bool = False
    write_only: bool = False

    @property
    def type(self) -> str:
        return self.stated or "string"


_ANY = Shape()


@dataclass(slots=True)
class Schemas:
    """The shapes of a document's schemas, each made once."""

    references: References
    _shapes: dict[str | int, tuple[Shape, tuple[str, ...], object]] = field(default_factory=dict)

    def watched(self) -> "Schemas":
        """The same shapes, with a list of broken references of its own."""
        return Schemas(self.references.watched(), self._shapes)

    def shape(self, schema: object) -> Shape:
        if not isinstance(schema, dict) or not schema:
            return _ANY
        ref = schema.get("$ref")
        key = ref if isinstance(ref, str) and len(schema) == 1 else id(schema)
        if key not in self._shapes:
            watched = self.references.watched()
            # The schema is kept, so that no other takes its id.
            self._shapes[key] = _shape(watched, schema), tuple(watched.broken), schema
        shape, broken, _ = self._shapes[key]
        for ref in broken:
            self.references.follow({"$ref": ref})
        return shape


def _shape(references: References, schema: object) -> Shape:
    parts = list(_parts(references, schema))
    values = [part for part, _ in parts]
    enum = _choices(parts)
    properties = _properties(values)
    items = next((part["items"] for part in values if "items" in part), None)
    if isinstance(items, list):
        items = items[0] if items else None
    return Shape(
        name=_name(mapping(schema)),
        stated=_type(values, enum, properties, items),
        format=_first(values, "format"),
        description=_first(values, "description"),
        enum=enum,
        default=next((scalar(part["default"]) for part in values if "default" in part), None),
        items=items,
        properties=properties,
        required=frozenset(_required(parts)),
        read_only=any(part.get("readOnly") is True for part in values),
        write_only=any(part.get("writeOnly") is True for part in values),
    )


def _parts(references: References, schema: object) -> Iterator[tuple[Mapping[str, object], bool]]:
    """The schemas that make up one, itself first, each with whether a value must satisfy it."""
    pending: list[tuple[object, bool]] = [(schema, True)]
    seen: set[str] = set()
    for _ in range(_PARTS):
        if not pending:
            return
        value, certain = pending.pop()
        node = mapping(value)
        yield node, certain
        followed: list[tuple[object, bool]] = []
        ref = node.get("$ref")
        if isinstance(ref, str) and ref not in seen:
            seen.add(ref)
            followed.append((references.follow(node).value, certain))
        followed += [(part, certain) for part in sequence(node.get("allOf"))]
        for choice in ("oneOf", "anyOf"):
            variants = [v for v in sequence(node.get(choice)) if mapping(v).get("type") != "null"]
            followed += [(part, certain and len(variants) == 1) for part in variants]
        pending += reversed(followed)


def _name(schema: Mapping[str, object]) -> str:
    """The name of a schema: of its own reference, or of the only one that it is made of."""
    for key in ("$ref", "x-graph-tool-call-ref"):
        if isinstance(ref := schema.get(key), str):
            return schema_name(ref)
    composed = [
        part
        for key in ("allOf", "oneOf", "anyOf")
        for part in sequence(schema.get(key))
        if isinstance(mapping(part).get("$ref"), str)
    ]
    return schema_name(text(mapping(composed[0]).get("$ref"))) if len(composed) == 1 else ""


def _first(parts: Iterable[Mapping[str, object]], key: str) -> str:
    return next((found for part in parts if (found := text(part.get(key)))), "")


def _choices(parts: Iterable[tuple[Mapping[str, object], bool]]) -> tuple[Scalar, ...]:
    """The values that are allowed: as stated, or those of all variants where each states some."""
    listed = list(parts)
    stated = next((found for part, certain in listed if certain and (found := _enum(part))), ())
    variants = [part for part, certain in listed if not certain and _says_what(part)]
    of_variants = [_enum(part) for part in variants]
    if stated or not all(of_variants):
        return stated
    return tuple(dict.fromkeys(value for enum in of_variants for value in enum))


def _says_what(part: Mapping[str, object]) -> bool:
    return any(key in part for key in ("type", "enum", "const", "properties", "items", "pattern"))


def _enum(part: Mapping[str, object]) -> tuple[Scalar, ...]:
    return (scalar(part["const"]),) if "const" in part else scalars(part.get("enum"))


def _properties(parts: Iterable[Mapping[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for part in parts:
        for name, schema in mapping(part.get("properties")).items():
            if len(found) >= MAX_PROPERTIES:
                return found
            found.setdefault(name, schema)
    return found


def _required(parts: Iterable[tuple[Mapping[str, object], bool]]) -> Iterator[str]:
    for part, certain in parts:
        names = sequence(part.get("required"))[:MAX_PROPERTIES] if certain else ()
        yield from (name for name in names if isinstance(name, str))


def _type(
    parts: Iterable[Mapping[str, object]],
    enum: tuple[Scalar, ...],
    properties: Mapping[str, object],
    items: object,
) -> str:
    """The type that is stated, the first of several but null; else what the keywords imply.

    Empty where nothing says it.
    """
    for part in parts:
        stated = part.get("type")
        names = stated if isinstance(stated, list) else [stated]
        for name in names:
            if isinstance(name, str) and name not in ("null", ""):
                return type_name(name)
    if properties or any("additionalProperties" in part for part in parts):
        return "object"
    if items is not None:
        return "array"
    return _OF_PYTHON.get(type(enum[0]), "string") if enum else ""


def type_name(written: str) -> str:
    """A JSON Schema type for the word of a document, `string` where it is none."""
    word = _TYPES.get(written.lower(), written.lower())
    return word if word in _KNOWN else "string"
