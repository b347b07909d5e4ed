"""Parts of a question: who asks for several things wants a tool for each of them."""

import re
from itertools import islice

from .query import LONGEST_QUERY, in_quotes
from .tokens import query_words

MOST_CLAUSES = 8
_LEAST_WORDS = 3  # that say something; less is the end of a list, or politeness

_CUT = re.compile(
    r"[.?!;](?:\s+|$)|,\s+|\n+|[。！？；，、]|\s(?:and\s+)?(?:then|also)\s", re.IGNORECASE
)


def clauses(text: str) -> tuple[str, ...]:
    """The parts of a question that each ask for something; () where it is but one.

    Quoted text is not cut: it is a value.
    """
    text = text[:LONGEST_QUERY]
    if not _CUT.search(text):
        return ()
    plain = in_quotes(text, lambda phrase: "_" * len(phrase))
    ends = [0, *(place for cut in _CUT.finditer(plain) for place in cut.span()), len(text)]
    parts = (text[start:end].strip() for start, end in zip(ends[::2], ends[1::2], strict=True))
    found = tuple(islice(filter(_asks, parts), MOST_CLAUSES))
    return found if len(found) > 1 else ()


def _asks(part: str) -> bool:
    return sum(not word.stop for word in query_words(part)) >= _LEAST_WORDS
