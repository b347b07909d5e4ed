"""GraphML that others wrote as tools and relations, and our own as it was."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError

from ..graph import Group
from ..issues import Issue, IssueCode, Severity
from ..relations import Evidence, Origin, Relation, RelationKind
from ..tools import Effects, Tool
from .graphml import GROUP, OURS, RELATION, TOOL
from .ingested import Ingested
from .names import shown, unique
from .values import mapping
from .xml_graph import Element, XmlGraph, parse_graphml

Value = TypeVar("Value")

_GROUPS = ("category", "domain", "group")  # `node_type` of what is no tool
_BY_WORD = {kind.value: kind for kind in RelationKind}
_KINDS = ("relation", "kind", "type", "label")  # attributes that may name a relation's kind


@dataclass(frozen=True, slots=True)
class _Ends:
    """What the nodes of a document became, by their ids."""

    tools: Mapping[str, str]
    groups: Mapping[str, str]
    tool_names: frozenset[str]
    group_names: frozenset[str]

    @classmethod
    def of(cls, tools: Mapping[str, str], groups: Mapping[str, str]) -> "_Ends":
        return cls(tools, groups, frozenset(tools.values()), frozenset(groups.values()))


def read_graphml(data: bytes, name: str) -> Ingested:
    """The tools of a document, and the relations of which it says the kind.

    Args:
        data: the document, unpacked.
        name: what it is called.

    Raises:
        ReadError: it is no XML, has a DTD, or is no GraphML.
    """
    found = parse_graphml(data, name)
    issues: list[Issue] = []
    tools, ends = _nodes(found, issues)
    groups = tuple(_group(element) for element in found.nodes if _is_group(element, found))
    relations = _relations(found, ends, issues)
    if not tools:
        issues.append(_issue(IssueCode.NO_TOOLS, "/graph", "It holds no node that is a tool."))
    return Ingested(
        name=name,
        kind="graphml",
        tools=tools,
        groups=groups,
        relations=relations,
        issues=tuple(issues),
        related=True,
        curation=mapping(_json(found.whole.data.get(OURS, ""))),
    )


def _nodes(found: XmlGraph, issues: list[Issue]) -> tuple[tuple[Tool, ...], _Ends]:
    elements = [element for element in found.nodes if not _is_group(element, found)]
    tools, repeated = unique([_tool(e, number) for number, e in enumerate(elements)])
    issues.extend(repeated)
    ends = _Ends.of(
        {element.id: tool.name for element, tool in zip(elements, tools, strict=True)},
        {e.id: _group(e).name for e in found.nodes if _is_group(e, found)},
    )
    inner = {e.id: ends.groups[e.within] for e in elements if e.within in ends.groups}
    return tuple(
        replace(tool, group=inner[e.id]) if e.id in inner and not tool.group else tool
        for e, tool in zip(elements, tools, strict=True)
    ), ends


def _is_group(element: Element, found: XmlGraph) -> bool:
    return element.data.get("node_type", "").lower() in _GROUPS or element.id in found.folders


def _tool(element: Element, order: int) -> Tool:
    """Our own value of the node, else what its attributes say."""
    whole = _value(TOOL, element.data)
    if whole is not None:
        return whole
    said = element.data
    return Tool(
        name=_name(element),
        description=said.get("description", ""),
        tags=tuple(word for tag in said.get("tags", "").split(",") if (word := tag.strip())),
        group=said.get("group", ""),
        method=said.get("method", "").lower(),
        path=said.get("path", ""),
        effects=Effects(*(_flag(said.get(name)) for name in Effects.__dataclass_fields__)),
        where=f"/graph/node/{element.id}",
        order=order,
    )


def _group(element: Element) -> Group:
    whole = _value(GROUP, element.data)
    return whole or Group(_name(element), element.data.get("description", ""))


def _name(element: Element) -> str:
    said = (element.data.get(key, "").strip() for key in ("name", "label"))
    return next((name for name in (*said, element.label, element.id) if name), "node")


def _flag(value: str | None) -> bool | None:
    return {"true": True, "1": True, "false": False, "0": False}.get((value or "").lower())


def _relations(found: XmlGraph, ends: _Ends, issues: list[Issue]) -> tuple[Relation, ...]:
    kept: dict[tuple[str, str, RelationKind], Relation] = {}
    unknown = 0
    for order, link in enumerate(found.links):
        relation = _value(RELATION, link.data) or _relation(link, ends, order)
        if relation is None:
            unknown += 1
        elif not _holds(relation, ends):
            issues.append(_dangling(link))
        else:
            kept.setdefault(relation.key, relation)
    if unknown:
        message = f"{unknown} edges do not say which of the six kinds they are; they were left out."
        issues.append(_issue(IssueCode.UNKNOWN_KIND, "/graph/edge", message))
    if found.skipped:
        message = f"{found.skipped} hyperedges join more than two tools; they were left out."
        issues.append(_issue(IssueCode.BAD_RELATION, "/graph/hyperedge", message))
    return (*kept.values(), *_memberships(found, ends, kept))


def _relation(link: Element, ends: _Ends, order: int) -> Relation | None:
    kind = _kind(link)
    if kind is None:
        return None
    targets = ends.groups if kind is RelationKind.BELONGS_TO else ends.tools
    said = link.data.get("evidence", "").strip()
    return Relation(
        source=ends.tools.get(link.source, ""),
        target=targets.get(link.target, ""),
        kind=kind,
        confidence=_share(link.data.get("conf_score") or link.data.get("confidence")),
        origin=Origin.FILE,
        evidence=(Evidence("file", said),) if said else (),
        order=order,
    )


def _kind(link: Element) -> RelationKind | None:
    said = (link.data.get(key, "") for key in _KINDS)
    for word in (*said, link.label):
        plain = word.strip().lower().removeprefix("relationtype.").replace(" ", "_")
        if plain in _BY_WORD:
            return _BY_WORD[plain]
    return None


def _share(value: str | None) -> float:
    try:
        return min(1.0, max(0.0, float(value or "1")))
    except ValueError:
        return 1.0


def _holds(relation: Relation, ends: _Ends) -> bool:
    member = relation.kind is RelationKind.BELONGS_TO
    targets = ends.group_names if member else ends.tool_names
    return relation.source in ends.tool_names and relation.target in targets


def _memberships(
    found: XmlGraph, ends: _Ends, kept: Mapping[tuple[str, str, RelationKind], Relation]
) -> Iterable[Relation]:
    """Of the nodes that yEd keeps inside another one."""
    for element in found.nodes:
        name, group = ends.tools.get(element.id), ends.groups.get(element.within)
        key = (name or "", group or "", RelationKind.BELONGS_TO)
        if name and group and key not in kept:
            yield Relation(*key, origin=Origin.FILE)


def _dangling(link: Element) -> Issue:
    ends = f"'{shown(link.source)}' → '{shown(link.target)}'"
    message = f"The edge {ends} names a node that is not there, or no tool; it was left out."
    return _issue(IssueCode.BAD_RELATION, f"/graph/edge/{link.id}", message)


def _issue(code: IssueCode, where: str, message: str) -> Issue:
    return Issue(code, Severity.WARNING, where, message)


def _value(form: TypeAdapter[Value], data: Mapping[str, str]) -> Value | None:
    read = _json(data.get(OURS, ""))
    if not isinstance(read, dict):
        return None
    try:
        return form.validate_python(read)
    except ValidationError:
        return None


def _json(text: str) -> object:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
