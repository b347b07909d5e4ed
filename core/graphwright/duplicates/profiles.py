"""Tools as the comparison sees them: what each does, to what, with what, and how it says so."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..relate.names import singular, vocabulary, words
from ..tools import Location, Parameter, Tool
from .nouns import FILLERS, SHORT, UNCOUNTED
from .verbs import NOUNS_TOO, READS, SENSE_OF

_VERSION = re.compile(r"v\d+|alpha\d*|beta\d*|legacy|deprecated")
_UNTIL = frozenset(("by", "for", "in", "of", "from", "with", "to", "on"))
_DIRECTIONS = frozenset(("to", "from", "into"))
METHODS = frozenset(("get", "post", "put", "patch", "delete"))
_COMPOUNDS = {("pull", "request"): "pullrequest", ("merge", "request"): "mergerequest"}
_TAG = re.compile(r"<[^<>]{0,200}>|https?://\S{0,200}")
_WORD = re.compile(r"[a-z]{2,}|\d+|[^\W\da-z_]+")
_SUFFIX = re.compile(r"(?<=[a-z]{4})(?:ing|ed|es|er|ly|e)$")
_STOP = vocabulary(
    "an the of for to in on by with from and or is are be was it its that this these those as at "
    "not no can may will has have if when where which who whose use used using you your api tool "
    "must should only also any all more than other into via per about after before between such "
    "returns return given specified specific"
)
_GENERIC = vocabulary("mcp server api tool reference live file list data service app rest json")
_MOST_WORDS = 48  # of a description: what comes later is notes and examples
_LONG_TEXT = 600  # characters of a description that are read
_LONG_PATH = 200  # characters at the end of an output's path
_MOST_FIELDS = 24  # parameters and outputs that are compared
_TELLING = 12  # outputs that tell a list from a thing
_NEGLIGIBLE = frozenset((Location.HEADER, Location.COOKIE))


@dataclass(frozen=True, slots=True)
class Profile:
    """What one tool says of itself, in comparable words."""

    sense: str  # of its verb; "" where nothing says it
    kind: str  # "read", "delete", "write" or "" for unknown; by method, hint or verb
    shape: str  # of the answer's fields: "list", "item" or "" for unknown
    nouns: tuple[str, ...]  # of the name, in their order, without verb, fillers and versions
    directed: bool  # the name says from what to what
    many: bool  # a noun after the verb is a plural
    written: str  # the name's letters, sorted: `getOrder` and `order_get` have the same
    service: str  # what the source puts before every name
    path: str  # normal form of the URL template; "" for none
    resource: tuple[str, ...]  # static parts of the path
    context: frozenset[str]  # words of name, path and parameters: what a longer name may repeat
    parameters: tuple[str, ...]
    typed: tuple[str, ...]  # the same with their types
    outputs: tuple[str, ...]
    description: tuple[str, ...]
    method: str
    source: str


def profiles(tools: Sequence[Tool]) -> list[Profile]:
    """A profile of each tool, with what its source puts before every name taken off."""
    prefixes = source_prefixes(tools)
    found = [profile(tool, prefixes.get(tool.source, frozenset())) for tool in tools]
    services = _services(found)
    return [replace(p, service=p.service or services.get(p.source, "")) for p in found]


def _services(profiles: Iterable[Profile]) -> Mapping[str, str]:
    """By source, the word of its name that its tools speak of most: `github`; "" for none."""
    spoken: dict[str, Counter[str]] = {}
    for profile in profiles:
        if profile.source not in spoken:
            spoken[profile.source] = Counter()
            named = (word for word in words(profile.source) if word not in _GENERIC)
            spoken[profile.source].update({stem: 0 for word in named for stem in _stems(word)})
        counts = spoken[profile.source]
        counts.update(counts.keys() & {*profile.description, *profile.nouns})
    most = {source: counts.most_common(1) for source, counts in spoken.items()}
    return {source: found[0][0] for source, found in most.items() if found and found[0][1] > 2}


def source_prefixes(tools: Iterable[Tool]) -> Mapping[str, frozenset[str]]:
    """By source, the first words that say nothing: the server's name, or `GET_` on RPC calls."""
    starts: dict[str, list[tuple[str, ...]]] = {}
    for tool in tools:
        starts.setdefault(tool.source, []).append(words(bare_name(tool))[:2])
    return {
        source: _common(Counter(s[0] for s in some if len(s) > 1), set(words(source)))
        | (METHODS if _remote_calls(some) else frozenset())
        for source, some in starts.items()
    }


def _common(firsts: Counter[str], named: set[str]) -> frozenset[str]:
    """First words of most names; in a list of two or three, if the source is named so."""
    total = sum(firsts.values())
    share = 0.75 if total >= 4 else 1.0 if total > 1 and set(firsts) <= named else 2.0
    return frozenset(w for w, n in firsts.items() if n >= share * total and w not in SENSE_OF)


def _remote_calls(starts: Sequence[tuple[str, ...]]) -> bool:
    """Names are METHOD_Verb…: nearly all start with a method, and then with a verb."""
    verbs = [s[1] in SENSE_OF and s[1] not in NOUNS_TOO for s in starts if s[0:1] and s[1:]]
    methods = sum(s[0] in METHODS for s in starts if s)
    return methods >= 0.95 * len(starts) and sum(verbs) >= 0.7 * len(starts)


def bare_name(tool: Tool) -> str:
    """The name as its document has it, without our marks for names that stand twice."""
    return tool.name.removeprefix(f"{tool.source}:").partition("~")[0]


def profile(tool: Tool, prefixes: frozenset[str]) -> Profile:
    name = bare_name(tool)
    unnamed = bool(tool.path) and name.endswith(f" {tool.path}")  # its name is `get /orders`
    parts = _segments(tool.path)
    static = tuple(word for part in parts if "{" not in part for word in _words(part))
    sense, nouns, many = ("", static, False) if unnamed else read_name(name, prefixes)
    parameters = _compared(tool, frozenset(nouns) | frozenset(static))
    return Profile(
        sense=sense,
        kind=kind_of(sense) if prefixes & METHODS else _kind_of_method(tool) or kind_of(sense),
        shape=_shape(tool),
        nouns=nouns,
        directed=not _DIRECTIONS.isdisjoint(words(name)),
        many=many,
        written="" if unnamed else _written(name, prefixes),
        service=_service(name, prefixes),
        path="/".join("{}" if "{" in part else part.lower() for part in parts),
        resource=tuple(dict.fromkeys(static)),
        context=frozenset((*nouns, *static, *" ".join(parameters).split(), *_ids(tool))),
        parameters=tuple(parameters),
        typed=tuple(f"{name}:{kind}" for name, kind in parameters.items()),
        outputs=_outputs(tool),
        description=described(f"{tool.summary} {tool.description}"),
        method=tool.method,
        source=tool.source,
    )


@lru_cache(maxsize=65_536)
def read_name(name: str, prefixes: frozenset[str]) -> tuple[str, tuple[str, ...], bool]:
    """The sense of the verb, the nouns, and whether one after the verb is a plural.

    To get what has a plural as its head is to list: `getOrders`, `find_pets_by_status`.
    """
    group, part = _grouped(name)
    found = _without(prefixes, list(_compounded(words(part))))
    at = _verb(found)
    sense = SENSE_OF[found[at]] if at >= 0 else ""
    before, after = found[: max(at, 0)], found[at + 1 :]
    until = next((i for i, word in enumerate(after) if word in _UNTIL and i), len(after))
    head = after[until - 1] if until and at >= 0 else ""
    if _plural(head):
        sense = {"get": "list", "find": "search"}.get(sense, sense)
    rest = (word for word in (*words(group), *before, *after) if not _VERSION.fullmatch(word))
    return sense, _counted(noun for word in rest if (noun := _noun(word))), any(map(_plural, after))


def _plural(word: str) -> bool:
    return singular(word) != word and singular(word) not in UNCOUNTED


def _counted(nouns: Iterable[str]) -> tuple[str, ...]:
    """The nouns, a second one marked: `PostCustomersCustomer` is not `PostCustomers`."""
    found: dict[str, None] = {}
    for noun in nouns:
        found[f"{noun} again" if noun in found else noun] = None
    return tuple(found)


def _without(prefixes: frozenset[str], found: list[str]) -> list[str]:
    """The words without the source's own, of which one at most is a method."""
    if found and found[0] in prefixes & METHODS:
        return found[1:]
    while len(found) > 1 and found[0] in prefixes - METHODS:
        found = found[1:]
    return found


def _grouped(name: str) -> tuple[str, str]:
    """What stands before the last `/`, `.` or `:` of a name, and the rest: `gists/fork`."""
    at = max(name.rfind(sign) for sign in "/.:")
    return name[: at + 1], name[at + 1 :]


def _compounded(found: tuple[str, ...]) -> Iterable[str]:
    i = 0
    while i < len(found):
        pair = tuple(singular(word) for word in found[i : i + 2])
        if pair in _COMPOUNDS:
            plural = "s" if found[i + 1].endswith("s") else ""
            yield _COMPOUNDS[pair[0], pair[1]] + plural
            i += 2
        else:
            yield found[i]
            i += 1


def _verb(found: Sequence[str]) -> int:
    """Where the verb is, -1 for nowhere: a sure one first, at the front, the end, between."""
    places = (0, len(found) - 1, *range(1, len(found) - 1)) if found else ()
    verbs = [at for at in places if found[at] in SENSE_OF]
    sure = (at for at in verbs if found[at] not in NOUNS_TOO)
    unsure = (at for at in verbs if at in (0, len(found) - 1))
    return next(sure, next(unsure, -1))


def _noun(word: str) -> str:
    one = singular(word)
    one = SHORT.get(one, SHORT.get(word, one))
    return "" if one in FILLERS or one == "id" else one


@lru_cache(maxsize=65_536)
def _words(text: str) -> tuple[str, ...]:
    found = (singular(word) for word in words(text))
    return tuple(SHORT.get(word, word) for word in found)


def _segments(path: str) -> list[str]:
    """The segments of a URL template without versions, `/api` and the query."""
    parts = [part for part in path.partition("?")[0].split("/") if part]
    while parts and (parts[0].lower() in ("api", "rest") or _VERSION.fullmatch(parts[0].lower())):
        parts = parts[1:]
    return [part for part in parts if not _VERSION.fullmatch(part.lower())][:_MOST_FIELDS]


def _written(name: str, prefixes: frozenset[str]) -> str:
    found = _without(prefixes, list(words(name)))
    letters = "".join(word for word in found if not _VERSION.fullmatch(word))
    return "".join(sorted(letters))


def _service(name: str, prefixes: frozenset[str]) -> str:
    first = next(iter(words(name)), "")
    return first if first in prefixes - METHODS else ""


def result_shape(tool: Tool) -> str:
    """Whether a tool gives a "list" of things or one "item"; "" where nothing says it."""
    said = {"list": "list", "search": "list", "get": "item", "find": "item"}
    return _shape(tool) or said.get(read_name(bare_name(tool), frozenset())[0], "")


def parameter_keys(tool: Tool) -> dict[str, str]:
    """Names of parameters with their normal form: `id` and the `orderId` of an order are one."""
    seen = profile(tool, frozenset())
    own = frozenset((*seen.nouns, *seen.resource))
    return {p.name: _parameter_name(p.name, own) for p in tool.parameters}


def kind_of(sense: str) -> str:
    """What the verb alone says."""
    if not sense:
        return ""
    return "read" if sense in READS else "delete" if sense in ("delete", "remove") else "write"


def _kind_of_method(tool: Tool) -> str:
    if tool.effects.read_only is None and not tool.method:
        return ""
    return "read" if tool.reads else "delete" if tool.method == "delete" else "write"


def _shape(tool: Tool) -> str:
    """The shape that the fields of the answer say."""
    if len(tool.outputs) < 2 and not any(field.listed for field in tool.outputs):
        return ""  # nothing, or a wrapper: `result`
    lists, others = Counter[str](), 0
    for field in tool.outputs[:_TELLING]:
        root = field.path.partition(".")[0]
        if root.endswith("[]"):
            lists[root] += 1
        else:
            others += 1
    if not lists:
        return "item"
    return "list" if len(lists) == 1 and lists.total() > 2 * others else ""


def _compared(tool: Tool, own: frozenset[str]) -> dict[str, str]:
    """Parameters by a normal name: `orderId`, `order_id` and `id` of a tool for orders are one."""
    found: dict[str, str] = {}
    ordered = sorted(tool.parameters[:200], key=lambda p: not p.required)
    for parameter in ordered:
        root, _, inner = parameter.name.partition(".")
        if (
            parameter.location in _NEGLIGIBLE
            or len(parameter.enum) == 1
            or len(found) > _MOST_FIELDS
        ):
            continue
        many = root.endswith("[]")
        kind = "array" if many else "object" if inner else _type(parameter)
        found.setdefault(_parameter_name(root.removesuffix("[]"), own), kind)
    return found


def _ids(tool: Tool) -> Iterator[str]:
    """Words of what the tool takes the id of."""
    for parameter in tool.parameters[:_MOST_FIELDS]:
        if parameter.required:
            yield from _words(parameter.name)


def _type(parameter: Parameter) -> str:
    return "number" if parameter.type in ("integer", "number") else parameter.type


def _parameter_name(name: str, own: frozenset[str]) -> str:
    found = _words(name)
    rest = tuple(word for word in found if word not in own)
    if found and found[-1] in ("id", "name", "number", "key") and not rest[:-1]:
        return found[-1]
    return " ".join(rest) if rest or not own else "id"


def _outputs(tool: Tool) -> tuple[str, ...]:
    """The last two words of each field, and the schemas that hold them."""
    found: dict[str, None] = {}
    for field in tool.outputs[:_MOST_FIELDS]:
        found[_field_name(field.path)] = None
        if field.schema:
            found[f"#{field.schema}"] = None
    found.pop("", None)
    return tuple(found)


@lru_cache(maxsize=65_536)
def _field_name(path: str) -> str:
    return " ".join(_words(path[-_LONG_PATH:].replace("[]", ""))[-2:])


def described(text: str) -> tuple[str, ...]:
    """The stems of a description's first words, each once."""
    plain = _TAG.sub(" ", text[:_LONG_TEXT]).lower()
    found: dict[str, None] = {}
    for word in _WORD.findall(plain):
        if word not in _STOP:
            for stem in _stems(word):
                found[stem] = None
    return tuple(found)[:_MOST_WORDS]


@lru_cache(maxsize=65_536)
def _stems(word: str) -> tuple[str, ...]:
    if word.isascii():
        one = SHORT.get(singular(word), singular(word))
        return (_SUFFIX.sub("", one),)
    return tuple(word[i : i + 2] for i in range(min(len(word), 20) - 1)) or (word,)
