"""A picture of Explore as a value: elements, hulls, what is said above it, counts of the legend."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace

from graphwright.curate.curation import Curation
from graphwright.relations import Relation, RelationKind

from .elements import Element
from .layout import Point
from .names import humanised, short, titles


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

    def hull_data(self) -> list[dict[str, object]]:
        return [asdict(hull) for hull in self.hulls]

    def data(self) -> dict[str, object]:
        """The JSON form that the browser draws."""
        return {
            **{name: getattr(self, name) for name in ("key", "label", "facts", "near", "picture")},
            "crumbs": [asdict(crumb) for crumb in self.crumbs],
            "elements": list(self.elements),
            "hulls": self.hull_data(),
            "counts": dict(self.counts),
            "moved": list(self.moved),
        }


def apart(scene: Scene) -> Scene:
    """The scene with names as they are written where two would read alike."""
    data = [element["data"] for element in scene.elements]
    known = {
        kind: titles(str(one["name"]) for one in data if one.get("kind") == kind)
        for kind in ("tool", "group")
    }
    for one in data:
        name, kind = str(one.get("name", "")), str(one.get("kind", ""))
        shown = known.get(kind, {}).get(name)
        if shown and name and shown != humanised(name):
            one["title_" if kind == "tool" else "title"] = short(shown, 28)
    heads = titles(hull.group for hull in scene.hulls)
    hulls = tuple(replace(hull, title=short(heads[hull.group], 24)) for hull in scene.hulls)
    return replace(scene, hulls=hulls)


def put(curation: Curation, picture: str) -> dict[str, Point]:
    """Tools and groups that somebody put somewhere in a picture."""
    return {name: at for (where, name), at in curation.moved.items() if where == picture}


def kind_counts(relations: Iterable[Relation]) -> dict[str, int]:
    """Relations of each kind, all six, in their order."""
    found = Counter(relation.kind for relation in relations)
    return {kind: found[kind] for kind in RelationKind}
