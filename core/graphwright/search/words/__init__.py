"""What we know of words, as data files: stop words, forms, senses, abbreviations, glossaries.

One entry a line, `#` starts a comment. All are written for this project from general
knowledge of APIs and of the languages; none is copied from a dictionary or a data set.
"""

import itertools
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
    """Word → the form that it is indexed as: `sent` → `send`, `repos` → `repository`."""
    return dict(_pairs("irregular.txt")) | dict(_pairs("canonical.txt"))


@cache
def abbreviations() -> Mapping[str, tuple[str, ...]]:
    """Abbreviation → its words: `pr` → pull, request."""
    return {short: tuple(words.split()) for short, words in _pairs("abbreviations.txt")}


@cache
def synonyms() -> Mapping[str, tuple[str, ...]]:
    """Word → words that may answer it. A line is a group of mutual substitutes, or `a > b c`."""
    return _substitutes("senses.txt", "senses_zh.txt")


@cache
def families() -> Mapping[str, tuple[str, ...]]:
    """Word → words of the same family that a stemmer leaves apart."""
    return _substitutes("families.txt")


def _substitutes(*names: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for line in itertools.chain.from_iterable(map(lines, names)):
        asked, directed, answers = line.partition(">")
        for word in asked.split():
            others = answers.split() if directed else asked.split()
            found[word].update((other, None) for other in others if other != word)
    return {word: tuple(others) for word, others in found.items()}


@cache
def phrases() -> Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]:
    """First word → phrases that begin with it, longest first, each with what tools call it.

    What asks for nothing (`frames.txt`) has no such word.
    """
    found: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = defaultdict(list)
    frames = ((line, "") for line in lines("frames.txt"))
    for phrase, meant in itertools.chain(_pairs("phrases.txt"), frames):
        words = tuple(phrase.split())
        found[words[0]].append((words, tuple(meant.split())))
    return {first: tuple(sorted(some, key=lambda p: -len(p[0]))) for first, some in found.items()}


@cache
def undoing_verbs() -> frozenset[str]:
    return frozenset(lines("opposites.txt"))


@cache
def verb_classes() -> Mapping[str, tuple[str, ...]]:
    """Verb → what it does: create, read, list, update, delete."""
    found: dict[str, list[str]] = defaultdict(list)
    for effect, verbs in _pairs("verbs.txt"):
        for verb in verbs.split():
            found[verb].append(effect)
    return {verb: tuple(effects) for verb, effects in found.items()}


@cache
def glossary(language: str) -> Mapping[str, tuple[str, ...]]:
    """Word of `ko`, `ja` or `zh` → English words that answer it; `a+b`: both words."""
    return {
        written: tuple(answers.split())
        for spellings, answers in _pairs(f"{language}.txt")
        for written in spellings.split("/")
    }


def _pairs(name: str) -> Iterator[tuple[str, str]]:
    for line in lines(name):
        left, _, right = line.partition("=")
        yield left.strip(), right.strip()
