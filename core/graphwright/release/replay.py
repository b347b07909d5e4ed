"""The runtime engine at work on exported files, in a process of its own.

It is run as a script, isolated, and imports nothing of ours: a request on standard input, an
answer on standard output, both JSON. What the engine itself prints goes to standard error.
"""

import contextlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from graph_tool_call import ToolGraph


class Request(TypedDict):
    """What is asked of the engine.

    Attributes:
        lean: path of the lean export.
        full: path of the full one.
        plans: path of each workflow's WorkflowPlan file, by its id.
        goals: what its own planner is asked for, with its relations as loaded, and mended.
    """

    lean: str
    full: str
    queries: list[str]
    k: int
    plans: dict[str, str]
    goals: list[str]


class Answer(TypedDict, total=False):
    """What the engine said. Without `found` it did not load the files; `errors` say why."""

    engine: str
    errors: list[str]
    tools: int
    nodes: int
    edges: int
    found: dict[str, list[list[str]]]  # names by form and query
    plans: dict[str, list[str]]  # tools of each workflow that it loaded
    planned: list[int]  # steps of its own plans
    mended: list[int]  # the same, with its relations mended


def replay(request: Request) -> Answer:
    """What the engine makes of the files."""
    import graph_tool_call

    answer: Answer = {"engine": f"graph-tool-call {graph_tool_call.__version__}", "errors": []}
    graphs: dict[str, ToolGraph] = {}
    for form, path in (("lean", request["lean"]), ("full", request["full"])):
        try:
            graphs[form] = graph_tool_call.ToolGraph.load(path)
        except Exception as error:  # whatever the engine raises is what is reported
            answer["errors"].append(f"{form}: {type(error).__name__}: {error}")
    if len(graphs) == 2:
        answer.update(_replayed(request, graphs))
    return answer


def _replayed(request: Request, graphs: "Mapping[str, ToolGraph]") -> Answer:
    lean, k, goals = graphs["lean"], request["k"], request["goals"]
    answer: Answer = {
        "tools": len(lean.tools),
        "nodes": lean.graph.node_count(),
        "edges": lean.graph.edge_count(),
        "found": {
            form: [
                [tool.name for tool in graph.retrieve(query, top_k=k)]
                for query in request["queries"]
            ]
            for form, graph in graphs.items()
        },
        "plans": {id: _loaded(path, lean) for id, path in request["plans"].items()},
        "planned": [len(lean.plan_workflow(goal).steps) for goal in goals],
    }
    _mend(lean)
    answer["mended"] = [len(lean.plan_workflow(goal).steps) for goal in goals]
    return answer


def _loaded(path: str, graph: "ToolGraph") -> list[str]:
    """The tools of a WorkflowPlan file; those that the engine does not know it drops."""
    from graph_tool_call.workflow import WorkflowPlan

    plan = WorkflowPlan.load(path, tools=graph.tools)
    return [step.tool.name for step in plan.steps]


def _mend(graph: "ToolGraph") -> None:
    """What the loader does that is offered beside the export: that very file is tried."""
    path = Path(__file__).with_name("loader.py")
    run_path(str(path))["mend"](graph)


def main() -> None:
    """Answers one request."""
    with contextlib.redirect_stdout(sys.stderr):
        answer = replay(json.load(sys.stdin))
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
