"""OpenAPI 3.0, 3.1 and 3.2 documents: each operation a tool, each link a declared relation.

Source: OpenAPI Specification 3.0.4, 3.1.1, 3.2.0.
"""

from collections.abc import Iterator, Mapping

from ..issues import Issue, IssueCode, Severity
from ..tools import Location, Parameter
from .ingested import Ingested
from .links import links
from .members import parameters
from .names import shown
from .operations import (
    Answer,
    Dialect,
    Operation,
    Wire,
    answered,
    operations,
    parameter,
    read_tools,
)
from .references import Elsewhere, References
from .schemas import Schemas
from .values import mapping, sequence, text

_KNOWN = ("3.0", "3.1", "3.2")
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def read_openapi(
    document: Mapping[str, object], name: str, elsewhere: Elsewhere | None = None
) -> Ingested:
    """The operations of a document as tools.

    Args:
        document: the parsed document.
        name: what it is called.
        elsewhere: documents beside it, to which its references may lead.
    """
    references = References(document, elsewhere)
    issues = list(_document_issues(document))
    found = list(operations(document, references, issues))
    dialect = Dialect(_parameter, _body, _answer, lambda refs, one: _wire(refs, one, document))
    tools = read_tools(found, Schemas(references), dialect, issues)
    relations = links(zip(found, tools, strict=True), references, issues)
    if not tools:
        issues.append(_no_tools(document))
    info = mapping(document.get("info"))
    return Ingested(
        name=name,
        kind="openapi",
        tools=tools,
        relations=relations,
        issues=tuple(issues),
        title=text(info.get("title")),
        version=text(info.get("version")),
    )


def _document_issues(document: Mapping[str, object]) -> Iterator[Issue]:
    version = text(document.get("openapi"))
    if not version.startswith(_KNOWN):
        message = f"OpenAPI '{shown(version)}' is not known; it was read as 3.1."
        yield Issue(IssueCode.UNKNOWN_VERSION, Severity.WARNING, "#/openapi", message)
    if "paths" in document and not isinstance(document["paths"], dict):
        message = "The paths are no object; no operation could be read."
        yield Issue(IssueCode.NOT_AN_OBJECT, Severity.ERROR, "#/paths", message)


def _no_tools(document: Mapping[str, object]) -> Issue:
    webhooks = len(mapping(document.get("webhooks"))) or len(mapping(document.get("x-webhooks")))
    reason = f"it describes only webhooks ({webhooks}), which others call" if webhooks else ""
    message = f"The document has no operation{': ' + reason if reason else ''}."
    return Issue(IssueCode.NO_TOOLS, Severity.NOTE, "#", message)


def _parameter(schemas: Schemas, declared: Mapping[str, object]) -> Parameter:
    content = mapping(declared.get("content"))
    media = mapping(next(iter(content.values()), None))
    return parameter(schemas, declared, declared.get("schema", media.get("schema")))


def _body(
    schemas: Schemas, operation: Operation, _: list[Mapping[str, object]]
) -> tuple[Parameter, ...]:
    body = schemas.references.follow(operation.value.get("requestBody")).value
    chosen = _media(body)
    if chosen is None:
        return ()
    media = schemas.references.follow(chosen[1]).value
    required = body.get("required") is True
    return parameters(schemas, media.get("schema"), Location.BODY, "body", required)


def _media(holder: Mapping[str, object]) -> tuple[str, object] | None:
    """The content of a body or response that is read: JSON, else a form, else the first."""

    def rank(media: str) -> int:
        kind = media.partition(";")[0].strip().lower()
        if kind == "application/json":
            return 0
        return 1 if "json" in kind else 2 if kind in _FORMS else 3

    content = mapping(holder.get("content"))
    return min(content.items(), key=lambda item: rank(item[0]), default=None)


def _answer(references: References, operation: Operation) -> Answer:
    """The first good response that has content, else the first good one."""
    first = Answer()
    for status, value in answered(operation.value):
        response = references.follow(value).value
        first = first if first.status else Answer(status=status)
        if chosen := _media(response):
            media = references.follow(chosen[1]).value
            listed = media.get("itemSchema")
            schema = media.get("schema")
            if schema is None and listed is not None:
                schema = {"type": "array", "items": listed}
            return Answer(schema, status, chosen[0])
    return first


def _wire(references: References, operation: Operation, document: Mapping[str, object]) -> Wire:
    levels = (operation.value, operation.item, document)
    stated = (sequence(level.get("servers")) for level in levels)
    servers = next((found for found in stated if found), ())
    chosen = _media(references.follow(operation.value.get("requestBody")).value)
    return Wire(
        address=_url(mapping(servers[0])) if servers else "",
        media=chosen[0] if chosen else "",
        schemes=mapping(mapping(document.get("components")).get("securitySchemes")),
        security=document.get("security"),
    )


def _url(server: Mapping[str, object]) -> str:
    """A server's address with the defaults of its variables."""
    url = text(server.get("url"))
    for name, variable in mapping(server.get("variables")).items():
        url = url.replace(f"{{{name}}}", text(mapping(variable).get("default")))
    return url
