"""The JSON form of a workflow, as command line, page and patch file write it."""

from collections.abc import Iterable

from pydantic import TypeAdapter, ValidationError

from ..errors import ReadError
from ..issues import Issue
from .model import Binding, Input, Step, Workflow

_WORKFLOW: TypeAdapter[Workflow] = TypeAdapter(Workflow)


def workflow_json(workflow: Workflow, issues: Iterable[Issue] = ()) -> dict[str, object]:
    """The JSON form; `issues` are those that `check` found."""
    form: dict[str, object] = {
        "id": workflow.id,
        "goal": workflow.goal,
        "inputs": [_input_json(one) for one in workflow.inputs],
        "steps": [_step_json(step) for step in workflow.steps],
        "outputs": dict(workflow.outputs),
        "issues": [issue_json(issue) for issue in issues],
    }
    return form | ({"raw": workflow.raw.value()} if workflow.raw else {})


def issue_json(issue: Issue) -> dict[str, str]:
    return {
        "code": issue.code.value,
        "severity": issue.severity.value,
        "where": issue.where,
        "message": issue.message,
    }


def read_workflow(data: object) -> Workflow:
    """A workflow from its JSON form; `issues` in it are not read but found again.

    Raises:
        ReadError: `data` is no workflow; the sentence names the place.
    """
    try:
        return _WORKFLOW.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = "/" + "/".join(str(part) for part in first["loc"])
        raise ReadError(f"That is no workflow: at {place}: {first['msg']}.") from None


def _input_json(one: Input) -> dict[str, object]:
    form: dict[str, object] = {"name": one.name, "type": one.type, "required": one.required}
    return form | ({"description": one.description} if one.description else {})


def _step_json(step: Step) -> dict[str, object]:
    form: dict[str, object] = {
        "id": step.id,
        "tool": step.tool,
        "reason": step.reason,
        "after": list(step.after),
        "bindings": {name: _binding_json(one) for name, one in step.bindings.items()},
    }
    kept = {"success": list(step.success), "outputs": dict(step.outputs), "raw": step.raw.value()}
    return form | {key: value for key, value in kept.items() if value}


def _binding_json(binding: Binding) -> dict[str, object]:
    if binding.source is not None:
        return {"from": binding.source}
    return {"from": None, "value": binding.value}
