"""How sure a claim is: the measured share of claims of its rule and traits that are right."""

from functools import lru_cache

from .claims import Claim
from .measured import COUNTS

# Chosen by cross-validation on the half of the known relations that is counted: sharper tables
# were surer than they were right, duller ones took `list` and `get` of one rule for the same.
_PRIOR = 12.0  # claims that the wider class counts for where the narrower one is thin
_NARROWEST = 6.0  # the same, for the narrowest class of all
_UNKNOWN = 0.8  # before anything is counted


def confidence(claim: Claim) -> float:
    """The measured share, in [0, 1]; thin counts are drawn towards the rule as a whole."""
    return share(claim.rule, claim.traits)


@lru_cache(maxsize=4096)
def share(rule: str, traits: tuple[str, ...]) -> float:
    found = _UNKNOWN
    for depth in range(len(traits) + 1):
        right, wrong = COUNTS.get("/".join((rule, *traits[:depth])), (0, 0))
        prior = _NARROWEST if depth and depth == len(traits) else _PRIOR
        found = (right + prior * found) / (right + wrong + prior)
    return round(found, 3)
