"""OpenAPI's links as declared relations: the linked operation needs something of the answer.

Source: OpenAPI Specification 3.1.1, Link Object.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..issues import Issue, IssueCode, Severity
from ..relations import Evidence, Origin, Relation, RelationKey, RelationKind
from ..tools import Tool
from .names import shown
from .operations import Operation, answered
from .references import References, look_up
from .values import mapping, text

_BODY = "$response.body#"
_PLACES = ("path", "query", "header", "cookie")


@dataclass(frozen=True, slots=True)
class _Link:
    name: str
    value: Mapping[str, object]
    where: str


def links(
    known: Iterable[tuple[Operation, Tool]], references: References, issues: list[Issue]
) -> tuple[Relation, ...]:
    """A relation for each pair of operations that links join."""
    pairs = list(known)
    by_id = {text(o.value.get("operationId")): tool.name for o, tool in reversed(pairs)}
    by_object = {id(operation.value): tool.name for operation, tool in pairs}
    relations: dict[RelationKey, Relation] = {}
    for operation, provider in pairs:
        for link in _links(operation, references):
            wanted = text(link.value.get("operationId"))
            linked = _linked(link, references)
            consumer = by_object.get(id(linked)) or (by_id.get(wanted) if wanted else None)
            if consumer is None:
                issues.append(_leads_nowhere(link))
            elif consumer != provider.name:
                _join(relations, _relation(consumer, provider.name, link))
    return tuple(relations.values())


def _links(operation: Operation, references: References) -> Iterator[_Link]:
    for status, value in answered(operation.value):
        response = references.follow(value).value
        for name, link in mapping(response.get("links")).items():
            where = f"{operation.where}/responses/{status}/links/{name}"
            yield _Link(name, references.follow(link).value, where)


def _linked(link: _Link, references: References) -> object:
    """The object that an operationRef points at."""
    ref = text(link.value.get("operationRef"))
    return look_up(references.document, ref[1:]) if ref.startswith("#/") else None


def _leads_nowhere(link: _Link) -> Issue:
    message = f"The link '{shown(link.name)}' leads to no operation of this document."
    return Issue(IssueCode.BAD_RELATION, Severity.WARNING, link.where, message)


def _join(relations: dict[RelationKey, Relation], relation: Relation) -> None:
    before = relations.get(relation.key)
    if before is not None:
        evidence = dict.fromkeys((*before.evidence, *relation.evidence))
        relation = replace(before, evidence=tuple(evidence))
    relations[relation.key] = relation


def _relation(consumer: str, provider: str, link: _Link) -> Relation:
    said = f"The document links '{shown(provider)}' to '{shown(consumer)}' as '{shown(link.name)}'"
    evidence = [
        _evidence(said, parameter, text(value))
        for parameter, value in mapping(link.value.get("parameters")).items()
    ]
    return Relation(
        consumer,
        provider,
        RelationKind.REQUIRES,
        origin=Origin.DECLARED,
        evidence=tuple(evidence) or (Evidence("openapi-link", f"{said}."),),
    )


def _evidence(said: str, parameter: str, value: str) -> Evidence:
    """The grounds of one parameter, whose name may say its place: `path.id`."""
    place, _, name = parameter.partition(".")
    named = name if place in _PLACES and name else parameter
    sentence = f"{said}: {shown(named)} is {shown(value) or 'a constant'}."
    return Evidence("openapi-link", sentence, named, _field(value))


def _field(expression: str) -> str:
    """The path of a field of an answer's body: `items[].id` of `$response.body#/items/0/id`."""
    if not expression.startswith(_BODY):
        return ""
    path = ""
    for part in expression.removeprefix(_BODY).split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        path += "[]" if key.isdecimal() else f".{key}" if path else key
    return path
