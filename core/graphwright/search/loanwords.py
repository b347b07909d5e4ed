"""Words that Korean and Japanese took from English, met by their sound.

Hangul, Katakana and English spellings are reduced to the same few consonants: リポジトリ,
리포지토리 and repository all begin r-p-s-t-r. No dictionary is needed, and a new word is met
as soon as some tool uses it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

SAME, NEAR = 0.8, 0.5  # share in (0, 1] of an exact match, for equal sounds and one apart
_SHORTEST = 3  # consonants
_SHORTEST_NEAR = 4
_MOST_FOUND = 4096
_MOST = 2  # words that one sound stands for

_INITIALS = "kknttrmppss-sssktph"  # of a Hangul syllable, ㄱ to ㅎ; ㅇ is silent
_MEDIALS = "aeaeoeoeooaeeouoeiuui"
_FINALS = "-kkknnntrkmpsrrrmppssnssktph"
_ROWS = {
    "a": "アァカガサザタダナハバパマヤャラワヮ",
    "i": "イィキギシジチヂニヒビピミリヰ",
    "u": "ウゥクグスズツヅヌフブプムユュルヴ",
    "e": "エェケゲセゼテデネヘベペメレヱ",
    "o": "オォコゴソゾトドノホボポモヨョロヲ",
}
_HEADS = {
    "k": "カキクケコガギグゲゴ",
    "s": "サシスセソザジズゼゾチツヂヅ",
    "t": "タテトダデド",
    "n": "ナニヌネノン",
    "h": "ハヒヘホ",
    "p": "フバビブベボパピプペポヴ",
    "m": "マミムメモ",
    "r": "ラリルレロ",
}
_ENGLISH = (
    ("tion", "syn"), ("sh", "s"), ("ch", "s"), ("ck", "k"), ("ph", "p"), ("th", "s"),
    ("qu", "k"), ("x", "ks"), ("ce", "se"), ("ci", "si"), ("cy", "si"), ("ge", "se"),
    ("gi", "si"), ("wh", "h"), ("igh", "i"),
)  # fmt: skip
_CLASSES = {
    letter: kind
    for kind, letters in {
        "p": "bfvp",
        "t": "dt",
        "k": "gkcq",
        "s": "jzs",
        "r": "lr",
        "m": "m",
        "n": "n",
    }.items()
    for letter in letters
}


class Sound(NamedTuple):
    """What is left of a word: its consonants, and whether a vowel came first."""

    consonants: str
    vowel_first: bool


class Sounds:
    """The terms of a growing vocabulary by their sound. Built when the first one is asked for."""

    def __init__(self) -> None:
        self._terms: dict[Sound, list[str]] = defaultdict(list)
        self._read = 0
        self._found: dict[str, tuple[tuple[str, float], ...]] = {}
        self._lock = Lock()

    def alike(self, run: str, terms: list[str]) -> tuple[tuple[str, float], ...]:
        """Terms that sound like a run of Hangul or Katakana, each with its share."""
        with self._lock:
            self._grow(terms)
            if run not in self._found:
                self._found[run] = tuple(self._search(run))
            return self._found[run]

    def _search(self, run: str) -> Iterator[tuple[str, float]]:
        for start in _starts(run):
            sound = sounded(start)
            if len(sound.consonants) < _SHORTEST:
                continue
            same = [(term, SAME) for term in self._terms.get(sound, ())]
            found = same or [(term, NEAR) for term in self._near(sound)]
            if found:
                yield from sorted(found, key=lambda pair: (len(pair[0]), pair[0]))[:_MOST]
                return

    def _grow(self, terms: list[str]) -> None:
        for term in terms[self._read :]:
            if len(term) > 3 and term.isascii() and term.isalpha():
                self._terms[_english(term)].append(term)
        if self._read < len(terms) or len(self._found) > _MOST_FOUND:
            self._found.clear()
        self._read = len(terms)

    def _near(self, sound: Sound) -> Iterator[str]:
        if len(sound.consonants) < _SHORTEST_NEAR:
            return
        keys = [key for key in list(self._terms) if key.vowel_first == sound.vowel_first]
        near = process.extract(
            sound.consonants,
            [key.consonants for key in keys],
            scorer=Levenshtein.distance,
            score_cutoff=1,
            limit=None,  # all of equal distance, whichever came first
        )
        for _, _, place in near:
            yield from self._terms[keys[place]]


@lru_cache(maxsize=1024)
def sounded(run: str) -> Sound:
    """The sound of a run of Hangul or Katakana."""
    letters = "".join(map(_hangul if run[0] >= "\uac00" else _katakana, run))
    return _sound(letters)


def _starts(run: str) -> Iterable[str]:
    """A run, and for Hangul its beginnings: endings stand on the word."""
    return [run] if run[0] < "\uac00" else [run[:size] for size in range(len(run), 1, -1)]


def _english(word: str) -> Sound:
    for written, spoken in _ENGLISH:
        word = word.replace(written, spoken)
    return _sound(word)


def _sound(letters: str) -> Sound:
    classes = (_CLASSES.get(letter, "") for letter in letters)
    consonants = re.sub(r"(.)\1+", r"\1", "".join(classes))
    return Sound(consonants, letters[:1] in tuple("aeiou"))


def _hangul(syllable: str) -> str:
    code = ord(syllable) - 0xAC00
    return _INITIALS[code // 588] + _MEDIALS[code % 588 // 28] + _FINALS[code % 28]


def _katakana(letter: str) -> str:
    head = next((head for head, letters in _HEADS.items() if letter in letters), "")
    tail = next((tail for tail, letters in _ROWS.items() if letter in letters), "")
    return head + tail
