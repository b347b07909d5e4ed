"""Workflows as files: Arazzo, and the runtime's WorkflowPlan.

Source: graph-tool-call 0.47.0, workflow.py.
"""

import re
from collections.abc import Mapping

import orjson

from ..curate.curation import Curation
from ..workflow import arazzo
from ..workflow.expressions import InputValue, StepOutput, parse
from ..workflow.model import Binding, Step, Workflow

_LONGEST = 80  # characters of a file's name
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
_NO_TOOL = ("$workflows.", "$channels.")  # what a step calls that is no tool


def workflow_files(curation: Curation) -> dict[str, bytes]:
    """The files of the folder by name, for each workflow one of each form."""
    files: dict[str, bytes] = {}
    for name, workflow in _named(curation).items():
        files[f"{name}.arazzo.json"] = arazzo.write([workflow], curation.graph)
        files[f"{name}.workflow-plan.json"] = plan_bytes(workflow)
    return files


def workflow_plans(curation: Curation) -> dict[str, object]:
    """The WorkflowPlan of every workflow by its id, for the metadata of a graph file."""
    plans = {id: workflow_plan(curation.workflows[id]) for id in sorted(curation.workflows)}
    return {"workflow_plans": plans} if plans else {}


def plan_bytes(workflow: Workflow) -> bytes:
    return orjson.dumps(
        workflow_plan(workflow), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    )


def plan_tools(workflow: Workflow) -> list[str]:
    """The tools of its steps, as a WorkflowPlan holds them."""
    return [step.tool for step in _tool_steps(workflow)]


def workflow_plan(workflow: Workflow) -> dict[str, object]:
    """The runtime's form: tools in order, and where a parameter takes another's answer from."""
    tools = {step.id: step.tool for step in workflow.steps}
    steps = [
        {
            "order": order,
            "tool": step.tool,
            "reason": step.reason,
            "params_from": {
                name: said
                for name, binding in step.bindings.items()
                if (said := _source(binding, tools))
            },
        }
        for order, step in enumerate(_tool_steps(workflow), 1)
    ]
    return {"goal": workflow.goal, "confidence": "manual", "steps": steps}


def _tool_steps(workflow: Workflow) -> list[Step]:
    return [step for step in workflow.steps if not step.tool.startswith(_NO_TOOL)]


def _source(binding: Binding, tools: Mapping[str, str]) -> str:
    """`tool.response.field` or `input.name`; empty for constants, which the form cannot hold."""
    match parse(binding.source or ""):
        case StepOutput(step, path) if step in tools:
            return ".".join(part for part in (tools[step], "response", path) if part)
        case InputValue(name):
            return f"input.{name}"
        case _:
            return ""


def _named(curation: Curation) -> dict[str, Workflow]:
    """The workflows by a name that every file system takes, case-blind ones too."""
    named: dict[str, Workflow] = {}
    taken: set[str] = set()
    for id in sorted(curation.workflows):
        plain = _NOT_PLAIN.sub("-", id).strip("-.")[:_LONGEST] or "workflow"
        name, number = plain, 1
        while name.lower() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.lower())
        named[name] = curation.workflows[id]
    return named
