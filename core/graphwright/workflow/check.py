"""What is wrong with a workflow, each thing with its place: an error stops it, a warning may not.

A workflow without errors loads whole in the runtime, and a dry run of it resolves every binding.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Protocol, runtime_checkable

from ..graph import HasGraph, ToolGraph
from ..issues import Issue, IssueCode, Severity
from .intent import says_so
from .model import CHANNEL, WORKFLOW, Step, Workflow
from .order import order_issues
from .places import at, document_name, issue
from .proof import binding_issues
from .references import steps_in, undeclared, uses_of_input
from .sequence import sequence_issues


@runtime_checkable
class HasWorkflows(Protocol):
    """Anything that holds workflows by id: a curation."""

    @property
    def workflows(self) -> Mapping[str, Workflow]: ...


def check(workflow: Workflow, curation: HasGraph) -> tuple[Issue, ...]:
    """Everything that is wrong with a workflow, in the order of its steps.

    Args:
        workflow: what is checked.
        curation: what holds the tool graph; where it holds workflows too, those that are
            called as a step are looked up there.
    """
    others = curation.workflows if isinstance(curation, HasWorkflows) else {}
    return tuple(_check(workflow, curation.graph, others))


def _check(workflow: Workflow, graph: ToolGraph, others: Mapping[str, Workflow]) -> Iterator[Issue]:
    yield from _identity_issues(workflow)
    for position, step in enumerate(workflow.steps):
        yield from _tool_issues(workflow, position, step, graph, others)
        yield from binding_issues(workflow, position, step, graph, others)
    yield from sequence_issues(workflow)
    yield from order_issues(workflow, graph)
    yield from _output_issues(workflow)
    yield from _input_issues(workflow)


def _identity_issues(workflow: Workflow) -> Iterator[Issue]:
    if not workflow.steps:
        yield issue(IssueCode.BAD_WORKFLOW, Severity.ERROR, at("steps"), "It has no step.")
    seen: set[str] = set()
    for position, step in enumerate(workflow.steps):
        if not step.id or step.id in seen:
            message = f"The id {step.id!r} is empty or another step's."
            yield issue(
                IssueCode.BAD_WORKFLOW, Severity.ERROR, at("steps", position, "id"), message
            )
        seen.add(step.id)


def _tool_issues(
    workflow: Workflow,
    position: int,
    step: Step,
    graph: ToolGraph,
    others: Mapping[str, Workflow],
) -> Iterator[Issue]:
    where = at("steps", position, "tool")
    tool = graph.tools.get(step.tool)
    if tool is not None:
        if tool.destroys and not says_so(workflow.goal, tool):
            message = f"{tool.name} may destroy something, and the goal does not say so."
            yield issue(IssueCode.DESTRUCTIVE, Severity.WARNING, where, message)
    elif step.tool.startswith(CHANNEL):
        message = "A step on a channel of messages is kept as it is; it cannot be checked."
        yield issue(IssueCode.NOT_EXPRESSED, Severity.NOTE, where, message)
    elif step.tool.startswith(WORKFLOW):
        if others and step.tool.removeprefix(WORKFLOW) not in others:
            message = f"There is no workflow {step.tool.removeprefix(WORKFLOW)!r} here."
            yield issue(IssueCode.UNKNOWN_TOOL, Severity.WARNING, where, message)
    else:
        yield _unknown_tool(step, where, graph)


def _unknown_tool(step: Step, where: str, graph: ToolGraph) -> Issue:
    """An error, or a warning where the document that it comes from has not been read at all."""
    if not _is_foreign(step, graph):
        close = get_close_matches(
            step.tool.lower(), names := {t.lower(): t for t in graph.tools}, 1
        )
        hint = f" {names[close[0]]!r} is close to it." if close else ""
        message = f"There is no tool {step.tool!r}.{hint}"
        return issue(IssueCode.UNKNOWN_TOOL, Severity.ERROR, where, message)
    message = f"No document that holds {step.tool!r} has been read, so that it is not checked."
    return issue(IssueCode.UNKNOWN_TOOL, Severity.WARNING, where, message)


def _is_foreign(step: Step, graph: ToolGraph) -> bool:
    """The step names its source document, and no tool comes from that one."""
    names = step.raw.value().get("sources") if step.raw else None
    if not isinstance(names, list) or not names:
        return False
    read = {document_name(tool.source) for tool in graph.tools.values()}
    return read.isdisjoint(map(str, names))


def _output_issues(workflow: Workflow) -> Iterator[Issue]:
    for name, source in workflow.outputs.items():
        for id in steps_in(source):
            if workflow.step(id) is None:
                message = f"It reads from the step {id!r}, which is not there."
                where = at("outputs", name)
                yield issue(IssueCode.UNKNOWN_SOURCE, Severity.ERROR, where, message)
        for missing in undeclared(source, workflow):
            message = f"It reads the input {missing!r}, which is not declared."
            where = at("outputs", name)
            yield issue(IssueCode.UNKNOWN_SOURCE, Severity.ERROR, where, message)


def _input_issues(workflow: Workflow) -> Iterator[Issue]:
    texts = None
    for position, one in enumerate(workflow.inputs):
        if uses_of_input(workflow, one.name):
            continue
        texts = _free_texts(workflow) if texts is None else texts
        if f"$inputs.{one.name}" not in texts:
            where = at("inputs", position)
            message = f"Nothing reads the input {one.name!r}."
            yield issue(IssueCode.UNUSED_INPUT, Severity.NOTE, where, message)


def _free_texts(workflow: Workflow) -> str:
    """Criteria and all that a document says beside the bindings, as one text."""
    criteria = (text for step in workflow.steps for text in step.success)
    kept = (str(step.raw.value()) for step in workflow.steps if step.raw)
    return "\n".join((*criteria, *kept, str(workflow.raw.value())))
