"""One edit of a curation, by what it does. `apply` adds kept sources and several at once."""

from typing import assert_never

from ..errors import CommandError
from ..relations import Verdict
from .commands import (
    Accept,
    AddGroup,
    AddRelation,
    Describe,
    Edit,
    KeepApart,
    MakeRule,
    MergeTools,
    Place,
    PutGolden,
    PutWorkflow,
    Reject,
    RemoveGolden,
    RemoveGroup,
    RemoveRelation,
    RemoveWorkflow,
    RetypeRelation,
    ReverseRelation,
    SetSearch,
    Settle,
    Ship,
    Unmerge,
    Unreview,
    Wait,
)
from .curation import Curation
from .ground import settle, wait
from .merge_edits import merge
from .relation_edits import add, decide, remove, retype, reverse, ship
from .rules import make_rule
from .tool_edits import add_group, describe, keep_apart, remove_group
from .unmerge_edits import unmerge
from .work_edits import (
    place,
    put_golden,
    put_workflow,
    remove_golden,
    remove_workflow,
    set_search,
)


def edited(curation: Curation, edit: Edit) -> Curation:
    """The curation after the edit.

    Raises:
        CommandError: the curation cannot take it, and is as it was.
    """
    match edit:
        case AddRelation():
            return add(curation, edit)
        case RemoveRelation():
            return remove(curation, edit)
        case RetypeRelation():
            return retype(curation, edit)
        case ReverseRelation():
            return reverse(curation, edit)
        case Accept():
            return decide(curation, edit, Verdict.ACCEPTED)
        case Reject():
            return decide(curation, edit, Verdict.REJECTED)
        case Unreview():
            return decide(curation, edit, Verdict.UNREVIEWED)
        case Ship():
            return ship(curation, edit)
        case Describe():
            return describe(curation, edit)
        case AddGroup():
            return add_group(curation, edit)
        case RemoveGroup():
            return remove_group(curation, edit)
        case MergeTools():
            return merge(curation, edit)
        case Unmerge():
            return unmerge(curation, edit)
        case KeepApart():
            return keep_apart(curation, edit)
        case PutWorkflow():
            return put_workflow(curation, edit)
        case RemoveWorkflow():
            return remove_workflow(curation, edit)
        case PutGolden():
            return put_golden(curation, edit)
        case RemoveGolden():
            return remove_golden(curation, edit)
        case SetSearch():
            return set_search(curation, edit)
        case MakeRule():
            return make_rule(curation, edit)
        case Place():
            return place(curation, edit)
        case Settle():
            return settle(curation, edit)
        case Wait():
            return _done_or_waiting(curation, edit.decision)
        case _:
            assert_never(edit)


def _done_or_waiting(curation: Curation, decision: Edit) -> Curation:
    try:
        return edited(curation, decision)
    except CommandError as error:
        return wait(curation, decision, str(error))
