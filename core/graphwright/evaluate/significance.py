"""Whether one search is better than another, or only luckier on these queries."""

from math import comb


def sign_test(wins: int, losses: int) -> float:
    """The probability in [0, 1] of a difference as large by chance alone; ties say nothing.

    Source: Dixon & Mood, The Statistical Sign Test (1946); exact, two-sided.
    """
    asked = wins + losses
    tail = sum(comb(asked, one) for one in range(min(wins, losses) + 1))
    return min(1.0, tail / 2 ** (asked - 1)) if asked else 1.0
