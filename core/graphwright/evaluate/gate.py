"""The gate: what keeps a curation from being released, in sentences."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..graph import HasGraph
from ..issues import Severity
from ..workflow.check import check
from ..workflow.model import Workflow
from .golden import Golden
from .metrics import Scores

MEANS = ("hit", "recall", "mrr", "ndcg")
EPSILON = 0.01  # loss of a mean that is let through
_ROUNDING = 1e-9
_ACCEPTED = "Accepted as intended: "  # how the note of such a query begins


@dataclass(frozen=True, slots=True)
class Comparison:
    """How golden queries stand against a baseline, and what blocks.

    Attributes:
        fixed: queries that failed there and pass here.
        broken: queries that passed there and fail here.
        delta: change of each mean, by its name; empty without a baseline.
        blockers: one sentence each; none of them when the gate is open.
    """

    fixed: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    delta: Mapping[str, float] = field(default_factory=dict)
    blockers: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.blockers


def compare(
    now: Scores,
    before: Scores | None = None,
    invalid: Mapping[str, str] | None = None,
    epsilon: float = EPSILON,
) -> Comparison:
    """The comparison of two scores of the same golden queries at the same k.

    Args:
        now: of the curation that is to be released.
        before: of the baseline; without one, only forbidden tools and workflows block.
        invalid: why a workflow cannot run, by its id.
        epsilon: loss of a mean in [0, 1] that is let through.
    """
    stood = {one.golden.query: one.passed for one in before.per_query} if before else {}
    stands = {one.golden.query: one.passed for one in now.per_query}
    both = [query for query in stands if query in stood]
    broken = tuple(query for query in both if stood[query] and not stands[query])
    delta = {name: getattr(now, name) - getattr(before, name) for name in MEANS} if before else {}
    return Comparison(
        fixed=tuple(query for query in both if stands[query] and not stood[query]),
        broken=broken,
        delta=delta,
        blockers=(
            *_forbidden(now),
            *_broken(now, broken),
            *_worse(now, delta, epsilon),
            *(f"The workflow '{id}' cannot run: {why}" for id, why in (invalid or {}).items()),
        ),
    )


def accepted(golden: Golden, reason: str) -> Golden:
    """The query, which may fail from now on; its note says why."""
    return replace(golden, pinned=False, note=f"{_ACCEPTED}{reason.strip()}")


def is_accepted(golden: Golden) -> bool:
    """A person has said that it may fail, and why."""
    return not golden.pinned and golden.note.startswith(_ACCEPTED)


def invalid_workflows(workflows: Iterable[Workflow], curation: HasGraph) -> dict[str, str]:
    """The first error of each workflow that has one, by its id."""
    found: dict[str, str] = {}
    for workflow in workflows:
        errors = (i for i in check(workflow, curation) if i.severity is Severity.ERROR)
        if error := next(errors, None):
            found[workflow.id] = error.message
    return found


def _forbidden(now: Scores) -> Iterator[str]:
    for one in now.per_query:
        if one.forbidden:
            names = ", ".join(f"'{name}'" for name in one.forbidden)
            yield f"'{one.golden.query}' finds {names}, which it must not."


def _broken(now: Scores, broken: tuple[str, ...]) -> Iterator[str]:
    pinned = {one.golden.query for one in now.per_query if one.golden.pinned}
    return (f"'{query}' passed before and fails now." for query in broken if query in pinned)


def _worse(now: Scores, delta: Mapping[str, float], epsilon: float) -> Iterator[str]:
    for name, change in delta.items():
        if change < -epsilon - _ROUNDING:
            mean = getattr(now, name)
            yield f"{name}@{now.k} is {mean:.3f}, {-change:.3f} below the baseline."
