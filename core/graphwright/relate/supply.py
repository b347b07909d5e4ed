"""Who supplies a value to one consumer, best first."""

from typing import NamedTuple

from .holding import MENTION, PART, PLACE, THING, Holding
from .matching import Match, matches, matches_at
from .names import CREATE, DELETE, SEARCH, UPDATE
from .needs import Need
from .offers import ASSUMED, SAME, TOLD, Offer, Offers
from .paths import Segments, parent_of
from .references import Reference
from .resources import Profile
from .states import is_already, joins

_WRITES = (CREATE, UPDATE, DELETE)
_FEW = 4  # answers with a list of what another tool lists as a whole
_FEW_MENTIONS = 3
WIDEST = 12  # suppliers of one parameter that are kept


class Ranked(NamedTuple):
    """A match for one consumer; sorted, the best is first."""

    holding: Holding
    grade: int
    unfit: bool  # about something that the consumer does not speak of
    late: bool  # no search
    far: bool  # told apart by its first word
    order: int
    match: Match


class Supply:
    """Suppliers by need. Many tools need the same value, so that matches are kept."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers
        self._matches: dict[tuple[Reference, str, bool, bool], list[Match]] = {}
        self._placed: dict[tuple[Segments, Reference], list[Match]] = {}

    def ranked(self, consumer: Profile, need: Need) -> list[Match]:
        """The best suppliers for one consumer.

        Where tools are told apart by a first word, a neighbour rules the others out.
        """
        found = list(self._found(consumer, need))
        if need.place and not any(one.holding is PLACE for one in found):
            found.extend(self._listed_there(consumer, need, not found))
        if not consumer.segments and any(not one.far for one in found):
            found = [one for one in found if not one.far]
        if any(not one.unfit for one in found):
            found = [one for one in found if not one.unfit or not one.match.offer.head]
        if need.shared:
            found = _of_the_place(need, found)
        return [one.match for one in _nearest(found)[:WIDEST]]

    def _found(self, consumer: Profile, need: Need) -> list[Ranked]:
        known = {*consumer.resource, *consumer.words, *need.reference.resource}
        here = parent_of(need.place) if need.place else ""
        found: list[Ranked] = []
        written = not need.own and consumer.action in _WRITES
        joined = bool(need.place) and joins(consumer, need)
        home = consumer.home
        for match in self._matching(need):
            offer, provider, sure, held, grade, late, kept, order, *_ = match
            if provider is consumer or (here and kept and here != kept):
                continue
            if (written and _comes_later(consumer, provider)) or is_already(consumer, provider):
                continue
            near = home == provider.home
            fits = known.issuperset(provider.resource)
            if sure or _serves(consumer, need, offer, near, fits):
                if need.place and provider.many and lists_place(need.place, provider):
                    if joined:
                        continue
                    held, match = PLACE, match.at_place()
                found.append(Ranked(held, grade, not fits, late, not near, order, match))
        return found

    def _listed_there(self, consumer: Profile, need: Need, alone: bool) -> list[Ranked]:
        """Lists of the very collection, whatever their items are called."""
        if joins(consumer, need):
            return []
        key = need.place, need.reference
        if key not in self._placed:
            self._placed[key] = matches_at(self._offers, need)
        return [
            Ranked(PLACE, match.grade, False, match.late, False, match.order, match)
            for match in self._placed[key]
            if match.provider is not consumer and (alone or match.sure)
        ]

    def _matching(self, need: Need) -> list[Match]:
        key = (need.reference, need.parameter.name, need.must, need.things)
        if key not in self._matches:
            self._matches[key] = matches(self._offers, need)
        return self._matches[key]


def _nearest(found: list[Ranked]) -> list[Ranked]:
    """The suppliers by how near they are.

    What lists the very collection leaves none that merely hold some of it; what lists such
    things elsewhere leaves few, and none that must be told no less; mentions count where there
    is nothing else.
    """
    ranked = sorted(found)
    holdings = {one.holding for one in ranked}
    scopes = {one.match.scope for one in ranked if one.holding <= THING and one.match.provider.many}
    left = {PART: 0 if PLACE in holdings else _FEW}
    left[MENTION] = 0 if len(holdings) > (MENTION in holdings) else _FEW_MENTIONS
    kept: list[Ranked] = []
    for one in ranked:
        room = left.get(one.holding, WIDEST)
        if room and not (one.holding > THING and one.match.scope in scopes):
            left[one.holding] = room - 1
            kept.append(one)
    return kept


def _of_the_place(need: Need, found: list[Ranked]) -> list[Ranked]:
    """Where several collections hold things of one noun: those of the very collection.

    A search may find any; where the collection cannot be listed, a list of all that have the noun
    does, or its neighbours may know.
    """
    there = [_at_place(need.place, one.match.provider) for one in found]
    if any(there):
        return [
            one
            for one, is_there in zip(found, there, strict=True)
            if is_there or (not one.late and one.holding <= THING)
        ]
    whole = [one for one in found if one.holding is THING and "{}" not in one.match.provider.place]
    return whole or [one for one in found if not one.far or not one.late] or found


def _at_place(place: Segments, provider: Profile) -> bool:
    """It lists, or makes, the things of the very collection that is picked from."""
    there = provider.place
    return lists_place(place, provider) or (len(there) > 1 and place[-len(there) :] == there)


def lists_place(place: Segments, provider: Profile) -> bool:
    """By its path: the collection, a search in it, or my own part of it (`/me/guilds`)."""
    there = provider.place
    if there == place or (provider.action is SEARCH and there[:-1] == place):
        return True
    if provider.action is SEARCH or "{}" in there:
        return False
    return len(place) < len(there) and there[-len(place) :] == place


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
