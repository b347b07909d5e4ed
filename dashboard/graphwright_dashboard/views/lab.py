"""The Search Lab's values: result rows with bars, the ledger, golden rows, edits in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphwright.curate.commands import Command, Describe, SetSearch
from graphwright.curate.sentences import sentence
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import Scored, Scores
from graphwright.graph import ToolGraph
from graphwright.search.results import Explanation, Hit, Hits, Part
from graphwright.search.signals import Signal
from graphwright.tools import Tool

from .lab_address import Address as Address
from .numbers import fraction

SHOWN = 50  # results that the page lists

LABELS = {
    Signal.WORDS: "Words",
    Signal.NAME: "Name coverage",
    Signal.QUERY: "Query coverage",
    Signal.INTENT: "Intent",
    Signal.HOP: "One hop",
}
OTHER = 6
_PLACES = {signal: place for place, signal in enumerate(LABELS, 1)}


@dataclass(frozen=True, slots=True)
class Row:
    """One result. `bar`: (place of the part, width in [0, 1]); `status`: of its golden query."""

    rank: int
    tool: str
    score: str
    bar: tuple[tuple[int, float], ...]
    title: str
    words: str
    parts: tuple[tuple[str, str, str], ...] = ()  # label, value, what it came from
    status: str = ""  # "expected", "accepted", "forbidden"


def rows(hits: Hits, golden: Golden | None) -> tuple[Row, ...]:
    """Rows on one scale: the best score, or 1 where that is more, is the full width."""
    scale = max([1.0, *(hit.score for hit in hits.results)])
    return tuple(row(hit, golden, scale) for hit in hits.results)


def row(hit: Hit, golden: Golden | None, scale: float) -> Row:
    return Row(
        hit.rank,
        hit.tool,
        fraction(hit.score),
        tuple(
            (_PLACES.get(_signal(p.signal), OTHER), p.value / scale)
            for p in hit.parts
            if p.value > 0
        ),
        " · ".join(f"{label(p.signal)} {fraction(p.value)}" for p in hit.parts if p.value),
        _words(hit.parts),
        tuple((label(p.signal), fraction(p.value), grounds(p)) for p in hit.parts if p.value),
        status(hit.tool, golden),
    )


def status(tool: str, golden: Golden | None) -> str:
    if golden is None:
        return ""
    if tool in golden.expect:
        return "expected"
    if tool in golden.forbid:
        return "forbidden"
    return "accepted" if tool in golden.accept else ""


def label(signal: str) -> str:
    return LABELS.get(_signal(signal), signal.capitalize())


def _signal(name: str) -> Signal:
    return Signal(name)


def _words(parts: Sequence[Part], room: int = 4) -> str:
    """The words that matched, those that weigh most first: `refund · order`."""
    weight: dict[str, float] = {}
    for part in parts:
        for term in part.terms:
            weight[term.term] = weight.get(term.term, 0.0) + term.value
    best = sorted(weight, key=lambda term: (-weight[term], term))
    return " · ".join(best[:room])


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One part of two scores side by side. Bars are shares of the larger total, in [0, 1]."""

    place: int
    label: str
    ours: str
    theirs: str
    our_bar: float
    their_bar: float
    gap: str
    behind: bool
    grounds: str  # the words, or the path, that brought the competitor's part


def ledger(explanation: Explanation) -> tuple[LedgerLine, ...]:
    """The tool beside the one at rank k, part by part; parts that are 0 for both are left out."""
    ours = {part.signal: part for part in explanation.parts}
    rival = explanation.competitor
    theirs = {part.signal: part for part in rival.parts} if rival is not None else {}
    scale = max(1e-9, explanation.score, rival.score if rival is not None else 0.0)
    signals = [signal for signal in Signal if signal in ours or signal in theirs]
    made = (_line(s, ours.get(s), theirs.get(s), scale) for s in signals)
    return tuple(line for line in made if line.our_bar or line.their_bar or line.place != OTHER)


def _line(signal: Signal, ours: Part | None, theirs: Part | None, scale: float) -> LedgerLine:
    a, b = (part.value if part is not None else 0.0 for part in (ours, theirs))
    shown = theirs if theirs is not None and b else ours
    return LedgerLine(
        _PLACES.get(signal, OTHER),
        label(signal),
        fraction(a),
        fraction(b),
        abs(a) / scale,
        abs(b) / scale,
        fraction(a - b) if round(a - b, 2) else "0",
        a < b,
        grounds(shown) if shown is not None else "",
    )


def grounds(part: Part) -> str:
    """The path that brought the part, or the words that weigh most."""
    if part.via:
        return " → ".join(part.via)
    best = sorted(part.terms, key=lambda term: (-term.value, term.term))[:3]
    return " · ".join(f"{t.term} {fraction(t.value)} in {t.field}" for t in best if t.value)


@dataclass(frozen=True, slots=True)
class GoldenRow:
    """One golden query as the table shows it."""

    query: str
    expect: str
    ranks: str
    state: str  # "passes", "fails", "error"
    note: str
    marks: tuple[str, ...] = ()


def golden_rows(scores: Scores) -> tuple[GoldenRow, ...]:
    """Failing ones first, then in the order of the set."""
    made = (_golden_row(one) for one in scores.per_query)
    return tuple(sorted(made, key=lambda row: row.state == "passes"))


def _golden_row(one: Scored) -> GoldenRow:
    expect = ", ".join(one.golden.expect) or "no tool"
    ranks = (
        " ".join(f"#{rank}" if rank else "out" for rank in one.ranks) or f"{len(one.found)} found"
    )
    state = "error" if one.error else "passes" if one.passed else "fails"
    note = one.error or (f"forbidden: {', '.join(one.forbidden)}" if one.forbidden else "")
    return GoldenRow(one.golden.query, expect, ranks, state, note, tuple(_marks(one)))


def _marks(one: Scored) -> Iterator[str]:
    """What is special about the query."""
    if one.golden.synthetic:
        yield "synthetic"
    if not one.golden.pinned:
        yield "not pinned"
    if one.fragile:
        yield "fragile"


def failing(scores: Scores) -> tuple[str, ...]:
    return tuple(one.golden.query for one in scores.per_query if not one.passed and not one.error)


def missing(golden: Golden | None, shown: Iterable[str]) -> tuple[str, ...]:
    """Expected tools that are not among those shown."""
    here = set(shown)
    return tuple(name for name in golden.expect if name not in here) if golden else ()


def edit_text(command: Command, graph: ToolGraph) -> str:
    """What an edit changes, with the words that it writes: `search words "parcel" on 'x'`."""
    match command:
        case Describe():
            tool = graph.tools.get(command.tool)
            changes = (_written(command, field, tool) for field in _TEXTS)
            said = "; ".join(change for change in changes if change)
            return f"{said or 'describe'} on '{command.tool}'"
        case SetSearch() if command.weights:
            weights = ", ".join(f"{label(s)} {fraction(w)}" for s, w in command.weights.items())
            return f"weight {weights}"
        case _:
            return sentence(command)


_TEXTS = {
    "when_to_use": "when to use",
    "aliases": "alias",
    "examples": "example query",
    "description": "description",
    "tags": "tag",
}


def _written(command: Describe, field: str, tool: Tool | None) -> str:
    """The words that a field has after the command and had not before."""
    new = getattr(command, field)
    if new is None:
        return ""
    old = getattr(tool, field) if tool is not None else ""
    before, after = _joined(old).split(), _joined(new).split()
    added = [word for word in after if word not in before] or ["…"]
    return f"{_TEXTS[field]} “{' '.join(added)}”"


def _joined(text: str | tuple[str, ...]) -> str:
    return text if isinstance(text, str) else " ".join(text)
