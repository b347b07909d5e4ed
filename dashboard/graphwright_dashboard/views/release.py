"""What leaves with the next release: changes since the last one, the gate's rules, the formats."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphwright.curate.curation import Curation
from graphwright.evaluate.gate import Comparison
from graphwright.evaluate.metrics import Scores
from graphwright.relations import Relation, RelationKey, RelationKind
from graphwright.tools import Tool

from .numbers import count, fraction

_NAMED = 4
_ROUNDING = 1e-9

FORMATS = {
    "json": ("graph.json", "what the runtime engine loads"),
    "loader": ("load_graph.py", "loads it there with the planner mended"),
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


def changes(now: Curation, then: Curation) -> tuple[Change, ...]:
    """What is other now than it was then; lines of nothing are left out."""
    lines = (*_tools(now, then), *_workflows(now, then), *_rest(now, then))
    return tuple(change for change in lines if change.count)


def _tools(now: Curation, then: Curation) -> Iterator[Change]:
    here, there = now.graph.tools, then.graph.tools
    merged = _merged(now) - _merged(then)
    gone = [name for name in there if name not in here and name not in merged]
    back = (_merged(then) - _merged(now)) & set(here)
    yield _named("plus", "Tools added", (n for n in here if n not in there and n not in back))
    yield _named("minus", "Tools removed", gone)
    yield _named("merge", "Tools merged", merged)
    yield _named("merge", "Merges taken back", back)
    both = [name for name in here if name in there]
    told = [name for name in both if _said(here[name]) != _said(there[name])]
    other = [n for n in both if n not in told and _called(here[n]) != _called(there[n])]
    yield _named("pencil", "Descriptions and search words", told)
    yield _named("pencil", "Parameters and answers", other)


def _workflows(now: Curation, then: Curation) -> Iterator[Change]:
    here, there = now.workflows, then.workflows
    yield _named("workflows", "Workflows added", (id for id in here if id not in there))
    yield _named("workflows", "Workflows removed", (id for id in there if id not in here))
    changed = (id for id in here if id in there and here[id] != there[id])
    yield _named("workflows", "Workflows changed", changed)


def _rest(now: Curation, then: Curation) -> Iterator[Change]:
    yield _named("search", "Golden queries added", (q for q in now.golden if q not in then.golden))
    other = [n for n in ("k", "floor", "embedder", "ship_from") if _set(now, n) != _set(then, n)]
    weights = [] if dict(now.settings.weights) == dict(then.settings.weights) else ["weights"]
    yield _named("settings", "Search settings", [*other, *weights])


def _set(curation: Curation, name: str) -> object:
    return getattr(curation.settings, name)


def _merged(curation: Curation) -> set[str]:
    return {tool.name for stack in curation.merges.values() for m in stack for tool in m.gone}


def _said(tool: Tool) -> tuple[object, ...]:
    return tool.description, tool.tags, tool.aliases, tool.when_to_use, tool.examples, tool.effects


def _called(tool: Tool) -> tuple[object, ...]:
    return tool.parameters, tool.outputs, tool.method, tool.path


def _named(sign: str, what: str, names: Iterable[str]) -> Change:
    listed = sorted(names)
    more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
    return Change(sign, what, len(listed), ", ".join(listed[:_NAMED]) + more)


@dataclass(frozen=True, slots=True)
class KindCount:
    """Relations of one kind that go to the runtime, against those of then."""

    kind: RelationKind
    added: int
    removed: int
    now: int


def kinds(now: Curation, then: Curation) -> tuple[KindCount, ...]:
    """For each kind what ships now, and what shipped then."""
    here, there = _keys(now.shipped().values()), _keys(then.shipped().values())
    return tuple(_count(kind, here, there) for kind in RelationKind)


def _keys(relations: Iterable[Relation]) -> frozenset[RelationKey]:
    return frozenset(relation.key for relation in relations)


def _count(
    kind: RelationKind, now: frozenset[RelationKey], then: frozenset[RelationKey]
) -> KindCount:
    here, there = ({key for key in keys if key.kind is kind} for keys in (now, then))
    return KindCount(kind, len(here - there), len(there - here), len(here))


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the gate: whether it holds, the number beside it, and queries that break it."""

    holds: bool
    title: str
    number: str
    queries: tuple[str, ...] = ()
    text: str = ""


def rules(
    now: Scores, compared: Comparison, workflows: int, invalid: Mapping[str, str]
) -> list[Rule]:
    """The rules that the gate has, those that do not hold first."""
    on = compared.rules
    pinned = {one.golden.query for one in now.per_query if one.golden.pinned}
    broken = tuple(query for query in compared.broken if query in pinned)
    found = tuple(one.golden.query for one in now.per_query if one.forbidden)
    asked = sum(bool(one.golden.forbid) for one in now.per_query)
    held = {
        "pinned": Rule(
            not broken,
            "Pinned queries still pass",
            f"{len(broken)} fail" if broken else count(len(pinned), "query", "queries"),
            broken,
        ),
        "forbidden": Rule(
            not found,
            f"No forbidden tool in the first {now.k}",
            f"{len(found)} of {asked}",
            found,
        ),
        "workflows": Rule(
            not invalid,
            "Every workflow can run",
            f"{len(invalid)} of {workflows} cannot" if invalid else str(workflows),
            text="; ".join(f"{id}: {why}" for id, why in list(invalid.items())[:_NAMED]),
        ),
    }
    means = (_mean(name, now, compared) for name in on.means if name in compared.delta)
    listed = [*(rule for name, rule in held.items() if getattr(on, name)), *means]
    return sorted(listed, key=lambda rule: rule.holds)


def _mean(name: str, now: Scores, compared: Comparison) -> Rule:
    value, change = getattr(now, name), compared.delta[name]
    loss = compared.rules.epsilon
    title = f"{name}@{now.k} not below {fraction(value - change, 3)} by more than {loss:g}"
    return Rule(change >= -loss - _ROUNDING, title, fraction(value, 3))


def ago(at: str, now: datetime) -> str:
    """How long since a moment, roughly; a clock that went back makes no future of it."""
    try:
        seconds = (now - datetime.fromisoformat(at)).total_seconds()
    except (ValueError, TypeError):
        return at
    for size, one in ((86400 * 7, "week"), (86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 2 * size or (size < 86400 * 7 and seconds >= size):
            return f"{count(int(seconds // size), one)} ago"
    return "just now"


def shortened(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def listed(names: Sequence[str]) -> str:
    """Some of the names, each in quotes, with how many more there are."""
    some = ", ".join(f"“{shortened(name, 80)}”" for name in names[:_NAMED])
    return some + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
