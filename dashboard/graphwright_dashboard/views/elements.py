"""Cytoscape elements: a tool, a group, a line between two tools, a bundle between two groups."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from math import log2

from graphwright.relations import RelationKind
from graphwright.tools import Tool

from .exploring import Filters
from .layout import NODE_WIDTH, ROW, Point, radius
from .names import humanised, short
from .numbers import count, thousands
from .pairs import Stack, strength
from .stylesheet import METHODS

Element = dict[str, dict[str, object]]
NO_GROUP = "No group"
_AROUND = 140  # from the middle of a column to where a line passes what stands in it


@dataclass(frozen=True, slots=True)
class Hits:
    """The tools that the last question found, by rank; empty where nothing was asked."""

    query: str = ""
    ranks: Mapping[str, int] | None = None

    def marks(self, tool: str) -> dict[str, object]:
        """What a hit or, while something is asked, any other tool carries."""
        if not self.ranks:
            return {}
        return {"hit": self.ranks[tool]} if tool in self.ranks else {"faint": 1}


def tool_id(name: str) -> str:
    return f"t:{name}"


def group_id(name: str) -> str:
    return f"g:{name}"


def domain_id(name: str) -> str:
    return f"d:{name}"


def group_title(name: str) -> str:
    return humanised(name) if name else NO_GROUP


def tool_node(
    tool: Tool, at: Point, filters: Filters, hits: Hits, moved: Container[str] = ()
) -> Element:
    """A card: method chip and name, which the browser reads as people do.

    Ids carry a letter, so that a tool may be called as a group.
    """
    method = tool.method.lower()
    return _placed(
        {
            "id": tool_id(tool.name),
            "kind": "tool",
            "name": tool.name,
            "method": method if method in METHODS else "",
            **({"danger": 1} if tool.destroys else {}),
            **({"pin": 1} if tool.name in moved else {}),
            **({} if filters.lets_tool(tool) else {"dim": 1}),
            **hits.marks(tool.name),
        },
        at,
    )


def group_node(name: str, tools: int, open: int, at: Point, marks: Mapping[str, object]) -> Element:
    """A hexagon as large as its group, with the number of relations that wait for review."""
    size = radius(tools)
    return _placed(
        {
            "id": group_id(name),
            "kind": "group",
            "name": name,
            "title": short(group_title(name), 28),
            "sub": count(tools, "tool"),
            "spoken": f"{group_title(name)[:80]}, {count(tools, 'tool')}, {open} open",
            "badge": f"{thousands(open)}?" if open else "",
            "width": round(2 * size, 1),
            "height": round(1.732 * size, 1),
            **marks,
        },
        at,
    )


def domain_node(
    name: str, counts: tuple[int, int], open: int, at: Point, marks: Mapping[str, object]
) -> Element:
    """An octagon for groups that stand together; `counts`: its groups and their tools."""
    groups, tools = counts
    node = group_node(name, tools, open, at, marks)
    title = short(name, 28)
    side = node["data"]["width"]
    words = f"{count(groups, 'group')}, {count(tools, 'tool')}"
    node["data"] |= {"id": domain_id(name), "kind": "domain", "title": title, "height": side}
    node["data"] |= {"sub": words, "spoken": f"{name[:80]}, {words}, {open} open"}
    return node


def anchor_node(id: str, at: Point) -> Element:
    """An invisible end for a bundle that leads to a hull."""
    return _placed({"id": id, "kind": "anchor"}, at)


def stack_edge(
    stack: Stack,
    filters: Filters,
    places: Mapping[str, Point],
    free: str = "",
    *,
    aside: bool = False,
    docked: bool = True,
) -> Element:
    """The line of a pair, in the style of the relation that it shows.

    It docks at the sides of its tools; at the tool `free`, in the middle, from everywhere. A line
    `aside` is faint until one of its tools is looked at.
    """
    lets = [relation for relation in stack.relations if filters.lets(relation)]
    shown = lets[0] if lets else stack.shown
    source, target = shown.source, shown.target
    return {
        "data": {
            "id": f"r:{stack.ends[0]}\n{stack.ends[1]}",
            "source": tool_id(source),
            "target": tool_id(target),
            "from_tool": source,
            "to_tool": target,
            "relation": shown.kind,
            "strength": strength(shown.confidence),
            "pill": stack.pill if lets else "",
            "words": f"{shown.kind}",
            "spoken": f"{source[:80]} {shown.kind} {target[:80]}",
            **({"warn": 1} if stack.open else {}),
            **({"aside": 1} if aside else {}),
            **({} if lets else {"dim": 1}),
            **(
                _docks(places[source], places[target], source == free, target == free)
                if docked
                else {}
            ),
        }
    }


def bundle_edge(
    source: str,
    target: str,
    kind: RelationKind,
    counts: tuple[int, int, int],
    *,
    dim: bool,
    light: bool = False,
) -> Element:
    """All relations of two groups as one line between two nodes' ids, in the style of `kind`.

    `counts`: the relations that are let through, those of `kind`, and the open ones. A light
    bundle is seen only while one of its groups is looked at.
    """
    total, of_kind, open = counts
    return {
        "data": {
            "id": f"b:{source}\n{target}",
            "source": source,
            "target": target,
            "relation": kind,
            "bundle": 1,
            "width": _bundle_width(total),
            "pill": f"{thousands(total)} · {thousands(open)}?" if open else thousands(total),
            "long": f"{thousands(of_kind if of_kind == total else total)} "
            f"{kind if of_kind == total else 'relations'}",
            "waits": f"{thousands(open)} open" if open else "",
            **({"dim": 1} if dim else {}),
            **({"light": 1} if light else {}),
        }
    }


def _bundle_width(total: int) -> float:
    """Thicker with every relation up to a dozen, then with every doubling."""
    return round(1.2 + 0.36 * min(total, 12) + 0.4 * log2(max(total / 12, 1)), 2)


def _placed(data: dict[str, object], at: Point) -> Element:
    return {"data": data, "position": {"x": round(at[0], 1), "y": round(at[1], 1)}}


def _docks(a: Point, b: Point, a_free: bool, b_free: bool) -> dict[str, object]:
    """Sides at which the line leaves and arrives, and how far it bows past what is between."""
    across, down = b[0] - a[0], b[1] - a[1]
    if abs(across) < NODE_WIDTH:
        if abs(down) < ROW * 1.5 or a_free or b_free:
            return {}
        return {"from_at": "50% 0px", "to_at": "50% 0px", "bow": -_AROUND if down > 0 else _AROUND}
    rightwards = across > 0
    docks: dict[str, object] = {}
    lean = round(max(-14.0, min(14.0, down * 0.12)))  # so that lines do not arrive at one point
    if not a_free:
        docks["from_at"] = f"{'' if rightwards else '-'}50% {lean}px"
    if not b_free:
        docks["to_at"] = f"{'-' if rightwards else ''}50% {-lean}px"
    if not a_free and not b_free and a[0] * b[0] < 0 and abs(a[1] + b[1]) < ROW:
        docks["bow"] = 90
    return docks
