"""Data flow: an output of one tool that fills a parameter of another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..relations import Evidence, Relation, RelationKind
from ..tools import Field, Location
from .names import Action
from .resources import Need, Profile, Reference, given, owners

_FAN = 4  # providers of one parameter
_LOOKED_AT = 48  # providers of one id that are compared, best first
_ASSUMED = 0.75  # strength of an answer without a schema: a collection answers with its items
_ACTION_RANK = {Action.SEARCH: 0, Action.LIST: 0, Action.CREATE: 1, Action.GET: 2, Action.ACT: 3}
_PLAIN = ("string", "integer", "number", "array")

Key = tuple[str, str, str]  # source, resource joined, attribute


@dataclass(frozen=True, slots=True)
class Offer:
    """A provider of an id. `field` is None where its answer has no schema."""

    provider: Profile
    field: Field | None
    strength: float  # in [0, 1]


@dataclass(frozen=True, slots=True)
class Flow:
    """One value that can go from an answer into a parameter."""

    consumer: Profile
    need: Need
    offer: Offer
    score: float  # in [0, 1]


class Offers:
    """All that the tools give, by what it identifies."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        found: dict[Key, dict[str, Offer]] = {}
        for profile in profiles:
            for key, offer in _offers(profile):
                best = found.setdefault(key, {})
                held = best.get(profile.tool.name)
                if held is None or offer.strength > held.strength:
                    best[profile.tool.name] = offer
        self._by_key = {key: _ranked(offers.values()) for key, offers in found.items()}

    def of(self, source: str, resource: tuple[str, ...], attribute: str) -> tuple[Offer, ...]:
        return self._by_key.get((source, "".join(resource), attribute), ())


def flows(profiles: Sequence[Profile]) -> Iterator[Flow]:
    """The best providers of every parameter that an answer can fill."""
    offers = Offers(profiles)
    for consumer in profiles:
        for need in consumer.needs:
            yield from _providers(consumer, need, offers)


def data_relations(profiles: Sequence[Profile]) -> Iterator[Relation]:
    """`requires` for what must be filled, `precedes` for what may be, or is read after a write."""
    for flow in flows(profiles):
        consumer, provider = flow.consumer.tool.name, flow.offer.provider.tool.name
        needed = flow.need.parameter.required or flow.need.parameter.location is Location.PATH
        harmless = flow.offer.provider.action.reads or not flow.consumer.action.reads
        evidence = (_evidence(flow),)
        if needed and harmless:
            yield Relation(consumer, provider, RelationKind.REQUIRES, flow.score, evidence=evidence)
        else:
            yield Relation(
                provider, consumer, RelationKind.PRECEDES, flow.score * 0.9, evidence=evidence
            )


def _offers(profile: Profile) -> Iterator[tuple[Key, Offer]]:
    if profile.action in (Action.DELETE, Action.UPDATE):
        return
    source = profile.tool.source
    identified = False
    for field in profile.tool.outputs:
        reference = given(field)
        if reference is None or field.type not in _PLAIN:
            continue
        identified = True
        for resource, strength in _identified(profile, field, reference):
            offer = Offer(profile, field, strength)
            yield (source, "".join(resource), reference.attribute), offer
            if len(resource) > 1:
                head = Offer(profile, field, strength * 0.8)
                yield (source, resource[-1], reference.attribute), head
    if not identified and profile.resource and profile.action in _ACTION_RANK:
        strength = _ASSUMED if not profile.tool.outputs else _ASSUMED * 0.8
        yield (source, "".join(profile.resource), "id"), Offer(profile, None, strength)


def _identified(
    profile: Profile, field: Field, reference: Reference
) -> Iterator[tuple[tuple[str, ...], float]]:
    """The resources that a field identifies, with how sure that is."""
    if reference.resource:
        yield reference.resource, 0.9
        return
    held_by = owners(field.path, field.schema)
    for owner in held_by:
        yield owner, 0.95
    if profile.resource and profile.resource not in held_by and field.path.count(".") < 2:
        yield profile.resource, 0.8 if held_by else 1.0


def _ranked(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    return tuple(sorted(offers, key=_offer_order)[:_LOOKED_AT])


def _offer_order(offer: Offer) -> tuple[int, float, int, str]:
    provider = offer.provider
    return (
        _ACTION_RANK.get(provider.action, 4),
        -offer.strength,
        len(provider.needs),
        provider.tool.name,
    )


def _providers(consumer: Profile, need: Need, offers: Offers) -> list[Flow]:
    best: dict[str, Flow] = {}
    for resource, attribute, share in _spellings(need.reference):
        for offer in offers.of(consumer.tool.source, resource, attribute):
            score = share * _fit(consumer, need, offer)
            held = best.get(offer.provider.tool.name)
            if score > 0.3 and (held is None or score > held.score):
                best[offer.provider.tool.name] = Flow(consumer, need, offer, min(1.0, score))
    ranked = sorted(best.values(), key=lambda flow: (-flow.score, flow.offer.provider.tool.name))
    return ranked[:_FAN]


def _spellings(reference: Reference) -> Iterator[tuple[tuple[str, ...], str, float]]:
    """The keys under which an id may be offered, with the share of trust each keeps."""
    attributes = (
        (reference.attribute, 1.0),
        *((("id", 0.7),) if reference.attribute != "id" else ()),
        *((("name", 0.8), ("login", 0.8), ("slug", 0.8)) if not reference.attribute else ()),
    )
    for attribute, share in attributes:
        yield reference.resource, attribute, share
        for cut in range(1, len(reference.resource)):
            yield reference.resource[cut:], attribute, share * 0.8


def _fit(consumer: Profile, need: Need, offer: Offer) -> float:
    """How well an offer serves a need, 0 for not at all.

    A tool that must be given the same id first cannot supply it: its answer is an echo.
    """
    provider = offer.provider
    if provider.tool.name == consumer.tool.name or _echoes(provider, need):
        return 0.0
    if provider.action is Action.ACT and not provider.tool.outputs:
        return 0.0
    return offer.strength * (1.0 if provider.action is not Action.GET else 0.85)


def _echoes(provider: Profile, need: Need) -> bool:
    return any(
        (held.reference == need.reference or held.parameter.name == need.parameter.name)
        and (held.parameter.required or held.parameter.location is Location.PATH)
        for held in provider.needs
    )


def _evidence(flow: Flow) -> Evidence:
    need, offer = flow.need, flow.offer
    wanted = f"{flow.consumer.tool.name} needs {need.parameter.name}"
    if offer.field is None:
        noun = " ".join(need.reference.resource)
        text = f"{wanted}; {offer.provider.tool.name} answers with {noun} (no schema lists it)."
        return Evidence("id-from-collection", text, need.parameter.name)
    text = f"{wanted}; {offer.provider.tool.name} gives {offer.field.path}."
    return Evidence("id-from-output", text, need.parameter.name, offer.field.path)
