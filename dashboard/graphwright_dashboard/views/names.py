"""Names of tools and groups as people read them: `getOrder` is "Get order"."""

import re
import unicodedata

_LINE = 12.4  # widths of "n" that a line beside the method chip holds, in a wide font
_BREAKS = re.compile(r"[\s_\-./:]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 200  # characters that are looked at; documents hold names of 10,000


def words(name: str) -> list[str]:
    """The words of an identifier in any of the usual spellings."""
    return [word for word in _BREAKS.split(name[:_LONGEST]) if word]


def humanised(name: str) -> str:
    """`list_customer_orders` → "List customer orders"; words in capitals stay as they are."""
    found = words(name)
    spoken = [word if len(word) > 1 and word.isupper() else word.lower() for word in found]
    text = " ".join(spoken) or " ".join(name[:_LONGEST].split())
    return text[:1].upper() + text[1:]


def two_lines(name: str) -> str:
    """The humanised name on at most two lines; a long one keeps its beginning and its end."""
    whole = humanised(name).split(" ")
    first, rest = _fill(whole)
    second, left = _fill(rest)
    if not left:
        return "\n".join(line for line in (first, second) if line)
    last, _ = _fill(rest[::-1], room=_LINE - 1, backwards=True)
    return f"{first}\n…{last}"


def short(text: str, room: int = 60) -> str:
    """The text, or its beginning with an ellipsis."""
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"


def _fill(
    parts: list[str], room: float = _LINE, *, backwards: bool = False
) -> tuple[str, list[str]]:
    """As many words as a line holds, at least a part of one, and those that are left."""
    line: list[str] = []
    while parts and _width(" ".join([*line, parts[0]])) <= room:
        line.append(parts[0])
        parts = parts[1:]
    if not line and parts:
        cut = _cut(parts[0], room, backwards)
        return cut, [] if cut == parts[0] else parts[1:]
    return " ".join(line[::-1] if backwards else line), parts


def _cut(word: str, room: float, backwards: bool) -> str:
    size = len(word)
    while size > 1 and _width(word[:size]) > room - 1:
        size -= 1
    return f"{word[-size:]}" if backwards else f"{word[:size]}…"


def _width(text: str) -> float:
    """Width of the text, in widths of the letter n."""
    return sum(map(_width_of, text))


def _width_of(char: str) -> float:
    if char in "iljtfr .,'|()1":
        return 0.55
    if char in "mw" or char.isupper():
        return 1.3
    return 1.7 if unicodedata.east_asian_width(char) in "WF" else 1.0
