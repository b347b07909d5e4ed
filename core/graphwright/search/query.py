"""A question as groups of terms: each word with what may stand for it in the catalog."""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple, Protocol

from .intent import wanted_classes
from .languages import Piece, foreign, loanable, pieces
from .names import unheard
from .tokens import LONGEST_WORD, Word, is_cjk, is_han, query_words, stem
from .words import abbreviations, families, phrases, synonyms, undoing_verbs

LONGEST_QUERY = 2000  # characters that are read
MOST_WORDS = 64  # distinct words that are asked for
_MOST_REMEMBERED = 8192

_QUOTED = re.compile(r"\"([^\"]+)\"|(?<![A-Za-z])'([^']+)'(?![a-z])|`([^`]+)`|“([^”]+)”")


class How(StrEnum):
    """Why a term of the catalog answers a word of the question."""

    EXACT = "exact"
    FAMILY = "family"  # register → registration
    SYNONYM = "synonym"
    ABBREVIATION = "abbreviation"
    JOINED = "joined"  # two words written as one: port forward → portforward
    PREFIX = "prefix"
    TYPO = "typo"  # reposotory → repository
    PHRASE = "phrase"  # go to → navigate
    OPPOSITE = "opposite"  # remove a star → unstar
    NAMED = "named"  # Ada Lovelace → search
    GLOSSARY = "glossary"  # of another language
    LOANWORD = "loanword"


SHARES = {
    How.EXACT: 1.0,
    How.FAMILY: 0.9,
    How.SYNONYM: 0.15,
    How.ABBREVIATION: 0.8,
    How.JOINED: 0.5,
    How.PREFIX: 0.5,
    How.TYPO: 0.7,
    How.PHRASE: 0.8,
    How.NAMED: 0.6,
    How.GLOSSARY: 0.8,
}
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "this", "that", "its"})
_BETWEEN = _ARTICLES | {"me", "us", "him", "her", "it", "them", "someone", "somebody", "something"}
_OWN, _LOGGED_IN = ("authenticated", "current", "own"), ("authenticated",)
_SPEAKER = {"my": _OWN, "mine": _OWN, "i": _LOGGED_IN, "me": _LOGGED_IN}
_SPEAKER_SHARE = 0.3
_ALL = frozenset({"all", "every", "everything"})
_MANY = ("collect", "bulk", "batch", "multipl")  # what tools call that remove all at once
_QUOTES = frozenset("\"'`“")
_UNDONE_SHARE = 0.7
_SHORT_SHARE = 0.5  # a short form says no more than what it is short for
_MISSPELT = range(5, 25)  # letters; shorter words are too near each other
_SEARCHING = ("search", "find")  # how tools call it, in this order
_QUOTED_SHARE = 0.6  # what stands in quotes is mostly a value, not the name of a tool


class Alternative(NamedTuple):
    """One term that answers a word, with its share in (0, 1] of an exact match."""

    term: str
    share: float
    how: How


class Group(NamedTuple):
    """One word of the question and the terms that answer it, best first; none: unknown."""

    surface: str
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """A question, read against one vocabulary.

    Attributes:
        groups: what is asked for, in the order of the words.
        wanted: how much each class of `intent.CLASSES` is wanted, in [0, 1].
    """

    text: str
    groups: tuple[Group, ...]
    wanted: tuple[float, ...]

    @property
    def known(self) -> bool:
        """Some word of the question stands somewhere in the catalog."""
        return any(group.alternatives for group in self.groups)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Words of the question that nothing in the catalog answers."""
        return tuple([group.surface for group in self.groups if not group.alternatives])


class Lexicon(Protocol):
    """The terms that some tool holds.

    Attributes:
        groups: of words that were asked for before, by surface, share and undoing.
    """

    @property
    def groups(self) -> dict[tuple[str, float, bool], Group]: ...

    def holds(self, term: str) -> bool: ...

    def near(self, term: str) -> list[str]:
        """Up to three terms that begin with `term`, then the longest that `term` begins with."""
        ...

    def spelled(self, term: str) -> list[str]:
        """Terms that `term` is probably a misspelling of."""
        ...

    def alike(self, run: str) -> list[tuple[str, float]]:
        """Terms that sound like a run of Hangul or Katakana, each with its share in (0, 1)."""
        ...


def parse(text: str, lexicon: Lexicon) -> Query:
    """The question `text` as groups of terms that stand in the lexicon."""
    text = text[:LONGEST_QUERY]
    words = query_words(text)[: 2 * MOST_WORDS]
    said_in_quotes = [*_quoted(text)]
    quoted = {word.term for phrase in said_in_quotes for word in query_words(phrase)}
    phrased = list(_phrased(words))
    undoing = any(map(_undoes, words)) or any(_undone(answers or ()) for _, answers in phrased)
    groups: dict[str, Group] = {}
    meant: list[Word] = []
    for part, answers in phrased:
        if answers is None:
            meant += part
        elif answers:
            meant += (Word(stem(answer), answer) for answer in answers[:1])
            group = _phrase_group(part, answers, lexicon)
            groups.setdefault(group.surface, group)
        if answers is not None:
            continue
        word = part[0]
        if not word.stop and word.term not in groups and len(groups) < MOST_WORDS:
            share = _QUOTED_SHARE if word.term in quoted else 1.0
            group = _remembered(word, lexicon, share, undoing)
            if group.alternatives or not is_cjk(word.surface):
                groups[word.term] = group
            if group.alternatives and group.alternatives[0].how is How.TYPO:
                meant[-1] = Word(group.alternatives[0].term, word.surface)
    found = [*groups.values(), *_abbreviated(words, lexicon), *_joined(words, lexicon)]
    found += _of_the_speaker(words, lexicon)
    found += _characters(words, groups, lexicon)
    if any(group.alternatives for group in found):
        found += _searched_for(unheard(text, said_in_quotes, lexicon.holds), lexicon)
    foreigners = dict.fromkeys(itertools.islice(pieces(text), MOST_WORDS))
    undoing = any(_undone(piece.answers) for piece in foreigners)
    for piece in foreigners:
        found += _foreign(piece, lexicon, undoing)
        meant += (Word(stem(answer), answer) for answer in piece.answers[:1])
    return Query(text, tuple(found), wanted_classes(meant, not foreign(text)))


def _remembered(word: Word, lexicon: Lexicon, share: float, undoing: bool) -> Group:
    """The group of a word; the lexicon keeps those that were asked for."""
    key = word.surface, share, undoing
    found = lexicon.groups.get(key)
    if found is None:
        if len(lexicon.groups) >= _MOST_REMEMBERED:
            lexicon.groups.clear()
        found = lexicon.groups[key] = _group(word, lexicon, share, undoing)
    return found


def _phrased(words: list[Word]) -> Iterator[tuple[list[Word], tuple[str, ...] | None]]:
    """The words cut into phrases with what they mean, and single words with None."""
    place = 0
    while place < len(words):
        for phrase, answers in phrases().get(words[place].surface, ()):
            size = _spoken(phrase, words, place)
            if size:
                yield words[place : place + size], answers
                place += size
                break
        else:
            yield [words[place]], None
            place += 1


def _spoken(phrase: tuple[str, ...], words: list[Word], place: int) -> int:
    """How many words from `place` on are the phrase, articles and pronouns in it too; 0: none."""
    end = place
    for wanted in phrase:
        while place < end < len(words) and words[end].surface in _BETWEEN - {wanted}:
            end += 1
        if end == len(words) or words[end].surface != wanted:
            return 0
        end += 1
    return end - place


def _phrase_group(part: list[Word], answers: tuple[str, ...], lexicon: Lexicon) -> Group:
    own = {word.term: How.EXACT for word in part if not word.stop}
    meant = own | {stem(answer): How.PHRASE for answer in answers}
    return Group(
        " ".join(word.surface for word in part),
        tuple(Alternative(t, SHARES[how], how) for t, how in meant.items() if lexicon.holds(t)),
    )


def _group(word: Word, lexicon: Lexicon, share: float, undoing: bool) -> Group:
    if all(map(lexicon.holds, map(stem, abbreviations().get(word.surface, ("",))))):
        share *= _SHORT_SHARE
    found = [Alternative(t, share * SHARES[how], how) for t, how in _answers(word, lexicon)]
    if undoing and word.surface in _ALL:
        found += [Alternative(t, SHARES[How.PHRASE], How.PHRASE) for t in _MANY if lexicon.holds(t)]
    elif undoing and not _undoes(word):
        opposite = [t for t in ("un" + word.term, "dis" + word.term) if lexicon.holds(t)]
        if opposite:  # what the tool does that undoes it is not what is wanted
            found = [one._replace(share=_UNDONE_SHARE * one.share) for one in found]
        found += [Alternative(t, share, How.OPPOSITE) for t in opposite]
    if not found and len(word.term) >= 5 and share == 1.0 and not is_cjk(word.term):
        found = [Alternative(t, SHARES[How.PREFIX], How.PREFIX) for t in lexicon.near(word.term)]
    if not found and _may_be_misspelt(word):
        meant = dict.fromkeys((*lexicon.spelled(word.term), *lexicon.spelled(word.surface)))
        found = [Alternative(t, SHARES[How.TYPO], How.TYPO) for t in meant]
    return Group(word.surface, tuple(found))


def _may_be_misspelt(word: Word) -> bool:
    written = word.surface
    return len(written) in _MISSPELT and written.isascii() and written.isalpha()


def _undoes(word: Word) -> bool:
    return word.term in _undoing_stems()


@cache
def _undoing_stems() -> frozenset[str]:
    return frozenset(map(stem, undoing_verbs()))


def _characters(
    words: list[Word], groups: Mapping[str, Group], lexicon: Lexicon
) -> Iterator[Group]:
    """Chinese characters of which no pair was met: 堵 of 堵车 for 拥堵."""
    met = {character for term in groups for character in term}
    for word in words:
        for character in word.term if is_cjk(word.surface) and is_han(word.term) else "":
            if character not in met and lexicon.holds(character):
                met.add(character)
                yield Group(character, (Alternative(character, SHARES[How.PREFIX], How.PREFIX),))


def _of_the_speaker(words: list[Word], lexicon: Lexicon) -> Iterator[Group]:
    """What is mine: tools say that it is of the authenticated or the current user."""
    said = next((word.surface for word in words if word.surface in _SPEAKER), "")
    terms = dict.fromkeys(map(stem, _SPEAKER.get(said, ())))
    held = [Alternative(t, _SPEAKER_SHARE, How.SYNONYM) for t in terms if lexicon.holds(t)]
    if held:
        yield Group(said, tuple(held))


def _searched_for(name: str, lexicon: Lexicon) -> Iterator[Group]:
    """Whoever says a name has no id yet: the tools that search come first."""
    term = next(filter(lexicon.holds, _SEARCHING), "") if name else ""
    if term:
        yield Group(name, (Alternative(term, SHARES[How.NAMED], How.NAMED),))


def _undone(answers: Iterable[str]) -> bool:
    """What a phrase or a word of another language stands for takes something back."""
    return not _undoing_stems().isdisjoint(map(stem, answers))


def _foreign(piece: Piece, lexicon: Lexicon, undoing: bool) -> Iterator[Group]:
    """A word of another language: by the glossary, else by its sound, else unknown."""
    if not piece.answers:
        loaned = lexicon.alike(piece.surface) if loanable(piece.surface) else []
        yield Group(piece.surface, tuple(Alternative(t, s, How.LOANWORD) for t, s in loaned))
        return
    for parts in itertools.zip_longest(*(answer.split("+") for answer in piece.answers)):
        shares = {stem(part): SHARES[How.GLOSSARY] for part in parts if part}
        if undoing and not _undone(piece.answers):
            opposite = [f"un{term}" for term in shares if lexicon.holds(f"un{term}")]
            shares = {term: _UNDONE_SHARE * share for term, share in shares.items()}
            shares |= dict.fromkeys(opposite, SHARES[How.GLOSSARY])
        for term in list(shares):
            for other in _by_stem(synonyms).get(term, ()):
                shares.setdefault(other, SHARES[How.GLOSSARY] * SHARES[How.SYNONYM])
        yield Group(
            piece.surface,
            tuple(Alternative(t, s, How.GLOSSARY) for t, s in shares.items() if lexicon.holds(t)),
        )


def _answers(word: Word, lexicon: Lexicon) -> Iterator[tuple[str, How]]:
    if lexicon.holds(word.term):
        yield word.term, How.EXACT
    relatives = _by_stem(families).get(word.term, ())
    yield from ((other, How.FAMILY) for other in relatives if lexicon.holds(other))
    for other in _by_stem(synonyms).get(word.term, ()):
        if other not in relatives and lexicon.holds(other):
            yield other, How.SYNONYM


def _abbreviated(words: list[Word], lexicon: Lexicon) -> Iterator[Group]:
    """What the short forms of the question stand for, word by word."""
    asked = {word.term for word in words}
    for short in dict.fromkeys(word.surface for word in words):
        for part in map(stem, abbreviations().get(short, ())):
            if lexicon.holds(part) and part not in asked:
                meant = Alternative(part, SHARES[How.ABBREVIATION], How.ABBREVIATION)
                yield Group(short, (meant,))


def _joined(words: list[Word], lexicon: Lexicon) -> Iterator[Group]:
    """Neighbours that the catalog writes as one word."""
    asked = {word.term for word in words}
    for left, right in itertools.pairwise(words):
        for whole in _wholes(left, right):
            if whole not in asked and lexicon.holds(whole):
                asked.add(whole)
                meant = Alternative(whole, SHARES[How.JOINED], How.JOINED)
                yield Group(f"{left.surface} {right.surface}", (meant,))
                break


@lru_cache(maxsize=1 << 14)
def _wholes(left: Word, right: Word) -> tuple[str, ...]:
    """What two words may be as one, as it would be indexed."""
    written = left.surface + right.surface
    if len(written) > LONGEST_WORD:
        return ()
    return tuple(dict.fromkeys((written, stem(written), left.term + right.term)))


def in_quotes(text: str, instead: Callable[[str], str]) -> str:
    """The question with another text in place of what stands in quotes."""
    return _QUOTED.sub(lambda match: instead(match.group()), text)


def _quoted(text: str) -> Iterator[str]:
    if not _QUOTES.isdisjoint(text):
        yield from (match.group() for match in _QUOTED.finditer(text))


@cache
def _by_stem(words: Callable[[], Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """A table of words by their stems."""
    found: dict[str, dict[str, None]] = {}
    for word, others in words().items():
        known = found.setdefault(stem(word), {})
        known.update((stem(other), None) for other in others if stem(other) != stem(word))
    return {word: tuple(others) for word, others in found.items()}
