"""What we know of words, as data files: stop words, forms, senses, abbreviations, glossaries.

One entry a line, `#` starts a comment. All are written for this project from general
knowledge of APIs and of the languages; none is copied from a dictionary or a data set.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


def lines(name: str) -> Iterator[str]:
    """The entries of a data file, without comments and blank lines."""
    for line in (_FOLDER / name).read_text(encoding="utf-8").splitlines():
        entry = line.partition("#")[0].strip()
        if entry:
            yield entry


@cache
def stop_words() -> frozenset[str]:
    return frozenset(word for line in lines("stop.txt") for word in line.split())


@cache
def irregular_forms() -> Mapping[str, str]:
    """Word → base form, where a stemmer does not see it: `sent` → `send`."""
    return dict(_pairs("irregular.txt"))


@cache
def abbreviations() -> Mapping[str, tuple[str, ...]]:
    """Abbreviation → its words: `pr` → pull, request."""
    return {short: tuple(words.split()) for short, words in _pairs("abbreviations.txt")}


@cache
def synonyms() -> Mapping[str, tuple[str, ...]]:
    """Word → words that may stand for it. Lines are groups of mutual substitutes."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for line in lines("senses.txt"):
        group = line.split()
        for word in group:
            found[word].update((other, None) for other in group if other != word)
    return {word: tuple(others) for word, others in found.items()}


@cache
def verb_classes() -> Mapping[str, tuple[str, ...]]:
    """Verb → what it does: create, read, list, update, delete."""
    found: dict[str, list[str]] = defaultdict(list)
    for effect, verbs in _pairs("verbs.txt"):
        for verb in verbs.split():
            found[verb].append(effect)
    return {verb: tuple(effects) for verb, effects in found.items()}


def _pairs(name: str) -> Iterator[tuple[str, str]]:
    for line in lines(name):
        left, _, right = line.partition("=")
        yield left.strip(), right.strip()
