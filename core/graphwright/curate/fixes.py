"""The smallest edits that bring a tool into the first k, each tried before it is offered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..duplicates import duplicates
from ..errors import CommandError
from ..evaluate.golden import Golden
from ..evaluate.metrics import evaluate
from ..graph import ToolGraph
from ..relate.resources import Profile, profiles
from ..relations import Relation, RelationKey, RelationKind
from ..search.chain import STATED
from ..search.documents import FieldOf
from ..search.explain import name_overlap
from ..search.index import SearchIndex
from ..search.results import Explanation, Hit
from ..search.whatif import Word
from .apply import apply
from .commands import Accept, Command, Describe, MergeTools, SetSearch
from .curation import Curation
from .wording import content, shortest, worth

_MOST_SIBLINGS = 3
_ALIKE = 0.4  # shared part of two names that may mean the same
_WRITTEN = (FieldOf.WHEN_TO_USE, FieldOf.ALIAS, FieldOf.TAG, FieldOf.DESCRIPTION)


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
    index: SearchIndex,
    query: str,
    tool: str,
    k: int,
    golden: Iterable[Golden] = (),
    curation: Curation | None = None,
) -> tuple[Fix, ...]:
    """Edits that bring `tool` into the first k for `query`; see `tried`."""
    return tried(index, query, tool, k, golden, curation).fixes


def tried(
    index: SearchIndex,
    query: str,
    tool: str,
    k: int,
    golden: Iterable[Golden] = (),
    curation: Curation | None = None,
) -> Tried:
    """The edits that were found in closed form, and those of them that a real search proves.

    Args:
        index: of the curation.
        query: the question that fails.
        tool: what should answer it.
        k: results that count.
        golden: queries that an edit may mend or break.
        curation: what the edits are for; settings are the index's. A merge rewrites its own
            golden queries; all others are scored as they are written.

    Raises:
        QueryError: there is no such tool.
    """
    now = index.explain(query, tool, k)
    if k < 1 or (now.rank is not None and now.rank <= k):
        return Tried(0, ())
    asked = tuple(golden)
    curation = replace(curation or Curation(index.graph, index.graph), settings=index.settings)
    trial = _Trial(index, curation, asked, query, tool, k, _passing(index, asked, k), now)
    seen: set[str] = set()
    works: list[Fix] = []
    for proposals in (_sound(trial), _last_resort(trial)):
        for proposal in proposals:
            if (edit := repr(proposal.command)) not in seen:
                seen.add(edit)
                works += filter(None, (_proved(trial, proposal),))
        if any(isinstance(fix.commands[0], Describe) for fix in works):
            break
    return Tried(len(seen), tuple(sorted(works, key=_order)))


@dataclass(frozen=True, slots=True)
class _Trial:
    """The question that fails, and how things stand."""

    index: SearchIndex
    curation: Curation
    golden: tuple[Golden, ...]
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
    last: bool = False  # it writes whatever the question says


def _sound(trial: _Trial) -> Iterator[_Proposal]:
    others = [one.query for one in trial.golden if _is_paraphrase(trial, one)]
    for field in _WRITTEN:
        missing = worth(_missing(trial, field), others)
        for words in shortest(missing, trial.now.gap):
            yield _written(trial, field, words)
    if everything := tuple(w.surface for w in worth(_missing(trial, FieldOf.ALIAS), others)):
        yield _both(trial, everything)
    first = trial.index.search(trial.query, trial.k).results
    yield from _relations(trial, first)
    yield from _merges(trial, first)
    for shift in trial.index.weights_for(trial.query, trial.tool, trial.k):
        yield _Proposal(SetSearch(weights={shift.signal.value: shift.weight}))


def _last_resort(trial: _Trial) -> Iterator[_Proposal]:
    """Search text of any words of the question, where none that mean something are enough."""
    for field in _WRITTEN:
        for words in shortest(_missing(trial, field), trial.now.gap):
            yield replace(_written(trial, field, words), last=True)
    missing = tuple(word.surface for word in _missing(trial, FieldOf.ALIAS))
    for words in filter(None, (missing, content(trial.query))):
        yield replace(_both(trial, words), last=True)


def _written(trial: _Trial, field: FieldOf, words: tuple[str, ...]) -> _Proposal:
    """The words in one field of the tool, behind what it holds."""
    tool = trial.index.graph.tools[trial.tool]
    listed = ", ".join(words)
    match field:
        case FieldOf.ALIAS:
            command = Describe(tool=tool.name, aliases=(*tool.aliases, " ".join(words)))
        case FieldOf.TAG:
            command = Describe(tool=tool.name, tags=(*tool.tags, *words))
        case FieldOf.DESCRIPTION:
            command = Describe(tool=tool.name, description=_behind(tool.description, listed))
        case _:
            command = Describe(tool=tool.name, when_to_use=_behind(tool.when_to_use, listed))
    return _Proposal(command, words)


def _both(trial: _Trial, words: tuple[str, ...]) -> _Proposal:
    """The words as an alias and as when to use the tool."""
    tool, joined = trial.index.graph.tools[trial.tool], " ".join(words)
    text = _behind(tool.when_to_use, joined)
    edit = Describe(tool=tool.name, when_to_use=text, aliases=(*tool.aliases, joined))
    return _Proposal(edit, words)


def _behind(text: str, words: str) -> str:
    return " ".join(filter(None, (text, words)))


def _missing(trial: _Trial, field: FieldOf) -> list[Word]:
    return trial.index.words_for(trial.query, trial.tool, field)


def _relations(trial: _Trial, first: Sequence[Hit]) -> Iterator[_Proposal]:
    """An open relation from one of the first three by which the tool would rise with it.

    None is made up: what the graph does not even propose is mostly not true.
    """
    for seed in first[:3]:
        key = RelationKey(seed.tool, trial.tool, RelationKind.REQUIRES)
        known = trial.index.graph.relations.get(key)
        near = STATED * seed.score >= trial.now.gap and trial.now.parts
        if near and known and known.open and _may_hold(known, trial.index.graph):
            yield _Proposal(Accept(source=key.source, target=key.target, kind=key.kind))


def _may_hold(relation: Relation, graph: ToolGraph) -> bool:
    """It says what it supplies, and is not a reading that requires a write."""
    if not any(evidence.parameter for evidence in relation.evidence):
        return False
    ends = [graph.tools[relation.source], graph.tools[relation.target]]
    reads = {seen.name: _reads(seen) for seen in profiles(ends)}
    return reads[relation.target] or not reads[relation.source]


def _reads(seen: Profile) -> bool:
    stated = seen.tool.effects.read_only
    return seen.reads if stated is None else stated


def _merges(trial: _Trial, first: Sequence[Hit]) -> Iterator[_Proposal]:
    """A merge with a double that takes the tool's place."""
    graph = trial.index.graph
    alike = [hit.tool for hit in first if _similar(graph, hit.tool, trial.tool)]
    clusters = duplicates(trial.curation) if alike else ()
    doubles = {name for one in clusters if trial.tool in one.tools for name in one.tools}
    for name in [name for name in alike if name in doubles][:_MOST_SIBLINGS]:
        yield _Proposal(MergeTools(keep=trial.tool, merge=(name,)))
        theirs = {"summary": name, "description": name}
        yield _Proposal(MergeTools(keep=trial.tool, merge=(name,), fields=theirs))


def _similar(graph: ToolGraph, one: str, other: str) -> bool:
    """The names are mostly the same, or a relation says so: they may be doubles."""
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
    own = trial.curation.golden
    kept = [edited.golden[g.query] if own.get(g.query) == g else g for g in trial.golden]
    after = _passing(index, kept, trial.k)
    gained = tuple(q for q, passes in after.items() if passes and not trial.passing.get(q, True))
    lost = tuple(q for q, passes in after.items() if not passes and trial.passing.get(q, False))
    overfits = bool(proposal.words) and (proposal.last or not _paraphrase_gains(trial, index))
    return Fix((proposal.command,), rank, gained, lost, overfits)


def _paraphrase_gains(trial: _Trial, index: SearchIndex) -> bool:
    """Whether the tool rises for another question that expects it."""
    for golden in trial.golden:
        if not _is_paraphrase(trial, golden):
            continue
        before = trial.index.explain(golden.query, trial.tool, trial.k).rank
        after = index.explain(golden.query, trial.tool, trial.k).rank
        if after is not None and (before is None or after < before):
            return True
    return False


def _is_paraphrase(trial: _Trial, golden: Golden) -> bool:
    return golden.query != trial.query and trial.tool in golden.expect


def _passing(index: SearchIndex, golden: Sequence[Golden], k: int) -> dict[str, bool]:
    return {one.golden.query: one.passed for one in evaluate(index, golden, k).per_query}


_KINDS = ("describe", "accept", "merge", "set-search")  # from small to large


def _order(fix: Fix) -> tuple[bool, int, bool, int, int, int]:
    cost = _KINDS.index(fix.commands[0].do)
    return fix.lost > fix.gained, cost, fix.overfits, fix.lost - fix.gained, _length(fix), fix.rank


def _length(fix: Fix) -> int:
    return len(repr(fix.commands))
