"""A schema as a flat list: what a tool takes as parameters, what it gives as fields.

The object or list that holds a value stands before the value: `lines`, `lines[].sku`. A cycle is
entered once; depth and count are bounded.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..tools import Field, Location, Parameter
from .schemas import MAX_PROPERTIES, Schemas, Shape

_VISITS = MAX_PROPERTIES  # members looked at, of which the best are kept
_DEPTH = 5  # names in a path
_LISTS = 3  # lists in lists
MAX_FIELDS = 60
MAX_PARAMETERS = 80  # beyond those at the top, which are all kept

# What another tool may ask for, and what none does: decides which fields of a large answer stay.
_FEEDS = re.compile(
    r"(?:^|[_\-])(?:id|ids|key|uuid|guid|slug|login|sha|number|code|name|ref|token|handle|email)$"
    r"|(?<=[a-z0-9])(?:Id|ID|Ids|Key|Uuid|UUID|Slug|Number|Code|Name|Ref|Token|Email)$"
)
_DULL = re.compile(r"(?:^|[_\-])(?:url|href|link|at)$|(?<=[a-z0-9])(?:Url|URL|Href|Link|At)$")


@dataclass(frozen=True, slots=True)
class Member:
    """One value inside a schema, at a path as in `tools.Field`."""

    path: str
    name: str
    shape: Shape
    required: bool  # it and all that hold it
    holder: str  # name of the schema that it is a property of
    place: tuple[int, ...]  # position among its siblings, after the positions of its holders


def parameters(
    schemas: Schemas, schema: object, location: Location, name: str = "", required: bool = True
) -> tuple[Parameter, ...]:
    """The parameters that a body, or an object of arguments, is made of.

    Args:
        schemas: of the document.
        schema: of the whole body.
        location: where all of them travel.
        name: that the body goes by when it is no object of known properties; "" leaves it out.
        required: the body must be given.
    """
    root = schemas.shape(schema)
    path, content = inside(schemas, name, root)
    if path == name and content.properties:
        found = list(members(schemas, schema, _only_given, "", required))
        return tuple(_parameter(schemas, member, location) for member in _manageable(found))
    if not name:
        return ()
    body = _parameter(schemas, Member(name, name, root, required, root.name, ()), location)
    below = list(members(schemas, schema, _only_given, name, required))
    return body, *(_parameter(schemas, member, location) for member in _manageable(below))


def fields(schemas: Schemas, schema: object) -> tuple[Field, ...]:
    """The fields of an answer; of a large one its top, and what another tool may ask for."""
    found = list(members(schemas, schema, _only_taken))
    if len(found) > MAX_FIELDS:
        found = sorted(found, key=_use)[:MAX_FIELDS]
    if found:
        return tuple(_field(member) for member in sorted(found, key=lambda m: m.place))
    path, shape = inside(schemas, "", schemas.shape(schema))
    says_something = path or shape.stated
    return (_field(Member(path, "", shape, True, shape.name, ())),) if says_something else ()


def inside(schemas: Schemas, path: str, shape: Shape) -> tuple[str, Shape]:
    """The path and shape of what a list holds, through lists of lists; others as they are."""
    for _ in range(_LISTS):
        if shape.type != "array" or shape.items is None:
            break
        path, shape = f"{path}[]", schemas.shape(shape.items)
    return path, shape


def members(
    schemas: Schemas,
    schema: object,
    hidden: Callable[[Shape], bool],
    prefix: str = "",
    required: bool = True,
) -> Iterator[Member]:
    """Every value inside a schema that is not hidden, level by level, up to the bounds."""
    path, root = inside(schemas, prefix, schemas.shape(schema))
    whole = Member(path, "", root, required, "", ())
    queue: deque[tuple[Member, Shape, str, tuple[int, ...]]] = deque(
        [(whole, root, path, (id(root),))]
    )
    visits = 0
    while queue:
        parent, holder, path, trail = queue.popleft()
        for position, (name, inner) in enumerate(holder.properties.items()):
            visits += 1
            if visits > _VISITS:
                return
            shape = schemas.shape(inner)
            if hidden(shape):
                continue
            needed = parent.required and name in holder.required
            own_path = f"{path}.{name}" if path else name
            place = (*parent.place, position)
            member = Member(own_path, name, shape, needed, holder.name, place)
            yield member
            below, content = inside(schemas, own_path, shape)
            if content.properties and len(place) < _DEPTH and id(content) not in trail:
                queue.append((member, content, below, (*trail, id(content))))


def _only_given(shape: Shape) -> bool:
    return shape.read_only


def _only_taken(shape: Shape) -> bool:
    return shape.write_only


def _manageable(found: Iterable[Member]) -> list[Member]:
    """All at the top, then what is required, then what is near the top; never without its holder.

    A holder is at least as required as what it holds, and nearer to the top: it is taken first.
    """
    ranked = sorted(found, key=lambda m: (len(m.place) > 1, not m.required, len(m.place), m.place))
    top = sum(len(member.place) == 1 for member in ranked)
    return sorted(ranked[: max(top, MAX_PARAMETERS)], key=lambda member: member.place)


def _use(member: Member) -> tuple[int, bool, tuple[int, ...]]:
    """Sorts by depth; what feeds other tools one level up, links and times some levels down."""
    nested = member.shape.type in ("object", "array")
    feeds = not nested and _FEEDS.search(member.name) is not None
    dull = member.shape.format in ("uri", "date-time") or _DULL.search(member.name) is not None
    return len(member.place) - feeds + 3 * dull, not feeds, member.place


def _field(member: Member) -> Field:
    shape = member.shape
    return Field(
        member.path, shape.type, shape.format, shape.enum, shape.description, member.holder
    )


def _parameter(schemas: Schemas, member: Member, location: Location) -> Parameter:
    shape = member.shape
    return Parameter(
        member.path,
        shape.type,
        shape.description,
        member.required,
        location,
        shape.format,
        shape.enum,
        schemas.shape(shape.items).type if shape.items is not None else "",
        member.holder or shape.name,
        shape.default,
    )
