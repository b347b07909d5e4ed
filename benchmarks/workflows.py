"""How well workflows are planned: ours and the runtime engine's planner, judged by one table.

python benchmarks/workflows.py [--verbose] [--save FILE] [--diff FILE]

Goals of labels/workflows.tsv: a plan is right when it ends in one of `ends`, calls one of each of
`needs` before, in order, and changes nothing else. RestBench TMDB: the order of the right tools,
and whether they stand in the plan made from the question alone, in order.
"""

import argparse
import csv
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from saved import Results, finish, options

from graphwright.curate.curation import Curation
from graphwright.errors import QueryError
from graphwright.graph import ToolGraph
from graphwright.issues import Severity
from graphwright.read import load
from graphwright.search import SearchIndex
from graphwright.workflow.check import check
from graphwright.workflow.effects import is_reader, may_destroy
from graphwright.workflow.model import Workflow
from graphwright.workflow.ordering import order_tools
from graphwright.workflow.parameters import comes_from_outside, is_bound, unbound
from graphwright.workflow.plan import plan

LABELS = Path(__file__).parent / "labels" / "workflows.tsv"
DATA = Path(__file__).parents[2] / "shared" / "data"
Planner = Callable[[str], Sequence[str]]  # goal → tools in order


@dataclass(frozen=True, slots=True)
class Label:
    """One goal with what a right plan has. `needs`: groups, one tool of each, in order."""

    set: str
    document: str
    goal: str
    ends: tuple[str, ...]
    needs: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, row: Mapping[str, str]) -> "Label":
        needs = tuple(tuple(group.split("|")) for group in row["needs"].split())
        return cls(row["set"], row["document"], row["goal"], tuple(row["ends"].split()), needs)


def labels() -> list[Label]:
    with LABELS.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Label.of(row) for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--verbose", action="store_true", help="every plan that is not right")
    options(parser)
    chosen = parser.parse_args()
    results: Results = {}
    planners = {"graphwright": _ours, **({"graph-tool-call": _runtimes} if _has_runtime() else {})}
    for name, planner in planners.items():
        results |= goals(name, planner, chosen.verbose)
        results |= questions(name, planner)
    results |= bindings()
    results |= orders()
    for row, values in results.items():
        print(f"{row:34s}", "  ".join(f"{key} {value:g}" for key, value in values.items()))
    finish(results, chosen)


def goals(name: str, planner: Callable[[str], Planner], verbose: bool) -> Results:
    """Right plans of each set, and plans that destroy what nobody asked to destroy."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    destroying: Counter[str] = Counter()
    start = time.process_time()
    for label in labels():
        graph = curation(label.document).graph
        tools = planner(label.document)(label.goal)
        wrong = fault(label, tools, graph)
        total[label.set] += 1
        right[label.set] += not wrong
        destroying[label.set] += bool(_destroyers(label, tools, graph))
        if verbose and wrong:
            print(f"  {name}: {label.goal}: {wrong}: {' > '.join(tools) or 'nothing'}")
    spent = (time.process_time() - start) / sum(total.values())
    return {
        f"goals {kind} {name}": {
            "right": right[kind],
            "of": total[kind],
            "destroys unasked": destroying[kind],
            "ms": round(spent * 1000),
        }
        for kind in total
    }


def fault(label: Label, tools: Sequence[str], graph: ToolGraph) -> str:
    """Why a plan is not right; empty when it is."""
    if not tools or tools[-1] not in label.ends:
        return "it does not end there"
    at = 0
    for group in label.needs:
        place = next((n for n in range(at, len(tools)) if tools[n] in group), None)
        if place is None:
            return f"it lacks {' or '.join(group)}"
        at = place + 1
    meant = {*label.ends, *(name for group in label.needs for name in group)}
    writes = [n for n in tools if n not in meant and n in graph.tools and not _reads(graph, n)]
    return f"it also calls {', '.join(writes)}" if writes else ""


def _reads(graph: ToolGraph, name: str) -> bool:
    return is_reader(graph.tools[name])


def _destroyers(label: Label, tools: Iterable[str], graph: ToolGraph) -> list[str]:
    meant = {*label.ends, *(name for group in label.needs for name in group)}
    known = (graph.tools[name] for name in tools if name in graph.tools and name not in meant)
    return [tool.name for tool in known if may_destroy(tool)]


def bindings() -> Results:
    """What gives the required parameters of our plans their values, and errors that check finds."""
    counts: Counter[str] = Counter()
    for label in labels():
        held = curation(label.document)
        workflow = _workflow(label.document, label.goal)
        if workflow is None:
            continue
        counts.update(_sources(workflow, held.graph))
        issues = check(workflow, held)
        counts["errors"] += sum(issue.severity is Severity.ERROR for issue in issues)
    required = sum(counts[kind] for kind in ("step", "goal", "input", "unbound"))
    share = 1 - counts["unbound"] / required if required else 1.0
    return {"required parameters": {**counts, "of": required, "given": round(share, 3)}}


def _sources(workflow: Workflow, graph: ToolGraph) -> Iterable[str]:
    """Where each required parameter's value comes from; an input counts with its reason."""
    reasons = {one.name: one.description for one in workflow.inputs}
    for step in workflow.steps:
        tool = graph.tools[step.tool]
        missing = {parameter.name for parameter in unbound(tool, step)}
        for parameter in tool.required:
            binding = step.bindings.get(parameter.name)
            if comes_from_outside(parameter):
                continue
            if binding is None or not is_bound(binding):
                yield "unbound" if parameter.name in missing else "goal"
            elif binding.source is None:
                yield "goal"
            elif binding.source.startswith("$inputs."):
                yield "input" if reasons.get(binding.source[8:]) else "unbound"
            else:
                yield "step"


def questions(name: str, planner: Callable[[str], Planner]) -> Results:
    """RestBench TMDB from the question alone: the right calls in the plan, in order."""
    make = planner("tmdb.json")
    asked = _restbench()
    held = sum(contained(truth, make(query)) for query, truth in asked)
    return {f"restbench contained {name}": {"in order": held, "of": len(asked)}}


def contained(truth: Sequence[str], tools: Sequence[str]) -> bool:
    rest = iter(tools)
    return all(any(name == tool for tool in rest) for name in truth)


def orders() -> Results:
    """RestBench TMDB with the right tools given: their whole order."""
    graph = curation("tmdb.json").graph
    asked = [(query, truth) for query, truth in _restbench() if len(truth) > 1]
    exact = sum(order_tools(graph, sorted(truth), query) == truth for query, truth in asked)
    return {"restbench order graphwright": {"exact": exact, "of": len(asked)}}


def _restbench() -> list[tuple[str, tuple[str, ...]]]:
    """Questions with the calls that answer them, each once, by our names."""
    names = {(t.method, t.path): t.name for t in curation("tmdb.json").graph.tools.values()}
    data = json.loads((DATA / "retrieval" / "restbench_tmdb.json").read_bytes())
    found = []
    for query in data["queries"]:
        calls = (call.split(" ", 1) for call in query["gold"])
        truth = dict.fromkeys(names[method.lower(), path] for method, path in calls)
        found.append((query["query"], tuple(truth)))
    return found


@cache
def curation(document: str) -> Curation:
    return load(DATA / "openapi" / document)


@cache
def _index(document: str) -> SearchIndex:
    return SearchIndex(curation(document))


@cache
def _workflow(document: str, goal: str) -> Workflow | None:
    try:
        return plan(_index(document), goal)
    except QueryError:
        return None


def _ours(document: str) -> Planner:
    def tools(goal: str) -> list[str]:
        workflow = _workflow(document, goal)
        return [step.tool for step in workflow.steps] if workflow else []

    return tools


def _has_runtime() -> bool:
    return find_spec("graph_tool_call") is not None


@cache
def _runtimes(document: str) -> Planner:
    """The runtime engine's planner, in memory: on a loaded file it finds no prerequisite."""
    from graph_tool_call import ToolGraph as RuntimeGraph

    engine = RuntimeGraph()
    engine.ingest_openapi(str(DATA / "openapi" / document))
    ours = {(t.method, t.path): t.name for t in curation(document).graph.tools.values()}

    def tools(goal: str) -> list[str]:
        found = (step.tool for step in engine.plan_workflow(goal).steps)
        keys = ((one.metadata.get("method", ""), one.metadata.get("path", "")) for one in found)
        return [ours[key] for key in keys if key in ours]

    return tools


if __name__ == "__main__":
    main()
