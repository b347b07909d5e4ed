"""A picture of Explore as a value: elements, hulls, what is said above it, counts of the legend."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field

from graphwright.curate.curation import Curation
from graphwright.relations import Relation, RelationKind

from .elements import Element
from .layout import Point


@dataclass(frozen=True, slots=True)
class Hull:
    """A tint behind the shown tools of one group. `more` are those of it that are not shown."""

    group: str
    title: str
    members: tuple[str, ...]  # ids of nodes
    of: str  # "7 of 14"
    more: int


@dataclass(frozen=True, slots=True)
class Crumb:
    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """`key` names the picture: while it stays the same, nodes keep their places."""

    key: str
    label: str  # for those who hear the page
    crumbs: tuple[Crumb, ...]
    facts: str
    elements: tuple[Element, ...] = ()
    hulls: tuple[Hull, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)  # relations by kind
    near: int = 0  # neighbours that one more click brings
    moved: tuple[str, ...] = ()  # tools and groups that stand where they were put
    picture: str = ""  # whose places they are; "" those of the map
    beside: tuple[Crumb, ...] = ()  # domains that this one is joined to

    def data(self) -> dict[str, object]:
        """The JSON form that the browser draws."""
        return {
            **{name: getattr(self, name) for name in ("key", "label", "facts", "near", "picture")},
            "crumbs": [asdict(crumb) for crumb in self.crumbs],
            "elements": list(self.elements),
            "hulls": [asdict(hull) for hull in self.hulls],
            "counts": dict(self.counts),
            "moved": list(self.moved),
        }


def put(curation: Curation, picture: str) -> dict[str, Point]:
    """Tools and groups that somebody put somewhere in a picture."""
    return {name: at for (where, name), at in curation.moved.items() if where == picture}


def kind_counts(relations: Iterable[Relation]) -> dict[str, int]:
    """Relations of each kind, all six, in their order."""
    found = Counter(relation.kind for relation in relations)
    return {kind: found[kind] for kind in RelationKind}
