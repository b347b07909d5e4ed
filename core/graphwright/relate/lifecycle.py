"""Lifecycle: what must have happened to a resource before something else can."""

from collections.abc import Iterator, Sequence

from ..relations import Evidence, RelationKind
from .claims import Claim
from .names import Action
from .paths import is_parameter, plain
from .resources import Profile

_MANY = 24  # tools of one resource that follow its creation
_ON_ONE = (Action.GET, Action.UPDATE, Action.DELETE, Action.ACT)

Place = tuple[str, ...]


def lifecycle_claims(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """`precedes` from the creation of a resource to what is done with one of it."""
    makers: dict[Place, list[Profile]] = {}
    users: dict[Place, list[Profile]] = {}
    for profile in profiles:
        if profile.action is Action.CREATE:
            makers.setdefault(_collection(profile), []).append(profile)
        elif profile.action in _ON_ONE and (place := _item(profile)):
            users.setdefault(place, []).append(profile)
    for place, creators in makers.items():
        for creator in creators[:3]:
            for user in users.get(place, ())[:_MANY]:
                yield _after(creator, user)


def _collection(profile: Profile) -> Place:
    """Where a creation puts its resource: its whole path, else source and resource."""
    return (profile.tool.source, *(plain(profile.segments) or profile.resource))


def _item(profile: Profile) -> Place:
    """The collection that a tool takes one item of; () where it takes none."""
    if not profile.segments:
        own = any(need.own for need in profile.needs)
        return (profile.tool.source, *profile.resource) if own else ()
    held = [i for i, part in enumerate(profile.segments) if is_parameter(part)]
    return (profile.tool.source, *plain(profile.segments[: held[-1]])) if held else ()


def _after(creator: Profile, user: Profile) -> Claim:
    noun = " ".join(creator.resource)
    text = f"{creator.tool.name} makes the {noun} that {user.tool.name} works on."
    return Claim(
        creator.tool.name,
        user.tool.name,
        RelationKind.PRECEDES,
        Evidence("lifecycle", text),
        (str(user.action), "path" if user.segments else "name"),
    )
