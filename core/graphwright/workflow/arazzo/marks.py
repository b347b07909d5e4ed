"""Marks on an Arazzo document: issues at their places, and what may be named inside of one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...formats.values import text
from ...issues import Issue, IssueCode, Severity
from ..places import at as pointer

Object = Mapping[str, object]
Place = tuple[str | int, ...]
ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

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
class Scope:
    """What may be named inside of a workflow."""

    components: Object
    sources: frozenset[str]
    workflows: frozenset[str]
    steps: Mapping[str, frozenset[str]] = field(default_factory=dict)  # id → names of outputs
    whole: frozenset[str] = frozenset()  # steps that call another workflow or channel


def id_issues(value: Object, key: str, seen: set[str], place: Place) -> Iterator[Issue]:
    id = text(value.get(key))
    if not id:
        yield issue(f"Its {key} is missing or no text.", *place, *held(value, key))
    elif id in seen:
        message = f"The {key} {id[:80]!r} stands more than once."
        yield issue(message, *place, key, code=IssueCode.DUPLICATE_NAME)
    seen.add(id)


def key_issues(value: Object, kind: str, place: Place) -> Iterator[Issue]:
    known = _KEYS[kind].split()
    for key in value:
        if key not in known and not key.startswith(("x-", "$")):
            message = f"{key[:80]!r} is no key of Arazzo here; it is kept."
            yield issue(message, *place, key, severity=WARNING)


def held(value: Object, key: str) -> tuple[str, ...]:
    """The place of a wrong key; of a missing one, the object that lacks it."""
    return (key,) if key in value else ()


def at(*place: str | int) -> str:
    return "#" + pointer(*place)


def issue(
    message: str,
    *place: str | int,
    code: IssueCode = IssueCode.BAD_WORKFLOW,
    severity: Severity = ERROR,
) -> Issue:
    return Issue(code, severity, at(*place), message)


def bad(message: str, *place: str | int, severity: Severity = ERROR) -> Issue:
    return Issue(IssueCode.BAD_PARAMETER, severity, at(*place), message)
