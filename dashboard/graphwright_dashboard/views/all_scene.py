"""All tools at once: every group a cloud of cards, every pair of tools one line."""

from collections.abc import Callable, Mapping

from graphwright.curate.curation import Curation

from .columns import Columns
from .elements import Element, Hits, stack_edge, tool_node
from .exploring import Filters, View
from .layout import Point
from .numbers import count
from .scene import Crumb, Scene, put
from .spread import beside
from .tool_scene import hulls_of, lines_between

MOST = 1_500  # tools that are drawn in full; more are seen group by group
MOST_ANYWAY = 3_000  # and those that are drawn where somebody wants it all the same
_LINES = 4_000


def all_scene(
    curation: Curation,
    columns: Columns,
    view: View,
    filters: Filters,
    hits: Hits,
    known: Mapping[str, Point],
    keep: Callable[[Mapping[str, Point]], None],
) -> Scene:
    """Args: known: places of tools; others stand near their neighbours, and `keep` is told."""
    graph = curation.graph
    names = [tool.name for tool in graph.ordered_tools]
    moved = {name: at for name, at in put(curation, view.key).items() if name in graph.tools}
    own = _places(curation, names, known)
    keep(own)
    places = own | moved
    joined = lines_between(curation, names, filters)
    strong = sorted(joined, key=lambda stack: (-stack.open, -stack.shown.confidence))[:_LINES]
    hidden = len(joined) - len(strong)
    return Scene(
        key=view.key,
        label=f"All {count(len(names), 'tool')}",
        crumbs=(Crumb("All groups", "/explore"), Crumb("All tools")),
        facts=f"{count(len(names), 'tool')} · {count(len(strong), 'line')}"
        + (f" · {hidden} weaker lines are not drawn" if hidden else ""),
        elements=(
            *(tool_node(graph.tools[name], places[name], filters, hits, moved) for name in names),
            *(_light(stack_edge(stack, filters, places, docked=False)) for stack in strong),
        ),
        hulls=hulls_of(graph, names),
        counts=columns.counts(columns.standing),
        moved=tuple(moved),
        picture=view.key,
    )


def _places(curation: Curation, names: list[str], known: Mapping[str, Point]) -> dict[str, Point]:
    found = {name: known[name] for name in names if name in known}
    graph = curation.graph
    for new, name in enumerate(name for name in names if name not in found):
        around = (*graph.outgoing.get(name, ()), *graph.incoming.get(name, ()))
        joined = [r.target if r.source == name else r.source for r in around]
        found[name] = beside(found, joined, new)
    return found


def _light(edge: Element) -> Element:
    """Without its mark: thousands of marks are no help."""
    edge["data"].pop("pill", None)
    edge["data"]["dense"] = 1
    return edge
