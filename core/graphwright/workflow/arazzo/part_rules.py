"""What is wrong with the parts of a step or workflow: parameters, bodies, actions, outputs."""

import re
from collections.abc import Iterator

from ...formats.values import mapping, sequence, text
from ...issues import Issue, IssueCode
from ..expressions import InputValue, StepOutput, expressions, is_expression
from .marks import NOTE, WARNING, Object, Place, Scope, bad, held, issue

_NAME = re.compile(r"[A-Za-z0-9_\-.]+")
_PLACES = ("path", "query", "header", "cookie", "querystring", "body")


def parameter_issues(value: object, scope: Scope, place: Place, operation: bool) -> Iterator[Issue]:
    if value is not None and not isinstance(value, list):
        yield issue("Parameters must be a list.", *place)
    for position, one in enumerate(sequence(value)):
        where = (*place, position)
        parameter = mapping(one)
        if "$ref" in parameter:
            yield from ref_issues(parameter, where)
        elif parameter.get("reference") not in (None, ""):
            yield from _reusable_issues(parameter["reference"], scope, (*where, "reference"))
        else:
            yield from _own_parameter_issues(parameter, operation, where)
        yield from _reference_issues(parameter.get("value"), scope, (*where, "value"))


def _own_parameter_issues(parameter: Object, operation: bool, where: Place) -> Iterator[Issue]:
    if not text(parameter.get("name")):
        yield bad("Its name is missing or no text.", *where, *held(parameter, "name"))
    if "value" not in parameter:
        yield bad("It has no value.", *where)
    place = parameter.get("in")
    if place is not None and place not in _PLACES:
        yield bad("Its place is none of path, query, header, cookie.", *where, "in")
    elif place is None and operation:
        yield bad("It does not say where it travels (in).", *where, severity=WARNING)


def body_issues(value: object, scope: Scope, place: Place) -> Iterator[Issue]:
    if value is not None and not isinstance(value, dict):
        yield issue("A request body must be an object.", *place)
    body = mapping(value)
    yield from ref_issues(body, place)
    yield from _reference_issues(body.get("payload"), scope, (*place, "payload"))
    for position, one in enumerate(sequence(body.get("replacements"))):
        where = (*place, "replacements", position)
        if not text(mapping(one).get("target")):
            yield issue("A replacement needs a target.", *where)
        yield from _reference_issues(mapping(one).get("value"), scope, (*where, "value"))


def criteria_issues(value: object, place: Place) -> Iterator[Issue]:
    if value is not None and not isinstance(value, list):
        yield issue("Criteria must be a list.", *place)
    for position, one in enumerate(sequence(value)):
        if "condition" not in mapping(one):
            yield issue("A criterion needs a condition.", *place, position)


def action_issues(value: object, scope: Scope, place: Place) -> Iterator[Issue]:
    if value is not None and not isinstance(value, list):
        yield issue("Actions must be a list.", *place)
    for position, one in enumerate(sequence(value)):
        where = (*place, position)
        action = mapping(one)
        shared = action.get("reference") or (None if "type" in action else action.get("name"))
        if isinstance(shared, str) and shared.startswith("$components."):
            yield from _reusable_issues(shared, scope, where)
            continue
        if action.get("type") not in ("end", "goto", "retry"):
            yield issue("Its type is none of end, goto, retry.", *where, *held(action, "type"))
        if not text(action.get("name")):
            yield issue("An action needs a name.", *where, severity=WARNING)
        yield from _goal_issues(action, scope, where)


def _goal_issues(action: Object, scope: Scope, where: Place) -> Iterator[Issue]:
    """Where an action jumps to."""
    if action.get("type") == "goto" and not (action.get("stepId") or action.get("workflowId")):
        yield issue("A goto needs a stepId or workflowId.", *where)
    step = action.get("stepId")
    if step not in (None, "") and text(step) not in scope.steps:
        message = f"There is no step {text(step)[:80]!r} in this workflow."
        yield issue(message, *where, "stepId", code=IssueCode.UNKNOWN_SOURCE)
    workflow = action.get("workflowId")
    if isinstance(workflow, str) and workflow and not workflow.startswith("$") and (
        workflow not in scope.workflows
    ):  # fmt: skip
        message = f"There is no workflow {workflow[:80]!r} in this document."
        yield issue(message, *where, "workflowId", code=IssueCode.UNKNOWN_TOOL)


def output_issues(value: object, scope: Scope, place: Place) -> Iterator[Issue]:
    if value is not None and not isinstance(value, dict):
        yield issue("Outputs must be an object.", *place)
    for name, source in mapping(value).items():
        where = (*place, name)
        if not _NAME.fullmatch(name):
            message = "A name of an output has letters, digits, '.', '-' and '_' alone."
            yield issue(message, *where, severity=WARNING)
        if not isinstance(source, str | dict):
            yield issue("An output must be an expression.", *where)
        yield from _reference_issues(source, scope, where)


def _reference_issues(value: object, scope: Scope, place: Place) -> Iterator[Issue]:
    """Expressions anywhere in a value that name a step or an output that is not there."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _reference_issues(inner, scope, (*place, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _reference_issues(inner, scope, (*place, position))
    elif isinstance(value, str) and is_expression(value):
        for found in expressions(value):
            if isinstance(found, StepOutput) and (said := _missing(found, scope)):
                yield issue(said, *place, code=IssueCode.UNKNOWN_SOURCE)
            elif str(found).startswith("$steps.") and not isinstance(
                found, StepOutput | InputValue
            ):
                message = f"{str(found)[:80]!r} does not read an output of a step."
                yield issue(message, *place, code=IssueCode.UNKNOWN_SOURCE, severity=WARNING)


def _missing(found: StepOutput, scope: Scope) -> str:
    if found.step not in scope.steps:
        return f"There is no step {found.step[:80]!r} in this workflow."
    if found.step in scope.whole:
        return ""
    names = scope.steps[found.step]
    inside = any(found.path == n or found.path.startswith((f"{n}.", f"{n}[")) for n in names)
    if inside or not found.path:
        return ""
    return f"The step {found.step[:80]!r} has no output {found.path[:80]!r}."


def ref_issues(value: Object, place: Place) -> Iterator[Issue]:
    if "$ref" in value:
        message = f"{text(value['$ref'])[:120]!r} is outside of the document; it is kept unread."
        yield issue(message, *place, "$ref", code=IssueCode.EXTERNAL_REF, severity=NOTE)


def _reusable_issues(reference: object, scope: Scope, place: Place) -> Iterator[Issue]:
    parts = text(reference).removeprefix("$components.").split(".", 1)
    held = mapping(scope.components.get(parts[0]))
    if len(parts) < 2 or parts[1] not in held:
        message = f"{text(reference)[:120]!r} leads nowhere."
        yield issue(message, *place, code=IssueCode.UNRESOLVED_REF)
