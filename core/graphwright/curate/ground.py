"""The ground of decisions: what a new version of a source asks about, and how it is answered."""

from dataclasses import replace

from ..errors import CommandError
from ..issues import Issue, IssueCode, Severity
from ..raw import Raw
from .commands import All, Decision, Settle, TakeSource, command_json, read_command
from .curation import Curation
from .sentences import quoted, sentence, subject

ASKED = (IssueCode.GROUND_CHANGED, IssueCode.GROUND_GONE)


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
    after = settled(curation, command.where)
    if after is curation:
        raise CommandError(f"Nothing is asked about {quoted(command.where)}.")
    return after


def settled(curation: Curation, where: str) -> Curation:
    """As `settle`, where nothing may be asked."""
    issues = tuple(i for i in curation.issues if i.code not in ASKED or i.where != where)
    if len(issues) == len(curation.issues):
        return curation
    kept = tuple(raw for raw in curation.waiting if subject(_decision(raw)) != where)
    return replace(curation, issues=issues, waiting=kept)


def _decision(raw: Raw) -> Decision:
    command = read_command(raw.value())
    if isinstance(command, All | TakeSource):
        raise CommandError(f"{quoted(command.do)} is no decision that can wait.")
    return command
