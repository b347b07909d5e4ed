"""What a tool takes, gives and says of itself, in comparable words."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ..relate.names import singular, vocabulary, words
from ..tools import Location, Parameter, Tool
from .names import VERSION
from .nouns import SHORT

_TAG = re.compile(r"<[^<>]{0,200}>|https?://\S{0,200}")
_WORD = re.compile(r"[a-z]{2,}|\d+|[^\W\da-z_]+")
_SUFFIX = re.compile(r"(?<=[a-z]{4})(?:ing|ed|es|er|ly|e)$")
_STOP = vocabulary(
    "an the of for to in on by with from and or is are be was it its that this these those as at "
    "not no can may will has have if when where which who whose use used using you your api tool "
    "must should only also any all more than other into via per about after before between such "
    "returns return given specified specific"
)
_MOST_WORDS = 32  # of a description: what comes later is notes and examples
_LONG_TEXT = 400  # characters of a description that are read
_LONG_PATH = 200  # characters at the end of an output's path
_MOST_FIELDS = 16  # parameters and outputs that are compared
_TELLING = 12  # outputs that tell a list from a thing
_NEGLIGIBLE = frozenset((Location.HEADER, Location.COOKIE))


@lru_cache(maxsize=65_536)
def plain_words(text: str) -> tuple[str, ...]:
    found = (singular(word) for word in words(text))
    return tuple(SHORT.get(word, word) for word in found)


def segments(path: str) -> list[str]:
    """The segments of a URL template without versions, `/api` and the query."""
    parts = [part for part in path.partition("?")[0].split("/") if part]
    while parts and (parts[0].lower() in ("api", "rest") or VERSION.fullmatch(parts[0].lower())):
        parts = parts[1:]
    return [part for part in parts if not VERSION.fullmatch(part.lower())][:_MOST_FIELDS]


def shape(tool: Tool) -> str:
    """The shape that the fields of the answer say."""
    if len(tool.outputs) < 2 and not any(field.listed for field in tool.outputs):
        return ""  # nothing, or a wrapper: `result`
    roots = [field.path.partition(".")[0] for field in tool.outputs[:_TELLING]]
    lists = [root for root in roots if root.endswith("[]")]
    if not lists:
        return "item"
    others = len(roots) - len(lists)
    return "list" if len(set(lists)) == 1 and len(lists) > 2 * others else ""


def parameters(tool: Tool, own: frozenset[str]) -> dict[str, str]:
    """Parameters by a normal name: `orderId`, `order_id` and `id` of a tool for orders are one."""
    found: dict[str, str] = {}
    some = tool.parameters[:200]
    for parameter in (*(p for p in some if p.required), *(p for p in some if not p.required)):
        if len(found) > _MOST_FIELDS:
            break
        if parameter.location in _NEGLIGIBLE or len(parameter.enum) == 1:
            continue
        root, _, inner = parameter.name.partition(".")
        many = root.endswith("[]")
        kind = "array" if many else "object" if inner else _type(parameter)
        found.setdefault(parameter_name(root.removesuffix("[]"), own), kind)
    return found


def ids_taken(tool: Tool) -> Iterator[str]:
    """Words of what the tool takes the id of."""
    for parameter in tool.parameters[:_MOST_FIELDS]:
        if parameter.required:
            yield from plain_words(parameter.name)


def _type(parameter: Parameter) -> str:
    return "number" if parameter.type in ("integer", "number") else parameter.type


def parameter_name(name: str, own: frozenset[str]) -> str:
    found = plain_words(name)
    if own.isdisjoint(found):
        return " ".join(found) if found or not own else "id"
    rest = [word for word in found if word not in own]
    if found and found[-1] in ("id", "name", "number", "key") and not rest[:-1]:
        return found[-1]
    return " ".join(rest) if rest or not own else "id"


def outputs(tool: Tool) -> tuple[str, ...]:
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
    return " ".join(plain_words(path[-_LONG_PATH:].replace("[]", ""))[-2:])


def described(text: str) -> tuple[str, ...]:
    """The stems of a description's first words, each once."""
    return _described(text[:_LONG_TEXT])


@lru_cache(maxsize=16_384)
def _described(plain: str) -> tuple[str, ...]:
    if "<" in plain or "://" in plain:
        plain = _TAG.sub(" ", plain)
    found: dict[str, None] = {}
    for word in _WORD.findall(plain.lower()):
        if word not in _STOP:
            found.update(dict.fromkeys(stems(word)))
            if len(found) >= _MOST_WORDS:
                break
    return tuple(found)[:_MOST_WORDS]


@lru_cache(maxsize=65_536)
def stems(word: str) -> tuple[str, ...]:
    if word.isascii():
        one = SHORT.get(singular(word), singular(word))
        return (_SUFFIX.sub("", one),)
    return tuple(word[i : i + 2] for i in range(min(len(word), 20) - 1)) or (word,)
