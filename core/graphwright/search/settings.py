"""What a curator may set about search; travels with the project and the export."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

FUSIONS = ("sum", "ranks")  # of the signals' values; of their ranks (reciprocal rank fusion)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Settings of one search pipeline. Missing weights are the measured defaults."""

    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    k: int = 5  # results that the deployed agent sees
    floor: float = 0.0  # scores at or below it count as "no tool answers"
    embedder: str = "none"  # SPEC of the command line
    ship_from: float = 0.5  # confidence in [0, 1] from which an inferred relation ships
    fusion: str = "sum"  # one of `FUSIONS`
