"""JSON Schemas made from what tool lists write in their place: rows, bare mappings, samples."""

from collections.abc import Mapping, Sequence

import orjson

from .schemas import type_name
from .values import mapping, text

_DEPTH = 8
_KEYWORDS = frozenset(
    (
        *("type", "description", "format", "enum", "items", "properties", "required", "default"),
        *("title", "example", "examples", "nullable", "possible_values", "additionalProperties"),
    )
)


def schema_of_list(rows: Sequence[object]) -> dict[str, object]:
    """The schema of `[{"name", "type", "description", "required"}, …]`."""
    named = {text(mapping(row).get("name")): mapping(row) for row in rows}
    named.pop("", None)
    return {
        "type": "object",
        "properties": {name: _without_flag(row) for name, row in named.items()},
        "required": [name for name, row in named.items() if row.get("required") is True],
    }


def schema_of_mapping(stated: Mapping[str, object]) -> Mapping[str, object]:
    """A schema as it is; else the schema of `{name: schema}`, `required` said by each."""
    schema_like = isinstance(stated.get("properties"), dict) or isinstance(stated.get("type"), str)
    composed = any(key in stated for key in ("$ref", "allOf", "oneOf", "anyOf", "items"))
    if schema_like or composed or not any(isinstance(value, dict) for value in stated.values()):
        return stated
    return schema_of_list([{**mapping(row), "name": name} for name, row in stated.items()])


def _without_flag(row: Mapping[str, object]) -> dict[str, object]:
    return {k: v for k, v in row.items() if k != "required" or not isinstance(v, bool)}


def schema_of_sample(sample: object, depth: int = 0) -> dict[str, object]:
    """The schema of a sample that says types in place of values: `{"id": "int"}`.

    A mapping that is a schema already stays one; a text of JSON is read.
    """
    if depth > _DEPTH:
        return {}
    match sample:
        case dict() if _is_schema(sample, depth):
            return _normal(sample, depth)
        case dict():
            inner = {name: schema_of_sample(value, depth + 1) for name, value in sample.items()}
            return {"type": "object", "properties": inner}
        case list():
            return {
                "type": "array",
                "items": schema_of_sample(sample[0], depth + 1) if sample else {},
            }
        case str() if sample[:1] in ("{", "["):
            return schema_of_sample(_loaded(sample), depth + 1)
        case str() if "list" in sample:
            return {"type": "array"}
        case str():
            return {"type": type_name(sample)}
    return {}


def _is_schema(value: Mapping[str, object], depth: int) -> bool:
    if isinstance(value.get("properties"), dict):
        return True
    return depth > 0 and bool(value) and _KEYWORDS.issuperset(value)


def _normal(schema: Mapping[str, object], depth: int) -> dict[str, object]:
    properties = mapping(schema.get("properties"))
    inner = {name: schema_of_sample(value, depth + 1) for name, value in properties.items()}
    return {**schema, **({"properties": inner} if inner else {})}


def _loaded(sample: str) -> object:
    try:
        return orjson.loads(sample)
    except orjson.JSONDecodeError:
        return None
