"""Tools as the comparison sees them: what each does, to what, with what, and how it says so."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..relate.names import vocabulary, words
from ..tools import Tool
from . import contents
from .names import METHODS, Name, bare_name, read_name, source_prefixes
from .verbs import READS

_GENERIC = vocabulary("mcp server api tool reference live file list data service app rest json")

_ENOUGH = 3  # tools that speak of a service
_SHAPES = {"list": "list", "search": "list", "get": "item", "find": "item"}  # by sense of the verb


@dataclass(frozen=True, slots=True)
class Profile:
    """What one tool says of itself, in comparable words."""

    name: Name
    kind: str  # "read", "delete", "write" or "" for unknown; by method, hint or verb
    shape: str  # of the answer's fields: "list", "item" or "" for unknown
    path: str  # normal form of the URL template; "" for none
    context: frozenset[str]  # words of name, path, parameters: what a longer name may repeat
    parameters: tuple[str, ...]
    typed: tuple[str, ...]  # the same with their types
    outputs: tuple[str, ...]
    description: tuple[str, ...]
    method: str
    source: str

    @property
    def sense(self) -> str:
        return self.name.sense

    @property
    def nouns(self) -> tuple[str, ...]:
        return self.name.nouns


def profiles(tools: Sequence[Tool]) -> list[Profile]:
    """A profile of each tool, with what its source puts before every name taken off."""
    prefixes = source_prefixes(tools)
    return [profile(tool, prefixes.get(tool.source, frozenset())) for tool in tools]


def profile(tool: Tool, prefixes: frozenset[str] = frozenset()) -> Profile:
    parts = contents.segments(tool.path)
    static = tuple(w for part in parts if "{" not in part for w in contents.plain_words(part))
    name = _name(tool, static, prefixes)
    takes = contents.parameters(tool, frozenset((*name.nouns, *static)))
    said = " ".join(takes).split()
    return Profile(
        name=name,
        kind=_kind(tool, name.sense, bool(prefixes & METHODS)),
        shape=contents.shape(tool),
        path="/".join("{}" if "{" in part else part.lower() for part in parts),
        context=frozenset((*name.nouns, name.service, *static, *said, *contents.ids_taken(tool))),
        parameters=tuple(takes),
        typed=tuple(f"{name}:{kind}" for name, kind in takes.items()),
        outputs=contents.outputs(tool),
        description=contents.described(f"{tool.summary} {tool.description}"),
        method=tool.method,
        source=tool.source,
    )


def services(profiles: Iterable[Profile]) -> Mapping[str, frozenset[str]]:
    """By source, what its service may be called: `github`; nothing where nothing says it.

    These are the words of its name, or before its names, that its tools speak of, and the
    word that stands both in its name and before its names.
    """
    spoken: dict[str, Counter[str]] = {}
    for profile in profiles:
        counts = spoken.setdefault(profile.source, Counter())
        before = profile.name.service
        if before not in counts:
            named = words(profile.source)
            candidates = (w for w in (before, *named) if w and w not in _GENERIC)
            counts.update(dict.fromkeys((s for w in candidates for s in contents.stems(w)), 0))
            counts[before] += _ENOUGH if before in named else 0
        counts.update(counts.keys() & {*profile.description, *profile.nouns})
    return {
        source: frozenset(word for word, times in counts.items() if times >= _ENOUGH)
        for source, counts in spoken.items()
    }


def result_shape(tool: Tool) -> str:
    """Whether a tool gives a "list" of things or one "item"; "" where nothing says it."""
    shape = contents.shape(tool)
    return shape or _SHAPES.get(read_name(bare_name(tool)).sense, "")


def parameter_keys(tool: Tool) -> dict[str, str]:
    """Names of parameters with their normal form: `id` and the `orderId` of an order are one."""
    parts = contents.segments(tool.path)
    static = (w for part in parts if "{" not in part for w in contents.plain_words(part))
    own = frozenset((*read_name(bare_name(tool)).nouns, *static))
    return {p.name: contents.parameter_name(p.name, own) for p in tool.parameters}


def kind_of(sense: str) -> str:
    """What the verb alone says."""
    if not sense:
        return ""
    return "read" if sense in READS else "delete" if sense in ("delete", "remove") else "write"


def _name(tool: Tool, static: tuple[str, ...], prefixes: frozenset[str]) -> Name:
    """What the name says; one that is `get /orders` says what its path says."""
    name = bare_name(tool)
    if tool.path and name.endswith(f" {tool.path}"):
        return Name(nouns=tuple(dict.fromkeys(static)))
    return read_name(name, prefixes)


def _kind(tool: Tool, sense: str, remote_calls: bool) -> str:
    """By method or hint before the verb, but for RPC calls: `POST_DescribeHosts` reads."""
    if remote_calls or (tool.effects.read_only is None and not tool.method):
        return kind_of(sense)
    return "read" if tool.reads else "delete" if tool.method == "delete" else "write"
