"""The parts of a score: what each says, and how much it counts."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Signal(StrEnum):
    """Every part that a score may have, in the order in which it is shown."""

    WORDS = "words"  # BM25 over weighted fields
    NAME = "name"  # how much of the tool's name the question says
    QUERY = "query"  # how much of the question the tool says
    INTENT = "intent"  # verb of the question against verb or method of the tool
    SHORT = "short"  # short names are the general tools
    EMBEDDING = "embedding"  # closeness of meaning
    HOP = "hop"  # a tool found by its own words needs this one
    HISTORY = "history"  # tools that were used sink, tools that follow them rise
    DEPRECATED = "deprecated"  # the document says that it will go


DEFAULT_WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        Signal.WORDS: 1.0,
        Signal.NAME: 1.0,
        Signal.QUERY: 0.05,
        Signal.INTENT: 0.06,
        Signal.SHORT: 0.02,
        Signal.EMBEDDING: 0.3,
        Signal.HOP: 1.0,
        Signal.HISTORY: 0.1,
        Signal.DEPRECATED: 0.05,
    }
)

_WEIGHT_STEPS = 1 << 12
_SHARE_STEPS = 1 << 20
_FINE_STEPS = 1 << 40


def weights(chosen: Mapping[str, float]) -> dict[Signal, float]:
    """The weight of every signal: those chosen, else the measured defaults.

    Values are rounded to steps so small that they do not matter and so large that every sum
    of products is exact in float64: a score is its parts' sum to the last bit, in any order.
    """
    found = {**DEFAULT_WEIGHTS, **chosen}
    return {signal: round(found[signal] * _WEIGHT_STEPS) / _WEIGHT_STEPS for signal in Signal}
