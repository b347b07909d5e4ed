"""Words: how text in any script becomes the terms that are indexed and asked for."""

import re
import threading
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

from snowballstemmer.english_stemmer import EnglishStemmer

from .words import irregular_forms, stop_words

LONGEST_WORD = 40  # characters; longer runs are hashes and keys, which nobody asks for

_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+\d*|[A-Z]+\d*|\d+|[^A-Za-z\d]+")
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\u3005\u3007\uf900-\ufaff"
_HAN_WORD = re.compile(f"[{_HAN}]+")
_WORD = re.compile(
    rf"[\uac00-\ud7a3]+|[\u30a1-\u30fa\u30fc]+|[\u3041-\u3096]+|[{_HAN}]+"
    rf"|[^\W_\uac00-\ud7a3\u3041-\u30fa\u30fc{_HAN}]+"
)


_URL = re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)
_MAIL = re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}")
_FILE = re.compile(
    r"\b[\w-]{1,64}\.(?:txt|md|json|ya?ml|toml|csv|xml|html?|pdf|docx?|xlsx?|py|js|ts|go|rs|java|sh|log|ini)\b"
)


class Word(NamedTuple):
    """One term of a question, with the characters that it came from in lower case."""

    term: str
    surface: str
    stop: bool = False  # says nothing by itself, but may be part of a phrase


def terms(text: str, *, joined: bool = False, keep_stop_words: bool = False) -> list[str]:
    """Stems of `text` in order; names are split at case, digits and signs.

    Args:
        text: any text, in any script.
        joined: a compound also gives its whole, `portForward` → port, forward, portforward.
        keep_stop_words: for names, where `by` and `all` tell tools apart.
    """
    found: list[str] = []
    for run in runs(text):
        found += _split(run, joined, keep_stop_words)
    return found


def query_words(text: str) -> list[Word]:
    """Words of a question in order; identifiers give their whole and their parts."""
    found: list[Word] = []
    for run in runs(_values_named(text)):
        found += _words(run)
    return found


@lru_cache(maxsize=1 << 14)
def _words(run: str) -> tuple[Word, ...]:
    if is_cjk(run):
        return tuple(Word(gram, run) for gram in grams(run))
    parts = [part.lower() for part in _parts(run)]
    words = tuple(Word(stem(part), part, part in stop_words()) for part in parts)
    if len(parts) > 1 and len(run) <= LONGEST_WORD:
        return (Word(run.lower(), run.lower()), *words)
    return words


@lru_cache(maxsize=1 << 14)
def name_words(name: str) -> str:
    """A name as words: `repos/listForUser` → `repos list for user`."""
    return " ".join(part.lower() for run in runs(name) for part in _parts(run))


def runs(text: str) -> list[str]:
    """Unbroken runs of one script's letters and digits, in normal form."""
    return _ASCII_WORD.findall(text) if text.isascii() else _WORD.findall(plain(text))


def plain(text: str) -> str:
    """`text` with full-width forms and accents folded; quick where it is ASCII already."""
    if text.isascii():
        return text
    return "".join(map(_folded, unicodedata.normalize("NFKC", text)))


def is_cjk(run: str) -> bool:
    """Chinese, Japanese or Korean: written without spaces, or with endings on the word."""
    return run[0] >= "\u3041"


def grams(run: str) -> list[str]:
    """Overlapping pairs of characters; a single character stands for itself."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def is_han(run: str) -> bool:
    """Chinese characters, each of which has a meaning of its own."""
    return _HAN_WORD.fullmatch(run) is not None


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of a word in lower case: `repositories` → `repositori`."""
    word = irregular_forms().get(word, word)
    if len(word) <= 2 or not word.isascii() or len(word) > LONGEST_WORD:
        return word
    with _STEMMING:
        return str(_stemmer().stemWord(word))


@lru_cache(maxsize=1 << 16)
def _split(run: str, joined: bool, keep_stop_words: bool) -> tuple[str, ...]:
    if is_cjk(run):
        return (*grams(run), *(run if len(run) > 1 and is_han(run) else ""))
    parts = [part.lower() for part in _parts(run)]
    found = [stem(part) for part in parts if keep_stop_words or part not in stop_words()]
    if joined and len(parts) > 1 and len(run) <= LONGEST_WORD:
        found.append(run.lower())
    return tuple(found)


def _parts(run: str) -> list[str]:
    return _CAMEL.findall(run)


def _values_named(text: str) -> str:
    """The question with addresses by their kind, since a value names no tool."""
    if "://" in text or "www." in text:
        text = _URL.sub(" url ", text)
    if "@" in text:
        text = _MAIL.sub(" email ", text)
    return _FILE.sub(r"\g<0> file ", text) if "." in text else text


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    """Latin, Greek and Cyrillic letters without their accents; others as they are."""
    if not "\u00c0" <= character < "\u0530":
        return character
    return unicodedata.normalize("NFD", character)[0]


_STEMMING = threading.Lock()  # the stemmer keeps the word that it is at in itself


@cache
def _stemmer() -> EnglishStemmer:
    return EnglishStemmer()
