"""Request bodies as bindings of their properties, and back.

Source: Arazzo Specification 1.0.1, Request Body and Payload Replacement Objects.
"""

import json
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qsl

from ...formats.values import mapping, sequence, text
from ..expressions import is_expression
from ..model import Binding
from ..parameters import BODY
from ..paths import keys_of, placed, pointer_path

Values = dict[str, object]  # by path; a text that is an expression stands for its value


def values_of(body: Mapping[str, object]) -> Values:
    """What a request body gives, by the path of the property."""
    payload = _parsed(body.get("payload"), text(body.get("contentType")))
    replaced: Values = {}
    for one in sequence(body.get("replacements")):
        path = _target(text(mapping(one).get("target")))
        if path:
            value = _selected(mapping(one).get("value"))
            payload, done = _put(payload, keys_of(path), value)
            replaced |= {} if done or isinstance(payload, dict) else {path: value}
    if payload is None:
        return replaced | ({BODY: dict(body)} if "$ref" in body else {})
    return dict(_flat(payload, "")) | replaced


def binding_of(value: object) -> Binding:
    """The binding of a value in a document."""
    value = _selected(value)
    if isinstance(value, str) and is_expression(value):
        return Binding(_bare(value))
    return Binding(None, value)


def payload_of(values: Mapping[str, object]) -> object:
    """The body that holds these values at their paths."""
    if BODY in values and len(values) == 1:
        return values[BODY]
    payload: object = {}
    for path, value in values.items():
        payload = placed(payload, keys_of(path), value)
    return payload


def _bare(value: str) -> str:
    """`{$inputs.a}` as a whole is `$inputs.a`."""
    inner = value[1:-1]
    whole = value.startswith("{$") and value.endswith("}") and "{" not in inner
    return inner if whole and "}" not in inner else value


def _selected(value: object) -> object:
    """A Selector Object of Arazzo 1.1 as the expression that says the same, where one does."""
    chosen = mapping(value)
    context, selector = text(chosen.get("context")), text(chosen.get("selector"))
    if not context.startswith("$") or not selector:
        return value
    path = _target(selector)
    if path is None:
        return value
    pointer = "/".join(key.strip("[]") for key in keys_of(path))
    if context == "$inputs":
        return f"$inputs.{path}"
    return f"{context}#/{pointer}" if pointer else context


def _parsed(payload: object, content: str) -> object:
    """A payload as its structure, also where it is written as a text of JSON or of a form."""
    if not isinstance(payload, str) or _bare(payload.strip()).startswith("$"):
        return payload
    if "urlencoded" in content and "=" in payload:
        return dict(parse_qsl(payload, keep_blank_values=True))
    try:
        value: object = json.loads(payload)
    except (ValueError, RecursionError):
        return payload
    return value if isinstance(value, dict) else payload


def _flat(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict) and value and (_has_expression(value) or _is_open(value)):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and path and _has_expression(value):
        for position, inner in enumerate(value):
            yield from _flat(inner, f"{path}[{position}]")
    else:
        yield path or BODY, value


def _is_open(value: dict[str, object]) -> bool:
    """Keys that a path can hold; others would read back as something else."""
    return all(key and not set(str(key)) & set(".[]") for key in value)


def _has_expression(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_expression, value.values()))
    if isinstance(value, list):
        return any(map(_has_expression, value))
    return is_expression(value)


def _target(target: str) -> str | None:
    """The path of a JSON Pointer or simple JSONPath; None for what is neither."""
    if target.startswith("/"):
        return pointer_path(target)
    path = target.removeprefix("$").removeprefix(".")
    if not target.startswith("$") or set(path) & set("?*@()'\" :"):
        return None
    return path


def _put(payload: object, keys: tuple[str, ...], value: object) -> tuple[object, bool]:
    """The payload with a value replaced where it has one; whether it had one."""
    if not keys:
        return value, True
    key = keys[0].strip("[]") if keys[0][0] == "[" else keys[0]
    if isinstance(payload, dict) and key in payload:
        inner, done = _put(payload[key], keys[1:], value)
        return {**payload, key: inner}, done
    if isinstance(payload, list) and key.isdigit() and int(key) < len(payload):
        inner, done = _put(payload[int(key)], keys[1:], value)
        return [*payload[: int(key)], inner, *payload[int(key) + 1 :]], done
    return payload, False
