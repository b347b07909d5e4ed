"""A new version of the sources under the decisions of a curation.

The decisions are made again on the new base. One that does not fit waits until its ground is
back; one whose ground changed holds. Both are asked about, by an issue, until it is settled.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ..errors import CommandError
from ..graph import ToolGraph
from ..issues import Issue, IssueCode
from ..relations import Relation, RelationKey, RelationKind
from .changes import changes, gone
from .commands import (
    Accept,
    AddGroup,
    AddRelation,
    Edit,
    MergeTools,
    Place,
    Reject,
    RelationCommand,
    RemoveGroup,
    Unreview,
    Wait,
)
from .curation import Curation
from .decisions import decisions
from .edits import edited
from .ground import ASKED
from .sentences import subject

_OTHER_WAY = {
    RelationKind.REQUIRES: RelationKind.PRECEDES,
    RelationKind.PRECEDES: RelationKind.REQUIRES,
}


def reingest(curation: Curation, fresh: Curation) -> Curation:
    """The curation on a new base.

    Args:
        curation: with decisions on the old base.
        fresh: all sources as they are read now, uncurated.
    """
    asked = tuple(issue for issue in curation.issues if issue.code in ASKED)
    if fresh.base == curation.base:
        return replace(curation, sources=fresh.sources, issues=(*fresh.issues, *asked))
    made = decisions(curation)
    again = Curation(fresh.base, fresh.base, sources=fresh.sources, issues=fresh.issues)
    for decision in made:
        for edit in _on_new_ground(again, decision, curation):
            again = edited(again, edit)
    again = replace(
        again,
        workflows=fresh.workflows.update(again.workflows),
        golden=fresh.golden.update(again.golden),
    )
    new = (*changes(curation.base, fresh.base, made), *gone(curation, again))
    issues = (*again.issues, *new, *_still_asked(asked, made))
    return replace(again, issues=tuple(dict.fromkeys(issues)))


def _still_asked(asked: Iterable[Issue], made: Iterable[Edit]) -> Iterator[Issue]:
    """Questions about changed ground that nobody answered since the version before."""
    subjects = {subject(decision) for decision in made}
    for issue in asked:
        if issue.code is IssueCode.GROUND_CHANGED and issue.where in subjects:
            yield issue


def _on_new_ground(curation: Curation, decision: Edit, before: Curation) -> Iterator[Edit]:
    """The decision as the new base takes it."""
    graph = curation.graph
    match decision:
        case Wait():
            followed = _followed(curation, decision.decision)
            yield followed if _fits(curation, followed) else decision
        case Reject() if turned := _turned(before.base, graph, decision.key):
            yield replace(decision, **turned._asdict())
        case AddRelation() if _stands(curation, decision.key):
            accepted = Accept(**decision.key._asdict())
            yield replace(accepted, by=decision.by, at=decision.at, why=decision.why)
        case MergeTools() if decision.keep in graph.tools:
            yield from _merges_of_those_that_are(curation, decision)
        case AddGroup() if decision.name in graph.groups:
            return
        case Unreview() | Place() | RemoveGroup() if not _fits(curation, decision):
            return  # it took back, or tidied, what is not there to be
        case _:
            yield Wait(decision=decision)


def _turned(before: ToolGraph, after: ToolGraph, key: RelationKey) -> RelationKey | None:
    """The flow that was rejected, where the new version only says it the other way.

    Where `user_id` becomes optional, "cancel requires user" is "user precedes cancel".
    """
    then, kind = before.relations.get(key), _OTHER_WAY.get(key.kind)
    if then is None or kind is None or key in after.relations:
        return None
    now = after.relations.get(RelationKey(key.target, key.source, kind))
    same = now is not None and now.evidence and _grounds(now) <= _grounds(then)
    return now.key if now is not None and same else None


def _grounds(relation: Relation) -> set[tuple[str, ...]]:
    """Each flow by its parameter and field, and other evidence by what it says."""
    return {
        (one.parameter, one.field) if one.parameter else (one.rule, one.text, "")
        for one in relation.evidence
    }


def _merges_of_those_that_are(curation: Curation, decision: MergeTools) -> Iterator[Edit]:
    """The merge of the tools that are still there; that of the others waits."""
    there = [name for name in decision.merge if name in curation.graph.tools]
    for some in (there, [name for name in decision.merge if name not in there]):
        if some:
            yield Wait(decision=_merge_of(decision, some))


def _followed(curation: Curation, decision: Edit) -> Edit:
    """The decision about the survivors of the tools that became part of others meanwhile."""
    into = {
        tool.name: keep
        for keep, stack in curation.merges.items()
        for merge in stack
        for tool in merge.gone
    }
    match decision:
        case MergeTools():
            kept = replace(decision, keep=_survivor(decision.keep, into))
            return _merge_of(kept, decision.merge)
        case RelationCommand():
            source, target = (_survivor(n, into) for n in (decision.source, decision.target))
            target = decision.target if decision.kind is RelationKind.BELONGS_TO else target
            return replace(decision, source=source, target=target)
        case _:
            return decision


def _survivor(name: str, into: Mapping[str, str]) -> str:
    while name in into:
        name = into[name]
    return name


def _merge_of(decision: MergeTools, some: Iterable[str]) -> MergeTools:
    """The merge of some of its tools, with what it says of these."""
    one = (decision.keep, *some)
    return replace(
        decision,
        merge=one[1:],
        fields={field: tool for field, tool in decision.fields.items() if tool in one},
        parameters={tool: new for tool, new in decision.parameters.items() if tool in one},
    )


def _stands(curation: Curation, key: RelationKey) -> bool:
    relation = curation.graph.relations.get(key)
    return relation is not None and not relation.rejected


def _fits(curation: Curation, edit: Edit) -> bool:
    try:
        edited(curation, edit)
    except CommandError:
        return False
    return True
