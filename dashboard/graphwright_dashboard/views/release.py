"""What leaves with the next release: changes since the project's start, the gate, the formats."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphwright.curate.curation import Curation
from graphwright.evaluate.metrics import Scores
from graphwright.relations import Relation, RelationKey, RelationKind
from graphwright.tools import Tool

from .standing import Standing

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


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the gate: it holds, or `text` says what breaks it."""

    title: str
    holds: bool
    text: str
    number: str


def gate(
    scores: Scores, stands: Standing, invalid: Sequence[str], workflows: int
) -> tuple[Rule, ...]:
    """The rules that a release must keep, in the order of the command line's `--gate`."""
    pinned = {one.golden.query for one in scores.per_query if one.golden.pinned}
    broken = [query for query in stands.broken if query in pinned]
    forbidden = [one.golden.query for one in scores.per_query if one.forbidden]
    return (
        Rule("Pinned queries still pass", not broken, " · ".join(broken[:3]), _fails(broken)),
        Rule(
            "Every workflow is valid",
            not invalid,
            " · ".join(invalid[:3]),
            f"{workflows - len(invalid)} of {workflows}",
        ),
        Rule(
            f"No forbidden tool in the first {scores.k}",
            not forbidden,
            " · ".join(forbidden[:3]),
            _fails(forbidden),
        ),
    )


def _fails(queries: Sequence[str]) -> str:
    return f"{len(queries)} fail" if queries else "none fails"
