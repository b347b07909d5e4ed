"""Gestures on a workflow: what the page asks for, as the workflow after it."""

import json

from graphwright.curate.commands import Command, PutWorkflow
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.graph import ToolGraph
from graphwright.workflow import edits
from graphwright.workflow.automap import automap
from graphwright.workflow.model import Workflow


def command(curation: Curation, request: object) -> Command:
    """The command for a gesture, `{"do": "edit-workflow", "id", "edit", …}`.

    Raises:
        CommandError: the workflow or step is not there, or the gesture is none.
    """
    match request:
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
        case {"edit": "remove", "step": str(step)}:
            return edits.remove(workflow, step)
        case {"edit": "move", "step": str(step), "position": int(position)}:
            return edits.move(workflow, step, position)
        case {"edit": "duplicate", "step": str(step)}:
            return edits.duplicate(workflow, step)
        case {"edit": "map", **rest}:
            only = rest.get("step")
            return automap(workflow, graph, only if isinstance(only, str) else "")
        case {"edit": "goal", "goal": str(goal)}:
            return edits.set_goal(workflow, goal)
        case {"edit": "tidy"}:
            return edits.remove_unused_inputs(workflow)
        case {
            "edit": "bind",
            "step": str(step),
            "parameter": str(parameter),
            "source": str(source),
        }:
            return _bound(workflow, graph, step, parameter, source)
        case {"edit": "constant", "step": str(step), "parameter": str(parameter), "value": value}:
            return edits.set_value(workflow, step, parameter, _constant(value))
        case {"edit": "unbind", "step": str(step), "parameter": str(parameter)}:
            return edits.unbind(workflow, step, parameter)
        case _:
            raise CommandError("That is no edit of a workflow.")


def _inserted(workflow: Workflow, graph: ToolGraph, tool: str, position: object) -> Workflow:
    """A step for the tool, with what the graph knows of its parameters bound at once."""
    if tool not in graph.tools:
        raise CommandError(f"There is no tool '{tool}'.")
    known = {step.id for step in workflow.steps}
    after = edits.insert(workflow, tool, position if isinstance(position, int) else None)
    added = next(step.id for step in after.steps if step.id not in known)
    return automap(after, graph, added)


def _bound(
    workflow: Workflow, graph: ToolGraph, step: str, parameter: str, source: str
) -> Workflow:
    found = workflow.step(step)
    tool = graph.tools.get(found.tool) if found else None
    declared = tool.parameter(parameter) if tool else None
    return edits.bind(workflow, step, parameter, source, declared)


def _constant(value: object) -> object:
    """What was typed, as JSON where it is JSON (`3`, `true`, `["a"]`), else as text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
