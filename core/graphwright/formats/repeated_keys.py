"""Keys that stand twice in one object of a JSON text: the last one holds, and an issue says so.

The parser keeps the last and tells nobody. Writing the value again and counting keys tells whether
any is missing, at the cost of two searches for two bytes; only then are they looked for.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator

from ..issues import Issue, IssueCode, Severity
from .names import shown
from .references import pointer

_MARK = b'":'  # ends a key; inside of a string there is a backslash before it, in both texts
_BEFORE = (b" :", b"\t:", b"\n:", b"\r:")  # a space that may stand between a key and its colon
_SPACED = re.compile(rb'"[ \t\r\n]*:')
_MOST = 100 << 20  # bytes of a text in which they are looked for
_TOLD = 100

Place = tuple[str | int, ...]


def repeated_keys(data: bytes, written: bytes) -> tuple[Issue, ...]:
    """An issue for each key that stands twice in an object, the first hundred.

    Args:
        data: the JSON text, in UTF-8.
        written: its value, written again without spaces.
    """
    kept = written.count(_MARK)
    if len(data) > _MOST or _keys(data) == kept:
        return ()
    repeated: dict[int, list[str]] = {}
    alive: list[dict[str, object]] = []  # so that no two share an address

    def made(pairs: list[tuple[str, object]]) -> dict[str, object]:
        value = dict(pairs)
        if len(value) < len(pairs):
            counted = Counter(key for key, _ in pairs)
            repeated[id(value)] = [key for key, count in counted.items() if count > 1]
            alive.append(value)
        return value

    try:
        value = json.loads(data, object_pairs_hook=made)
    except (ValueError, RecursionError):
        return ()
    places = (
        (*place, key) for place, found in _objects(value) for key in repeated.get(id(found), ())
    )
    return tuple(_issue(place) for place, _ in zip(places, range(_TOLD), strict=False))


def _keys(data: bytes) -> int:
    """How many keys stand in the text."""
    if any(space in data for space in _BEFORE):
        return sum(1 for _ in _SPACED.finditer(data))
    return data.count(_MARK)


def _objects(value: object) -> Iterator[tuple[Place, dict[str, object]]]:
    """Every object in a value with its place."""
    open: list[tuple[Place, object]] = [((), value)]
    while open:
        place, found = open.pop()
        if isinstance(found, dict):
            yield place, found
            open += [((*place, key), inner) for key, inner in reversed(found.items())]
        elif isinstance(found, list):
            open += [((*place, at), found[at]) for at in reversed(range(len(found)))]


def _issue(place: Place) -> Issue:
    message = (
        f"The key '{shown(str(place[-1]))}' stands twice in one object; the last one was read."
    )
    return Issue(IssueCode.DUPLICATE_NAME, Severity.WARNING, pointer(*place), message)
