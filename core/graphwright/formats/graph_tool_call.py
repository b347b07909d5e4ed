"""Graphs of the runtime engine, formats "0", "0.1.0" and "1", and our own in the same form.

Nothing is lost: what we do not interpret stays in `raw` of the tool, relation, group or document.
Source: graph-tool-call 0.47.0, serialization.py.
"""

from collections.abc import Collection, Iterator, Mapping

from ..graph import Group
from ..issues import Issue, IssueCode, Severity
from ..raw import Raw
from ..tools import Tool
from . import carried
from .carried import OURS
from .carried_tools import read_tool
from .collection import is_collection, says_of_sources, title
from .graph_edges import graph_groups, read_edges, take
from .graph_tools import graph_tool
from .ingested import Ingested
from .names import shown
from .references import pointer
from .values import mapping, sequence, text

Json = Mapping[str, object]

_VERSIONS = ("0", "0.1.0", "1", "")  # an absent one counts as "0"
_WRITTEN_ANEW = ("format_version", "library_version", "graph", "tools")


def is_graph(document: object) -> bool:
    """A graph with tools; without tools when its nodes and edges show that it is meant."""
    value = mapping(document)
    graph = mapping(value.get("graph"))
    return bool(graph) and ("tools" in value or "nodes" in graph)


def read_graph_tool_call(document: Json, name: str) -> Ingested:
    graph, metadata = mapping(document.get("graph")), mapping(document.get("metadata"))
    ours = mapping(metadata.get(OURS))
    issues = [*_version(document), *says_of_sources(document)]
    nodes = _nodes(graph, issues)
    tools = tuple(_tools(document.get("tools"), nodes, ours, issues))
    known = frozenset(tool.name for tool in tools)
    groups, node_names = _groups(ours, nodes)
    edges = read_edges(graph.get("edges"), known, groups.values(), node_names)
    for relation in carried.read_unshipped(ours.get("relations")):
        take(edges, relation, known)
    used = known | groups.keys() | node_names.keys()
    left = [node for id, node in nodes.items() if id not in used]
    return Ingested(
        name=name,
        kind="collection" if is_collection(document) else "graph-tool-call",
        tools=tools,
        groups=tuple(edges.groups.values()),
        relations=tuple(edges.relations.values()),
        issues=(*issues, *edges.issues),
        title=title(document),
        related=True,
        curation=ours,
        raw=Raw.of(_rest(document, edges.left, left)),
    )


def _groups(ours: Json, nodes: Mapping[str, Json]) -> tuple[dict[str, Group], dict[str, str]]:
    """The groups by name, and the name of each of ours by the id of its node."""
    own, names = carried.read_groups(ours.get("groups"))
    groups = {group.name: group for group in own}
    for group in graph_groups(nodes.values()):
        groups.setdefault(names.get(group.name, group.name), group)
    return groups, names


def _version(document: Json) -> Iterator[Issue]:
    stated = document.get("format_version") or document.get("version")
    if text(stated) not in _VERSIONS:
        message = f"Format version '{shown(text(stated))}' is not known; it was read as 1."
        yield Issue(IssueCode.UNKNOWN_VERSION, Severity.WARNING, "#/format_version", message)


def _nodes(graph: Json, issues: list[Issue]) -> dict[str, Json]:
    """The nodes by id; of several with one id the last, as the runtime has it."""
    found: dict[str, Json] = {}
    for order, value in enumerate(sequence(graph.get("nodes"))):
        id = text(mapping(value).get("id"))
        if id:
            found[id] = mapping(value)
        else:
            message = "A node needs an id; this one was left out."
            where = pointer("graph", "nodes", order)
            issues.append(Issue(IssueCode.BAD_TOOL, Severity.WARNING, where, message))
    return found


def _tools(
    entries: object, nodes: Mapping[str, Json], ours: Json, issues: list[Issue]
) -> Iterator[Tool]:
    """The tools in the order of the file, and issues with those that the runtime never finds."""
    read: set[str] = set()
    for name, value in _entries(entries):
        where = pointer("tools", name)
        if wrong := _no_tool(name, value, read):
            issues.append(Issue(IssueCode.BAD_TOOL, Severity.ERROR, where, wrong))
            continue
        entry, node = mapping(value), nodes.get(name, {})
        issues.extend(_named_otherwise(name, entry, where))
        issues.extend(_without_node(name, node, where))
        tool = read_tool(name, entry, len(read), ours.get("shapes"))
        yield tool or graph_tool(name, entry, node, len(read))
        read.add(name)
    issues.extend(_without_tool(nodes, read))
    if not read:
        issues.append(Issue(IssueCode.NO_TOOLS, Severity.NOTE, "#/tools", "It has no tool."))


def _no_tool(name: str, entry: object, read: Collection[str]) -> str:
    """Why an entry is left out; empty when it is a tool."""
    if not isinstance(entry, dict):
        return "This tool is no object and was left out."
    if not name:
        return "This tool has no name and was left out."
    return f"'{shown(name)}' stands more than once; the first was read." if name in read else ""


def _without_node(name: str, node: Json, where: str) -> Iterator[Issue]:
    if node.get("node_type") != "tool":
        message = f"'{shown(name)}' has no node of a tool; the runtime never finds it."
        yield Issue(IssueCode.BAD_TOOL, Severity.WARNING, where, message)


def _without_tool(nodes: Mapping[str, Json], read: Collection[str]) -> Iterator[Issue]:
    for id, node in nodes.items():
        if node.get("node_type") == "tool" and id not in read:
            message = f"The node '{shown(id)}' has no tool; the runtime leaves it out."
            where = pointer("graph", "nodes")
            yield Issue(IssueCode.BAD_TOOL, Severity.WARNING, where, message)


def _entries(entries: object) -> Iterator[tuple[str, object]]:
    if isinstance(entries, list):
        yield from ((text(mapping(entry).get("name")), entry) for entry in entries)
    yield from mapping(entries).items()


def _named_otherwise(name: str, entry: Json, where: str) -> Iterator[Issue]:
    stated = text(entry.get("name"))
    if stated != name:
        message = f"It stands under '{shown(name)}' and says that it is '{shown(stated)}'."
        yield Issue(IssueCode.NAME_CLASH, Severity.NOTE, where, message)


def _rest(document: Json, edges: list[object], nodes: list[Json]) -> dict[str, object]:
    """What of the document has no place in tools, groups and relations."""
    graph = mapping(document.get("graph"))
    beside: dict[str, object] = {k: v for k, v in graph.items() if k not in ("nodes", "edges")}
    beside |= {"edges": edges} if edges else {}
    beside |= {"nodes": nodes} if nodes else {}
    metadata = {k: v for k, v in mapping(document.get("metadata")).items() if k != OURS}
    top = {key: value for key, value in document.items() if key not in _WRITTEN_ANEW}
    rest = {**top, "metadata": metadata} | ({"graph": beside} if beside else {})
    return {key: value for key, value in rest.items() if value != {}}
