"""What search settings may be: the same for commands, options and files that carry them."""

from collections.abc import Mapping
from math import isfinite
from typing import Protocol

from ..errors import QueryError
from ..search.settings import FUSIONS
from ..search.signals import Signal
from .sentences import quoted

MOST_RESULTS = 1000  # k; a deployed agent sees 5, a reviewer perhaps a page
_MOST_WEIGHT = 1000.0  # sums of parts are exact up to it


class Tuned(Protocol):
    """Settings, or a command that sets some of them: None leaves one as it is."""

    @property
    def weights(self) -> Mapping[str, float] | None: ...
    @property
    def k(self) -> int | None: ...
    @property
    def floor(self) -> float | None: ...
    @property
    def embedder(self) -> str | None: ...
    @property
    def ship_from(self) -> float | None: ...
    @property
    def fusion(self) -> str | None: ...


def fault(said: Tuned) -> str:
    """What is wrong with the settings, in a sentence; "" for nothing."""
    wrong = _weights_fault(said.weights or {})
    if wrong:
        return wrong
    if said.k is not None and not 1 <= said.k <= MOST_RESULTS:
        return f"'k' is a whole number from 1 to {MOST_RESULTS}, not {said.k}."
    if said.floor is not None and not (isfinite(said.floor) and said.floor >= 0):
        return f"'floor' is a score of 0 or more, not {said.floor}."
    if said.ship_from is not None and not 0 <= said.ship_from <= 1:
        return f"'ship_from' is a confidence from 0 to 1, not {said.ship_from}."
    if said.fusion is not None and said.fusion not in FUSIONS:
        known = " or ".join(f"'{name}'" for name in FUSIONS)
        return f"'fusion' is {known}, not {quoted(said.fusion)}."
    return "" if said.embedder is None else _embedder_fault(said.embedder)


def _weights_fault(weights: Mapping[str, float]) -> str:
    known = [signal.value for signal in Signal]
    for name, weight in weights.items():
        if name not in known:
            return f"A score has no part {quoted(name)}; it has {', '.join(known)}."
        if not 0 <= weight <= _MOST_WEIGHT:
            return f"The weight of {quoted(name)} is a number from 0 to 1000, not {weight}."
    return ""


def _embedder_fault(spec: str) -> str:
    if not spec.strip():
        return "'embedder' is 'none' or names an embedder."
    if spec == "none":
        return ""
    from ..search.embedders import embedder  # numpy, which few settings need

    try:
        embedder(spec)
    except QueryError as error:
        return str(error)
    return ""
