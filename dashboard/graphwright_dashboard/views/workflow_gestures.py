"""Gestures on a workflow: what the page asks for, as the workflow after it."""

import json
from collections.abc import Sequence
from dataclasses import replace

from graphwright.curate.commands import Command, PutWorkflow
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.graph import ToolGraph
from graphwright.tools import Parameter
from graphwright.workflow import edits
from graphwright.workflow.automap import automap
from graphwright.workflow.check import check
from graphwright.workflow.model import Step, Workflow
from graphwright.workflow.parameters import parameter_of
from graphwright.workflow.references import uses_of_input
from graphwright.workflow.repairs import repairs
from graphwright.workflow.suggest import ghosts, with_ghost
from graphwright.workflow.texts import read_text


def command(curation: Curation, request: object) -> Command:
    """The command for a gesture, `{"do": "edit-workflow", "id", "edit", …}`.

    Raises:
        CommandError: the workflow or step is not there, or the gesture is none.
        ReadError: a text holds no workflow.
    """
    match request:
        case {
            "id": str(id),
            "edit": "repair",
            "where": str(where),
            "code": str(code),
            "label": str(label),
        } if id in curation.workflows:
            workflow = _mended(curation, curation.workflows[id], where, code, label)
            return PutWorkflow(workflow=workflow)
        case {"id": str(id), "edit": str()} if id in curation.workflows:
            return PutWorkflow(workflow=edited(curation.workflows[id], curation.graph, request))
        case {"id": str(id)}:
            raise CommandError(f"There is no workflow '{id}'.")
        case _:
            raise CommandError("That is no edit of a workflow.")


def edited(workflow: Workflow, graph: ToolGraph, request: object) -> Workflow:
    """The workflow after the gesture."""
    match request:
        case {"edit": "insert", "tool": str(tool), **rest}:
            return _inserted(workflow, graph, tool, rest.get("position"))
        case {"edit": "remove", "step": str(step), **rest}:
            return _removed(workflow, graph, step, rest.get("rewire"))
        case {"edit": "move", "step": str(step), "position": int(position)}:
            return edits.move(workflow, step, position)
        case {"edit": "duplicate", "step": str(step)}:
            return edits.duplicate(workflow, step)
        case {"edit": "map", **rest}:
            only = rest.get("step")
            return automap(workflow, graph, only if isinstance(only, str) else "")
        case {"edit": "tidy"}:
            return edits.remove_unused_inputs(workflow)
        case {"edit": "ghost", "step": str(step), "parameter": str(parameter), "tool": str(tool)}:
            return _supplied(workflow, graph, step, parameter, tool)
        case {"edit": "text", "text": str(text)}:
            return _of_text(workflow, text)
        case _:
            return _bindings_edited(workflow, graph, request)


def _bindings_edited(workflow: Workflow, graph: ToolGraph, request: object) -> Workflow:
    match request:
        case {
            "edit": "bind",
            "step": str(step),
            "parameter": str(parameter),
            "source": str(source),
        }:
            return _bound(workflow, graph, step, parameter, source)
        case {"edit": "constant", "step": str(step), "parameter": str(parameter), "value": value}:
            read = _constant(value, _declared(workflow, graph, step, parameter))
            return edits.set_value(workflow, step, parameter, read)
        case {"edit": "unbind", "step": str(step), "parameter": str(parameter)}:
            return edits.unbind(workflow, step, parameter)
        case _:
            return _words_edited(workflow, request)


def _words_edited(workflow: Workflow, request: object) -> Workflow:
    """Goal, reasons, names and outputs."""
    match request:
        case {"edit": "goal", "goal": str(goal)}:
            return edits.set_goal(workflow, goal.strip())
        case {"edit": "explain", "step": str(step), "reason": str(reason)}:
            return edits.explain(workflow, step, reason.strip())
        case {"edit": "rename", "step": str(step), "to": str(to)}:
            return edits.rename_step(workflow, step, to.strip())
        case {"edit": "wait", "step": str(step), "after": [*after]}:
            return edits.wait_for(workflow, step, tuple(map(str, after)))
        case {"edit": "rename-input", "name": str(name), "to": str(to)}:
            return _renamed_input(workflow, name, to.strip())
        case {"edit": "remove-input", "name": str(name)}:
            return edits.remove_input(workflow, name)
        case {"edit": "output", "name": str(name), "source": str(source)}:
            return edits.set_output(workflow, name.strip() or "result", source)
        case {"edit": "remove-output", "name": str(name)}:
            return edits.set_output(workflow, name, None)
        case _:
            raise CommandError("That is no edit of a workflow.")


def _mended(curation: Curation, workflow: Workflow, where: str, code: str, label: str) -> Workflow:
    """The workflow after the repair that the page offered for an issue."""
    for issue in check(workflow, curation):
        if (issue.where, issue.code) == (where, code):
            for repair in repairs(workflow, issue, curation.graph):
                if repair.label == label:
                    return repair.workflow
    raise CommandError("That problem is no longer there.")


def _inserted(workflow: Workflow, graph: ToolGraph, tool: str, position: object) -> Workflow:
    """A step for the tool, with what the graph knows of its parameters bound at once."""
    if tool not in graph.tools:
        raise CommandError(f"There is no tool '{tool}'.")
    known = {step.id for step in workflow.steps}
    after = edits.insert(workflow, tool, position if isinstance(position, int) else None)
    added = next(step.id for step in after.steps if step.id not in known)
    return automap(after, graph, added)


def _removed(workflow: Workflow, graph: ToolGraph, step: str, rewire: object) -> Workflow:
    """The workflow without a step, with another source for what read from it."""
    rest = edits.remove(workflow, step)
    for use in rewire if isinstance(rewire, Sequence) else ():
        match use:
            case {"step": "", "name": str(name), "source": str(source)}:
                rest = edits.set_output(rest, name, source)
            case {"step": str(reader), "name": str(name), "source": str(source)}:
                rest = _bound(rest, graph, reader, name, source)
    return _without_idle_inputs(workflow, rest)


def _supplied(
    workflow: Workflow, graph: ToolGraph, step: str, parameter: str, tool: str
) -> Workflow:
    """The workflow with a step before that gives what is missing."""
    found = _step(workflow, step)
    declared = _declared(workflow, graph, step, parameter)
    if declared is None:
        raise CommandError(f"'{found.tool}' has no parameter '{parameter}'.")
    for ghost in ghosts(workflow, found, declared, graph):
        if ghost.tool == tool:
            return _without_idle_inputs(
                workflow, with_ghost(workflow, found, declared, ghost, graph)
            )
    raise CommandError(f"'{tool}' does not give {parameter}.")


def _without_idle_inputs(before: Workflow, after: Workflow) -> Workflow:
    """The workflow without inputs that an edit has left without a reader."""
    for one in after.inputs if not after.raw else ():
        if uses_of_input(before, one.name) and not uses_of_input(after, one.name):
            after = edits.remove_input(after, one.name)
    return after


def _of_text(workflow: Workflow, text: str) -> Workflow:
    read = read_text(text)
    if read.id != workflow.id:
        raise CommandError(f"The text is of '{read.id}'; the id of '{workflow.id}' stays.")
    return read


def _bound(
    workflow: Workflow, graph: ToolGraph, step: str, parameter: str, source: str
) -> Workflow:
    declared = _declared(workflow, graph, step, parameter)
    return _without_idle_inputs(workflow, edits.bind(workflow, step, parameter, source, declared))


def _declared(workflow: Workflow, graph: ToolGraph, step: str, parameter: str) -> Parameter | None:
    found = workflow.step(step)
    tool = graph.tools.get(found.tool) if found else None
    return parameter_of(tool, parameter) if tool else None


def _renamed_input(workflow: Workflow, name: str, to: str) -> Workflow:
    known = next((one for one in workflow.inputs if one.name == name), None)
    if known is None:
        raise CommandError(f"The workflow has no input '{name}'.")
    return edits.set_input(workflow, replace(known, name=to), name)


def _step(workflow: Workflow, id: str) -> Step:
    step = workflow.step(id)
    if step is None:
        raise CommandError(f"The workflow has no step '{id}'.")
    return step


def _constant(value: object, parameter: Parameter | None) -> object:
    """What was typed: as JSON (`3`, `true`, `["a"]`) unless it is text or shall be text."""
    if not isinstance(value, str) or (parameter is not None and parameter.type == "string"):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
