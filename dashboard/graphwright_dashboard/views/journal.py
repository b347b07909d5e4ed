"""The journal as lines that a person reads, newest first, and what the address asks of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from urllib.parse import parse_qsl, urlencode, urlsplit

from graphwright.curate.commands import Command
from graphwright.curate.curation import Curation
from graphwright.curate.sentences import relation_name, sentence
from graphwright.project.entries import Entry, Timeline
from graphwright.relations import Relation, RelationKind

from .numbers import fraction

SHOWN = 500  # lines on the page; a filter reaches the rest
_LISTED = 200  # differences of each sort

KINDS = {
    "relations": "Relations",
    "tools": "Tools and groups",
    "merges": "Merges",
    "workflows": "Workflows",
    "golden": "Golden queries",
    "search": "Search and rules",
    "sources": "Sources and releases",
    "positions": "Positions",
    "several": "Several in one",
    "taken-back": "Undone, redone, reverted",
}
_OF = {
    "describe": "tools",
    "add-group": "tools",
    "remove-group": "tools",
    "merge": "merges",
    "unmerge": "merges",
    "keep-apart": "merges",
    "put-workflow": "workflows",
    "remove-workflow": "workflows",
    "put-golden": "golden",
    "remove-golden": "golden",
    "set-search": "search",
    "rule": "search",
    "take-source": "sources",
    "roll-back": "sources",
    "settle": "sources",
    "wait": "sources",
    "place": "positions",
    "all": "several",
}  # every other command is of a relation
NOBODY = "~"  # who edits without a name, in an address


@dataclass(frozen=True, slots=True)
class Address:
    """`/history?q=refund&who=kim&kind=merges&from=12&to=40`: filters, and two revisions.

    Attributes:
        old: revision that is compared, None for no comparison.
        new: with which it is; None for that of now.
    """

    q: str = ""
    who: str = ""
    kind: str = ""
    old: int | None = None
    new: int | None = None

    @classmethod
    def read(cls, path: str) -> "Address":
        said = dict(parse_qsl(urlsplit(path).query))
        kind = said.get("kind", "")
        return cls(
            said.get("q", ""),
            said.get("who", ""),
            kind if kind in KINDS else "",
            _number(said.get("from")),
            _number(said.get("to")),
        )

    def path(self) -> str:
        names = {"old": "from", "new": "to"}
        said = {names.get(f.name, f.name): getattr(self, f.name) for f in fields(self)}
        query = urlencode({name: value for name, value in said.items() if value not in ("", None)})
        return f"/history?{query}" if query else "/history"


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


@dataclass(frozen=True, slots=True)
class Line:
    """One entry. `stands`: it can be taken back; otherwise `state` says what became of it."""

    revision: int
    text: str
    by: str
    at: str
    why: str
    stands: bool
    state: str


def lines(entries: Sequence[Entry], asked: Address | None = None) -> tuple[Line, ...]:
    """The lines that the address asks for, newest first, at most 500."""
    asked = asked or Address()
    gone = Timeline.of(entries).taken_back
    wanted = asked.q.casefold().split()
    found: list[Line] = []
    for entry in reversed(entries):
        if not _fits(entry, asked):
            continue
        line = _line(entry, entry.revision in gone)
        if all(word in f"{line.text} {line.by} {line.why}".casefold() for word in wanted):
            found.append(line)
        if len(found) == SHOWN:
            break
    return tuple(found)


def curators(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Everybody who edited, in the order of their names; "" for who gave none."""
    return tuple(sorted({entry.by for entry in entries}))


def kind_of(command: Command) -> str:
    """Key of `KINDS`: what the command is about."""
    return _OF.get(command.do, "relations")


def _fits(entry: Entry, asked: Address) -> bool:
    if asked.who and entry.by != ("" if asked.who == NOBODY else asked.who):
        return False
    if asked.kind == "taken-back":
        return entry.kind != "do"
    return not asked.kind or kind_of(entry.command) == asked.kind


def _line(entry: Entry, taken_back: bool) -> Line:
    text = sentence(entry.command)
    if entry.kind != "do":
        text = f"{entry.kind} {entry.of}: {text}"
    return Line(
        entry.revision,
        text[:1].upper() + text[1:],
        entry.by,
        entry.at.replace("T", " ")[:16],
        entry.command.why,
        not taken_back,
        "taken back" if taken_back else "",
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is other: what it is called, how it was, how it is; "" for not there."""

    name: str
    was: str
    now: str


def descriptions(now: Curation, then: Curation) -> tuple[Difference, ...]:
    """Tools that say something else of themselves."""
    here, there = now.graph.tools, then.graph.tools
    both = (name for name in sorted(here) if name in there)
    texts = (Difference(name, there[name].description, here[name].description) for name in both)
    return tuple(one for one in texts if one.was != one.now)[:_LISTED]


def relations(now: Curation, then: Curation) -> tuple[Difference, ...]:
    """Relations that came, went, or are judged otherwise; those to groups are left out."""
    return tuple(_relations(now, then))[:_LISTED]


def _relations(now: Curation, then: Curation) -> Iterator[Difference]:
    here, there = now.graph.relations, then.graph.relations
    for key in sorted(set(here) | set(there)):
        one, other = there.get(key), here.get(key)
        if one is not other and key.kind is not RelationKind.BELONGS_TO:
            was, is_now = _judged(one), _judged(other)
            if was != is_now:
                yield Difference(relation_name(key), was, is_now)


def _judged(relation: Relation | None) -> str:
    if relation is None:
        return ""
    return f"{relation.verdict.value} {fraction(relation.confidence)}"
