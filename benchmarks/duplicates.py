"""Duplicates: precision and recall on known truth, time and memory, beside the runtime engine.

python benchmarks/duplicates.py [--save] [--no-runtime] [--quick]
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import duplicates_truth as truth

from graphwright import formats
from graphwright.duplicates import duplicates
from graphwright.graph import ToolGraph
from graphwright.tools import Tool

RESULTS = Path(__file__).with_name("results") / "duplicates.json"
_SHOP = Path(__file__).parents[1] / "dashboard/graphwright_dashboard/sample/shop.openapi.yaml"
_MOST_FOR_RUNTIME = 250  # tools; its comparison of all pairs takes 166 s at 9,676
_UNSEEN = (
    "openapi/xgen_commerce_openapi.json", "openapi/github_subset.json",
    "openapi/odd/orthanc.json", "mcp/live/mongodb.json", "mcp/live/mapbox.json",
    "mcp/live/line-bot.json", "mcp/live/circleci.json", "mcp/live/aws-dynamodb.json",
)  # fmt: skip
_AGAIN = (
    "openapi/large/github_rest.json.xz", "openapi/discord_v10.json", "openapi/k8s_core_v1.json",
    "mcp/live/gitlab-zereight.json", "mcp/live/atlassian-sooperset.json",
    "openapi/spotify_sonallux.json", "openapi/docker_engine_1.41.yaml",
)  # fmt: skip
_CORPUS = (
    "openapi/large/github_rest.json.xz", "openapi/large/stripe.json.xz",
    "openapi/discord_v10.json", "openapi/spotify_sonallux.json",
    "openapi/docker_engine_1.41.yaml", "openapi/tmdb.json", "openapi/ecommerce.json",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Apart:
    """A graph in which nothing is kept apart yet."""

    graph: ToolGraph
    apart: frozenset[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Quality:
    set: str
    tools: int
    doubles: int
    found: int
    wrong: int
    seconds: float
    clusters: int

    @property
    def precision(self) -> float:
        said = self.found + self.wrong
        return self.found / said if said else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.doubles if self.doubles else 1.0


@dataclass(frozen=True, slots=True)
class Speed:
    tools: int
    seconds: float
    megabytes: float  # that the call adds to the process at its peak
    clusters: int


def sets(quick: bool) -> list[truth.Truth]:
    shop = formats.read(_SHOP.read_bytes(), _SHOP.name)
    small = [*truth.server_sets(), truth.planted(shop.tools), truth.hard_negatives()]
    if quick:
        return small
    unseen = [
        truth.edited(f"unseen: {name}", truth.tools_of(name), 0.25, seed=11)
        for name in _UNSEEN
        if (truth.DATA / name).exists()
    ]
    again = [
        truth.edited(f"other copies: {name}", truth.tools_of(name), 0.1, seed=99) for name in _AGAIN
    ]
    return [*small, truth.twins(), truth.all_servers(), *unseen, *again]


def ours(one: truth.Truth) -> Quality:
    start = time.process_time()
    clusters = duplicates(Apart(one.graph))
    seconds = time.process_time() - start
    said = {couple for c in clusters for couple in truth.couples(c.tools)}
    return quality(one, said, len(clusters), seconds)


def quality(one: truth.Truth, said: set[truth.Couple], clusters: int, seconds: float) -> Quality:
    right, wrong = said & one.same, said - one.same - one.open
    tools = len(one.graph.tools)
    return Quality(one.name, tools, len(one.same), len(right), len(wrong), seconds, clusters)


def runtime(one: truth.Truth) -> Quality:
    """The runtime engine on the same graph, with its own threshold."""
    from graph_tool_call.analyze.similarity import find_duplicates

    tools = {tool.name: _schema(tool) for tool in one.graph.ordered_tools}
    start = time.process_time()
    pairs = find_duplicates(tools)
    seconds = time.process_time() - start
    said = {frozenset((pair.tool_a, pair.tool_b)) for pair in pairs}
    return quality(one, said, len(pairs), seconds)


def _schema(tool: Tool) -> object:
    from graph_tool_call.core.tool import ToolParameter, ToolSchema

    return ToolSchema(
        name=tool.name,
        description=tool.description or tool.summary,
        parameters=[
            ToolParameter(name=p.name, type=p.type, description=p.description, required=p.required)
            for p in tool.parameters
        ],
    )


def corpus(size: int) -> list[Tool]:
    """That many tools: documents as several sources hold them, half under a name of their own.

    A name that stands in several sources is `source:name`, as on reading: those are doubles.
    """
    tools = truth.tools_of(*_CORPUS)
    found: list[Tool] = []
    for copy in range(1 + size // len(tools)):
        source = f"service{copy}"
        mark = f"{source}_" if copy % 2 else f"{source}:"
        found += [replace(tool, name=f"{mark}{tool.name}", source=source) for tool in tools]
    return [replace(tool, order=i) for i, tool in enumerate(found[:size])]


def measure(size: int) -> Speed:
    """Of this process, which should be a fresh one."""
    graph = ToolGraph.of(corpus(size))
    before = _memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak counts from here
    start = time.process_time()
    clusters = duplicates(Apart(graph))
    seconds = time.process_time() - start
    return Speed(len(graph.tools), seconds, _memory("VmHWM") - before, len(clusters))


def _memory(name: str) -> float:
    """Megabytes of this process, as Linux counts them."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name))


def measured(size: int) -> Speed:
    """As `measure`, in a process of its own."""
    command = [sys.executable, __file__, "--measure", str(size)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    return Speed(**json.loads(answer.stdout))


_COLUMNS = ("tools", "same", "found", "wrong", "prec", "rec", "s")


def print_quality(title: str, rows: Iterable[Quality]) -> None:
    print(f"\n{title}")
    print(f"{'set':44}", *(f"{name:>6}" for name in _COLUMNS))
    for row in rows:
        numbers = f"{row.tools:6} {row.doubles:5} {row.found:6} {row.wrong:6}"
        shares = f"{row.precision:6.3f} {row.recall:6.3f} {row.seconds:6.2f}"
        print(f"{row.set:44} {numbers} {shares}")


def total(rows: Sequence[Quality]) -> Quality:
    doubles, found, wrong = (
        sum(getattr(r, n) for r in rows) for n in ("doubles", "found", "wrong")
    )
    tools, clusters = (sum(getattr(r, n) for r in rows) for n in ("tools", "clusters"))
    return Quality("all", tools, doubles, found, wrong, sum(r.seconds for r in rows), clusters)


def twin_clusters(one: truth.Truth) -> float:
    """Share of the twins that are in a cluster of two."""
    found = {frozenset(c.tools) for c in duplicates(Apart(one.graph)) if len(c.tools) == 2}
    return len(found & one.same) / len(one.same)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", action="store_true", help="write results/duplicates.json")
    parser.add_argument("--no-runtime", action="store_true", help="without the runtime engine")
    parser.add_argument("--quick", action="store_true", help="small sets alone")
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(asdict(measure(options.measure))))
        return
    known = sets(options.quick)
    rows = [ours(one) for one in known]
    print_quality("Graphwright", [*rows, total(rows)])
    theirs = []
    if not options.no_runtime:
        theirs = [runtime(one) for one in known if len(one.graph.tools) <= _MOST_FOR_RUNTIME]
        print_quality("graph-tool-call, find_duplicates (pairs)", [*theirs, total(theirs)])
    twins = 0.0 if options.quick else twin_clusters(truth.twins())
    speed = [] if options.quick else [measured(size) for size in (1_000, 10_000, 16_000)]
    print(f"\nEC2 twins in clusters of two: {twins:.3f}")
    for row in speed:
        size = f"{row.tools:6} tools, {row.clusters} clusters"
        print(f"{size}: {row.seconds:.2f} s, {row.megabytes:.0f} MB")
    if options.save:
        named = {"ours": rows, "runtime": theirs, "speed": speed}
        saved = {name: [asdict(row) for row in some] for name, some in named.items()}
        RESULTS.write_text(json.dumps(saved | {"twins": twins}, indent=1) + "\n")


if __name__ == "__main__":
    main()
