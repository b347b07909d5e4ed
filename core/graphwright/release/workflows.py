"""Workflows as files: Arazzo, the runtime's WorkflowPlan, and the Plan that it executes."""

import re
from collections.abc import Mapping

import orjson

from ..curate.curation import Curation
from ..formats.values import mapping, sequence, text
from ..workflow import arazzo
from ..workflow.inline import with_called
from ..workflow.model import Workflow
from ..workflow.plans import plan_json, write_workflow_plan

_LONGEST = 80  # characters of a file's name
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
_OURS = "graphwright"


def workflow_files(curation: Curation) -> dict[str, bytes]:
    """The files of the folder by name, three a workflow.

    A Plan has no key but its own: the runtime has no loader for it, and its class takes no other.
    """
    files: dict[str, bytes] = {}
    for name, workflow in _named(curation).items():
        plan = plan_json(workflow, curation.graph, curation.workflows)
        together = with_called(workflow, curation.workflows)
        files[f"{name}.arazzo.json"] = arazzo.write(together, curation.graph)
        files[f"{name}.workflow-plan.json"] = write_workflow_plan(workflow, curation.workflows)
        files[f"{name}.plan.json"] = orjson.dumps(
            plan, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS
        )
    return files


def workflow_plans(curation: Curation) -> dict[str, object]:
    """The WorkflowPlan of every workflow by its id, for the metadata of a graph file."""
    known = curation.workflows
    plans = {id: _plain_plan(known[id], known) for id in sorted(known)}
    return {"workflow_plans": plans} if plans else {}


def plan_tools(workflow: Workflow) -> list[str]:
    """The tools of its steps, as a WorkflowPlan holds them."""
    steps = sequence(_plain_plan(workflow, {})["steps"])
    return [text(mapping(step).get("tool")) for step in steps]


def _plain_plan(workflow: Workflow, others: Mapping[str, Workflow]) -> dict[str, object]:
    read = mapping(orjson.loads(write_workflow_plan(workflow, others)))
    return {key: value for key, value in read.items() if key != _OURS}


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
