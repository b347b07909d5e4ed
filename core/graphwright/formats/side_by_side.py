"""Several documents as one: names that clash carry their source, all tools stand in one order.

A name that only one document has stays as it is.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..issues import Issue, IssueCode, Severity
from ..relations import Relation, RelationKind
from ..tools import Tool
from .ingested import Ingested
from .names import callable_names, clashing, shown

_SUFFIXES = re.compile(r"(\.(xz|gz|json|jsonl|ya?ml|csv|graphml))+$", re.IGNORECASE)


def side_by_side(documents: Sequence[Ingested]) -> tuple[Ingested, ...]:
    """The documents with names of tools that are unique among all, and an alias where needed."""
    named = _documents_named(documents)
    clashes = clashing(document.tools for document in named)
    taken = {tool.name for document in named for tool in document.tools}
    renamed = [_renamed(document, clashes, taken) for document in named]
    aliases = _aliases(tool for document in renamed for tool in document.tools)
    first = 0
    placed = []
    for document in renamed:
        placed.append(_placed(document, first, aliases))
        first += len(document.tools)
    return tuple(placed)


def label(name: str) -> str:
    """What a document's tools are told apart by: its name without the endings of its format."""
    return _SUFFIXES.sub("", name) or name


def _documents_named(documents: Iterable[Ingested]) -> list[Ingested]:
    """The documents, the second `tools.json` as `tools~2.json`."""
    found: list[Ingested] = []
    taken: set[str] = set()
    for document in documents:
        name, count = document.name, 1
        while name in taken:
            count += 1
            plain = label(document.name)
            name = f"{plain}~{count}{document.name.removeprefix(plain)}"
        taken.add(name)
        tools = (
            replace(t, source=name) if t.source == document.name else t for t in document.tools
        )
        issues = (replace(issue, source=issue.source or name) for issue in document.issues)
        found.append(replace(document, name=name, tools=tuple(tools), issues=tuple(issues)))
    return found


def _renamed(document: Ingested, clashes: frozenset[str], taken: set[str]) -> Ingested:
    """The document with its source before each name that another document has too."""
    names: dict[str, str] = {}
    issues: list[Issue] = []
    for tool in document.tools:
        if tool.name in clashes:
            name, count = f"{label(document.name)}:{tool.name}", 1
            while name in taken:
                count += 1
                name = f"{label(document.name)}:{tool.name}~{count}"
            taken.add(name)
            names[tool.name] = name
            issues.append(_clash(tool, name, document.name))
    if not names:
        return document
    return replace(
        document,
        tools=tuple(replace(t, name=names.get(t.name, t.name)) for t in document.tools),
        relations=tuple(_between(relation, names) for relation in document.relations),
        issues=(*document.issues, *issues),
    )


def _clash(tool: Tool, name: str, source: str) -> Issue:
    message = f"Another document has a '{shown(tool.name)}' too; this one is '{shown(name)}'."
    return Issue(IssueCode.NAME_CLASH, Severity.NOTE, tool.where or tool.name, message, source)


def _between(relation: Relation, names: Mapping[str, str]) -> Relation:
    source = names.get(relation.source, relation.source)
    grouping = relation.kind is RelationKind.BELONGS_TO
    target = relation.target if grouping else names.get(relation.target, relation.target)
    return replace(relation, source=source, target=target)


def _aliases(tools: Iterable[Tool]) -> dict[str, str]:
    """The alias of each tool that needs one; one that a file gave stays where it is free."""
    listed = list(tools)
    taken = {tool.name for tool in listed}
    given: dict[str, str] = {}  # tool by alias
    names: list[str] = []
    for tool in listed:
        if tool.callable_name and tool.callable_name not in taken:
            given[tool.callable_name] = tool.name
            taken.add(tool.callable_name)
        else:
            names.append(tool.name)
    return callable_names(names, given) | {name: alias for alias, name in given.items()}


def _placed(document: Ingested, first: int, aliases: Mapping[str, str]) -> Ingested:
    tools = []
    issues = []
    ordered = sorted(document.tools, key=lambda tool: tool.order)
    for order, tool in enumerate(ordered, first):
        alias = aliases.get(tool.name, "")
        if alias and alias != tool.callable_name:
            message = f"A model cannot call '{shown(tool.name)}'; it is offered as '{alias}'."
            issues.append(
                Issue(
                    IssueCode.NOT_CALLABLE,
                    Severity.NOTE,
                    tool.where or tool.name,
                    message,
                    document.name,
                )
            )
        tools.append(replace(tool, order=order, callable_name=alias))
    return replace(document, tools=tuple(tools), issues=(*document.issues, *issues))
