"""The ground of decisions: what a new version of a source asks about, and how it is answered."""

from collections.abc import Container
from dataclasses import replace

from ..errors import CommandError
from ..issues import Issue, IssueCode, Severity
from ..raw import Raw
from .commands import All, Decision, RollBack, Settle, TakeSource, command_json, read_command
from .curation import Curation
from .sentences import quoted, sentence, subject

ASKED = (IssueCode.GROUND_CHANGED, IssueCode.GROUND_GONE)
_HOLDING = (IssueCode.GROUND_CHANGED,)  # of decisions that hold, not of those that wait


def waiting(curation: Curation) -> tuple[Decision, ...]:
    """The decisions that wait for their ground to come back."""
    return tuple(_decision(raw) for raw in curation.waiting)


def wait(curation: Curation, decision: Decision, why: str) -> Curation:
    """The curation with the decision among those that wait, and its question asked."""
    raw = Raw.of(command_json(decision))
    if raw in curation.waiting:
        return curation
    issue = Issue(
        IssueCode.GROUND_GONE,
        Severity.WARNING,
        subject(decision),
        f"Your decision waits: {sentence(decision)}. {why}",
    )
    return replace(curation, waiting=(*curation.waiting, raw), issues=(*curation.issues, issue))


def settle(curation: Curation, command: Settle) -> Curation:
    """Without what is asked at a place: its issues, and the decisions that wait there."""
    kept = tuple(raw for raw in curation.waiting if subject(_decision(raw)) != command.where)
    issues = _without(curation, command.where, ASKED)
    if len(issues) == len(curation.issues) and len(kept) == len(curation.waiting):
        raise CommandError(f"Nothing is asked about {quoted(command.where)}.")
    return replace(curation, issues=issues, waiting=kept)


def settled(curation: Curation, where: str, codes: Container[IssueCode] = _HOLDING) -> Curation:
    """Without questions about a place that was just decided on again; what waits, waits."""
    issues = _without(curation, where, codes)
    return replace(curation, issues=issues) if len(issues) < len(curation.issues) else curation


def _without(curation: Curation, where: str, codes: Container[IssueCode]) -> tuple[Issue, ...]:
    return tuple(i for i in curation.issues if i.code not in codes or i.where != where)


def _decision(raw: Raw) -> Decision:
    command = read_command(raw.value())
    if isinstance(command, All | TakeSource | RollBack):
        raise CommandError(f"{quoted(command.do)} is no decision that can wait.")
    return command
