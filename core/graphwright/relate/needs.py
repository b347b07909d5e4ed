"""What a tool must be told that another tool can say: parameters that identify something."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ..tools import Location, Parameter, Tool
from .names import CREATE, Action, vocabulary, words
from .paths import Segments, parameter_nouns, parameter_places, segments
from .references import USER, Reference, is_wrapper, of_a_user, owners, reference

PATH, QUERY, HEADER, COOKIE, BODY, ARGUMENT = Location  # see `Action`

_ONE_LEVEL = re.compile(r"[^.]*|[^.]*\[\]\.[^.]*")
_NO_DATA = vocabulary(
    "page perpage pagesize pagetoken pagenumber limit offset cursor after before sort sortby "
    "order orderby direction fields include expand lang language locale format apikey "
    "accesstoken authorization token clientsecret clientid idempotencykey requestid "
    "correlationid traceid callback pretty version apiversion timeout nexttoken "
    "continuationtoken startcursor endcursor maxresults count"
)
# As the last of a path they pick one of a collection: `/authorizations/{authorization}`.
_PICKED = vocabulary(
    "token authorization order callback requestid clientid accesstoken correlationid traceid count"
)
_NO_THING = vocabulary(
    "date time at on timestamp type kind format mode amount count total quantity price size "
    "limit description title text message body content comment note reason language locale "
    "currency country city state status sort order query keyword filter value unit width height "
    "lat lon lng latitude longitude start end from to until since number flag enabled"
)
# Codes and numbers that are written down, not looked up: the postal code of a new address.
_WRITTEN = vocabulary(
    "postal zip post phone telephone mobile cell fax house street area dial country region tax "
    "vat card bank routing swift iban color colour error status reason version serial"
)
_TEXTS = vocabulary("text content message body description value comment note reason prompt")


class Need(NamedTuple):
    """A parameter that another tool's answer can fill."""

    parameter: Parameter
    reference: Reference
    must: bool  # the tool cannot be called without it
    own: bool  # it identifies the tool's own resource
    place: Segments = ()  # the path before it, for a path parameter
    shared: bool = False  # other collections hold things of the same noun
    things: bool = False  # it takes whole things: `products` of an order


def needs_of(
    tool: Tool,
    action: Action,
    resource: tuple[str, ...],
    parts: Segments,
    attributes: Mapping[Segments, str],
    shared: frozenset[str],
) -> Iterator[Need]:
    """Every parameter that identifies something; see `Catalog` for `attributes` and `shared`."""
    nouns = parameter_nouns(parts)
    places = parameter_places(parts)
    addressed = any(noun == resource for noun in nouns.values())
    for parameter in tool.parameters:
        if not _may_be_filled(parameter):
            continue
        in_path = parameter.location is PATH
        place = places.get(parameter.name, ()) if in_path else ()
        found = _meant(parameter, (nouns.get(parameter.name) if in_path else resource) or ())
        if in_path and not found.attribute:
            found = Reference(found.resource, attributes.get(place, ""))
        own = found.resource == resource
        new = own and not in_path and _is_new(parameter, found, action, addressed)
        root = own and action.many and parameter.name in ("path", "url", "uri", "name")
        if found.resource and not new and not root and _identifying(parameter, found):
            must = parameter.required or in_path
            several = in_path and found.resource[-1] in shared
            things = _holds_things(parameter, found)
            yield Need(parameter, found, must, own, place, several, things)


def is_thing(word: str) -> bool:
    """A noun for something that can be picked, rather than for how or how many."""
    return word not in _NO_THING and word not in _TEXTS and not is_wrapper(word)


def attributes_of(tools: Iterable[Tool]) -> dict[Segments, str]:
    """By collection, the attribute in the name of its items' parameter: `/namespaces/{name}`."""
    found: dict[Segments, str] = {}
    for tool in tools:
        for name, place in parameter_places(segments(tool.path)).items():
            if attribute := reference(name).attribute:
                found[place] = min(attribute, found.get(place, attribute))
    return found


def _is_new(parameter: Parameter, meant: Reference, action: Action, addressed: bool) -> bool:
    """What is written to the tool's own resource is a new value, not one to be looked up."""
    if action is CREATE:
        return True
    return parameter.location is BODY and (addressed or meant.attribute != "id")


def _may_be_filled(parameter: Parameter) -> bool:
    """No header, credential, switch or paging: those are no data of another tool.

    In a path, a word for a credential picks one like any other.

    Nor what is optional inside a part of a body: it is filled by whoever writes that part.
    The lines of an order are its own: `items[].productId`.
    """
    inside = "." in parameter.name and not parameter.required
    if inside and not _ONE_LEVEL.fullmatch(parameter.name):
        return False
    return (
        parameter.location not in (HEADER, COOKIE)
        and not parameter.enum
        and parameter.type.lower() not in ("boolean", "bool", "null")
        and not _is_no_data(parameter.name, parameter.location is PATH)
    )


@lru_cache(maxsize=65_536)
def _is_no_data(name: str, in_path: bool) -> bool:
    said = "".join(words(name))
    return said in _NO_DATA and not (in_path and said in _PICKED)


def _meant(parameter: Parameter, place: tuple[str, ...]) -> Reference:
    """What the parameter points at; a bare `id` at the resource of its place."""
    said = reference(parameter.name.rpartition(".")[2])
    if said.resource:
        more = parameter.location is PATH and place[-len(said.resource) :] == said.resource
        return Reference(place, said.attribute) if more else said
    if of_a_user(said.attribute):
        return Reference(place if parameter.location is PATH else USER, said.attribute)
    held_by = owners(parameter.name, "") if "." in parameter.name else ()
    return Reference(held_by[0] if held_by else place, said.attribute)


def _holds_things(parameter: Parameter, meant: Reference) -> bool:
    """A whole thing of a body, or several: `products` of an order."""
    return (
        parameter.location is BODY
        and parameter.type in ("object", "array")
        and "." not in parameter.name
        and not meant.attribute
        and not is_wrapper(meant.resource[-1])
    )


def _identifying(parameter: Parameter, meant: Reference) -> bool:
    """Whether it names one thing among others, rather than say how, when or how many."""
    if parameter.location is PATH:
        return meant.attribute not in ("path", "url", "uri")
    if parameter.location is ARGUMENT and "object" in (parameter.type, parameter.items):
        return False
    if meant.attribute == "id":
        return True
    if _holds_things(parameter, meant):
        return True
    if not parameter.required and parameter.location is not ARGUMENT:
        return False
    if meant.identifies:
        return parameter.location is not BODY or meant.resource[-1] not in _WRITTEN
    if parameter.location is not ARGUMENT:
        return parameter.location is QUERY and meant.attribute in ("url", "uri")
    said = words(parameter.name)
    if "." in parameter.name or not said or said[-1] in _TEXTS:
        return False
    return parameter.required and (len(said) > 1 or said[-1] not in _NO_THING)
