"""How near an answer is to the thing that a value picks: its own list, or a mention elsewhere."""

from enum import IntEnum

from .needs import Need
from .offers import ASSUMED, NAMED, SAME, TOLD, Offer
from .references import reference


class Holding(IntEnum):
    """How a provider holds what is asked for, nearest first."""

    PLACE = 0  # it lists the very collection that is picked from
    THING = 1  # it lists, finds or makes the things themselves
    PART = 2  # its answer has a list of them: the cast of a movie
    MENTION = 3  # something else in its answer points at one: who made a webhook


PLACE, THING, PART, MENTION = Holding  # see `Action`


def holding(need: Need, offer: Offer) -> Holding:
    """How an offer holds the value, wherever it is picked from."""
    about = _is_about(offer.provider.resource, need.reference.resource)
    if offer.field is None:
        return THING if about or offer.basis is not TOLD else PART
    if about and not offer.deep and (offer.basis < NAMED or offer.basis is ASSUMED):
        return THING
    if offer.basis is SAME:
        return THING
    path = offer.field.path
    if offer.basis is NAMED:
        flat = not offer.provider.segments and "." not in path  # each name has its noun
        return THING if flat or (about and not offer.deep) else MENTION
    if path.count("[]") != 1:
        return MENTION
    holder = path.rpartition(".")[0]
    return PART if holder.endswith("[]") or _is_item(offer, holder) else MENTION


def _is_about(resource: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """A list of refunds is about the refunds of orders, and one of order items no menu item's."""
    one, other = set(resource), set(wanted)
    return resource[-1:] == wanted[-1:] and (one <= other or other <= one)


def _is_item(offer: Offer, holder: str) -> bool:
    """Each item is the thing and what is said of it (`items[].track.id`): it has no id itself."""
    item = holder.rpartition(".")[0]
    if not item.endswith("[]"):
        return False
    fields = (field.path.rpartition(".") for field in offer.provider.tool.outputs)
    names = (reference(name) for before, _, name in fields if before == item)
    own = offer.provider.resource[-1:]
    return not any(said.identifies and said.resource[-1:] in ((), own) for said in names)
