"""The tools that a goal may end in: found by search, judged by what they do to the world."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..relate.names import Action, singulars, vocabulary
from ..search.results import Hit
from ..tools import Tool
from .asked import Asked
from .catalog import shares
from .effects import (
    does,
    is_collection,
    is_reader,
    is_text_query,
    may_destroy,
    own_verb,
    takes_all,
)
from .identity import seen
from .intent import (
    action_asked,
    forms,
    means_all,
    means_several,
    object_of,
    reads,
    says_so,
    verb,
    verb_said,
)

_VERB_WORTH = 0.31
_OBJECT_WORTH = 0.2
_KNOWS = 0.6  # share of the best score from which a tool knows a word well
_GENERIC = vocabulary("process handle perform make do execute run manage")
# Stems of verbs that most tools are named with: a match of one of them is no match of a verb.
_PLAIN = vocabulary(
    "creat add new insert make updat edit modifi chang set put patch replac delet remov get list "
    "read show view fetch retriev find search"
)

# How well a tool of one kind serves a goal of another. Rows: what is asked; reading goals take
# nothing but readers, and no goal takes a destroyer that it does not speak of.
_SERVES: Mapping[Action, Mapping[Action, float]] = {
    Action.CREATE: {Action.CREATE: 1.0, Action.ACT: 0.9, Action.UPDATE: 0.5, Action.DELETE: 0.3},
    Action.UPDATE: {Action.UPDATE: 1.0, Action.ACT: 0.85, Action.CREATE: 0.7, Action.DELETE: 0.3},
    Action.ACT: {Action.ACT: 1.0, Action.UPDATE: 0.95, Action.CREATE: 0.4, Action.DELETE: 0.9},
    Action.DELETE: {Action.DELETE: 1.0, Action.ACT: 0.8, Action.UPDATE: 0.6, Action.CREATE: 0.4},
}
_LEAST = 0.1
_OTHER_READER = 0.9  # of a list for who searches, of a search for who lists
_OTHER_ACT = 0.6  # share of one that is named for another act: refund for who pays
_OTHER = 0.7  # of a kind that no row names
_NAMED_SO = 0.9  # of a writer that the verb of the goal finds best
_READER = 0.4  # of a reader for a goal that asks for a change
_READING_POST = 0.55  # of one that computes or checks what it is sent: validate, calculate


@dataclass(frozen=True, slots=True)
class Target:
    """A tool that may answer a clause; about 1 is as good as can be."""

    tool: Tool
    score: float


def targets(asked: Asked) -> tuple[Target, ...]:
    """The tools that a clause may end in, best first."""
    by_verb = _verb_relevances(asked)
    found = {**dict.fromkeys(_knowing(asked), 0.0), **asked.relevance}
    judged = [
        Target(tool, score)
        for name, relevance in found.items()
        if (tool := asked.catalog.graph.tools.get(name)) is not None
        and (score := _score(tool, asked.plain, relevance, by_verb.get(name, 0.0))) > 0
    ]
    if not judged and asked.names:
        judged = [Target(tool, _LEAST) for tool in _searches(asked)]
    return tuple(sorted(judged, key=lambda target: (-target.score, target.tool.name)))


def _searches(asked: Asked) -> Iterator[Tool]:
    """Tools that take a text: where only a name is understood, it can at least be looked for."""
    for tool in asked.catalog.graph.ordered_tools:
        if any(is_text_query(tool, parameter) for parameter in tool.parameters):
            yield tool


def _knowing(asked: Asked) -> Iterator[str]:
    """Tools that know a word of the clause best, though others have more to do with all of it."""
    for tools in asked.knowing.values():
        yield from (name for name, share in tools.items() if share >= _KNOWS)


def _verb_relevances(asked: Asked) -> Mapping[str, float]:
    """What changes something and is found by the verb of a clause, which is no plain one."""
    said = verb_said(asked.plain)
    if not said or said in _GENERIC or asked.reads:
        return {}
    tools = asked.catalog.graph.tools
    hits = (hit for hit in asked.catalog.hits(said) if _changes(tools[hit.tool]))
    return shares(hit for hit in hits if _is_of_its_own(hit))


def _changes(tool: Tool) -> bool:
    """It changes something, or is named for an act though its method reads: log in by GET."""
    return not is_reader(tool) or verb(own_verb(tool)) is Action.ACT


def _is_of_its_own(hit: Hit) -> bool:
    """It was found by another word than a plain verb, and not by what it is filed under."""
    terms = (term for part in hit.parts for term in part.terms)
    return any(t.term not in _PLAIN and t.field not in ("tag", "parameter text") for t in terms)


def _score(tool: Tool, clause: str, relevance: float, by_verb: float) -> float:
    serves = _serves(tool, clause, by_verb)
    spoken = _VERB_WORTH * by_verb + _OBJECT_WORTH * _object_share(tool, clause)
    return relevance * serves + spoken if serves else 0.0


def _serves(tool: Tool, clause: str, by_verb: float) -> float:
    """How well a tool's effects serve what a clause asks for, in [0, 1]."""
    asked = action_asked(clause)
    reader = is_reader(tool)
    if may_destroy(tool) and not _is_allowed(tool, clause):
        return 0.0
    if reads(clause):
        exact = asked in (does(tool), Action.GET)
        return (1.0 if exact else _OTHER_READER) if reader else 0.0
    if asked is None:
        return 1.0 if reader else _NAMED_SO
    least = _NAMED_SO if by_verb >= _NAMED_SO else 0.0
    if reader:
        return max(least, _READER if tool.reads else _READING_POST)
    other = _OTHER_ACT if _does_another_thing(tool, clause, by_verb) else 1.0
    return max(least, other * _SERVES[asked].get(does(tool), _OTHER))


def _does_another_thing(tool: Tool, clause: str, by_verb: float) -> bool:
    """Its name has a verb of its own, refund or merge, that is not what is asked for."""
    own = own_verb(tool)
    special = verb(own) is Action.ACT and does(tool) is Action.ACT
    return special and by_verb < _KNOWS and own not in forms(verb_said(clause))


def _is_allowed(tool: Tool, clause: str) -> bool:
    """The clause speaks of it; of the whole, where the tool is not told which one."""
    if not says_so(clause, tool):
        return False
    resource = seen(tool).resource
    if not takes_all(tool):
        return True
    if is_collection(tool):
        return means_all(clause) or bool(resource and means_several(clause, resource[-1]))
    return means_all(clause) or not set(object_of(clause)).isdisjoint(resource)


def _object_share(tool: Tool, clause: str) -> float:
    """The share of a clause's object that it is about: `refund` of `process a refund for it`."""
    thing = set(object_of(clause))
    about = {*seen(tool).resource, *singulars(tool.name)}
    return len(thing & about) / len(thing) if thing else 0.0
