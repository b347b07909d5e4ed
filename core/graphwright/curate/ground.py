"""The ground of decisions: what a new version of a source asks about, and how it is answered."""

from dataclasses import replace

from ..errors import CommandError
from ..issues import IssueCode
from .commands import Command, Settle, read_command
from .curation import Curation
from .sentences import quoted, subject

ASKED = (IssueCode.GROUND_CHANGED, IssueCode.GROUND_GONE)


def waiting(curation: Curation) -> tuple[Command, ...]:
    """The decisions that wait for their ground to come back, as commands."""
    return tuple(read_command(raw.value()) for raw in curation.waiting)


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
    kept = tuple(raw for raw in curation.waiting if subject(read_command(raw.value())) != where)
    return replace(curation, issues=issues, waiting=kept)
