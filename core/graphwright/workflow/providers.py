"""The cheapest way to what a tool must be given: from other tools, from the goal, or asked for.

Costs are in units of a target's score: what a step adds to the words of the goal that are taken
up is worth as much as it costs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..graph import ToolGraph
from ..relate.names import Action, singular, singulars, vocabulary, words
from ..tools import Location, Parameter, Tool
from .asked import Asked
from .chains import Chain, Link, Question, Stated
from .effects import does, is_reader, is_text_query, lists, may_destroy, own_verb
from .flows import Flow, Flows
from .identity import Resource, attribute, seen, wanted
from .literals import Literal, stated
from .parameters import comes_from_outside, outermost

_FOLLOWED = 12  # flows into one parameter that are followed
_DEEPEST = 3  # providers behind one another
_LIST, _ITEM, _MAKER = 0.1, 0.2, 0.8  # cost of a step that lists, gets one, creates
_OWN = 0.05  # gain of a step that gives what is the caller's own, for a goal about mine
_MADE = 0.1  # gain of a value from what the goal just asked for
_NARROW = 0.01  # of each word of a step that narrows what it gives
_DOUBT = 0.25  # cost of a flow of which nothing is sure
_ASKED_ID, _ASKED_NAME, _ASKED_SCOPE, _ASKED_DATA = 0.5, 0.2, 0.08, 0.02
_NAMED, _UNNAMED = -0.1, 0.12  # of a search by text, where the goal has a name or has none
_OF_KIND = -0.2  # more, where the goal says what kind of thing the name is
_UNUSED = 1.0  # where nothing takes the name that the goal has
_MINE = vocabulary("my mine me our ours i we")
_CALLERS = vocabulary("me my mine current authenticated self own")
_OPAQUE = ("id", "number", "hash", "key")
_COVERS_READING, _COVERS_CHANGE = 1.0, 0.3  # worth of the words of a goal, all taken up


@dataclass(frozen=True)
class Providers:
    """The ways to the tools that one clause of a goal may need.

    Attributes:
        given: tools that are called before; what they give is there already.
        made: those of them that an earlier clause asked for, so that it speaks of their answers.
    """

    graph: ToolGraph
    flows: Flows
    asked: Asked
    given: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    _known: dict[tuple[str, frozenset[str]], Chain] = field(default_factory=dict)

    def chain(self, tool: Tool, above: tuple[Tool, ...] = ()) -> Chain:
        """The cheapest way to call a tool; `above` are those that it is needed for."""
        key = tool.name, frozenset(one.name for one in above)
        if key not in self._known:
            total = Chain()
            text = self.asked.circumstances if above else self.asked.plain
            for parameter in self.needed(tool, text):
                total = self._with(tool, parameter, above, total)
            self._known[key] = total
        return self._known[key]

    def price(self, tools: tuple[str, ...], chain: Chain) -> float:
        """What a chain costs in all, the words that it takes up taken off.

        Args:
            tools: those that it leads to.
            chain: what leads there.
        """
        covered = self.asked.covered((*tools, *chain.tools), chain.words)
        worth = _COVERS_READING if self.asked.reads else _COVERS_CHANGE
        return self.cost(chain) - worth * covered

    def cost(self, chain: Chain) -> float:
        """What a chain costs by itself: steps, doubts, questions, a name that nothing takes."""
        steps = sum(self._step(name) or 0.0 for name in chain.tools if name not in self.given)
        values = {one.literal.value for one in chain.stated}
        unused = _UNUSED if self.asked.names and values.isdisjoint(self.asked.names) else 0.0
        return steps + chain.cost + unused

    def needed(self, tool: Tool, text: str) -> Iterator[Parameter]:
        """Required parameters, and those optional ones that the clause speaks of."""
        said = set(singulars(self.asked.text))
        for parameter in sorted(tool.parameters, key=lambda p: _place(tool, p)):
            if comes_from_outside(parameter) or "[]" in parameter.name:
                continue
            if outermost(tool, parameter) is not parameter:
                continue  # it is a part of one that is asked for as a whole
            thing = thing_needed(tool, parameter)
            meant = bool(thing) and thing[-1] in said and parameter.location is not Location.QUERY
            enumerated = bool(parameter.enum) and stated(text, parameter, ())
            if parameter.required or meant or enumerated:
                yield parameter

    def _with(
        self, tool: Tool, parameter: Parameter, above: tuple[Tool, ...], so_far: Chain
    ) -> Chain:
        """What was found so far, with the cheapest way to fill one more parameter."""
        text = self.asked.circumstances if above else self.asked.plain
        if (literal := self._literal(text, tool, parameter, so_far)) is not None:
            return so_far.joined(Chain(stated=(self._stated(tool, parameter, literal),)))
        question = Question(tool.name, parameter, *self._asking(tool, parameter))
        ways = [so_far.joined(Chain(questions=(question,)) if parameter.required else Chain())]
        flows = (
            *self.flows.from_given(self.given, tool, parameter),
            *self.flows.into(tool, parameter),
        )
        for flow in self._nearest(flows) if thing_needed(tool, parameter) else ():
            if (way := self._through(flow, tool, parameter, above, so_far)) is not None:
                ways.append(so_far.joined(way))
        names = tuple(one.name for one in (*above, tool))
        return min(ways, key=lambda way: self.price(names, way))

    def _nearest(self, flows: Iterable[Flow]) -> list[Flow]:
        """The flows that are worth following: sure ones, from tools that the clause speaks of."""

        def worth(flow: Flow) -> float:
            here = flow.provider in self.given
            return flow.trust + self.asked.covered((flow.provider,)) + here

        return sorted(flows, key=worth, reverse=True)[:_FOLLOWED]

    def _literal(
        self, text: str, tool: Tool, parameter: Parameter, so_far: Chain
    ) -> Literal | None:
        """The value that the clause gives a parameter: a name, an id, a number, one of an enum."""
        if not is_text_query(tool, parameter):
            return stated(text, parameter, thing_needed(tool, parameter))
        used = {one.literal.value for one in so_far.stated}
        name = next((name for name in self.asked.names if name not in used), None)
        return Literal(name, ()) if name else None

    def _stated(self, tool: Tool, parameter: Parameter, literal: Literal) -> Stated:
        worth = 0.0
        if is_text_query(tool, parameter):
            of_kind = not self.asked.kinds.isdisjoint(seen(tool).resource)
            worth = _NAMED + (_OF_KIND if of_kind else 0.0)
        return Stated(tool.name, parameter, literal, worth)

    def _asking(self, tool: Tool, parameter: Parameter) -> tuple[tuple[str, ...], float]:
        """What is asked for, and how bad that is: opaque ids are hard to know, names are not."""
        if is_text_query(tool, parameter):
            return (), _UNNAMED
        thing = thing_needed(tool, parameter)
        if not thing or parameter.default is not None:
            return (), _ASKED_DATA
        said = (*thing, attribute(parameter.name))
        opaque = attribute(parameter.name) in _OPAQUE or parameter.type == "integer"
        if opaque or parameter.format in ("uuid", "int64"):
            return said, _ASKED_ID
        spoken_of = thing[-1] in singulars(self.asked.text) or thing == seen(tool).resource
        return said, _ASKED_NAME if spoken_of else _ASKED_SCOPE

    def _through(
        self, flow: Flow, tool: Tool, parameter: Parameter, above: tuple[Tool, ...], so_far: Chain
    ) -> Chain | None:
        """The chain that takes a flow; None where its step may not be taken."""
        path = (*above, tool)
        provider = self.graph.tools.get(flow.provider)
        if provider is None or any(one.name == provider.name for one in path):
            return None
        if not _of_the_same(provider, tool, parameter, so_far):
            return None
        doubt = _DOUBT * (1 - flow.trust) - (_MADE if flow.provider in self.made else 0.0)
        link = Link(tool.name, parameter, flow.provider, flow.path, flow.why, doubt)
        if flow.provider in self.given or flow.provider in so_far.tools:
            return Chain(links=(link,))
        if self._step(provider.name) is None or len(path) > _DEEPEST:
            return None
        before = _of_kind(self.chain(provider, path), provider, wanted(tool, parameter.name))
        names = {one.name for one in path}
        if before is None or not names.isdisjoint(before.tools):
            return None
        return before.joined(Chain(links=(link,)))

    def _unasked(self, provider: Tool) -> float:
        """What it costs that a step gives something narrower than the goal speaks of.

        What is the caller's own is no narrower for a goal that speaks of mine, but better.
        """
        said = set(words(self.asked.text))
        named = set(words(f"{provider.name} {provider.path}"))
        mine = _OWN if not (said.isdisjoint(_MINE) or named.isdisjoint(_CALLERS)) else 0.0
        narrowing = set(singulars(provider.name)) - {singular(word) for word in said}
        return _NARROW * min(len(narrowing - _CALLERS - {own_verb(provider)}), 3) - mine

    def _step(self, name: str) -> float | None:
        """The cost of one more step; None for one that would change what nobody asked to change."""
        provider = self.graph.tools[name]
        if is_reader(provider):
            return (_LIST if lists(provider) else _ITEM) + self._unasked(provider)
        makes = does(provider) is Action.CREATE and not may_destroy(provider)
        return _MAKER if makes and not self.asked.reads else None


def _of_kind(chain: Chain, provider: Tool, thing: tuple[str, ...]) -> Chain | None:
    """The chain with the kind of thing that is needed; None where the goal states another.

    A list of things of several kinds is told which: `type=movie` for the id of a movie.
    """
    for parameter in provider.parameters if thing else ():
        value = next((v for v in parameter.enum if singular(str(v).lower()) == thing[-1]), None)
        if value is None:
            continue
        said = [s for s in chain.stated if (s.consumer, s.parameter) == (provider.name, parameter)]
        if said:
            return chain if said[0].literal.value == value else None
        rest = tuple(
            q for q in chain.questions if (q.consumer, q.parameter) != (provider.name, parameter)
        )
        told = Stated(provider.name, parameter, Literal(value, ()), 0.0)
        return replace(chain, questions=rest, stated=(*chain.stated, told))
    return chain


def thing_needed(tool: Tool, parameter: Parameter) -> Resource:
    """The resource that a parameter points at; () where it says something new of its own.

    The name beside the id of a container is what the container shall be called.
    """
    thing = wanted(tool, parameter.name)
    if parameter.location is Location.PATH or not thing:
        return thing
    told = (p for p in tool.parameters if p.location is Location.PATH)
    return () if any(wanted(tool, p.name) == thing for p in told) else thing


def _place(tool: Tool, parameter: Parameter) -> int:
    """Where a parameter stands in the path of its tool; behind it for all others."""
    found = tool.path.find(f"{{{parameter.name}}}")
    return found if found >= 0 else len(tool.path)


def _of_the_same(provider: Tool, tool: Tool, parameter: Parameter, so_far: Chain) -> bool:
    """What a tool gives is of the thing around it: a season of this show, not of any.

    It is told the ids that stand before this one in the path, or they come from it as well.
    """
    place = _place(tool, parameter)
    before = [p for p in tool.parameters if _place(tool, p) < place and wanted(tool, p.name)]
    told = {wanted(provider, p.name) for p in provider.required}
    from_it = {
        link.parameter.name
        for link in so_far.links
        if link.provider == provider.name and link.consumer == tool.name
    }
    return all(wanted(tool, p.name) in told or p.name in from_it for p in before)
