"""Data flow: a value in the answer of one tool that fills a parameter of another."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..relations import Evidence, RelationKind
from .claims import Claim
from .names import Action, singulars
from .offers import ANY, ITSELF, Basis, Offer, Offers
from .resources import Need, Profile

_WIDEST = 12  # providers of one parameter, where the budget allows
_BUDGET = 6.0  # flows a tool, on average over its source

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
    near: bool  # one path starts as the other does; names without paths share a first word
    fits: bool  # what the provider is about, the consumer or its parameter names too

    @property
    def rank(self) -> tuple[bool | int | str, ...]:
        """Best first."""
        provider = self.offer.provider
        return (
            not self.whole,
            self.offer.head,
            self.offer.basis is Basis.ASSUMED and not provider.action.many,
            not provider.action.reads,
            provider.action is Action.GET,
            self.offer.basis,
            not self.fits,
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
    for resource, attribute, whole, spelled in _spellings(need):
        for offer in offers.of(consumer.tool.source, resource, attribute):
            if _can_supply(consumer, need, offer):
                near, fits = _near(consumer, offer.provider), _fits(consumer, need, offer.provider)
                flow = Flow(consumer, need, offer, whole, spelled, near, fits)
                held = best.get(offer.provider.name)
                if held is None or flow.rank < held.rank:
                    best[offer.provider.name] = flow
    near = any(flow.near for flow in best.values()) and not consumer.segments
    kept = [flow for flow in best.values() if flow.near or not near]
    return sorted(kept, key=lambda flow: flow.rank)[:_WIDEST]


def _spellings(need: Need) -> Iterator[tuple[tuple[str, ...], str, bool, bool]]:
    """The keys under which a value may be offered: whole name first, then its last words."""
    wanted = need.reference
    attributes = _SPELLINGS.get(wanted.attribute, (wanted.attribute, "id"))
    for cut in range(len(wanted.resource)):
        for attribute in (*attributes, ANY):
            spelled = attribute in (wanted.attribute, ANY) or not wanted.attribute
            yield wanted.resource[cut:], attribute, not cut, spelled
    yield singulars(need.parameter.name), ITSELF, True, True


def _can_supply(consumer: Profile, need: Need, offer: Offer) -> bool:
    provider = offer.provider
    if provider.name == consumer.name or _makes_another(consumer, need, provider):
        return False
    if offer.field is None and not _assumable(consumer, need, offer):
        return False
    if offer.basis is Basis.SAME and not _near(consumer, provider) and offer.field is not None:
        return False
    if not need.must and provider.action is Action.GET and offer.basis is not Basis.SHAPE:
        return False
    return _lists_others(offer) or not any(_echoes(provider, held, need) for held in provider.needs)


def _assumable(consumer: Profile, need: Need, offer: Offer) -> bool:
    """Whether an answer without a schema may be taken to hold the value."""
    provider = offer.provider
    if provider.action is Action.ACT:
        return False
    if offer.basis is Basis.SAME:
        return True
    if not need.reference.identifies:
        return (
            provider.action.many and not offer.head and provider.resource == need.reference.resource
        )
    return not offer.head or _near(consumer, provider) or _fits(consumer, need, provider)


def _lists_others(offer: Offer) -> bool:
    """It lists others of the same kind: the movies that are similar to a movie."""
    return (
        offer.field is not None
        and offer.field.listed
        and offer.basis in (Basis.OWNER, Basis.SHAPE)
        and offer.provider.action.many
    )


def _echoes(provider: Profile, held: Need, need: Need) -> bool:
    """A tool that must be given the same value first cannot supply it: its answer is an echo."""
    if held.reference != need.reference and held.parameter.name != need.parameter.name:
        return False
    return held.must or (not provider.tool.method and not provider.tool.required)


def _makes_another(consumer: Profile, need: Need, provider: Profile) -> bool:
    """What one order holds is no ground for making the next."""
    return (
        consumer.action is Action.CREATE and not need.own and provider.resource == consumer.resource
    )


def _near(consumer: Profile, provider: Profile) -> bool:
    if consumer.segments and provider.segments:
        return consumer.segments[0] == provider.segments[0]
    return consumer.words[:1] == provider.words[:1]


def _fits(consumer: Profile, need: Need, provider: Profile) -> bool:
    """`list_issue_discussions` does not fit what is about merge requests."""
    known = {*consumer.resource, *consumer.words, *need.reference.resource}
    return known.issuperset(provider.resource)


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
        "list" if offer.provider.action.many else str(offer.provider.action),
        "fits" if flow.fits else "else",
        "must" if flow.need.must else "may",
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
