"""Data flow: a value in the answer of one tool that fills a parameter of another."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..relations import Evidence, RelationKind
from .claims import Claim
from .names import Action
from .offers import ANY, Basis, Offer, Offers
from .paths import plain
from .references import Reference
from .resources import Need, Profile

_WIDEST = 12  # providers of one parameter, where the budget allows
_BUDGET = 5.0  # flows a tool, on average over its source

_SPELLINGS = {
    "id": ("id",),
    "": ("", "name", "id", "login", "slug", "key", "code", "username"),
    "username": ("username", "login", "name", "id"),
    "name": ("name", "id"),
}


@dataclass(frozen=True, slots=True)
class Flow:
    """One value that can go from an answer into a parameter."""

    consumer: Profile
    need: Need
    offer: Offer
    whole: bool  # all words of what is needed are in what is given
    spelled: bool  # the attribute is the same
    near: bool  # one path starts with the other's collection, or both share a first word

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, bool, Basis, bool, bool, int, str]:
        """Best first."""
        provider = self.offer.provider
        return (
            not self.whole,
            self.offer.head,
            self.offer.basis is Basis.ASSUMED and not provider.action.many,
            not provider.action.reads,
            provider.action is Action.GET,
            self.offer.basis,
            provider.action is not Action.SEARCH,
            not self.near,
            len(provider.needs),
            provider.name,
        )


def flow_claims(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """`requires` for what must be filled, `precedes` for what may be, or follows a write."""
    for flows in _kept(profiles):
        readable = any(flow.offer.provider.action.reads for flow in flows)
        for flow in flows:
            yield _claim(flow, readable)


def _kept(profiles: Sequence[Profile]) -> Iterator[list[Flow]]:
    """The best providers of each parameter, as many as the budget of its source allows."""
    offers = Offers(profiles)
    by_source: dict[str, list[list[Flow]]] = {}
    for consumer in profiles:
        for need in consumer.needs:
            if flows := _providers(consumer, need, offers):
                by_source.setdefault(consumer.tool.source, []).append(flows)
    sizes = Counter(profile.tool.source for profile in profiles)
    for source, needs in by_source.items():
        width = _width([len(flows) for flows in needs], _BUDGET * sizes[source])
        yield from (flows[:width] for flows in needs)


def _width(counts: list[int], budget: float) -> int:
    for width in range(_WIDEST, 1, -1):
        if sum(min(count, width) for count in counts) <= budget:
            return width
    return 2


def _providers(consumer: Profile, need: Need, offers: Offers) -> list[Flow]:
    best: dict[str, Flow] = {}
    for resource, attribute, whole, spelled in _spellings(need.reference):
        for offer in offers.of(consumer.tool.source, resource, attribute):
            if _can_supply(consumer, need, offer):
                near = _near(consumer, offer.provider)
                flow = Flow(consumer, need, offer, whole, spelled, near)
                held = best.get(offer.provider.name)
                if held is None or flow.rank < held.rank:
                    best[offer.provider.name] = flow
    return sorted(best.values(), key=lambda flow: flow.rank)[:_WIDEST]


def _spellings(wanted: Reference) -> Iterator[tuple[tuple[str, ...], str, bool, bool]]:
    """The keys under which a value may be offered: whole name first, then its last words."""
    attributes = _SPELLINGS.get(wanted.attribute, (wanted.attribute, "id"))
    for cut in range(len(wanted.resource)):
        for attribute in (*attributes, ANY):
            spelled = attribute in (wanted.attribute, ANY) or not wanted.attribute
            yield wanted.resource[cut:], attribute, not cut, spelled


def _can_supply(consumer: Profile, need: Need, offer: Offer) -> bool:
    """A tool that must be given the same value first cannot supply it: its answer is an echo.

    Unless it lists others of the same kind: the movies that are similar to a movie.
    """
    provider = offer.provider
    if provider.name == consumer.name:
        return False
    if offer.field is None:
        if provider.action is Action.ACT:
            return False
        if need.reference.attribute == "" and not provider.action.many:
            return False
    lists_others = (
        offer.field is not None
        and offer.field.listed
        and offer.basis in (Basis.OWNER, Basis.SHAPE)
        and provider.action.many
    )
    return lists_others or not any(
        held.must
        and (held.reference == need.reference or held.parameter.name == need.parameter.name)
        for held in provider.needs
    )


def _near(consumer: Profile, provider: Profile) -> bool:
    if consumer.segments and provider.segments:
        return plain(consumer.segments)[:1] == plain(provider.segments)[:1]
    return consumer.name[:4] == provider.name[:4]


def _claim(flow: Flow, readable: bool) -> Claim:
    consumer, provider = flow.consumer, flow.offer.provider
    supplied = provider.action.reads or not (consumer.action.reads or readable)
    traits = _traits(flow)
    if flow.need.must and supplied:
        return Claim(consumer.name, provider.name, RelationKind.REQUIRES, _evidence(flow), traits)
    return Claim(provider.name, consumer.name, RelationKind.PRECEDES, _evidence(flow), traits)


def _traits(flow: Flow) -> tuple[str, ...]:
    offer = flow.offer
    return (
        offer.basis,
        "whole" if flow.whole and not offer.head else "part",
        "must" if flow.need.must else "may",
        "list" if offer.provider.action.many else str(offer.provider.action),
        "near" if flow.near else "far",
        "id" if flow.spelled and flow.need.reference.attribute == "id" else "other",
    )


def _evidence(flow: Flow) -> Evidence:
    need, offer = flow.need, flow.offer
    needs = "needs" if need.must else "takes"
    wanted = f"{flow.consumer.name} {needs} {need.parameter.name}"
    if offer.field is None:
        noun = " ".join(offer.provider.resource)
        text = f"{wanted}; {offer.provider.name} answers with {noun} (no schema lists its fields)."
        return Evidence("id-from-answer", text, need.parameter.name)
    text = f"{wanted}; {offer.provider.name} gives {offer.field.path}."
    return Evidence("id-from-output", text, need.parameter.name, offer.field.path)
