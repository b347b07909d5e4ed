"""What Explore looks at and what it lets through: read from an address and from the filters."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from graphwright.relations import Relation, RelationKind, Verdict
from graphwright.tools import Tool

FIRST = 16  # neighbours that a neighbourhood opens with: as many as are read at one look
STEP = 25  # new tools that one click brings, at most
_FARTHEST = 3  # steps of a neighbourhood


@dataclass(frozen=True, slots=True)
class View:
    """The map of groups or of a domain's, one group, one tool's neighbourhood, or all tools.

    `more` counts the clicks on "+n more" of each group, `near` those on the neighbours' own;
    `steps` is how many relations away from the tool the neighbourhood reaches.
    """

    tool: str | None = None
    group: str | None = None
    domain: str | None = None
    near: int = 0
    more: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    every: bool = False  # all tools at once
    steps: int = 1
    facets: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))
    old: int | None = None  # the revision that the picture is compared with
    new: int | None = None  # the revision that is drawn, None for that of now
    show: str = "graph"  # "table", "matrix"
    rows: str = "tools"  # of the table; "relations"
    wanted: frozenset[str] = frozenset()  # tools that are drawn whatever else is left out
    kept: frozenset[str] = frozenset()  # after an edit: the tools that stood here before it

    def beside(self, address: str) -> str:
        """The address of another picture, with the revisions that are compared in this one."""
        said = {"from": self.old, "to": self.new}
        more = urlencode({name: n for name, n in said.items() if n is not None})
        return f"{address}{'&' if '?' in address else '?'}{more}" if address and more else address

    @property
    def key(self) -> str:
        """Names the picture: places are kept while it stays the same."""
        if self.tool is not None:
            return f"tool {self.tool}"
        if self.group is not None:
            return f"group {self.group}"
        if self.domain is not None:
            return f"domain {self.domain}"
        return "all" if self.every else "map"


def address(what: str, name: str) -> str:
    """Where Explore shows a "tool", a "group" or a "domain"."""
    return f"/explore?{what}={quote(name, safe='')}"


def view_of(address: str | None) -> View:
    """The view of `/explore?tool=getOrder&more=Orders`; anything odd in it is passed over."""
    asked = parse_qs(urlsplit(address or "").query, keep_blank_values=True)
    tool, group = asked.get("tool", [None])[0], asked.get("group", [None])[0]
    return View(
        tool=tool,
        group=None if tool is not None else group,
        domain=asked.get("domain", [None])[0],
        near=_number(asked, "near", 0),
        more=MappingProxyType(Counter(asked.get("more", []))),
        every="all" in asked,
        steps=max(1, min(_FARTHEST, _number(asked, "steps", 1))),
        facets=_facets(asked.get("f", [])),
        show=asked.get("view", ["graph"])[0],
        rows="relations" if asked.get("rows") == ["relations"] else "tools",
        old=_number(asked, "from", 0) if "from" in asked else None,
        new=_number(asked, "to", 0) if {"from", "to"} <= asked.keys() else None,
    )


def _number(asked: Mapping[str, list[str]], name: str, otherwise: int) -> int:
    text = asked.get(name, [""])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else otherwise


def _facets(chosen: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """`method:GET` and its like, by facet."""
    found: dict[str, set[str]] = {}
    for one in chosen:
        facet, colon, value = one.partition(":")
        if colon:
            found.setdefault(facet, set()).add(value)
    return MappingProxyType({facet: frozenset(values) for facet, values in found.items()})


@dataclass(frozen=True, slots=True)
class Filters:
    """Which relations and tools stand out; the rest is dimmed, never taken away."""

    off: frozenset[str] = frozenset({RelationKind.BELONGS_TO})
    verdict: str = ""  # "" for any, "open", or a `Verdict`
    least: float = 0.0  # confidence in [0, 1]
    source: str = ""  # name of a document
    effect: str = ""  # "reads", "writes", "destroys"
    lens: str = ""  # a name of `lenses.LENSES`

    def lets(self, relation: Relation) -> bool:
        return (
            relation.kind not in self.off
            and relation.confidence >= self.least
            and self._fits_verdict(relation)
        )

    def lets_tool(self, tool: Tool) -> bool:
        effects = {"reads": tool.reads, "writes": not tool.reads, "destroys": tool.destroys}
        return (not self.source or tool.source == self.source) and effects.get(self.effect, True)

    def _fits_verdict(self, relation: Relation) -> bool:
        if self.verdict == "open":
            return relation.open
        if self.verdict:
            return relation.verdict == self.verdict
        return relation.verdict is not Verdict.REJECTED


def filters_of(data: Mapping[str, object] | None) -> Filters:
    """The filters of their JSON form; what is missing or of the wrong type does not filter."""
    given = data or {}
    off, least = given.get("off"), given.get("least")

    def text(name: str) -> str:
        value = given.get(name)
        return value if isinstance(value, str) else ""

    return Filters(
        off=_kinds(off) if isinstance(off, list) else Filters().off,
        verdict=text("verdict"),
        least=float(least) if isinstance(least, int | float) else 0.0,
        source=text("source"),
        effect=text("effect"),
        lens=text("lens"),
    )


def _kinds(off: Sequence[object]) -> frozenset[str]:
    return frozenset(str(kind) for kind in off)
