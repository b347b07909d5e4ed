"""Writers of one thing: those that clash, and those that undo each other."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ..relations import Evidence, RelationKind
from .claims import Claim
from .names import Action, words
from .paths import is_parameter, plain
from .resources import Profile

_MOST = 8  # writers of one item that are compared with each other

_OPPOSITES: Mapping[str, str] = {
    "approve": "reject decline deny unapprove", "accept": "decline reject",
    "merge": "close", "confirm": "cancel", "ship": "cancel", "fulfill": "cancel",
    "publish": "archive", "pay": "cancel void", "capture": "void", "activate": "delete",
}  # fmt: skip
_UNDOES: Mapping[str, str] = {
    "add": "remove delete", "enable": "disable", "lock": "unlock", "start": "stop",
    "follow": "unfollow", "star": "unstar", "like": "unlike", "subscribe": "unsubscribe",
    "attach": "detach", "assign": "unassign", "open": "close", "connect": "disconnect",
    "activate": "deactivate suspend", "block": "unblock", "publish": "unpublish",
    "pin": "unpin", "mute": "unmute", "archive": "restore unarchive", "pause": "resume unpause",
    "install": "uninstall", "link": "unlink", "register": "unregister deregister",
    "protect": "unprotect", "approve": "unapprove", "login": "logout", "resolve": "unresolve",
    "set": "unset clear", "join": "leave", "encrypt": "decrypt",
    "mark": "unmark", "save": "remove", "ban": "unban", "promote": "demote", "push": "pull",
}  # fmt: skip


def conflict_claims(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """`conflicts_with` and `complementary` among the tools that write one thing."""
    for some in _by_item(profiles).values():
        for one, other in combinations(some[:_MOST], 2):
            claim = _clash(one, other) or _clash(other, one)
            if claim and not _undo(one, other):
                yield claim
    for some in _by_resource(profiles).values():
        for one, other in combinations(some[:_MOST], 2):
            claim = _verbs(one, other) or _verbs(other, one)
            if claim:
                yield claim


def _by_item(profiles: Sequence[Profile]) -> dict[tuple[str, ...], list[Profile]]:
    found: dict[tuple[str, ...], list[Profile]] = {}
    for profile in profiles:
        if profile.action in (Action.UPDATE, Action.DELETE):
            found.setdefault(_item(profile), []).append(profile)
    found.pop((), None)
    return found


def _item(profile: Profile) -> tuple[str, ...]:
    """The one thing that is written: a path, or a resource by what identifies it."""
    if profile.segments:
        exact = is_parameter(profile.segments[-1])
        return (profile.tool.source, *plain(profile.segments)) if exact else ()
    taken = sorted(need.parameter.name for need in profile.needs if need.must)
    return (profile.tool.source, *profile.resource, "by", *taken) if taken else ()


def _by_resource(profiles: Sequence[Profile]) -> dict[tuple[str, ...], list[Profile]]:
    found: dict[tuple[str, ...], list[Profile]] = {}
    for profile in profiles:
        if not profile.reads and profile.resource:
            found.setdefault((profile.tool.source, *profile.resource), []).append(profile)
    return found


def _clash(one: Profile, other: Profile) -> Claim | None:
    noun = " ".join(one.resource)
    if one.action is Action.UPDATE and other.action is Action.DELETE:
        text = f"{one.name} changes the {noun} that {other.name} deletes."
        return _claim(one, other, RelationKind.CONFLICTS_WITH, text, "delete")
    if one.action is other.action is Action.UPDATE and one.name < other.name:
        text = f"{one.name} and {other.name} write the same {noun}; the later one wins."
        return _claim(one, other, RelationKind.CONFLICTS_WITH, text, "writers")
    return None


def _undo(one: Profile, other: Profile) -> bool:
    """Two verbs that take each other back: adding and removing do not clash."""
    left, right = set(words(one.name)), set(words(other.name))
    return any(right & set(_UNDOES.get(verb, "").split()) for verb in left) or any(
        left & set(_UNDOES.get(verb, "").split()) for verb in right
    )


def _verbs(one: Profile, other: Profile) -> Claim | None:
    left, right = set(words(one.name)), set(words(other.name))
    for verb in sorted(left):
        if right & set(_UNDOES.get(verb, "").split()) and verb not in right:
            text = f"{other.name} takes back what {one.name} does."
            return _claim(one, other, RelationKind.COMPLEMENTARY, text, "undo")
        if right & set(_OPPOSITES.get(verb, "").split()) and verb not in right:
            text = f"{one.name} and {other.name} decide the same thing in opposite ways."
            return _claim(one, other, RelationKind.CONFLICTS_WITH, text, "opposite")
    return None


def _claim(one: Profile, other: Profile, kind: RelationKind, text: str, trait: str) -> Claim:
    return Claim(one.name, other.name, kind, Evidence("writers", text), (str(kind), trait))
