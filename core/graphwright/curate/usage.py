"""What agents did: calls that follow each other, as proposals and never as facts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import orjson

from ..graph import Pair, ToolGraph
from ..issues import Issue, IssueCode, Severity
from ..relations import Evidence, Origin, Relation, RelationKey, RelationKind

FEWEST = 3  # sessions in which two calls follow each other before that is proposed
_PRIOR = 2.0  # sessions that a pair counts for in which nothing followed
_SESSION_KEYS = ("session", "session_id", "conversation", "trace", "trace_id", "run")
_TOOL_KEYS = ("tool", "tool_name", "name", "function")


@dataclass(frozen=True, slots=True)
class Usage:
    """Tools in the order in which each session called them, and what could not be read."""

    sessions: tuple[tuple[str, ...], ...]
    issues: tuple[Issue, ...] = ()


def read_usage(data: bytes) -> Usage:
    """A log of calls, one JSON object a line: a tool, and the session that it is of.

    `{"session": "s1", "tool": "getOrder"}`; also `{"tools": ["a", "b"]}`, a whole session in
    one line. Calls are in the order of lines.
    """
    sessions: dict[str, list[str]] = {}
    issues = []
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip() and not _take(line, number, sessions):
            message = "A line of a usage log is an object with a tool, or with a list of tools."
            issues.append(Issue(IssueCode.BAD_TOOL, Severity.WARNING, f"line {number}", message))
    return Usage(tuple(tuple(calls) for calls in sessions.values()), tuple(issues))


def _take(line: bytes, number: int, sessions: dict[str, list[str]]) -> bool:
    try:
        entry = orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    if not isinstance(entry, dict):
        return False
    whole = entry.get("tools")
    if isinstance(whole, list):
        sessions[f"line {number}"] = [name for name in whole if isinstance(name, str)]
        return True
    name = next((entry[key] for key in _TOOL_KEYS if isinstance(entry.get(key), str)), None)
    if name is None:
        return False
    session = next((str(entry[key]) for key in _SESSION_KEYS if key in entry), "")
    sessions.setdefault(session, []).append(name)
    return True


def proposals(graph: ToolGraph, usage: Usage) -> tuple[Relation, ...]:
    """Pairs of calls that followed each other, as relations that wait for a person.

    What the graph already says of a pair, rejected or not, is not proposed again. Confidence
    is the share of the first tool's calls that the second followed.
    """
    followed, called = _counted(usage.sessions)
    found = (
        _proposal(pair, count, called[pair[0]])
        for pair, count in followed.items()
        if count >= FEWEST and _may_propose(graph, pair, followed)
    )
    return tuple(sorted(found, key=lambda relation: (-relation.confidence, relation.key)))


def next_tools(usage: Usage, tool: str) -> tuple[tuple[str, int], ...]:
    """Tools that were called right after one, with how often, most often first."""
    followed, _ = _counted(usage.sessions)
    after = {pair[1]: count for pair, count in followed.items() if pair[0] == tool}
    return tuple(sorted(after.items(), key=lambda one: (-one[1], one[0])))


def _counted(sessions: Iterable[Sequence[str]]) -> tuple[Counter[Pair], Counter[str]]:
    """In how many sessions each pair followed each other, and each tool was called."""
    followed: Counter[Pair] = Counter()
    called: Counter[str] = Counter()
    for calls in sessions:
        followed.update({(one, other) for one, other in pairwise(calls) if one != other})
        called.update(set(calls))
    return followed, called


def _may_propose(graph: ToolGraph, pair: Pair, followed: Counter[Pair]) -> bool:
    source, target = pair
    known = (
        RelationKey(source, target, RelationKind.PRECEDES),
        RelationKey(target, source, RelationKind.REQUIRES),
    )
    both_ways = followed[target, source] >= followed[pair]
    in_graph = source in graph.tools and target in graph.tools
    return in_graph and not both_ways and not any(key in graph.relations for key in known)


def _proposal(pair: Pair, count: int, calls: int) -> Relation:
    text = f"'{pair[1]}' was called right after '{pair[0]}' in {count} of {calls} sessions."
    return Relation(
        *pair,
        RelationKind.PRECEDES,
        confidence=round(count / (calls + _PRIOR), 3),
        origin=Origin.PROPOSED,
        evidence=(Evidence("usage", text),),
    )
