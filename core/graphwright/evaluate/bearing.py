"""Which words of a description bear load: what changes in the golden queries when one goes."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..errors import QueryError
from ..graph import ToolGraph
from ..search.index import SearchIndex
from ..search.settings import SearchSettings
from ..tools import Tool
from .golden import Golden

_WORD = re.compile(r"\w+")
_MOST_WORDS = 120
_MOST_QUERIES = 60

Weight = Literal["bears", "counts", "harms", "dead"]


@dataclass(frozen=True, slots=True)
class Moved:
    """The place of the tool for one query, with and without a word; None for not found."""

    query: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the description.

    Attributes:
        weight: it "bears" where the tool would fall for a query that expects it, "harms" where
            it would rise for one or fall for one that forbids it, "counts" where only scores
            change, and is "dead" where nothing does.
    """

    text: str
    weight: Weight
    moved: tuple[Moved, ...] = ()


@dataclass(frozen=True, slots=True)
class _Edited:
    graph: ToolGraph
    settings: SearchSettings


def bearing(
    index: SearchIndex, tool: str, golden: Iterable[Golden], k: int
) -> tuple[Word | str, ...]:
    """The description in pieces: words with what they bear, and what stands between them.

    Args:
        index: the search.
        tool: whose description it is.
        golden: queries; those count that expect the tool, or find it in the first k.
        k: results that count.

    Raises:
        QueryError: there is no such tool.
    """
    if tool not in index.graph.tools:
        raise QueryError(f"There is no tool '{tool}'.")
    known = index.graph.tools[tool]
    asked = _concerned(index, tool, golden, k)
    now = _standing(index, tool, asked, k)
    found: dict[str, Word] = {}
    pieces: list[Word | str] = []
    at = 0
    for match in _WORD.finditer(known.description):
        pieces.append(known.description[at : match.start()])
        at = match.end()
        word = match.group()
        if word.casefold() not in found and len(found) < _MOST_WORDS:
            less = _without(index, known, word)
            found[word.casefold()] = _weighed(word, asked, now, _standing(less, tool, asked, k))
        seen = found.get(word.casefold())
        pieces.append(replace(seen, text=word) if seen else word)
    pieces.append(known.description[at:])
    return tuple(piece for piece in pieces if piece != "")


def _concerned(
    index: SearchIndex, tool: str, golden: Iterable[Golden], k: int
) -> tuple[Golden, ...]:
    named = [one for one in golden if tool in (*one.expect, *one.accept, *one.forbid)]
    others = [one for one in golden if one not in named]
    found = [o for o in others if any(hit.tool == tool for hit in index.search(o.query, k).results)]
    return (*named, *found)[:_MOST_QUERIES]


def _standing(
    index: SearchIndex, tool: str, golden: Sequence[Golden], k: int
) -> list[tuple[int | None, float]]:
    explained = (index.explain(one.query, tool, k) for one in golden)
    return [(one.rank, one.score) for one in explained]


def _without(index: SearchIndex, tool: Tool, word: str) -> SearchIndex:
    """The search if the description had not the word."""
    whole = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    less = replace(tool, description=" ".join(whole.sub(" ", tool.description).split()))
    return index.updated(_Edited(index.graph.with_tools(less), index.settings))


def _weighed(
    word: str,
    golden: Sequence[Golden],
    before: Sequence[tuple[int | None, float]],
    after: Sequence[tuple[int | None, float]],
) -> Word:
    pairs = list(zip(golden, before, after, strict=True))
    moved = tuple(Moved(o.query, b[0], a[0]) for o, b, a in pairs if a[0] != b[0])
    if any(_worse(one, b[0], a[0]) for one, b, a in pairs):
        return Word(word, "bears", moved)
    if moved:
        return Word(word, "harms", moved)
    return Word(word, "counts" if any(a[1] != b[1] for _, b, a in pairs) else "dead")


def _worse(golden: Golden, before: int | None, after: int | None) -> bool:
    """The tool falls where it is expected."""
    there, gone = before or _NOWHERE, after or _NOWHERE
    return before is not None and bool(golden.expect) and gone > there


_NOWHERE = 1 << 30  # the place of a tool that is not found
