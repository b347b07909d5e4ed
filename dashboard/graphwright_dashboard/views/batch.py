"""One edit of many tools or relations at once, as one command that is undone in one step."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from graphwright.curate.commands import Accept, All, Command, Describe, Reject, Unreview
from graphwright.errors import CommandError
from graphwright.relations import Relation
from graphwright.tools import Effects, Tool

from .names import short
from .numbers import count

EFFECTS: Mapping[str, Callable[[Effects], Effects]] = {
    "read-only": lambda e: replace(e, read_only=True, destructive=False),
    "writes": lambda e: replace(e, read_only=False),
    "may destroy": lambda e: replace(e, read_only=False, destructive=True),
    "destroys nothing": lambda e: replace(e, destructive=False),
    "idempotent": lambda e: replace(e, idempotent=True),
}
_DECISIONS = {"accept": Accept, "reject": Reject, "unreview": Unreview}


def edit_tools(tools: Iterable[Tool], edit: str, value: str) -> All:
    """The edit of every tool that it changes.

    Args:
        tools: which.
        edit: "tag", "untag", "group", "effect", "suffix" (of the description) or "when".
        value: the tag, the group, a key of EFFECTS, the words.

    Raises:
        CommandError: there is no such edit, its value is empty, or no tool is changed by it.
    """
    make, label = _EDITS.get(edit, (None, ""))
    value = value.strip()
    if make is None:
        raise CommandError(f"'{short(edit)}' is no edit of tools.")
    if not value and edit != "group":
        raise CommandError("Say first what to write.")
    commands = tuple(command for tool in tools if (command := make(tool, value)))
    if not commands:
        raise CommandError("None of the tools is changed by that.")
    said = label.format(value=short(value) or "none")
    return All(commands=commands, label=f"{said} ({count(len(commands), 'tool')})")


def decide(relations: Iterable[Relation], decision: str) -> All:
    """One decision, "accept", "reject" or "unreview", on every relation that is not so yet."""
    make = _DECISIONS.get(decision)
    if make is None:
        raise CommandError(f"'{short(decision)}' is no decision.")
    done = {"accept": "accepted", "reject": "rejected", "unreview": "unreviewed"}[decision]
    commands: tuple[Command, ...] = tuple(
        make(source=r.source, target=r.target, kind=r.kind) for r in relations if r.verdict != done
    )
    if not commands:
        raise CommandError(f"All of them are {done} already.")
    return All(commands=commands, label=f"{decision} {count(len(commands), 'relation')}")


def _tag(tool: Tool, value: str) -> Describe | None:
    if value in tool.tags:
        return None
    return Describe(tool=tool.name, tags=(*tool.tags, value))


def _untag(tool: Tool, value: str) -> Describe | None:
    if value not in tool.tags:
        return None
    return Describe(tool=tool.name, tags=tuple(tag for tag in tool.tags if tag != value))


def _group(tool: Tool, value: str) -> Describe | None:
    return Describe(tool=tool.name, group=value)


def _effect(tool: Tool, value: str) -> Describe | None:
    change = EFFECTS.get(value)
    if change is None:
        raise CommandError(f"'{short(value)}' is no effect.")
    effects = change(tool.effects)
    return None if effects == tool.effects else Describe(tool=tool.name, effects=effects)


def _suffix(tool: Tool, value: str) -> Describe | None:
    if tool.description.rstrip().endswith(value):
        return None
    return Describe(tool=tool.name, description=f"{tool.description.rstrip()} {value}".strip())


def _when(tool: Tool, value: str) -> Describe | None:
    return None if tool.when_to_use == value else Describe(tool=tool.name, when_to_use=value)


_EDITS: Mapping[str, tuple[Callable[[Tool, str], Describe | None], str]] = {
    "tag": (_tag, "add the tag '{value}'"),
    "untag": (_untag, "remove the tag '{value}'"),
    "group": (_group, "move to the group '{value}'"),
    "effect": (_effect, "mark as {value}"),
    "suffix": (_suffix, "append '{value}'"),
    "when": (_when, "say when to use: '{value}'"),
}
