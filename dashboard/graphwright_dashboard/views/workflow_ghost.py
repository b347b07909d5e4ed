"""The step that is not there yet and would supply what a workflow lacks."""

from collections.abc import Iterator
from dataclasses import dataclass

from graphwright.graph import ToolGraph
from graphwright.workflow.model import Step, Workflow
from graphwright.workflow.parameters import comes_from_outside, unbound
from graphwright.workflow.suggest import Ghost, ghosts


@dataclass(frozen=True, slots=True)
class Supply:
    """A tool that would stand before a step and give it a parameter."""

    step: str
    parameter: str
    ghost: Ghost


def missing(workflow: Workflow, graph: ToolGraph) -> Supply | None:
    """The best supply for the first value that is missing."""
    return next(_missing(workflow, graph), None)


def asked(workflow: Workflow, graph: ToolGraph, id: str) -> Supply | None:
    """The best supply for an id that a step takes from who runs the workflow."""
    return next(_asked(workflow, graph, id), None)


def _missing(workflow: Workflow, graph: ToolGraph) -> Iterator[Supply]:
    for step in workflow.steps:
        tool = graph.tools.get(step.tool)
        for parameter in unbound(tool, step) if tool else ():
            if not comes_from_outside(parameter):
                yield from _of(workflow, step, parameter.name, graph)


def _asked(workflow: Workflow, graph: ToolGraph, id: str) -> Iterator[Supply]:
    step = workflow.step(id)
    for name, binding in step.bindings.items() if step else ():
        if step is not None and (binding.source or "").startswith("$inputs."):
            yield from _of(workflow, step, name, graph)


def _of(workflow: Workflow, step: Step, name: str, graph: ToolGraph) -> Iterator[Supply]:
    tool = graph.tools.get(step.tool)
    parameter = tool.parameter(name) if tool else None
    before = {one.tool for one in workflow.steps[: workflow.steps.index(step)]}
    for ghost in ghosts(workflow, step, parameter, graph) if parameter else ():
        if ghost.tool not in before:
            yield Supply(step.id, name, ghost)
