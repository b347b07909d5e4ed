"""Ways to mend what `check` finds: each a few words and the workflow after it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches

from ..graph import ToolGraph
from ..issues import Issue, IssueCode
from ..tools import Parameter
from .automap import ask
from .candidates import candidates
from .edits import (
    bind,
    move,
    remove,
    remove_input,
    replace_tool,
    set_goal,
    set_output,
    set_value,
    unbind,
    wait_for,
)
from .intent import says_so
from .model import CHANNEL, WORKFLOW, Binding, Step, Workflow
from .order import earlier
from .parameters import is_bound, outermost, parameter_of
from .paths import first_of
from .places import parts_of
from .references import producers, uses_of_step
from .sequence import sequence_issues
from .suggest import ghosts, with_ghost

_MOST = 3  # sources offered for one parameter


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to mend an issue. `label` is unique among those of the issue."""

    label: str
    workflow: Workflow


def repairs(workflow: Workflow, issue: Issue, graph: ToolGraph) -> tuple[Repair, ...]:
    """Ways to mend an issue of a workflow, the likeliest first; none where a person must think.

    Args:
        workflow: as it was checked.
        issue: one that `check` found in it.
        graph: the tools that it was checked against.
    """
    found: list[Repair] = []
    for one in _repairs(workflow, issue, graph):
        if one.workflow not in (workflow, *(other.workflow for other in found)):
            found.append(one)
    return tuple(found)


def _repairs(workflow: Workflow, issue: Issue, graph: ToolGraph) -> Iterator[Repair]:
    match parts_of(issue.where):
        case ["steps", number, *rest] if number.isdigit() and int(number) < len(workflow.steps):
            yield from _of_step(workflow, workflow.steps[int(number)], rest, issue, graph)
        case ["outputs", name, *_]:
            yield Repair("Remove the output", set_output(workflow, name, None))
        case ["inputs", number] if number.isdigit() and int(number) < len(workflow.inputs):
            name = workflow.inputs[int(number)].name
            yield Repair("Remove the input", remove_input(workflow, name))


def _of_step(
    workflow: Workflow, step: Step, rest: list[str], issue: Issue, graph: ToolGraph
) -> Iterator[Repair]:
    match issue.code:
        case IssueCode.UNKNOWN_TOOL:
            yield from _other_tools(workflow, step, graph)
        case IssueCode.DESTRUCTIVE:
            yield from _said(workflow, step, graph)
        case IssueCode.ORDER:
            yield from _reordered(workflow, step, graph)
        case IssueCode.NOT_EARLIER:
            yield from _after_producers(workflow, step)
            yield from _at_place(workflow, step, rest, graph)
        case IssueCode.LIST_TO_ITEM:
            yield from _first_taken(workflow, step, rest)
            yield from _at_place(workflow, step, rest, graph)
        case IssueCode.CYCLE | IssueCode.UNREACHABLE:
            yield from (r for r in _unwaited(workflow, step) if _mends(r, issue))
        case _:
            yield from _at_place(workflow, step, rest, graph)


def _mends(repair: Repair, issue: Issue) -> bool:
    """The order of steps has the issue no more: a step may wait in more than one way."""
    left = sequence_issues(repair.workflow)
    return all((one.where, one.message) != (issue.where, issue.message) for one in left)


def _at_place(
    workflow: Workflow, step: Step, rest: list[str], graph: ToolGraph
) -> Iterator[Repair]:
    match rest:
        case ["bindings", name, *_]:
            yield from _of_binding(workflow, step, name, graph)
        case ["after", *_]:
            yield from _unwaited(workflow, step)


def _first_taken(workflow: Workflow, step: Step, rest: list[str]) -> Iterator[Repair]:
    name = rest[1] if len(rest) > 1 else ""
    source = step.bindings.get(name, Binding()).source
    if source:
        yield Repair("Take the first", bind(workflow, step.id, name, first_of(source)))


def _of_binding(workflow: Workflow, step: Step, name: str, graph: ToolGraph) -> Iterator[Repair]:
    tool = graph.tools.get(step.tool)
    binding = step.bindings.get(name)
    source = binding.source if binding and binding.source else ""
    parameter = parameter_of(tool, name) if tool else None
    if parameter is not None and tool is not None:
        yield from _sources(workflow, step, name, parameter, graph)
        if not is_bound(binding):
            parameter = outermost(tool, parameter)
            yield from _ghosts(workflow, step, parameter, graph)
        yield from _constants(workflow, step, name, parameter)
    if not source.startswith("$inputs."):
        yield Repair("Ask as an input", _asked(workflow, step, name, parameter))
    if is_bound(binding) and not (parameter and parameter.required):
        yield Repair("Leave it unset", unbind(workflow, step.id, name))


def _asked(workflow: Workflow, step: Step, name: str, parameter: Parameter | None) -> Workflow:
    return ask(workflow, step.id, parameter or Parameter(name))


def _sources(
    workflow: Workflow, step: Step, name: str, parameter: Parameter, graph: ToolGraph
) -> Iterator[Repair]:
    now = step.bindings.get(name, Binding()).source or ""
    for source in tuple(_fitting(workflow, step, parameter, graph))[:_MOST]:
        if source != now:
            yield Repair(f"Take {told(source)}", bind(workflow, step.id, name, source, parameter))


def _fitting(
    workflow: Workflow, step: Step, parameter: Parameter, graph: ToolGraph
) -> Iterator[str]:
    """Sources that fit without a doubt; of a list the first, where one value is taken."""
    for one in candidates(workflow, step, parameter, graph):
        against = [m for m in one.misfits if m.code is not IssueCode.LIST_TO_ITEM]
        if one.sure and not against:
            yield one.source if parameter.type == "array" else first_of(one.source)


def told(source: str) -> str:
    """A source in a few words: `getOrder id`, `input email`."""
    plain = source.removeprefix("$steps.").replace(".outputs.", " ", 1).removesuffix(".outputs")
    return f"input {plain.removeprefix('$inputs.')}" if source.startswith("$inputs.") else plain


def _ghosts(
    workflow: Workflow, step: Step, parameter: Parameter, graph: ToolGraph
) -> Iterator[Repair]:
    for ghost in ghosts(workflow, step, parameter, graph, 1):
        after = with_ghost(workflow, step, parameter, ghost, graph)
        yield Repair(f"Add {ghost.tool} before", after)


def _constants(workflow: Workflow, step: Step, name: str, parameter: Parameter) -> Iterator[Repair]:
    for value in parameter.enum[:2]:
        after = set_value(workflow, step.id, name, value)
        yield Repair(f"Set it to {value}", after)


def _other_tools(workflow: Workflow, step: Step, graph: ToolGraph) -> Iterator[Repair]:
    if step.tool.startswith((WORKFLOW, CHANNEL)):
        return
    names = {name.lower(): name for name in graph.tools}
    for close in get_close_matches(step.tool.lower(), names, _MOST):
        yield Repair(f"Use {names[close]}", replace_tool(workflow, step.id, names[close]))
    if not uses_of_step(workflow, step.id):
        yield Repair("Delete the step", remove(workflow, step.id))


def _said(workflow: Workflow, step: Step, graph: ToolGraph) -> Iterator[Repair]:
    tool = graph.tools.get(step.tool)
    goal = f"{workflow.goal}, and delete with {step.tool}".removeprefix(", and ")
    if tool is not None and says_so(goal, tool):
        yield Repair("Say so in the goal", set_goal(workflow, goal))
    yield Repair("Delete the step", remove(workflow, step.id))


def _reordered(workflow: Workflow, step: Step, graph: ToolGraph) -> Iterator[Repair]:
    at = workflow.steps.index(step)
    wanted = {tool for tool, _ in earlier(graph, step.tool)}
    later = [other for other in workflow.steps[at + 1 :] if other.tool in wanted]
    yield from _moved_after(workflow, step, later)


def _after_producers(workflow: Workflow, step: Step) -> Iterator[Repair]:
    before = producers(step)
    needed = [other for other in workflow.steps if other.id in before and other is not step]
    yield from _moved_after(workflow, step, needed)


def _moved_after(workflow: Workflow, step: Step, others: list[Step]) -> Iterator[Repair]:
    """The step after the last of others, unless what stands between reads from it."""
    rest = [one for one in workflow.steps if one is not step]
    end = rest.index(others[-1]) + 1 if others else 0
    between = rest[workflow.steps.index(step) : end]
    if others and not any(step.id in producers(one) for one in between):
        yield Repair(f"Move it after {others[-1].id}", move(workflow, step.id, end))


def _unwaited(workflow: Workflow, step: Step) -> Iterator[Repair]:
    known = [other.id for other in workflow.steps[: workflow.steps.index(step)]]
    kept = tuple(id for id in step.after if id in known)
    read = producers(replace(step, after=()))
    if set(step.after).difference(kept).isdisjoint(read):  # it waits for what it reads anyhow
        yield Repair("Do not wait for it", wait_for(workflow, step.id, kept))
