"""What a command reads and changes, so that one can tell whether another stands on it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from ..relations import RelationKey, RelationKind
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
    ReverseRelation,
    RollBack,
    SetSearch,
    Settle,
    Ship,
    TakeSource,
    Unmerge,
    Wait,
)
from .work_edits import calls

Key = tuple[str, ...]

_DESCRIBED = ("description", "tags", "aliases", "when_to_use", "examples", "effects")


@dataclass(frozen=True, slots=True)
class Touches:
    """Keys of what is read and what is changed, such as `("relation", "a", "b", "requires")`."""

    reads: frozenset[Key] = frozenset()
    changes: frozenset[Key] = frozenset()
    everything: bool = False

    def meets(self, other: "Touches") -> bool:
        """One of the two changes what the other reads or changes."""
        if self.everything or other.everything:
            return True
        return bool(self.changes & (other.reads | other.changes) or other.changes & self.reads)

    def __or__(self, other: "Touches") -> "Touches":
        return Touches(
            self.reads | other.reads,
            self.changes | other.changes,
            self.everything or other.everything,
        )


def touches(command: Command) -> Touches:
    """What the command touches, as far as it says so itself.

    Rules and new versions of a source touch whatever is like they say: they are done again
    on what they find.
    """
    match command:
        case Ship():
            pin = ("pin", command.source, command.target)
            return _touched([*_ends(command), _relation(command.key)], [pin])
        case RelationCommand():
            return _touched(_ends(command), _relations(command))
        case Describe():
            return _described(command)
        case AddGroup() | RemoveGroup():
            inside = [command.parent] if isinstance(command, AddGroup) and command.parent else []
            return _touched(map(_group, inside), [_group(command.name)])
        case MergeTools():
            one = (command.keep, *command.merge)
            return _touched((), [*map(_tool, one), ("merge", command.keep)])
        case Unmerge():
            return _touched((), [_tool(command.keep), ("merge", command.keep)])
        case KeepApart():
            return _touched(map(_tool, command.tools), [("apart", *sorted(command.tools))])
        case PutWorkflow():
            called = map(_tool, calls(command.workflow))
            return _touched(called, [("workflow", command.workflow.id)])
        case RemoveWorkflow():
            return _touched((), [("workflow", command.id)])
        case PutGolden():
            return _touched((), [("golden", command.golden.query)])
        case RemoveGolden():
            return _touched((), [("golden", command.query)])
        case SetSearch():
            return _touched((), _settings(command))
        case MakeRule():
            return _touched((), [("rule", command.rule.name)])
        case Place():
            return _touched((), [("place", command.picture, name) for name in command.positions])
        case Settle():
            return _touched((), [("asked", command.where)])
        case TakeSource():
            return _touched((), [("source", command.source)])
        case RollBack():
            return Touches(everything=True)
        case Wait():
            return touches(command.decision)
        case All():
            return _of_all(command)
        case _:
            assert_never(command)


def _touched(reads: Iterable[Key], changes: Iterable[Key]) -> Touches:
    return Touches(frozenset(reads), frozenset(changes))


def _tool(name: str) -> Key:
    return "tool", name


def _group(name: str) -> Key:
    return "group", name


def _relation(key: RelationKey) -> Key:
    return "relation", *key


def _ends(command: RelationCommand) -> list[Key]:
    of_group = command.kind is RelationKind.BELONGS_TO
    return [_tool(command.source), (_group if of_group else _tool)(command.target)]


def _relations(command: RelationCommand) -> list[Key]:
    keys = [command.key]
    if isinstance(command, RetypeRelation):
        keys.append(command.key._replace(kind=command.to))
    if isinstance(command, ReverseRelation):
        keys.append(RelationKey(command.target, command.source, command.kind))
    homes = [("home", key.source) for key in keys if key.kind is RelationKind.BELONGS_TO]
    return [*map(_relation, keys), *homes]


def _described(command: Describe) -> Touches:
    given = [name for name in _DESCRIBED if getattr(command, name) is not None]
    changes: list[Key] = [("describe", command.tool, name) for name in given]
    reads = [_tool(command.tool)]
    if command.group is not None:
        changes.append(("home", command.tool))
        reads.append(_group(command.group))
    return _touched(reads, changes)


def _settings(command: SetSearch) -> list[Key]:
    names = [
        n
        for n in ("k", "floor", "embedder", "ship_from", "fusion")
        if getattr(command, n) is not None
    ]
    weights = [("weight", name) for name in command.weights or {}]
    gate = [("gate",)] if command.gate is not None else []
    return [*(("setting", name) for name in names), *weights, *gate]


def _of_all(command: All) -> Touches:
    found = Touches()
    for each in command.commands:
        found |= touches(each)
    return found
