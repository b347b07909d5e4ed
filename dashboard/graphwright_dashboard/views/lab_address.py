"""The Search Lab's address: it says all that the page shows, so that a link leads to the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode, urlsplit

from graphwright.search.signals import Signal

_K = (1, 100)
_HEAVIEST = 100.0
TABS = ("golden", "compare", "self", "gate")
MOST_COMPARED = 4


@dataclass(frozen=True, slots=True)
class Address:
    """What the page shows.

    Attributes:
        k: 0 for the project's.
        explain: the tool that is explained.
        fix: edits that would mend it are listed.
        tab: "" for the query, or one of `TABS`.
        tune: the sliders of the weights are shown.
        weights: those that differ from the project's, by signal.
        beside: name of the snapshot in the second column, "runtime" for the engine.
        terms: every row shows what its score is made of.
        edit: the golden query in the form; " " for a new one.
        show: which golden queries, or which self-test, or which snapshot's difference.
        tool: whose words are looked at.
        other: the tool that it is preferred over.
        columns: names of the snapshots that are compared.
    """

    query: str = ""
    k: int = 0
    explain: str = ""
    fix: bool = False
    tab: str = ""
    tune: bool = False
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    beside: str = ""
    terms: bool = False
    edit: str = ""
    show: str = ""
    tool: str = ""
    other: str = ""
    columns: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: str) -> "Address":
        parts = urlsplit(path)
        pairs = parse_qsl(parts.query)
        said = dict(pairs)
        last = parts.path.rstrip("/").rpartition("/")[2]
        columns = tuple(dict.fromkeys(value for name, value in pairs if name == "c"))
        return cls(
            query=said.get("q", ""),
            k=_k(said.get("k", "")),
            explain=said.get("explain", ""),
            fix=said.get("fix") == "1",
            tab=last if last in TABS else "",
            tune=said.get("tune") == "1",
            weights=_weights(said.get("w", "")),
            beside=said.get("beside", ""),
            terms=said.get("terms") == "1",
            edit=said.get("edit", ""),
            show=said.get("show", ""),
            tool=said.get("tool", ""),
            other=said.get("other", ""),
            columns=columns[:MOST_COMPARED],
        )

    def path(self, **changed: object) -> str:
        """The address with some of it changed, by the names that it has in the address."""
        said: dict[str, object] = {
            "q": self.query,
            "k": self.k or "",
            "explain": self.explain,
            "fix": "1" if self.fix else "",
            "tune": "1" if self.tune else "",
            "w": written_weights(self.weights),
            "beside": self.beside,
            "terms": "1" if self.terms else "",
            "edit": self.edit,
            "show": self.show,
            "tool": self.tool,
            "other": self.other,
            "c": self.columns,
            **changed,
        }
        tab = str(said.pop("tab", self.tab))
        query = urlencode({name: value for name, value in said.items() if value}, doseq=True)
        page = f"/lab/{tab}" if tab else "/lab"
        return f"{page}?{query}" if query else page


def tab_path(tab: str, **said: object) -> str:
    """The address of a tab alone."""
    return Address(tab=tab).path(**said)


def written_weights(weights: Mapping[str, float]) -> str:
    """`hop:0,name:1.2`."""
    return ",".join(f"{name}:{weight:g}" for name, weight in sorted(weights.items()))


def _k(text: str) -> int:
    known = text.isascii() and text.isdigit() and len(text) < 9
    return min(max(int(text), _K[0]), _K[1]) if known else 0


def _weights(text: str) -> Mapping[str, float]:
    """What can be read of it; an address is typed by anyone."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = part.partition(":")
        try:
            weight = float(number)
        except ValueError:
            continue
        if name in tuple(Signal) and isfinite(weight) and 0 <= weight <= _HEAVIEST:
            found[name] = weight
    return MappingProxyType(found)
