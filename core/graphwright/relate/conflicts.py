"""Writers of one thing: those that clash, and those that undo each other."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ..relations import Evidence, RelationKind
from .claims import COMPLEMENTARY, CONFLICTS_WITH, Claim
from .doing import STOPS
from .names import DELETE, UPDATE
from .paths import is_parameter, plain
from .resources import Profile

_MOST = 8  # writers of one item that are compared with each other


def _pairs(text: str) -> Mapping[str, tuple[str, ...]]:
    found = (pair.split() for pair in text.split(", "))
    return {one: tuple(others.split("/")) for one, others in found}


# Verbs of two tools whose names are else the same.
_UNDOES = _pairs(
    "add remove/delete, enable disable, lock unlock, start stop, follow unfollow, star unstar, "
    "like unlike, subscribe unsubscribe, attach detach, assign unassign, open close, "
    "connect disconnect, activate deactivate/suspend, block unblock, publish unpublish, "
    "pin unpin, mute unmute, archive restore/unarchive, pause resume/unpause, "
    "install uninstall, link unlink, register unregister/deregister, protect unprotect, "
    "approve unapprove, login logout, resolve unresolve, save remove, set unset/clear, "
    "join leave, mark unmark, ban unban, promote demote, create delete, insert delete"
)
_COUNTERPARTS = _pairs(
    "push pull, upload download, import export, send receive, read write, get set, "
    "encode decode, encrypt decrypt, compress decompress, up down, save load, "
    "serialize deserialize, zip unzip, forward reverse"
)
_OPPOSITES = _pairs(
    "approve reject/decline/deny, accept decline/reject, confirm cancel, ship cancel, "
    "fulfill cancel, pay cancel/void, capture void, merge close"
)


def conflict_claims(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """`conflicts_with` and `complementary` among the tools that write one thing."""
    for some in _by_item(profiles).values():
        for one, other in combinations(some[:_MOST], 2):
            claim = _clash(one, other) or _clash(other, one)
            if claim and not _undo(one, other):
                yield claim
    yield from _by_verb(profiles)


def _by_verb(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """Tools whose names differ by one verb, and that verb by its sense."""
    bare = [(profile, _bare(profile)) for profile in profiles]
    named = {(p.tool.source, words): p for p, words in reversed(bare)}
    for profile, words in bare:
        if "reverse" in words:
            forth = tuple(word for word in words if word != "reverse")
            if found := named.get((profile.tool.source, forth)):
                text = f"{profile.name} is the way back of {found.name}."
                yield _claim(found, profile, COMPLEMENTARY, text, "counterpart")
        for table, kind, says, trait in _SENSES:
            for verb in table.keys() & words:
                for other in table.get(verb, ()):
                    swapped = tuple(other if word == verb else word for word in words)
                    found = named.get((profile.tool.source, swapped))
                    if found and found.name != profile.name:
                        text = says.format(profile.name, found.name)
                        yield _claim(profile, found, kind, text, trait)


def _bare(profile: Profile) -> tuple[str, ...]:
    """The words of a name, without prepositions: add to cart, remove from cart."""
    return tuple(word for word in profile.words if word not in STOPS)


def _by_item(profiles: Sequence[Profile]) -> dict[tuple[str, ...], list[Profile]]:
    found: dict[tuple[str, ...], list[Profile]] = {}
    for profile in profiles:
        if profile.action in (UPDATE, DELETE):
            found.setdefault(_item(profile), []).append(profile)
    found.pop((), None)
    return found


def _item(profile: Profile) -> tuple[str, ...]:
    """The one thing that is written: a path, or a resource by what identifies it."""
    if profile.segments:
        exact = is_parameter(profile.segments[-1])
        return (profile.tool.source, *plain(profile.segments)) if exact else ()
    taken = sorted(need.parameter.name for need in profile.needs if need.must and need.own)
    return (profile.tool.source, *profile.resource, "by", *taken) if taken else ()


def _clash(one: Profile, other: Profile) -> Claim | None:
    noun = " ".join(one.resource)
    if one.action is UPDATE and other.action is DELETE:
        text = f"{one.name} changes the {noun} that {other.name} deletes."
        return _claim(one, other, CONFLICTS_WITH, text, "delete")
    if one.action is other.action is UPDATE and one.name < other.name:
        text = f"{one.name} and {other.name} write the same {noun}; the later one wins."
        return _claim(one, other, CONFLICTS_WITH, text, "writers")
    return None


def _undo(one: Profile, other: Profile) -> bool:
    """Two verbs that take each other back: adding and removing do not clash."""
    left, right = set(one.words), set(other.words)
    return any(
        not there.isdisjoint(_UNDOES.get(verb, ()))
        for here, there in ((left, right), (right, left))
        for verb in here
    )


def _claim(one: Profile, other: Profile, kind: RelationKind, text: str, trait: str) -> Claim:
    return Claim(one.name, other.name, kind, Evidence("writers", text), (str(kind), trait))


_SENSES = (
    (_UNDOES, COMPLEMENTARY, "{1} takes back what {0} does.", "undo"),
    (_COUNTERPARTS, COMPLEMENTARY, "{0} and {1} are two ways of one.", "counterpart"),
    (
        _OPPOSITES,
        CONFLICTS_WITH,
        "{0} and {1} decide one thing.",
        "opposite",
    ),
)
