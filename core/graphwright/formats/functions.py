"""Function definitions for models: OpenAI's, Anthropic's and plain ones, in an array."""

from ..issues import Issue, IssueCode, Severity
from .definitions import definitions, places
from .ingested import Ingested
from .values import mapping, sequence

_KEYS = ("function", "input_schema", "parameters")


def is_functions(document: object) -> bool:
    """An array of definitions, or one definition alone."""
    listed = document if isinstance(document, list) else [document]
    return any(is_definition(item) for item in listed)


def is_definition(value: object) -> bool:
    item = mapping(value)
    named = isinstance(item.get("name"), str) and ("description" in item or "parameters" in item)
    return named or any(isinstance(item.get(key), dict) for key in _KEYS)


def read_functions(document: object, name: str) -> Ingested:
    alone = [(document, "#")] if isinstance(document, dict) else places(document)
    tools, issues = definitions(alone)
    if not tools and not sequence(document):
        message = "The list has no function."
        issues.append(Issue(IssueCode.NO_TOOLS, Severity.NOTE, "#", message))
    return Ingested(name=name, kind="functions", tools=tools, issues=tuple(issues))
