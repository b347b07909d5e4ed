"""Names in a goal: what is quoted, and capitals that are no words of the tools."""

import re
from collections.abc import Iterable

from ..relate.names import singular, words
from .intent import verb
from .stop_words import STOP_WORDS

_QUOTED = re.compile(r"\"([^\"]{1,80})\"|“([^”]{1,80})”|(?<!\w)'([^']{2,80})'(?!\w)")
_JOINING = tuple(
    tuple(said.split()) for said in ("of the", "and the", "de la", "of", "&", "de", "von", "van")
)
_TRIM = ".,;:!?()[]\"'“”’"
_TITLE = 3  # capitals in a row, inside of a sentence, that are a name whatever they say


def named(clause: str, known: frozenset[str]) -> tuple[str, ...]:
    """The names in a clause: what is quoted, and capitals that are no words of the tools."""
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(clause)]
    rest = _QUOTED.sub(" . ", clause)
    return tuple(dict.fromkeys((*quoted, *_runs(rest, known))))


def _runs(clause: str, known: frozenset[str]) -> Iterable[str]:
    """Words that are names, with the small words between them, and `The` before them."""
    said = clause.split()
    position = 0
    while position < len(said):
        end = _title(said, position, known)
        while end < len(said) and _is_name(said[end], known, first=end == 0):
            end += 1
            if _ends(said[end - 1]):
                break
            end += _joint(said, end, known)
        if end > position:
            start = position - (position > 1 and said[position - 1] == "The")
            yield " ".join(_bare(word) for word in said[start:end])
        position = max(end, position + 1)


def _title(said: list[str], position: int, known: frozenset[str]) -> int:
    """The end of a title that begins here, three capitals or more: `The Last Of Us`."""
    end = position
    while end < len(said) and said[end][0].isupper() and _bare(said[end]):
        end += 1
        if _ends(said[end - 1]):
            break
    plain = [word.lower() for word in map(_bare, said[position:end])]
    long = position > 0 and end - position >= _TITLE
    return end if long and not known.issuperset(plain) else position


def _joint(said: list[str], position: int, known: frozenset[str]) -> int:
    """How many small words join a name to the next: one in `House of Cards`."""
    for joint in _JOINING:
        end = position + len(joint)
        between = tuple(word.lower() for word in said[position:end])
        if between == joint and end < len(said) and _is_name(said[end], known, first=False):
            return len(joint)
    return 0


def _bare(word: str) -> str:
    return word.strip(_TRIM).removesuffix("'s").removesuffix("’s")


def _ends(word: str) -> bool:
    return word[-1] in ".,;:!?" or word.endswith(("'s", "’s"))


def _is_name(word: str, known: frozenset[str], *, first: bool) -> bool:
    """A capital that begins no sentence and is no word of the tools."""
    bare = _bare(word)
    if not bare or not bare[0].isupper():
        return False
    parts = words(bare)
    if not parts or parts[0] in STOP_WORDS or (first and verb(parts[0]) is not None):
        return False
    return known.isdisjoint(parts) and known.isdisjoint(map(singular, parts))
