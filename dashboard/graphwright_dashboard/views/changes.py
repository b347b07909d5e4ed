"""A picture of what two revisions differ in: added, removed and changed tools and relations."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from graphwright.graph import ToolGraph
from graphwright.relations import Relation, RelationKey, RelationKind

from .elements import Element, domain_id, group_id, tool_id
from .pairs import strength
from .scene import Scene

ADDED, REMOVED, CHANGED = "added", "removed", "changed"
SIGNS = {ADDED: "+", REMOVED: "−", CHANGED: "◐"}


@dataclass(frozen=True, slots=True)
class Changes:
    """What became of tools, by name, and of relations between tools, by key."""

    tools: Mapping[str, str]
    relations: Mapping[RelationKey, str]
    gone: Mapping[RelationKey, Relation]

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
    gone: dict[RelationKey, Relation] = {}
    for key in set(before.relations) | set(now.relations):
        one, other = before.relations.get(key), now.relations.get(key)
        if one is other or key.kind is RelationKind.BELONGS_TO:
            continue
        if change := _change(one, other):
            relations[key] = change
            if change == REMOVED:
                gone[key] = one or other  # type: ignore[assignment]
    return Changes(tools, relations, gone)


def _change(one: Relation | None, other: Relation | None) -> str:
    stood, stands = one is not None and not one.rejected, other is not None and not other.rejected
    if stood != stands:
        return ADDED if stands else REMOVED
    same = one is None or other is None or replace(one, raw=other.raw) == other
    return "" if not stands or same else CHANGED


def compared(scene: Scene, found: Changes, graph: ToolGraph, domain: Callable[[str], str]) -> Scene:
    """The scene with its changes marked, and what was removed as ghosts between what is shown.

    `domain` is that of a group.
    """
    by_pair: dict[frozenset[str], str] = {}
    for key, change in found.relations.items():
        by_pair.setdefault(frozenset((key.source, key.target)), change)
    counts = _by_group(found, graph)
    notes = {group_id(group): _said(some) for group, some in counts.items()}
    domains: dict[str, Counter[str]] = {}
    for group, some in counts.items():
        domains.setdefault(domain(group), Counter()).update(some)
    notes |= {domain_id(name): _said(some) for name, some in domains.items()}
    elements = [_marked(e, found, by_pair, notes) for e in scene.elements]
    shown = {e["data"].get("name") for e in elements if e["data"].get("kind") == "tool"}
    drawn = {frozenset((e["data"].get("from_tool"), e["data"].get("to_tool"))) for e in elements}
    ghosts = _ghosts(found, shown, drawn)
    return replace(scene, elements=(*elements, *ghosts))


def _marked(
    element: Element,
    found: Changes,
    by_pair: Mapping[frozenset[str], str],
    notes: Mapping[str, str],
) -> Element:
    data = element["data"]
    match data.get("kind"):
        case "tool":
            change = found.tools.get(str(data["name"]), "")
        case "group" | "domain":
            return {**element, "data": {**data, "badge": notes.get(str(data["id"]), "")}}
        case _ if "from_tool" in data:
            ends = frozenset((str(data["from_tool"]), str(data["to_tool"])))
            change = by_pair.get(ends, "")
        case _:
            return element
    return {**element, "data": {**data, "diff": change or "same"}}


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


def _ghosts(found: Changes, shown: set[object], drawn: set[frozenset[object]]) -> Iterator[Element]:
    for key, relation in found.gone.items():
        ends = frozenset((key.source, key.target))
        if ends <= shown and ends not in drawn:
            yield {
                "data": {
                    "id": f"x:{key.source}\n{key.target}\n{key.kind}",
                    "source": tool_id(key.source),
                    "target": tool_id(key.target),
                    "from_tool": key.source,
                    "to_tool": key.target,
                    "relation": key.kind,
                    "strength": strength(relation.confidence),
                    "pill": "−",
                    "diff": REMOVED,
                }
            }
