"""Names that we make: ids of steps, names of inputs, safe in every format that we write."""

import re

from ..tools import Parameter
from .model import Input, Workflow

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST = 60  # characters


def free_id(workflow: Workflow, tool: str) -> str:
    """A step id for a tool: `getUser`, `getUser_2`, … as an Arazzo file may show it."""
    return _free(slug(tool) or "step", {step.id for step in workflow.steps})


def free_input(workflow: Workflow, parameter: str) -> str:
    """An input name for a parameter: `sku` of `lines[].sku` where it is free."""
    taken = {one.name for one in workflow.inputs}
    last = slug(parameter.rpartition(".")[2]) or "value"
    return last if last not in taken else _free(slug(parameter) or last, taken)


def input_for(parameter: Parameter | None, name: str) -> Input:
    """The input that asks for a parameter's value."""
    if parameter is None:
        return Input(name)
    return Input(name, parameter.type, parameter.required, parameter.description)


def _free(wanted: str, taken: set[str]) -> str:
    free, n = wanted, 1
    while free in taken:
        n += 1
        free = f"{wanted}_{n}"
    return free


def slug(name: str) -> str:
    """The name with `_` for what is no letter, digit, `_` or `-`."""
    return _UNSAFE.sub("_", name)[:_LONGEST].strip("_")
