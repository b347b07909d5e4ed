"""Values that a goal itself states: an id, a value of an enum, a number or `the second`."""

import re
from dataclasses import dataclass
from itertools import pairwise

from ..relate.names import singular, singulars, vocabulary, words
from ..tools import Parameter, Scalar
from .identity import Resource
from .intent import forms, verb_said

_FIRST_TEN = "first second third fourth fifth sixth seventh eighth ninth tenth"
_ORDINALS = {word: number for number, word in enumerate(_FIRST_TEN.split(), start=1)} | {
    f"{n}{end}": n for n in range(1, 100) for end in ("st", "nd", "rd", "th")
}
_ID = re.compile(r"#?([A-Za-z]*[-_]?\d[\w-]*)")
_GENERIC = vocabulary("all any none other default true false desc asc")
_SPANS = {
    word: (span,)
    for span, said in (
        ("hour", "hourly"),
        ("day", "today tonight daily"),
        ("week", "weekly"),
        ("month", "monthly"),
        ("year", "yearly annual annually"),
    )
    for word in said.split()
}


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that a goal states, and the words that say it."""

    value: Scalar
    words: tuple[str, ...]


def stated(clause: str, parameter: Parameter, resource: Resource) -> Literal | None:
    """The value that a clause gives a parameter.

    Args:
        clause: of the goal.
        parameter: that needs a value.
        resource: that the parameter identifies; () for plain data.
    """
    if parameter.enum:
        return _enumerated(clause, parameter)
    noun = resource[-1:] or singulars(parameter.name)[:1]
    if not noun:
        return None
    if parameter.type == "integer" and (number := _counted(clause, noun[0])):
        return number
    if resource and (id := _named(clause, noun[0])):
        whole = parameter.type == "integer" and id.isdigit()
        return Literal(int(id) if whole else id, (id, noun[0]))
    return None


def _enumerated(clause: str, parameter: Parameter) -> Literal | None:
    """The value of the enum whose words the clause has; the one with most of them.

    The verb counts as what it leads to, `closed` of `close it`, but not as the name of a way to
    do it: `merge it` says nothing of the `merge_method`.
    """
    does = verb_said(clause)
    named = does in words(parameter.name)
    said = {
        form: word for word in words(clause) if word != does or not named for form in _forms(word)
    }
    best: Literal | None = None
    for value in parameter.enum:
        held = singulars(str(value))
        found = [said.get(word) or _led_to(word, does if not named else "") for word in held]
        fits = bool(held) and _GENERIC.isdisjoint(held) and all(found)
        if fits and (best is None or len(held) > len(best.words)):
            best = Literal(value, tuple(filter(None, found)))
    return best


def _led_to(word: str, does: str) -> str:
    """The verb that leads to a state: close of `closed`."""
    return does if does and does in forms(word) else ""


def _forms(word: str) -> tuple[str, ...]:
    """A word, its singular, and the span of time that it speaks of: day of `today`."""
    return (word, singular(word), *_SPANS.get(word, ()))


def _counted(clause: str, noun: str) -> Literal | None:
    """`the second season`, `season 3`."""
    said = words(clause)
    for before, word in pairwise(said):
        if singular(word) == noun and before in _ORDINALS:
            return Literal(_ORDINALS[before], (before, word))
        if singular(before) == noun and word.isdigit():
            return Literal(int(word), (before, word))
    return None


def _named(clause: str, noun: str) -> str:
    """`order 42`, `issue #7`, `order ORD-7`: an id right after the thing that it identifies."""
    said = clause.split()
    for before, word in pairwise(said):
        match = _ID.fullmatch(word.strip(".,;:!?\"'()"))
        if match and singular(before.strip(".,").lower()) == noun:
            return match[1]
    return ""
