"""Arguments of the runtime's Plan: `${s1.orders[0].id}`, `${input.email}`, and literals.

Source: graph-tool-call 0.47.0, plan/binding.py: dotted keys, `[N]`, `*` for a first value.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ..formats.values import mapping, sequence, text
from ..graph import ToolGraph
from ..tools import Location, Tool
from .expressions import Expression, InputValue, StepOutput, parse, rewritten
from .model import Binding, Input, Step, Workflow
from .parameters import by_location, is_bound, parameter_of
from .paths import first_of, indexed, keys_of, picks_all, placed
from .references import input_name, uses

_BINDING = re.compile(r"\$\{([^${}]*)\}")
_INPUTS = ("input", "user_input")
_NESTED = (Location.BODY, Location.ARGUMENT)


def args_of(step: Step, numbers: Mapping[str, str], tool: Tool | None) -> dict[str, object]:
    """The arguments of a step; parts of a body inside of the objects that hold them."""
    args: object = {}
    for location, bindings in by_location(tool, step.bindings).items():
        for name, binding in bindings.items():
            if is_bound(binding):
                value = _value(binding, numbers, _wants_list(tool, name))
                keys = (keys_of(name) if location in _NESTED else ()) or (name,)
                args = placed(args, keys, value)
    return args if isinstance(args, dict) else {}


def _wants_list(tool: Tool | None, name: str) -> bool:
    parameter = parameter_of(tool, name) if tool else None
    return parameter is not None and parameter.type == "array"


def _value(binding: Binding, numbers: Mapping[str, str], wants_list: bool) -> object:
    if binding.source is None:
        return binding.value
    found = parse(binding.source)
    whole = isinstance(found, StepOutput) and picks_all(found.path)
    said = _said(binding.source, numbers)
    return [said] if whole and wants_list else said


def _said(source: str, numbers: Mapping[str, str]) -> str:
    """A source as the runtime writes it."""
    if source.startswith("$"):
        return _bound(parse(source), numbers)
    marked = rewritten(source, lambda found: found) or source
    return re.sub(r"\{(\$[^{}]*)\}", lambda match: _bound(parse(match[1]), numbers), marked)


def _bound(found: Expression, numbers: Mapping[str, str]) -> str:
    match found:
        case StepOutput(step, path):
            inner = first_of(path)
            dot = "." if inner and not inner.startswith("[") else ""
            return f"${{{numbers.get(step, step)}{dot}{inner}}}"
        case InputValue(name):
            return f"${{input.{name}}}"
        case _:
            return str(found)


def bindings_of(args: Mapping[str, object]) -> dict[str, Binding]:
    """The bindings that arguments say."""
    return {
        path: _binding(value) for key, inner in args.items() for path, value in _flat(inner, key)
    }


def _flat(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict) and value and _has_binding(value):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}")
    elif isinstance(value, list) and _has_binding(value):
        for position, inner in enumerate(value):
            yield from _flat(inner, f"{path}[{position}]")
    else:
        yield path, value


def _has_binding(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_binding, value.values()))
    if isinstance(value, list):
        return any(map(_has_binding, value))
    return isinstance(value, str) and _BINDING.search(value) is not None


def _binding(value: object) -> Binding:
    if not isinstance(value, str) or not _BINDING.search(value):
        return Binding(None, value)
    whole = _BINDING.fullmatch(value.strip())
    if whole:
        return Binding(str(_expression(whole[1])))
    return Binding(_BINDING.sub(lambda match: f"{{{_expression(match[1])}}}", value))


def _expression(said: str) -> Expression:
    head = re.split(r"[.\[]", said.strip(), maxsplit=1)[0]
    path = indexed(said.strip()[len(head) :].removeprefix("."))
    return InputValue(path) if head in _INPUTS else StepOutput(head, path)


def inputs_of(workflow: Workflow, metadata: Mapping[str, object]) -> Workflow:
    """The workflow with the inputs that it reads, as far as the plan describes them."""
    described = {}
    for one in sequence(metadata.get("user_input_slots")):
        slot = mapping(one)
        name = text(slot.get("field_name"))
        described[name] = Input(
            name, text(slot.get("field_type")) or "string", slot.get("required") is not False
        )
    names: dict[str, None] = {}
    for use in uses(workflow):
        rewritten(use.source, lambda found: _noted(found, names))
    inputs = tuple(described.get(name, Input(name)) for name in names)
    return replace(workflow, inputs=inputs)


def _noted(found: Expression, names: dict[str, None]) -> Expression:
    if isinstance(found, InputValue):
        names[re.split(r"[.\[]", found.name, maxsplit=1)[0]] = None
    return found


def slots(
    workflow: Workflow, calls: list[Step], numbers: Mapping[str, str], graph: ToolGraph
) -> list[dict[str, object]]:
    """What whoever runs the plan must give, for each parameter that takes it."""
    declared = {one.name: one for one in workflow.inputs}
    found: list[dict[str, object]] = []
    for step in calls:
        tool = graph.tools.get(step.tool)
        for name, binding in step.bindings.items():
            source = parse(binding.source) if binding.source else None
            one = (
                declared.get(input_name(source, workflow))
                if isinstance(source, InputValue)
                else None
            )
            if one is not None:
                parameter = parameter_of(tool, name) if tool else None
                found.append(
                    {
                        "step_id": numbers[step.id],
                        "tool": step.tool,
                        "field_name": one.name,
                        "required": one.required,
                        "kind": "data",
                        "field_type": one.type,
                        "location": parameter.location.value if parameter else "",
                        "reason": "workflow_input",
                    }
                )
    return found


def output_binding(workflow: Workflow, numbers: Mapping[str, str], said: object) -> str | None:
    """What the plan answers with: its own output, else the answer of its last step."""
    before = bindings_of({"result": said}) if isinstance(said, str) else {}
    first = next(iter(workflow.outputs.values()), None)
    if isinstance(said, str) and first is not None and before["result"].source == first:
        return said
    if first is not None:
        return _said(first, numbers)
    return f"${{{list(numbers.values())[-1]}}}" if numbers else None
