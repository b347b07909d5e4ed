"""The identity of tools: names made unique, and names that a model can call.

A name is the document's own. What has to change is changed the same way each time and reported.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..issues import Issue, IssueCode, Severity
from ..tools import Tool

_LONGEST = 64  # characters; of a function name at OpenAI and Anthropic
_CALLABLE = re.compile(rf"[a-zA-Z0-9_-]{{1,{_LONGEST}}}")
_SHOWN = 80  # characters of a name in a sentence


def shown(name: str) -> str:
    """A name for a sentence: on one line, cut where it is endless."""
    line = " ".join(name[: _SHOWN + 1].split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


def unique(tools: Sequence[Tool]) -> tuple[tuple[Tool, ...], tuple[Issue, ...]]:
    """The tools of one document, a repeated name as `name~2` in document order."""
    taken = {tool.name for tool in tools}
    counts: Counter[str] = Counter()
    named: list[Tool] = []
    issues: list[Issue] = []
    for tool in tools:
        counts[tool.name] += 1
        name = tool.name
        while counts[tool.name] > 1 and (name := f"{tool.name}~{counts[tool.name]}") in taken:
            counts[tool.name] += 1
        if name != tool.name:
            taken.add(name)
            issues.append(_repeated(tool, name))
        named.append(tool if name == tool.name else replace(tool, name=name))
    return tuple(named), tuple(issues)


def _repeated(tool: Tool, name: str) -> Issue:
    message = f"'{shown(tool.name)}' stands more than once; this one is called '{shown(name)}'."
    return Issue(IssueCode.DUPLICATE_NAME, Severity.NOTE, tool.where, message)


def clashing(documents: Iterable[Iterable[Tool]]) -> frozenset[str]:
    """Names that stand in more than one document."""
    counts = Counter(name for tools in documents for name in {tool.name for tool in tools})
    return frozenset(name for name, count in counts.items() if count > 1)


def callable_names(names: Iterable[str], given: Iterable[str] = ()) -> dict[str, str]:
    """An alias for each name that a model cannot call; it depends on little but the name.

    Args:
        names: of all tools that have no alias.
        given: aliases that others have already.
    """
    every = tuple(names)
    taken = {*given, *(name for name in every if _CALLABLE.fullmatch(name))}
    aliases: dict[str, str] = {}
    for name in every:
        if _CALLABLE.fullmatch(name) or name in aliases:
            continue
        plain = _plain(name)
        alias = plain if len(plain) <= _LONGEST and plain not in taken else _hashed(name, plain)
        aliases[name] = alias
        taken.add(alias)
    return aliases


def _plain(name: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]+", "_", name).strip("_") or "tool"


def _hashed(name: str, plain: str) -> str:
    digest = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{plain[: _LONGEST - 9]}_{digest}"
