"""Arazzo documents, 1.0 and 1.1, JSON or YAML: read with all that is wrong, written back whole.

Source: Arazzo Specification 1.0.1 (https://spec.openapis.org/arazzo/v1.0.1.html) and 1.1.0.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import orjson
import yaml

from ...formats.values import mapping, sequence, text
from ...graph import ToolGraph
from ...issues import Issue, IssueCode, Severity
from ..model import Workflow
from ..places import at
from ..reading import Read
from .document import read_document_workflow
from .operations import Operations, declared_sources
from .rules import document_issues
from .writing import document_of

__all__ = ["Read", "read", "write"]


def read(document: Mapping[str, object], name: str = "", graph: ToolGraph | None = None) -> Read:
    """What a parsed document holds. Nothing that it says is an exception.

    Args:
        document: the JSON value; YAML is parsed with `formats.documents`.
        name: of the document, in its issues.
        graph: the tools that operations are looked up in; without it they keep their ids.
    """
    header = {key: value for key, value in document.items() if key != "workflows"}
    operations = Operations(graph or ToolGraph(), tuple(declared_sources(document)))
    listed = [mapping(one) for one in sequence(document.get("workflows"))]
    workflows = tuple(
        read_document_workflow(one, header, operations)
        for one in listed
        if text(one.get("workflowId"))
    )
    found = (*document_issues(document), *_kept_apart(workflows, listed))
    return Read(workflows, tuple(replace(issue, source=name) for issue in found))


def write(workflows: Sequence[Workflow], graph: ToolGraph, *, as_yaml: bool = False) -> bytes:
    """One document with these workflows, in their order; the same values give the same bytes."""
    document = document_of(workflows, graph)
    if as_yaml:
        text: str = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)
        return text.encode()
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


_UNSHOWN = ("onSuccess", "onFailure", "action", "correlationId", "timeout")


def _kept_apart(
    workflows: Sequence[Workflow], listed: Sequence[Mapping[str, object]]
) -> Iterator[Issue]:
    """A note for each step that says more than is shown here."""
    for number, value in enumerate(listed):
        for position, one in enumerate(sequence(value.get("steps"))):
            keys = [key for key in _UNSHOWN if key in mapping(one)]
            if keys:
                where = "#" + at("workflows", number, "steps", position)
                message = f"{', '.join(keys)} cannot be shown here; it is kept and written back."
                yield Issue(IssueCode.NOT_EXPRESSED, Severity.NOTE, where, message)
