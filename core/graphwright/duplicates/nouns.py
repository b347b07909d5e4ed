"""Nouns of names: short forms, kin, opposites, and words that say nothing."""

from collections.abc import Mapping

from ..relate.names import vocabulary

OPPOSITES: Mapping[str, str] = {
    "up": "down", "in": "out", "on": "off", "next": "previous", "first": "last", "old": "new",
    "min": "max", "before": "after", "incoming": "outgoing", "inbound": "outbound",
    "public": "private", "source": "target", "from": "to", "staged": "unstaged",
    "follower": "following", "sent": "received", "reverse": "forward", "open": "closed",
    "ingress": "egress", "buy": "sell", "bid": "ask", "read": "unread", "enabled": "disabled",
    "input": "output", "parent": "child", "up_vote": "down_vote", "start": "end",
    "active": "inactive", "local": "remote", "debit": "credit", "income": "expense",
}  # fmt: skip
"""Words that tell two otherwise equal names apart."""

EXCLUSIVE = tuple(
    frozenset(words.split())
    for words in ("get post put patch delete head options", "day week month year hour minute")
)
"""Sets of words of which two names may not hold different ones."""

SHORT: Mapping[str, str] = {
    "repo": "repository", "org": "organization", "organisation": "organization",
    "pr": "pullrequest", "mr": "mergerequest", "dir": "directory", "folder": "directory",
    "msg": "message", "config": "configuration", "db": "database", "app": "application",
    "env": "environment",
    "doc": "document", "img": "image", "num": "number", "auth": "authentication",
    "param": "parameter", "spec": "specification", "attr": "attribute", "cmd": "command",
    "acct": "account", "addr": "address", "qty": "quantity", "cat": "category", "tx": "transaction",
    "mail": "email", "colour": "color", "favourite": "favorite", "catalogue": "catalog",
    "infos": "info", "pic": "picture", "desc": "description", "ns": "namespace", "vm": "machine",
    "ident": "id", "identifier": "id", "uuid": "id", "guid": "id", "ids": "id",
}  # fmt: skip
"""Short forms and second spellings of nouns: our own words, from API names in general."""

FILLERS = vocabulary("a an the of for to in on by with from and or my your this api tool")

UNCOUNTED = vocabulary(
    "content detail setting stat statistic metric preference credential term log info permission "
    "data status option analytic metadata news address canvas"
)
"""Nouns whose plural is no list of things that have ids: `get_file_contents` gives one file."""

_KIN = (
    "order purchase", "product article", "issue ticket", "comment note remark",
    "customer client user", "shipment parcel", "payment charge", "image picture photo",
    "movie film", "invoice bill", "job task", "stock inventory", "coupon voucher", "cart basket",
    "price cost", "supplier vendor", "employee staff", "refund reimbursement",
)  # fmt: skip
KIN: Mapping[str, str] = {
    word: words.split()[0] for words in reversed(_KIN) for word in words.split()
}
"""Nouns that often stand for one another, by the first of their set."""

_UNDO = ("un", "de", "dis", "re")


def opposite(only_one: frozenset[str], only_other: frozenset[str]) -> bool:
    """Whether words that one name has and the other lacks contradict each other."""
    if any(words & only_one and words & only_other for words in EXCLUSIVE):
        return True
    return any(_contrary(a, b) or _contrary(b, a) for a in only_one for b in only_other)


def _contrary(word: str, other: str) -> bool:
    return OPPOSITES.get(word) == other or any(word == start + other for start in _UNDO)
