"""A cluster of doubles as the page's address says it: who survives, who goes, whose fields."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode, urlsplit

from graphwright.curate.apply import apply
from graphwright.curate.commands import KeepApart, MergeTools
from graphwright.curate.curation import Curation
from graphwright.duplicates import THRESHOLD, Cluster
from graphwright.duplicates.merge import Preview, preview, suggested_fields, suggested_parameters
from graphwright.project.entries import Entry, Timeline
from graphwright.tools import Tool

LOWEST, HIGHEST = 0.5, 0.99  # thresholds that the page offers
FIELDS = MappingProxyType(
    {
        "description": ("description", "summary"),
        "tags": ("tags",),
        "takes": ("parameters", "method", "path"),
        "gives": ("outputs",),
    }
)
"""What is chosen as one → the fields of a tool. What a call takes is no use at another path."""

Maps = tuple[tuple[str, str, str], ...]  # (tool, its parameter, the survivor's or "")


def kept_apart(entries: Iterable[Entry]) -> dict[frozenset[str], int]:
    """The tools of each standing decision to keep them apart → the revision that takes it back."""
    journal = tuple(entries)
    standing = frozenset(Timeline.of(journal).standing)
    return {
        frozenset(entry.command.tools): entry.revision
        for entry in journal
        if isinstance(entry.command, KeepApart) and entry.revision in standing
    }


@dataclass(frozen=True, slots=True)
class Address:
    """`/review/duplicates?cluster=…&keep=…&out=…&take=description:b&map=["b","id","orderId"]&t=.9`.

    `cluster` is any member of the cluster shown; `out` are members that stay apart from the merge.
    """

    cluster: str = ""
    keep: str = ""
    out: frozenset[str] = frozenset()
    take: tuple[tuple[str, str], ...] = ()  # of `FIELDS` → tool whose value the survivor takes
    maps: Maps = ()
    fields: bool = False  # every field in full
    threshold: float = THRESHOLD

    @classmethod
    def read(cls, path: str) -> "Address":
        said = parse_qsl(urlsplit(path).query, keep_blank_values=True)
        one = dict(said)
        take = tuple((f, t) for key, v in said if key == "take" for f, _, t in [v.partition(":")])
        return cls(
            one.get("cluster", ""),
            one.get("keep", ""),
            frozenset(value for key, value in said if key == "out"),
            tuple((field, tool) for field, tool in take if field in FIELDS),
            tuple(m for key, value in said if key == "map" for m in _map(value)),
            one.get("fields", "") == "1",
            _threshold(one.get("t", "")),
        )

    def path(self, **changed: object) -> str:
        """The address of another cluster or survivor; what was chosen in this one is left."""
        said = {"t": "" if self.threshold == THRESHOLD else f"{self.threshold:.2f}", **changed}
        query = urlencode({key: value for key, value in said.items() if value})
        return f"/review/duplicates?{query}" if query else "/review/duplicates"


def _map(value: str) -> Maps:
    """Tool, its parameter and ours, one a line: none of the three holds a line's end."""
    said = value.split("\n")
    return ((said[0], said[1], said[2]),) if len(said) == 3 else ()


def _threshold(text: str) -> float:
    try:
        return min(max(float(text), LOWEST), HIGHEST)
    except ValueError:
        return THRESHOLD


@dataclass(frozen=True, slots=True)
class Choice:
    """A cluster with a survivor and the members that go into it."""

    cluster: Cluster
    keep: str
    merge: tuple[str, ...]
    apart: tuple[str, ...]

    @property
    def members(self) -> tuple[str, ...]:
        """The survivor first, as it stands on the left."""
        return (self.keep, *self.merge, *self.apart)

    @property
    def next(self) -> str:
        """The member that survives when survivors are swapped: each in its turn."""
        order = [name for name in self.cluster.tools if name not in self.apart]
        return order[(order.index(self.keep) + 1) % len(order)] if len(order) > 1 else ""


def chosen(cluster: Cluster, at: Address) -> Choice:
    keep = at.keep if at.keep in cluster.tools else cluster.keep
    others = [name for name in cluster.tools if name != keep]
    merge = tuple(name for name in others if name not in at.out)
    return Choice(cluster, keep, merge, tuple(name for name in others if name in at.out))


def giver(choice: Choice, at: Address, field: str) -> str:
    """The member whose value the survivor takes for one of `FIELDS`."""
    given = dict(at.take).get(field, choice.keep)
    return given if given in choice.merge else choice.keep


def merge_command(curation: Curation, choice: Choice, at: Address) -> MergeTools:
    """The merge with the fields that were chosen, empty ones filled, and parameters mapped."""
    tools = curation.graph.tools
    keep, gone = tools[choice.keep], [tools[name] for name in choice.merge]
    fields = dict(suggested_fields(keep, gone))
    for field, names in FIELDS.items():
        if (given := giver(choice, at, field)) != choice.keep:
            fields |= dict.fromkeys(names, given)
    return MergeTools(
        keep=choice.keep,
        merge=choice.merge,
        fields=fields,
        parameters=_parameters([keep, *gone], tools[giver(choice, at, "takes")], at.maps),
    )


def _parameters(members: Sequence[Tool], caller: Tool, said: Maps) -> dict[str, dict[str, str]]:
    """By member, its parameters' names → those of the tool that says how the survivor is called."""
    others = [tool for tool in members if tool is not caller]
    found = {name: dict(new) for name, new in suggested_parameters(caller, others).items()}
    names = {tool.name for tool in others}
    for tool, theirs, ours in said:
        if tool in names and (not ours or caller.parameter(ours)):
            found.setdefault(tool, {})[theirs] = ours
    taken = {tool: {a: b for a, b in new.items() if b} for tool, new in found.items()}
    return {tool: new for tool, new in taken.items() if new}


def apart_command(choice: Choice) -> KeepApart:
    return KeepApart(tools=choice.cluster.tools)


def consequences(curation: Curation, command: MergeTools) -> tuple[Curation, Preview]:
    """The curation after a merge, and what it does, read from before and after it."""
    after = apply(curation, command)
    seen = preview(curation, after, command.keep, command.merge, command.parameters)
    return after, seen


def find(clusters: Sequence[Cluster], name: str) -> Cluster | None:
    """The cluster that a tool is in, else the first."""
    return next((c for c in clusters if name in c.tools), clusters[0] if clusters else None)
