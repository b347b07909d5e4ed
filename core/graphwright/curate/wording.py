"""Which words of a question are worth writing into a tool: they say what it is about."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, chain

from ..relate.names import vocabulary
from ..search.tokens import is_cjk, query_words, stem
from ..search.whatif import Word
from ..search.words import (
    abbreviations,
    families,
    irregular_forms,
    phrases,
    stop_words,
    synonyms,
    verb_classes,
)
from ..workflow.stop_words import STOP_WORDS

_MOST_WORDS = 4  # more than that is no small edit
_SLACK = (1.0, 1.15)  # of the gap: the second where the edit itself makes a word less rare
# verbs that say nothing of what is done, in any form
_LIGHT = frozenset(
    map(
        stem,
        vocabulary(
            "give take put make do go come keep let hold turn bring tell look want need try help "
            "have please thank happen seem become mean know think say ask like"
        ),
    )
)


def worth(words: Iterable[Word], others: Iterable[str] = ()) -> list[Word]:
    """The words that may be written: neither light, nor known to nobody, as misspelt ones are.

    Args:
        words: of the question.
        others: questions that expect the same tool; what they say is known.
    """
    said = {word.term for text in others for word in query_words(text)}
    return [word for word in words if _says(word.surface) and _known(word, said)]


def shortest(words: Sequence[Word], gap: float) -> Iterator[tuple[str, ...]]:
    """The fewest words, most helpful first, whose gains close the gap; nouns alone before all.

    Args:
        words: the most helpful first.
        gap: to the score at rank k.
    """
    nouns = [word for word in words if not word.verb]
    for some in (nouns, words):
        sums = list(accumulate(word.gain for word in some))
        for slack in _SLACK:
            size = next((i for i, gain in enumerate(sums, 1) if gain > gap * slack), 0)
            if 0 < size <= _MOST_WORDS:
                yield tuple(word.surface for word in some[:size])
    yield from ((word.surface,) for word in nouns[1:3] if word.gain > gap)


def content(query: str) -> tuple[str, ...]:
    """The words of a question that a search reads, each once."""
    return tuple(dict.fromkeys(word.surface for word in query_words(query) if not word.stop))


def _says(word: str) -> bool:
    return not (word in STOP_WORDS or word in stop_words() or stem(word) in _LIGHT)


def _known(word: Word, said: Iterable[str]) -> bool:
    if word.known or is_cjk(word.surface):
        return True
    return stem(word.surface) in _listed() or stem(word.surface) in said


@cache
def _listed() -> frozenset[str]:
    """The stems of all English words that the word lists hold."""
    parts = chain.from_iterable(abbreviations().values())
    inside = (
        word for some in phrases().values() for said, meant in some for word in (*said, *meant)
    )
    lists = (synonyms(), families(), verb_classes(), abbreviations(), irregular_forms())
    return frozenset(map(stem, chain(*lists, irregular_forms().values(), parts, inside)))
