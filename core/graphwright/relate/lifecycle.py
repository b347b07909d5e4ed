"""Lifecycle: what happens to one resource in which order, by paths, states and verbs."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from ..relations import Evidence
from .claims import PRECEDES, Claim
from .names import ACT, CREATE, DELETE, GET, UPDATE, vocabulary, words
from .paths import is_parameter, plain
from .resources import Profile

_MANY = 24  # tools of one resource that follow its creation
_FEW = 4  # tools of one stage that are joined with those of the next
_CHANGES = ("put", "patch")
_ON_ONE = (GET, UPDATE, DELETE, ACT)
_SESSIONS = vocabulary("login signin authenticate logon connect")
_AUTHORIZES = vocabulary("authorize authorise authorization auth")
_SESSION_VALUES = vocabulary("session token connection")

# Stages that follow one another, whatever the trade; each stage by its verbs.
_STAGES = tuple(
    tuple(vocabulary(stage) for stage in chain.split(","))
    for chain in (
        "create draft open,submit request,approve accept confirm,publish merge fulfill",
        "checkout,pay capture,ship,refund return",
        "create place book reserve,confirm,cancel",
        "create place,pay,ship,return refund",
        "start run launch,stop end finish complete",
        "pause,resume unpause",
        "register signup,login signin,logout signout",
        "authorize,capture,refund",
        "upload import,process parse analyze,export download",
        "install deploy,upgrade,rollback,uninstall",
        "lock,unlock",
        "connect,disconnect",
        "enable,disable",
    )
)
_STAGED = frozenset(verb for chain in _STAGES for stage in chain for verb in stage)
_TOGETHER = tuple(vocabulary(stage) for stage in ("add stage", "commit", "push"))  # of a version

_HANDS_ON = vocabulary("checkout submit place pay send finalize complete commit")

Place = tuple[str, ...]


def lifecycle_claims(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """`precedes` along the life of a resource."""
    yield from _after_creation(profiles)
    yield from _reading_first(profiles)
    yield from _ending_last(profiles)
    yield from _by_stage(profiles)
    yield from _filled_first(profiles)
    yield from _sessions(profiles)
    yield from _tokens(profiles)


def _after_creation(profiles: Sequence[Profile]) -> Iterator[Claim]:
    makers = _grouped(profiles, lambda p: _collection(p) if p.action is CREATE else ())
    users = _grouped(profiles, lambda p: _item(p) if p.action in _ON_ONE else ())
    for place, creators in makers.items():
        for creator in creators[:3]:
            for user in users.get(place, ())[:_MANY]:
                text = f"{creator.name} makes the {_noun(creator)} that {user.name} works on."
                yield _claim(creator, user, text, ("create", "path" if user.segments else "name"))


def _reading_first(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """What is changed is read first, or what the writer does not know is lost.

    A part of an item that cannot be read by itself (`/orders/{id}/status`) is read with it.
    """
    read = {(profile.tool.source, *profile.place) for profile in profiles if profile.reads}
    parts = _grouped([p for p in profiles if p.tool.method in _CHANGES], _whole)
    for place, some in _grouped(profiles, _exact_item).items():
        writers = [p for p in some if p.tool.method in _CHANGES]
        writers += [p for p in parts.get(place, ()) if (p.tool.source, *p.place) not in read]
        for reader in [p for p in some if p.action is GET][:2]:
            for writer in writers[:_FEW]:
                text = f"{reader.name} shows the {_noun(reader)} that {writer.name} changes."
                yield _claim(reader, writer, text, ("read",))


def _whole(profile: Profile) -> Place:
    """The item of which a tool's path names one part; () for others."""
    parts = profile.place
    if len(parts) < 3 or parts[-1] == "{}" or parts[-2] != "{}":
        return ()
    return (profile.tool.source, *parts[:-2])


def _ending_last(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """What ends a thing comes after its reading, where no change stands between them.

    The change clashes with the end, and comes in no order with it: see `conflict_claims`.
    """
    for some in _grouped(profiles, _exact_item).values():
        changed = any(profile.tool.method in _CHANGES for profile in some)
        readers = [] if changed else [p for p in some if p.action is GET][:2]
        for ender in [p for p in some if p.action is DELETE][:2]:
            for reader in readers:
                text = f"{ender.name} ends the {_noun(reader)} that {reader.name} shows."
                yield _claim(reader, ender, text, ("end",))


def _filled_first(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """What is put into a thing is put there before the thing is handed on: cart, then checkout."""
    fillers = _grouped([p for p in profiles if p.action is CREATE], _whole)
    for profile in profiles:
        if profile.action is ACT and profile.verb in _HANDS_ON:
            for filler in fillers.get(_whole(profile), ())[:_FEW]:
                if filler.name != profile.name:
                    text = f"{filler.name} fills what {profile.name} hands on."
                    yield _claim(filler, profile, text, ("stage",))


def _by_stage(profiles: Sequence[Profile]) -> Iterator[Claim]:
    for some in _grouped(profiles, _life).values():
        staged = [profile for profile in some if _stage(profile) in _STAGED]
        for chain in _STAGES if len(staged) > 1 else ():
            yield from _along(chain, staged)
    for some in _grouped(profiles, lambda p: () if p.segments else p.home[1:]).values():
        yield from _along(_TOGETHER, some, whole=True)


def _along(
    chain: Sequence[frozenset[str]], profiles: Sequence[Profile], whole: bool = False
) -> Iterator[Claim]:
    """From each stage to the next that is there; `whole` asks for all of them."""
    stages = [[p for p in profiles if _stage(p) in stage][:_FEW] for stage in chain]
    if whole and not all(stages):
        return
    for earlier, later in pairwise(stage for stage in stages if stage):
        for one in earlier:
            for other in later:
                if one.name != other.name and not other.reads:
                    text = f"After {one.name} comes {other.name}."
                    yield _claim(one, other, text, ("stage",))


def _stage(profile: Profile) -> str:
    return profile.verb or str(profile.action)


def _sessions(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """A log-in gives the session that its neighbours ask for."""
    logins = _grouped(profiles, lambda p: p.words[:1] if p.verb in _SESSIONS else ())
    for profile in profiles:
        asked = [n for n in profile.needs if n.reference.resource[-1] in _SESSION_VALUES]
        for login in logins.get(profile.words[:1], ())[:2] if asked else ():
            if login.tool.source == profile.tool.source and login.name != profile.name:
                parameter = asked[0].parameter.name
                text = f"{profile.name} needs {parameter}, which {login.name} opens."
                yield _claim(login, profile, text, ("session",), parameter)


def _tokens(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """OAuth: authorization is asked for, then exchanged for a token.

    Source: RFC 6749, section 4.1.
    """
    asked = _grouped(profiles, lambda p: (p.tool.source,) if _end(p) in _AUTHORIZES else ())
    for profile in profiles:
        for first in asked.get((profile.tool.source,), ())[:2]:
            if _end(profile) == "token" and not profile.reads:
                text = f"{profile.name} exchanges what {first.name} grants."
                yield _claim(first, profile, text, ("token",))


def _end(profile: Profile) -> str:
    """The first word of a path's last segment (`token.oauth2`), or a name that is one word."""
    if profile.segments:
        return next(iter(words(profile.segments[-1])), "")
    return profile.words[0] if len(profile.words) == 1 else ""


def _claim(
    first: Profile, then: Profile, text: str, traits: tuple[str, ...], parameter: str = ""
) -> Claim:
    evidence = Evidence("lifecycle", text, parameter)
    return Claim(first.name, then.name, PRECEDES, evidence, traits)


def _grouped(
    profiles: Sequence[Profile], place_of: Callable[[Profile], Place]
) -> dict[Place, list[Profile]]:
    found: dict[Place, list[Profile]] = defaultdict(list)
    for profile in profiles:
        if place := place_of(profile):
            found[place].append(profile)
    return found


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


def _life(profile: Profile) -> Place:
    """What tools have in common that work on one kind of thing, its creation included."""
    if not profile.segments:
        return (profile.tool.source, *profile.resource)
    return _collection(profile) if profile.action is CREATE else _item(profile)


def _exact_item(profile: Profile) -> Place:
    """The item that a tool is about as a whole, and not a part or an action of it."""
    if profile.segments and not is_parameter(profile.segments[-1]):
        return ()
    return _item(profile)


def _noun(profile: Profile) -> str:
    return " ".join(profile.resource)
