"""Names of tools and groups as people read them: `getOrder` is "Get order".

On cards the browser does it, with `assets/00-names.js`.
"""

import re
from collections import Counter
from collections.abc import Iterable

EMPTY = "(empty name)"
# marks and overrides of the direction of writing, and what has no width
_TURNS = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_BREAKS = re.compile(r"[\s_\-./:]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 200  # characters that are looked at; documents hold names of 10,000


def words(name: str) -> list[str]:
    """The words of an identifier in any of the usual spellings."""
    return [word for word in _BREAKS.split(_bare(name[:_LONGEST])) if word]


def humanised(name: str) -> str:
    """`list_customer_orders` → "List customer orders"; words in capitals stay as they are."""
    found = words(name)
    spoken = [word if len(word) > 1 and word.isupper() else word.lower() for word in found]
    text = " ".join(spoken) or " ".join(_bare(name[:_LONGEST]).split())
    return text[:1].upper() + text[1:] if text else EMPTY


def titles(names: Iterable[str]) -> dict[str, str]:
    """How each is shown among the others: where two would read alike, both as they are written."""
    read = {name: humanised(name) for name in names}
    times = Counter(read.values())
    return {name: text if times[text] == 1 else plain(name) for name, text in read.items()}


def plain(text: str) -> str:
    """The text without what turns a line round or hides in it; what is blank says so."""
    shown = _bare(text)
    return shown if shown.strip() else EMPTY


def short(text: str, room: int = 60) -> str:
    """The text, or its beginning with an ellipsis; no direction of writing but its own."""
    text = _TURNS.sub("", text)
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"


def _bare(text: str) -> str:
    return _CONTROLS.sub(" ", _TURNS.sub("", text))
