"""How one tool stands: golden queries that it wins and loses, workflows that call it, its edits."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphwright.curate.curation import Curation
from graphwright.curate.sentences import sentence
from graphwright.curate.touches import touches
from graphwright.evaluate.metrics import Scores
from graphwright.project.entries import Entry, Timeline

_EDITS = 60  # entries that are listed


@dataclass(frozen=True, slots=True)
class Asked:
    """A golden query that expects the tool; `rank` is None where it is not in the first k."""

    query: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class Queries:
    wins: tuple[Asked, ...]
    loses: tuple[Asked, ...]
    intrudes: tuple[str, ...]  # failing queries that find it and expect others
    taken_by: tuple[tuple[str, int], ...]  # tools that were found in its place, and how often


def queries(scores: Scores, tool: str) -> Queries:
    """What becomes of the golden queries that have to do with the tool."""
    asked: list[Asked] = []
    intrudes: list[str] = []
    instead: Counter[str] = Counter()
    for one in scores.per_query:
        golden = one.golden
        if tool in golden.expect:
            rank = one.ranks[golden.expect.index(tool)]
            asked.append(Asked(golden.query, rank))
            if rank is None:
                instead.update(name for name in one.found if name not in golden.expect)
        elif tool in one.found and not one.passed and one.error is None:
            intrudes.append(golden.query)
    wins = sorted((a for a in asked if a.rank is not None), key=lambda a: (a.rank or 0, a.query))
    loses = sorted((a for a in asked if a.rank is None), key=lambda a: a.query)
    return Queries(tuple(wins), tuple(loses), tuple(intrudes), tuple(instead.most_common(5)))


@dataclass(frozen=True, slots=True)
class Flow:
    """A workflow that calls the tool."""

    id: str
    goal: str
    step: str  # id of the first step that calls it
    place: int  # from 1
    of: int


def flows(curation: Curation, tool: str) -> Iterator[Flow]:
    for workflow in curation.workflows.values():
        for place, step in enumerate(workflow.steps, 1):
            if step.tool == tool:
                goal = workflow.goal or workflow.id
                yield Flow(workflow.id, goal, step.id, place, len(workflow.steps))
                break


@dataclass(frozen=True, slots=True)
class Edit:
    """An entry of the journal that changed the tool or a relation of it."""

    revision: int
    text: str
    by: str
    at: str
    stands: bool  # it can be taken back


def edits(entries: Sequence[Entry], tool: str) -> tuple[Edit, ...]:
    """The last sixty, newest first."""
    gone = Timeline.of(entries).taken_back
    found: list[Edit] = []
    for entry in reversed(entries):
        if _names(entry, tool):
            said = sentence(entry.command)
            text = said if entry.kind == "do" else f"{entry.kind} {entry.of}: {said}"
            at = entry.at.replace("T", " ")[:16]
            found.append(Edit(entry.revision, text, entry.by, at, entry.revision not in gone))
        if len(found) == _EDITS:
            break
    return tuple(found)


def _names(entry: Entry, tool: str) -> bool:
    return any(tool in key for key in _keys(entry))


def _keys(entry: Entry) -> Iterable[tuple[str, ...]]:
    return touches(entry.command).changes
