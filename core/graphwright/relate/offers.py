"""What tools give: every identifying value of their answers, by what it identifies."""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from ..tools import Field, Location
from .names import ACT, CREATE, DELETE, GET, UPDATE, vocabulary
from .paths import Segments
from .references import USER, Given, Reference, given_by, of_a_user, reference, spellings
from .resources import Profile
from .shapes import Shapes

_LOOKED_AT = 48  # providers of one value that are compared, best first
_PLAIN = frozenset(("string", "str", "text", "integer", "int", "number", "float", "array"))
_GIVES_NOTHING = (DELETE, UPDATE)
_QUALIFIERS = vocabulary("current my system user default active selected latest own")

PATH = Location.PATH  # see `Action`

Noun = tuple[str, ...]
Key = tuple[str, str]  # resource joined, attribute
Meanings = tuple[tuple[Noun, "Basis", Given], ...]
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


OWN, OWNER, NAMED, SHAPE, SAME, ASSUMED, TOLD = Basis  # see `Action`


class Offer(NamedTuple):
    """A provider of a value. There are many, and most are never looked at again."""

    provider: Profile
    field: Field | None  # None where its answer has no schema
    basis: Basis
    head: bool  # the key holds only the last word of what is identified
    deep: bool  # inside something else that the answer holds
    grade: int  # best is least: whole names, listings, readings, and then by basis


class _Telling(dict[str, Reference | None]):
    """What the last name of each path says; None where nobody asks for such a thing."""

    def __init__(self, exact: frozenset[Noun]) -> None:
        self._exact = exact

    def __missing__(self, path: str) -> Reference | None:
        said = reference(path.rpartition(".")[2].replace("[]", ""))
        told = said if said.attribute or said.resource in self._exact else None
        self[path] = told
        return told


class Offers:
    """What the tools of one source give, by resource and attribute."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        needs = {(need.reference, need.things) for p in profiles for need in p.needs}
        self._wanted = {
            (said.resource[-1], attribute)
            for said, things in needs
            for attribute in (("id",) if things else spellings(said.attribute))
        }
        self._attributes = {attribute for _, attribute in self._wanted}
        exact = frozenset(said.resource for said, _ in needs if not said.attribute)
        self._telling = _Telling(exact)
        self._shapes = Shapes(profiles)
        self._known: dict[Noun, dict[tuple[str, str], Meanings]] = {}
        self._found: dict[Key, dict[str, Offer]] = {}
        self._ranked: dict[Key, tuple[Offer, ...]] = {}
        self._lists: dict[Segments, list[Profile]] = {}
        for profile in profiles:
            if profile.many and profile.place:
                self._lists.setdefault(profile.place, []).append(profile)
            if profile.action not in _GIVES_NOTHING:
                for resource, attribute, offer in self._given(profile):
                    self._add(resource, attribute, offer)

    def of(self, resource: Noun, attribute: str) -> tuple[Offer, ...]:
        key = "".join(resource), attribute
        if key not in self._ranked:
            self._ranked[key] = _best(self._found.get(key, {}).values())
        return self._ranked[key]

    def at(self, place: Segments, wanted: Reference) -> Iterator[Offer]:
        """What lists of one place give for an item, by the attribute alone.

        `status_id` picks from a list whose items have an `id`; where the items are named like
        what is picked, a list is enough. Others are assumed.
        """
        for profile in self._lists.get(place, ()):
            if any(parameter.location is not PATH for parameter in profile.tool.required):
                continue
            alike = not set(wanted.resource).isdisjoint((*profile.resource, *profile.words))
            field = _picked(profile, wanted) if wanted.attribute or alike else None
            if field is not None:
                named = reference(field.name).resource == wanted.resource
                yield _offer(profile, OWN if alike or named else SAME, field)
            elif alike:
                yield _offer(profile, ASSUMED)

    def _add(self, resource: Noun, attribute: str, offer: Offer) -> None:
        _keep(self._found.setdefault(("".join(resource), attribute), {}), offer)
        if len(resource) > 1 and offer.basis is not SAME:
            provider, field, basis, _, deep, grade = offer
            head = Offer(provider, field, basis, True, deep, grade + _HEAD)
            _keep(self._found.setdefault((resource[-1], attribute), {}), head)

    def _given(self, profile: Profile) -> Iterator[tuple[Noun, str, Offer]]:
        identified = False
        telling, attributes = self._telling, self._attributes
        known = self._known.setdefault(profile.resource, {})
        for field in profile.tool.outputs:
            said = telling[field.path]
            if said is None:
                continue
            attribute = said.attribute
            if not attribute:
                deep = given_by(field.path, field.schema).deep
                yield said.resource, "", _offer(profile, SAME, field, deep)
            elif field.type.lower() in _PLAIN:
                identified = True
                if attribute in attributes:
                    key = field.path, field.schema
                    if key not in known:
                        known[key] = self._meant(profile.resource, key)
                    for resource, basis, given in known[key]:
                        if profile.reads or _its_own(profile, field, given, resource):
                            yield resource, attribute, _offer(profile, basis, field, given.deep)
        for resource, field in self._shapes.of(profile):
            identified = True
            yield resource, "id", _offer(profile, SHAPE, field)
        if profile.resource:
            yield from _without_schema(profile, identified)

    def _meant(self, own: Noun, key: tuple[str, str]) -> Meanings:
        """The resources that a field identifies, as far as some parameter asks for them."""
        given = given_by(*key)
        attribute = given.reference.attribute
        return tuple(
            (resource, basis, given)
            for resource, basis in _meanings(own, given)
            if (resource[-1], attribute) in self._wanted
        )


def _meanings(own: Noun, given: Given) -> list[tuple[Noun, Basis]]:
    """The resources that a field may identify in an answer about `own`."""
    said, held_by = given.reference, given.owners
    if said.resource:
        return [(said.resource, NAMED)]
    found = [(owner, OWNER) for owner in held_by]
    if of_a_user(said.attribute) and USER not in held_by:
        found.append((USER, NAMED))
    alike = not held_by or any(owner[-len(own) :] == own for owner in held_by)
    if own and alike and own not in held_by:
        found.append((own, OWNER if given.nesting else OWN))  # a referenced message is another one
    return found


def _picked(profile: Profile, wanted: Reference) -> Field | None:
    """The field of a listed item that identifies it in this way, the one highest up."""
    sorts = (*spellings(wanted.attribute), *(("id",) if wanted.attribute == "name" else ()))
    found = [
        (said.resource not in ((), wanted.resource), sorts.index(said.attribute), _rank(field))
        for field in profile.tool.outputs
        if field.path.count("[]") == 1 and field.type.lower() in _PLAIN
        for said in (reference(field.name),)
        if said.attribute and said.attribute in sorts
    ]
    path = min(found)[2][1] if found else ""
    return next((field for field in profile.tool.outputs if path and field.path == path), None)


def _rank(field: Field) -> tuple[int, str]:
    return field.path.count("."), field.path


_HEAD = 1 << 6


def _offer(profile: Profile, basis: Basis, field: Field | None = None, deep: bool = False) -> Offer:
    grade = int(basis)
    if basis is ASSUMED and not profile.many:
        grade += 1 << 5
    if not profile.reads:
        grade += 1 << 4
    elif profile.action is GET:
        grade += 1 << 3
    return Offer(profile, field, basis, False, deep, grade)


def _without_schema(profile: Profile, identified: bool) -> Iterator[tuple[Noun, str, Offer]]:
    """What an answer is taken for where no schema says what it holds."""
    if not identified:
        yield profile.resource, ANY, _offer(profile, ASSUMED)
        for noun in profile.lists:
            if noun != profile.resource[-1]:
                yield (noun,), ANY, _offer(profile, TOLD)
    if _is_answer(profile):
        yield _unqualified(profile.resource), ITSELF, _offer(profile, SAME)


def _its_own(profile: Profile, field: Field, given: Given, resource: Noun) -> bool:
    """What is written answers with itself, and what it made; the rest was known before."""
    if profile.resource[-1:] == resource[-1:]:
        return True
    made = profile.action in (CREATE, ACT) and not given.nesting
    return made and profile.tool.parameter(field.name) is None


def _keep(best: dict[str, Offer], offer: Offer) -> None:
    """One offer a provider: the better one, and of two alike the one higher up in the answer."""
    held = best.get(offer.provider.name)
    if (
        held is None
        or offer.grade < held.grade
        or (offer.grade == held.grade and _depth(offer) < _depth(held))
    ):
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


def _unqualified(noun: Noun) -> Noun:
    """`current_location` is a location."""
    while len(noun) > 1 and noun[0] in _QUALIFIERS:
        noun = noun[1:]
    return noun
