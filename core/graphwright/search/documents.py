"""A tool as search sees it: terms by field, what its name is made of, what it does."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from ..tools import Tool
from .intent import tool_classes
from .tokens import terms

_LONGEST_TEXT = 2000  # characters of a description that are indexed
_LONGEST_NOTE = 200  # characters of a parameter's description
_MOST_VALUES = 20  # enum values of a parameter
_MOST_OUTPUTS = 60
_SENTENCE = re.compile(r"(.{10,200}?[.!?])(\s|$)", re.DOTALL)


class FieldOf(IntEnum):
    """Where in a tool a term stands. The value is the row in the table of weights."""

    NAME = 0
    ALIAS = 1
    WHEN_TO_USE = 2
    EXAMPLE = 3
    SUMMARY = 4
    DESCRIPTION = 5
    PARAMETER = 6
    PARAMETER_TEXT = 7
    TAG = 8
    PATH = 9
    OUTPUT = 10

    @property
    def label(self) -> str:
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Document:
    """What is indexed of one tool.

    Attributes:
        fields: the terms of each field, in the order of `FieldOf`.
        name: distinct terms of the name that count in its coverage.
        classes: what the tool does (create, read, list, update, delete).
        deprecated: the document says that it will go.
    """

    fields: tuple[Sequence[str], ...]
    name: tuple[str, ...]
    classes: frozenset[str]
    deprecated: bool


def document(tool: Tool) -> Document:
    """The searchable form of a tool."""
    fields = tuple(_fields(tool))
    return Document(fields, covered(fields[FieldOf.NAME]), tool_classes(tool), tool.deprecated)


def covered(name: Iterable[str]) -> tuple[str, ...]:
    """The distinct terms of a name, without the joined whole where its parts are there."""
    distinct = sorted(set(name))
    parts = [term for term in distinct if not _is_joined(term, distinct)]
    return tuple(parts or distinct)


def summary_of(tool: Tool) -> str:
    """What the tool does in short; of an MCP tool the summary is no more than a title."""
    if tool.summary and tool.method:
        return tool.summary
    return " ".join(filter(None, (tool.summary, opening(tool.description))))


def opening(text: str) -> str:
    """The first sentence of a text, or its first 160 characters."""
    match = _SENTENCE.match(text)
    return match.group(1) if match else text[:160]


def _is_joined(term: str, others: list[str]) -> bool:
    return len(term) > 6 and any(o != term and len(o) > 2 and o in term for o in others)


def _fields(tool: Tool) -> Iterator[Sequence[str]]:
    """The terms of every field, in the order of `FieldOf`."""
    summary = summary_of(tool)
    said = tool.description in summary  # all of it, so that it would count twice
    described = "" if said else tool.description[:_LONGEST_TEXT]
    yield terms(tool.name[:_LONGEST_TEXT], joined=True, keep_stop_words=True)
    yield _all(tool.aliases, joined=True)
    yield terms(tool.when_to_use[:_LONGEST_TEXT])
    yield _all(tool.examples)
    yield terms(summary[:_LONGEST_TEXT])
    yield terms(described)
    yield _all((parameter.name for parameter in tool.parameters), joined=True)
    yield [term for text in _parameter_texts(tool) for term in _note(text)]
    yield _all((*tool.tags, tool.group))
    yield terms(tool.path[:_LONGEST_TEXT])
    yield _all(field.name for field in tool.outputs[:_MOST_OUTPUTS])


def _parameter_texts(tool: Tool) -> Iterator[str]:
    for parameter in tool.parameters:
        yield parameter.description[:_LONGEST_NOTE]
        yield from (str(value)[:_LONGEST_NOTE] for value in parameter.enum[:_MOST_VALUES])


@lru_cache(maxsize=1 << 14)
def _note(text: str) -> tuple[str, ...]:
    """Terms of a parameter's text; many tools share the same ones."""
    return tuple(terms(text))


def _all(texts: Iterable[str], joined: bool = False) -> list[str]:
    return [term for text in texts for term in terms(text[:_LONGEST_TEXT], joined=joined)]
