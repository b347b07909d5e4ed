"""Called workflows put in the place of their calls, for forms that know tools alone."""

from collections.abc import Mapping
from dataclasses import replace

from .expressions import Expression, InputValue, StepOutput, expressions, parse, rewritten
from .model import WORKFLOW, Binding, Step, Workflow
from .naming import free_id
from .paths import joined
from .references import input_name, with_references


def inlined(workflow: Workflow, others: Mapping[str, Workflow]) -> Workflow:
    """The workflow with the steps of every called one that is known, in the place of the call.

    A workflow that would call itself stays a call.
    """
    for step in workflow.steps:
        called = others.get(step.tool.removeprefix(WORKFLOW))
        if step.tool.startswith(WORKFLOW) and called is not None:
            rest = {id: one for id, one in others.items() if id not in (called.id, workflow.id)}
            workflow = _with(workflow, step, inlined(called, rest))
    return workflow


def with_called(workflow: Workflow, others: Mapping[str, Workflow]) -> tuple[Workflow, ...]:
    """The workflow and all that it calls, for a form that can hold several."""
    found = {workflow.id: workflow}
    waiting = [workflow]
    for one in waiting:
        for step in one.steps:
            called = others.get(step.tool.removeprefix(WORKFLOW))
            if step.tool.startswith(WORKFLOW) and called and called.id not in found:
                found[called.id] = called
                waiting.append(called)
    return tuple(found.values())


def _with(workflow: Workflow, call: Step, called: Workflow) -> Workflow:
    ids = _ids(workflow, call, called)
    inner = _given(called, call, ids)
    outputs = {name: _moved(source, ids, called, call) for name, source in called.outputs.items()}
    at = workflow.steps.index(call)
    steps = (*workflow.steps[:at], *inner, *workflow.steps[at + 1 :])
    last = tuple(ids.values())
    steps = tuple(replace(s, after=_waits(s.after, call.id, last)) for s in steps)

    def change(found: Expression) -> Expression | None:
        if isinstance(found, StepOutput) and found.step == call.id:
            return _offered(found.path, outputs)
        return found

    return with_references(replace(workflow, steps=steps), change)


def _ids(workflow: Workflow, call: Step, called: Workflow) -> dict[str, str]:
    """New ids of the called steps, none of which the workflow has."""
    ids: dict[str, str] = {}
    for step in called.steps:
        taken = Workflow("", steps=(*workflow.steps, *(Step(id, "") for id in ids.values())))
        ids[step.id] = free_id(taken, f"{call.id}_{step.id}")
    return ids


def _given(called: Workflow, call: Step, ids: Mapping[str, str]) -> tuple[Step, ...]:
    """The called steps with what the call gives them in the place of their inputs."""
    return tuple(
        replace(
            step,
            id=ids[step.id],
            after=tuple(ids.get(id, id) for id in step.after) or call.after,
            bindings={
                name: _filled(binding, ids, called, call) for name, binding in step.bindings.items()
            },
        )
        for step in called.steps
    )


def _filled(binding: Binding, ids: Mapping[str, str], called: Workflow, call: Step) -> Binding:
    if binding.source is None:
        return binding
    found = parse(binding.source)
    given = call.bindings.get(input_name(found, called)) if isinstance(found, InputValue) else None
    if given is not None and given.source is None:
        return given
    return Binding(_moved(binding.source, ids, called, call))


def _moved(source: str, ids: Mapping[str, str], called: Workflow, call: Step) -> str:
    """A source of the called workflow as one of the calling."""
    for found in expressions(source):
        if isinstance(found, InputValue):
            name = input_name(found, called)
            given = call.bindings.get(name)
            if given is not None and given.source is None:
                source = source.replace(f"{{{found}}}", str(given.value))

    def change(found: Expression) -> Expression:
        if isinstance(found, StepOutput):
            return replace(found, step=ids.get(found.step, found.step))
        if isinstance(found, InputValue):
            name = input_name(found, called)
            given = call.bindings.get(name)
            if given is not None and given.source is not None:
                return _inside(parse(given.source), found.name[len(name) :].removeprefix("."))
        return found

    return rewritten(source, change) or source


def _inside(found: Expression, path: str) -> Expression:
    """A value inside of what an expression gives."""
    match found:
        case StepOutput(step, outer):
            return StepOutput(step, joined(outer, path))
        case InputValue(name):
            return InputValue(joined(name, path))
        case _:
            return found


def _offered(path: str, outputs: Mapping[str, str]) -> Expression | None:
    """What a name of the called workflow's outputs stands for; None where it has none."""
    held = (name for name in outputs if path == name or path.startswith((f"{name}.", f"{name}[")))
    name = max(held, key=len, default=None)
    if name is None:
        return None
    return _inside(parse(outputs[name]), path[len(name) :].removeprefix("."))


def _waits(after: tuple[str, ...], call: str, last: tuple[str, ...]) -> tuple[str, ...]:
    waits = (id for one in after for id in (last if one == call else (one,)))
    return tuple(dict.fromkeys(waits))
