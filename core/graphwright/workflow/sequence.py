"""Whether the steps can run in their order: what is not earlier, cycles, what never runs."""

from collections.abc import Iterator, Mapping

from ..issues import Issue, IssueCode, Severity
from .model import Step, Workflow
from .places import at, issue
from .references import producers, steps_in


def sequence_issues(workflow: Workflow) -> Iterator[Issue]:
    """Cycles, steps behind them or behind what is not there, and references to later steps."""
    waits = {step.id: producers(step) for step in workflow.steps}
    circular = cyclic(waits)
    stuck = _stuck(waits, circular)
    positions = {step.id: position for position, step in enumerate(workflow.steps)}
    for position, step in enumerate(workflow.steps):
        yield from _cycle_issues(position, step, circular)
        yield from _after_issues(position, step, positions)
        if step.id in stuck:
            message = f"It waits for {stuck[step.id]!r}, which never runs."
            where = at("steps", position)
            yield issue(IssueCode.UNREACHABLE, Severity.ERROR, where, message)
        yield from _binding_issues(position, step, positions)


def cyclic(waits: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The steps that wait for themselves in the end, each with the way round."""
    return {id: way for id in waits if (way := _way_back(waits, id))}


def _way_back(waits: Mapping[str, tuple[str, ...]], start: str) -> tuple[str, ...]:
    """A shortest way from a step along what it waits for, back to itself; () for none."""
    came: dict[str, str] = {}
    front = [start]
    while front:
        reached = []
        for id in front:
            for waited in waits.get(id, ()):
                if waited == start:
                    return _unwound(came, start, id)
                if waited not in came and waited in waits:
                    came[waited] = id
                    reached.append(waited)
        front = reached
    return ()


def _unwound(came: Mapping[str, str], start: str, last: str) -> tuple[str, ...]:
    way = [last]
    while way[-1] != start:
        way.append(came[way[-1]])
    return tuple(reversed(way))


def _stuck(
    waits: Mapping[str, tuple[str, ...]], circular: Mapping[str, tuple[str, ...]]
) -> dict[str, str]:
    """Steps that can never run though they are in no cycle, with what they wait for."""
    stuck: dict[str, str] = {}
    changed = True
    while changed:
        changed = False
        for id, waited in waits.items():
            if id in stuck or id in circular:
                continue
            blocking = next((w for w in waited if w in circular or w in stuck), None)
            if blocking is not None:
                stuck[id] = blocking
                changed = True
    return stuck


def _cycle_issues(
    position: int, step: Step, circular: Mapping[str, tuple[str, ...]]
) -> Iterator[Issue]:
    if step.id in circular:
        way = " waits for ".join((*circular[step.id], step.id))
        where = at("steps", position)
        yield issue(IssueCode.CYCLE, Severity.ERROR, where, f"A cycle: {way}.")


def _after_issues(position: int, step: Step, positions: Mapping[str, int]) -> Iterator[Issue]:
    for number, id in enumerate(step.after):
        where = at("steps", position, "after", number)
        if id not in positions:
            message = f"It waits for the step {id!r}, which is not there."
            yield issue(IssueCode.UNREACHABLE, Severity.ERROR, where, message)
        elif positions[id] >= position:
            message = f"It waits for {id!r}, which comes later."
            yield issue(IssueCode.NOT_EARLIER, Severity.ERROR, where, message)


def _binding_issues(position: int, step: Step, positions: Mapping[str, int]) -> Iterator[Issue]:
    for name, binding in step.bindings.items():
        for id in steps_in(binding.source or ""):
            if positions.get(id, -1) >= position:
                where = at("steps", position, "bindings", name)
                message = f"{name} reads from {id!r}, which has not run by then."
                yield issue(IssueCode.NOT_EARLIER, _too_early(step), where, message)


def _too_early(step: Step) -> Severity:
    """An error in a straight workflow; in a document with jumps the order may be another."""
    jumps = step.raw and "goto" in str(step.raw.value())
    return Severity.WARNING if jumps else Severity.ERROR
