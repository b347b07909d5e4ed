"""Answers made up from what tools say that they give: the same each time."""

from collections.abc import Iterator, Sequence

from ..tools import Field, Scalar, Tool
from .expressions import StepOutput, expressions
from .fit import field_at, is_open
from .model import Step, Workflow
from .paths import first_of, keys_of, placed
from .proof import claimed
from .references import uses

_OF_FORMAT = {
    "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "email": "ann@example.com",
    "uri": "https://example.com/1",
    "url": "https://example.com/1",
    "byte": "AAAA",
    "binary": "AAAA",
}
_OF_TYPE: dict[str, object] = {"integer": 1, "number": 1.5, "boolean": True, "null": None}


def value_of_type(type: str, format: str, enum: Sequence[Scalar], name: str) -> object:
    """A value of a JSON Schema type: the first of an enum, else one that names what it is."""
    if enum:
        return enum[0]
    if type == "array":
        return []
    if type == "object":
        return {}
    if type in _OF_TYPE:
        return _OF_TYPE[type]
    return _OF_FORMAT.get(format, f"{name or 'value'}-1")


def answer_of(workflow: Workflow, step: Step, tool: Tool | None) -> object:
    """The answer of a step: its tool's fields, one item a list, and what later steps may read."""
    answer: object = None
    for field in _fields(workflow, step, tool):
        made = value_of_type(field.type, field.format, field.enum, field.name)
        answer = placed(answer, keys_of(first_of(field.path)), made)
    return answer


def _fields(workflow: Workflow, step: Step, tool: Tool | None) -> Iterator[Field]:
    declared = sorted(tool.outputs, key=lambda f: len(keys_of(f.path))) if tool else []
    yield from declared
    for path in _read_from(workflow, step):
        known = tool is not None and field_at(tool, path) is not None
        unsaid = tool is None or is_open(tool, path) or claimed(step, path)
        if any(_is_in(path, name) for name in step.outputs) or (unsaid and not known):
            yield Field(path)


def _read_from(workflow: Workflow, step: Step) -> Iterator[str]:
    """The paths that others read from the step's answer."""
    for use in uses(workflow):
        for found in expressions(use.source):
            if isinstance(found, StepOutput) and found.step == step.id and found.path:
                yield found.path


def _is_in(path: str, name: str) -> bool:
    return path == name or path.startswith((f"{name}.", f"{name}["))
