"""Offers matched with a need: who can supply a value at all, whoever asks for it."""

from collections.abc import Iterator
from typing import NamedTuple

from .holding import Holding, holding
from .names import ACT, GET, SEARCH, singulars, words
from .needs import Need
from .offers import ANY, ASSUMED, ITSELF, OWN, OWNER, SAME, SHAPE, TOLD, Offer, Offers
from .references import Reference, reference, spellings
from .resources import Profile

_COMPARED = 24  # suppliers that are compared for one consumer
_ENOUGH = 2  # suppliers from which those are left out that hold the value deep in their answer
_NUMBERS = ("integer", "int", "number", "float")
_HALF = 1 << 7  # more than any grade of an offer
_QUESTIONS = tuple((word,) for word in ("query", "q", "search", "keyword", "term", "text"))
_IN_PLACE = (OWN, OWNER, ASSUMED)


class Match(NamedTuple):
    """An offer under one spelling of what is needed."""

    offer: Offer
    provider: Profile
    sure: bool  # a schema says that it identifies something
    holding: Holding
    grade: int  # best is least
    late: bool  # no search, which is asked before a listing
    kept: str  # the parent under which the provider keeps what it lists; "" for none
    order: int  # among all that match
    traits: tuple[str, ...]  # see Claim
    scope: frozenset[Reference]  # what must be known before it can be asked

    def at_place(self) -> "Match":
        """The same of a list of the very collection that is picked from."""
        if self.offer.field is None:
            return self
        return self._replace(traits=("place", *self.traits[1:]))


def matches_at(offers: Offers, need: Need) -> list[Match]:
    """The lists of the very collection that is picked from, whatever their items are called."""
    found = sorted(offers.at(need.place, need.reference), key=lambda offer: offer.provider.name)
    return [
        _match(need, order, (_HALF, offer, True)).at_place()
        for order, offer in enumerate(found[:_COMPARED])
        if not _echoes(offer.provider, need)
    ]


# Grade (best is least), offer, whether it has all words of what is needed.
Candidate = tuple[int, Offer, bool]


def matches(offers: Offers, need: Need) -> list[Match]:
    """Who can supply the value, best first: one match a provider."""
    best: dict[str, Candidate] = {}
    for _, _, name, _, candidate in sorted(_candidates(offers, need)):
        if name not in best and _can_supply(need, candidate[1]):
            best[name] = candidate
            if len(best) == _COMPARED:
                break
    return [_match(need, order, found) for order, found in enumerate(_best(list(best.values())))]


def _candidates(offers: Offers, need: Need) -> Iterator[tuple[int, int, str, int, Candidate]]:
    """All offers of the right type, each after its grade, its provider's needs and name."""
    count = 0
    for resource, attribute, whole in _spellings(need):
        less = 0 if whole else _HALF
        for offer in offers.of(resource, attribute):
            misfit = _misfit(need, offer) if offer.field else 0
            if misfit is not None:
                count += 1
                grade = 4 * (offer.grade + less) + 2 * offer.deep + misfit
                provider = offer.provider
                yield grade, len(provider.needs), provider.name, count, (grade, offer, whole)


def _match(need: Need, order: int, found: Candidate) -> Match:
    grade, offer, whole = found
    provider = offer.provider
    of_kind = provider.resource[-1:] == need.reference.resource[-1:]
    kept = provider.parent if of_kind and offer.basis in _IN_PLACE and not offer.deep else ""
    late = provider.action is not SEARCH
    held = holding(need, offer)
    traits = _traits(offer, whole, held)
    scope = frozenset(held.reference for held in provider.needs if held.must)
    sure = offer.basis < SAME
    return Match(offer, provider, sure, held, grade, late, kept, order, traits, scope)


def _traits(offer: Offer, whole: bool, held: Holding) -> tuple[str, ...]:
    return (
        (held if offer.field else offer.basis).name.lower(),
        "whole" if whole and not offer.head else "part",
        "list" if offer.provider.many else str(offer.provider.action),
    )


def _best(ranked: list[Candidate]) -> list[Candidate]:
    """Without those that hold the value deep, or half of its name, where better ones do."""
    some_whole = any(whole for _, _, whole in ranked)
    shallow = sum(not offer.deep for _, offer, _ in ranked)
    return [
        (grade, offer, whole)
        for grade, offer, whole in ranked
        if (whole or not some_whole)
        and not (offer.deep and shallow >= (_ENOUGH if offer.provider.many else 1))
    ]


def _misfit(need: Need, offer: Offer) -> int | None:
    """0 for one type, 1 for a number where a text is asked for, None for what cannot be."""
    if offer.field is None:
        return 0
    wanted, given = need.parameter, offer.field
    if wanted.format and given.format and wanted.format != given.format:
        return None if "uuid" in (wanted.format, given.format) else 1
    if wanted.type == given.type:
        return 0
    numbers = [kind.type.lower() in _NUMBERS for kind in (wanted, given)]
    if numbers == [True, False] and given.type.lower() in ("string", "str"):
        return None if offer.basis is not OWN else 1
    return int(numbers == [False, True])


def _spellings(need: Need) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """The keys under which a value may be offered: whole name first, then its last words."""
    wanted = need.reference
    if need.things:
        yield singulars(need.parameter.name), ITSELF, True
        if need.parameter.type == "array":
            yield wanted.resource, "id", True  # of a listing
        return
    for cut in range(len(wanted.resource)):
        for attribute in (*spellings(wanted.attribute), ANY):
            yield wanted.resource[cut:], attribute, not cut
    yield singulars(need.parameter.name), ITSELF, True


def _can_supply(need: Need, offer: Offer) -> bool:
    """Whether the answer can hold the value, whoever needs it."""
    provider = offer.provider
    if offer.basis >= ASSUMED and not _assumable(need, offer):
        return False
    if not need.must and provider.action is GET and offer.basis is not SHAPE:
        return False
    if not need.reference.attribute and _is_name_of_another(offer):
        return False
    if need.things and offer.field is not None:
        return offer.basis is OWN and provider.many
    echoes = _echoes(provider, need)
    return not echoes or (_lists_others(offer) and all(held.place for held in echoes))


def _is_name_of_another(offer: Offer) -> bool:
    """A mere name inside of what is listed: the card holder's, not the card's."""
    if offer.field is None or reference(offer.field.name).attribute != "name":
        return False
    return offer.basis not in (OWN, OWNER) or offer.deep


def _assumable(need: Need, offer: Offer) -> bool:
    """Whether an answer without a schema may be taken to hold the value."""
    provider = offer.provider
    if provider.action is ACT or (provider.action is GET and not _resolves(provider)):
        return False
    if need.reference.identifies or offer.basis is TOLD:
        return True
    return provider.many and not offer.head and provider.resource == need.reference.resource


def _resolves(provider: Profile) -> bool:
    """It finds one thing by its name, or by nothing, and so can say its id."""
    return not provider.segments and all(
        held.attribute in ("name", "title", "username", "email") or words(name)[-1:] in _QUESTIONS
        for name in (parameter.name for parameter in provider.tool.required)
        for held in (reference(name),)
    )


def _lists_others(offer: Offer) -> bool:
    """It lists others of the same kind: the movies that are similar to a movie.

    The id is that of the listed things, not of something that each of them belongs to.
    """
    if offer.field is None or offer.basis not in (OWNER, SHAPE):
        return False
    holder = offer.field.path.rpartition(".")[0]
    return offer.provider.many and holder.endswith("[]") and holder.count("[]") == 1


def _echoes(provider: Profile, need: Need) -> list[Need]:
    """What is given to a provider that must be told the same value: its answer is an echo.

    A write that may be given it, too: it answers with what it was given.
    """
    wanted, name = need.reference, need.parameter.name
    any_of_it = not wanted.attribute
    named = bool(reference(name).resource)  # `id` is that of another thing in another place
    always = not provider.reads or not (provider.tool.method or provider.tool.required)
    return [
        held
        for held in provider.needs
        if (held.must or always)
        and (
            held.reference == wanted
            or (named and held.parameter.name == name)
            or (any_of_it and held.reference.resource == wanted.resource)
        )
    ]
