"""What is wanting in a tool's description, in the words of a facet."""

from collections import Counter
from collections.abc import Iterable, Mapping

from graphwright.tools import Tool

SHORT = 20  # characters below which a description says next to nothing
_WHEN = ("use when", "use this", "use it", "when you", "when the", "call this")

NO_DESCRIPTION = "no description"
TOO_SHORT = "too short"
SAME = "same as another"
NO_WHEN = "no “use when”"


def hints(tools: Iterable[Tool]) -> dict[str, tuple[str, ...]]:
    """The hints of each tool, the gravest first."""
    tools = tuple(tools)
    said = Counter(text for tool in tools if (text := _text(tool)))
    return {tool.name: tuple(_hints(tool, said)) for tool in tools}


def _hints(tool: Tool, said: Mapping[str, int]) -> Iterable[str]:
    text = _text(tool)
    if not text:
        yield NO_DESCRIPTION
    elif len(text) < SHORT:
        yield TOO_SHORT
    if said.get(text, 0) > 1:
        yield SAME
    if not tool.when_to_use.strip() and not any(word in text for word in _WHEN):
        yield NO_WHEN


def _text(tool: Tool) -> str:
    return (tool.description or tool.summary).strip().lower()
