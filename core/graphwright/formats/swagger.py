"""Swagger 2.0 documents, which say body, form and address in their own words.

Source: OpenAPI Specification 2.0.
"""

from collections.abc import Mapping
from dataclasses import replace

from ..issues import Issue, IssueCode, Severity
from ..tools import Location, Parameter
from .ingested import Ingested
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
from .values import mapping, sequence, text, texts


def read_swagger(
    document: Mapping[str, object], name: str, elsewhere: Elsewhere | None = None
) -> Ingested:
    """The operations of a document as tools.

    Args:
        document: the parsed document.
        name: what it is called.
        elsewhere: documents beside it, to which its references may lead.
    """
    references = References(document, elsewhere)
    issues: list[Issue] = []
    if (version := text(document.get("swagger"))) not in ("2.0", "2"):
        message = f"Swagger '{shown(version)}' is not known; it was read as 2.0."
        issues.append(Issue(IssueCode.UNKNOWN_VERSION, Severity.WARNING, "#/swagger", message))
    dialect = Dialect(_parameter, _body, _answer, lambda _, one: _wire(one, document))
    found = list(operations(document, references, issues))
    tools = read_tools(found, Schemas(references), dialect, issues)
    if not tools:
        message = "The document has no operation."
        issues.append(Issue(IssueCode.NO_TOOLS, Severity.NOTE, "#", message))
    info = mapping(document.get("info"))
    return Ingested(
        name=name,
        kind="swagger",
        tools=tools,
        issues=tuple(issues),
        title=text(info.get("title")),
        version=text(info.get("version")),
    )


def _parameter(schemas: Schemas, declared: Mapping[str, object]) -> Parameter:
    return parameter(schemas, declared, declared)


def _body(
    schemas: Schemas, _: Operation, declared: list[Mapping[str, object]]
) -> tuple[Parameter, ...]:
    found: list[Parameter] = []
    for value in declared:
        place, name = text(value.get("in")), text(value.get("name"))
        required = value.get("required") is True
        if place == "body":
            found += parameters(schemas, value.get("schema"), Location.BODY, name, required)
        elif place == "formData":
            found.append(replace(_parameter(schemas, value), location=Location.BODY))
    return tuple(found)


def _answer(references: References, operation: Operation) -> Answer:
    """The first good response that has a schema, else the first good one."""
    produces = operation.value.get("produces")
    media = next((text(m) for m in sequence(produces) if "json" in text(m)), "")
    first = Answer()
    for status, value in answered(operation.value):
        response = references.follow(value).value
        if response.get("schema") is not None:
            return Answer(response["schema"], status, media or "application/json")
        first = first if first.status else Answer(status=status)
    return first


def _wire(operation: Operation, document: Mapping[str, object]) -> Wire:
    taken = operation.value.get("consumes", document.get("consumes"))
    places = {text(mapping(p).get("in")) for p in sequence(operation.value.get("parameters"))}
    return Wire(
        address=_address(document),
        media=next(iter(texts(taken)), "") if places & {"body", "formData"} else "",
        schemes=mapping(document.get("securityDefinitions")),
        security=document.get("security"),
    )


def _address(document: Mapping[str, object]) -> str:
    host, path = text(document.get("host")), text(document.get("basePath")).rstrip("/")
    schemes = [text(scheme) for scheme in sequence(document.get("schemes"))]
    scheme = "https" if "https" in schemes or not schemes else schemes[0]
    return f"{scheme}://{host}{path}" if host else path
