"""Tools to put next into a workflow: by the words typed, else those that the graph leads to."""

from collections.abc import Iterable, Iterator

from graphwright.relations import RelationKind
from graphwright.search.index import SearchIndex
from graphwright.tools import Parameter, Tool
from graphwright.workflow.candidates import candidates
from graphwright.workflow.edits import insert
from graphwright.workflow.model import Workflow
from graphwright.workflow.parameters import comes_from_outside

_SHOWN = 12
_ORDERED = (RelationKind.REQUIRES, RelationKind.PRECEDES)

Offer = tuple[str, str]  # tool, and the required parameters that nothing gives it yet


def offered(
    index: SearchIndex, workflow: Workflow, after: str, words: str
) -> tuple[tuple[str, tuple[Offer, ...]], ...]:
    """Titled lists of tools for the place after a step; an empty step id is the end."""
    if words.strip():
        found = [hit.tool for hit in index.search(words, _SHOWN).results]
        return (("Found", _offers(index, workflow, after, found)),) if found else ()
    offers = _offers(index, workflow, after, _next(index, workflow))
    ready = tuple(one for one in offers if not one[1])
    lacking = tuple(one for one in offers if one[1])
    titled = (("Ready here", ready), ("Lacks an input", lacking))
    return tuple((title, some) for title, some in titled if some)


def _next(index: SearchIndex, workflow: Workflow) -> list[str]:
    """Tools that need or follow what stands in the workflow, those with most ties first."""
    present = {step.tool for step in workflow.steps}
    ties: dict[str, float] = {}
    for tool in sorted(present & set(index.graph.tools)):
        for name, weight in _leads(index, tool):
            ties[name] = ties.get(name, 0.0) + weight
    ranked = sorted(ties.keys() - present, key=lambda name: (-ties[name], name))
    return ranked[:_SHOWN] or [tool.name for tool in index.graph.ordered_tools[:_SHOWN]]


def _leads(index: SearchIndex, tool: str) -> Iterator[tuple[str, float]]:
    for relation in index.graph.incoming.get(tool, ()):
        if relation.kind is RelationKind.REQUIRES and not relation.rejected:
            yield relation.source, relation.confidence
    for relation in index.graph.outgoing.get(tool, ()):
        if relation.kind is RelationKind.PRECEDES and not relation.rejected:
            yield relation.target, relation.confidence


def _offers(
    index: SearchIndex, workflow: Workflow, after: str, tools: Iterable[str]
) -> tuple[Offer, ...]:
    ids = [step.id for step in workflow.steps]
    place = ids.index(after) + 1 if after in ids else len(ids)
    return tuple((name, _lacks(index, workflow, place, index.graph.tools[name])) for name in tools)


def _lacks(index: SearchIndex, workflow: Workflow, place: int, tool: Tool) -> str:
    trial = insert(workflow, tool.name, place)
    step = trial.steps[place]

    def is_given(parameter: Parameter) -> bool:
        return any(one.sure for one in candidates(trial, step, parameter, index.graph))

    wanted = [p for p in tool.required if not comes_from_outside(p)]
    return ", ".join(p.name for p in wanted if not is_given(p))
