"""Bindings found by the graph: for every parameter, and for what the removal of a step breaks."""

from dataclasses import dataclass

from ..graph import ToolGraph
from ..tools import Parameter, Tool
from .candidates import Candidate, candidates
from .edits import bind, remove
from .expressions import InputValue
from .model import Step, Workflow
from .naming import free_input
from .parameters import comes_from_outside, is_bound, outermost, parameter_of, unbound
from .paths import first_of
from .references import Use, uses_of_step


def automap(workflow: Workflow, graph: ToolGraph, step: str = "") -> Workflow:
    """The workflow with every unbound parameter bound where something is sure to fit it.

    A required parameter that no step can fill becomes an input of the workflow.

    Args:
        workflow: as it is.
        graph: the tools, and what is known of them.
        step: id of the only step to map; all of them when empty.
    """
    for id in [one.id for one in workflow.steps if step in ("", one.id)]:
        workflow = _mapped(workflow, id, graph)
    return workflow


def _mapped(workflow: Workflow, id: str, graph: ToolGraph) -> Workflow:
    step = workflow.step(id)
    tool = graph.tools.get(step.tool) if step else None
    if step is None or tool is None:
        return workflow
    for parameter in tool.parameters:
        workflow = _filled(workflow, id, parameter, graph)
    return _asked(workflow, id, tool)


def _filled(workflow: Workflow, id: str, parameter: Parameter, graph: ToolGraph) -> Workflow:
    step = workflow.step(id)
    if step is None or is_bound(step.bindings.get(parameter.name)):
        return workflow
    best = next(iter(candidates(workflow, step, parameter, graph)), None)
    if best is None or not _is_wanted(best, parameter):
        return workflow
    return bind(workflow, id, parameter.name, best.source, parameter)


def _is_wanted(best: Candidate, parameter: Parameter) -> bool:
    """An optional parameter is bound on strong grounds alone."""
    return best.sure and (parameter.required or best.score >= 0.7)


def _asked(workflow: Workflow, id: str, tool: Tool) -> Workflow:
    """The workflow with an input for every required parameter that is still unbound."""
    while (step := workflow.step(id)) is not None:
        missing = [p for p in unbound(tool, step) if not comes_from_outside(p)]
        if not missing:
            break
        parameter = outermost(tool, missing[0])
        workflow = ask(workflow, id, parameter)
    return workflow


def ask(workflow: Workflow, id: str, parameter: Parameter) -> Workflow:
    """The workflow in which a parameter takes an input of its own."""
    source = str(InputValue(free_input(workflow, parameter.name)))
    return bind(workflow, id, parameter.name, source, parameter)


@dataclass(frozen=True, slots=True)
class Consequence:
    """A use that a removal breaks, with the sources that could take its place, best first."""

    use: Use
    offers: tuple[str, ...]


def consequences(workflow: Workflow, id: str, graph: ToolGraph) -> tuple[Consequence, ...]:
    """What reads from a step and would be unbound without it."""
    rest = remove(workflow, id)
    return tuple(
        Consequence(use, _offers(workflow, rest, use, graph)) for use in uses_of_step(workflow, id)
    )


def _offers(workflow: Workflow, rest: Workflow, use: Use, graph: ToolGraph) -> tuple[str, ...]:
    """Other steps' outputs, then an input. An output of the workflow has no parameter to fit."""
    step = rest.step(use.step)
    asked = str(InputValue(free_input(workflow, use.name)))
    if step is None:
        return ()
    parameter = _parameter(step, use.name, graph)
    found = candidates(rest, step, parameter, graph) if parameter else ()
    wants_list = parameter is not None and parameter.type == "array"
    sure = (one.source if wants_list else first_of(one.source) for one in found if one.sure)
    return (*sure, asked)


def _parameter(step: Step, name: str, graph: ToolGraph) -> Parameter | None:
    tool = graph.tools.get(step.tool)
    return parameter_of(tool, name) if tool else None
