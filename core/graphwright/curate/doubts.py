"""What speaks against a relation, as sentences that a person can check."""

from collections.abc import Iterator

from ..graph import ToolGraph
from ..relations import Evidence, Relation, RelationKind
from ..tools import Parameter, Tool

_FAR = 4  # tools of a cycle that is still worth a word
_NUMBERS = ("integer", "number")


def doubts(graph: ToolGraph, relation: Relation) -> tuple[str, ...]:
    """All that speaks against a relation in the graph that holds it."""
    source, target = graph.tools.get(relation.source), graph.tools.get(relation.target)
    return (
        *_of_the_pair(graph, relation),
        *(_of_the_tools(relation, source, target) if source and target else ()),
        *_cycle(graph, relation),
    )


def _of_the_pair(graph: ToolGraph, relation: Relation) -> Iterator[str]:
    here, back = (relation.source, relation.target), (relation.target, relation.source)
    for other in (*graph.stack(*here), *graph.stack(*back)):
        if other.key == relation.key or other.rejected:
            continue
        if _clash(relation, other):
            yield f"'{other.source}' {other.kind} '{other.target}' is claimed as well."


def _clash(one: Relation, other: Relation) -> bool:
    """Whether two claims on one pair of tools, in either direction, cannot both hold."""
    kinds = {one.kind, other.kind}
    if one.kind is other.kind:
        return one.kind in (RelationKind.REQUIRES, RelationKind.PRECEDES)
    if kinds == {RelationKind.REQUIRES, RelationKind.PRECEDES}:
        return one.source == other.source
    if RelationKind.CONFLICTS_WITH in kinds:
        return RelationKind.SIMILAR_TO not in kinds
    return kinds == {RelationKind.SIMILAR_TO, RelationKind.REQUIRES}


def _of_the_tools(relation: Relation, source: Tool, target: Tool) -> Iterator[str]:
    if relation.kind is RelationKind.REQUIRES:
        if source.reads and not target.reads:
            yield f"'{source.name}' only reads, and '{target.name}' writes."
        yield from _of_the_flow(relation, source, target)
    if relation.kind is RelationKind.PRECEDES:
        yield from _of_the_flow(relation, target, source)
    if relation.kind is RelationKind.SIMILAR_TO and source.reads is not target.reads:
        yield "One of them only reads, and the other writes."
    if source.source != target.source:
        yield f"They come from two sources: {source.source} and {target.source}."
    if target.deprecated:
        yield f"'{target.name}' is deprecated."


def _of_the_flow(relation: Relation, consumer: Tool, provider: Tool) -> Iterator[str]:
    flows = [evidence for evidence in relation.evidence if evidence.parameter]
    for evidence in flows[:1]:
        parameter = consumer.parameter(evidence.parameter)
        if parameter is None:
            yield f"'{consumer.name}' has no parameter {evidence.parameter}."
            return
        if not parameter.required:
            yield f"{parameter.name} is optional."
        if any(same.name == parameter.name for same in provider.required):
            yield f"'{provider.name}' must be given {parameter.name} itself."
        yield from _misfit(parameter, evidence, provider)
    if not flows and relation.kind is RelationKind.REQUIRES:
        yield "No parameter is known that it would fill."


def _misfit(parameter: Parameter, evidence: Evidence, provider: Tool) -> Iterator[str]:
    field = next((f for f in provider.outputs if f.path == evidence.field), None)
    if field is None:
        yield f"No schema says what '{provider.name}' answers with."
    elif _differ(parameter.type, field.type) or (
        parameter.format and field.format and parameter.format != field.format
    ):
        wanted, given = (f"{x.type} {x.format}".strip() for x in (parameter, field))
        yield f"{parameter.name} is of type {wanted}, {field.path} of type {given}."


def _differ(wanted: str, given: str) -> bool:
    """A number is a number, and a list may hold what is wanted."""
    return wanted != given and "array" not in (wanted, given) and {wanted, given} != {*_NUMBERS}


def _cycle(graph: ToolGraph, relation: Relation) -> Iterator[str]:
    """A way back from the target along relations of the same kind."""
    if relation.kind not in (RelationKind.REQUIRES, RelationKind.PRECEDES):
        return
    trails: list[tuple[str, ...]] = [(relation.target,)]
    for trail in trails:
        for after in _after(graph, trail[-1], relation.kind):
            if after == relation.source:
                yield f"It closes a cycle: {' → '.join((relation.source, *trail, after))}."
                return
            if len(trail) < _FAR and after not in trail and len(trails) < 256:
                trails.append((*trail, after))


def _after(graph: ToolGraph, name: str, kind: RelationKind) -> Iterator[str]:
    for relation in graph.outgoing.get(name, ()):
        if relation.kind is kind and not relation.rejected:
            yield relation.target
