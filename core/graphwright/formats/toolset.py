"""Tool sets: plain tools, and edges between them as declared relations."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..graph import Group
from ..issues import Issue, IssueCode, Severity
from ..relations import Evidence, Origin, Relation, RelationKey, RelationKind
from .definitions import definitions, places
from .functions import is_definition
from .ingested import Ingested
from .names import shown
from .references import pointer
from .values import mapping, sequence, text

_KINDS = {kind.value: kind for kind in RelationKind}


def is_toolset(document: object) -> bool:
    listed = mapping(document).get("tools")
    return isinstance(listed, list) and (not listed or any(map(is_definition, listed)))


def read_toolset(document: Mapping[str, object], name: str) -> Ingested:
    tools, issues = definitions(places(document.get("tools"), "tools"))
    known = frozenset(tool.name for tool in tools)
    relations, bad = _relations(sequence(document.get("edges")), known)
    if not tools:
        message = "The list of tools is empty."
        issues.append(Issue(IssueCode.NO_TOOLS, Severity.NOTE, "#/tools", message))
    return Ingested(
        name=name,
        kind="toolset",
        tools=tools,
        groups=_groups(relations),
        relations=relations,
        issues=(*issues, *bad),
        title=text(document.get("name")),
        version=text(document.get("version")),
    )


def _relations(
    edges: Sequence[object], known: frozenset[str]
) -> tuple[tuple[Relation, ...], list[Issue]]:
    """The edges as relations; several of one pair join their evidence."""
    found: dict[RelationKey, Relation] = {}
    issues: list[Issue] = []
    for order, value in enumerate(edges):
        edge = mapping(value)
        relation = _relation(edge, order)
        if wrong := _wrong(relation, known):
            issues.append(
                Issue(IssueCode.BAD_RELATION, Severity.WARNING, pointer("edges", order), wrong)
            )
            continue
        before = found.get(relation.key)
        if before is not None:
            evidence = dict.fromkeys((*before.evidence, *relation.evidence))
            relation = replace(before, evidence=tuple(evidence))
        found[relation.key] = relation
    return tuple(found.values()), issues


def _groups(relations: Sequence[Relation]) -> tuple[Group, ...]:
    belongs = (r.target for r in relations if r.kind is RelationKind.BELONGS_TO)
    return tuple(Group(name, order=order) for order, name in enumerate(dict.fromkeys(belongs)))


def _relation(edge: Mapping[str, object], order: int) -> Relation:
    """The relation of an edge: as its type says, else data that flows from source to target."""
    source, target, stated = (text(edge.get(key)) for key in ("source", "target", "type"))
    kind = _KINDS.get(stated.lower())
    if kind is None:
        kind, source, target = RelationKind.REQUIRES, target, source
    reason = text(edge.get("reason")) or f"The tool set says so{f' ({stated})' if stated else ''}."
    evidence = Evidence("declared", reason, text(edge.get("parameter")))
    return Relation(source, target, kind, origin=Origin.DECLARED, evidence=(evidence,), order=order)


def _wrong(relation: Relation, known: frozenset[str]) -> str:
    """Why it cannot be a relation; empty when it can."""
    grouping = relation.kind is RelationKind.BELONGS_TO
    tools = (relation.source,) if grouping else (relation.source, relation.target)
    unknown = [name for name in tools if name not in known]
    if unknown:
        return f"This edge names '{shown(unknown[0])}', which is no tool of this set."
    if grouping and (not relation.target or relation.target in known):
        return f"This edge says that '{shown(relation.source)}' belongs to what is no group."
    if relation.source == relation.target:
        return f"This edge leads from '{shown(relation.source)}' to itself."
    return ""
