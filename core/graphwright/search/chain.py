"""What a tool needs: the tools that give its inputs, and theirs, in an order that can run."""

from collections.abc import Iterator

from ..graph import ToolGraph, may_ship
from ..relations import Relation, RelationKind


def trusted(graph: ToolGraph, tool: str, ship_from: float) -> Iterator[Relation]:
    """Relations by which `tool` requires another, surest first, that may go to the runtime."""
    needs = (r for r in graph.outgoing.get(tool, ()) if r.kind is RelationKind.REQUIRES)
    yield from sorted(
        (r for r in needs if may_ship(r, ship_from) and r.target in graph.tools),
        key=lambda r: (-r.confidence, r.target),
    )


def providers(graph: ToolGraph, tool: str, ship_from: float) -> dict[str, tuple[str, ...]]:
    """Every tool that `tool` needs, near ones first → the path that leads there from `tool`."""
    paths: dict[str, tuple[str, ...]] = {tool: (tool,)}
    waiting = [tool]
    for name in waiting:
        for relation in trusted(graph, name, ship_from):
            if relation.target not in paths:
                paths[relation.target] = (*paths[name], relation.target)
                waiting.append(relation.target)
    return paths
