"""What is to be done: the verb of a question against the verb or method of a tool."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from ..tools import Tool
from .tokens import Word, stem, terms
from .words import verb_classes

CLASSES = ("create", "read", "list", "update", "delete")

_METHODS: Mapping[str, tuple[str, ...]] = {
    "post": ("create",),
    "put": ("update",),
    "patch": ("update",),
    "delete": ("delete",),
    "get": ("read", "list"),
    "head": ("read",),
}
_ONE = frozenset({"a", "an", "one", "this", "that", "single", "specific", "particular"})
_OTHER_NUMBER = 0.7  # what show, find and get say of a list where one thing is asked for
_LATER_VERB = 0.3  # the first verb says what is wanted; later ones are often nouns


@cache
def verbs() -> Mapping[str, tuple[str, ...]]:
    """Stem of a verb → classes of what it does."""
    found: dict[str, tuple[str, ...]] = {}
    for verb, classes in verb_classes().items():
        found[stem(verb)] = tuple(dict.fromkeys(found.get(stem(verb), ()) + classes))
    return found


def tool_classes(tool: Tool) -> frozenset[str]:
    """What the tool does: by the first verb of its name, else its method, else its text."""
    name = [t for part in re.split(r"[/.:]+", tool.name) for t in terms(part, keep_stop_words=True)]
    return frozenset(
        _first_verb(name[:4])
        or _METHODS.get(tool.method, ())
        or _first_verb(terms(tool.summary or tool.description[:160])[:2])
    )


def wanted_classes(words: list[Word], numbered: bool = True) -> tuple[float, ...]:
    """How much a question asks for each of `CLASSES`, each in [0, 1].

    Args:
        words: of the question, stop words too.
        numbered: the language tells one from many.
    """
    weights = dict.fromkeys(CLASSES, 0.0)
    known = verbs()
    found = [known[word.term] for word in _means_first(words) if word.term in known]
    for position, classes in enumerate(found):
        for name in classes:
            weights[name] += _LATER_VERB if position else 1.0
    if numbered and weights["read"] == weights["list"]:
        weights["list" if _asks_for_one(words) else "read"] *= _OTHER_NUMBER
    most = max(weights.values())
    return tuple(weight / most if most else 0.0 for weight in weights.values())


def _means_first(words: list[Word]) -> list[Word]:
    """The words, those from `by …ing` on first: it says what is to be done, what is before why."""
    for place, (one, next_one) in enumerate(pairwise(words), 1):
        if one.surface == "by" and next_one.surface.endswith("ing") and next_one.term in verbs():
            return words[place:] + words[:place]
    return words


def _asks_for_one(words: list[Word]) -> bool:
    """One thing is meant, not many: `a`, `this`, or no word in the plural."""
    if any(word.surface in _ONE for word in words):
        return True
    return not any(word.surface.endswith("s") and word.surface != word.term for word in words)


def _first_verb(found: list[str]) -> tuple[str, ...]:
    return next((verbs()[term] for term in found if term in verbs()), ())
