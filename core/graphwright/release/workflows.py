"""Workflows as files: Arazzo, the runtime's WorkflowPlan, and the Plan that it can run."""

import re

from ..curate.curation import Curation
from ..workflow import arazzo
from ..workflow.model import Workflow

_LONGEST = 80  # characters of a file's name
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")


def workflow_files(curation: Curation) -> dict[str, bytes]:
    """Three files a workflow, by name."""
    files: dict[str, bytes] = {}
    for name, workflow in _named(curation).items():
        files[f"{name}.arazzo.json"] = arazzo.write([workflow], curation.graph)
    return files


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
