"""What leaves with the next release: changes since the project's start, the gate, the formats."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphwright.curate.curation import Curation
from graphwright.relations import Relation, RelationKey, RelationKind
from graphwright.tools import Tool

_NAMED = 4

FORMATS = {
    "json": ("graph.json", "what the runtime engine loads"),
    "html": ("graph.html", "one file that opens offline"),
    "graphml": ("graph.graphml", "Gephi, yEd, networkx"),
    "cypher": ("graph.cypher", "Neo4j and other openCypher engines"),
    "collection": ("collection.json", "the runtime's artifact form"),
    "workflows": ("workflows.zip", "Arazzo, WorkflowPlan and Plan"),
    "dossiers": ("dossiers.zip", "a page for each tool"),
    "patch": ("decisions.jsonl", "a line for each decision"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """One line: how many of what, with some names."""

    sign: str  # name of an icon
    what: str
    count: int
    names: str


def changes(curation: Curation) -> tuple[Change, ...]:
    """What is other than when the documents were read; lines of nothing are left out."""
    return tuple(change for change in _changes(curation) if change.count)


def _changes(curation: Curation) -> Iterator[Change]:
    now, then = curation.graph.tools, curation.base.tools
    merged = [tool.name for stack in curation.merges.values() for m in stack for tool in m.gone]
    removed = sorted(name for name in then if name not in now and name not in merged)
    yield _named("plus", "Tools added", sorted(name for name in now if name not in then))
    yield _named("minus", "Tools removed", removed)
    yield _named("merge", "Tools merged", sorted(merged))
    told = sorted(n for n in now if n in then and _said(now[n]) != _said(then[n]))
    yield _named("pencil", "Descriptions and search words", told)
    yield _named("workflows", "Workflows", sorted(curation.workflows))


def _said(tool: Tool) -> tuple[object, ...]:
    return tool.description, tool.tags, tool.aliases, tool.when_to_use, tool.examples, tool.effects


def _named(sign: str, what: str, names: Sequence[str]) -> Change:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return Change(sign, what, len(names), ", ".join(names[:_NAMED]) + more)


@dataclass(frozen=True, slots=True)
class KindCount:
    """Relations of one kind that go to the runtime, against the start."""

    kind: RelationKind
    added: int
    removed: int
    now: int


def kinds(curation: Curation) -> tuple[KindCount, ...]:
    """For each kind what ships now and what would have shipped at the start."""
    start = Curation(graph=curation.base, settings=curation.settings)
    now, then = _keys(curation.shipped().values()), _keys(start.shipped().values())
    return tuple(_count(kind, now, then) for kind in RelationKind)


def _keys(relations: Iterable[Relation]) -> frozenset[RelationKey]:
    return frozenset(relation.key for relation in relations)


def _count(
    kind: RelationKind, now: frozenset[RelationKey], then: frozenset[RelationKey]
) -> KindCount:
    here, there = ({key for key in keys if key.kind is kind} for keys in (now, then))
    return KindCount(kind, len(here - there), len(there - here), len(here))
