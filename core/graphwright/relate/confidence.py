"""How sure a claim is: the measured share of claims of its rule and traits that are right."""

from functools import lru_cache

from .claims import Claim
from .measured import COUNTS

# Chosen on random halves of the known relations: sharper tables were surer than they were right.
_PRIOR = 12.0  # claims that the wider class counts for where the narrower one is thin
_UNKNOWN = 0.8  # before anything is counted


def confidence(claim: Claim) -> float:
    """The measured share, in [0, 1]; thin counts are drawn towards the rule as a whole."""
    return share(claim.rule, claim.traits)


@lru_cache(maxsize=4096)
def share(rule: str, traits: tuple[str, ...]) -> float:
    found = _UNKNOWN
    for depth in range(len(traits) + 1):
        right, wrong = COUNTS.get("/".join((rule, *traits[:depth])), (0, 0))
        found = (right + _PRIOR * found) / (right + wrong + _PRIOR)
    return round(found, 3)
