"""A graph against an older one of the same sources: tools that came, went and changed."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from ..graph import ToolGraph
from ..tools import Tool

_SAID = {
    "outputs": "what it gives",
    "where": "its place in the document",
    "raw": "what else its file says",
    "when_to_use": "when to use it",
    "callable_name": "its callable name",
}
_PLACES = ("name", "order", "where", "source")  # where it stands, not what it is


@dataclass(frozen=True, slots=True)
class Changed:
    """A tool of both versions. `how`: what is not the same, in words."""

    tool: str
    how: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Versions:
    """Names in the order of the documents."""

    added: tuple[str, ...]
    gone: tuple[str, ...]
    changed: tuple[Changed, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.gone or self.changed)


def compared(before: ToolGraph, after: ToolGraph) -> Versions:
    """What a new version of the sources changed about tools."""
    old, new = before.tools, after.tools
    both = ((old[t.name], t) for t in after.ordered_tools if t.name in old)
    changed = (Changed(now.name, tuple(_how(then, now))) for then, now in both if then != now)
    return Versions(
        tuple(tool.name for tool in after.ordered_tools if tool.name not in old),
        tuple(tool.name for tool in before.ordered_tools if tool.name not in new),
        tuple(one for one in changed if one.how),
    )


def _how(then: Tool, now: Tool) -> Iterable[str]:
    if then.parameters != now.parameters:
        yield from _parameters(then, now)
    for field in fields(Tool):
        name = field.name
        if name in ("parameters", *_PLACES) or getattr(then, name) == getattr(now, name):
            continue
        yield _SAID.get(name, name.replace("_", " "))


def _parameters(then: Tool, now: Tool) -> Iterable[str]:
    """`+limit`, `−page`, `orderId required now`, `orderId`: each parameter that differs."""
    old = {one.name: one for one in then.parameters}
    new = {one.name: one for one in now.parameters}
    yield from (f"+{name}" for name in new if name not in old)
    yield from (f"−{name}" for name in old if name not in new)
    for name in new:
        if name in old and new[name] != old[name]:
            same = replace(new[name], required=old[name].required) == old[name]
            need = "required" if new[name].required else "optional"
            yield f"{name} {need} now" if same else name
    if old == new:
        yield "the order of its parameters"
