"""The tools that a goal may end in: found by search, judged by what they do to the world."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..relate.names import Action, singulars, vocabulary, words
from ..search.results import Hit
from ..tools import Tool
from .asked import Asked, hits_of
from .effects import does, is_reader, is_text_query, may_destroy, takes_all
from .identity import seen
from .intent import action_asked, means_all, object_of, reads, says_so, verb_said

_VERB_WORTH = 0.25
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
    Action.CREATE: {Action.CREATE: 1.0, Action.ACT: 0.9, Action.UPDATE: 0.6, Action.DELETE: 0.3},
    Action.UPDATE: {Action.UPDATE: 1.0, Action.ACT: 0.85, Action.CREATE: 0.7, Action.DELETE: 0.3},
    Action.ACT: {Action.ACT: 1.0, Action.UPDATE: 0.95, Action.CREATE: 0.5, Action.DELETE: 0.9},
    Action.DELETE: {Action.DELETE: 1.0, Action.ACT: 0.8, Action.UPDATE: 0.6, Action.CREATE: 0.4},
}
_LEAST = 0.1
_OTHER_READER = 0.9  # of a list for who searches, of a search for who lists
_OTHER = 0.7  # of a kind that no row names
_NAMED_SO = 0.9  # of a writer that the verb of the goal finds best
_READER = 0.5  # of a reader for a goal that asks for a change
_READING_POST = 0.6  # of one that computes or checks what it is sent: validate, calculate


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
        if (tool := asked.index.graph.tools.get(name)) is not None
        and (score := _score(tool, asked.plain, relevance, by_verb.get(name, 0.0))) > 0
    ]
    if not judged and asked.names:
        judged = [Target(tool, _LEAST) for tool in _searches(asked)]
    return tuple(sorted(judged, key=lambda target: (-target.score, target.tool.name)))


def _searches(asked: Asked) -> Iterator[Tool]:
    """Tools that take a text: where only a name is understood, it can at least be looked for."""
    for tool in asked.index.graph.ordered_tools:
        if any(is_text_query(tool, parameter) for parameter in tool.parameters):
            yield tool


def _knowing(asked: Asked) -> Iterator[str]:
    """Tools that know a word of the clause best, though others have more to do with all of it."""
    for tools in asked.knowing.values():
        yield from (name for name, share in tools.items() if share >= _KNOWS)


def _verb_relevances(asked: Asked) -> Mapping[str, float]:
    """What the verb of a clause alone finds, in [0, 1], where it is no plain one."""
    said = verb_said(asked.plain)
    if not said or said in _GENERIC or reads(asked.plain):
        return {}
    hits = [hit for hit in hits_of(asked.index, said) if _is_of_its_own(hit)]
    best = max((hit.score for hit in hits), default=0.0)
    return {hit.tool: hit.score / best for hit in hits} if best > 0 else {}


def _is_of_its_own(hit: Hit) -> bool:
    """It was found by another word than a plain verb."""
    return any(term.term not in _PLAIN for part in hit.parts for term in part.terms)


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
    if reader:
        return _READER if tool.reads else _READING_POST
    least = _NAMED_SO if by_verb >= _NAMED_SO else 0.0
    return max(least, _SERVES[asked].get(does(tool), _OTHER))


def _is_allowed(tool: Tool, clause: str) -> bool:
    """The clause speaks of it; of the whole, where the tool is not told which one."""
    if not says_so(clause, tool):
        return False
    whole = not set(object_of(clause)).isdisjoint(seen(tool).resource)
    named = "collection" in words(tool.name)
    return not takes_all(tool) or means_all(clause) or (whole and not named)


def _object_share(tool: Tool, clause: str) -> float:
    """The share of a clause's object that it is about: `refund` of `process a refund for it`."""
    thing = set(object_of(clause))
    about = {*seen(tool).resource, *singulars(tool.name)}
    return len(thing & about) / len(thing) if thing else 0.0
