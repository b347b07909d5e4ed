"""Names in a question: a thing that is called by its name has to be searched for first.

`workflow.proper_names` cuts whole names out of a goal, as values; here it is enough to know of one.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from .tokens import query_words

_INSIDE = re.compile(r"(?<=[^.?!:\s]\s)[^\W\d_]\w*")  # a word that begins no sentence
_LONGEST = 80  # characters; longer ones are texts, not names


def unheard(text: str, quoted: Iterable[str], holds: Callable[[str], bool]) -> str:
    """The first name in `text` that some word of is in no tool; "" for none.

    Args:
        text: a question.
        quoted: what stands in quotes in it.
        holds: whether some tool has the term.
    """
    for name in (*quoted, *_capitals(text)):
        words = (word for word in query_words(name) if not word.stop)
        if len(name) <= _LONGEST and not all(holds(word.term) for word in words):
            return name
    return ""


def _capitals(text: str) -> Iterator[str]:
    """Words inside of sentences with a capital, but for short forms, which have only capitals."""
    if not text.islower():
        words = (match.group() for match in _INSIDE.finditer(text))
        yield from (word for word in words if word[0].isupper() and not word.isupper())
