"""What tools give: every identifying value of their answers, by what it identifies."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from ..tools import Field
from .names import Action, vocabulary
from .references import USER, Reference, nesting, of_a_user, owners, reference
from .resources import Profile
from .shapes import Shapes

_LOOKED_AT = 48  # providers of one value that are compared, best first
_PLAIN = frozenset(("string", "str", "text", "integer", "int", "number", "float", "array"))
_GIVES_NOTHING = (Action.DELETE, Action.UPDATE)
_QUALIFIERS = vocabulary("current my system user default active selected latest own")

Key = tuple[str, str, str]  # source, resource joined, attribute
ANY = "*"  # the attribute of an answer without a schema: some of its values identify it
ITSELF = "="  # the answer is the value: `get_country_code` gives a country code


class Basis(IntEnum):
    """Why an output field is thought to identify a resource, best reason first."""

    OWN = 0  # a bare id at the top of the answer: of what the tool is about
    OWNER = 1  # a bare id inside a property or schema of that name
    NAMED = 2  # its own name says it: `order_id`
    SHAPE = 3  # its object has the fields that objects of the resource have
    SAME = 4  # no id, but the very name of the parameter
    ASSUMED = 5  # no schema: the answer is what the tool is about
    TOLD = 6  # no schema: the description says that it lists them


@dataclass(frozen=True, slots=True)
class Offer:
    """A provider of a value. `field` is None where its answer has no schema."""

    provider: Profile
    field: Field | None
    basis: Basis
    head: bool  # the key holds only the last word of what is identified

    @property
    def deep(self) -> bool:
        """The value is inside something else that the answer holds: a track's album's id."""
        if self.field is None:
            return False
        return nesting(self.field.path) > 1 or self.field.path.count(".") > 2

    @property
    def grade(self) -> int:
        """Best is least: whole names, listings, readings, and then by basis."""
        provider = self.provider
        weak = self.basis is Basis.ASSUMED and not provider.many
        flags = (self.head, weak, not provider.reads, provider.action is Action.GET)
        return sum(flag << (6 - i) for i, flag in enumerate(flags)) + self.basis


class Offers:
    """All that the tools give, by source, resource and attribute."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        needs = [need.reference for p in profiles for need in p.needs]
        self._wanted = {word for reference in needs for word in reference.resource}
        self._exact = {reference.resource for reference in needs if not reference.attribute}
        self._shapes = Shapes(profiles)
        found: dict[Key, dict[str, Offer]] = {}
        for profile in profiles:
            for resource, attribute, offer in self._given(profile):
                source = profile.tool.source
                _keep(found.setdefault((source, "".join(resource), attribute), {}), offer)
                if len(resource) > 1 and offer.basis is not Basis.SAME:
                    head = Offer(profile, offer.field, offer.basis, head=True)
                    _keep(found.setdefault((source, resource[-1], attribute), {}), head)
        self._by_key = {key: _best(some.values()) for key, some in found.items()}

    def of(self, source: str, resource: tuple[str, ...], attribute: str) -> tuple[Offer, ...]:
        return self._by_key.get((source, "".join(resource), attribute), ())

    def _given(self, profile: Profile) -> Iterator[tuple[tuple[str, ...], str, Offer]]:
        if profile.action in _GIVES_NOTHING:
            return
        identified = False
        for field in profile.tool.outputs:
            said = reference(field.name)
            if said.attribute and field.type.lower() in _PLAIN:
                identified = True
                for resource, basis in _meanings(profile, field, said):
                    if resource[-1] in self._wanted and _its_own(profile, field, resource):
                        yield resource, said.attribute, Offer(profile, field, basis, head=False)
            elif said.resource in self._exact and not said.attribute:
                yield said.resource, "", Offer(profile, field, Basis.SAME, head=False)
        for resource, field in self._shapes.of(profile):
            identified = True
            yield resource, "id", Offer(profile, field, Basis.SHAPE, head=False)
        if profile.resource:
            if not identified:
                yield profile.resource, ANY, Offer(profile, None, Basis.ASSUMED, head=False)
                for noun in profile.lists:
                    if noun != profile.resource[-1]:
                        yield (noun,), ANY, Offer(profile, None, Basis.TOLD, head=False)
            if _is_answer(profile):
                itself = _unqualified(profile.resource)
                yield itself, ITSELF, Offer(profile, None, Basis.SAME, head=False)


def _its_own(profile: Profile, field: Field, resource: tuple[str, ...]) -> bool:
    """What is written answers with itself, and what it made; the rest was known before."""
    if profile.reads or profile.resource[-1:] == resource[-1:]:
        return True
    made = profile.action is Action.CREATE and not nesting(field.path)
    return made and profile.tool.parameter(field.name) is None


def _keep(best: dict[str, Offer], offer: Offer) -> None:
    """One offer a provider: the better one, and of two alike the one higher up in the answer."""
    held = best.get(offer.provider.name)
    if held is None or (offer.grade, _depth(offer)) < (held.grade, _depth(held)):
        best[offer.provider.name] = offer


def _depth(offer: Offer) -> int:
    return offer.field.path.count(".") if offer.field else 0


def _best(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    return tuple(sorted(offers, key=_order)[:_LOOKED_AT])


def _order(offer: Offer) -> tuple[int, int, int, str]:
    provider = offer.provider
    return offer.grade, len(provider.needs), len(provider.segments), provider.name


def _is_answer(profile: Profile) -> bool:
    """The answer as a whole is the resource: a listing by path, a reading without a schema."""
    if profile.segments:
        return profile.many
    return profile.reads and not profile.tool.outputs and profile.resource[-1] in profile.words


def _unqualified(noun: tuple[str, ...]) -> tuple[str, ...]:
    """`current_location` is a location."""
    while len(noun) > 1 and noun[0] in _QUALIFIERS:
        noun = noun[1:]
    return noun


def _meanings(
    profile: Profile, field: Field, said: Reference
) -> Iterable[tuple[tuple[str, ...], Basis]]:
    if said.resource:
        return ((said.resource, Basis.NAMED),)
    held_by = owners(field.path, field.schema)
    found = [(owner, Basis.OWNER) for owner in held_by]
    if of_a_user(said.attribute) and USER not in held_by:
        found.append((USER, Basis.NAMED))
    alike = any(owner[-len(profile.resource) :] == profile.resource for owner in held_by)
    if profile.resource and (alike or not held_by) and profile.resource not in held_by:
        found.append((profile.resource, Basis.OWN))
    return found
