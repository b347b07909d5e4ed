"""The floor under which a score is no answer, and whether there can be one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..search.index import SearchIndex
from .golden import Golden
from .selftest import Negative


@dataclass(frozen=True, slots=True)
class Answered:
    """A question whose right tool is found, with the score of that."""

    query: str
    tool: str
    score: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Scores of right answers against those of answers to questions that have none.

    Attributes:
        answered: weakest first.
        negatives: strongest first.
        separable: every right answer scores higher than every wrong one.
        floor: halfway between them; else the one with the least of both errors.
        turned_away: share in [0, 1] of right answers at or below the floor.
        caught: share in [0, 1] of negatives at or below it.
    """

    answered: tuple[Answered, ...]
    negatives: tuple[Negative, ...]
    separable: bool
    floor: float
    turned_away: float
    caught: float

    @property
    def verdict(self) -> str:
        """What to do, in a sentence."""
        if not self.answered or not self.negatives:
            return "Not measurable: it takes questions with a right tool, and some without."
        if self.separable:
            return f"Separable: a floor of {self.floor:.3f} turns nothing right away."
        return (
            f"Not separable: “{self.negatives[0].query}” finds '{self.negatives[0].tool}' with "
            f"{self.negatives[0].score:.3f}, more than the {self.answered[0].score:.3f} of "
            f"“{self.answered[0].query}”. Mend descriptions before you set a floor."
        )


def right_answers(index: SearchIndex, golden: Iterable[Golden], k: int) -> tuple[Answered, ...]:
    """The best right tool of each question, where one is in the first k."""
    found = []
    for one in golden:
        hits = index.search(one.query, k).results
        right = next((hit for hit in hits if hit.tool in one.expect), None)
        if right is not None:
            found.append(Answered(one.query, right.tool, right.score))
    return tuple(found)


def calibrated(answered: Iterable[Answered], negatives: Iterable[Negative]) -> Calibration:
    """The calibration of a floor on these scores."""
    right = tuple(sorted(answered, key=lambda one: (one.score, one.query)))
    wrong = tuple(sorted(negatives, key=lambda one: (-one.score, one.query)))
    low = right[0].score if right else 0.0
    high = wrong[0].score if wrong else 0.0
    separable = bool(right and wrong) and low > high
    scores = [one.score for one in right], [one.score for one in wrong]
    floor = (low + high) / 2 if separable else _least_errors(*scores)
    turned, caught = (_share(some, floor) for some in scores)
    return Calibration(right, wrong, separable, floor, turned, caught)


def _least_errors(right: Sequence[float], wrong: Sequence[float]) -> float:
    """The lowest score of all at which the fewest of both are on the wrong side."""
    if not right or not wrong:
        return 0.0
    candidates = sorted({0.0, *right, *wrong})
    return min(candidates, key=lambda at: (_share(right, at) + 1 - _share(wrong, at), at))


def _share(scores: Sequence[float], floor: float) -> float:
    """How many are at or below the floor."""
    return sum(score <= floor for score in scores) / len(scores) if scores else 0.0
