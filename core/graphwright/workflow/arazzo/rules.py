"""What is wrong with an Arazzo document, each thing at its place.

Source: Arazzo Specification 1.0.1 and 1.1.0; the JSON schema of the former.
"""

import re
from collections.abc import Iterator

from ...formats.values import mapping, sequence, text
from ...issues import Issue, IssueCode
from .marks import NOTE, WARNING, Object, Place, Scope, at, held, id_issues, issue, key_issues
from .operations import CALLS
from .part_rules import (
    action_issues,
    body_issues,
    criteria_issues,
    output_issues,
    parameter_issues,
    ref_issues,
)

_VERSION = re.compile(r"1\.[01](\.\d+)?([-+].*)?")


def document_issues(document: Object) -> Iterator[Issue]:
    """Every break of the specification, and every reference that leads nowhere."""
    yield from _head_issues(document)
    listed = document.get("workflows")
    workflows = [mapping(one) for one in sequence(listed)]
    if not workflows:
        yield issue("It needs a list of workflows.", *held(document, "workflows"))
    scope = Scope(
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
            yield issue("A workflow must be an object.", *place)
            continue
        yield from id_issues(value, "workflowId", seen, place)
        yield from _workflow_issues(value, scope, place)


def _head_issues(document: Object) -> Iterator[Issue]:
    version = text(document.get("arazzo"))
    if not _VERSION.fullmatch(version):
        message = f"Arazzo {version[:20]!r} is not known; it was read as 1.1."
        yield Issue(IssueCode.UNKNOWN_VERSION, WARNING, at("arazzo"), message)
    info = document.get("info")
    if not isinstance(info, dict):
        yield issue("It needs an info object with title and version.", *held(document, "info"))
    else:
        for key in ("title", "version"):
            if not text(info.get(key)):
                yield issue(f"Its {key} is missing or no text.", "info", *held(info, key))
        yield from key_issues(info, "info", ("info",))
    yield from _source_issues(document)
    yield from key_issues(document, "", ())


def _source_issues(document: Object) -> Iterator[Issue]:
    listed = document.get("sourceDescriptions")
    if not isinstance(listed, list) or not listed:
        message = "It needs at least one source description."
        yield issue(message, *held(document, "sourceDescriptions"))
        return
    seen: set[str] = set()
    for position, one in enumerate(listed):
        place = ("sourceDescriptions", position)
        value = mapping(one)
        yield from id_issues(value, "name", seen, place)
        if not text(value.get("url")):
            yield issue("Its url is missing or no text.", *place, *held(value, "url"))
        if value.get("type") not in (None, "openapi", "arazzo", "asyncapi"):
            message = "Its type is none of openapi, arazzo, asyncapi."
            yield issue(message, *place, "type")
        yield from key_issues(value, "source", place)


def _workflow_issues(value: Object, scope: Scope, place: Place) -> Iterator[Issue]:
    steps = value.get("steps")
    if not isinstance(steps, list) or not steps:
        yield issue("It needs a list of steps.", *place, *held(value, "steps"))
    yield from key_issues(value, "workflow", place)
    yield from _schema_issues(value.get("inputs"), scope, (*place, "inputs"))
    objects = [mapping(one) for one in sequence(steps)]
    inner = Scope(
        scope.components,
        scope.sources,
        scope.workflows,
        {text(s.get("stepId")): frozenset(mapping(s.get("outputs"))) for s in objects},
        frozenset(
            text(s.get("stepId")) for s in objects if s.get("workflowId") or s.get("channelPath")
        ),
    )
    yield from parameter_issues(value.get("parameters"), inner, (*place, "parameters"), False)
    for key in ("successActions", "failureActions"):
        yield from action_issues(value.get(key), inner, (*place, key))
    seen: set[str] = set()
    for position, step in enumerate(sequence(steps)):
        yield from _step_issues(step, inner, seen, (*place, "steps", position))
    yield from output_issues(value.get("outputs"), inner, (*place, "outputs"))
    yield from _workflow_waits(value.get("dependsOn"), scope, (*place, "dependsOn"))


def _workflow_waits(value: object, scope: Scope, place: Place) -> Iterator[Issue]:
    for position, one in enumerate(sequence(value)):
        name = text(one)
        if not name.startswith("$") and name not in scope.workflows:
            message = f"There is no workflow {name[:80]!r} in this document."
            yield issue(message, *place, position, code=IssueCode.UNKNOWN_SOURCE)


def _step_issues(value: object, scope: Scope, seen: set[str], place: Place) -> Iterator[Issue]:
    if not isinstance(value, dict):
        yield issue("A step must be an object.", *place)
        return
    yield from id_issues(value, "stepId", seen, place)
    yield from key_issues(value, "step", place)
    yield from _call_issues(value, scope, place)
    operation = "operationId" in value or "operationPath" in value
    yield from parameter_issues(value.get("parameters"), scope, (*place, "parameters"), operation)
    yield from body_issues(value.get("requestBody"), scope, (*place, "requestBody"))
    yield from criteria_issues(value.get("successCriteria"), (*place, "successCriteria"))
    for key in ("onSuccess", "onFailure"):
        yield from action_issues(value.get(key), scope, (*place, key))
    yield from output_issues(value.get("outputs"), scope, (*place, "outputs"))
    yield from _wait_issues(value, scope, place)


def _call_issues(value: Object, scope: Scope, place: Place) -> Iterator[Issue]:
    called = [key for key in CALLS if value.get(key) not in (None, "")]
    if not called and "x-operation" in value:
        message = "Its request is written in x-operation; it is kept, and not checked."
        yield issue(message, *place, "x-operation", code=IssueCode.NOT_EXPRESSED, severity=NOTE)
        return
    if len(called) != 1:
        message = "A step calls exactly one of operationId, operationPath, workflowId."
        yield issue(message, *place, *called[1:2])
        return
    said = value[called[0]]
    if not isinstance(said, str) or not said:
        yield issue(f"Its {called[0]} is no text.", *place, called[0])
        return
    source = re.match(r"\{?\$sourceDescriptions\.([^.}#]+)", said)
    if source and source[1] not in scope.sources:
        message = f"There is no source description {source[1][:80]!r}."
        yield issue(message, *place, called[0], code=IssueCode.UNKNOWN_SOURCE)
    if called[0] == "workflowId" and not said.startswith("$") and said not in scope.workflows:
        message = f"There is no workflow {said[:80]!r} in this document."
        yield issue(message, *place, "workflowId", code=IssueCode.UNKNOWN_TOOL)


def _wait_issues(value: Object, scope: Scope, place: Place) -> Iterator[Issue]:
    for position, one in enumerate(sequence(value.get("dependsOn"))):
        name = text(one)
        own = name.rpartition("$steps.")[2] if name.startswith("$steps.") else name
        if not own.startswith("$") and own not in scope.steps:
            message = f"There is no step {own[:80]!r} in this workflow."
            yield issue(message, *place, "dependsOn", position, code=IssueCode.UNKNOWN_SOURCE)


def _schema_issues(value: object, scope: Scope, place: Place) -> Iterator[Issue]:
    if value is not None and not isinstance(value, dict):
        yield issue("Inputs must be a schema object.", *place)
    schema = mapping(value)
    reference = text(schema.get("$ref"))
    if reference.startswith("#/components/inputs/"):
        name = reference.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        if name not in mapping(scope.components.get("inputs")):
            message = f"{reference[:120]!r} leads nowhere."
            yield issue(message, *place, "$ref", code=IssueCode.UNRESOLVED_REF)
    else:
        yield from ref_issues(schema, place)
