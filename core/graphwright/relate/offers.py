"""What tools give: every identifying value of their answers, by what it identifies."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..tools import Field
from .names import Action, vocabulary
from .references import Reference, owners, reference
from .resources import Profile
from .shapes import Shapes

_LOOKED_AT = 48  # providers of one value that are compared, best first
_PLAIN = frozenset(("string", "str", "text", "integer", "int", "number", "float", "array"))
_GIVES_NOTHING = (Action.DELETE, Action.UPDATE)
_QUALIFIERS = vocabulary("current my system user default active selected latest own")
_BY_ACTION = {action: rank for rank, action in enumerate(Action)}

Key = tuple[str, str, str]  # source, resource joined, attribute
ANY = "*"  # the attribute of an answer without a schema: some of its values identify it
ITSELF = "="  # the answer is the value: `get_country_code` gives a country code


class Basis(StrEnum):
    """Why an output field is thought to identify a resource, best reason first."""

    OWN = "own"  # a bare id at the top of the answer: of what the tool is about
    OWNER = "owner"  # a bare id inside a property or schema of that name
    NAMED = "named"  # its own name says it: `order_id`
    SHAPE = "shape"  # its object has the fields that objects of the resource have
    SAME = "same"  # no id, but the very name of the parameter
    ASSUMED = "assumed"  # no schema: the answer is what the tool is about


@dataclass(frozen=True, slots=True)
class Offer:
    """A provider of a value. `field` is None where its answer has no schema."""

    provider: Profile
    field: Field | None
    basis: Basis
    head: bool  # the key holds only the last word of what is identified


class Offers:
    """All that the tools give, by source, resource and attribute."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        needs = [need.reference for p in profiles for need in p.needs]
        wanted = {word for reference in needs for word in reference.resource}
        exact = {reference.resource for reference in needs if not reference.attribute}
        shapes = Shapes(profiles)
        found: dict[Key, dict[str, Offer]] = {}
        for profile in profiles:
            for resource, attribute, offer in _offers(profile, wanted, exact, shapes):
                for key, made in _keys(profile.tool.source, resource, attribute, offer):
                    best = found.setdefault(key, {})
                    held = best.get(profile.name)
                    if held is None or _order(made) < _order(held):
                        best[profile.name] = made
        self._by_key = {
            key: tuple(sorted(offers.values(), key=_order)[:_LOOKED_AT])
            for key, offers in found.items()
        }

    def of(self, source: str, resource: tuple[str, ...], attribute: str) -> tuple[Offer, ...]:
        return self._by_key.get((source, "".join(resource), attribute), ())


def _keys(
    source: str, resource: tuple[str, ...], attribute: str, offer: Offer
) -> Iterator[tuple[Key, Offer]]:
    yield (source, "".join(resource), attribute), offer
    if len(resource) > 1 and offer.basis is not Basis.SAME:
        head = Offer(offer.provider, offer.field, offer.basis, head=True)
        yield (source, resource[-1], attribute), head


def _order(offer: Offer) -> tuple[int, bool, str, int, int, str]:
    """Whole names before heads, listings before single answers, and then by basis."""
    provider = offer.provider
    return (
        _BY_ACTION[provider.action],
        offer.head,
        offer.basis,
        len(provider.needs),
        len(provider.segments),
        provider.name,
    )


Found = tuple[tuple[str, ...], str, Offer]


def _offers(
    profile: Profile, wanted: set[str], exact: set[tuple[str, ...]], shapes: Shapes
) -> Iterator[Found]:
    if profile.action in _GIVES_NOTHING:
        return
    identified = False
    for field in profile.tool.outputs:
        if field.type.lower() not in _PLAIN:
            continue
        said = reference(field.name)
        if not said.attribute:
            if said.resource in exact:
                yield said.resource, "", Offer(profile, field, Basis.SAME, head=False)
            continue
        identified = True
        for resource, basis in _meanings(profile, field, said):
            if resource[-1] in wanted:
                yield resource, said.attribute, Offer(profile, field, basis, head=False)
    for resource, field in shapes.of(profile):
        identified = True
        yield resource, "id", Offer(profile, field, Basis.SHAPE, head=False)
    if not identified and profile.resource:
        yield profile.resource, ANY, Offer(profile, None, Basis.ASSUMED, head=False)
        if profile.action.reads and not profile.tool.outputs:
            yield _unqualified(profile.resource), ITSELF, Offer(profile, None, Basis.SAME, False)


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
    at_top = "." not in field.path.strip("[].")
    if profile.resource and profile.resource not in held_by and (at_top or not held_by):
        found.append((profile.resource, Basis.OWN))
    return found
