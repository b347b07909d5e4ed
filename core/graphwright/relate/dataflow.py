"""Data flow: a value in the answer of one tool that fills a parameter of another."""

from collections.abc import Iterator, Sequence

from ..relations import Evidence
from .claims import PRECEDES, REQUIRES, Claim
from .offers import Offers
from .resources import Profile, by_source
from .supply import WIDEST, Flow, Supply, flow

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
    for flows in _kept(profiles):
        readable = any(one.provider.reads for one in flows)
        found.extend((_claim(one, readable), len(one.provider.needs)) for one in flows)
    return found


def _kept(profiles: Sequence[Profile]) -> Iterator[list[Flow]]:
    """The best suppliers of each parameter, as many as the budget allows."""
    supply = Supply(Offers(profiles))
    asked = [
        (consumer, need, ranked)
        for consumer in profiles
        for need in consumer.needs
        if (ranked := supply.ranked(consumer, need))
    ]
    width = _width([len(ranked) for _, _, ranked in asked], _BUDGET * len(profiles))
    for consumer, need, ranked in asked:
        yield [flow(consumer, need, one) for one in ranked[:width]]


def _width(counts: list[int], budget: float) -> int:
    for width in range(WIDEST, 1, -1):
        if sum(min(count, width) for count in counts) <= budget:
            return width
    return 2


def _claim(flow: Flow, readable: bool) -> Claim:
    """A reading requires no write, and what can be read is not required of a write."""
    consumer, provider = flow.consumer, flow.provider
    supplied = provider.reads or not (consumer.reads or readable)
    traits = _traits(flow)
    if flow.need.must and supplied:
        return Claim(consumer.name, provider.name, REQUIRES, _evidence(flow), traits)
    return Claim(provider.name, consumer.name, PRECEDES, _evidence(flow), traits)


def _traits(flow: Flow) -> tuple[str, ...]:
    return (
        flow.match.offer.basis.name.lower(),
        "whole" if flow.match.full else "part",
        "list" if flow.provider.many else str(flow.provider.action),
    )


def _evidence(flow: Flow) -> Evidence:
    parameter, field = flow.need.parameter.name, flow.match.offer.field
    wanted = f"{flow.consumer.name} {'needs' if flow.need.must else 'takes'} {parameter}"
    if field is None:
        noun = " ".join(flow.provider.resource)
        text = f"{wanted}; {flow.provider.name} answers with {noun} (no schema lists its fields)."
        return Evidence("id-from-answer", text, parameter)
    text = f"{wanted}; {flow.provider.name} gives {field.path}."
    return Evidence("id-from-output", text, parameter, field.path)
