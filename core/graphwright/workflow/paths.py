"""Paths into answers and bodies, as in `tools.Field`: `orders[].id` all ids, `orders[0].id` one."""

import re
from collections.abc import Sequence

_INDEX = re.compile(r"\[\d+\]")
_NUMBER = re.compile(r"(?:^|\.)(\d+)(?=$|[.\[])")
_KEY = re.compile(r"[^.\[\]]+|\[\d*\]")
_LONGEST = 1000  # items that a made list may have


def as_field(path: str) -> str:
    """The path of the output field that a path enters: `orders[0].id` is in `orders[].id`."""
    return _INDEX.sub("[]", path)


def first_of(path: str) -> str:
    """The path that picks the first of every list: `orders[0].id`."""
    return path.replace("[]", "[0]")


def picks_all(path: str) -> bool:
    """The path goes through a list without an index, so that it means many values."""
    return "[]" in path


def pointer_path(pointer: str) -> str:
    """A path from a JSON Pointer; a number is taken for an index: `/orders/0/id`."""
    path = ""
    for part in pointer.strip("/").split("/") if pointer.strip("/") else ():
        key = part.replace("~1", "/").replace("~0", "~")
        path += f"[{key}]" if key.isdigit() else f".{key}" if path else key
    return path


def path_pointer(path: str) -> str:
    """The JSON Pointer of a path; the first of a list where the path means all."""
    keys = (key.strip("[]") or "0" if key[0] == "[" else key for key in keys_of(path))
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)


def keys_of(path: str) -> tuple[str, ...]:
    """The steps of a path: `orders`, `[0]`, `id`."""
    return tuple(_KEY.findall(path))


def value_at(body: object, path: str) -> object:
    """The value at a path, a list for a path that means all.

    Raises:
        LookupError: the body has nothing there.
    """
    keys = keys_of(path)
    for position, key in enumerate(keys):
        if key == "[]":
            rest = "".join(k if k[0] == "[" else f".{k}" for k in keys[position + 1 :])
            return [value_at(item, rest.lstrip(".")) for item in _list(body)]
        body = _list(body)[int(key[1:-1])] if key[0] == "[" else _object(body)[key]
    return body


def _list(body: object) -> list[object]:
    if isinstance(body, list):
        return body
    raise LookupError("no list there")


def _object(body: object) -> dict[str, object]:
    if isinstance(body, dict):
        return body
    raise LookupError("no object there")


def indexed(path: str) -> str:
    """The path with a number between dots as the index that it is: `0.dates.1`."""
    return _NUMBER.sub(r"[\1]", path)


def joined(path: str, rest: str) -> str:
    """One path inside of another."""
    return f"{path}.{rest}" if path and rest and rest[0] != "[" else path + rest


def placed(holder: object, keys: Sequence[str], value: object) -> object:
    """What holds a value where keys lead, with the objects and lists on the way made."""
    if not keys:
        return value
    key, rest = keys[0], keys[1:]
    if not key.startswith("["):
        around = dict(holder) if isinstance(holder, dict) else {}
        return {**around, key: placed(around.get(key), rest, value)}
    items = list(holder) if isinstance(holder, list) else []
    at = min(int(key.strip("[]") or 0), _LONGEST)
    items += [None] * (at + 1 - len(items))
    items[at] = placed(items[at], rest, value)
    return items
