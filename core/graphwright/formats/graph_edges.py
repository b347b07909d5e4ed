"""Groups and relations of the runtime's graph file.

Source: graph-tool-call 0.47.0, core/dict_graph.py; graphify edges carry their own grounds.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..graph import Group
from ..issues import Issue, IssueCode, Severity
from ..raw import Raw
from ..relations import Evidence, Origin, Relation, RelationKey, RelationKind, Verdict
from . import carried
from .names import shown
from .references import pointer
from .values import mapping, scalar, sequence, text

Json = Mapping[str, object]

UNGRADED = 0.5  # confidence of an edge that states none
_KINDS = {kind.value: kind for kind in RelationKind}
# What the runtime's three labels weigh when it walks the graph (`retrieve_graphify`).
_LABELS = {"EXTRACTED": 1.0, "INFERRED": 0.7, "AMBIGUOUS": 0.4}
_GROUPS = ("category", "domain")


@dataclass(slots=True)
class Edges:
    """The edges of a file by what becomes of them; `left` are those that cannot be relations."""

    groups: dict[str, Group] = field(default_factory=dict)
    relations: dict[RelationKey, Relation] = field(default_factory=dict)
    left: list[object] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)


def graph_groups(nodes: Iterable[Json]) -> Iterator[Group]:
    """The category and domain nodes, each whole but for what a group holds itself."""
    for order, node in enumerate(nodes):
        if text(node.get("node_type")) in _GROUPS and (name := text(node.get("id"))):
            rest = {k: v for k, v in node.items() if k not in ("id", "description")}
            yield Group(name, text(node.get("description")), order=order, raw=Raw.of(rest))


def read_edges(
    edges: object, tools: Iterable[str], groups: Iterable[Group], nodes: Mapping[str, str]
) -> Edges:
    """The relations of a file; edges between groups say which is above which.

    Args:
        edges: `graph.edges` of the file.
        tools: names of its tools.
        groups: its groups.
        nodes: name of the group by the id of its node, where our own file says so.
    """
    known = frozenset(tools)
    found = Edges({group.name: group for group in groups})
    for order, value in enumerate(sequence(edges)):
        edge = mapping(value)
        if _is_parent(edge, found, nodes):
            continue
        stack = carried.read_edge(edge, order, nodes)
        wrong = "" if stack else _unknown_kind(edge)
        for relation in stack or ((_relation(edge, order),) if not wrong else ()):
            wrong = wrong or take(found, relation, known)
        if wrong:
            found.left.append(value)
            code = (
                IssueCode.UNKNOWN_KIND
                if not stack and _unknown_kind(edge)
                else IssueCode.BAD_RELATION
            )
            where = pointer("graph", "edges", order)
            found.issues.append(Issue(code, Severity.WARNING, where, wrong))
    return found


def take(found: Edges, relation: Relation, known: frozenset[str]) -> str:
    """Takes a relation in, or says why it cannot be one."""
    wrong = _wrong(relation, known, found.groups)
    if not wrong:
        found.relations[relation.key] = relation
    return wrong


def _is_parent(edge: Json, found: Edges, nodes: Mapping[str, str]) -> bool:
    """Whether the edge leads from group to group; then the one is put above the other."""
    source, target = (text(edge.get(key)) for key in ("source", "target"))
    source, target = nodes.get(source, source), nodes.get(target, target)
    ours = carried.OURS in edge  # it is between tools, or says the group of one
    if ours or source not in found.groups or target not in found.groups:
        return False
    if source != target:
        found.groups[source] = replace(found.groups[source], parent=target)
    return True


def _unknown_kind(edge: Json) -> str:
    kind = text(edge.get("relation"))
    if kind.lower() in _KINDS:
        return ""
    return f"'{shown(kind)}' is none of the six kinds of relation; the edge was left out."


def _wrong(relation: Relation, known: frozenset[str], groups: Mapping[str, Group]) -> str:
    """Why it cannot be a relation; empty when it can."""
    source, target = relation.source, relation.target
    grouping = relation.kind is RelationKind.BELONGS_TO
    if source == target and not grouping:
        return f"This edge leads from '{shown(source)}' to itself."
    if source not in known:
        return f"This edge names '{shown(source)}', which is no tool of this file."
    if target not in (groups if grouping else known):
        what = "group" if grouping else "tool"
        return f"This edge names '{shown(target)}', which is no {what} of this file."
    return ""


def _relation(edge: Json, order: int) -> Relation:
    kind = _KINDS[text(edge.get("relation")).lower()]
    rest = {k: v for k, v in edge.items() if k not in ("source", "target", "relation")}
    deleted = edge.get("deleted_by_user") is True
    return Relation(
        text(edge.get("source")),
        text(edge.get("target")),
        kind,
        confidence=1.0 if kind is RelationKind.BELONGS_TO else _confidence(edge),
        origin=Origin.FILE,
        verdict=Verdict.REJECTED if deleted else Verdict.UNREVIEWED,
        evidence=(_evidence(edge),),
        order=order,
        raw=Raw.of(rest),
    )


def is_graded(relation: Relation) -> bool:
    """The file said how sure it is of the relation."""
    raw = relation.raw.value()
    return isinstance(raw.get("conf_score"), int | float) or raw.get("confidence") in _LABELS


def _confidence(edge: Json) -> float:
    score = scalar(edge.get("conf_score"))
    if isinstance(score, int | float) and not isinstance(score, bool):
        return min(1.0, max(0.0, float(score)))
    return _LABELS.get(text(edge.get("confidence")), UNGRADED)


def _evidence(edge: Json) -> Evidence:
    """What the file gives as its reason; the field and parameter where data flows."""
    flow = mapping(edge.get("data_flow"))
    path = text(flow.get("from_path")).removeprefix("$").removeprefix(".").replace("[*]", "[]")
    label = text(edge.get("confidence"))
    said = text(edge.get("evidence")) or f"It stood in the file{f' as {label}' if label else ''}."
    return Evidence("file", said, text(flow.get("to_field")), path or text(flow.get("from_field")))
