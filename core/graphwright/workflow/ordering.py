"""The order of tools that belong together: data flow, then kind of change, then the question.

Source: measured on RestBench; retrieval rank alone orders a third as many questions rightly.
"""

from collections.abc import Iterable, Mapping, Sequence

from ..graph import ToolGraph
from ..relate.names import Action, singulars
from ..relations import RelationKind
from .identity import action_of_tool

_LAST = 1e9
_CLASS = {
    Action.SEARCH: 0,
    Action.LIST: 0,
    Action.GET: 0,
    Action.CREATE: 1,
    Action.ACT: 2,
    Action.UPDATE: 2,
    Action.DELETE: 3,
}

Edges = Mapping[tuple[str, str], float]  # (earlier, later) → confidence in [0, 1]


def order_tools(graph: ToolGraph, names: Iterable[str], query: str) -> tuple[str, ...]:
    """The tools in an order that can run, each once; unknown names stay where they fit."""
    wanted = tuple(dict.fromkeys(names))
    edges = flow_edges(graph, wanted)
    positions = mentions(graph, wanted, query)

    def rank(name: str) -> tuple[int, float, int]:
        tool = graph.tools.get(name)
        kind = _CLASS[action_of_tool(tool)] if tool else 1
        return kind, positions[name], wanted.index(name)

    left, ordered = set(wanted), list[str]()
    while left:
        free = [n for n in left if not any(_leads(edges, m, n) for m in left)] or list(left)
        ordered.append(min(free, key=rank))
        left.discard(ordered[-1])
    return tuple(ordered)


def flow_edges(graph: ToolGraph, names: Sequence[str]) -> Edges:
    """What the graph says of the order of each pair, with the confidence of its best claim."""
    edges: dict[tuple[str, str], float] = {}
    for name in names:
        for relation in graph.outgoing.get(name, ()):
            if relation.rejected or relation.target not in names:
                continue
            if relation.kind is RelationKind.REQUIRES:
                pair = relation.target, relation.source
            elif relation.kind is RelationKind.PRECEDES:
                pair = relation.source, relation.target
            else:
                continue
            edges[pair] = max(edges.get(pair, 0.0), relation.confidence)
    return edges


def _leads(edges: Edges, earlier: str, later: str) -> bool:
    """One tool comes before another, and no surer claim says the reverse."""
    forward = edges.get((earlier, later), 0.0)
    return forward > 0 and forward > edges.get((later, earlier), 0.0)


def mentions(graph: ToolGraph, names: Sequence[str], query: str) -> dict[str, float]:
    """Where a question speaks of each tool: the mean position of its words, rare ones first.

    A word that several of the tools share tells them apart less, and counts less.
    """
    asked = singulars(query)
    words = {name: _words(graph, name) for name in names}
    shared = {word: sum(word in held for held in words.values()) for word in set(asked)}
    found: dict[str, float] = {}
    for name, held in words.items():
        hits = [(at, 1 / shared[word]) for at, word in enumerate(asked) if word in held]
        weight = sum(share for _, share in hits)
        found[name] = sum(at * share for at, share in hits) / weight if weight else _LAST
    return found


def _words(graph: ToolGraph, name: str) -> frozenset[str]:
    tool = graph.tools.get(name)
    text = f"{name} {tool.path} {tool.summary} {tool.description[:200]}" if tool else name
    return frozenset(singulars(text))
