"""Loads an exported graph into graph-tool-call 0.47.0 with its planner mended; stands alone.

    from load_graph import load
    graph = load("graph.json")

Its planner looks for 'REQUIRES' in a relation that was loaded as 'requires', and so finds no
prerequisite. Here relations become what they were before they were saved. Its `suggest_next` wants
them as they are loaded: use a graph of `ToolGraph.load` for that.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph_tool_call import ToolGraph


def load(path: str) -> "ToolGraph":
    """The graph of a file, with relations as the planner expects them."""
    from graph_tool_call import ToolGraph

    graph = ToolGraph.load(path)
    mend(graph)
    return graph


def mend(graph: "ToolGraph") -> None:
    """Every relation that was loaded as a word as the engine's own value."""
    from graph_tool_call.ontology.schema import RelationType

    kinds = {kind.value: kind for kind in RelationType}
    for source, target, attributes in list(graph.graph.edges()):
        if attributes.get("relation") in kinds:
            kind = kinds[attributes["relation"]]
            graph.graph.add_edge(source, target, **{**attributes, "relation": kind})
