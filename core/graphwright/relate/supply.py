"""Who supplies a value to one consumer, best first."""

from .matching import Match, matches
from .names import CREATE, DELETE, UPDATE
from .needs import Need
from .offers import ASSUMED, SAME, TOLD, Offer, Offers
from .paths import parent_of
from .references import Reference
from .resources import Profile

_WRITES = (CREATE, UPDATE, DELETE)
WIDEST = 12  # suppliers of one parameter that are kept


Ranked = tuple[int, bool, bool, bool, int, Match]  # grade, unfit, no search, far, order


class Supply:
    """Suppliers by need. Many tools need the same value, so that matches are kept."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers
        self._matches: dict[tuple[Reference, str, bool, bool], list[Match]] = {}

    def ranked(self, consumer: Profile, need: Need) -> list[Match]:
        """The best suppliers for one consumer.

        Where tools are told apart by a first word, a neighbour rules the others out.
        """
        known = {*consumer.resource, *consumer.words, *need.reference.resource}
        here = parent_of(need.place) if need.place else ""
        found: list[Ranked] = []
        written = not need.own and consumer.action in _WRITES
        home = consumer.home
        for match in self._matching(need):
            offer, provider, sure, grade, late, kept, order, _ = match
            if provider is consumer or (here and kept and here != kept):
                continue
            if written and _comes_later(consumer, provider):
                continue
            near = home == provider.home
            fits = known.issuperset(provider.resource)
            if sure or _serves(consumer, need, offer, near, fits):
                found.append((grade, not fits, late, not near, order, match))
        if not consumer.segments and any(not ranked[3] for ranked in found):
            found = [ranked for ranked in found if not ranked[3]]
        if any(not ranked[1] for ranked in found):
            found = [ranked for ranked in found if not ranked[1] or not ranked[5].offer.head]
        if need.shared:
            found = _of_the_place(need, found)
        return [ranked[5] for ranked in sorted(found)[:WIDEST]]

    def _matching(self, need: Need) -> list[Match]:
        key = (need.reference, need.parameter.name, need.must, need.things)
        if key not in self._matches:
            self._matches[key] = matches(self._offers, need)
        return self._matches[key]


def _of_the_place(need: Need, found: list[Ranked]) -> list[Ranked]:
    """Where several collections hold things of one noun: those of the very collection.

    A search may find any; where the collection cannot be listed, its neighbours may know.
    """
    there = [_at_place(need, ranked[5]) for ranked in found]
    if any(there):
        return [
            ranked
            for ranked, is_there in zip(found, there, strict=True)
            if is_there or not ranked[2]
        ]
    return [ranked for ranked in found if not ranked[3] or not ranked[2]] or found


def _at_place(need: Need, match: Match) -> bool:
    """It lists, or makes, the things of the very collection that is picked from."""
    place = match.provider.place
    return place == need.place or (len(place) > 1 and need.place[-len(place) :] == place)


def _comes_later(consumer: Profile, provider: Profile) -> bool:
    """It makes a part of what the consumer writes, or asks for it.

    What one order holds is no ground for making the next, nor can it be asked for before.
    """
    if consumer.action is not CREATE:
        return provider.action is CREATE
    return provider.resource == consumer.resource or any(
        held.must and held.reference.resource == consumer.resource for held in provider.needs
    )


def _serves(consumer: Profile, need: Need, offer: Offer, near: bool, fits: bool) -> bool:
    """Whether a value that no schema says to identify something is of use to this consumer."""
    if offer.basis is SAME and offer.field is not None:
        return near and not consumer.segments
    if offer.basis is TOLD:
        return near or need.own
    return near or fits or not (offer.basis is ASSUMED and offer.head)
