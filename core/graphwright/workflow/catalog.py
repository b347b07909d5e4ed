"""The tools that a goal is planned with: found by search, and known by the words of their names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from ..graph import ToolGraph
from ..relate.names import singular, singulars
from ..search.results import Hit, Hits
from ..search.settings import SearchSettings
from ..tools import Tool

_LOOKED_AT = 24  # tools of a search that are judged
_BY_NAME = 0.6  # how well a tool knows a word that its name has, where search says less


class Finder(Protocol):
    """What plans are made from: a search index."""

    @property
    def graph(self) -> ToolGraph: ...

    @property
    def settings(self) -> SearchSettings: ...

    def search(self, query: str, k: int) -> Hits: ...


@dataclass(frozen=True)
class Catalog:
    """A search index, and what its tools are called."""

    index: Finder

    @property
    def graph(self) -> ToolGraph:
        return self.index.graph

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that tools are called by and described with, in the singular."""
        return frozenset(word for tool in self.graph.ordered_tools for word in _words(tool))

    @cached_property
    def named(self) -> Mapping[str, tuple[str, ...]]:
        """Tools by each word of their names, in the singular."""
        found: dict[str, list[str]] = {}
        for tool in self.graph.ordered_tools:
            for word in dict.fromkeys(singulars(tool.name)):
                found.setdefault(word, []).append(tool.name)
        return {word: tuple(names) for word, names in found.items()}

    def hits(self, text: str) -> tuple[Hit, ...]:
        return self.index.search(text, _LOOKED_AT).results

    def relevances(self, text: str) -> dict[str, float]:
        """How much each of the first tools of a search has to do with a text, in [0, 1]."""
        return shares(self.hits(text))

    def knowers(self, word: str) -> dict[str, float]:
        """How well tools know a word, otherwise than from what is said of a parameter."""
        found = shares(hit for hit in self.hits(word) if _is_meant(hit))
        by_name = self.named.get(singular(word), ())
        return found | {name: max(_BY_NAME, found.get(name, 0.0)) for name in by_name}


def shares(hits: Iterable[Hit]) -> dict[str, float]:
    """Scores as shares of the best one."""
    listed = list(hits)
    best = max((hit.score for hit in listed), default=0.0)
    return {hit.tool: hit.score / best for hit in listed if hit.score > 0} if best > 0 else {}


def _is_meant(hit: Hit) -> bool:
    return any(term.field != "parameter text" for part in hit.parts for term in part.terms)


def _words(tool: Tool) -> Iterable[str]:
    yield from singulars(f"{tool.name} {tool.path}")
    yield from singulars(" ".join(tool.tags))
    yield from singulars(tool.summary or tool.description[:200])
    for parameter in tool.parameters:
        yield from singulars(parameter.name)
