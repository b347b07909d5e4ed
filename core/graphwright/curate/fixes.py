"""The smallest edits that bring a tool into the first k, each tried before it is offered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from immutables import Map

from ..errors import CommandError
from ..evaluate.golden import Golden
from ..evaluate.metrics import evaluate
from ..graph import ToolGraph
from ..relations import RelationKey, RelationKind
from ..search.chain import STATED
from ..search.documents import FieldOf
from ..search.explain import name_overlap
from ..search.index import SearchIndex
from ..search.results import Explanation, Hit
from ..search.tokens import terms
from ..search.whatif import Word
from ..tools import Tool
from .apply import apply
from .commands import Accept, AddRelation, Command, Describe, MergeTools, SetSearch
from .curation import Curation

_MOST_WORDS = 4  # more than that is no small edit
_MOST_SIBLINGS = 3
_ALIKE = 0.4  # shared part of two names that may mean the same
_SLACK = (1.0, 1.15)  # of the gap: the second where the edit itself makes a word less rare


@dataclass(frozen=True, slots=True)
class Fix:
    """One edit that works.

    Attributes:
        commands: to be done in this order, as one step.
        rank: of the tool afterwards.
        gained_queries, lost_queries: golden queries that pass now, or fail now.
        overfits: it only repeats the question's words, and no paraphrase gains.
    """

    commands: tuple[Command, ...]
    rank: int
    gained_queries: tuple[str, ...]
    lost_queries: tuple[str, ...]
    overfits: bool

    @property
    def gained(self) -> int:
        return len(self.gained_queries)

    @property
    def lost(self) -> int:
        return len(self.lost_queries)


@dataclass(frozen=True, slots=True)
class Tried:
    """All edits that work, best first, of those that were tried."""

    tried: int
    fixes: tuple[Fix, ...]


def fixes(
    index: SearchIndex, query: str, tool: str, k: int, golden: Iterable[Golden] = ()
) -> tuple[Fix, ...]:
    """Edits that bring `tool` into the first k for `query`; see `tried`."""
    return tried(index, query, tool, k, golden).fixes


def tried(
    index: SearchIndex, query: str, tool: str, k: int, golden: Iterable[Golden] = ()
) -> Tried:
    """The edits that were found in closed form, and those of them that a real search proves.

    Raises:
        QueryError: there is no such tool.
    """
    now = index.explain(query, tool, k)
    if k < 1 or (now.rank is not None and now.rank <= k):
        return Tried(0, ())
    asked = tuple(golden)
    curation = Curation(
        graph=index.graph,
        base=index.graph,
        golden=Map({one.query: one for one in asked}),
        settings=index.settings,
    )
    trial = _Trial(index, curation, query, tool, k, _passing(index, asked, k), now)
    proposals = {repr(proposal): proposal for proposal in _proposals(trial)}.values()
    works = [fix for proposal in proposals if (fix := _proved(trial, proposal)) is not None]
    return Tried(len(proposals), tuple(sorted(works, key=_order)))


@dataclass(frozen=True, slots=True)
class _Trial:
    """The question that fails, and how things stand."""

    index: SearchIndex
    curation: Curation
    query: str
    tool: str
    k: int
    passing: Mapping[str, bool]
    now: Explanation


@dataclass(frozen=True, slots=True)
class _Proposal:
    """An edit that may work, with the words of the question that it writes."""

    command: Command
    words: tuple[str, ...] = ()


def _proposals(trial: _Trial) -> Iterator[_Proposal]:
    yield from _texts(trial)
    first = trial.index.search(trial.query, trial.k).results
    yield from _relations(trial, first)
    yield from _merges(trial, first)
    for shift in trial.index.weights_for(trial.query, trial.tool, trial.k):
        yield _Proposal(SetSearch(weights={shift.signal.value: shift.weight}))


def _texts(trial: _Trial) -> Iterator[_Proposal]:
    """Search text for what is missing: the fewest words, nouns before verbs."""
    tool = trial.curation.graph.tools[trial.tool]
    for words in _fewest(trial, FieldOf.WHEN_TO_USE):
        text = " ".join(filter(None, (tool.when_to_use, ", ".join(words))))
        yield _Proposal(Describe(tool=tool.name, when_to_use=text), words)
    for words in _fewest(trial, FieldOf.ALIAS):
        alias = " ".join(words)
        yield _Proposal(Describe(tool=tool.name, aliases=(*tool.aliases, alias)), words)
    for words in _fewest(trial, FieldOf.TAG):
        yield _Proposal(Describe(tool=tool.name, tags=(*tool.tags, *words)), words)
    for words in _fewest(trial, FieldOf.DESCRIPTION):
        described = " ".join(filter(None, (tool.description, ", ".join(words))))
        yield _Proposal(Describe(tool=tool.name, description=described), words)
    if everything := tuple(word.surface for word in _missing(trial, FieldOf.ALIAS)):
        joined = " ".join(everything)
        text = " ".join(filter(None, (tool.when_to_use, joined)))
        both = Describe(tool=tool.name, when_to_use=text, aliases=(*tool.aliases, joined))
        yield _Proposal(both, everything)


def _fewest(trial: _Trial, field: FieldOf) -> Iterator[tuple[str, ...]]:
    """The shortest beginnings of the missing words whose gains close the gap."""
    missing = _missing(trial, field)
    sums = list(accumulate(word.gain for word in missing))
    for slack in _SLACK:
        size = next((i for i, gain in enumerate(sums, 1) if gain > trial.now.gap * slack), 0)
        if 0 < size <= _MOST_WORDS:
            yield tuple(word.surface for word in missing[:size])
    nouns = [word for word in missing if not word.verb and word.gain > trial.now.gap]
    yield from ((word.surface,) for word in nouns[1:3])


def _missing(trial: _Trial, field: FieldOf) -> list[Word]:
    return trial.index.words_for(trial.query, trial.tool, field)


def _relations(trial: _Trial, first: Sequence[Hit]) -> Iterator[_Proposal]:
    """A relation from one of the first three by which the tool would rise with it."""
    tools = trial.curation.graph.tools
    for seed in first[:3]:
        near = STATED * seed.score >= trial.now.gap and trial.now.parts
        if not (near and _may_give(tools[trial.tool], tools[seed.tool])):
            continue
        key = RelationKey(seed.tool, trial.tool, RelationKind.REQUIRES)
        known = trial.curation.graph.relations.get(key)
        make = AddRelation if known is None or known.rejected else Accept
        yield _Proposal(make(source=key.source, target=key.target, kind=key.kind))


def _may_give(provider: Tool, consumer: Tool) -> bool:
    """No document says that the provider has nothing that the consumer takes."""
    given = {tuple(terms(field.name)) for field in provider.outputs}
    taken = {tuple(terms(parameter.name)) for parameter in consumer.parameters}
    return not given or not given.isdisjoint(taken)


def _merges(trial: _Trial, first: Sequence[Hit]) -> Iterator[_Proposal]:
    """A merge with a sibling that takes the tool's place."""
    graph = trial.curation.graph
    for name in [hit.tool for hit in first if _similar(graph, hit.tool, trial.tool)][
        :_MOST_SIBLINGS
    ]:
        yield _Proposal(MergeTools(keep=trial.tool, merge=(name,)))
        theirs = {"summary": name, "description": name}
        yield _Proposal(MergeTools(keep=trial.tool, merge=(name,), fields=theirs))


def _similar(graph: ToolGraph, one: str, other: str) -> bool:
    """The names are mostly the same, or a relation says so."""
    pairs = ((one, other), (other, one))
    related = any(RelationKey(*pair, RelationKind.SIMILAR_TO) in graph.relations for pair in pairs)
    return related or name_overlap(one, other) >= _ALIKE


def _proved(trial: _Trial, proposal: _Proposal) -> Fix | None:
    """The edit with what it does, where a search on the edited copy finds the tool."""
    try:
        edited = apply(trial.curation, proposal.command)
    except CommandError:
        return None
    index = trial.index.updated(edited)
    rank = index.explain(trial.query, trial.tool, trial.k).rank
    if rank is None or rank > trial.k:
        return None
    after = _passing(index, tuple(edited.golden.values()), trial.k)
    gained = tuple(q for q, passes in after.items() if passes and not trial.passing.get(q, True))
    lost = tuple(q for q, passes in after.items() if not passes and trial.passing.get(q, False))
    overfits = bool(proposal.words) and not _paraphrase_gains(trial, index)
    return Fix((proposal.command,), rank, gained, lost, overfits)


def _paraphrase_gains(trial: _Trial, index: SearchIndex) -> bool:
    """Whether the tool rises for another question that expects it."""
    for golden in trial.curation.golden.values():
        if golden.query == trial.query or trial.tool not in golden.expect:
            continue
        before = trial.index.explain(golden.query, trial.tool, trial.k).rank
        after = index.explain(golden.query, trial.tool, trial.k).rank
        if after is not None and (before is None or after < before):
            return True
    return False


def _passing(index: SearchIndex, golden: Sequence[Golden], k: int) -> dict[str, bool]:
    return {one.golden.query: one.passed for one in evaluate(index, golden, k).per_query}


_KINDS = ("describe", "add-relation", "accept", "merge", "set-search")  # from small to large


def _order(fix: Fix) -> tuple[bool, int, bool, int, int, int]:
    cost = _KINDS.index(fix.commands[0].do)
    return fix.lost > fix.gained, cost, fix.overfits, fix.lost - fix.gained, _length(fix), fix.rank


def _length(fix: Fix) -> int:
    return len(repr(fix.commands))
