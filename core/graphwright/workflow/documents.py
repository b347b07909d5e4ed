"""Documents of workflows of every kind, from their parsed JSON value."""

from collections.abc import Mapping

from ..errors import ReadError
from ..graph import ToolGraph
from ..issues import Issue, IssueCode, Severity
from . import arazzo, plans
from .form import read_workflow
from .reading import Read


def read_document(kind: str, document: Mapping[str, object], name: str, graph: ToolGraph) -> Read:
    """The workflows of a document. What is wrong with it is in the issues, never an exception.

    Args:
        kind: arazzo, plan, workflow-plan or workflow.
        document: its JSON value.
        name: what it is called, in issues.
        graph: the tools that steps are looked up in.
    """
    match kind:
        case "arazzo":
            return arazzo.read(document, name, graph)
        case "plan":
            return plans.read_plan(document, name, graph)
        case "workflow-plan":
            return plans.read_workflow_plan(document, name)
        case _:
            return _own(document, name)


def _own(document: Mapping[str, object], name: str) -> Read:
    try:
        return Read((read_workflow(document),))
    except ReadError as error:
        issue = Issue(IssueCode.BAD_WORKFLOW, Severity.ERROR, "#", str(error), name)
        return Read((), (issue,))
