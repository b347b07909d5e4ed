"""What may give a parameter its value: claims of the graph, and what the answers themselves say."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ..graph import ToolGraph, may_ship
from ..relate.names import singular
from ..relate.references import owners
from ..relations import Evidence, Relation, RelationKind, Verdict
from ..tools import Location, Parameter, Tool
from .candidates import assumed_path, offers
from .effects import is_reader, lists
from .identity import Resource, attribute, seen, wanted

_OWN = 0.95  # trust in a list of things for the id of one of them
# Trust in any claim, in [0, 1]; its confidence gives the rest. Which supplier is meant, the words
# of the goal tell better than how sure each is (measured).
_CLAIMED = 0.75
_ASIDE = 0.9  # share that a claim keeps of a tool that is about something else
_MADE = 0.7  # trust in an answer that nothing describes
_UNTRUSTED = 0.8  # share that a claim keeps that would not ship
_ALIKE = 0.5  # likeness from which a field is taken for the value


@dataclass(frozen=True, slots=True)
class Flow:
    """A way for a value to come. `trust` in [0, 1]."""

    provider: str
    path: str
    trust: float
    why: str


@dataclass(frozen=True)
class Flows:
    """The flows of one graph, each parameter's found once."""

    graph: ToolGraph
    threshold: float

    @cached_property
    def _known(self) -> dict[tuple[str, str], tuple[Flow, ...]]:
        return {}

    @cached_property
    def _given(self) -> dict[tuple[str, str, str], tuple[Flow, ...]]:
        return {}

    @cached_property
    def _listers(self) -> Mapping[tuple[str, Resource], tuple[Tool, ...]]:
        """Tools that list things, by their document and the things."""
        found: dict[tuple[str, Resource], list[Tool]] = {}
        for tool in self.graph.ordered_tools:
            if is_reader(tool) and lists(tool):
                found.setdefault((tool.source, seen(tool).resource), []).append(tool)
        return {key: tuple(tools) for key, tools in found.items()}

    def into(self, tool: Tool, parameter: Parameter) -> tuple[Flow, ...]:
        """The best flow of each tool that may fill a parameter, surest first."""
        key = tool.name, parameter.name
        if key not in self._known:
            self._known[key] = _best(self._all(tool, parameter))
        return self._known[key]

    def from_given(self, given: Iterable[str], tool: Tool, parameter: Parameter) -> Iterator[Flow]:
        """What tools that are called anyhow give, whatever the graph says of them."""
        for name in given:
            key = tool.name, parameter.name, name
            if key not in self._given:
                giver = self.graph.tools[name]
                made = (*self._alike(giver, tool, parameter), *_made(giver, tool, parameter))
                self._given[key] = _best(made)
            yield from self._given[key]

    def _all(self, tool: Tool, parameter: Parameter) -> Iterator[Flow]:
        for relation in self._relations(tool.name):
            name = relation.target if relation.source == tool.name else relation.source
            giver = self.graph.tools.get(name)
            if giver is not None and not _echoes(giver, tool, parameter):
                yield from self._claimed(giver, tool, parameter, relation)
        thing = wanted(tool, parameter.name)
        for giver in self._listers.get((tool.source, thing), ()) if thing else ():
            for flow in _best(self._alike(giver, tool, parameter)):
                yield replace(flow, trust=max(flow.trust, _OWN))
        yield from self._of_kind(tool, parameter, thing)
        yield from self._around(tool, parameter)

    def _of_kind(self, tool: Tool, parameter: Parameter, thing: Resource) -> Iterator[Flow]:
        """Lists of things of several kinds, one of which is asked for: `type=movie`."""
        for giver in self._mixed.get(tool.source, ()) if thing else ():
            kinds = {singular(str(v).lower()) for p in giver.parameters for v in p.enum}
            if thing[-1] in kinds:
                ids = (f.path for f in giver.outputs if f.name == attribute(parameter.name))
                path = next(ids, assumed_path(giver, parameter))
                why = f"{giver.name} lists things of the kind {thing[-1]}."
                yield Flow(giver.name, path, _MADE, why)

    def _around(self, tool: Tool, parameter: Parameter) -> Iterator[Flow]:
        """The thing that holds the collection: a cart says which items it has.

        Only where nobody lists the collection itself.
        """
        collection, found, _ = tool.path.partition(f"/{{{parameter.name}}}")
        around, _, noun = collection.rpartition("/")
        giver = self._readers.get((tool.source, around))
        if not found or giver is None or (tool.source, collection) in self._readers:
            return
        held = [f.path for f in giver.outputs if f.path.startswith(f"{noun}[]")]
        ids = (path for path in held if path.endswith(".id"))
        if held or not giver.outputs:
            path = next(ids, f"{noun}[].{attribute(parameter.name) or 'id'}")
            yield Flow(giver.name, path, _MADE, f"{giver.name} holds the {noun}.")

    @cached_property
    def _readers(self) -> Mapping[tuple[str, str], Tool]:
        """Tools that read at a path, by document and path."""
        return {(t.source, t.path): t for t in self.graph.ordered_tools if t.path and t.reads}

    @cached_property
    def _mixed(self) -> Mapping[str, tuple[Tool, ...]]:
        """Lists that a parameter tells what kind of thing to list, by their document."""
        found: dict[str, list[Tool]] = {}
        for tool in self.graph.ordered_tools:
            if is_reader(tool) and lists(tool) and any(p.enum for p in tool.parameters):
                found.setdefault(tool.source, []).append(tool)
        return {source: tuple(tools) for source, tools in found.items()}

    def _relations(self, tool: str) -> Iterator[Relation]:
        for relation in self.graph.outgoing.get(tool, ()):
            if relation.kind is RelationKind.REQUIRES and not relation.rejected:
                yield relation
        for relation in self.graph.incoming.get(tool, ()):
            if relation.kind is RelationKind.PRECEDES and not relation.rejected:
                yield relation

    def _claimed(
        self, giver: Tool, tool: Tool, parameter: Parameter, relation: Relation
    ) -> Iterator[Flow]:
        said = [one for one in relation.evidence if one.parameter]
        about = seen(giver).resource == wanted(tool, parameter.name)
        for evidence in said:
            if evidence.parameter == parameter.name:
                own = about and not owners(evidence.field, "")  # of the thing, not inside of it
                yield self._flow(giver, parameter, relation, evidence, own)
        if not said and wanted(tool, parameter.name):
            yield from self._alike(giver, tool, parameter)

    def _flow(
        self, giver: Tool, parameter: Parameter, relation: Relation, evidence: Evidence, own: bool
    ) -> Flow:
        accepted = relation.verdict is Verdict.ACCEPTED
        sure = 1.0 if accepted else _CLAIMED + (1 - _CLAIMED) * relation.confidence
        trust = sure if own or accepted else sure * _ASIDE
        if not may_ship(relation, self.threshold):
            trust *= _UNTRUSTED
        path = evidence.field or assumed_path(giver, parameter)
        return Flow(giver.name, path, trust, evidence.text)

    def _alike(self, giver: Tool, tool: Tool, parameter: Parameter) -> Iterator[Flow]:
        for path, score, why in offers(giver, tool, parameter, self.graph):
            if score >= _ALIKE:
                yield Flow(giver.name, path, score, why)


def _best(flows: Iterable[Flow]) -> tuple[Flow, ...]:
    best: dict[str, Flow] = {}
    for flow in flows:
        held = best.get(flow.provider)
        if held is None or flow.trust > held.trust:
            best[flow.provider] = flow
    return tuple(sorted(best.values(), key=lambda flow: (-flow.trust, flow.provider)))


def _made(giver: Tool, tool: Tool, parameter: Parameter) -> Iterator[Flow]:
    """What a tool without a described answer gives: the id of what it makes or finds."""
    thing = wanted(tool, parameter.name)
    if thing and not giver.outputs and seen(giver).resource == thing:
        why = f"{giver.name} answers with the {' '.join(thing)}."
        yield Flow(giver.name, assumed_path(giver, parameter), _MADE, why)


def _echoes(provider: Tool, tool: Tool, parameter: Parameter) -> bool:
    """It must be told the same id first, so that it cannot be where the id comes from.

    Unless it lists others: the movies that are similar to a movie, at a path below it.
    """
    thing = wanted(tool, parameter.name)
    return any(
        wanted(provider, p.name) == thing
        and attribute(p.name) == attribute(parameter.name)
        and not (lists(provider) and p.location is Location.PATH)
        for p in provider.required
    )
