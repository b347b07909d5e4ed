"""Whose id a value is: what a parameter points at, and what an output field names."""

from ..relate.names import Action
from ..relate.references import owners, reference
from ..relate.resources import Profile, profile
from ..tools import Field, Tool
from .expressions import as_field

Resource = tuple[str, ...]  # singular words: (order,), (pull, request); () where nothing says it


_MOST = 32_768  # profiles that are kept
_profiles: dict[int, tuple[Tool, Profile]] = {}  # by identity: hashing a tool takes longer


def seen(tool: Tool) -> Profile:
    """A tool as the rules of relating see it, by itself."""
    held = _profiles.get(id(tool))
    if held is not None and held[0] is tool:
        return held[1]
    if len(_profiles) >= _MOST:
        _profiles.clear()
    found = profile(tool)
    _profiles[id(tool)] = tool, found
    return found


def action_of_tool(tool: Tool) -> Action:
    return seen(tool).action


def wanted(tool: Tool, parameter: str) -> Resource:
    """The resource that a parameter identifies; () for plain data."""
    needs = seen(tool).needs
    return next((n.reference.resource for n in needs if n.parameter.name == parameter), ())


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
    """Whether two resources may be the same: the words of one are among the other's."""
    shorter, longer = sorted((one, other), key=len)
    return bool(shorter) and set(shorter) <= set(longer)
