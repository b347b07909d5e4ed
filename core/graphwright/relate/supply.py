"""Who can supply a value: offers matched with a need, best first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .names import Action, singulars, words
from .needs import Need
from .offers import ANY, ITSELF, Basis, Offer, Offers
from .paths import parent_of
from .references import Reference, reference
from .resources import Profile

WIDEST = 12  # suppliers of one parameter that are kept
_COMPARED = 32  # suppliers that are compared for one consumer

_ENOUGH = 2  # suppliers from which those are left out that hold the value deep in their answer
_NUMBERS = ("integer", "int", "number", "float")

_QUESTIONS = tuple((word,) for word in ("query", "q", "search", "keyword", "term", "text"))

_SPELLINGS = {
    "id": ("id",),
    "": ("", "id", "login", "slug", "key", "code", "number", "username", "name"),
    "username": ("username", "login", "name", "id"),
    "name": ("name", "id"),
}


@dataclass(frozen=True, slots=True)
class Match:
    """An offer under one spelling of what is needed."""

    offer: Offer
    whole: bool  # all words of what is needed are in what is given
    spelled: bool  # the attribute is the same
    grade: int  # best is least
    late: bool  # no search, which is asked before a listing
    order: int  # among all that match

    @property
    def full(self) -> bool:
        return self.whole and not self.offer.head


@dataclass(frozen=True, slots=True)
class Flow:
    """One value that can go from an answer into a parameter."""

    consumer: Profile
    need: Need
    match: Match
    near: bool  # one path starts as the other does; names without paths share a first word
    fits: bool  # what the provider is about, the consumer or its parameter names too

    @property
    def provider(self) -> Profile:
        return self.match.offer.provider


Ranked = tuple[int, bool, bool, bool, int, Match]  # grade, unfit, no search, far, order


class Supply:
    """Suppliers by need. Many tools need the same value, so that matches are kept."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers
        self._matches: dict[tuple[str, Reference, str, bool, bool], list[Match]] = {}

    def flows(self, consumer: Profile, need: Need) -> list[Flow]:
        """The best suppliers for one consumer.

        Where tools are told apart by a first word, a neighbour rules the others out.
        """
        known = {*consumer.resource, *consumer.words, *need.reference.resource}
        found: list[Ranked] = []
        for match in self._matching(consumer.tool.source, need):
            provider = match.offer.provider
            near = consumer.home == provider.home
            fits = known.issuperset(provider.resource)
            if _serves(consumer, need, match.offer, near, fits):
                found.append((match.grade, not fits, match.late, not near, match.order, match))
        if not consumer.segments and any(not far for _, _, _, far, _, _ in found):
            found = [ranked for ranked in found if not ranked[3]]
        if any(not unfit for _, unfit, _, _, _, _ in found):
            found = [ranked for ranked in found if not ranked[1] or not ranked[5].offer.head]
        if need.shared:
            found = _of_the_place(need, found)
        found.sort()
        return [
            Flow(consumer, need, match, not far, not unfit)
            for _, unfit, _, far, _, match in found[:WIDEST]
        ]

    def _matching(self, source: str, need: Need) -> list[Match]:
        key = (source, need.reference, need.parameter.name, need.must, need.things)
        if key not in self._matches:
            self._matches[key] = self._matched(source, need)
        return self._matches[key]

    def _matched(self, source: str, need: Need) -> list[Match]:
        best: dict[str, tuple[tuple[int, int], Match]] = {}
        for place, (resource, attribute, whole, spelled) in enumerate(_spellings(need)):
            for offer in self._offers.of(source, resource, attribute):
                misfit = _misfit(need, offer)
                if misfit is None:
                    continue
                grade = 4 * (offer.grade + (0 if whole else 128)) + 2 * offer.deep + misfit
                held = best.get(offer.provider.name)
                if (held is None or (grade, place) < held[0]) and _can_supply(need, offer):
                    late = offer.provider.action is not Action.SEARCH
                    match = Match(offer, whole, spelled, grade, late, 0)
                    best[offer.provider.name] = (grade, place), match
        ranked = sorted((match for _, match in best.values()), key=_order)[:_COMPARED]
        kept = _best(ranked)
        return [replace(match, order=order) for order, match in enumerate(kept)]


def _best(ranked: list[Match]) -> list[Match]:
    """Without those that hold the value deep, or half of its name, where better ones do."""
    whole = any(match.whole for match in ranked)
    shallow = sum(not match.offer.deep for match in ranked)
    return [
        match
        for match in ranked
        if (match.whole or not whole)
        and not (match.offer.deep and shallow >= (_ENOUGH if match.offer.provider.many else 1))
    ]


def _of_the_place(need: Need, found: list[Ranked]) -> list[Ranked]:
    """Where several collections hold things of one noun: those of the very collection.

    A search may find any; where the collection cannot be listed, its neighbours may know.
    """
    there = [ranked for ranked in found if _at_place(need, ranked[5])]
    if there:
        return [ranked for ranked in found if _at_place(need, ranked[5]) or not ranked[2]]
    return [ranked for ranked in found if not ranked[3] or not ranked[2]] or found


def _at_place(need: Need, match: Match) -> bool:
    """It lists, or makes, the things of the very collection that is picked from."""
    place = match.offer.provider.place
    return place == need.place or (len(place) > 1 and need.place[-len(place) :] == place)


def _order(match: Match) -> tuple[int, int, str]:
    return match.grade, len(match.offer.provider.needs), match.offer.provider.name


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


def _serves(consumer: Profile, need: Need, offer: Offer, near: bool, fits: bool) -> bool:
    """Whether the value is of use to this consumer."""
    provider = offer.provider
    if provider is consumer or _makes_another(consumer, need, provider):
        return False
    if offer.basis is Basis.SAME and offer.field is not None:
        return near and not consumer.segments
    if offer.basis is Basis.TOLD:
        return near or need.own
    if _elsewhere(need, offer):
        return False
    return near or fits or not (offer.basis is Basis.ASSUMED and offer.head)


def _makes_another(consumer: Profile, need: Need, provider: Profile) -> bool:
    """What one order holds is no ground for making the next, nor can it be asked for before."""
    if consumer.action is not Action.CREATE or need.own:
        return False
    return provider.resource == consumer.resource or any(
        held.must and held.reference.resource == consumer.resource for held in provider.needs
    )


def _elsewhere(need: Need, offer: Offer) -> bool:
    """It lists what is kept under another parent: the hooks of an organization, not of a repo."""
    if offer.basis not in (Basis.OWN, Basis.OWNER, Basis.ASSUMED) or offer.deep:
        return False
    here, there = parent_of(need.place), parent_of(offer.provider.place)
    same = offer.provider.resource[-1:] == need.reference.resource[-1:]
    return bool(here and there) and here != there and same
