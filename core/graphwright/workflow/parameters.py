"""Which parameter of a tool a binding fills, and which ones nothing fills."""

from collections.abc import Mapping

from ..tools import Location, Parameter, Tool
from .model import Binding, Step
from .paths import as_field

BODY = "body"  # the binding that gives a whole request body
_ENVIRONMENT = (Location.HEADER, Location.COOKIE)


def parameter_of(tool: Tool, name: str) -> Parameter | None:
    """The parameter that a binding's name fills: `lines[0].sku` fills `lines[].sku`."""
    return tool.parameter(name) or tool.parameter(as_field(name))


def is_bound(binding: Binding | None) -> bool:
    """Whether a binding gives anything; one without source and value does not."""
    return binding is not None and (binding.source is not None or binding.value is not None)


def unbound(tool: Tool, step: Step) -> tuple[Parameter, ...]:
    """The required parameters of a step that nothing fills, in the tool's order."""
    names = [as_field(name) for name, one in step.bindings.items() if is_bound(one)]
    return tuple(p for p in tool.required if _is_needed(tool, p, names))


def comes_from_outside(parameter: Parameter) -> bool:
    """Headers and cookies: credentials and the like, which whoever calls adds by itself."""
    return parameter.location in _ENVIRONMENT


def outermost(tool: Tool, parameter: Parameter) -> Parameter:
    """The required list or object that a nested parameter stands in, else itself."""
    around = (p for p in tool.parameters if p.required and _inside(parameter.name, p.name))
    return min(around, key=lambda p: len(p.name), default=parameter)


def _is_needed(tool: Tool, parameter: Parameter, names: list[str]) -> bool:
    if parameter.default is not None or len(parameter.enum) == 1:
        return False
    if any(_fills(name, parameter) for name in names):
        return False
    return all(
        outer.required or any(_inside(name, outer.name) for name in names)
        for outer in tool.parameters
        if _inside(parameter.name, outer.name)
    )


def _fills(name: str, parameter: Parameter) -> bool:
    """Whether a bound name is the parameter, holds it, or is a part of it."""
    if name == parameter.name or _inside(name, parameter.name) or _inside(parameter.name, name):
        return True
    return name == BODY and parameter.location is Location.BODY


def _inside(name: str, outer: str) -> bool:
    return len(name) > len(outer) > 0 and name.startswith(outer) and name[len(outer)] in ".["


def by_location(
    tool: Tool | None, bindings: Mapping[str, Binding]
) -> dict[Location, dict[str, Binding]]:
    """The bindings of a step by where their values travel; unknown names as arguments."""
    found: dict[Location, dict[str, Binding]] = {}
    for name, binding in bindings.items():
        parameter = parameter_of(tool, name) if tool else None
        location = parameter.location if parameter else _guess(tool, name)
        found.setdefault(location, {})[name] = binding
    return found


def _guess(tool: Tool | None, name: str) -> Location:
    """Where a name travels that the tool does not list: into a body, where it has one."""
    if tool is None or not tool.method:
        return Location.ARGUMENT
    inside = any(_inside(name, p.name) or _inside(as_field(name), p.name) for p in tool.parameters)
    has_body = any(p.location is Location.BODY for p in tool.parameters)
    return Location.BODY if inside or name == BODY or has_body else Location.QUERY
