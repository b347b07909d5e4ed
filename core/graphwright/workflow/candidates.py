"""What could fill a parameter: outputs of earlier steps and inputs, best first, each with why."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..graph import ToolGraph
from ..issues import Severity
from ..relate.names import singulars, vocabulary
from ..relations import Evidence, Relation, RelationKey, RelationKind, Verdict
from ..tools import Field, Parameter, Tool
from .effects import lists
from .expressions import InputValue, StepOutput
from .fit import Misfit, Supply, misfits
from .identity import akin, an, attribute, given, seen, wanted
from .model import Input, Step, Workflow

_PLAIN = vocabulary(
    "name type status state description title body message count total page limit size value data "
    "content text date created updated url link kind label note comment order sort"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One value that a parameter could take."""

    source: str
    score: float  # in [0, 1]
    why: str
    misfits: tuple[Misfit, ...] = ()

    @property
    def sure(self) -> bool:
        """Good enough to be bound without asking."""
        return self.score >= 0.5 and not any(m.severity is Severity.ERROR for m in self.misfits)


def candidates(
    workflow: Workflow, step: Step, parameter: Parameter, graph: ToolGraph
) -> tuple[Candidate, ...]:
    """Values that are there when a step runs, best first; later steps do not count."""
    tool = graph.tools.get(step.tool)
    if tool is None:
        return ()
    earlier = workflow.steps[: workflow.steps.index(step)]
    found = [*_from_steps(earlier, tool, parameter, graph), *_from_inputs(workflow, parameter)]
    return tuple(sorted(found, key=lambda c: (-c.score, len(c.source))))


def _from_steps(
    earlier: tuple[Step, ...], consumer: Tool, parameter: Parameter, graph: ToolGraph
) -> Iterator[Candidate]:
    for distance, step in enumerate(reversed(earlier)):
        provider = graph.tools.get(step.tool)
        if provider is None:
            continue
        nearness = 0.01 * min(distance, 9)
        for path, score, why in offers(provider, consumer, parameter, graph):
            field = next((f for f in provider.outputs if f.path == path), Field(path, ""))
            against = misfits(Supply.of(provider, field, path), consumer, parameter)
            source = str(StepOutput(step.id, path))
            worth = max(0.0, score - nearness - _doubt(against))
            yield Candidate(source, worth, why, against)


def _doubt(against: tuple[Misfit, ...]) -> float:
    worth = {Severity.ERROR: 1.0, Severity.WARNING: 0.05, Severity.NOTE: 0.0}
    return sum(worth[one.severity] for one in against)


def offers(
    provider: Tool, consumer: Tool, parameter: Parameter, graph: ToolGraph
) -> Iterator[tuple[str, float, str]]:
    """What one tool gives that a parameter of another may take: path, score in [0, 1], reason.

    A relation that a curator rejected speaks against alike names too.
    """
    if any(r.rejected for r in _flow_relations(graph, consumer.name, provider.name)):
        return
    said: dict[str, tuple[float, str]] = {}
    for relation, evidence in flow_evidence(graph, consumer.name, provider.name):
        if evidence.parameter == parameter.name:
            path = evidence.field or assumed_path(provider, parameter)
            trust = (
                1.0 if relation.verdict is Verdict.ACCEPTED else 0.55 + 0.4 * relation.confidence
            )
            said[path] = (trust, evidence.text)
    for field in provider.outputs:
        if field.path not in said and (alike := _alike(provider, field, consumer, parameter)):
            said[field.path] = alike
    for path, (score, why) in said.items():
        yield path, score, why


def flow_evidence(
    graph: ToolGraph, consumer: str, provider: str
) -> Iterator[tuple[Relation, Evidence]]:
    """What the graph says of values that go from one tool into another."""
    for relation in _flow_relations(graph, consumer, provider):
        if not relation.rejected:
            yield from ((relation, e) for e in relation.evidence if e.parameter)


def _flow_relations(graph: ToolGraph, consumer: str, provider: str) -> Iterator[Relation]:
    requires = RelationKey(consumer, provider, RelationKind.REQUIRES)
    precedes = RelationKey(provider, consumer, RelationKind.PRECEDES)
    yield from (graph.relations[key] for key in (requires, precedes) if key in graph.relations)


def assumed_path(provider: Tool, parameter: Parameter) -> str:
    """Where an answer without a schema most likely holds an id: `[].id`, `id`."""
    usual = "id" if parameter.type == "integer" or parameter.format == "uuid" else "name"
    return f"{'[].' if lists(provider) else ''}{attribute(parameter.name) or usual}"


def _alike(
    provider: Tool, field: Field, consumer: Tool, parameter: Parameter
) -> tuple[float, str] | None:
    """How alike a field and a parameter are by name and by what they identify."""
    needed = wanted(consumer, parameter.name)
    text = f"{field.path or 'the answer'} of {provider.name}"
    if needed and any(akin(needed, of) for of in given(provider, field)):
        asked, has = attribute(parameter.name), attribute(field.name)
        if has == (asked or has):
            own = seen(provider).resource == needed  # a list of orders, for the id of an order
            return (0.99 if own else 0.85) - _depth(
                field
            ), f"{text} is that of {an(' '.join(needed))}."
    name = singulars(parameter.name.rpartition(".")[2])
    if name and name == singulars(field.name) and not needed:
        common = len(name) == 1 and name[0] in _PLAIN
        return (0.3 if common else 0.7) - _depth(field), f"{text} has the same name."
    return None


def _depth(field: Field) -> float:
    """Deeper and listed values are less likely meant."""
    return min(0.2, 0.02 * field.path.count(".") + 0.03 * field.path.count("[]"))


def _from_inputs(workflow: Workflow, parameter: Parameter) -> Iterator[Candidate]:
    wanted = singulars(parameter.name.rpartition(".")[2])
    for one in workflow.inputs:
        if wanted and singulars(one.name) == wanted and _same_type(one, parameter):
            why = f"The input {one.name} has the same name."
            yield Candidate(str(InputValue(one.name)), 0.65, why)


def _same_type(one: Input, parameter: Parameter) -> bool:
    return one.type == parameter.type or "string" in (one.type, parameter.type)
