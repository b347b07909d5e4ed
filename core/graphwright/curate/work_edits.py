"""Edits of what stands on the graph: workflows, golden queries, search, places on the canvas."""

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite
from types import MappingProxyType
from typing import TypeVar

from immutables import Map

from ..errors import CommandError
from ..workflow.model import Workflow
from .commands import Place, PutGolden, PutWorkflow, RemoveGolden, RemoveWorkflow, SetSearch
from .curation import Curation
from .ground import ASKED, settled
from .sentences import quoted
from .tuning import fault

Key = TypeVar("Key")


def put_workflow(curation: Curation, command: PutWorkflow) -> Curation:
    """The workflow as given. What is doubtful in it, an unknown tool too, is the check's matter."""
    workflow = command.workflow
    if not workflow.id.strip():
        raise CommandError("A workflow needs an id.")
    _check_steps(workflow)
    _check_calls(curation, workflow)
    after = replace(curation, workflows=curation.workflows.set(workflow.id, workflow))
    return settled(after, workflow.id, ASKED)


def remove_workflow(curation: Curation, command: RemoveWorkflow) -> Curation:
    if command.id not in curation.workflows:
        raise CommandError(f"There is no workflow {quoted(command.id)}.")
    after = replace(curation, workflows=curation.workflows.delete(command.id))
    return settled(after, command.id, ASKED)


def put_golden(curation: Curation, command: PutGolden) -> Curation:
    """The golden query; tools that are not there may be named, and are misses."""
    if not command.golden.query.strip():
        raise CommandError("A golden query needs a question.")
    golden = command.golden
    after = replace(curation, golden=curation.golden.set(golden.query, golden))
    return settled(after, golden.query, ASKED)


def remove_golden(curation: Curation, command: RemoveGolden) -> Curation:
    if command.query not in curation.golden:
        raise CommandError(f"There is no golden query {quoted(command.query)}.")
    after = replace(curation, golden=curation.golden.delete(command.query))
    return settled(after, command.query, ASKED)


def set_search(curation: Curation, command: SetSearch) -> Curation:
    now = curation.settings
    gate = command.gate.fault if command.gate else ""
    if wrong := fault(command) or gate:
        raise CommandError(wrong)
    settings = replace(
        now,
        weights=MappingProxyType({**now.weights, **(command.weights or {})}),
        k=now.k if command.k is None else command.k,
        floor=now.floor if command.floor is None else command.floor,
        embedder=now.embedder if command.embedder is None else command.embedder,
        ship_from=now.ship_from if command.ship_from is None else command.ship_from,
        fusion=now.fusion if command.fusion is None else command.fusion,
    )
    return replace(curation, settings=settings, gate=command.gate or curation.gate)


def place(curation: Curation, command: Place) -> Curation:
    """Tools and groups where they were put on the canvas; "" is the place of ungrouped tools."""
    graph = curation.graph
    for name, position in command.positions.items():
        if name and name not in graph.tools and name not in graph.groups:
            raise CommandError(f"There is no tool or group {quoted(name)} to place.")
        if position is not None and not all(map(isfinite, position)):
            raise CommandError(f"The place of {quoted(name)} is no pair of finite numbers.")
    if not command.picture:
        return replace(curation, positions=_put(curation.positions, command.positions))
    spots = {(command.picture, name): position for name, position in command.positions.items()}
    return replace(curation, moved=_put(curation.moved, spots))


def _put(
    places: Map[Key, tuple[float, float]], new: Mapping[Key, tuple[float, float] | None]
) -> Map[Key, tuple[float, float]]:
    """The places with the new ones, and without those that are let go."""
    after = places.mutate()
    for key, position in new.items():
        if position is None:
            after.pop(key, None)
        else:
            after[key] = position
    return after.finish()


def calls(workflow: Workflow) -> set[str]:
    """Names of the tools that the steps call; `$…` is another workflow or a channel."""
    return {step.tool for step in workflow.steps if not step.tool.startswith("$")}


def _check_steps(workflow: Workflow) -> None:
    seen: set[str] = set()
    for step in workflow.steps:
        if not step.id.strip():
            raise CommandError(f"A step of {quoted(workflow.id)} has no id.")
        if step.id in seen:
            raise CommandError(f"{quoted(workflow.id)} has two steps {quoted(step.id)}.")
        seen.add(step.id)


def _check_calls(curation: Curation, workflow: Workflow) -> None:
    """Refuses a tool that a merge took away; the survivor is meant."""
    unknown = calls(workflow).difference(curation.graph.tools)
    for keep, stack in curation.merges.items():
        for tool in (tool.name for merge in stack for tool in merge.gone):
            if tool in unknown:
                raise CommandError(f"{quoted(tool)} was merged into {quoted(keep)}.")
