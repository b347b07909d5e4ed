"""A second tier where one map would hold too many groups: domains, each a map of its own.

A domain is a document, or where one has too many groups, what some of them share: a group above
them, the word that their names begin with, or else relations that hold them together. Like the
parts of a large group, domains are for the eye alone: no command and no export knows of them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from graphwright.graph import ToolGraph

from .bundles import Blocks, bundles, group_blocks, sizes
from .columns import Columns
from .elements import group_title
from .layout import Point, map_places
from .names import short, words
from .places import Places

MOST = 100  # hexagons of one map
NEW, OTHER = "New groups", "Other groups"
_SMALLEST = 2  # groups of a domain; those of smaller ones stand together
_NAME = 24  # characters of a group's name in the name of a domain

Domains = dict[str, str]  # domain of each group


@dataclass(frozen=True, slots=True)
class Tiers:
    """The domain of each group, none where one map shows all, and where hexagons stand.

    All of it comes from the graph as it was read, so that no edit moves a hexagon.
    """

    base: Columns
    domain_of: Mapping[str, str]
    kept: Places
    _known: set[str] = field(default_factory=set, repr=False)  # maps that have their places

    @classmethod
    def of(cls, base: Columns, kept: Places | None = None) -> "Tiers":
        return cls(base, domains(base), kept or Places())

    def domain(self, group: str) -> str:
        """The group's domain; a group that came after the documents were read is in `NEW`."""
        return self.domain_of.get(group, NEW) if self.domain_of else ""

    def blocks(self, columns: Columns, domain: str | None) -> Blocks:
        """The hexagons of the first map, or of a domain's."""
        groups = group_blocks(columns)
        if not self.domain_of:
            return groups
        if domain is not None:
            inside = {g: n for g, n in groups.sizes.items() if self.domain(g) == domain}
            return Blocks(columns, {t: g for t, g in groups.of.items() if g in inside}, inside)
        tools: Counter[str] = Counter()
        for group, size in groups.sizes.items():
            tools[self.domain(group)] += size
        of = {tool: self.domain(group) for tool, group in groups.of.items()}
        return Blocks(columns, of, tools)

    def places(self, domain: str | None) -> Mapping[str, Point]:
        """Where the hexagons of `blocks` stand; each map is laid out when it is first seen."""
        key = map_key(domain)
        if key in self._known:
            return self.kept.of(key)
        self._known.add(key)
        blocks = self.blocks(self.base, domain)

        def laid_out() -> Mapping[str, Point]:
            joined = bundles(blocks, self.base.standing)
            weights = {pair: bundle.total for pair, bundle in joined.items()}
            return map_places(blocks.sizes, weights)

        return self.kept.of(key, blocks.sizes, laid_out)

    def keep(self, domain: str | None, places: Mapping[str, Point]) -> None:
        """Keeps where the hexagons of groups stand that are new."""
        self.kept.add(map_key(domain), places)


def map_key(domain: str | None) -> str:
    """What the picture of the first map, or of a domain's, is called."""
    return "map" if domain is None else f"domain {domain}"


def domains(columns: Columns) -> Domains:
    """The domain of each group; none where one map holds all of them."""
    graph = columns.graph
    groups = tuple(sizes(graph))
    if len(groups) <= MOST:
        return {}
    by_source: dict[str, list[str]] = {}
    for group, source in _sources(graph, groups).items():
        by_source.setdefault(source, []).append(group)
    if len(by_source) == 1 or len(by_source) > MOST:
        return _parted(columns, groups)
    found: Domains = {}
    for source, inside in by_source.items():
        name = short(source, 2 * _NAME) or OTHER
        parts = _parted(columns, inside) if len(inside) > MOST else dict.fromkeys(inside, "")
        found |= {g: f"{name}: {part}" if part else name for g, part in parts.items()}
    return found


def _sources(graph: ToolGraph, groups: Sequence[str]) -> Domains:
    """The document that most of a group's tools are of."""
    found = {}
    for group in groups:
        of = Counter(graph.tools[name].source for name in graph.members.get(group, ()))
        found[group] = min(of, key=lambda source: (-of[source], source), default="")
    return found


def _parted(columns: Columns, groups: Sequence[str]) -> Domains:
    """The first way to part the groups that gives a readable number of readable maps."""
    ways: tuple[Callable[[Columns, Sequence[str]], Domains], ...] = (_above, _stems, _communities)
    for way in ways:
        found = way(columns, groups)
        counts = Counter(found.values())
        if 2 <= len(counts) <= MOST and max(counts.values()) <= MOST:
            return found
    return _ranges(groups)


def _above(columns: Columns, groups: Sequence[str]) -> Domains:
    """The topmost group above each; groups with none above them stand together."""
    known = columns.graph.groups

    def top(group: str) -> str:
        seen = {group}
        while (node := known.get(group)) and node.parent in known and node.parent not in seen:
            group = node.parent
            seen.add(group)
        return group

    return _large({group: top(group) for group in groups})


def _stems(_: Columns, groups: Sequence[str]) -> Domains:
    """The word that the group's name begins with."""
    return _large({group: (words(group.lower()) or [OTHER])[0] for group in groups})


def _communities(columns: Columns, groups: Sequence[str]) -> Domains:
    """Groups that relations hold together, called by the largest of them.

    Source: Blondel et al., Fast unfolding of communities in large networks (2008).
    """
    from networkx import Graph
    from networkx.algorithms.community import louvain_communities

    blocks = group_blocks(columns)
    inside = Blocks(columns, blocks.of, {group: blocks.sizes[group] for group in groups})
    joined: Graph[str] = Graph()
    joined.add_nodes_from(groups)
    for (one, other), bundle in bundles(inside, columns.standing).items():
        joined.add_edge(one, other, weight=bundle.total)
    found: Domains = {}
    for some in louvain_communities(joined, seed=1):
        largest = min(some, key=lambda group: (-blocks.sizes[group], group))
        found |= dict.fromkeys(some, f"Around {short(group_title(largest), _NAME)}")
    return _large(found)


def _large(found: Domains) -> Domains:
    """The domains, those of a single group put together."""
    counts = Counter(found.values())
    return {g: name if counts[name] >= _SMALLEST else OTHER for g, name in found.items()}


def _ranges(groups: Sequence[str]) -> Domains:
    """In the order of letters, as many as a map holds."""
    ordered = sorted(groups, key=lambda group: (group.lower(), group))
    runs = [ordered[at : at + MOST] for at in range(0, len(ordered), MOST)]
    return {group: _from_to(run) for run in runs for group in run}


def _from_to(run: Sequence[str]) -> str:
    return f"{short(group_title(run[0]), _NAME)} – {short(group_title(run[-1]), _NAME)}"
