"""Whose id a value is: what a parameter points at, and what an output field names."""

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import TypeVar

from ..relate.names import Action
from ..relate.references import owners, reference
from ..relate.resources import Profile, profile
from ..tools import Field, Tool
from .paths import as_field

Resource = tuple[str, ...]  # singular words: (order,), (pull, request); () where nothing says it


_MOST = 32_768  # tools that a function remembers

T = TypeVar("T")


def once_a_tool(function: Callable[[Tool], T]) -> Callable[[Tool], T]:
    """The function with its answers kept by the tool's identity: hashing a tool takes longer."""
    kept: dict[int, tuple[Tool, T]] = {}

    @wraps(function)
    def remembered(tool: Tool) -> T:
        held = kept.get(id(tool))
        if held is not None and held[0] is tool:
            return held[1]
        if len(kept) >= _MOST:
            kept.clear()
        answer = function(tool)
        kept[id(tool)] = tool, answer
        return answer

    return remembered


@once_a_tool
def seen(tool: Tool) -> Profile:
    """A tool as the rules of relating see it, by itself."""
    return profile(tool)


@once_a_tool
def _wanted(tool: Tool) -> Mapping[str, Resource]:
    return {need.parameter.name: need.reference.resource for need in reversed(seen(tool).needs)}


def action_of_tool(tool: Tool) -> Action:
    return seen(tool).action


def wanted(tool: Tool, parameter: str) -> Resource:
    """The resource that a parameter identifies; () for plain data."""
    return _wanted(tool).get(parameter, ())


@lru_cache(maxsize=65_536)
def attribute(name: str) -> str:
    """What a name says of a thing: `id`, `sku`, `name`; "" for the thing itself."""
    return reference(name.rpartition(".")[2]).attribute


def given(tool: Tool, field: Field) -> tuple[Resource, ...]:
    """The resources that an output field may identify; () for plain data."""
    said = reference(field.name)
    if not said.attribute:
        return ()
    if said.resource:
        return (said.resource,)
    path, own = as_field(field.path), seen(tool).resource
    held = owners(path, field.schema)
    return held if owners(path, "") or not own or own in held else (own, *held)


def akin(one: Resource, other: Resource) -> bool:
    """Whether two resources may be the same: one ends as the other, purchase order as order."""
    shorter, longer = sorted((one, other), key=len)
    return bool(shorter) and longer[-len(shorter) :] == shorter


def an(thing: str) -> str:
    """`an order`, `a customer`, `a user`: a thing with its article, for sentences."""
    return f"{'an' if thing[:1] in 'aeio' else 'a'} {thing}"
