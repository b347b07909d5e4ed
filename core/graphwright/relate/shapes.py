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


class Shapes:
    """The look of every resource that some parameter points at."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        self._looks = _looks(profiles)
        self._known = {resource[-1] for resource in self._looks}
        holders: dict[str, list[tuple[str, ...]]] = {}
        for resource in sorted(self._looks):
            for name in self._looks[resource]:
                holders.setdefault(name, []).append(resource)
        self._holders = {name: held for name, held in holders.items() if len(held) <= _COMMON}
        self._whole = {
            resource: sum(1 / len(self._holders[name]) for name in look if name in self._holders)
            for resource, look in self._looks.items()
        }

    def of(self, profile: Profile) -> Iterator[tuple[tuple[str, ...], Field]]:
        """The `id` fields of a tool's answer, with the resource that their objects look like."""
        if not self._looks:
            return
        for field, names in _objects(profile):
            if not any(owner[-1] in self._known for owner in owners(field.path, field.schema)):
                resource = self._likest(names)
                if resource:
                    yield resource, field

    def _likest(self, names: Look) -> tuple[str, ...] | None:
        votes: dict[tuple[str, ...], float] = {}
        for name in names:
            held = self._holders.get(name, ())
            for resource in held:
                votes[resource] = votes.get(resource, 0.0) + 1 / len(held)
        shares = ((votes[r] / self._whole[r], r) for r in votes)
        share, likest = min(((-share, r) for share, r in shares), default=(0.0, ()))
        return likest if -share >= _ENOUGH else None


def _looks(profiles: Sequence[Profile]) -> dict[tuple[str, ...], Look]:
    """The fields that most tools about a resource give of it, listings first."""
    wanted = {need.reference.resource for p in profiles for need in p.needs}
    seen: dict[tuple[str, ...], list[Look]] = {}
    for profile in sorted(profiles, key=lambda p: not p.many):
        if profile.resource in wanted and profile.reads:
            if not profile.many and profile.resource in seen:
                continue
            for field, names in _objects(profile):
                if not owners(field.path, ""):
                    seen.setdefault(profile.resource, []).append(names)
    return {resource: look for resource, some in seen.items() if (look := _usual(some))}


def _usual(looks: Sequence[Look]) -> Look:
    counts = Counter(name for look in looks for name in look)
    usual = frozenset(name for name, count in counts.items() if 2 * count >= len(looks))
    return usual if len(usual) >= _FEWEST else frozenset()


def _objects(profile: Profile) -> Iterator[tuple[Field, Look]]:
    """Each `id` of an answer with the names of the fields beside it."""
    ids: dict[str, Field] = {}
    names: dict[str, set[str]] = {}
    for field in profile.tool.outputs:
        holder, _, name = field.path.rpartition(".")
        if name == "id" and holder.count("[]") < 2:
            ids[holder] = field
        else:
            names.setdefault(holder, set()).add(name)
    for holder, field in ids.items():
        if len(names.get(holder, ())) >= _FEWEST:
            yield field, frozenset(names[holder])
