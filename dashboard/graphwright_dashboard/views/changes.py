"""A picture of what two revisions differ in: added, removed and changed tools and relations."""

from collections import Counter
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace

from graphwright.graph import ToolGraph
from graphwright.relations import Relation, RelationKey, RelationKind

from .elements import Element, domain_id, group_id
from .scene import Scene

ADDED, REMOVED, CHANGED = "added", "removed", "changed"
SIGNS = {ADDED: "+", REMOVED: "−", CHANGED: "◐"}


@dataclass(frozen=True, slots=True)
class Changes:
    """What became of tools, by name, and of relations between tools, by key."""

    tools: Mapping[str, str]
    relations: Mapping[RelationKey, str]

    @property
    def counts(self) -> Mapping[str, int]:
        found = Counter((*self.tools.values(), *self.relations.values()))
        return {change: found[change] for change in (ADDED, REMOVED, CHANGED)}


def changes(before: ToolGraph, now: ToolGraph) -> Changes:
    """Relations count as standing or not: a rejected one is removed."""
    old, new = before.tools, now.tools
    tools = {name: ADDED for name in new if name not in old}
    tools |= {name: REMOVED for name in old if name not in new}
    tools |= {
        n: CHANGED for n, tool in new.items() if n in old and old[n] is not tool and old[n] != tool
    }
    relations: dict[RelationKey, str] = {}
    for key in set(before.relations) | set(now.relations):
        one, other = before.relations.get(key), now.relations.get(key)
        if one is other or key.kind is RelationKind.BELONGS_TO:
            continue
        if change := _change(one, other):
            relations[key] = change
    return Changes(tools, relations)


def _change(one: Relation | None, other: Relation | None) -> str:
    stood, stands = one is not None and not one.rejected, other is not None and not other.rejected
    if stood != stands:
        return ADDED if stands else REMOVED
    same = one is None or other is None or replace(one, raw=other.raw) == other
    return "" if not stands or same else CHANGED


def united(before: ToolGraph, now: ToolGraph) -> ToolGraph:
    """The later graph, with the tools, groups and relations that it has no more as they were."""
    gone = {name: tool for name, tool in before.tools.items() if name not in now.tools}
    groups = [group for name, group in before.groups.items() if name not in now.groups]
    return (
        now.with_tools(*gone.values())
        .with_groups(*groups)
        .with_relations(*(r for r in before.relations.values() if _is_gone(r, gone, now)))
    )


def _is_gone(relation: Relation, tools: Container[str], now: ToolGraph) -> bool:
    if relation.kind is RelationKind.BELONGS_TO:
        return relation.source in tools
    other = now.relations.get(relation.key)
    return not relation.rejected and (other is None or other.rejected)


def compared(scene: Scene, found: Changes, graph: ToolGraph, domain: Callable[[str], str]) -> Scene:
    """The scene with its changes marked by colour and sign.

    Args:
        scene: of the graph.
        found: what changed.
        graph: as `united` makes it.
        domain: that of a group.
    """
    counts = _by_group(found, graph)
    notes = {group_id(group): _said(some) for group, some in counts.items()}
    domains: dict[str, Counter[str]] = {}
    for group, some in counts.items():
        domains.setdefault(domain(group), Counter()).update(some)
    notes |= {domain_id(name): _said(some) for name, some in domains.items()}
    return replace(scene, elements=tuple(_marked(e, found, graph, notes) for e in scene.elements))


def _marked(
    element: Element, found: Changes, graph: ToolGraph, notes: Mapping[str, str]
) -> Element:
    data = element["data"]
    match data.get("kind"):
        case "tool":
            change = found.tools.get(str(data["name"]), "")
            marks = {"sign": SIGNS[change]} if change else {}
        case "group" | "domain":
            return {**element, "data": {**data, "badge": notes.get(str(data["id"]), "")}}
        case _ if "from_tool" in data:
            change = _of_pair(str(data["from_tool"]), str(data["to_tool"]), found, graph)
            marks = {"pill": SIGNS[change]} if change else {"pill": ""}
            data = {key: value for key, value in data.items() if not (change and key == "aside")}
        case _:
            return element
    return {**element, "data": {**data, **marks, "diff": change or "same"}}


def _of_pair(one: str, other: str, found: Changes, graph: ToolGraph) -> str:
    """What became of the relations of two tools; where they differ in that, they changed."""
    both = (*graph.stack(one, other), *graph.stack(other, one))
    became = {found.relations.get(r.key, "") for r in both if not r.rejected}
    return became.pop() if len(became) == 1 else CHANGED if became else ""


def _by_group(found: Changes, graph: ToolGraph) -> dict[str, Counter[str]]:
    """Changes of each kind for each group that something changed in."""
    counts: dict[str, Counter[str]] = {}
    for name, change in found.tools.items():
        counts.setdefault(graph.group_of.get(name, ""), Counter())[change] += 1
    for key, change in found.relations.items():
        for group in {graph.group_of.get(key.source, ""), graph.group_of.get(key.target, "")}:
            counts.setdefault(group, Counter())[change] += 1
    return counts


def _said(some: Mapping[str, int]) -> str:
    """`+3 −1 ◐2`."""
    return " ".join(f"{sign}{some[change]}" for change, sign in SIGNS.items() if some[change])
