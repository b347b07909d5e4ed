"""Lenses: what the fill of a node and the width of a line say while one is chosen."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from graphwright.graph import ToolGraph
from graphwright.relations import RelationKey

from .scene import Scene

LENSES = {
    "": "Lens",
    "score": "Search score",
    "doubt": "Doubt",
    "load": "Load-bearing",
    "risk": "Load × doubt",
}
MEANS = {
    "score": ("scores low", "scores high"),
    "doubt": ("sure", "in doubt"),
    "load": ("carries nothing", "carries most"),
    "risk": ("harmless", "fix first"),
}
STEPS = 5


@dataclass(frozen=True, slots=True)
class Lens:
    """Weights from 0 up: of tools, and of relations; the largest is the darkest."""

    name: str
    tools: Mapping[str, float]
    relations: Mapping[RelationKey, float]
    said: str = ""  # what the numbers add up to

    @property
    def idle(self) -> bool:
        """It waits for a question: nothing is low or high yet."""
        return self.name == "score" and not self.tools

    def tool(self, name: str) -> int:
        return _step(self.tools.get(name, 0.0), max(self.tools.values(), default=0.0))


def score_lens(scores: Mapping[str, float], query: str) -> Lens:
    said = (
        f"scores for “{query}”"
        if query
        else "Ask a question first (/): the fill is what each tool scores for it."
    )
    return Lens("score", scores, {}, said)


def doubt_lens(graph: ToolGraph) -> Lens:
    """How unsure the open relations are; a tool is as doubtful as they are together."""
    doubts = {r.key: 1 - r.confidence for r in graph.relations.values() if r.open}
    return Lens("doubt", _of_tools(doubts), doubts, f"{len(doubts)} open relations")


def load_lens(costs: Mapping[RelationKey, float]) -> Lens:
    """What golden queries and workflows owe to each relation."""
    total = sum(costs.values())
    few = _few_that_carry(costs.values(), 0.61 * total)
    said = (
        f"{few} relations carry 61 % of what golden queries and workflows lean on"
        if total
        else "no golden query and no workflow leans on a relation"
    )
    return Lens("load", _of_tools(costs), costs, said)


def risk_lens(graph: ToolGraph, costs: Mapping[RelationKey, float]) -> Lens:
    """What is leaned on and not sure: these first."""
    doubts = doubt_lens(graph).relations
    risks = {key: cost * doubts[key] for key, cost in costs.items() if key in doubts}
    said = f"{len(risks)} open relations are leaned on"
    return Lens("risk", _of_tools(risks), risks, said)


def through(scene: Scene, lens: Lens, graph: ToolGraph, domain: Callable[[str], str]) -> Scene:
    """The scene with a step of the ramp on each node, and a width on each line of two tools.

    `domain` is that of a group.
    """
    if lens.idle:
        return scene
    top = max(lens.relations.values(), default=0.0)
    stacks = _by_pair(lens.relations)
    groups = {
        g: max((lens.tool(t) for t in names), default=1) for g, names in graph.members.items()
    }
    marks: Mapping[object, Callable[[Mapping[str, object]], int]] = {
        "tool": lambda data: lens.tool(str(data["name"])),
        "group": lambda data: groups.get(str(data["name"]), 1),
        "domain": lambda data: max(
            (step for group, step in groups.items() if domain(group) == data["name"]), default=1
        ),
    }
    elements = []
    for element in scene.elements:
        data = element["data"]
        if mark := marks.get(data.get("kind")):
            data = {**data, "lens": mark(data)}
        elif lens.relations and "from_tool" in data:
            ends = frozenset((str(data["from_tool"]), str(data["to_tool"])))
            data = {**data, "load": _step(stacks.get(ends, 0.0), top)}
        elements.append({**element, "data": data})
    return replace(scene, elements=tuple(elements))


def _of_tools(relations: Mapping[RelationKey, float]) -> dict[str, float]:
    found: dict[str, float] = {}
    for key, weight in relations.items():
        for name in {key.source, key.target}:
            found[name] = found.get(name, 0.0) + weight
    return found


def _by_pair(relations: Mapping[RelationKey, float]) -> dict[frozenset[str], float]:
    found: dict[frozenset[str], float] = {}
    for key, weight in relations.items():
        pair = frozenset((key.source, key.target))
        found[pair] = max(found.get(pair, 0.0), weight)
    return found


def _step(weight: float, top: float) -> int:
    """1 for nothing, up to 5 for the most."""
    return 1 if not weight or not top else min(STEPS, 1 + int(weight / top * (STEPS - 0.01)))


def _few_that_carry(weights: Iterable[float], wanted: float) -> int:
    carried, few = 0.0, 0
    for weight in sorted(weights, reverse=True):
        if carried >= wanted:
            break
        carried += weight
        few += 1
    return few
