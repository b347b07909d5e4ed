"""Workflows from a goal: what answers each of its parts, and the cheapest way to its needs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..errors import QueryError
from ..graph import ToolGraph
from ..tools import Parameter, Tool
from .asked import Asked
from .automap import ask
from .catalog import Catalog, Finder
from .chains import Chain, Link
from .edits import bind
from .expressions import InputValue, StepOutput
from .flows import Flows
from .identity import attribute, wanted
from .intent import clauses, object_of, resolved
from .model import Binding, Input, Step, Workflow
from .naming import free_id, free_input, slug
from .ordering import mentions
from .parameters import comes_from_outside, outermost, unbound
from .providers import Providers
from .targets import Target, targets

_CONSIDERED = 16  # targets of a clause that are followed to what they need
_ALTERNATIVES = 5  # workflows that are offered
_EFFORT = 0.6  # share of what leads to a change that counts against it
_HEAD = 0.25  # of what a question asks of something: `the poster` of `the poster of a movie`
_READING = 0.65  # share of a target's score that counts where its words count as well


@dataclass(frozen=True, slots=True)
class Part:
    """One clause of a goal, the tool that answers it, and what leads there."""

    clause: str
    target: Target
    chain: Chain
    score: float


@dataclass(frozen=True)
class _Planner:
    """What one goal is planned with; each clause is looked at once."""

    catalog: Catalog
    flows: Flows
    _ranked: dict[tuple[str, tuple[str, ...]], list[Part]] = field(default_factory=dict)

    def ranked(self, clause: str, before: list[Part]) -> list[Part]:
        """The ways to serve a clause, best first, when some parts come before it."""
        given = tuple(dict.fromkeys(name for part in before for name in _tools(part)))
        key = clause, given
        if key not in self._ranked:
            asked = Asked.of(self.catalog, clause)
            made = tuple(part.target.tool.name for part in before)
            providers = Providers(self.catalog.graph, self.flows, asked, given, made)
            parts = [self._part(asked, providers, one) for one in targets(asked)[:_CONSIDERED]]
            self._ranked[key] = sorted(parts, key=lambda part: -part.score)
        return self._ranked[key]

    def _part(self, asked: Asked, providers: Providers, target: Target) -> Part:
        chain = providers.chain(target.tool)
        if not asked.reads:
            score = target.score - _EFFORT * providers.cost(chain)
            return Part(asked.text, target, chain, score)
        head = _HEAD * asked.known_by(target.tool.name, object_of(asked.plain))
        price = providers.price((target.tool.name,), chain)
        return Part(asked.text, target, chain, _READING * target.score + head - price)

    def parts(self, said: tuple[str, ...], chosen: Mapping[int, str]) -> list[Part]:
        """A part for each clause, in order; later ones may use what earlier ones give."""
        parts: list[Part] = []
        for position, clause in enumerate(said):
            ranked = self.ranked(clause, parts)
            picked = (one for one in ranked if one.target.tool.name == chosen.get(position))
            if (part := next(picked, next(iter(ranked), None))) is not None:
                parts.append(part)
        if not parts:
            raise QueryError(f"No tool does what the goal asks: {said[0][:200]!r}.")
        return parts


def plan(index: Finder, goal: str) -> Workflow:
    """The workflow that serves a goal best.

    Raises:
        QueryError: no tool has to do with the goal, or none that does what it asks.
    """
    return next(ways(index, goal))


def plans(index: Finder, goal: str) -> tuple[Workflow, ...]:
    """Workflows that serve a goal, best first; each differs from the others in its tools.

    Raises:
        QueryError: as `plan`.
    """
    return tuple(ways(index, goal))


def ways(index: Finder, goal: str) -> Iterator[Workflow]:
    """The same one by one: the best is there before the others are looked for.

    Raises:
        QueryError: as `plan`.
    """
    flows = Flows(index.graph, index.settings.ship_from)
    planner = _Planner(Catalog(index), flows)
    said = resolved(clauses(goal))
    first = planner.parts(said, {})
    best = _workflow(index.graph, goal, first)
    yield best
    given = {tuple(step.tool for step in best.steps)}
    for parts in _others(planner, said, first):
        workflow = _workflow(index.graph, goal, parts)
        tools = tuple(step.tool for step in workflow.steps)
        if tools not in given and len(given) < _ALTERNATIVES:
            given.add(tools)
            yield workflow


def _others(planner: _Planner, said: tuple[str, ...], first: list[Part]) -> list[list[Part]]:
    """The ways in which one clause is served by another tool, best first."""
    found = [
        planner.parts(said, {position: other.target.tool.name})
        for position, part in enumerate(first)
        for other in planner.ranked(part.clause, first[:position])[1:_ALTERNATIVES]
    ]
    return sorted(found, key=lambda parts: -sum(part.score for part in parts))


def _tools(part: Part) -> Iterator[str]:
    """The tools of a part, what is needed before what needs it."""
    yield from _needed(part.target.tool.name, part.chain.links, ())
    yield part.target.tool.name


def _needed(consumer: str, links: tuple[Link, ...], above: tuple[str, ...]) -> Iterator[str]:
    for link in links:
        if link.consumer == consumer and link.provider not in above:
            yield from _needed(link.provider, links, (*above, consumer))
            yield link.provider


def _workflow(graph: ToolGraph, goal: str, parts: list[Part]) -> Workflow:
    workflow = Workflow(slug(goal.lower()) or "workflow", goal)
    ids: dict[str, str] = {}
    last = ""
    for part in parts:
        for name in _in_order(graph, part):
            if name not in ids:
                ids[name] = free_id(workflow, name)
                step = Step(ids[name], name, _reason(part, name))
                workflow = replace(workflow, steps=(*workflow.steps, step))
        workflow = _bound(workflow, graph, part, ids)
        workflow = _after(workflow, ids[part.target.tool.name], last)
        last = ids[part.target.tool.name]
    return _complete(workflow, graph)


def _in_order(graph: ToolGraph, part: Part) -> tuple[str, ...]:
    """The tools of a part; of those that do not need each other, the one said first is first."""
    names = tuple(dict.fromkeys(_tools(part)))
    position = mentions(graph, names, part.clause)
    needs = {n: {link.provider for link in part.chain.links if link.consumer == n} for n in names}
    ordered: list[str] = []
    while len(ordered) < len(names):
        left = [n for n in names if n not in ordered]
        free = [n for n in left if needs[n].isdisjoint(left)] or left
        ordered.append(min(free, key=lambda n: (n == names[-1], position[n])))
    return tuple(ordered)


def _reason(part: Part, name: str) -> str:
    if name == part.target.tool.name:
        return f"Does what is asked: {part.clause}."
    link = next(link for link in part.chain.links if link.provider == name)
    return f"Gives {link.parameter.name} to {link.consumer}: {link.why}"


def _bound(workflow: Workflow, graph: ToolGraph, part: Part, ids: Mapping[str, str]) -> Workflow:
    place = [step.id for step in workflow.steps].index
    for link in part.chain.links:
        known = link.consumer in ids and link.provider in ids
        # a step of an earlier part cannot read from what comes after it
        if known and place(ids[link.provider]) < place(ids[link.consumer]):
            source = str(StepOutput(ids[link.provider], link.path))
            workflow = _with(workflow, ids[link.consumer], link.parameter, Binding(source))
    for one in part.chain.stated:
        binding = Binding(None, one.literal.value)
        workflow = _with(workflow, ids[one.consumer], one.parameter, binding)
    for asked in part.chain.questions:
        tool = graph.tools[asked.consumer]
        workflow = _asked(workflow, graph, ids[asked.consumer], tool, asked.parameter)
    return workflow


def _with(workflow: Workflow, id: str, parameter: Parameter, binding: Binding) -> Workflow:
    """The workflow with a binding, unless the parameter has one."""
    steps = (
        replace(step, bindings={parameter.name: binding, **step.bindings})
        if step.id == id
        else step
        for step in workflow.steps
    )
    return replace(workflow, steps=tuple(steps))


def _asked(
    workflow: Workflow, graph: ToolGraph, id: str, tool: Tool, parameter: Parameter
) -> Workflow:
    """The workflow in which whoever runs it gives a value; the same one for the same thing."""
    step = workflow.step(id)
    if step is None or parameter.name in step.bindings or not parameter.required:
        return workflow
    name = _same_input(workflow, graph, tool, parameter) or free_input(workflow, parameter.name)
    if name not in {one.name for one in workflow.inputs}:
        asked = Input(name, parameter.type, True, _why_asked(tool, parameter))
        workflow = replace(workflow, inputs=(*workflow.inputs, asked))
    return bind(workflow, id, parameter.name, str(InputValue(name)))


def _same_input(workflow: Workflow, graph: ToolGraph, tool: Tool, parameter: Parameter) -> str:
    """The input that already asks for the same thing: the owner of one repository, say."""
    thing = wanted(tool, parameter.name)
    for step in workflow.steps:
        other = graph.tools.get(step.tool)
        for name, binding in step.bindings.items() if thing else ():
            if other is None:
                continue
            same = wanted(other, name) == thing and attribute(name) == attribute(parameter.name)
            if same and (binding.source or "").startswith("$inputs."):
                return str(binding.source).removeprefix("$inputs.")
    return ""


def _why_asked(tool: Tool, parameter: Parameter) -> str:
    said = f" {parameter.description}" if parameter.description else ""
    return f"{parameter.name} of {tool.name}: no step before it gives it.{said}"


def _after(workflow: Workflow, id: str, last: str) -> Workflow:
    """The workflow in which a part waits for the one before it."""
    ids = [step.id for step in workflow.steps]
    if not last or ids.index(last) >= ids.index(id):
        return workflow
    steps = (
        replace(step, after=(*step.after, last)) if step.id == id else step
        for step in workflow.steps
    )
    return replace(workflow, steps=tuple(steps))


def _complete(workflow: Workflow, graph: ToolGraph) -> Workflow:
    """The workflow with an input for whatever is required and has no binding yet."""
    for step in workflow.steps:
        tool = graph.tools[step.tool]
        while missing := [
            p for p in unbound(tool, _now(workflow, step)) if not comes_from_outside(p)
        ]:
            workflow = ask(workflow, step.id, outermost(tool, missing[0]))
    return workflow


def _now(workflow: Workflow, step: Step) -> Step:
    return workflow.step(step.id) or step
