"""The words of a name: split, singular, and what its verb says that a tool does."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import islice

_LONGEST = 200  # characters of a name that are looked at; hostile names have 10,000
_PART = re.compile(
    r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\dA-Za-z_]+"
)


class Action(StrEnum):
    """What a tool does to its resource."""

    SEARCH = "search"
    LIST = "list"
    GET = "get"
    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"
    ACT = "act"  # changes something, in a way of its own: cancel, merge, send

    @property
    def reads(self) -> bool:
        return self in (SEARCH, LIST, GET)

    @property
    def many(self) -> bool:
        """It answers with several, and needs to be told none of them."""
        return self in (SEARCH, LIST)


# Members under names of their own: in Python 3.11 looking up `Action.GET` takes ten times as long.
SEARCH, LIST, GET, CREATE, UPDATE, DELETE, ACT = Action

_VERBS: Mapping[Action, str] = {
    Action.SEARCH: "search find query lookup autocomplete suggest discover browse filter match "
    "explore",
    Action.LIST: "list enumerate index listall getall ls scan",
    Action.GET: "get read retrieve fetch show describe view load download inspect head "
    "detail details info status count export preview validate verify calculate compute "
    "convert analyze analyse compare estimate predict translate summarize detect extract "
    "parse resolve watch poll peek stat provide display monitor track return scrape contains "
    "exists check",
    Action.CREATE: "create add new insert register post make upload open init initialize "
    "initiate import place fork clone copy generate subscribe deploy install record provision "
    "build",
    Action.UPDATE: "update edit modify change patch put set replace rename save write upsert "
    "move configure adjust append amend scale",
    Action.DELETE: "delete remove destroy drop purge prune clear erase unlink unset "
    "unregister uninstall revoke",
    Action.ACT: "cancel close merge send submit approve reject start stop restart run execute "
    "pay refund confirm complete enable disable activate deactivate lock unlock archive "
    "restore publish unpublish assign unassign invite join leave login logout checkout "
    "capture void ship rerun dispatch trigger apply transfer attach detach connect "
    "disconnect follow unfollow star unstar like block unblock resend reset rotate sync push "
    "pull share pin unpin reply forward kill pause unpause resume commit process finish "
    "finalize accept decline book schedule reserve buy rent order purchase press click type "
    "navigate select hover drag fill play authenticate signin greet",
}
_ACTION_OF: Mapping[str, Action] = {
    verb: action for action in reversed(Action) for verb in _VERBS[action].split()
}
_CANONICAL: Mapping[str, str] = {
    "people": "person", "persons": "person", "children": "child", "men": "man",
    "women": "woman", "movies": "movie", "cookies": "cookie", "series": "series",
    "species": "species", "news": "news", "indices": "index", "indexes": "index",
    "vertices": "vertex", "matrices": "matrix", "analyses": "analysis", "media": "media",
    "data": "data", "aliases": "alias", "caches": "cache", "databases": "database",
    "leases": "lease", "releases": "release", "licenses": "license", "invoices": "invoice",
    "axes": "axis", "emojis": "emoji", "calories": "calorie", "statuses": "status", "buses": "bus",
    "purchases": "purchase", "phases": "phase", "courses": "course", "responses": "response",
    "expenses": "expense", "houses": "house", "cases": "case", "bases": "base",
    "repo": "repository", "repos": "repository", "org": "organization",
    "orgs": "organization", "organisation": "organization", "organisations": "organization",
    "db": "database", "dbs": "database", "config": "configuration",
    "configs": "configuration", "env": "environment", "envs": "environment",
    "dir": "directory", "dirs": "directory", "img": "image", "msg": "message",
    "doc": "document", "docs": "document", "app": "application", "apps": "application",
    "txn": "transaction", "acct": "account", "cust": "customer", "prod": "product",
}  # fmt: skip


@lru_cache(maxsize=65_536)
def words(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: `getHTTPOrder_ids` gives get, http, order, ids."""
    return tuple(map(str.lower, _PART.findall(name[:_LONGEST])))


@lru_cache(maxsize=65_536)
def singular(word: str) -> str:
    """An English noun in the singular and in full (repos: repository); others as they are."""
    if word in _CANONICAL:
        return _CANONICAL[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65_536)
def singulars(name: str) -> tuple[str, ...]:
    return tuple(singular(word) for word in words(name))


def vocabulary(text: str) -> frozenset[str]:
    """A set of words, written as a line of text."""
    return frozenset(text.split())


def action_of(word: str) -> Action | None:
    """What a verb says; None for a word that is no verb we know."""
    return _ACTION_OF.get(word)


@lru_cache(maxsize=65_536)
def told_action(text: str) -> Action | None:
    """What the first verb of a description says: "Fetches reviews" is to get."""
    for found in islice(_PART.finditer(text[:_LONGEST]), 8):
        word = found[0].lower()
        for form in (word, word.removesuffix("s"), word.removesuffix("es")):
            if form in _ACTION_OF:
                return _ACTION_OF[form]
    return None
