"""The journal as lines that a person reads, newest first."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphwright.curate.sentences import sentence
from graphwright.project.entries import Entry, Timeline

_SHOWN = 500  # lines on the page; a filter reaches the rest


@dataclass(frozen=True, slots=True)
class Line:
    """One entry. `stands`: it can be taken back; otherwise `state` says what became of it."""

    revision: int
    text: str
    by: str
    at: str
    why: str
    stands: bool
    state: str


def lines(entries: Sequence[Entry], words: str = "") -> tuple[Line, ...]:
    """The lines that hold every one of the words, newest first, at most 500."""
    gone = Timeline.of(entries).taken_back
    wanted = words.casefold().split()
    found: list[Line] = []
    for entry in reversed(entries):
        line = _line(entry, entry.revision in gone)
        if all(word in f"{line.text} {line.by} {line.why}".casefold() for word in wanted):
            found.append(line)
        if len(found) == _SHOWN:
            break
    return tuple(found)


def _line(entry: Entry, taken_back: bool) -> Line:
    text = sentence(entry.command)
    if entry.kind != "do":
        text = f"{entry.kind} {entry.of}: {text}"
    return Line(
        entry.revision,
        text[:1].upper() + text[1:],
        entry.by,
        entry.at.replace("T", " ")[:16],
        entry.command.why,
        not taken_back,
        "taken back" if taken_back else "",
    )
