"""Tools as the rules see them: what each does, to which resource, and what it must be told."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..tools import Location, Parameter, Tool
from .names import Action, action_of, singular, singulars, told_action, vocabulary, words
from .paths import (
    Segments,
    is_parameter,
    is_search,
    is_verb,
    item_prefixes,
    parameter_nouns,
    path_resource,
    segments,
)
from .references import Reference, given, owners, reference, split_name

__all__ = [
    "Need",
    "Profile",
    "given",
    "name_resource",
    "owners",
    "profile",
    "profiles",
    "segments",
    "split_name",
]

_NO_DATA = vocabulary(
    "page perpage pagesize pagetoken pagenumber limit offset cursor after before sort sortby "
    "order orderby direction fields include expand lang language locale format apikey "
    "accesstoken authorization token clientsecret clientid idempotencykey requestid "
    "correlationid traceid callback pretty version apiversion timeout nexttoken "
    "continuationtoken startcursor endcursor maxresults count"
)
_NO_THING = vocabulary(
    "date time at on timestamp type kind format mode amount count total quantity price size "
    "limit description title text message body content comment note reason language locale "
    "currency country city state status sort order query keyword filter value unit width height "
    "lat lon lng latitude longitude start end from to until since number flag enabled"
)
_STOPS = vocabulary("by for from in of on to with as at using via into about if when within")
_ONE_IN_PLURAL = vocabulary(
    "details settings stats statistics metrics options contents news logs info credentials "
    "properties preferences params parameters docs dates repo org env config app db"
)
_FILLERS = vocabulary("a an the all my many multiple bulk batch new tool api")


@dataclass(frozen=True, slots=True)
class Need:
    """A parameter that another tool's answer can fill."""

    parameter: Parameter
    reference: Reference
    must: bool  # the tool cannot be called without it
    own: bool  # it identifies the tool's own resource


@dataclass(frozen=True, slots=True)
class Profile:
    """A tool as the rules see it."""

    tool: Tool
    action: Action
    resource: tuple[str, ...]  # singular words: what it is about; () where nothing says it
    segments: Segments  # of its path, without mounts and versions
    needs: tuple[Need, ...]

    words: tuple[str, ...]  # of its name, singular
    name: str
    reads: bool  # it changes nothing
    many: bool  # it lists or searches
    home: tuple[bool, str]  # by path or by name, and the first segment or word


def profiles(tools: Iterable[Tool]) -> list[Profile]:
    """The profiles of all tools, by name."""
    listed = sorted(tools, key=lambda tool: tool.name)
    prefixes = item_prefixes(listed)
    return [profile(tool, prefixes) for tool in listed]


def profile(tool: Tool, prefixes: frozenset[Segments]) -> Profile:
    """The profile of a tool among the collections of its document."""
    parts = segments(tool.path)
    resource = path_resource(parts, prefixes) if parts else name_resource(tool.name)
    action = _action(tool, parts)
    needs = tuple(_needs(tool, action, resource, parts))
    said = singulars(tool.name.rpartition(":")[2])
    home = bool(parts), next(iter(parts or said), "")
    return Profile(
        tool, action, resource, parts, needs, said, tool.name, action.reads, action.many, home
    )


@lru_cache(maxsize=65_536)
def name_resource(name: str) -> tuple[str, ...]:
    """The noun of a name without a path: `docker_list_images` is about an image."""
    found = [word for word in words(name.rpartition(":")[2]) if word not in _FILLERS]
    verb = next((i for i, word in enumerate(found[:4]) if action_of(word)), -1)
    tail = found[verb + 1 :]
    stop = next((i for i, word in enumerate(tail) if word in _STOPS and i), len(tail))
    noun = tail[:stop] or (found[:verb] if verb > 0 else [])
    return tuple(singular(word) for word in noun if word not in _STOPS)


def _action(tool: Tool, parts: Segments) -> Action:
    """What the tool does: by its method where it has one, else by its name and hints."""
    said = [action for word in words(tool.name)[:4] if (action := action_of(word))]
    if tool.method:
        return _http_action(tool.method, parts, said)
    action = said[0] if said else told_action(tool.summary or tool.description)
    if action is Action.GET and _speaks_of_many(tool.name):
        return Action.LIST
    if tool.effects.read_only and (action is None or not action.reads):
        return Action.GET
    return action or Action.ACT


def _speaks_of_many(name: str) -> bool:
    """`get_board_issues`: its noun is a plural, and no `details` or `settings`."""
    found = words(name.rpartition(":")[2])
    stop = next((i for i, word in enumerate(found) if word in _STOPS and i), len(found))
    noun = found[stop - 1] if stop else ""
    return singular(noun) != noun and noun not in _ONE_IN_PLURAL


def _http_action(method: str, parts: Segments, said: list[Action]) -> Action:
    item = bool(parts) and is_parameter(parts[-1])
    last = parts[-1].rpartition(":")[2] if parts and not item else ""
    verb = action_of(last.lower()) if is_verb(last) else None
    if method in ("get", "head", "options"):
        if item:
            return Action.GET
        if verb and not verb.reads:
            return Action.ACT
        searches = Action.SEARCH in said[:2] or any(is_search(part) for part in parts)
        return Action.SEARCH if searches else Action.LIST
    if method == "delete":
        return Action.DELETE
    if method in ("put", "patch"):
        return Action.ACT if verb is Action.ACT else Action.UPDATE
    return _post_action(item, verb, said)


def _post_action(item: bool, verb: Action | None, said: list[Action]) -> Action:
    if verb in (Action.SEARCH, Action.ACT):
        return verb
    first = said[0] if said else Action.CREATE
    if first in (Action.CREATE, Action.SEARCH, Action.ACT, Action.DELETE):
        return first
    return Action.UPDATE if item or first is Action.UPDATE else Action.CREATE


def _needs(
    tool: Tool, action: Action, resource: tuple[str, ...], parts: Segments
) -> Iterable[Need]:
    nouns = parameter_nouns(parts)
    addressed = bool(parts) and is_parameter(parts[-1])
    for parameter in tool.parameters:
        if not _may_be_filled(parameter):
            continue
        in_path = parameter.location is Location.PATH
        found = _meant(parameter, (nouns.get(parameter.name) if in_path else resource) or ())
        own = found.resource == resource
        new = own and not in_path and _is_new(parameter, found, action, addressed)
        if found.resource and not new and _identifying(parameter, found):
            yield Need(parameter, found, parameter.required or in_path, own)


def _is_new(parameter: Parameter, meant: Reference, action: Action, addressed: bool) -> bool:
    """What is written to the tool's own resource is a new value, not one to be looked up."""
    if action is Action.CREATE:
        return True
    return parameter.location is Location.BODY and (addressed or meant.attribute != "id")


def _may_be_filled(parameter: Parameter) -> bool:
    """No header, credential, switch or paging: those are no data of another tool.

    Nor what is optional deep inside a body: it is filled by whoever writes the whole.
    """
    if not parameter.required and parameter.name.count(".") > 1:
        return False
    return (
        parameter.location not in (Location.HEADER, Location.COOKIE)
        and not parameter.enum
        and parameter.type.lower() not in ("boolean", "bool", "null")
        and "".join(words(parameter.name)) not in _NO_DATA
    )


def _meant(parameter: Parameter, place: tuple[str, ...]) -> Reference:
    """What the parameter points at; a bare `id` at the resource of its place."""
    said = reference(parameter.name.rpartition(".")[2])
    if said.resource:
        return said
    held_by = owners(parameter.name, "") if "." in parameter.name else ()
    return Reference(held_by[0] if held_by else place, said.attribute)


def _holds_objects(parameter: Parameter) -> bool:
    """A whole thing, or several: `products` of an order."""
    return "." not in parameter.name and parameter.type in ("object", "array")


def _identifying(parameter: Parameter, meant: Reference) -> bool:
    """Whether it names one thing among others, rather than say how, when or how many."""
    if parameter.location is Location.PATH:
        return meant.attribute not in ("path", "url", "uri")
    if meant.attribute == "id":
        return True
    if parameter.location is Location.BODY and _holds_objects(parameter):
        return not meant.attribute
    if not parameter.required and parameter.location is not Location.ARGUMENT:
        return False
    if meant.identifies:
        return True
    if parameter.location is not Location.ARGUMENT:
        return parameter.location is Location.QUERY and meant.attribute in ("url", "uri", "name")
    said = words(parameter.name)
    return parameter.required and (len(said) > 1 or said[-1] not in _NO_THING)
