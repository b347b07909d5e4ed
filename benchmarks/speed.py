"""How fast tools are found, at 248 to 100,000 tools, beside the runtime engine.

python benchmarks/speed.py [--sizes 248,1000,…] [--runtime 5000] [--save F] [--diff F]

CPU milliseconds of one thread. A search is: read the question, rank all tools, the full
explanation of the first 50 and of one tool that is not among them; `quiet` is the best of all
rounds of each question, which says what a machine does that nobody else uses. The corpora are
made here: renamed copies of real operations under varied service names, with source, method and
path only; both engines get the same list. `reference_p50` is the p50 at the pace of the machine
that limits are said for; see pace.py.
"""

import argparse
import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from pace import pace
from saved import Results, finish, options
from sets import DATA

from graphwright.graph import ToolGraph
from graphwright.read import load
from graphwright.search import SearchIndex, SearchSettings
from graphwright.tools import Tool

SIZES = (248, 1_000, 5_000, 10_000, 16_000, 100_000)
DOCUMENTS = ("large/github_rest.json.xz", "k8s_core_v1.json", "spotify_sonallux.json", "tmdb.json")
SERVICES = ("billing", "fleet", "clinic", "harbor", "studio", "campus", "depot", "garden", "museum")
QUESTIONS = (
    "list pull request files",
    "create a new repository",
    "delete a pod template",
    "get movie credits by person",
    "add item to playlist",
    "search issues by label",
    "update branch protection settings",
    "replace service account token",
    "remove member from team",
    "watch namespace events",
    "upload a release asset",
    "cancel a workflow run",
)
_SHOWN = 50
_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Curated:
    """Tools as an index takes them."""

    graph: ToolGraph
    settings: SearchSettings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--runtime", type=int, default=5_000, help="largest corpus for the runtime")
    parser.add_argument("--runtime-queries", type=int, default=4)
    options(parser)
    chosen = parser.parse_args()
    sizes = [int(size) for size in chosen.sizes.split(",")]
    known = list(_documents())
    slower = pace()
    print(f"This machine is {slower:.2f} times slower than the reference.", flush=True)
    results: Results = {"machine": {"pace": round(slower, 3)}}
    for size in sizes:
        tools = corpus(size, known)
        row = ours(tools)
        row["reference_p50"] = row["p50"] / slower
        if size <= chosen.runtime:
            row |= runtime(tools, chosen.runtime_queries)
            row["ratio"] = row["runtime_p50"] / row["p50"]
        results[str(size)] = {name: round(value, 4) for name, value in row.items()}
        print(
            f"{size:7d}",
            "  ".join(f"{name} {value:.3f}" for name, value in row.items()),
            flush=True,
        )
    finish(results, chosen)


def corpus(size: int, known: Sequence[Tool]) -> list[Tool]:
    """`size` tools: the slim Kubernetes graph itself, else renamed copies of real operations."""
    if size == 248:
        slim = DATA / "artifacts" / "k8s_core_v1.slim.toolgraph.json"
        return list(load(slim).graph.tools.values())
    copies = (
        _renamed(tool, SERVICES[i // len(known) % len(SERVICES)], i // len(known))
        for i, tool in enumerate(cycle(known))
    )
    return list(islice(copies, size))


def _renamed(tool: Tool, service: str, turn: int) -> Tool:
    name = f"{service}{turn}_{tool.name}" if turn else tool.name
    return replace(
        tool,
        name=name,
        path=f"/{service}{tool.path}",
        source=f"{service}{turn}",
        raw=type(tool.raw)(),
        outputs=(),
    )


def _documents() -> Iterator[Tool]:
    names: set[str] = set()
    for document in DOCUMENTS:
        for tool in load(DATA / "openapi" / document).graph.ordered_tools:
            if tool.name not in names:
                names.add(tool.name)
                yield tool


def ours(tools: Sequence[Tool]) -> dict[str, float]:
    """Build in seconds, memory in MB, searches and the first one after an edit in ms."""
    curation = Curated(ToolGraph.of(tools), SearchSettings())
    gc.collect()
    before, start = _memory(), time.process_time()
    index = SearchIndex(curation)
    built, memory = time.process_time() - start, _memory() - before
    missing = tools[-1].name
    for question in QUESTIONS:
        explained(index, question, missing)
    spent = _rounds(lambda question: explained(index, question, missing))
    told = _rounds(lambda question: told_in_full(index, question, missing))
    edits = [_first_after_edit(curation, index, tool) for tool in tools[:: max(1, len(tools) // 7)]]
    return {
        "build_s": built,
        "memory_mb": memory,
        "p50": float(np.percentile(spent, 50)),
        "p95": float(np.percentile(spent, 95)),
        "quiet_p50": float(np.percentile(spent.min(axis=0), 50)),
        "words_p50": float(np.percentile(told, 50)),
        "words_quiet_p50": float(np.percentile(told.min(axis=0), 50)),
        "edit_p50": float(np.percentile(edits, 50)),
        "edit_quiet": min(edits),
    }


def _rounds(asked: Callable[[str], None]) -> np.ndarray:
    """CPU milliseconds, float64[rounds, questions]."""
    return np.array([[_timed(lambda q=q: asked(q)) for q in QUESTIONS] for _ in range(_ROUNDS)])


def explained(index: SearchIndex, question: str, missing: str) -> None:
    """A search with the parts of the first 50, and the explanation of one tool more."""
    _fresh(index)
    total = 0.0
    for hit in index.search(question, _SHOWN).results:
        for part in hit.parts:
            total += part.value
    for part in index.explain(question, missing, _SHOWN).parts:
        total += part.value


def told_in_full(index: SearchIndex, question: str, missing: str) -> None:
    """The same, with every word of every part of every tool looked at."""
    _fresh(index)
    total = 0.0
    for hit in index.search(question, _SHOWN).results:
        total += sum(term.value for part in hit.parts for term in part.terms)
    index.explain(question, missing, _SHOWN)


def _fresh(index: SearchIndex) -> None:
    """Forgets the scores of questions, so that each is ranked anew."""
    index.forget()


def _first_after_edit(curation: Curated, index: SearchIndex, tool: Tool) -> float:
    """Milliseconds of the first search after one tool was edited."""
    edited = replace(tool, description=f"{tool.description} And more.")
    graph = curation.graph.with_tools(edited)

    def search() -> None:
        index.updated(Curated(graph, curation.settings)).search(QUESTIONS[0], 5)

    return _timed(search)


def runtime(tools: Sequence[Tool], queries: int) -> dict[str, float]:
    """The runtime engine's build in seconds and its `retrieve` in ms, on the same tools."""
    from graph_tool_call import ToolGraph as Engine
    from graph_tool_call.core.tool import ToolParameter, ToolSchema

    schemas = [
        ToolSchema(
            name=tool.name,
            description=" ".join(filter(None, (tool.summary, tool.description))),
            parameters=[
                ToolParameter(
                    name=p.name, type=p.type, description=p.description, required=p.required
                )
                for p in tool.parameters
            ],
            tags=list(tool.tags),
            metadata={"source": tool.source, "method": tool.method, "path": tool.path},
        )
        for tool in tools
    ]
    graph = Engine()
    start = time.process_time()
    graph.add_tools(schemas, detect_dependencies=False)
    graph.retrieve(QUESTIONS[-1], top_k=5)
    built = time.process_time() - start
    spent = [_timed(lambda q=q: graph.retrieve(q, top_k=5)) for q in QUESTIONS[:queries]]
    return {"runtime_build_s": built, "runtime_p50": float(np.percentile(spent, 50))}


def _timed(action: Callable[[], object]) -> float:
    """CPU milliseconds."""
    start = time.process_time_ns()
    action()
    return (time.process_time_ns() - start) / 1e6


def _memory() -> float:
    """Megabytes that the process holds."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
