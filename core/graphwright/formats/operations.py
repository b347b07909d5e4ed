"""Operations of OpenAPI and Swagger documents as tools; what differs comes in as a `Dialect`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ..issues import Issue, IssueCode, Severity
from ..raw import Raw
from ..tools import Effects, Location, Parameter, Tool
from .members import fields
from .names import shown, unique
from .references import References, described, pointer
from .schemas import Schemas
from .values import mapping, sequence, text, texts

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_SAFE = ("get", "head", "options", "trace", "query")
_LOCATIONS = {place.value: place for place in Location if place is not Location.ARGUMENT}
# Source: OpenAPI Specification 3.1.1, Parameter Object: these three are described elsewhere.
_NO_PARAMETERS = ("accept", "content-type", "authorization")


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation in its place: where it stands, and what stands above it."""

    path: str
    method: str
    item: Mapping[str, object]  # the path item
    value: Mapping[str, object]
    where: str

    @property
    def name(self) -> str:
        return text(self.value.get("operationId")) or f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of an operation that went well."""

    schema: object = None
    status: str = ""
    media: str = ""


@dataclass(frozen=True, slots=True)
class Wire:
    """How an operation is called: what we pass on to the runtime."""

    address: str = ""  # of the server, with the base path
    media: str = ""  # content type of its body
    schemes: Mapping[str, object] = field(default_factory=dict)  # security schemes by name
    security: object = None  # requirements of the whole document


@dataclass(frozen=True, slots=True)
class Dialect:
    """What OpenAPI 3 and Swagger 2 say in different words."""

    parameter: Callable[[Schemas, Mapping[str, object]], Parameter]
    body: Callable[[Schemas, Operation, list[Mapping[str, object]]], tuple[Parameter, ...]]
    answer: Callable[[References, Operation], Answer]
    wire: Callable[[References, Operation], Wire]


def operations(
    document: Mapping[str, object], references: References, issues: list[Issue]
) -> Iterator[Operation]:
    """Every operation in document order; what cannot be one becomes an issue."""
    for path, value in mapping(document.get("paths")).items():
        if path.startswith("x-"):
            continue
        watched = references.watched()
        item = watched.follow(value).value
        issues.extend(watched.issues(pointer("paths", path)))
        if not item and not isinstance(value, dict):
            issues.append(_no_object(pointer("paths", path), "path item"))
        for method, operation, where in _methods(item, path):
            yield from _operation(references, item, path, method, operation, where, issues)


def _methods(item: Mapping[str, object], path: str) -> Iterator[tuple[str, object, str]]:
    for method, value in item.items():
        if method.lower() in METHODS:
            yield method.lower(), value, pointer("paths", path, method)
    for method, value in mapping(item.get("additionalOperations")).items():
        yield method.lower(), value, pointer("paths", path, "additionalOperations", method)


def _operation(
    references: References,
    item: Mapping[str, object],
    path: str,
    method: str,
    value: object,
    where: str,
    issues: list[Issue],
) -> Iterator[Operation]:
    watched = references.watched()
    operation = watched.follow(value).value
    if watched.broken:
        issues.extend(watched.issues(where))
    elif not isinstance(value, dict):
        issues.append(_no_object(where, "operation"))
    else:
        yield Operation(path, method, item, operation, where)


def _no_object(where: str, what: str) -> Issue:
    return Issue(IssueCode.BAD_OPERATION, Severity.ERROR, where, f"This {what} is no object.")


def read_tools(
    found: Iterable[Operation], schemas: Schemas, dialect: Dialect, issues: list[Issue]
) -> tuple[Tool, ...]:
    """The operations as tools, each with a name of its own."""
    tools = []
    for order, operation in enumerate(found):
        watched = schemas.watched()
        tools.append(_tool(operation, watched, dialect, order, issues))
        issues.extend(watched.references.issues(operation.where))
        if not text(operation.value.get("operationId")):
            message = f"It has no operationId and is called '{shown(operation.name)}'."
            issues.append(Issue(IssueCode.MISSING_NAME, Severity.NOTE, operation.where, message))
    named, repeated = unique(tools)
    issues.extend(repeated)
    return named


def _tool(
    operation: Operation, schemas: Schemas, dialect: Dialect, order: int, issues: list[Issue]
) -> Tool:
    value = operation.value
    declared = _declared(operation, schemas.references, issues)
    answer = dialect.answer(schemas.references, operation)
    return Tool(
        name=operation.name,
        description=text(value.get("description")),
        summary=text(value.get("summary")) or text(operation.item.get("summary")),
        parameters=(
            *(dialect.parameter(schemas, d) for d in declared if _travels(d)),
            *dialect.body(schemas, operation, declared),
        ),
        outputs=fields(schemas, answer.schema),
        tags=texts(value.get("tags")),
        method=operation.method,
        path=operation.path,
        effects=effects(operation.method),
        deprecated=value.get("deprecated") is True,
        where=operation.where,
        order=order,
        raw=Raw.of(_metadata(operation, answer, dialect.wire(schemas.references, operation))),
    )


def _declared(
    operation: Operation, references: References, issues: list[Issue]
) -> list[Mapping[str, object]]:
    """The parameters of the path item and the operation; the latter's stand for the former's."""
    found: dict[tuple[str, str], Mapping[str, object]] = {}
    for level in (operation.item, operation.value):
        for position, value in enumerate(sequence(level.get("parameters"))):
            node = references.follow(value)
            name, place = text(node.value.get("name")), text(node.value.get("in"))
            if name and place:
                description = described(value, node)
                found[name, place] = {**node.value, "description": description}
            elif not node.ref or node.value:
                where = f"{operation.where}/parameters/{position}"
                message = "A parameter needs a name and a place ('in'); this one was left out."
                issues.append(Issue(IssueCode.BAD_PARAMETER, Severity.WARNING, where, message))
    return list(found.values())


def _travels(declared: Mapping[str, object]) -> bool:
    place = text(declared.get("in"))
    ignored = place == "header" and text(declared.get("name")).lower() in _NO_PARAMETERS
    return place in ("path", "query", "querystring", "header", "cookie") and not ignored


def parameter(schemas: Schemas, declared: Mapping[str, object], schema: object) -> Parameter:
    """A declared parameter of which `schema` says what it looks like."""
    shape = schemas.shape(schema)
    place = text(declared.get("in"))
    return Parameter(
        name=text(declared.get("name")),
        type=shape.type,
        description=text(declared.get("description")) or shape.description,
        required=declared.get("required") is True or place == "path",
        location=_LOCATIONS.get(place, Location.QUERY),
        format=shape.format,
        enum=shape.enum,
        items=schemas.shape(shape.items).type if shape.items is not None else "",
        schema=shape.name,
        default=shape.default,
    )


def _metadata(operation: Operation, answer: Answer, wire: Wire) -> dict[str, object]:
    """What the runtime keeps of an operation and we do not interpret, in its words."""
    kept = ("externalDocs", "callbacks")
    said = {k: v for k, v in operation.value.items() if k in kept or k.startswith("x-")}
    named = {"operation_id": operation.value.get("operationId")}
    secured = {"security": _security(operation, wire)}
    metadata = {
        "source": "openapi",
        "method": operation.method,
        "path": operation.path,
        "base_url": wire.address,
        "request_content_type": wire.media,
        "response_status": answer.status,
        "response_content_type": answer.media,
        "openapi": {key: value for key, value in (named | secured | said).items() if value},
    }
    return {key: value for key, value in metadata.items() if value}


def _security(operation: Operation, wire: Wire) -> dict[str, object]:
    """What must be sent to be let in, and the schemes that this names."""
    requirements = sequence(operation.value.get("security", wire.security))
    names = {name for requirement in requirements for name in mapping(requirement)}
    schemes = {name: mapping(wire.schemes.get(name)) for name in sorted(names & set(wire.schemes))}
    if not names:
        return {}
    return {"requirements": requirements} | ({"schemes": schemes} if schemes else {})


def effects(method: str) -> Effects:
    """What an HTTP method says of its effects.

    Source: RFC 9110, section 9.2.
    """
    if method in _SAFE:
        return Effects(read_only=True)
    if method == "delete":
        return Effects(destructive=True, idempotent=True)
    return Effects(idempotent=True) if method == "put" else Effects()


def answered(value: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The responses of an operation that went well, by status; the default where none is named."""
    responses = mapping(value.get("responses"))
    good = sorted(status for status in responses if status.upper() in ("2XX",) or _is_2xx(status))
    for status in good or [s for s in ("default",) if s in responses]:
        yield status, responses[status]


def _is_2xx(status: str) -> bool:
    return len(status) == 3 and status.startswith("2") and status.isdecimal()
