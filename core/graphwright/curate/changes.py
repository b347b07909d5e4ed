"""What a new version of the sources changed under the decisions, and what it took away."""

from collections.abc import Iterable, Iterator

from ..graph import ToolGraph
from ..issues import Issue, IssueCode, Severity
from ..relations import Evidence, Relation, RelationKey
from ..tools import Tool
from .commands import Accept, Describe, Edit, MergeTools, Reject
from .curation import Curation
from .sentences import quoted, relation_name, sentence
from .work_edits import calls

_FIELDS = ("description", "tags", "aliases", "when_to_use", "examples", "effects")
_USE = ("parameters", "outputs", "method")  # what makes two tools the same to their callers


def changes(before: ToolGraph, after: ToolGraph, made: Iterable[Edit]) -> Iterator[Issue]:
    """Questions about decisions that hold on ground that is not what it was.

    Args:
        before: the base that the decisions were made on.
        after: the new base.
        made: the decisions.
    """
    for decision in made:
        match decision:
            case Accept() | Reject():
                said = f"You said {sentence(decision)}"
                said += f" ({decision.why})" if decision.why else ""
                for change in _relation_changes(before, after, decision.key):
                    yield _changed(relation_name(decision.key), f"{said}; {change}.")
            case Describe():
                for change in _description_changes(before, after, decision):
                    yield _changed(decision.tool, change)
            case MergeTools():
                for change in _merge_changes(before, after, decision):
                    yield _changed(decision.keep, change)
            case _:
                pass


def gone(before: Curation, after: Curation) -> Iterator[Issue]:
    """Questions about workflows and golden queries that name a tool which is no more."""
    tools = set(after.graph.tools)
    lost = set(before.graph.tools) - tools
    asked = {issue.where for issue in before.issues if issue.code is IssueCode.GROUND_GONE}
    for id, workflow in sorted(after.workflows.items()):
        named = calls(workflow)
        for tool in sorted(named - tools if id in asked else named & lost):
            yield _gone(id, f"The workflow {quoted(id)} calls {quoted(tool)}, which is gone.")
    for query, golden in sorted(after.golden.items()):
        named = {*golden.expect, *golden.accept, *golden.forbid}
        for tool in sorted(named - tools if query in asked else named & lost):
            yield _gone(query, f"The query {quoted(query)} names {quoted(tool)}, which is gone.")


def _relation_changes(before: ToolGraph, after: ToolGraph, key: RelationKey) -> Iterator[str]:
    then, now = before.relations.get(key), after.relations.get(key)
    if then is None or now is None:
        return
    for evidence in then.evidence:
        yield from _evidence_changes(before, after, key, evidence)
    if set(then.evidence) != set(now.evidence):
        yield f"what speaks for it was {_reasons(then)} and is {_reasons(now)}"


def _evidence_changes(
    before: ToolGraph, after: ToolGraph, key: RelationKey, evidence: Evidence
) -> Iterator[str]:
    """Changes of the parameter that an evidence of data flow is about."""
    name = evidence.parameter
    then, now = before.tools[key.source].parameter(name), after.tools[key.source].parameter(name)
    if then is None or now is None:
        return
    if then.required != now.required:
        yield f"{quoted(name)} is {'required' if now.required else 'optional'} now"
    if (then.type, then.format) != (now.type, now.format):
        yield f"{quoted(name)} is of type {now.type} now, not {then.type}"


def _reasons(relation: Relation) -> str:
    return "; ".join(evidence.text for evidence in relation.evidence) or "nothing"


def _description_changes(before: ToolGraph, after: ToolGraph, decision: Describe) -> Iterator[str]:
    then, now = before.tools.get(decision.tool), after.tools.get(decision.tool)
    for field in _FIELDS:
        if getattr(decision, field) is not None and _differs(then, now, field):
            name = field.replace("_", " ")
            yield f"The new version changed the {name} of {quoted(decision.tool)}; yours is kept."


def _merge_changes(before: ToolGraph, after: ToolGraph, decision: MergeTools) -> Iterator[str]:
    for name in (decision.keep, *decision.merge):
        then, now = before.tools.get(name), after.tools.get(name)
        if any(_differs(then, now, field) for field in _USE):
            yield (
                f"{quoted(name)} is used otherwise in the new version; "
                f"it is one with {quoted(decision.keep)} still."
            )


def _differs(then: Tool | None, now: Tool | None, field: str) -> bool:
    return then is not None and now is not None and getattr(then, field) != getattr(now, field)


def _changed(where: str, message: str) -> Issue:
    return Issue(IssueCode.GROUND_CHANGED, Severity.WARNING, where, message)


def _gone(where: str, message: str) -> Issue:
    return Issue(IssueCode.GROUND_GONE, Severity.WARNING, where, message)
