"""Runtime expressions: where a value comes from, as text and as values.

Source: Arazzo Specification 1.0.1, Runtime Expressions; paths as in `tools.Field`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from .paths import indexed, joined, pointer_path

_STEP = re.compile(r"\$steps\.(?P<step>.+?)\.outputs(?P<path>$|[.\[#].*)", re.DOTALL)
_INPUT = re.compile(r"\$inputs(?P<path>$|[.\[#].*)", re.DOTALL)
_EMBEDDED = re.compile(r"\{(\$[^{}]*)\}")
_ROOTS = re.compile(
    r"\$(?:(?:url|method|statusCode|self)$|"
    r"(?:inputs|steps|workflows|sourceDescriptions|components|request|response|message|outputs)"
    r"(?:$|[.\[#]))"
)


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


def _dotted(rest: str) -> str:
    """The path after the root, with a JSON Pointer at its end in dots as well."""
    path, _, pointer = rest.removeprefix(".").partition("#")
    return joined(indexed(path), pointer_path(pointer))
