"""Tests that need no judgement: tools asked by their own words, questions without their tool."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..graph import ToolGraph
from ..search.index import SearchIndex
from ..search.settings import SearchSettings
from ..search.tokens import name_words
from ..tools import Tool
from .golden import Golden

_LONGEST = 400  # characters of a description that are asked


@dataclass(frozen=True, slots=True)
class Own:
    """A tool that was asked for by its own words.

    Attributes:
        rank: its place, from 1; None where it is not found at all.
        thief: the tool that came first instead; "" where it came first itself.
    """

    tool: str
    asked: str
    rank: int | None
    thief: str


def own_words(index: SearchIndex) -> tuple[Own, ...]:
    """Every tool asked for by what it says of itself; it must come first."""
    return tuple(_own(index, tool) for tool in index.graph.ordered_tools)


def _own(index: SearchIndex, tool: Tool) -> Own:
    asked = " ".join((tool.description or tool.summary)[:_LONGEST].split()) or name_words(tool.name)
    first = [hit.tool for hit in index.search(asked, 1).results]
    if first == [tool.name]:
        return Own(tool.name, asked, 1, "")
    rank = index.explain(asked, tool.name, 1).rank
    return Own(tool.name, asked, rank, first[0] if first else "")


@dataclass(frozen=True, slots=True)
class Negative:
    """A question that no tool is there for, and what the search finds for it all the same.

    Attributes:
        hidden: the right tools, which were taken away; empty where there never was one.
        tool: the first that is found; "" for none.
        score: its score, ≥ 0.
    """

    query: str
    hidden: tuple[str, ...]
    tool: str
    score: float


def negatives(index: SearchIndex, golden: Iterable[Golden], most: int) -> tuple[Negative, ...]:
    """Questions that nothing answers, and the others with their right tools taken away.

    Args:
        index: what is asked.
        golden: their `accept` goes too: it would answer.
        most: sets of tools that are taken away at the most; each takes a new index.
    """
    away: dict[tuple[str, ...], list[Golden]] = {}
    for one in golden:
        away.setdefault(tuple(sorted({*one.expect, *one.accept})), []).append(one)
    sets = sorted(away, key=lambda names: (bool(names), names))[: most + 1]
    return tuple(found for names in sets for found in _without(index, names, away[names]))


@dataclass(frozen=True, slots=True)
class _Less:
    """A graph with fewer tools, as an index takes it."""

    graph: ToolGraph
    settings: SearchSettings


def _without(
    index: SearchIndex, names: tuple[str, ...], golden: Iterable[Golden]
) -> Iterator[Negative]:
    less = index.updated(_Less(index.graph.without_tools(*names), index.settings))
    for one in golden:
        first = next(iter(less.search(one.query, 1).results), None)
        hidden = tuple(name for name in names if name in index.graph.tools)
        yield Negative(
            one.query, hidden, first.tool if first else "", first.score if first else 0.0
        )
