"""Questions in Korean, Japanese and Chinese, met with English words by glossary and by sound."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from .tokens import plain
from .words import glossary

_HANGUL = "\uac00-\ud7a3"
_KANA = "\u3041-\u3096\u30a1-\u30fa\u30fc"
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\u3005\u3007\uf900-\ufaff"
_SPANS = re.compile(rf"[{_HANGUL}]+(?: [{_HANGUL}]+)*|[{_KANA}{_HAN}]+")
_LOANED = re.compile(rf"[{_HANGUL}]{{2,}}|[\u30a1-\u30fa\u30fc]{{2,}}")
_ENDINGS = 3  # syllables after a Korean word that are its particles and endings
_LONGEST = 12


class Piece(NamedTuple):
    """A part of a question: the English words that answer it, none where it is not known."""

    surface: str
    answers: tuple[str, ...]


def pieces(text: str) -> Iterator[Piece]:
    """The Korean, Japanese and Chinese parts of a question, cut into what the glossaries know."""
    if text.isascii():
        return
    for match in _SPANS.finditer(plain(text)):
        span = match.group()
        yield from _korean(span) if "\uac00" <= span[0] <= "\ud7a3" else _chinese(span)


def foreign(text: str) -> bool:
    """Some of the text is Korean, Japanese or Chinese."""
    return not text.isascii() and _SPANS.search(text) is not None


def _korean(span: str) -> Iterator[Piece]:
    known = glossary("ko")
    place, start = 0, 0  # of the rest, and of the word that it is in
    while place < len(span):
        if span[place] == " ":
            place = start = place + 1
            continue
        entry = _longest(span, place, known)
        if len(entry) == 1 and not _stands_alone(span, place, start):
            entry = ""
        if entry:
            yield Piece(entry, known[entry])
            place += len(entry)
            continue
        rest = span[place:].partition(" ")[0]
        if place == start or len(rest) > _ENDINGS:
            unknown = _until_known(rest, known)
            yield Piece(unknown, ())
            place += len(unknown)
        else:
            place += 1


def _chinese(span: str) -> Iterator[Piece]:
    """Japanese where there is Kana, else Chinese, with Japanese for what is not Chinese."""
    kana = re.search(f"[{_KANA}]", span) is not None
    known = glossary("ja") if kana else _of_characters()
    place = 0
    while place < len(span):
        entry = _longest(span, place, known)
        if entry:
            yield Piece(entry, known[entry])
            place += len(entry)
        elif loaned := _LOANED.match(span, place):
            yield Piece(_until_known(loaned.group(), known), ())
            place += len(_until_known(loaned.group(), known))
        else:
            place += 1


@cache
def _of_characters() -> Mapping[str, tuple[str, ...]]:
    return {**glossary("ja"), **glossary("zh")}


def _longest(span: str, place: int, known: Mapping[str, tuple[str, ...]]) -> str:
    sizes = range(min(_LONGEST, len(span) - place), 0, -1)
    return next((span[place : place + n] for n in sizes if span[place : place + n] in known), "")


def _until_known(run: str, known: Mapping[str, tuple[str, ...]]) -> str:
    """The beginning of a run up to the next entry of two characters or more."""
    size = min(len(run), _LONGEST)
    return run[: next((i for i in range(2, size) if len(_longest(run, i, known)) > 1), size)]


def _stands_alone(span: str, place: int, start: int) -> bool:
    """A word of one syllable: at the beginning, with no more than a particle behind it."""
    return place == start and len(span[place:].partition(" ")[0]) <= 2


@cache
def loanable(run: str) -> bool:
    """Whether a run may be a word taken from English."""
    return _LOANED.fullmatch(run) is not None
