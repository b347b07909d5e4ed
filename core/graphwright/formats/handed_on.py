"""Documents that other rooms read: workflows and golden queries, kept as they came."""

from collections.abc import Mapping

from .ingested import Ingested
from .values import mapping, sequence, text

_OF_PLAN = ("args", "depends_on", "rationale")
_OF_OURS = ("bindings", "after")


def workflow_kind(document: object) -> str:
    """Which form of workflow it is: arazzo, workflow, plan or workflow-plan; "" for none."""
    value = mapping(document)
    if "arazzo" in value:
        return "arazzo"
    steps = [mapping(step) for step in sequence(value.get("steps"))]
    if "steps" not in value or not ("goal" in value or any("tool" in step for step in steps)):
        return ""
    if any(key in step for step in steps for key in _OF_OURS) or "inputs" in value:
        return "workflow"
    if any(key in step for step in steps for key in _OF_PLAN) or "output_binding" in value:
        return "plan"
    return "workflow-plan"


def is_workflow(document: object) -> bool:
    return bool(_workflows(document))


def read_workflows(document: object, name: str) -> Ingested:
    found = _workflows(document)
    kind = workflow_kind(found[0]) if found else "workflow"
    title = text(mapping(found[0].get("info")).get("title")) if found else ""
    kinds = tuple((workflow_kind(value), value) for value in found)
    return Ingested(name=name, kind=kind, title=title, workflows=kinds)


def _workflows(document: object) -> list[Mapping[str, object]]:
    """The workflows of a document: itself, or all of a list."""
    if workflow_kind(document):
        return [mapping(document)]
    listed = document if isinstance(document, list) else mapping(document).get("workflows")
    found = [mapping(item) for item in sequence(listed)]
    return found if found and all(map(workflow_kind, found)) else []


def is_golden(document: object) -> bool:
    listed = document if isinstance(document, list) else mapping(document).get("queries")
    return any(isinstance(mapping(item).get("query"), str) for item in sequence(listed))


def read_golden(document: object, name: str) -> Ingested:
    listed = document if isinstance(document, list) else mapping(document).get("queries")
    return Ingested(name=name, kind="golden", golden=tuple(map(mapping, sequence(listed))))
