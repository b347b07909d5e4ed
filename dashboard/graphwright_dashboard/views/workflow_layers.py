"""The steps of a workflow in layers: each to the right of all that it needs."""

from graphwright.workflow.model import Workflow
from graphwright.workflow.references import producers

from .layers import depths


def layers(workflow: Workflow) -> tuple[tuple[str, ...], ...]:
    """Ids of the steps by layer. Steps of one layer do not need each other."""
    ids = list(dict.fromkeys(step.id for step in workflow.steps))
    needs = {step.id: producers(step) for step in workflow.steps}
    depth = depths(ids, needs)
    found: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for id in ids:
        found[depth[id]].append(id)
    return tuple(tuple(_by_needs(layer, found[number - 1] if number else [], needs))
                 for number, layer in enumerate(found))  # fmt: skip


def _by_needs(layer: list[str], before: list[str], needs: dict[str, tuple[str, ...]]) -> list[str]:
    """The layer from top to bottom as what its steps need stands in the layer before."""

    def height(id: str) -> float:
        places = [before.index(one) for one in needs[id] if one in before]
        return sum(places) / len(places) if places else len(before)

    return sorted(layer, key=height)


def branches(workflow: Workflow) -> bool:
    """Some of its steps could run side by side."""
    return any(len(layer) > 1 for layer in layers(workflow))
