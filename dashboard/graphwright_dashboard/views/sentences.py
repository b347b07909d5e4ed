"""What a command does, in one short sentence: for the notice, the history, the patch preview."""

from typing import assert_never

from graphwright.curate import commands as c

from .numbers import count

_FIELDS = {
    "description": "description",
    "tags": "tags",
    "aliases": "aliases",
    "when_to_use": "when to use",
    "examples": "examples",
    "group": "group",
    "effects": "effects",
}


def sentence(command: c.Command) -> str:
    """`Accepted requestRefund requires getOrder`, without a full stop."""
    match command:
        case c.AddRelation(source=source, kind=kind, target=target):
            return f"Added {source} {kind} {target}"
        case c.RemoveRelation(source=source, kind=kind, target=target):
            return f"Deleted {source} {kind} {target}"
        case c.RetypeRelation(source=source, kind=kind, target=target, to=to):
            return f"{source} {kind} {target} is now {to}"
        case c.ReverseRelation(source=source, kind=kind, target=target):
            return f"Reversed {source} {kind} {target}"
        case c.Accept(source=source, kind=kind, target=target):
            return f"Accepted {source} {kind} {target}"
        case c.Reject(source=source, kind=kind, target=target):
            return f"Rejected {source} {kind} {target}"
        case c.Unreview(source=source, kind=kind, target=target):
            return f"Reopened {source} {kind} {target}"
        case c.Ship(source=source, kind=kind, target=target):
            return f"{source} {kind} {target} ships for its pair"
        case c.Describe():
            return f"Changed {_changed(command)} of {command.tool}"
        case c.AddGroup():
            return f"Added the group {command.name}"
        case c.RemoveGroup():
            return f"Removed the group {command.name}"
        case c.MergeTools():
            return f"Merged {', '.join(command.merge)} into {command.keep}"
        case c.Unmerge():
            return f"Unmerged {command.keep}"
        case c.KeepApart():
            return f"Keeps apart {', '.join(command.tools)}"
        case c.PutWorkflow():
            return f"Saved the workflow {command.workflow.goal or command.workflow.id}"
        case c.RemoveWorkflow():
            return f"Removed the workflow {command.id}"
        case c.PutGolden():
            return f"Saved the golden query “{command.golden.query}”"
        case c.RemoveGolden():
            return f"Removed the golden query “{command.query}”"
        case c.SetSearch():
            return "Changed the search settings"
        case c.MakeRule():
            return f"Made the rule {command.rule.name}"
        case c.Place():
            return f"Moved {count(len(command.positions), 'tool')}"
        case c.TakeSource():
            return f"Took a new version of {command.source}"
        case c.Settle():
            return f"Answered what a new version asked at {command.where}"
        case c.All():
            return command.label or f"Did {count(len(command.commands), 'edit')} at once"
        case _:
            assert_never(command)


def _changed(command: c.Describe) -> str:
    fields = [words for name, words in _FIELDS.items() if getattr(command, name) is not None]
    return " and ".join(fields) or "nothing"
