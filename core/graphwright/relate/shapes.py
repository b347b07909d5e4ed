"""Resources by the look of their objects: a `cast[]` with the fields of a person holds persons."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ..tools import Field
from .references import owners
from .resources import Profile

_ENOUGH = 0.5  # share of a resource's fields, by weight, that an object must have
_FEWEST = 4  # fields that a look needs
_COMMON = 24  # a field of more resources than this tells none from another

Look = frozenset[str]
Resource = tuple[str, ...]


class Shapes:
    """The look of every resource that some parameter points at."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        self._looks = _looks(profiles)
        self._known = {resource[-1] for resource in self._looks}
        holders: dict[str, list[Resource]] = {}
        for resource in sorted(self._looks):
            for name in self._looks[resource]:
                holders.setdefault(name, []).append(resource)
        self._holders = {name: held for name, held in holders.items() if len(held) <= _COMMON}
        self._likest_of: dict[Look, tuple[Resource, ...]] = {}
        self._whole = {held: self._votes(look).get(held, 0) for held, look in self._looks.items()}

    def of(self, profile: Profile) -> Iterator[tuple[Resource, Field]]:
        """The `id` fields of a tool's answer, with the resource that their objects look like."""
        if not self._looks:
            return
        unowned = [
            (holder, field)
            for holder, field in _ids(profile)
            if not any(owner[-1] in self._known for owner in owners(field.path, field.schema))
        ]
        objects = _objects(profile) if unowned else {}
        for holder, field in unowned:
            resource = self._likest(objects[holder], profile.resource)
            if resource:
                yield resource, field

    def _likest(self, names: Look, own: Resource) -> Resource | None:
        """The resource that an object looks like; of several, what the tool is about."""
        if names not in self._likest_of:
            self._likest_of[names] = self._looking_like(names)
        likest = self._likest_of[names]
        return min(likest, key=lambda one: (one[-1:] != own[-1:], one), default=None)

    def _looking_like(self, names: Look) -> tuple[Resource, ...]:
        votes = self._votes(names) if len(names) >= _FEWEST else {}
        shares = {resource: votes[resource] / self._whole[resource] for resource in votes}
        best = max(shares.values(), default=0.0)
        if best < _ENOUGH:
            return ()
        return tuple(resource for resource, share in shares.items() if share == best)

    def _votes(self, names: Look) -> dict[Resource, float]:
        """What the names speak for; a name that many resources have speaks little for each."""
        votes: dict[Resource, float] = {}
        for name in sorted(self._holders.keys() & names):
            held = self._holders[name]
            share = 1 / len(held)
            for resource in held:
                votes[resource] = votes.get(resource, 0.0) + share
        return votes


def _looks(profiles: Sequence[Profile]) -> dict[Resource, Look]:
    """The fields that most tools about a resource give of it, listings first."""
    wanted = {need.reference.resource for p in profiles for need in p.needs}
    seen: dict[Resource, list[Look]] = {}
    for profile in sorted(profiles, key=lambda p: not p.many):
        if profile.resource in wanted and profile.reads:
            if not profile.many and profile.resource in seen:
                continue
            ids = [holder for holder, field in _ids(profile) if not owners(field.path, "")]
            objects = _objects(profile) if ids else {}
            for holder in ids:
                if len(objects[holder]) >= _FEWEST:
                    seen.setdefault(profile.resource, []).append(objects[holder])
    return {resource: look for resource, some in seen.items() if (look := _usual(some))}


def _usual(looks: Sequence[Look]) -> Look:
    counts = Counter(name for look in looks for name in look)
    usual = frozenset(name for name, count in counts.items() if 2 * count >= len(looks))
    return usual if len(usual) >= _FEWEST else frozenset()


def _ids(profile: Profile) -> list[tuple[str, Field]]:
    """The `id` fields of an answer, each with the path of the object that holds it."""
    return [
        (path[:-3], field)
        for field in profile.tool.outputs
        if (path := field.path).endswith("id")
        and (path == "id" or path.endswith(".id"))
        and path.count("[]") < 2
    ]


def _objects(profile: Profile) -> dict[str, Look]:
    """The names of the fields that each object of an answer has, beside its `id`."""
    found: dict[str, set[str]] = {}
    for field in profile.tool.outputs:
        holder, _, name = field.path.rpartition(".")
        found.setdefault(holder, set()).add(name)
    return {holder: frozenset(names - {"id"}) for holder, names in found.items()}
