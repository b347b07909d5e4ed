"""Runtime expressions: where a value comes from, as text and as values.

Source: Arazzo Specification 1.0.1, Runtime Expressions; paths as in `tools.Field`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

_STEP = re.compile(r"\$steps\.(?P<step>.+?)\.outputs(?P<path>$|[.\[#].*)", re.DOTALL)
_INPUT = re.compile(r"\$inputs(?P<path>$|[.\[#].*)", re.DOTALL)
_EMBEDDED = re.compile(r"\{(\$[^{}]*)\}")
_ROOTS = re.compile(
    r"\$(?:(?:url|method|statusCode|self)$|"
    r"(?:inputs|steps|workflows|sourceDescriptions|components|request|response|message|outputs)"
    r"(?:$|[.\[#]))"
)
_INDEX = re.compile(r"\[\d+\]")
_NUMBER = re.compile(r"(?:^|\.)(\d+)(?=$|[.\[])")
_KEY = re.compile(r"[^.\[\]]+|\[\d*\]")


@dataclass(frozen=True, slots=True)
class StepOutput:
    """A value of an earlier step's answer; an empty path is the whole answer."""

    step: str
    path: str = ""

    def __str__(self) -> str:
        return f"$steps.{self.step}.outputs" + (f".{self.path}" if self.path else "")


@dataclass(frozen=True, slots=True)
class InputValue:
    """A workflow input, or with dots a value inside one."""

    name: str

    def __str__(self) -> str:
        return f"$inputs.{self.name}"


@dataclass(frozen=True, slots=True)
class Other:
    """Any other expression: `$workflows.…`, `$url`, `$response.header.…`. Kept as it came."""

    text: str

    def __str__(self) -> str:
        return self.text


Expression = StepOutput | InputValue | Other


def is_expression(value: object) -> bool:
    """Whether a value is, or holds, a runtime expression: `$5.00` is none."""
    return isinstance(value, str) and (bool(_ROOTS.match(value)) or bool(_EMBEDDED.search(value)))


def parse(text: str) -> Expression:
    """The expression that a text is as a whole."""
    if match := _STEP.fullmatch(text):
        return StepOutput(match["step"], _dotted(match["path"]))
    if match := _INPUT.fullmatch(text):
        return InputValue(_dotted(match["path"]))
    return Other(text)


def expressions(text: str) -> tuple[Expression, ...]:
    """All expressions of a source: itself, or those embedded in it."""
    if _ROOTS.match(text):
        return (parse(text),)
    return tuple(parse(found) for found in _EMBEDDED.findall(text))


def rewritten(text: str, change: Callable[[Expression], Expression | None]) -> str | None:
    """The text with each of its expressions changed; None when `change` took one away."""
    if _ROOTS.match(text):
        changed = change(parse(text))
        return None if changed is None else str(changed)
    if any(change(found) is None for found in expressions(text)):
        return None
    return _EMBEDDED.sub(lambda match: f"{{{change(parse(match[1]))}}}", text)


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


def _dotted(rest: str) -> str:
    """The path after the root, with a JSON Pointer at its end in dots as well."""
    path, _, pointer = rest.removeprefix(".").partition("#")
    return joined(indexed(path), pointer_path(pointer))
