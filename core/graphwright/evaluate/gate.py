"""The gate: what keeps a curation from being released, in sentences."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from ..errors import ReadError
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
class GateRules:
    """What blocks. A project has its own; the same form is the file of `eval --rules`.

    Attributes:
        forbidden: a forbidden tool in the first k.
        pinned: a pinned query that passed on the baseline and fails now.
        workflows: a workflow that cannot run.
        means: those that must not fall, of `MEANS`.
        epsilon: loss of a mean in [0, 1] that is let through.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    forbidden: bool = True
    pinned: bool = True
    workflows: bool = True
    means: tuple[str, ...] = MEANS
    epsilon: float = EPSILON

    @property
    def fault(self) -> str:
        """What is wrong with the rules, in a sentence; "" for nothing."""
        unknown = [name for name in self.means if name not in MEANS]
        if unknown:
            return f"A gate has no mean '{unknown[0]}'; it has {', '.join(MEANS)}."
        if not (isfinite(self.epsilon) and 0 <= self.epsilon <= 1):
            return f"The gate's epsilon is a share from 0 to 1, not {self.epsilon}."
        return ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How golden queries stand against a baseline, and what blocks.

    Attributes:
        fixed: queries that failed there and pass here.
        broken: queries that passed there and fail here.
        delta: change of each mean, by its name; empty without a baseline.
        blockers: one sentence each; none of them when the gate is open.
        rules: what was looked at.
    """

    fixed: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    delta: Mapping[str, float] = field(default_factory=dict)
    blockers: tuple[str, ...] = ()
    rules: GateRules = GateRules()

    @property
    def passed(self) -> bool:
        return not self.blockers


def compare(
    now: Scores,
    before: Scores | None = None,
    invalid: Mapping[str, str] | None = None,
    rules: GateRules = GateRules(),
) -> Comparison:
    """The comparison of two scores of the same golden queries at the same k.

    Args:
        now: of the curation that is to be released.
        before: of the baseline; without one, only forbidden tools and workflows block.
        invalid: why a workflow cannot run, by its id.
        rules: what blocks.
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
            *(_forbidden(now) if rules.forbidden else ()),
            *(_broken(now, broken) if rules.pinned else ()),
            *_worse(now, delta, rules),
            *(_cannot_run(invalid or {}) if rules.workflows else ()),
        ),
        rules=rules,
    )


_RULES = TypeAdapter(GateRules)


def read_rules(data: bytes, name: str) -> GateRules:
    """The rules of a file.

    Raises:
        ReadError: it is none; the sentence names the field.
    """
    try:
        rules = _RULES.validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        where = f" at '{place[:80]}'" if place else ""
        raise ReadError(f"'{name}' holds no rules of a gate{where}: {first['msg']}.") from None
    if rules.fault:
        raise ReadError(f"'{name}': {rules.fault}")
    return rules


def write_rules(rules: GateRules) -> bytes:
    """The rules as a file, every one of them."""
    return _RULES.dump_json(rules, indent=1) + b"\n"


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


def _cannot_run(invalid: Mapping[str, str]) -> Iterator[str]:
    return (f"The workflow '{id}' cannot run: {why}" for id, why in invalid.items())


def _worse(now: Scores, delta: Mapping[str, float], rules: GateRules) -> Iterator[str]:
    for name, change in delta.items():
        if name in rules.means and change < -rules.epsilon - _ROUNDING:
            mean = getattr(now, name)
            yield f"{name}@{now.k} is {mean:.3f}, {-change:.3f} below the baseline."
