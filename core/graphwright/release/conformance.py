"""Whether an export works in the installed runtime engine: loads, searches, keeps workflows whole.

What is explained is our own search; the engine is a second opinion. Two things are asked of it:
does the lean export search there exactly as the full one, and what passes here and there.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ..curate.curation import Curation
from ..errors import ReleaseError
from ..evaluate.golden import Golden
from ..evaluate.metrics import Scored, evaluate
from ..formats import read
from ..graph import ToolGraph
from ..issues import Issue, IssueCode, Severity
from ..search import Hit, Hits, SearchIndex, Signal
from ..workflow.model import Workflow
from ..workflow.plans import write_workflow_plan
from .export import write
from .replay import Answer, Request
from .workflows import plan_tools

ENGINE = "graph_tool_call"
TIMEOUT = 1800  # seconds; the full graph of Kubernetes takes five a query
_STAND_INS = 50  # questions that are asked when there are no golden queries
_GOALS = 12  # goals that its own planner is asked for


@dataclass(frozen=True, slots=True)
class Conformance:
    """What the engine made of the export.

    Attributes:
        engine: its name and version.
        queries: how many questions were asked.
        identical: of these, for how many lean and full gave the same tools in the same order.
        passed_here: golden queries that pass in our search.
        passed_there: golden queries that pass in the engine's.
        workflows: how many load there with every step.
        nodes: of the graph that it loaded.
        edges: of the same.
        read_back: whether the GraphML, read by us, has the same tools and relations.
    """

    engine: str
    loaded: bool
    queries: int = 0
    identical: int = 0
    passed_here: int = 0
    passed_there: int = 0
    workflows: int = 0
    problems: tuple[Issue, ...] = ()
    nodes: int = 0
    edges: int = 0
    read_back: bool = False

    @property
    def holds(self) -> bool:
        """Nothing is wrong that would reach a user of the export."""
        return self.loaded and all(one.severity is not Severity.ERROR for one in self.problems)


@dataclass(frozen=True, slots=True)
class _There:
    """The engine's answers as a search."""

    graph: ToolGraph
    answers: dict[str, list[str]]

    def search(self, query: str, k: int) -> Hits:
        found = self.answers[query][:k]
        return Hits(query, k, tuple(Hit(rank, name, 0.0) for rank, name in enumerate(found, 1)))


def conformance(
    curation: Curation, golden: Sequence[Golden] = (), k: int = 0, *, shim: bool = False
) -> Conformance:
    """Loads the export in the installed engine and compares.

    Args:
        curation: what is exported.
        golden: questions; those of the curation where none are given.
        k: results a question; the setting of the curation where 0.
        shim: the export is used with the loader that mends the engine's planner.

    Raises:
        ReleaseError: the engine is not installed, or its process ended without an answer.
    """
    golden = golden or [curation.golden[query] for query in sorted(curation.golden)]
    k = k or curation.settings.k
    queries = [one.query for one in golden] or _stand_ins(curation)
    with tempfile.TemporaryDirectory(prefix="graphwright-") as folder:
        answer = ask(_request(curation, queries, k, Path(folder)))
    if "found" not in answer:
        problems = tuple(_issue(Severity.ERROR, "", message) for message in answer["errors"])
        return Conformance(answer["engine"], False, len(queries), problems=problems)
    return _compared(curation, answer, golden, queries, k, shim)


def _compared(
    curation: Curation,
    answer: Answer,
    golden: Sequence[Golden],
    queries: Sequence[str],
    k: int,
    shim: bool,
) -> Conformance:
    lean, full = (
        dict(zip(queries, answer["found"][form], strict=True)) for form in ("lean", "full")
    )
    index = SearchIndex(curation)
    here, there = (
        evaluate(search, golden, k).per_query for search in (index, _There(curation.graph, lean))
    )
    flows = [curation.workflows[id] for id in sorted(curation.workflows)]
    broken = tuple(_broken(flows, answer))
    lost = tuple(_lost_in_graphml(curation))
    return Conformance(
        engine=answer["engine"],
        loaded=True,
        queries=len(queries),
        identical=sum(lean[query] == full[query] for query in queries),
        passed_here=sum(one.passed for one in here),
        passed_there=sum(one.passed for one in there),
        workflows=len(flows) - len(broken),
        problems=(
            *_unlike(queries, lean, full),
            *broken,
            *_missed(index, here, there, k),
            *(() if shim else _blind(answer)),
            *_stacked(curation),
            *lost,
        ),
        nodes=answer["nodes"],
        edges=answer["edges"],
        read_back=not lost,
    )


def _lost_in_graphml(curation: Curation) -> Iterator[Issue]:
    """What of the GraphML that we write we do not read back."""
    graph = curation.graph
    found = read(write(curation, "graphml"), "graph.graphml")
    for what, wanted, known in (
        ("tools", set(graph.tools), {tool.name for tool in found.tools}),
        ("relations", set(graph.relations), {relation.key for relation in found.relations}),
    ):
        if wanted != known:
            message = f"GraphML reads back with {len(wanted & known)} of {len(wanted)} {what}."
            yield _issue(Severity.ERROR, "graph.graphml", message)


def _stand_ins(curation: Curation) -> list[str]:
    """First lines of what tools say of themselves, to be asked instead of golden queries."""
    said = (tool.summary or tool.description for tool in curation.graph.ordered_tools)
    first = (text.strip().splitlines()[0] for text in said if text.strip())
    return list(dict.fromkeys(first))[:_STAND_INS]


def _request(curation: Curation, queries: list[str], k: int, folder: Path) -> Request:
    lean, full = folder / "lean.json", folder / "full.json"
    lean.write_bytes(write(curation, "json"))
    full.write_bytes(write(curation, "json", full=True))
    plans: dict[str, str] = {}
    for number, id in enumerate(sorted(curation.workflows)):
        path = folder / f"workflow-{number}.json"
        path.write_bytes(write_workflow_plan(curation.workflows[id]))
        plans[id] = str(path)
    goals = [flow.goal for flow in curation.workflows.values() if flow.goal] or queries
    return {
        "lean": str(lean),
        "full": str(full),
        "queries": queries,
        "k": k,
        "plans": plans,
        "goals": sorted(goals)[:_GOALS],
    }


def ask(request: Request) -> Answer:
    """What the engine answers, in a process of its own.

    Raises:
        ReleaseError: it is not installed, or its process ended without an answer.
    """
    if find_spec(ENGINE) is None:
        raise ReleaseError(
            "The runtime engine is not installed; 'pip install graph-tool-call==0.47.0' gets it."
        )
    script = Path(__file__).with_name("replay.py")
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(script)],
            input=json.dumps(request).encode(),
            capture_output=True,
            timeout=TIMEOUT,
            check=True,
        )
        answer: Answer = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise ReleaseError(f"The runtime engine gave no answer in {TIMEOUT} seconds.") from None
    except (subprocess.CalledProcessError, OSError, ValueError) as error:
        raise ReleaseError(f"The runtime engine ended without an answer: {_last(error)}.") from None
    return answer


def _last(error: Exception) -> str:
    """The last thing that the process said, or else what became of it."""
    said = error.stderr if isinstance(error, subprocess.CalledProcessError) else b""
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return (lines[-1] if lines else str(error)).rstrip(".")


def _unlike(
    queries: Iterable[str], lean: dict[str, list[str]], full: dict[str, list[str]]
) -> Iterator[Issue]:
    for query in queries:
        if lean[query] != full[query]:
            message = (
                f"The lean export finds {_list(lean[query])}, the full one {_list(full[query])}."
            )
            yield _issue(Severity.ERROR, query, message)


def _broken(flows: Iterable[Workflow], answer: Answer) -> Iterator[Issue]:
    for flow in flows:
        wanted, loaded = plan_tools(flow), answer["plans"].get(flow.id, [])
        if loaded != wanted:
            dropped = [name for name in wanted if name not in loaded]
            message = (
                f"{len(loaded)} of its {len(wanted)} steps load there; lost: {_list(dropped)}."
            )
            yield _issue(Severity.ERROR, flow.id, message)


def _missed(
    index: SearchIndex, here: Sequence[Scored], there: Sequence[Scored], k: int
) -> Iterator[Issue]:
    """Golden queries that pass here and fail there, each with what makes the difference."""
    for ours, theirs in zip(here, there, strict=True):
        if ours.passed and not theirs.passed:
            message = f"It passes here and fails there: {_cause(index, theirs, k)}"
            yield _issue(Severity.WARNING, ours.golden.query, message)


def _cause(index: SearchIndex, theirs: Scored, k: int) -> str:
    golden = theirs.golden
    if not golden.expect:
        return "nothing should be found, and its search always finds something."
    if theirs.forbidden:
        return f"it finds {_list(theirs.forbidden)} there."
    lost = [n for n, rank in zip(golden.expect, theirs.ranks, strict=True) if rank is None]
    if not lost:
        return "the tools come in another order there."
    parts = index.explain(golden.query, lost[0], k).parts
    if any(part.signal == Signal.HOP and part.value > 0 for part in parts):
        return f"'{lost[0]}' is found here by a relation, which its search does not follow."
    words = sorted({term.term for part in parts for term in part.terms})
    return f"'{lost[0]}' is not in its first {k}; here it is found by {_list(words[:6])}."


def _blind(answer: Answer) -> Iterator[Issue]:
    """The engine's planner sees no prerequisite in a graph that was loaded from JSON."""
    pairs = list(zip(answer["planned"], answer["mended"], strict=True))
    less = sum(planned < mended for planned, mended in pairs)
    if less:
        message = (
            f"For {less} of {len(pairs)} goals its own planner leaves steps out: it looks for "
            "'REQUIRES' in a relation that was loaded as 'requires'. Ship workflows, or use the "
            "loader that mends it (--planner-shim)."
        )
        yield _issue(Severity.WARNING, "planner", message)


def _stacked(curation: Curation) -> Iterator[Issue]:
    pairs = curation.shipped()
    graph = curation.graph
    stacks = (sum(not r.rejected for r in graph.stack(*pair)) for pair in pairs)
    stacked = sum(size > 1 for size in stacks)
    if stacked:
        message = f"{stacked} pairs hold several relations; one of each ships."
        yield _issue(Severity.NOTE, "relations", message)


def _issue(severity: Severity, where: str, message: str) -> Issue:
    return Issue(IssueCode.CONFORMANCE, severity, where, message)


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in names) or "nothing"
