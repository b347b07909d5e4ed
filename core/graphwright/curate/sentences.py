"""Things and commands in words: for refusals, issues and the history."""

from typing import assert_never

from ..relations import RelationKey
from .commands import (
    AddGroup,
    All,
    Command,
    Describe,
    KeepApart,
    MakeRule,
    MergeTools,
    Place,
    PutGolden,
    PutWorkflow,
    RelationCommand,
    RemoveGolden,
    RemoveGroup,
    RemoveWorkflow,
    RetypeRelation,
    RollBack,
    SetSearch,
    Settle,
    TakeSource,
    Unmerge,
    Wait,
)

_MOST = 4  # names in a sentence
_LONGEST = 80  # characters of a name in a sentence; documents hold names of 10,000


def quoted(name: str) -> str:
    """The name in quotes, shortened where it would drown the sentence."""
    return f"'{_short(name)}'"


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def relation_name(key: RelationKey) -> str:
    """How a relation is called in a sentence: `requires 'a' → 'b'`."""
    return f"{key.kind} {quoted(key.source)} → {quoted(key.target)}"


def sentence(command: Command) -> str:
    """What the command does, in a few words: `reject requires 'a' → 'b'`."""
    match command:
        case RetypeRelation():
            return f"retype {subject(command)} to {command.to}"
        case MergeTools():
            return f"merge {_all(command.merge)} into {quoted(command.keep)}"
        case KeepApart():
            return f"keep {_all(command.tools)} apart"
        case All():
            return _short(command.label) or f"{len(command.commands)} edits in one"
        case SetSearch():
            return "change the settings of search"
        case Place():
            held = any(position is not None for position in command.positions.values())
            return f"{'move' if held else 'let go of'} {_all(tuple(command.positions))}"
        case PutWorkflow():
            return f"save workflow {quoted(command.workflow.id)}"
        case PutGolden():
            return f"save golden query {quoted(command.golden.query)}"
        case RemoveGolden():
            return f"remove golden query {quoted(command.query)}"
        case RollBack():
            return f"roll back to release {command.release}"
        case Wait():
            return f"wait to {sentence(command.decision)}"
        case RelationCommand():
            return f"{command.do.removesuffix('-relation')} {subject(command)}"
        case _:
            return f"{command.do.replace('-', ' ')} {quoted(subject(command))}"


def subject(command: Command) -> str:
    """What the command is about, as the `where` of an issue names it."""
    match command:
        case RelationCommand():
            return relation_name(command.key)
        case Describe():
            return command.tool
        case MergeTools() | Unmerge():
            return command.keep
        case AddGroup() | RemoveGroup():
            return command.name
        case PutWorkflow():
            return command.workflow.id
        case RemoveWorkflow():
            return command.id
        case PutGolden():
            return command.golden.query
        case RemoveGolden():
            return command.query
        case MakeRule():
            return command.rule.name
        case TakeSource():
            return command.source
        case Settle():
            return command.where
        case Wait():
            return subject(command.decision)
        case KeepApart() | SetSearch() | Place() | RollBack() | All():
            return sentence(command)
        case _:
            assert_never(command)


def _all(names: tuple[str, ...]) -> str:
    some = ", ".join(quoted(name) for name in names[:_MOST])
    return some if len(names) <= _MOST else f"{some} and {len(names) - _MOST} more"
