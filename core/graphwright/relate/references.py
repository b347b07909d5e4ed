"""What a value identifies: the resource and the attribute that a name points at."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..tools import Field
from .names import action_of, singular, singulars, vocabulary, words

_IDS = vocabulary("id ids uuid uuids guid identifier identifiers sid arn arns pk eid gid uid iid")
_HANDLES = vocabulary(
    "code codes slug slugs number numbers no sku skus key keys login handle ref hash username "
    "usernames email emails ticker isbn iban sha"
)
_LOOSE = vocabulary("name names title symbol path url uri token")
_NAMELESS = vocabulary("response request result list object schema model inline default body")
_OF_A_USER = vocabulary("username login handle")
USER = ("user",)
_INSIDE = vocabulary("metadata meta spec status attribute property setting config option")
_WRAPPERS = vocabulary(
    "data datum item result response payload body object list content record entry value row "
    "hit edge node collection metadata meta attribute property spec embedded page output info "
    "detail element child resource option setting parameter config configuration status field"
)
_DRESS = vocabulary(
    "dto response request list result model schema resource detail summary full object "
    "collection item page view payload output input base simple ref reference entity vo short "
    "paged paginated paging minimal type get post"
)


class Reference(NamedTuple):
    """`resource`: its singular words, () for whoever holds it; `attribute`: id, sku, name, ""."""

    resource: tuple[str, ...]
    attribute: str

    @property
    def identifies(self) -> bool:
        """The attribute is made to tell one from another."""
        return self.attribute == "id" or self.attribute in _HANDLES

    @property
    def sayable(self) -> str:
        """The value in words: "order id"."""
        return " ".join((*self.resource, self.attribute)).strip()


_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "id": ("id",),
    "": ("", "id", "login", "slug", "key", "code", "number", "username", "name"),
    "username": ("username", "login", "handle", "name"),
    "login": ("login", "username", "handle"),
    "handle": ("handle", "username", "login"),
    "number": ("number", "no"),
    "no": ("no", "number"),
    "hash": ("hash", "sha"),
    "sha": ("sha", "hash"),
    "ref": ("ref", "sha"),
}
_SHORT = {("pid",): Reference(("process",), "id")}


@lru_cache(maxsize=65_536)
def reference(name: str) -> Reference:
    """What a name says by itself: `order_ids` is the id of an order, `id` that of its holder."""
    found = words(name)
    if "or" in found[1:]:
        found = found[: found.index("or")]
    if not found:
        return Reference((), "")
    if found in _SHORT:
        return _SHORT[found]
    last = singular(found[-1])
    before = tuple(singular(word) for word in found[:-1])
    if last in _IDS:
        return Reference(before, "id")
    if last in _HANDLES or last in _LOOSE:
        return Reference(before, last)
    return Reference((*before, last), "")


def of_a_user(attribute: str) -> bool:
    """Only users have one: a login, a handle."""
    return attribute in _OF_A_USER


def spellings(attribute: str) -> tuple[str, ...]:
    """The attributes of an answer that may stand for one that is asked for, best first.

    Each of its own sort: an id is no token, and a number no id.
    """
    return _SPELLINGS.get(attribute, (attribute,))


def is_wrapper(word: str) -> bool:
    """A name for any content: data, items, metadata."""
    return word in _WRAPPERS


def split_name(name: str) -> tuple[tuple[str, ...], str]:
    """The resource words and the attribute of a name: `order_ids` gives (order), id."""
    said = reference(name)
    return said.resource, said.attribute


def given(field: Field) -> Reference | None:
    """What the name of an output field identifies; None for a date, a text, a number.

    Its resource is empty for a bare `id`: the owners of the field say whose.
    """
    said = reference(field.name)
    return said if said.attribute else None


def owners(path: str, schema: str) -> tuple[tuple[str, ...], ...]:
    """Who holds a field, by the property and the schema around it; () where nothing says it."""
    return _owners(path.rpartition(".")[0], schema)


@lru_cache(maxsize=65_536)
def _owners(holder: str, schema: str) -> tuple[tuple[str, ...], ...]:
    held_by = _holders(holder)
    found = [next((name for name in reversed(held_by) if name and not _wraps(name)), ())]
    if not held_by or _INSIDE.isdisjoint(held_by[-1][-1:]):
        found.extend(schema_nouns(schema))
    return tuple(dict.fromkeys(name for name in found if name))


@lru_cache(maxsize=65_536)
def _holders(holder: str) -> tuple[tuple[str, ...], ...]:
    """The words of each property that holds a field, outermost first."""
    if not holder:
        return ()
    return tuple(singulars(part.replace("[]", "")) for part in holder.split("."))


def _wraps(name: tuple[str, ...]) -> bool:
    return len(name) == 1 and name[0] in _WRAPPERS


@lru_cache(maxsize=65_536)
def _nesting(holder: str) -> int:
    """How many things, wrappers aside, hold a field."""
    return sum(1 for name in _holders(holder) if name and not _wraps(name))


@lru_cache(maxsize=65_536)
def schema_nouns(schema: str) -> tuple[tuple[str, ...], ...]:
    """What a schema's name may be about: `MenuItemDto` is a menu item, or perhaps a menu."""
    bare = [word for word in singulars(schema.rpartition(".")[2]) if len(word) > 1]
    bare = [word for word in bare if not word.isdigit()]
    while len(bare) > 1 and _dresses(bare[-1]):
        bare.pop()
    while len(bare) > 1 and action_of(bare[0]):
        bare.pop(0)
    undressed = tuple(word for word in bare if word not in _DRESS)
    return tuple(n for n in dict.fromkeys((tuple(bare), undressed)) if n and n[-1] not in _NAMELESS)


def _dresses(word: str) -> bool:
    return (word in _DRESS and word != "item") or action_of(word) is not None


class Given(NamedTuple):
    """What an output field says by its path and schema, whoever answers with it."""

    reference: Reference
    owners: tuple[tuple[str, ...], ...]  # who holds it, where its own name does not say so
    nesting: int
    deep: bool  # inside something else that the answer holds: a track's album's id


def given_by(path: str, schema: str) -> Given:
    holder, _, name = path.rpartition(".")
    said = reference(name.replace("[]", ""))
    inside = _nesting(holder)
    held_by = _owners(holder, schema) if said.attribute and not said.resource else ()
    return Given(said, held_by, inside, inside > 1 or path.count(".") > 2)
