"""What a person can do to a workflow, as pure functions: no edit leaves a reference dangling."""

from collections.abc import Mapping
from dataclasses import replace

from ..errors import CommandError
from ..tools import Parameter
from .expressions import Expression, InputValue, StepOutput, expressions
from .model import Binding, Input, Step, Workflow
from .naming import free_id, input_for, slug
from .references import (
    Use,
    input_name,
    mentions,
    renamed_criteria,
    renamed_in_document,
    uses_of_input,
    with_references,
    without_in_document,
)


def insert(
    workflow: Workflow, tool: str, position: int | None = None, reason: str = ""
) -> Workflow:
    """The workflow with a new step for a tool, at the end unless a position is given."""
    step = Step(free_id(workflow, tool), tool, reason)
    steps = list(workflow.steps)
    steps.insert(len(steps) if position is None else max(0, position), step)
    return replace(workflow, steps=tuple(steps))


def remove(workflow: Workflow, id: str, rewire: Mapping[Use, str] | None = None) -> Workflow:
    """The workflow without a step.

    Steps that waited for it wait for what it waited for. What read from it is unbound, or
    takes what `rewire` gives it by its use (see `references.uses_of_step`): another step's
    output, or `$inputs.NAME`.
    """
    gone = _step(workflow, id)

    def change(found: Expression) -> Expression | None:
        return None if isinstance(found, StepOutput) and found.step == id else found

    rest = replace(workflow, steps=tuple(s for s in workflow.steps if s is not gone))
    rest = with_references(rest, change)
    rest = replace(
        rest,
        steps=tuple(_without(step, gone) for step in rest.steps),
        raw=without_in_document(rest.raw, id),
    )
    for use, source in (rewire or {}).items():
        rest = _rewired(rest, use, source)
    return rest


def _without(step: Step, gone: Step) -> Step:
    """A step that no longer waits for a removed one, nor tests its answer."""
    after = dict.fromkeys(
        id
        for waited in step.after
        for id in (gone.after if waited == gone.id else (waited,))
        if id != step.id
    )
    return replace(
        step,
        after=tuple(after),
        success=tuple(text for text in step.success if not mentions(text, gone.id)),
        raw=without_in_document(step.raw, gone.id),
    )


def _rewired(workflow: Workflow, use: Use, source: str) -> Workflow:
    if use.step:
        return bind(workflow, use.step, use.name, source)
    return set_output(workflow, use.name, source)


def move(workflow: Workflow, id: str, position: int) -> Workflow:
    """The workflow with a step at another position. `check` says what is now too early."""
    step = _step(workflow, id)
    steps = [other for other in workflow.steps if other is not step]
    steps.insert(max(0, position), step)
    return replace(workflow, steps=tuple(steps))


def duplicate(workflow: Workflow, id: str) -> Workflow:
    """The workflow with a copy of a step after it, bound as it is."""
    step = _step(workflow, id)
    copy = replace(step, id=free_id(workflow, step.tool))
    at = workflow.steps.index(step) + 1
    return replace(workflow, steps=(*workflow.steps[:at], copy, *workflow.steps[at:]))


def rename_step(workflow: Workflow, old: str, new: str) -> Workflow:
    """The workflow with another id for a step, everywhere.

    Raises:
        CommandError: the new id is empty or taken.
    """
    _step(workflow, old)
    if new == old:
        return workflow
    if not new or new != slug(new) or workflow.step(new):
        raise CommandError(f"{new!r} cannot be a step's id: it is taken or has odd characters.")

    def change(found: Expression) -> Expression:
        if isinstance(found, StepOutput) and found.step == old:
            return StepOutput(new, found.path)
        return found

    renamed = with_references(workflow, change)
    return replace(
        renamed,
        steps=tuple(_renamed(step, old, new) for step in renamed.steps),
        raw=renamed_in_document(workflow.raw, old, new),
    )


def _renamed(step: Step, old: str, new: str) -> Step:
    return replace(
        step,
        id=new if step.id == old else step.id,
        after=tuple(new if id == old else id for id in step.after),
        success=renamed_criteria(step.success, old, new),
        raw=renamed_in_document(step.raw, old, new),
    )


def replace_tool(workflow: Workflow, id: str, tool: str) -> Workflow:
    """The workflow with another tool in a step; what it binds and who waits for it stay."""
    return _changed(workflow, replace(_step(workflow, id), tool=tool))


def explain(workflow: Workflow, id: str, reason: str) -> Workflow:
    """The workflow with another reason for a step."""
    return _changed(workflow, replace(_step(workflow, id), reason=reason))


def wait_for(workflow: Workflow, id: str, after: tuple[str, ...]) -> Workflow:
    """The workflow in which a step waits for exactly these others.

    Raises:
        CommandError: one of them is not there, or is the step itself.
    """
    step = _step(workflow, id)
    for other in after:
        if _step(workflow, other) is step:
            raise CommandError(f"{id!r} cannot wait for itself.")
    return _changed(workflow, replace(step, after=tuple(dict.fromkeys(after))))


def bind(
    workflow: Workflow, id: str, parameter: str, source: str, declared: Parameter | None = None
) -> Workflow:
    """The workflow in which a parameter takes the value of an expression.

    An input that is not there yet is made, with the type of the parameter.

    Raises:
        CommandError: the source is no expression, or reads from a step that is not there.
    """
    step = _step(workflow, id)
    workflow = _grounded(workflow, source, declared)
    return _changed(workflow, replace(step, bindings={**step.bindings, parameter: Binding(source)}))


def set_value(workflow: Workflow, id: str, parameter: str, value: object) -> Workflow:
    """The workflow in which a parameter has a constant value."""
    step = _step(workflow, id)
    bindings = {**step.bindings, parameter: Binding(None, value)}
    return _changed(workflow, replace(step, bindings=bindings))


def unbind(workflow: Workflow, id: str, parameter: str) -> Workflow:
    """The workflow in which nothing gives a parameter its value."""
    step = _step(workflow, id)
    bindings = {name: one for name, one in step.bindings.items() if name != parameter}
    return _changed(workflow, replace(step, bindings=bindings))


def set_input(workflow: Workflow, changed: Input, old: str = "") -> Workflow:
    """The workflow with an input added, changed, or (`old`) renamed.

    Raises:
        CommandError: the name is empty or another input's.
    """
    old = old or changed.name
    names = [one.name for one in workflow.inputs]
    if not changed.name or (changed.name != old and changed.name in names):
        raise CommandError(f"{changed.name!r} cannot be an input's name: it is empty or taken.")
    kept = tuple(changed if one.name == old else one for one in workflow.inputs)
    inputs = kept if old in names else (*kept, changed)
    renamed = with_references(workflow, lambda found: _renamed_input(found, old, changed, workflow))
    return replace(renamed, inputs=inputs)


def _renamed_input(found: Expression, old: str, changed: Input, workflow: Workflow) -> Expression:
    if isinstance(found, InputValue) and input_name(found, workflow) == old:
        return InputValue(changed.name + found.name[len(old) :])
    return found


def remove_input(workflow: Workflow, name: str) -> Workflow:
    """The workflow without an input; what read from it is unbound."""

    def change(found: Expression) -> Expression | None:
        reads = isinstance(found, InputValue) and input_name(found, workflow) == name
        return None if reads else found

    inputs = tuple(one for one in workflow.inputs if one.name != name)
    return replace(with_references(workflow, change), inputs=inputs)


def remove_unused_inputs(workflow: Workflow) -> Workflow:
    used = tuple(one for one in workflow.inputs if uses_of_input(workflow, one.name))
    return replace(workflow, inputs=used)


def set_output(workflow: Workflow, name: str, source: str | None) -> Workflow:
    """The workflow with an output; None takes it away.

    Raises:
        CommandError: as `bind`.
    """
    rest = {key: value for key, value in workflow.outputs.items() if key != name}
    if source is None:
        return replace(workflow, outputs=rest)
    return replace(_grounded(workflow, source, None), outputs={**workflow.outputs, name: source})


def set_goal(workflow: Workflow, goal: str) -> Workflow:
    return replace(workflow, goal=goal)


def _step(workflow: Workflow, id: str) -> Step:
    step = workflow.step(id)
    if step is None:
        raise CommandError(f"The workflow has no step {id!r}.")
    return step


def _changed(workflow: Workflow, changed: Step) -> Workflow:
    steps = (changed if step.id == changed.id else step for step in workflow.steps)
    return replace(workflow, steps=tuple(steps))


def _grounded(workflow: Workflow, source: str, declared: Parameter | None) -> Workflow:
    """The workflow with every input that a source reads from; its steps must be there."""
    found = expressions(source)
    if not found:
        raise CommandError(f"{source!r} is no expression such as $inputs.name.")
    names = {one.name for one in workflow.inputs}
    for one in found:
        if isinstance(one, StepOutput):
            _step(workflow, one.step)
        elif isinstance(one, InputValue) and input_name(one, workflow) not in names:
            names.add(one.name)
            workflow = replace(workflow, inputs=(*workflow.inputs, input_for(declared, one.name)))
    return workflow
