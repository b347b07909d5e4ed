"""What is wrong with an Arazzo document, each thing at its place.

Source: Arazzo Specification 1.0.1 and 1.1.0; the JSON schema of the former.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...formats.values import mapping, sequence, text
from ...issues import Issue, IssueCode, Severity
from ..expressions import InputValue, StepOutput, expressions, is_expression
from ..places import at
from .operations import CALLS

Object = Mapping[str, object]
_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

_VERSION = re.compile(r"1\.[01](\.\d+)?([-+].*)?")
_NAME = re.compile(r"[A-Za-z0-9_\-.]+")
_PLACES = ("path", "query", "header", "cookie", "querystring", "body")
# Keys of each object, to tell a misspelt one; `x-…` and `$…` are free.
_KEYS: Mapping[str, str] = {
    "": "arazzo info sourceDescriptions workflows components",
    "info": "title summary description version",
    "source": "name url type",
    "workflow": "workflowId summary description inputs dependsOn steps successActions "
    "failureActions outputs parameters",
    "step": "stepId description operationId operationPath workflowId channelPath action "
    "correlationId timeout dependsOn parameters requestBody successCriteria onSuccess "
    "onFailure outputs",
}


@dataclass(frozen=True, slots=True)
class _Scope:
    """What may be named inside of a workflow."""

    components: Object
    sources: frozenset[str]
    workflows: frozenset[str]
    steps: Mapping[str, frozenset[str]] = field(default_factory=dict)  # id → names of outputs
    whole: frozenset[str] = frozenset()  # steps that call another workflow or channel


def document_issues(document: Object) -> Iterator[Issue]:
    """Every break of the specification, and every reference that leads nowhere."""
    yield from _head_issues(document)
    listed = document.get("workflows")
    workflows = [mapping(one) for one in sequence(listed)]
    if not workflows:
        yield _issue("It needs a list of workflows.", *_held(document, "workflows"))
    scope = _Scope(
        mapping(document.get("components")),
        frozenset(
            text(mapping(one).get("name")) for one in sequence(document.get("sourceDescriptions"))
        ),
        frozenset(text(one.get("workflowId")) for one in workflows),
    )
    seen: set[str] = set()
    for position, value in enumerate(sequence(listed)):
        place = ("workflows", position)
        if not isinstance(value, dict):
            yield _issue("A workflow must be an object.", *place)
            continue
        yield from _id_issues(value, "workflowId", seen, place)
        yield from _workflow_issues(value, scope, place)


def _head_issues(document: Object) -> Iterator[Issue]:
    version = text(document.get("arazzo"))
    if not _VERSION.fullmatch(version):
        message = f"Arazzo {version[:20]!r} is not known; it was read as 1.1."
        yield Issue(IssueCode.UNKNOWN_VERSION, _WARNING, _at("arazzo"), message)
    info = document.get("info")
    if not isinstance(info, dict):
        yield _issue("It needs an info object with title and version.", *_held(document, "info"))
    else:
        for key in ("title", "version"):
            if not text(info.get(key)):
                yield _issue(f"Its {key} is missing or no text.", "info", *_key(info, key))
        yield from _key_issues(info, "info", ("info",))
    yield from _source_issues(document)
    yield from _key_issues(document, "", ())


def _source_issues(document: Object) -> Iterator[Issue]:
    listed = document.get("sourceDescriptions")
    if not isinstance(listed, list) or not listed:
        message = "It needs at least one source description."
        yield _issue(message, *_held(document, "sourceDescriptions"))
        return
    seen: set[str] = set()
    for position, one in enumerate(listed):
        place = ("sourceDescriptions", position)
        value = mapping(one)
        yield from _id_issues(value, "name", seen, place)
        if not text(value.get("url")):
            yield _issue("Its url is missing or no text.", *place, *_key(value, "url"))
        if value.get("type") not in (None, "openapi", "arazzo", "asyncapi"):
            message = "Its type is none of openapi, arazzo, asyncapi."
            yield _issue(message, *place, "type")
        yield from _key_issues(value, "source", place)


def _workflow_issues(value: Object, scope: _Scope, place: tuple[str | int, ...]) -> Iterator[Issue]:
    steps = value.get("steps")
    if not isinstance(steps, list) or not steps:
        yield _issue("It needs a list of steps.", *place, *_key(value, "steps"))
    yield from _key_issues(value, "workflow", place)
    yield from _schema_issues(value.get("inputs"), scope, (*place, "inputs"))
    objects = [mapping(one) for one in sequence(steps)]
    inner = _Scope(
        scope.components,
        scope.sources,
        scope.workflows,
        {text(s.get("stepId")): frozenset(mapping(s.get("outputs"))) for s in objects},
        frozenset(
            text(s.get("stepId")) for s in objects if s.get("workflowId") or s.get("channelPath")
        ),
    )
    yield from _parameter_issues(value.get("parameters"), inner, (*place, "parameters"), False)
    for key in ("successActions", "failureActions"):
        yield from _action_issues(value.get(key), inner, (*place, key))
    seen: set[str] = set()
    for position, step in enumerate(sequence(steps)):
        yield from _step_issues(step, inner, seen, (*place, "steps", position))
    yield from _output_issues(value.get("outputs"), inner, (*place, "outputs"))
    yield from _workflow_waits(value.get("dependsOn"), scope, (*place, "dependsOn"))


def _workflow_waits(value: object, scope: _Scope, place: tuple[str | int, ...]) -> Iterator[Issue]:
    for position, one in enumerate(sequence(value)):
        name = text(one)
        if not name.startswith("$") and name not in scope.workflows:
            message = f"There is no workflow {name[:80]!r} in this document."
            yield _issue(message, *place, position, code=IssueCode.UNKNOWN_SOURCE)


def _step_issues(
    value: object, scope: _Scope, seen: set[str], place: tuple[str | int, ...]
) -> Iterator[Issue]:
    if not isinstance(value, dict):
        yield _issue("A step must be an object.", *place)
        return
    yield from _id_issues(value, "stepId", seen, place)
    yield from _key_issues(value, "step", place)
    yield from _call_issues(value, scope, place)
    operation = "operationId" in value or "operationPath" in value
    yield from _parameter_issues(value.get("parameters"), scope, (*place, "parameters"), operation)
    yield from _body_issues(value.get("requestBody"), scope, (*place, "requestBody"))
    yield from _criteria_issues(value.get("successCriteria"), (*place, "successCriteria"))
    for key in ("onSuccess", "onFailure"):
        yield from _action_issues(value.get(key), scope, (*place, key))
    yield from _output_issues(value.get("outputs"), scope, (*place, "outputs"))
    yield from _wait_issues(value, scope, place)


def _call_issues(value: Object, scope: _Scope, place: tuple[str | int, ...]) -> Iterator[Issue]:
    called = [key for key in CALLS if value.get(key) not in (None, "")]
    if not called and "x-operation" in value:
        message = "Its request is written in x-operation; it is kept, and not checked."
        yield _issue(message, *place, "x-operation", code=IssueCode.NOT_EXPRESSED, severity=_NOTE)
        return
    if len(called) != 1:
        message = "A step calls exactly one of operationId, operationPath, workflowId."
        yield _issue(message, *place, *called[1:2])
        return
    said = value[called[0]]
    if not isinstance(said, str) or not said:
        yield _issue(f"Its {called[0]} is no text.", *place, called[0])
        return
    source = re.match(r"\{?\$sourceDescriptions\.([^.}#]+)", said)
    if source and source[1] not in scope.sources:
        message = f"There is no source description {source[1][:80]!r}."
        yield _issue(message, *place, called[0], code=IssueCode.UNKNOWN_SOURCE)
    if called[0] == "workflowId" and not said.startswith("$") and said not in scope.workflows:
        message = f"There is no workflow {said[:80]!r} in this document."
        yield _issue(message, *place, "workflowId", code=IssueCode.UNKNOWN_TOOL)


def _wait_issues(value: Object, scope: _Scope, place: tuple[str | int, ...]) -> Iterator[Issue]:
    for position, one in enumerate(sequence(value.get("dependsOn"))):
        name = text(one)
        own = name.rpartition("$steps.")[2] if name.startswith("$steps.") else name
        if not own.startswith("$") and own not in scope.steps:
            message = f"There is no step {own[:80]!r} in this workflow."
            yield _issue(message, *place, "dependsOn", position, code=IssueCode.UNKNOWN_SOURCE)


def _parameter_issues(
    value: object, scope: _Scope, place: tuple[str | int, ...], operation: bool
) -> Iterator[Issue]:
    if value is not None and not isinstance(value, list):
        yield _issue("Parameters must be a list.", *place)
    for position, one in enumerate(sequence(value)):
        where = (*place, position)
        parameter = mapping(one)
        if "$ref" in parameter:
            yield from _ref_issues(parameter, where)
        elif parameter.get("reference") not in (None, ""):
            yield from _reusable_issues(parameter["reference"], scope, (*where, "reference"))
        else:
            yield from _own_parameter_issues(parameter, operation, where)
        yield from _reference_issues(parameter.get("value"), scope, (*where, "value"))


def _own_parameter_issues(
    parameter: Object, operation: bool, where: tuple[str | int, ...]
) -> Iterator[Issue]:
    if not text(parameter.get("name")):
        yield _bad("Its name is missing or no text.", *where, *_key(parameter, "name"))
    if "value" not in parameter:
        yield _bad("It has no value.", *where)
    place = parameter.get("in")
    if place is not None and place not in _PLACES:
        yield _bad("Its place is none of path, query, header, cookie.", *where, "in")
    elif place is None and operation:
        yield _bad("It does not say where it travels (in).", *where, severity=_WARNING)


def _body_issues(value: object, scope: _Scope, place: tuple[str | int, ...]) -> Iterator[Issue]:
    if value is not None and not isinstance(value, dict):
        yield _issue("A request body must be an object.", *place)
    body = mapping(value)
    yield from _ref_issues(body, place)
    yield from _reference_issues(body.get("payload"), scope, (*place, "payload"))
    for position, one in enumerate(sequence(body.get("replacements"))):
        where = (*place, "replacements", position)
        if not text(mapping(one).get("target")):
            yield _issue("A replacement needs a target.", *where)
        yield from _reference_issues(mapping(one).get("value"), scope, (*where, "value"))


def _criteria_issues(value: object, place: tuple[str | int, ...]) -> Iterator[Issue]:
    if value is not None and not isinstance(value, list):
        yield _issue("Criteria must be a list.", *place)
    for position, one in enumerate(sequence(value)):
        if "condition" not in mapping(one):
            yield _issue("A criterion needs a condition.", *place, position)


def _action_issues(value: object, scope: _Scope, place: tuple[str | int, ...]) -> Iterator[Issue]:
    if value is not None and not isinstance(value, list):
        yield _issue("Actions must be a list.", *place)
    for position, one in enumerate(sequence(value)):
        where = (*place, position)
        action = mapping(one)
        shared = action.get("reference") or (None if "type" in action else action.get("name"))
        if isinstance(shared, str) and shared.startswith("$components."):
            yield from _reusable_issues(shared, scope, where)
            continue
        if action.get("type") not in ("end", "goto", "retry"):
            yield _issue("Its type is none of end, goto, retry.", *where, *_key(action, "type"))
        if not text(action.get("name")):
            yield _issue("An action needs a name.", *where, severity=_WARNING)
        yield from _goal_issues(action, scope, where)


def _goal_issues(action: Object, scope: _Scope, where: tuple[str | int, ...]) -> Iterator[Issue]:
    """Where an action jumps to."""
    if action.get("type") == "goto" and not (action.get("stepId") or action.get("workflowId")):
        yield _issue("A goto needs a stepId or workflowId.", *where)
    step = action.get("stepId")
    if step not in (None, "") and text(step) not in scope.steps:
        message = f"There is no step {text(step)[:80]!r} in this workflow."
        yield _issue(message, *where, "stepId", code=IssueCode.UNKNOWN_SOURCE)
    workflow = action.get("workflowId")
    if isinstance(workflow, str) and workflow and not workflow.startswith("$") and (
        workflow not in scope.workflows
    ):  # fmt: skip
        message = f"There is no workflow {workflow[:80]!r} in this document."
        yield _issue(message, *where, "workflowId", code=IssueCode.UNKNOWN_TOOL)


def _output_issues(value: object, scope: _Scope, place: tuple[str | int, ...]) -> Iterator[Issue]:
    if value is not None and not isinstance(value, dict):
        yield _issue("Outputs must be an object.", *place)
    for name, source in mapping(value).items():
        where = (*place, name)
        if not _NAME.fullmatch(name):
            message = "A name of an output has letters, digits, '.', '-' and '_' alone."
            yield _issue(message, *where, severity=_WARNING)
        if not isinstance(source, str | dict):
            yield _issue("An output must be an expression.", *where)
        yield from _reference_issues(source, scope, where)


def _reference_issues(
    value: object, scope: _Scope, place: tuple[str | int, ...]
) -> Iterator[Issue]:
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
                yield _issue(said, *place, code=IssueCode.UNKNOWN_SOURCE)
            elif str(found).startswith("$steps.") and not isinstance(
                found, StepOutput | InputValue
            ):
                message = f"{str(found)[:80]!r} does not read an output of a step."
                yield _issue(message, *place, code=IssueCode.UNKNOWN_SOURCE, severity=_WARNING)


def _missing(found: StepOutput, scope: _Scope) -> str:
    if found.step not in scope.steps:
        return f"There is no step {found.step[:80]!r} in this workflow."
    if found.step in scope.whole:
        return ""
    names = scope.steps[found.step]
    inside = any(found.path == n or found.path.startswith((f"{n}.", f"{n}[")) for n in names)
    if inside or not found.path:
        return ""
    return f"The step {found.step[:80]!r} has no output {found.path[:80]!r}."


def _schema_issues(value: object, scope: _Scope, place: tuple[str | int, ...]) -> Iterator[Issue]:
    if value is not None and not isinstance(value, dict):
        yield _issue("Inputs must be a schema object.", *place)
    schema = mapping(value)
    reference = text(schema.get("$ref"))
    if reference.startswith("#/components/inputs/"):
        name = reference.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        if name not in mapping(scope.components.get("inputs")):
            message = f"{reference[:120]!r} leads nowhere."
            yield _issue(message, *place, "$ref", code=IssueCode.UNRESOLVED_REF)
    else:
        yield from _ref_issues(schema, place)


def _ref_issues(value: Object, place: tuple[str | int, ...]) -> Iterator[Issue]:
    if "$ref" in value:
        message = f"{text(value['$ref'])[:120]!r} is outside of the document; it is kept unread."
        yield _issue(message, *place, "$ref", code=IssueCode.EXTERNAL_REF, severity=_NOTE)


def _reusable_issues(
    reference: object, scope: _Scope, place: tuple[str | int, ...]
) -> Iterator[Issue]:
    parts = text(reference).removeprefix("$components.").split(".", 1)
    held = mapping(scope.components.get(parts[0]))
    if len(parts) < 2 or parts[1] not in held:
        message = f"{text(reference)[:120]!r} leads nowhere."
        yield _issue(message, *place, code=IssueCode.UNRESOLVED_REF)


def _id_issues(
    value: Object, key: str, seen: set[str], place: tuple[str | int, ...]
) -> Iterator[Issue]:
    id = text(value.get(key))
    if not id:
        yield _issue(f"Its {key} is missing or no text.", *place, *_key(value, key))
    elif id in seen:
        message = f"The {key} {id[:80]!r} stands more than once."
        yield _issue(message, *place, key, code=IssueCode.DUPLICATE_NAME)
    seen.add(id)


def _key_issues(value: Object, kind: str, place: Sequence[str | int]) -> Iterator[Issue]:
    known = _KEYS[kind].split()
    for key in value:
        if key not in known and not key.startswith(("x-", "$")):
            message = f"{key[:80]!r} is no key of Arazzo here; it is kept."
            yield _issue(message, *place, key, severity=_WARNING)


def _held(value: Object, key: str) -> tuple[str, ...]:
    return _key(value, key)


def _key(value: Object, key: str) -> tuple[str, ...]:
    """The place of a wrong key; of a missing one, the object that lacks it."""
    return (key,) if key in value else ()


def _at(*place: str | int) -> str:
    return "#" + at(*place)


def _issue(
    message: str,
    *place: str | int,
    code: IssueCode = IssueCode.BAD_WORKFLOW,
    severity: Severity = _ERROR,
) -> Issue:
    return Issue(code, severity, _at(*place), message)


def _bad(message: str, *place: str | int, severity: Severity = _ERROR) -> Issue:
    return Issue(IssueCode.BAD_PARAMETER, severity, _at(*place), message)
