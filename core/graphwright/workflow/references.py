"""Who refers to a step or an input: found, rewritten, taken away."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..raw import Raw
from .expressions import Expression, InputValue, StepOutput, expressions, rewritten
from .model import Binding, Step, Workflow

Change = Callable[[Expression], Expression | None]


@dataclass(frozen=True, slots=True)
class Use:
    """One place that refers to something. `step` is "" for an output of the workflow."""

    step: str
    name: str  # of the parameter, or of the output
    source: str


def uses(workflow: Workflow) -> Iterator[Use]:
    """Every binding and output of the workflow that is an expression, in reading order."""
    for step in workflow.steps:
        for name, binding in step.bindings.items():
            if binding.source is not None:
                yield Use(step.id, name, binding.source)
    for name, source in workflow.outputs.items():
        yield Use("", name, source)


def uses_of_step(workflow: Workflow, id: str) -> tuple[Use, ...]:
    return tuple(use for use in uses(workflow) if id in steps_in(use.source))


def uses_of_input(workflow: Workflow, name: str) -> tuple[Use, ...]:
    return tuple(use for use in uses(workflow) if name in inputs_in(use.source, workflow))


def steps_in(source: str) -> tuple[str, ...]:
    """Ids of the steps that an expression or text reads from."""
    return tuple(found.step for found in expressions(source) if isinstance(found, StepOutput))


def inputs_in(source: str, workflow: Workflow) -> tuple[str, ...]:
    """Names of the inputs that an expression or text reads from, declared or not."""
    return tuple(
        input_name(found, workflow)
        for found in expressions(source)
        if isinstance(found, InputValue)
    )


def input_name(value: InputValue, workflow: Workflow) -> str:
    """The declared input that a value is, or is inside of; its own name where none is."""
    names = {one.name for one in workflow.inputs}
    inside = (
        value.name[:end]
        for end in range(len(value.name), 0, -1)
        if end == len(value.name) or value.name[end] in ".["
    )
    return next((name for name in inside if name in names), value.name)


def undeclared(source: str, workflow: Workflow) -> tuple[str, ...]:
    """Names of the inputs that a source reads from and that are not there."""
    declared = {one.name for one in workflow.inputs}
    return tuple(name for name in inputs_in(source, workflow) if name not in declared)


def producers(step: Step) -> tuple[str, ...]:
    """Ids of the steps that a step reads from or waits for, each once."""
    found = dict.fromkeys(step.after)
    for binding in step.bindings.values():
        if binding.source is not None:
            found.update(dict.fromkeys(steps_in(binding.source)))
    return tuple(found)


def with_references(workflow: Workflow, change: Change) -> Workflow:
    """The workflow with each expression changed; what `change` takes away is unbound."""
    steps = (replace(step, bindings=_bindings(step.bindings, change)) for step in workflow.steps)
    outputs = {
        name: source
        for name, text in workflow.outputs.items()
        if (source := rewritten(text, change)) is not None
    }
    return replace(workflow, steps=tuple(steps), outputs=outputs)


def _bindings(bindings: Mapping[str, Binding], change: Change) -> dict[str, Binding]:
    changed: dict[str, Binding] = {}
    for name, binding in bindings.items():
        if binding.source is None:
            changed[name] = binding
        elif (source := rewritten(binding.source, change)) is not None:
            changed[name] = Binding(source)
    return changed


def renamed_in_document(raw: Raw, old: str, new: str) -> Raw:
    """What a document said of a step, with the step's new id where it names it."""

    def change(value: object, key: str = "") -> object:
        if isinstance(value, dict):
            return {name: change(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [change(inner, key) for inner in value]
        if value == old and key in ("stepId", "dependsOn"):
            return new
        return _retold(value, old, new) if isinstance(value, str) else value

    return Raw.of({key: change(value) for key, value in raw.value().items()}) if raw else raw


def without_in_document(raw: Raw, gone: str) -> Raw:
    """What a document said of a step, without the actions and criteria that name a gone one."""

    def names(value: object) -> bool:
        if isinstance(value, dict):
            return value.get("stepId") == gone or any(names(inner) for inner in value.values())
        if isinstance(value, list):
            return any(names(inner) for inner in value)
        return isinstance(value, str) and mentions(value, gone)

    def keep(value: object) -> object:
        if isinstance(value, list):
            return [
                keep(inner) for inner in value if not (isinstance(inner, dict) and names(inner))
            ]
        if isinstance(value, dict):
            return {key: keep(inner) for key, inner in value.items()}
        return value

    return Raw.of({key: keep(value) for key, value in raw.value().items()}) if raw else raw


def mentions(text: str, step: str) -> bool:
    """Whether a criterion or another free text reads from a step."""
    return f"$steps.{step}.outputs" in text


def _retold(text: str, old: str, new: str) -> str:
    return text.replace(f"$steps.{old}.outputs", f"$steps.{new}.outputs")


def renamed_criteria(success: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    return tuple(_retold(text, old, new) for text in success)
