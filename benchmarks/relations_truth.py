"""What is known of relations: sequences that people wrote, and relations that were labelled.

Nothing of the data is kept here; it is read from ../shared/data.
"""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, permutations
from pathlib import Path

from relations_arazzo import workflows

from graphwright import formats
from graphwright.tools import Tool

DATA = Path(__file__).parents[2] / "shared" / "data"
LABELS = Path(__file__).parent / "labels" / "relations.tsv"

Pair = tuple[str, str]  # runs first, runs after


@dataclass(frozen=True, slots=True)
class Case:
    """Pairs of tools of which it is known whether the first feeds or precedes the second.

    Attributes:
        pairs: those that hold, with how often each was met.
        together: all that were seen together, so that a claim on them may be wrong; None for
            every pair of the document.
    """

    document: Path
    pairs: Mapping[Pair, int]
    together: frozenset[Pair] | None

    def judges(self, pair: Pair) -> bool:
        return pair in self.pairs or self.together is None or pair in self.together


@dataclass(frozen=True, slots=True)
class Truth:
    name: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A relation that a person looked at. `drawn`: part of the even sample."""

    document: str
    source: str
    kind: str
    target: str
    holds: bool
    drawn: bool


@cache
def tools_of(document: Path) -> tuple[Tool, ...]:
    return formats.read(document.read_bytes(), document.name.partition(".")[0]).tools


def truths() -> tuple[Truth, ...]:
    return (
        Truth("RestBench TMDB, neighbours", tuple(_tmdb())),
        Truth("Arazzo, reading steps", tuple(_arazzo())),
        Truth("Arazzo, reading steps and neighbours", tuple(_arazzo(pairwise))),
        Truth("Arazzo, any earlier step", tuple(_arazzo(_in_order))),
        Truth("NESTFUL executable", tuple(_components("nestful", "executable"))),
        Truth("NESTFUL SGD", tuple(_components("nestful", "non-executable-sgd"))),
        Truth("NESTFUL Glaive", tuple(_by_query("nestful"))),
        Truth("Seal-Tools", tuple(_by_query("seal_tools"))),
        Truth("xgen commerce, bindings", tuple(_xgen())),
        Truth("ToolLinkOS, all kinds", tuple(_whole("toollinkos"))),
        Truth("TaskGraph TMDB", tuple(_by_query("taskgraph_tmdb"))),
    )


def labels() -> tuple[Label, ...]:
    with LABELS.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(
            Label(
                row["document"],
                row["source"],
                row["kind"],
                row["target"],
                row["holds"] == "yes",
                row["sample"] == "drawn",
            )
            for row in rows
        )


def _retrieval(name: str) -> tuple[Path, dict[str, list[dict[str, object]]]]:
    path = DATA / "retrieval" / f"{name}.json"
    return path, json.loads(path.read_text("utf-8"))


def _tmdb() -> Iterator[Case]:
    _, data = _retrieval("restbench_tmdb")
    for row in data["queries"]:
        names = list(dict.fromkeys(_strings(row["gold_operationIds"])))
        pairs = dict.fromkeys(pairwise(names), 1)
        yield Case(DATA / "openapi" / "tmdb.json", pairs, _met(names))


def _arazzo(joined: Callable[[list[str]], Iterable[Pair]] = lambda names: ()) -> Iterator[Case]:
    """One case a document: a pair that ten workflows repeat counts once.

    Args:
        joined: pairs of a workflow's steps that hold beside those of which one reads the other.
    """
    pairs: dict[Path, set[Pair]] = {}
    together: dict[Path, set[Pair]] = {}
    for document, names, read in workflows(DATA / "arazzo", tools_of):
        known = {*read, *joined(names)}
        pairs.setdefault(document, set()).update(p for p in known if p[0] != p[1])
        together.setdefault(document, set()).update(_met(names))
    for document, some in pairs.items():
        if some:
            yield Case(document, dict.fromkeys(some, 1), frozenset(together[document]))


def _in_order(names: list[str]) -> Iterator[Pair]:
    """Each step with all that come after it: precision says how often the order is kept."""
    return combinations(names, 2)


def _met(names: Iterable[str]) -> frozenset[Pair]:
    return frozenset(permutations(dict.fromkeys(names), 2))


def _by_query(name: str) -> Iterator[Case]:
    path, data = _retrieval(name)
    for row in data["queries"]:
        pairs = _edges(row["edges"])
        if pairs:
            yield Case(path, dict.fromkeys(pairs, 1), _met(_strings(row["gold"])))


def _xgen() -> Iterator[Case]:
    document = DATA / "openapi" / "xgen_commerce_openapi.json"
    for case in _by_query("gtc_xgen_commerce_korean"):
        yield Case(document, case.pairs, case.together)


def _components(name: str, subset: str) -> Iterator[Case]:
    """One case for each group of tools that the known pairs join.

    The sequences themselves are kept apart. Which tools meet in one is known through the
    pairs alone, so that precision is a lower bound.
    """
    path, data = _retrieval(name)
    inside = {str(tool["name"]) for tool in data["tools"] if tool.get("subset") == subset}
    counts = {
        (str(edge["source"]), str(edge["target"])): int(str(edge["count"]))
        for edge in data["edges"]
        if edge["source"] in inside
    }
    left = dict(counts)
    while left:
        group = _joined(next(iter(left))[0], counts)
        inner = {pair: n for pair, n in counts.items() if pair[0] in group}
        yield Case(path, inner, _met(sorted(group)))
        left = {pair: n for pair, n in left.items() if pair[0] not in group}


def _joined(start: str, pairs: Mapping[Pair, int]) -> set[str]:
    found, waiting = {start}, [start]
    for name in waiting:
        near = {other for pair in pairs if name in pair for other in pair} - found
        found |= near
        waiting.extend(sorted(near))
    return found


def _whole(name: str) -> Iterator[Case]:
    """One case of all tools: the set says of every pair whether it holds."""
    path, data = _retrieval(name)
    pairs = {(str(e["source"]), str(e["target"])): 1 for e in data["edges"]}
    pairs = {pair: 1 for pair in pairs if pair[0] != pair[1]}
    yield Case(path, pairs, None)


def _edges(value: object) -> list[Pair]:
    found = value if isinstance(value, list) else []
    return [(str(edge[0]), str(edge[1])) for edge in found]


def _strings(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []
