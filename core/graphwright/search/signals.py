"""The parts of a score: what each says, and how much it counts.

Every value is rounded to steps so small that they do not matter and so large that all sums are
exact in float64: a score is the sum of its parts to the last bit, in any order of adding.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class Signal(StrEnum):
    """Every part that a score may have, in the order in which it is shown."""

    WORDS = "words"  # BM25 over weighted fields
    NAME = "name"  # how much of the tool's name the question says
    QUERY = "query"  # how much of the question the tool says
    INTENT = "intent"  # verb of the question against verb or method of the tool
    SHORT = "short"  # short names are the general tools
    DEPRECATED = "deprecated"  # the document says that it will go
    EXACT = "exact"  # the question is the tool's name
    EMBEDDING = "embedding"  # closeness of meaning
    CLAUSE = "clause"  # first for one part of the question
    HOP = "hop"  # a tool found by its own words needs this one
    HISTORY = "history"  # tools that were used sink, tools that follow them rise
    DIVERSITY = "diversity"  # tools like one that stands before them sink


class Extra(NamedTuple):
    """What one signal adds to one tool, with what brought it: a path in the graph, or a clause."""

    signal: Signal
    value: float
    via: tuple[str, ...] = ()


# Fitted on the development halves; the surface is flat around them.
DEFAULT_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        Signal.WORDS: 1.0,
        Signal.NAME: 1.0,
        Signal.QUERY: 0.05,
        Signal.INTENT: 0.06,
        Signal.SHORT: 0.02,
        Signal.DEPRECATED: 0.02,
        Signal.EXACT: 1.0,
        Signal.EMBEDDING: 0.1,
        Signal.CLAUSE: 0.5,
        Signal.HOP: 1.0,
        Signal.HISTORY: 0.2,
        Signal.DIVERSITY: 0.0,
    }
)

WEIGHT_STEPS = 1 << 12
_EXTRA_STEPS = 1 << 40


def weights(chosen: Mapping[str, float]) -> dict[Signal, float]:
    """The weight of every signal: those chosen, else the measured defaults."""
    found = {**DEFAULT_WEIGHTS, **chosen}
    return {signal: round(found[signal] * WEIGHT_STEPS) / WEIGHT_STEPS for signal in Signal}


def exact(value: float) -> float:
    """An extra's value in steps in which sums are exact."""
    return round(value * _EXTRA_STEPS) / _EXTRA_STEPS
