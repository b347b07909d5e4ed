"""Why a tool has its rank: a reason from a closed list, and a sentence for a person."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from ..graph import ToolGraph, may_ship
from ..relations import RelationKey, RelationKind
from ..tools import Tool
from .columns import Column
from .documents import summary_of
from .intent import CLASSES, tool_classes, verbs
from .languages import foreign
from .query import Group
from .ranking import Ranking
from .results import Explanation, Hit, Reason
from .rows import Longs
from .signals import Signal
from .tokens import name_words, stem, terms

_COMMON = 0.2  # share of all tools from which a word hardly tells them apart
_SIBLING = 0.5  # shared part of two names
_SEEN = 10  # first tools that are looked at for siblings and relations
_SAMPLE = 200  # characters in which a text that says something has begun
_REST = 3  # letters beside a word that make another one
_TOLD = 4  # words that a sentence names
_ALIKE = 4  # letters at the beginning that make two words look related,
_ALIKE_SHARE = 2 / 3  # and their part of the longer one


class Case(NamedTuple):
    """All that an explanation is made from.

    Attributes:
        names: of all tools, by number.
        first: numbers of the first k tools, best first.
        used: tools of the history.
    """

    query: str
    k: int
    tool: Tool
    rank: int | None
    hit: Hit
    competitor: Hit | None
    ranking: Ranking
    number: int
    names: Sequence[str]
    first: Longs
    used: tuple[str, ...]
    graph: ToolGraph
    ship_from: float  # confidence from which a relation is trusted

    @property
    def inside(self) -> bool:
        return self.rank is not None and self.rank <= self.k

    @property
    def gap(self) -> float:
        """What the tool lacks to be at rank k, ≥ 0."""
        if self.inside or self.competitor is None:
            return 0.0
        return max(0.0, self.competitor.score - self.hit.score)

    @property
    def asked(self) -> tuple[str, ...]:
        """Words of the question."""
        return tuple(dict.fromkeys(group.surface for group in self.ranking.query.groups))


def explained(case: Case) -> Explanation:
    """The reason of a tool's rank, beside the tool at rank k."""
    reason = next(reason for reason, applies in _REASONS.items() if applies(case))
    return Explanation(
        case.query,
        case.tool.name,
        case.k,
        case.rank,
        case.hit.score,
        case.gap,
        reason,
        f"{_SENTENCES[reason](case)}{_missing(case)}",
        case.hit,
        case.competitor,
    )


def _intent(case: Case, number: int) -> float:
    """What intent adds to a tool's score."""
    ranking = case.ranking
    prior = ranking.priors.get(Signal.INTENT)
    if prior is None or not ranking.matched[number]:
        return 0.0
    return float(prior[number]) * ranking.pace


def _intent_missing(case: Case) -> float:
    """What the tool at rank k has more of intent."""
    if case.competitor is None:
        return 0.0
    return _intent(case, int(case.first[-1])) - _intent(case, case.number)


def _extra(case: Case, signal: Signal) -> float:
    """What a signal of the graph, of history or of variety adds to the tool's score."""
    extras = case.ranking.extras.get(case.number, ())
    return sum(extra.value for extra in extras if extra.signal is signal)


def _would_do(case: Case, gain: float) -> bool:
    """Whether `gain` more would bring the tool to rank k."""
    return gain > 0 and case.competitor is not None and gain >= case.gap


def _matched(case: Case) -> bool:
    return bool(case.ranking.matched[case.number])


def _other_language(case: Case) -> bool:
    """Words of another language meet a tool by the glossary, which knew none of them here."""
    asked, told = foreign(case.query), foreign(f"{case.tool.name} {_text(case.tool)}")
    if _matched(case) or asked is told:
        return False
    return told or not case.ranking.query.known


def _empty(case: Case) -> bool:
    """The tool has no text, unlike the one at rank k."""
    other = case.graph.tools[case.competitor.tool] if case.competitor else None
    return _silent(case.tool) and not (other and _silent(other))


def _silent(tool: Tool) -> bool:
    texts = (tool.summary, tool.description, tool.when_to_use, *tool.aliases)
    return not any(text[:_SAMPLE].strip() for text in texts)


def _unsplit(case: Case) -> str:
    """The word of the question that stands inside a longer word of the name, and would do.

    At its end, or beside another word of the question: `member` in `membership` is no such. What
    is to be done stands in many names by chance: `list` in `playlist`.
    """
    name = name_words(case.tool.name)
    parts = name.split()
    said = set(parts) | set(map(stem, parts))
    asked = [
        group.surface
        for group, weight, column in case.ranking.groups
        if len(group.surface) >= _ALIKE
        and group.surface in name
        and said.isdisjoint({group.surface, stem(group.surface)})
        and stem(group.surface) not in verbs()
        and _would_do(case, weight * float(column.gain.max(initial=0.0)))
    ]
    for part in parts if asked else ():
        inside = [word for word in asked if word in part and len(part) - len(word) >= _REST]
        if len(inside) > 1 or (inside and not part.startswith(inside[0])):
            return inside[0]
    return ""


def _first(case: Case, count: int) -> Iterator[str]:
    return (case.names[number] for number in case.first[:count].tolist())


def _untrusted(case: Case) -> str:
    """One of the first tools with a relation to this one that is not trusted yet."""
    before = _first(case, _SEEN)
    keys = (RelationKey(name, case.tool.name, RelationKind.REQUIRES) for name in before)
    found = (case.graph.relations.get(key) for key in keys)
    waiting = (r for r in found if r is not None and not r.rejected)
    return next((r.source for r in waiting if not may_ship(r, case.ship_from)), "")


def _sibling(case: Case) -> str:
    """A tool among the first k whose name is mostly the same."""
    before = _first(case, _SEEN)
    return next((n for n in before if name_overlap(n, case.tool.name) >= _SIBLING), "")


def name_overlap(one: str, other: str) -> float:
    """Share in [0, 1] of the words of two names that both have."""
    mine, theirs = _name_words(one), _name_words(other)
    both = len(mine & theirs)
    return both / max(1, len(mine) + len(theirs) - both)


@lru_cache(maxsize=1 << 13)
def _name_words(name: str) -> frozenset[str]:
    return frozenset(terms(name))


def _common(case: Case) -> bool:
    """Every word that the tool has of the question is had by many others."""
    tools = len(case.graph.tools)
    columns = [column for _, _, column in case.ranking.groups]
    held = [one.size for one in columns if one.gain_of(case.number)]
    return bool(held) and min(held) > _COMMON * tools


_REASONS: Mapping[Reason, Callable[[Case], object]] = {
    Reason.FOUND: lambda case: case.inside,
    Reason.TIE: lambda case: case.competitor and case.hit.score == case.competitor.score,
    Reason.BELOW_FLOOR: lambda case: case.rank is None and case.hit.score > 0,
    Reason.DEMOTED_BY_HISTORY: lambda case: (
        case.tool.name in case.used and _would_do(case, -_extra(case, Signal.HISTORY))
    ),
    Reason.DIVERSITY_DROPPED: lambda case: _would_do(case, -_extra(case, Signal.DIVERSITY)),
    Reason.OTHER_LANGUAGE: _other_language,
    Reason.NAME_UNSPLIT: _unsplit,
    Reason.DESCRIPTION_EMPTY: _empty,
    Reason.NO_PATH: lambda case: not _matched(case) and _untrusted(case),
    Reason.NO_TERM_MATCH: lambda case: not _matched(case),
    Reason.WRONG_INTENT: lambda case: _would_do(case, _intent_missing(case)),
    Reason.OUTRANKED_BY_SIBLING: _sibling,
    Reason.TERMS_TOO_COMMON: _common,
    Reason.OUTRANKED: lambda case: True,
}


def _no_match(case: Case) -> str:
    led = next((part for part in case.hit.parts if part.signal is Signal.HOP), None)
    if led is not None:
        return (
            f"{_named(case)} has no word of the question; what it has comes from '{led.via[0]}',"
            " which needs it."
        )
    told = terms(case.tool.name) + terms(summary_of(case.tool))
    for word in case.asked:
        near = [term for term in told if _alike(word, term)]
        if near:
            return f'"{word}" does not meet "{min(near, key=len)}" of {_named(case)}.'
    words = ", ".join(_quoted(case.asked))
    if not words:
        return f"The question has no word that could be looked for in {_named(case)}."
    return f"{_named(case)} has none of the words {words}, and no trusted relation lifts it."


def _alike(word: str, term: str) -> bool:
    """Two words that begin alike, for the most part of the longer one."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, term, strict=False)))
    return same >= max(_ALIKE, _ALIKE_SHARE * max(len(word), len(term)))


def _outranked(case: Case) -> str:
    if case.competitor is None:
        return f"{_named(case)} is at rank {case.rank}."
    other = case.competitor.tool
    last = int(case.first[-1])
    lacking = [
        f'"{group.surface}"{_as_said(group, column, last)}'
        for group, _, column in case.ranking.groups
        if column.gain_of(last) and not column.gain_of(case.number)
    ]
    if lacking:
        return f"{_named(case)} lacks {', '.join(lacking[:4])}, which '{other}' has."
    return f"{_named(case)} has the words that '{other}' has, which has them more strongly."


def _as_said(group: Group, column: Column, number: int) -> str:
    """By which other word a tool answers a group, if it is another one."""
    term = column.term_of(number)
    own = {stem(group.surface), group.surface}
    return "" if term in own else f' (as "{term}")'


def _misread(case: Case) -> str:
    wanted = dict(zip(CLASSES, case.ranking.query.wanted, strict=True))
    meant = max(wanted, key=lambda name: wanted[name])
    does = sorted(tool_classes(case.tool)) or ["nothing of the kind"]
    return (
        f'The question is read as wanting to "{meant}"; {_named(case)} is taken for one that does'
        f' "{" or ".join(does)}".'
    )


_SENTENCES: Mapping[Reason, Callable[[Case], str]] = {
    Reason.FOUND: lambda case: f"{_named(case)} is found at rank {case.rank}.",
    Reason.TIE: lambda case: (
        f"{_named(case)} has the same score as rank {case.k}; its name comes later in the alphabet."
    ),
    Reason.BELOW_FLOOR: lambda case: (
        f"The score of {_named(case)} is not above the floor of {case.ranking.floor:.2f}."
    ),
    Reason.DEMOTED_BY_HISTORY: lambda case: (
        f"{_named(case)} was used before and sinks by {-_extra(case, Signal.HISTORY):.2f}."
    ),
    Reason.DIVERSITY_DROPPED: lambda case: (
        f"{_named(case)} is much like a tool before it and"
        f" sinks by {-_extra(case, Signal.DIVERSITY):.2f}."
    ),
    Reason.OTHER_LANGUAGE: lambda case: (
        f"The question and {_named(case)} are in different"
        " languages, and no glossary joins their words."
    ),
    Reason.NAME_UNSPLIT: lambda case: (
        f'"{_unsplit(case)}" stands inside the name'
        f" {_named(case)}, which cannot be split into words."
    ),
    Reason.DESCRIPTION_EMPTY: lambda case: (
        f"{_named(case)} has no description; only its name, path, tags and parameters can be met."
    ),
    Reason.NO_PATH: lambda case: (
        f"{_named(case)} has no word of the question, and the relation"
        f" from '{_untrusted(case)}' to it is not trusted yet."
    ),
    Reason.NO_TERM_MATCH: _no_match,
    Reason.WRONG_INTENT: _misread,
    Reason.OUTRANKED_BY_SIBLING: lambda case: (
        f"'{_sibling(case)}' has nearly the same name as {_named(case)} and takes its place."
    ),
    Reason.TERMS_TOO_COMMON: lambda case: (
        f"The words that {_named(case)} has of the question ({_held(case)}) are had by many tools."
    ),
    Reason.OUTRANKED: _outranked,
}


def _held(case: Case) -> str:
    """The words of the question that the tool has."""
    held = [g.surface for g, _, column in case.ranking.groups if column.gain_of(case.number)]
    return ", ".join(_quoted(held))


def _missing(case: Case) -> str:
    """Words that no tool has, and what is wanting to rank k."""
    if case.inside or case.competitor is None or not case.gap:
        return ""
    unknown = _quoted(case.ranking.query.unknown)
    nobody = f" No tool has {' or '.join(unknown)}." if unknown else ""
    other = case.competitor.tool
    return f"{nobody} It needs {case.gap:.2f} more to reach #{case.k} ('{other}')."


def _quoted(words: Iterable[str]) -> list[str]:
    """The first few different words, in quotes."""
    return [f'"{word}"' for word in dict.fromkeys(words)][:_TOLD]


def _named(case: Case) -> str:
    name = case.tool.name
    return f"'{name if len(name) <= 80 else name[:79] + '…'}'"


def _text(tool: Tool) -> str:
    return f"{tool.summary} {tool.description} {tool.when_to_use} {' '.join(tool.aliases)}"
