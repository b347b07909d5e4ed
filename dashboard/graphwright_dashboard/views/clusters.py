"""A cluster of doubles as the page shows it: members, what to merge into what, the waterfall."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

from graphwright.curate.apply import apply
from graphwright.curate.commands import KeepApart, MergeTools
from graphwright.curate.curation import Curation
from graphwright.duplicates import THRESHOLD, Cluster, Pair
from graphwright.duplicates.merge import Preview, preview, suggested_fields, suggested_parameters
from graphwright.tools import Tool

LABELS = {
    "name": "Name",
    "resource": "Resource",
    "action": "Action",
    "parameters": "Parameters",
    "outputs": "Outputs",
    "description": "Description",
    "method": "Method",
    "path": "Path",
    "source": "Source",
}
_FIELDS = ("description", "summary", "tags", "when_to_use")


@dataclass(frozen=True, slots=True)
class Address:
    """`/review/duplicates?cluster=…&keep=…&out=…&take=description:b&t=.9`.

    `cluster` is any member of the cluster shown; `out` are members that stay apart from the merge.
    """

    cluster: str = ""
    keep: str = ""
    out: frozenset[str] = frozenset()
    take: tuple[tuple[str, str], ...] = ()  # field → tool whose value the survivor takes
    threshold: float = THRESHOLD

    @classmethod
    def read(cls, path: str) -> "Address":
        said = parse_qsl(urlsplit(path).query)
        one = dict(said)
        take = tuple((f, t) for key, v in said if key == "take" for f, _, t in [v.partition(":")])
        return cls(
            one.get("cluster", ""),
            one.get("keep", ""),
            frozenset(value for key, value in said if key == "out"),
            tuple((field, tool) for field, tool in take if field in _FIELDS),
            _threshold(one.get("t", "")),
        )

    def path(self, **changed: object) -> str:
        """The address of another cluster or survivor; what was chosen in this one is left."""
        said = {"t": "" if self.threshold == THRESHOLD else f"{self.threshold:.2f}", **changed}
        query = urlencode({key: value for key, value in said.items() if value})
        return f"/review/duplicates?{query}" if query else "/review/duplicates"


def _threshold(text: str) -> float:
    try:
        return min(max(float(text), 0.5), 0.99)
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


def chosen(cluster: Cluster, at: Address) -> Choice:
    keep = at.keep if at.keep in cluster.tools else cluster.keep
    others = [name for name in cluster.tools if name != keep]
    merge = tuple(name for name in others if name not in at.out)
    return Choice(cluster, keep, merge, tuple(name for name in others if name in at.out))


def merge_command(curation: Curation, choice: Choice, at: Address) -> MergeTools:
    """The merge with the names of parameters mapped and empty fields filled."""
    tools = curation.graph.tools
    keep, gone = tools[choice.keep], [tools[name] for name in choice.merge]
    taken = {field: tool for field, tool in at.take if tool in choice.merge}
    return MergeTools(
        keep=choice.keep,
        merge=choice.merge,
        fields={**suggested_fields(keep, gone), **taken},
        parameters=suggested_parameters(keep, gone),
    )


def apart_command(choice: Choice) -> KeepApart:
    return KeepApart(tools=choice.cluster.tools)


def consequences(curation: Curation, command: MergeTools) -> Preview:
    """What the merge does, read from the curation before and after it."""
    after = apply(curation, command)
    return preview(curation, after, command.keep, command.merge, command.parameters)


@dataclass(frozen=True, slots=True)
class Bar:
    """One term of a pair's score: log-odds, and where its bar starts and ends in [0, 1]."""

    label: str
    value: float
    start: float
    width: float


def waterfall(pair: Pair) -> tuple[Bar, ...]:
    """The terms that count, the strongest first, on one scale with 0 at its own place."""
    terms = [(name, value) for name, value in pair.terms.items() if abs(value) >= 0.05]
    low = min(0.0, *(v for _, v in terms)) if terms else 0.0
    high = max(0.1, *(v for _, v in terms)) if terms else 1.0
    span = high - low
    ranked = sorted(terms, key=lambda term: -term[1])
    return tuple(
        Bar(LABELS.get(n, n), v, (min(v, 0.0) - low) / span, abs(v) / span) for n, v in ranked
    )


def takes(tool: Tool, renames: Iterable[tuple[str, str]] = ()) -> list[str]:
    """Required parameters, or the first ones, with what they are mapped to."""
    new = dict(renames)
    shown = tool.required or tool.parameters[:3]
    return [f"{p.name} → {new[p.name]}" if p.name in new else p.name for p in shown[:4]]


def gives(tool: Tool) -> str:
    """`list of Order`, `Order`, `9 fields`, `not said`."""
    if not tool.outputs:
        return "not said"
    listed = any(field.path.startswith("[]") for field in tool.outputs)
    schema = next((field.schema for field in tool.outputs if field.schema), "")
    what = schema or f"{len(tool.outputs)} fields"
    return f"list of {what}" if listed else what


def find(clusters: Sequence[Cluster], name: str) -> Cluster | None:
    """The cluster that a tool is in, else the first."""
    return next((c for c in clusters if name in c.tools), clusters[0] if clusters else None)
