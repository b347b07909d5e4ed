"""Relations and groups in the runtime's file: one edge a pair, and a node for each group."""

from collections.abc import Iterable, Mapping

from ..graph import Group, ToolGraph
from ..relations import KIND_ORDER, Origin, Relation, RelationKind, Verdict
from . import carried
from .carried import ALTERNATIVES, OURS

EVIDENCE_LENGTH = 200  # characters that the runtime keeps
SURE = 0.85  # confidence from which the runtime calls an inferred relation INFERRED


def node_ids(graph: ToolGraph) -> dict[str, str]:
    """Id of each group's node by the group's name: another one where a tool has that name.

    Tools and groups share one namespace there; a tool named like its group would be its own group.
    """
    taken = {*graph.tools, *graph.groups}
    ids: dict[str, str] = {}
    for name in sorted(graph.groups):
        node = name
        while node in graph.tools or (node != name and node in taken):
            node = f"group:{node}"
        ids[name] = node
        taken.add(node)
    return ids


def in_order(relations: Iterable[Relation]) -> list[Relation]:
    """As they stood in the file; what our rules or a curator added comes after."""
    return sorted(relations, key=_place)


def _place(relation: Relation) -> tuple[bool, int, str, int, str]:
    added = relation.origin is not Origin.FILE
    return added, relation.order, relation.source, KIND_ORDER[relation.kind], relation.target


def ordered_groups(graph: ToolGraph) -> list[Group]:
    return sorted(graph.groups.values(), key=lambda group: (group.order, group.name))


def is_membership(relation: Relation) -> bool:
    return relation.kind is RelationKind.BELONGS_TO


def group_nodes(graph: ToolGraph, edges: Iterable[Relation]) -> list[Group]:
    """Groups that become nodes: those that a file had, those with members, and all above them.

    The runtime finds tools by the words of their groups, so that a group that is only proposed
    would change what it finds.
    """
    wanted = {group.name for group in graph.groups.values() if group.raw}
    above = [*wanted, *(edge.target for edge in edges if is_membership(edge))]
    while above:
        group = graph.groups.get(above.pop())
        if group:
            above += [group.parent] if group.parent not in wanted else []
            wanted.add(group.name)
    return [group for group in ordered_groups(graph) if group.name in wanted]


def group_node(group: Group, nodes: Mapping[str, str]) -> dict[str, object]:
    stands = {"node_type": "category"} | group.raw.value()
    return {"id": nodes[group.name], **stands, "description": group.description}


def parent_edges(groups: Iterable[Group], nodes: Mapping[str, str]) -> list[dict[str, object]]:
    return [
        {"source": nodes[group.name], "target": nodes[group.parent], "relation": "belongs_to"}
        for group in groups
        if group.parent in nodes
    ]


def edge(
    graph: ToolGraph, relation: Relation, order: int, nodes: Mapping[str, str]
) -> dict[str, object]:
    """The edge of a pair: the relation that ships, and under `x_alternatives` its stack.

    Args:
        graph: where the stack stands.
        relation: the one that ships.
        order: position of the edge in the file.
        nodes: id of each group's node by its name.
    """
    stack = graph.stack(relation.source, relation.target)
    others = (one for one in stack if one.kind is not relation.kind and not one.rejected)
    rest = [carried.alternative(other, order) for other in others]
    target = nodes.get(relation.target) if is_membership(relation) else None
    return {
        "source": relation.source,
        "target": target or relation.target,
        "relation": relation.kind.value,
        **relation.raw.value(),
        **(grade(relation) if carried.is_graded(relation) else {}),
        OURS: carried.edge_data(relation, order),
        **({ALTERNATIVES: rest} if rest else {}),
    }


def grade(relation: Relation) -> dict[str, object]:
    """The runtime's words for how sure a relation is."""
    stated = relation.origin is not Origin.INFERRED or relation.verdict is Verdict.ACCEPTED
    said = " ".join(evidence.text for evidence in relation.evidence)
    return {
        "weight": 1.0,
        "confidence": "EXTRACTED" if stated else _label(relation.confidence),
        "conf_score": relation.confidence,
        "layer": 1 if stated else 2,
        "evidence": said[:EVIDENCE_LENGTH],
    }


def _label(confidence: float) -> str:
    return "INFERRED" if confidence >= SURE else "AMBIGUOUS"
