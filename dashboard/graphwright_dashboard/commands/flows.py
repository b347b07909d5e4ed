"""`plan` and `check`: workflows for a goal, and what is wrong with one."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace

from immutables import Map

from graphwright.errors import ReadError
from graphwright.graph import ToolGraph
from graphwright.issues import Issue, Severity
from graphwright.read import ingest, with_workflows
from graphwright.workflow.check import check as issues_of
from graphwright.workflow.form import workflow_json
from graphwright.workflow.model import Binding, Workflow
from graphwright.workflow.repairs import repairs

from . import forms
from .inputs import curation_of
from .reading import issue_lines
from .result import Result, plain


def plan(options: Namespace) -> Result:
    from graphwright.search import SearchIndex
    from graphwright.workflow.plan import plan as plan_of

    curation = curation_of(options, options.graph)
    workflow = plan_of(SearchIndex(curation), options.goal)
    issues = issues_of(workflow, curation)
    lines = (*_lines(workflow), *issue_lines(issues))
    return Result(workflow_json(workflow, issues), lines)


def check(options: Namespace) -> Result:
    curation = replace(curation_of(options, options.graph), workflows=Map(), issues=())
    for document in ingest([options.workflow], options.allow_host):
        curation = with_workflows(curation, document)
    if not curation.workflows and not curation.issues:
        raise ReadError(f"'{options.workflow}' holds no workflow; Arazzo or a plan was expected.")
    flows = [curation.workflows[id] for id in sorted(curation.workflows)]
    found = [(flow, issue) for flow in flows for issue in issues_of(flow, curation)]
    issues = tuple(dict.fromkeys((*curation.issues, *(issue for _, issue in found))))
    holds = all(issue.severity is not Severity.ERROR for issue in issues)
    mends = (line for flow, issue in found for line in _mends(flow, issue, curation.graph))
    lines = (*issue_lines(issues), *mends) or ("Nothing is wrong with it.",)
    return Result({"issues": forms.issues_json(issues)}, lines, holds)


def _mends(workflow: Workflow, issue: Issue, graph: ToolGraph) -> Iterator[str]:
    """What would mend an error, as the page offers it."""
    ways = repairs(workflow, issue, graph) if issue.severity is Severity.ERROR else ()
    if ways:
        yield plain(f"to mend {issue.where}: {' · '.join(way.label for way in ways)}")


def _lines(workflow: Workflow) -> list[str]:
    lines = [plain(f"{workflow.id}: {workflow.goal}")]
    lines += [plain(f"  given {one.name} ({one.type})") for one in workflow.inputs]
    for number, step in enumerate(workflow.steps, 1):
        lines.append(plain(f"  {number}. {step.tool}  {step.reason}"))
        lines += [plain(f"     {name} = {_said(one)}") for name, one in step.bindings.items()]
    return lines if workflow.steps else [*lines, "  No tool was found for it."]


def _said(binding: Binding) -> str:
    return binding.source if binding.source is not None else repr(binding.value)
