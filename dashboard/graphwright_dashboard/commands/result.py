"""What a command found: one JSON value, the same for people as lines, and whether a check held."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WIDEST = 60  # columns of a cell before it is cut
_CONTROL = ("Cc", "Cf", "Cs", "Zl", "Zp")  # Unicode categories that move a terminal's cursor


@dataclass(frozen=True, slots=True)
class Result:
    """`value` is written as JSON on request, else `lines`. `holds` False is exit code 1.

    Where standard output holds a `file`, the lines go to standard error instead; `notes`, of what
    was asked and could not count, always do.
    """

    value: object = None
    lines: tuple[str, ...] = ()
    holds: bool = True
    file: bool = False
    notes: tuple[str, ...] = ()


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> tuple[str, ...]:
    """Rows under their heads, aligned: numbers to the right, the last column as long as it is."""
    cells = [[plain(str(cell)) for cell in row] for row in rows]
    if not cells:
        return ()
    right = [all(_is_number(row[n]) for row in cells) for n in range(len(head))]
    short = [[_cut(cell) for cell in row[:-1]] + row[-1:] for row in [list(head), *cells]]
    widths = [max(_width(row[n]) for row in short) for n in range(len(head))]
    return tuple(_line(row, widths, right) for row in short)


def plain(text: str) -> str:
    """The text on one line, without what could steer a terminal."""
    shown = (" " if c in "\n\r\t" else c for c in text)
    return "".join("\ufffd" if unicodedata.category(c) in _CONTROL else c for c in shown)


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (
        " " * (width - _width(cell)) + cell if to_right else cell + " " * (width - _width(cell))
        for cell, width, to_right in zip(row, widths, right, strict=True)
    )
    return "  ".join(padded).rstrip()


def _cut(cell: str) -> str:
    return cell if len(cell) <= _WIDEST else cell[: _WIDEST - 1] + "…"


def _width(text: str) -> int:
    """Columns in a terminal, where wide characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _is_number(cell: str) -> bool:
    return not cell or cell.lstrip("-").replace(".", "", 1).isdecimal()
