"""Which of several doubles should stay, and why."""

import re
from collections.abc import Callable, Sequence

from ..graph import ToolGraph
from ..relations import RelationKind
from ..tools import Tool

_VERSION = re.compile(r"(?<![a-z])v(\d{1,4})(?![a-z])")
_LONG = 300  # characters of a description beyond which more is no better


def survivor(graph: ToolGraph, tools: Sequence[Tool]) -> tuple[str, str]:
    """The name of the tool that says most of itself, and a sentence on why.

    What is deprecated does not stay, nor what is of an older version; then counts how well it is
    described, and how many relations it has; then the order of reading.
    """
    ranked = sorted(tools, key=lambda tool: _rank(graph, tool))
    best, others = ranked[0], ranked[1:]
    return best.name, _reason(graph, best, others)


def _rank(graph: ToolGraph, tool: Tool) -> tuple[bool, int, float, int, str]:
    return tool.deprecated, -_version(tool), -_worth(graph, tool), tool.order, tool.name


def _version(tool: Tool) -> int:
    text = f"{tool.path} {tool.name}"[:400].lower()
    return max(map(int, _VERSION.findall(text)), default=1) if "v" in text else 1


def _worth(graph: ToolGraph, tool: Tool) -> float:
    described = sum(1 for p in tool.parameters[:20] if p.description or p.format or p.enum)
    text = min(_LONG, len(tool.description) + len(tool.summary)) / 100
    answers = 2.0 if tool.outputs else 0.0
    calls = 1.0 if tool.method else 0.0
    return text + answers + calls + described / 5 + min(20, relation_count(graph, tool.name)) / 5


def relation_count(graph: ToolGraph, name: str) -> int:
    """Relations to other tools that nobody rejected."""
    both = (*graph.outgoing.get(name, ()), *graph.incoming.get(name, ()))
    return sum(1 for r in both if r.kind is not RelationKind.BELONGS_TO and not r.rejected)


def _reason(graph: ToolGraph, best: Tool, others: Sequence[Tool]) -> str:
    """The first grounds that set it apart from all others."""
    if all(other.deprecated for other in others) and not best.deprecated:
        return "It alone is not deprecated."
    if _version(best) > max(_version(other) for other in others):
        return f"It is of the newest version, v{_version(best)}."
    grounds: list[tuple[str, Callable[[Tool], int]]] = [
        ("has the most relations", lambda t: relation_count(graph, t.name)),
        ("says best what it answers", lambda t: len(t.outputs)),
        ("is described best", lambda t: len(t.description) + len(t.summary)),
        ("says most of what it takes", lambda t: sum(bool(p.description) for p in t.parameters)),
    ]
    led = [text for text, measure in grounds if measure(best) > max(map(measure, others))]
    return f"It {' and '.join(led[:2])}." if led else "It was read first."
