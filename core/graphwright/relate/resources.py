"""Resources and their ids: what a tool is about, what its parameters point at, what it gives."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..tools import Field, Location, Parameter, Tool
from .names import Action, action_of, singular, singulars, vocabulary, words

IDS = vocabulary("id ids uuid guid identifier identifiers sid arn pk eid gid uid")
HANDLES = vocabulary("code slug number no sku key login handle ref hash username email")
_LOOSE = frozenset(("name", "title", "symbol", "path", "url", "uri", "token"))
_WRAPPERS = vocabulary(
    "data datum item result response payload body object list content record entry value row "
    "hit edge node collection metadata meta attribute property spec embedded page output info "
    "detail element member child response resource"
)
_SUFFIXES = vocabulary(
    "dto response request list result model schema resource detail summary full object "
    "collection item page view payload output input base simple ref reference entity vo"
)
_MOUNTS = frozenset(("api", "apis", "rest", "json", "public", "admin", "internal", "rpc"))
_VERSION = re.compile(r"v?\d+(\.\d+)*((alpha|beta)\d*)?")
_BRACED = re.compile(r"\{([^{}]*)\}")
_NO_DATA = vocabulary(
    "page perpage pagesize pagetoken pagenumber limit offset cursor after before sort sortby "
    "order orderby direction fields include expand lang language locale format apikey "
    "accesstoken authorization token clientsecret clientid idempotencykey requestid "
    "correlationid traceid callback pretty version apiversion timeout"
)
_UNTIL = frozenset(("by", "for", "from", "in", "of", "on", "to", "with", "as", "at", "using"))
_FILLERS = frozenset(("a", "an", "the", "all", "my", "many", "multiple", "bulk", "batch", "new"))


@dataclass(frozen=True, slots=True)
class Reference:
    """What a value identifies. `resource`: its singular words; `attribute`: id, sku, name, ""."""

    resource: tuple[str, ...]
    attribute: str


@dataclass(frozen=True, slots=True)
class Need:
    """A parameter that another tool's answer can fill."""

    parameter: Parameter
    reference: Reference
    own: bool  # the id of the tool's own resource


@dataclass(frozen=True, slots=True)
class Profile:
    """A tool as the rules see it."""

    tool: Tool
    action: Action
    resource: tuple[str, ...]  # singular words: what it is about; () where nothing says it
    segments: tuple[str, ...]  # of its path, without mounts and versions
    needs: tuple[Need, ...]

    @property
    def collection(self) -> tuple[str, ...]:
        """The path without what follows the last static noun: where the resource lives."""
        end = len(self.segments)
        while end and is_parameter(self.segments[end - 1]):
            end -= 1
        return self.segments[:end]


def is_parameter(segment: str) -> bool:
    return "{" in segment


def segments(path: str) -> tuple[str, ...]:
    """The segments of a URL template that carry meaning."""
    parts = [part for part in path.split("/") if part]
    return tuple(part for part in parts if part not in _MOUNTS and not _VERSION.fullmatch(part))


def item_prefixes(tools: Iterable[Tool]) -> frozenset[tuple[str, ...]]:
    """Every path prefix that some path continues with a parameter: a collection of items."""
    found: set[tuple[str, ...]] = set()
    for tool in tools:
        parts = segments(tool.path)
        found.update(parts[:i] for i, part in enumerate(parts) if is_parameter(part))
    return frozenset(found)


def profile(tool: Tool, prefixes: frozenset[tuple[str, ...]]) -> Profile:
    """The profile of a tool among the collections of its document."""
    parts = segments(tool.path)
    resource = _path_resource(parts, prefixes) if parts else _name_resource(tool.name)
    action = _action(tool, parts)
    needs = tuple(_needs(tool, action, resource, parts))
    return Profile(tool, action, resource, parts, needs)


def _path_resource(parts: tuple[str, ...], prefixes: frozenset[tuple[str, ...]]) -> tuple[str, ...]:
    """The last noun; a static segment in the place of an item (`/pet/findByStatus`) is a view."""
    for i in range(len(parts) - 1, -1, -1):
        if not is_parameter(parts[i]) and not (i and parts[:i] in prefixes):
            noun = _noun(parts[i])
            if noun:
                return noun
    return next((_noun(part) or singulars(part) for part in parts if not is_parameter(part)), ())


@lru_cache(maxsize=65_536)
def _noun(segment: str) -> tuple[str, ...]:
    """The words of a static segment; () when it is a verb (`cancel`, `:search`)."""
    found = singulars(segment.partition(":")[0].removesuffix(".json"))
    return () if len(found) == 1 and _is_verb(segment) else found


def _is_verb(segment: str) -> bool:
    action = action_of(segment.lower())
    return action is not None and singular(segment.lower()) == segment.lower()


@lru_cache(maxsize=65_536)
def _name_resource(name: str) -> tuple[str, ...]:
    """The noun of a name without a path: `docker_list_images` is about an image."""
    found = [word for word in words(name.rpartition(":")[2]) if word not in _FILLERS]
    verb = next((i for i, word in enumerate(found[:3]) if action_of(word)), -1)
    tail = found[verb + 1 :]
    stop = next((i for i, word in enumerate(tail) if word in _UNTIL and i), len(tail))
    noun = tail[:stop] or (found[:verb] if verb > 0 else [])
    return tuple(singular(word) for word in noun if word not in _UNTIL)


def _action(tool: Tool, parts: tuple[str, ...]) -> Action:
    """What the tool does: by its method where it has one, else by its name and hints."""
    said = [action for word in words(tool.name)[:4] if (action := action_of(word))]
    if tool.method:
        return _http_action(tool.method, parts, said)
    if said:
        return said[0]
    return Action.GET if tool.reads else Action.ACT


def _http_action(method: str, parts: tuple[str, ...], said: list[Action]) -> Action:
    item = bool(parts) and is_parameter(parts[-1])
    verb = action_of(parts[-1].rpartition(":")[2].lower()) if parts and not item else None
    if method == "get":
        if item:
            return Action.GET
        return Action.SEARCH if Action.SEARCH in (*said[:1], verb) else Action.LIST
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
    tool: Tool, action: Action, resource: tuple[str, ...], parts: tuple[str, ...]
) -> Iterable[Need]:
    nouns = _parameter_nouns(parts)
    for parameter in tool.parameters:
        reference = _reference(parameter, nouns, resource)
        if reference is None or not _is_data(parameter, reference):
            continue
        own = reference.resource == resource
        if not (own and action is Action.CREATE and parameter.location is not Location.PATH):
            yield Need(parameter, reference, own)


def _parameter_nouns(parts: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The noun before each path parameter: order of `/orders/{id}`."""
    nouns: dict[str, tuple[str, ...]] = {}
    noun: tuple[str, ...] = ()
    for part in parts:
        if is_parameter(part):
            nouns.update(dict.fromkeys(_BRACED.findall(part), noun))
        else:
            noun = _noun(part) or noun
    return nouns


def _reference(
    parameter: Parameter, nouns: Mapping[str, tuple[str, ...]], resource: tuple[str, ...]
) -> Reference | None:
    own, attribute = split_name(parameter.name.rpartition(".")[2])
    in_path = parameter.location is Location.PATH
    if own:
        return Reference(own, attribute)
    if not attribute:
        return None
    return Reference(nouns.get(parameter.name, ()) if in_path else resource, attribute)


@lru_cache(maxsize=65_536)
def split_name(name: str) -> tuple[tuple[str, ...], str]:
    """The resource words and the attribute of a name: `order_ids` gives (order), id."""
    found = words(name)
    if not found:
        return (), ""
    last = found[-1]
    if last in IDS:
        return tuple(singular(word) for word in found[:-1]), "id"
    if last in HANDLES or last in _LOOSE:
        return tuple(singular(word) for word in found[:-1]), last
    return tuple(singular(word) for word in found), ""


def _is_data(parameter: Parameter, reference: Reference) -> bool:
    """Whether an answer can fill it: no header, credential or paging; an id, or required."""
    if parameter.location in (Location.HEADER, Location.COOKIE) or parameter.type == "boolean":
        return False
    if "".join(words(parameter.name)) in _NO_DATA or not reference.resource or parameter.enum:
        return False
    if parameter.location is Location.PATH or reference.attribute == "id":
        return True
    return parameter.required and reference.attribute in HANDLES


@lru_cache(maxsize=262_144)
def owners(path: str, schema: str) -> tuple[tuple[str, ...], ...]:
    """Who holds a field, by the property and the schema around it; () where nothing says it."""
    found = []
    for holder in reversed(path.split(".")[:-1]):
        name = singulars(holder.replace("[]", ""))
        if name and not (len(name) == 1 and name[0] in _WRAPPERS):
            found.append(name)
            break
    named = tuple(word for word in singulars(schema) if len(word) > 1 and word not in _SUFFIXES)
    if named and named not in found:
        found.append(named)
    return tuple(found)


def given(field: Field) -> Reference | None:
    """What the name of an output field identifies; None for a date, a text, a number.

    Its resource is empty for a bare `id`: the owners of the field say whose.
    """
    resource, attribute = split_name(field.name)
    return Reference(resource, attribute) if attribute else None
