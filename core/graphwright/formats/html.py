"""The graph as one HTML file that opens offline: drawn by vis-network, searched and filtered.

Everything from a document stands in the page as JSON data and becomes text nodes; the page's own
policy forbids every request.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from typing import Protocol

import orjson

from ..graph import Pair, ToolGraph
from ..relations import Relation, RelationKind
from ..tools import Tool
from .placing import Place, placed
from .runtime_edges import group_nodes, in_order, node_ids

LABEL = 40  # characters of a name that are drawn

# Source: the design tokens of assets/tokens.css, light theme.
_LOOKS: Mapping[RelationKind, tuple[str, tuple[int, ...]]] = {
    RelationKind.REQUIRES: ("#17408B", ()),
    RelationKind.PRECEDES: ("#D17F2B", ()),
    RelationKind.COMPLEMENTARY: ("#15764A", (8, 4)),
    RelationKind.SIMILAR_TO: ("#9A4DAB", (2, 4)),
    RelationKind.CONFLICTS_WITH: ("#7D0A1E", (12, 3, 2, 3)),
    RelationKind.BELONGS_TO: ("#878D96", ()),
}
_REMOTE = re.compile(
    r'<link\b[^>]*href="https?://[^>]*>|<script\b[^>]*src="https?://[^>]*>\s*</script>|<!--.*?-->',
    re.DOTALL,
)
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"

Json = dict[str, object]


class _Step(Protocol):
    @property
    def tool(self) -> str: ...
    @property
    def reason(self) -> str: ...


class Flow(Protocol):
    """What the page shows of a workflow."""

    @property
    def id(self) -> str: ...
    @property
    def goal(self) -> str: ...
    @property
    def steps(self) -> Sequence[_Step]: ...


def write_html(
    graph: ToolGraph,
    shipped: Mapping[Pair, Relation],
    *,
    title: str = "Tool graph",
    positions: Mapping[str, Place] | None = None,
    workflows: Sequence[Flow] = (),
) -> bytes:
    """The page's bytes: the same value, the same bytes.

    Args:
        graph: what is drawn.
        shipped: the relation of each ordered pair; these are the lines.
        title: of the page.
        positions: where nodes stand, by name; those without one are placed by their group.
        workflows: listed beside the graph.
    """
    edges = in_order(shipped.values())
    known = node_ids(graph)
    groups = {group.name: known[group.name] for group in group_nodes(graph, edges)}
    places = placed(graph, groups) | dict(positions or {})
    numbers = {tool.name: number for number, tool in enumerate(graph.ordered_tools)}
    ids = {name: len(numbers) + number for number, name in enumerate(groups)}
    lines = [_line(edge, numbers, ids) for edge in edges]
    data: Json = {
        "title": title,
        "counts": f"{len(numbers)} tools, {len(lines)} relations",
        "nodes": [*map(_tool, graph.ordered_tools), *(_group(graph, name) for name in groups)],
        "edges": [{key: line[key] for key in ("from", "to", "kind", "why")} for line in lines],
        "kinds": _kinds(edges),
        "workflows": [_workflow(flow, numbers) for flow in workflows],
    }
    nodes = [
        _dot(tool.name, number, places[tool.name])
        for number, tool in enumerate(graph.ordered_tools)
    ]
    boxes = [_box(name, ids[name], places[node]) for name, node in groups.items()]
    return _page(_drawn([*nodes, *boxes], [_drawn_line(line) for line in lines]), data, title)


def _tool(tool: Tool) -> Json:
    call = f"{tool.method.upper()} {tool.path}".strip()
    takes = ", ".join(parameter.name for parameter in tool.parameters)
    text = " ".join((tool.name, tool.summary, tool.description, *tool.tags, *tool.aliases))
    return {
        "name": tool.name,
        "place": "\n".join(line for line in (tool.group, call, takes and f"takes {takes}") if line),
        "description": "\n".join(filter(None, dict.fromkeys((tool.summary, tool.description)))),
        "text": text.lower(),
    }


def _group(graph: ToolGraph, name: str) -> Json:
    members = len(graph.members.get(name, ()))
    description = graph.groups[name].description
    return {
        "name": name,
        "place": f"group of {members} tools",
        "description": description,
        "text": f"{name} {description}".lower(),
    }


def _line(relation: Relation, tools: Mapping[str, int], groups: Mapping[str, int]) -> Json:
    member = relation.kind is RelationKind.BELONGS_TO
    said = "; ".join(evidence.text for evidence in relation.evidence)
    sure = f"confidence {relation.confidence:.2f}, {relation.verdict.value}"
    return {
        "from": tools[relation.source],
        "to": (groups if member else tools)[relation.target],
        "kind": relation.kind.value,
        "why": f"{sure}: {said}" if said else sure,
    }


def _kinds(edges: Sequence[Relation]) -> Json:
    counts = [sum(edge.kind is kind for edge in edges) for kind in RelationKind]
    return {
        kind.value: {
            "label": kind.value.replace("_", " "),
            "color": _LOOKS[kind][0],
            "dashes": _LOOKS[kind][1],
            "count": count,
            "shown": kind is not RelationKind.BELONGS_TO,
        }
        for kind, count in zip(RelationKind, counts, strict=True)
        if count
    }


def _workflow(flow: Flow, numbers: Mapping[str, int]) -> Json:
    return {
        "name": f"{flow.id}: {flow.goal}" if flow.goal else flow.id,
        "steps": [
            {"tool": step.tool, "reason": step.reason, "node": numbers.get(step.tool)}
            for step in flow.steps
        ],
    }


def _dot(name: str, number: int, place: Place) -> Json:
    look = {"shape": "dot", "size": 8, "color": "#0B6BCB"}
    return {"id": number, "label": _label(name), "x": place[0], "y": place[1], **look}


def _box(name: str, number: int, place: Place) -> Json:
    look = {"shape": "box", "color": "#EFF2F5", "font": {"size": 20}}
    return {"id": number, "label": _label(name), "x": place[0], "y": place[1], **look}


def _label(name: str) -> str:
    shown = " ".join(name.split())
    return shown if len(shown) <= LABEL else f"{shown[: LABEL - 1]}…"


def _drawn_line(line: Json) -> Json:
    color, dashes = _LOOKS[RelationKind(str(line["kind"]))]
    look = {"color": color, "dashes": list(dashes) or False, "arrows": "to"}
    return {"from": line["from"], "to": line["to"], **look}


def _drawn(nodes: list[Json], edges: list[Json]) -> str:
    """The page of pyvis with its scripts inside and without its links to other hosts."""
    from pyvis.network import Network

    network = Network(directed=True, cdn_resources="in_line", height="100%")
    network.nodes, network.edges = nodes, [{"id": n, **edge} for n, edge in enumerate(edges)]
    network.options = {
        "physics": {"enabled": False},
        "edges": {"smooth": False},
        "interaction": {"hideEdgesOnDrag": True, "keyboard": False},
    }
    page: str = network.generate_html(notebook=False)
    return _REMOTE.sub("", page)


def _page(drawn: str, data: Json, title: str) -> bytes:
    head, body, script = (_file(f"panel.{kind}") for kind in ("css", "html", "js"))
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    start = f'<!doctype html>\n<html lang="en">\n<head>{policy}<title>{escape(title)}</title>'
    shown = f'{body}<script type="application/json" id="gw-data">{_json(data)}</script>'
    page = re.sub(r"\A\s*<html>\s*<head>", lambda _: start, drawn)
    page = page.replace("</head>", f"<style>{head}</style></head>", 1)
    whole = page[: page.rindex("</body>")] + f"{shown}<script>{script}</script></body></html>\n"
    return whole.encode("utf-8", "replace")


def _file(name: str) -> str:
    return resources.files(__package__).joinpath("page", name).read_text("utf-8")


def _json(data: Json) -> str:
    """JSON that cannot end the script element that it stands in."""
    return orjson.dumps(data).decode().replace("&", "\\u0026").replace("<", "\\u003c")
