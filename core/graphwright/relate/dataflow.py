"""Data flow: a value in the answer of one tool that fills a parameter of another."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..relations import Evidence
from .claims import PRECEDES, REQUIRES, Claim
from .matching import Match
from .names import SEARCH
from .needs import Need
from .offers import Offer, Offers
from .resources import Profile, by_source
from .supply import WIDEST, Supply

_BUDGET = 6.0  # flows a tool, on average over its source


def flow_claims(profiles: Sequence[Profile]) -> Iterator[Claim]:
    """`requires` for what must be filled, `precedes` for what may be, or follows a write."""
    for some in by_source(profiles):
        yield from _one_way(_claims(some))


def _one_way(claims: Sequence[tuple[Claim, int]]) -> Iterator[Claim]:
    """Of two tools that could each supply the other, the one that needs less comes first."""
    needed = {
        (claim.source, claim.target): asks for claim, asks in claims if claim.kind is REQUIRES
    }
    for claim, asks in claims:
        back = needed.get((claim.target, claim.source))
        required = claim.kind is REQUIRES
        if not required or back is None or (asks, claim.target) < (back, claim.source):
            yield claim


def _claims(profiles: Sequence[Profile]) -> list[tuple[Claim, int]]:
    """All claims of one source, each with the number of the provider's own needs."""
    found: list[tuple[Claim, int]] = []
    searched = {p.home for p in profiles if p.action is SEARCH and not p.segments}
    for consumer, need, some in _kept(profiles):
        readable = consumer.home in searched or any(match.provider.reads for match in some)
        for match in some:
            claim = _claim(consumer, need, match, readable)
            found.append((claim, len(match.provider.needs)))
    return found


def _kept(profiles: Sequence[Profile]) -> Iterator[tuple[Profile, Need, list[Match]]]:
    """The best suppliers of each parameter, as many as the budget allows."""
    supply = Supply(Offers(profiles))
    asked = [
        (consumer, need, ranked)
        for consumer in profiles
        for need in consumer.needs
        if (ranked := supply.ranked(consumer, need))
    ]
    width = _width((len(ranked) for _, _, ranked in asked), _BUDGET * len(profiles))
    for consumer, need, ranked in asked:
        yield consumer, need, ranked[:width]


def _width(counts: Iterable[int], budget: float) -> int:
    often = Counter(counts)
    for width in range(WIDEST, 1, -1):
        if sum(min(count, width) * times for count, times in often.items()) <= budget:
            return width
    return 2


def _claim(consumer: Profile, need: Need, match: Match, readable: bool) -> Claim:
    """A reading requires no write, and what can be read, or searched, needs not be made."""
    provider = match.provider
    evidence = _evidence(consumer, need, match.offer)
    if need.must and (provider.reads or not (consumer.reads or readable)):
        return Claim(consumer.name, provider.name, REQUIRES, evidence, match.traits)
    return Claim(provider.name, consumer.name, PRECEDES, evidence, match.traits)


def _evidence(consumer: Profile, need: Need, offer: Offer) -> Evidence:
    provider, parameter = offer.provider, need.parameter.name
    wanted = f"{consumer.name} {'needs' if need.must else 'takes'} {parameter}"
    if offer.field is None:
        noun = " ".join(provider.resource)
        text = f"{wanted}; {provider.name} answers with {noun} (no schema lists its fields)."
        return Evidence("id-from-answer", text, parameter)
    text = f"{wanted}; {provider.name} gives {offer.field.path}."
    return Evidence("id-from-output", text, parameter, offer.field.path)
