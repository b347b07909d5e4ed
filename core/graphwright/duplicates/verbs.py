"""What a tool does, read from its name: verbs with their senses, and which can mean the same.

Two tools are never the same when their verbs are known and cannot mean the same. A sense is
therefore narrow where a wrong merge would hurt (start is not stop, close is not delete) and wide
where people just choose their words (get, fetch, retrieve).
"""

from collections.abc import Mapping

from ..relate.names import vocabulary

SENSES: Mapping[str, str] = {
    "get": "get fetch retrieve read show describe view load return obtain inspect info details",
    "list": "list enumerate index browse listall getall all",
    "find": "find lookup locate",
    "search": "search query filter discover",
    "count": "count tally",
    "create": "create new insert make register build establish define",
    "add": "add append include",
    "open": "open",
    "place": "place book",
    "issue": "issue",
    "update": "update edit modify change patch amend alter adjust revise",
    "set": "set put replace assign configure",
    "write": "write save store",
    "upsert": "upsert",
    "rename": "rename",
    "move": "move transfer relocate",
    "copy": "copy clone duplicate fork",
    "delete": "delete destroy erase purge drop",
    "remove": "remove unset unassign detach unlink",
    "clear": "clear empty flush truncate",
    "attach": "attach link associate connect bind",
    "disassociate": "disassociate disconnect unbind",
    "start": "start launch begin boot",
    "run": "run execute invoke exec",
    "trigger": "trigger dispatch",
    "stop": "stop halt end terminate shutdown",
    "kill": "kill",
    "restart": "restart reboot",
    "pause": "pause suspend hold",
    "resume": "resume continue unpause unsuspend",
    "cancel": "cancel abort",
    "close": "close",
    "reopen": "reopen",
    "complete": "complete finish finalize",
    "retry": "retry rerun",
    "replay": "replay play",
    "enable": "enable activate",
    "disable": "disable deactivate",
    "lock": "lock",
    "unlock": "unlock",
    "block": "block ban",
    "unblock": "unblock unban",
    "publish": "publish",
    "unpublish": "unpublish hide",
    "archive": "archive",
    "restore": "restore unarchive undelete recover",
    "approve": "approve accept",
    "unapprove": "unapprove",
    "reject": "reject decline deny refuse",
    "confirm": "confirm acknowledge",
    "dismiss": "dismiss",
    "submit": "submit",
    "send": "send",
    "resend": "resend",
    "reply": "reply respond",
    "forward": "forward",
    "notify": "notify",
    "request": "request",
    "receive": "receive",
    "subscribe": "subscribe",
    "unsubscribe": "unsubscribe",
    "follow": "follow",
    "unfollow": "unfollow",
    "star": "star",
    "unstar": "unstar",
    "like": "like",
    "unlike": "unlike",
    "pin": "pin",
    "unpin": "unpin",
    "mute": "mute",
    "unmute": "unmute",
    "protect": "protect",
    "unprotect": "unprotect",
    "resolve": "resolve",
    "unresolve": "unresolve",
    "mark": "mark",
    "unmark": "unmark",
    "invite": "invite",
    "join": "join",
    "leave": "leave",
    "login": "login signin authenticate",
    "logout": "logout signout",
    "upload": "upload",
    "download": "download",
    "import": "import",
    "export": "export",
    "push": "push",
    "pull": "pull",
    "sync": "sync synchronize",
    "commit": "commit",
    "merge": "merge",
    "split": "split",
    "checkout": "checkout",
    "reset": "reset",
    "revert": "revert rollback undo",
    "redo": "redo",
    "grant": "grant authorize",
    "revoke": "revoke",
    "rotate": "rotate",
    "validate": "validate verify",
    "check": "check",
    "test": "test",
    "compare": "compare diff",
    "convert": "convert transform",
    "translate": "translate",
    "generate": "generate",
    "render": "render",
    "preview": "preview",
    "estimate": "estimate",
    "calculate": "calculate compute",
    "analyze": "analyze analyse",
    "summarize": "summarize",
    "extract": "extract parse",
    "encode": "encode",
    "decode": "decode",
    "encrypt": "encrypt",
    "decrypt": "decrypt",
    "pay": "pay",
    "charge": "charge",
    "refund": "refund",
    "capture": "capture",
    "void": "void",
    "purchase": "purchase buy",
    "redeem": "redeem",
    "apply": "apply",
    "reserve": "reserve",
    "release": "release",
    "allocate": "allocate",
    "deallocate": "deallocate",
    "provision": "provision",
    "deprovision": "deprovision",
    "deregister": "deregister unregister",
    "monitor": "monitor watch",
    "unmonitor": "unmonitor unwatch",
    "track": "track",
    "schedule": "schedule",
    "reorder": "reorder",
    "promote": "promote",
    "demote": "demote",
    "increase": "increase increment",
    "decrease": "decrease decrement",
    "share": "share",
    "unshare": "unshare",
    "wait": "wait",
    "scrape": "scrape",
    "crawl": "crawl",
    "map": "map",
    "click": "click",
    "hover": "hover",
    "drag": "drag",
    "type": "type",
    "press": "press",
    "select": "select",
    "navigate": "navigate goto",
    "resize": "resize",
    "scroll": "scroll",
}
"""A sense, and the verbs that say it."""

SENSE_OF: Mapping[str, str] = {
    verb: sense for sense, verbs in SENSES.items() for verb in verbs.split()
}

NOUNS_TOO = vocabulary(
    "all index info details filter query count issue place book link copy fork set store hold "
    "end run exec execute complete block star like pin request reply forward commit merge split "
    "checkout reset release test check compare diff preview estimate charge refund capture void "
    "purchase reserve monitor watch track schedule map type press select share import export "
    "upload download push pull sync play return patch put view open close lock archive restore "
    "mark invite pay promote increase decrease order search build start stop launch boot load "
    "transfer move duplicate clone hide grant apply login logout click drag scroll trigger "
    "dispatch scrape crawl empty compute verify mute forward restore notify test pause hold"
)
"""Verbs that are as often nouns: taken for verbs only at an end of a name."""

READS = vocabulary(
    "get list find search count validate check test compare preview estimate calculate analyze "
    "summarize extract encode decode translate render download export track"
)

_ALIKE = (
    {"find", "get"}, {"find", "search", "list"}, {"create", "add", "open", "place", "issue"},
    {"create", "generate"}, {"create", "submit"}, {"create", "write"}, {"request", "create"},
    {"request", "submit"}, {"update", "set", "write"}, {"update", "rename"}, {"upsert", "write"},
    {"upsert", "set"}, {"upsert", "update"}, {"add", "attach"}, {"set", "attach"},
    {"delete", "remove"}, {"remove", "disassociate"}, {"remove", "clear"}, {"delete", "clear"},
    {"delete", "deregister"}, {"run", "start", "trigger"}, {"cancel", "stop"},
    {"complete", "close"}, {"complete", "submit"}, {"send", "create"}, {"send", "submit"},
    {"send", "notify"}, {"reply", "create"}, {"reply", "add"}, {"pay", "charge"},
    {"place", "purchase", "submit"}, {"validate", "check", "test"}, {"get", "track"},
    {"get", "download"}, {"get", "export"}, {"get", "check"}, {"get", "extract", "scrape"},
    {"calculate", "estimate", "get"}, {"generate", "render"}, {"invite", "add"},
    {"subscribe", "follow", "monitor"}, {"revert", "restore", "reset"}, {"schedule", "create"},
    {"retry", "restart"}, {"replay", "run"}, {"map", "list"}, {"convert", "translate"},
    {"restart", "reset"}, {"confirm", "approve"}, {"block", "mute"}, {"apply", "set", "add"},
    {"redeem", "apply"}, {"reserve", "allocate"}, {"reserve", "place"}, {"release", "publish"},
    {"refund", "request"}, {"refund", "create"}, {"wait", "get"}, {"reorder", "move"},
    {"provision", "create"}, {"deprovision", "delete"},
    {"checkout", "place"}, {"upload", "create", "add", "write"}, {"import", "upload"},
)  # fmt: skip

ALIKE: frozenset[frozenset[str]] = frozenset(
    frozenset((one, other))
    for senses in _ALIKE
    for one in senses
    for other in senses
    if one != other
)
"""Pairs of senses that can mean the same; any other two known senses cannot."""


def may_be_same(one: str, other: str) -> bool:
    """Whether two senses can mean the same; an unknown one ("") can mean anything."""
    return not one or not other or one == other or frozenset((one, other)) in ALIKE
