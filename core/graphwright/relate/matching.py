"""Offers matched with a need: who can supply a value at all, whoever asks for it."""

from collections.abc import Iterator
from typing import NamedTuple

from .names import Action, singulars, words
from .needs import Need
from .offers import ANY, ITSELF, Basis, Offer, Offers
from .references import reference
from .resources import Profile

_COMPARED = 24  # suppliers that are compared for one consumer
_ENOUGH = 2  # suppliers from which those are left out that hold the value deep in their answer
_NUMBERS = ("integer", "int", "number", "float")
_HALF = 1 << 7  # more than any grade of an offer
_QUESTIONS = tuple((word,) for word in ("query", "q", "search", "keyword", "term", "text"))
_IN_PLACE = (Basis.OWN, Basis.OWNER, Basis.ASSUMED)

_SPELLINGS = {
    "id": ("id",),
    "": ("", "id", "login", "slug", "key", "code", "number", "username", "name"),
    "username": ("username", "login", "name", "id"),
    "name": ("name", "id"),
}


class Match(NamedTuple):
    """An offer under one spelling of what is needed."""

    offer: Offer
    provider: Profile
    whole: bool  # all words of what is needed are in what is given
    spelled: bool  # the attribute is the same
    grade: int  # best is least
    late: bool  # no search, which is asked before a listing
    kept: str  # the parent under which the provider keeps what it lists; "" for none
    order: int = 0  # among all that match

    @property
    def full(self) -> bool:
        return self.whole and not self.offer.head


def matches(offers: Offers, source: str, need: Need) -> list[Match]:
    """Who can supply the value, best first: one match a provider."""
    best: dict[str, tuple[int, int, Match]] = {}
    for place, (resource, attribute, whole, spelled) in enumerate(_spellings(need)):
        for offer in offers.of(source, resource, attribute):
            misfit = _misfit(need, offer)
            if misfit is None:
                continue
            grade = 4 * (offer.grade + (0 if whole else _HALF)) + 2 * offer.deep + misfit
            held = best.get(offer.provider.name)
            if (held is None or (grade, place) < held[:2]) and _can_supply(need, offer):
                match = _match(need, offer, whole, spelled, grade)
                best[offer.provider.name] = grade, place, match
    ranked = sorted((match for _, _, match in best.values()), key=_order)[:_COMPARED]
    return [match._replace(order=order) for order, match in enumerate(_best(ranked))]


def _match(need: Need, offer: Offer, whole: bool, spelled: bool, grade: int) -> Match:
    provider = offer.provider
    of_kind = provider.resource[-1:] == need.reference.resource[-1:]
    kept = provider.parent if of_kind and offer.basis in _IN_PLACE and not offer.deep else ""
    late = provider.action is not Action.SEARCH
    return Match(offer, provider, whole, spelled, grade, late, kept)


def _best(ranked: list[Match]) -> list[Match]:
    """Without those that hold the value deep, or half of its name, where better ones do."""
    whole = any(match.whole for match in ranked)
    shallow = sum(not match.offer.deep for match in ranked)
    return [
        match
        for match in ranked
        if (match.whole or not whole)
        and not (match.offer.deep and shallow >= (_ENOUGH if match.provider.many else 1))
    ]


def _order(match: Match) -> tuple[int, int, str]:
    return match.grade, len(match.provider.needs), match.provider.name


def _misfit(need: Need, offer: Offer) -> int | None:
    """0 for one type, 1 for a number where a text is asked for, None for what cannot be."""
    if offer.field is None:
        return 0
    wanted, given = need.parameter, offer.field
    if wanted.format and given.format and wanted.format != given.format:
        return None if "uuid" in (wanted.format, given.format) else 1
    numbers = [kind.type.lower() in _NUMBERS for kind in (wanted, given)]
    if numbers == [True, False] and given.type.lower() in ("string", "str"):
        return None if offer.basis is not Basis.OWN else 1
    return int(numbers == [False, True])


def _spellings(need: Need) -> Iterator[tuple[tuple[str, ...], str, bool, bool]]:
    """The keys under which a value may be offered: whole name first, then its last words."""
    wanted = need.reference
    if need.things:
        yield singulars(need.parameter.name), ITSELF, True, True
        if need.parameter.type == "array":
            yield wanted.resource, "id", True, False  # of a listing
        return
    attributes = _SPELLINGS.get(wanted.attribute, (wanted.attribute, "id"))
    for cut in range(len(wanted.resource)):
        for attribute in (*attributes, ANY):
            spelled = attribute in (wanted.attribute, ANY) or not wanted.attribute
            yield wanted.resource[cut:], attribute, not cut, spelled
    yield singulars(need.parameter.name), ITSELF, True, True


def _can_supply(need: Need, offer: Offer) -> bool:
    """Whether the answer can hold the value, whoever needs it."""
    provider = offer.provider
    if offer.basis >= Basis.ASSUMED and not _assumable(need, offer):
        return False
    if not need.must and provider.action is Action.GET and offer.basis is not Basis.SHAPE:
        return False
    if not need.reference.attribute and _is_name_of_another(offer):
        return False
    if need.things and offer.field is not None:
        return offer.basis is Basis.OWN and provider.many
    echoes = [held for held in provider.needs if _echoes(provider, held, need)]
    return not echoes or (_lists_others(offer) and all(held.place for held in echoes))


def _is_name_of_another(offer: Offer) -> bool:
    """A mere name inside of what is listed: the card holder's, not the card's."""
    if offer.field is None or reference(offer.field.name).attribute != "name":
        return False
    return offer.basis not in (Basis.OWN, Basis.OWNER) or offer.deep


def _assumable(need: Need, offer: Offer) -> bool:
    """Whether an answer without a schema may be taken to hold the value."""
    provider = offer.provider
    if provider.action is Action.ACT or (provider.action is Action.GET and not _resolves(provider)):
        return False
    if need.reference.identifies or offer.basis is Basis.TOLD:
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
    if offer.field is None or offer.basis not in (Basis.OWNER, Basis.SHAPE):
        return False
    holder = offer.field.path.rpartition(".")[0]
    return offer.provider.many and holder.endswith("[]") and holder.count("[]") == 1


def _echoes(provider: Profile, held: Need, need: Need) -> bool:
    """A tool that must be given the same value first cannot supply it: its answer is an echo.

    A write that may be given it, too: it answers with what it was given.
    """
    same = held.reference == need.reference or held.parameter.name == need.parameter.name
    any_of_it = not need.reference.attribute and held.reference.resource == need.reference.resource
    if not same and not any_of_it:
        return False
    unasked = not provider.tool.method and not provider.tool.required
    return held.must or unasked or not provider.reads
