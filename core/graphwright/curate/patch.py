"""The patch file: one decision a line, so that two curators' files merge like source text.

Lines come in a fixed order and their keys too. Blank lines, and lines that begin with `//` or
`#`, are for people.
"""

from collections.abc import Iterable

import orjson

from ..errors import CommandError, ReadError
from .apply import Sources, apply
from .commands import Command, command_line, read_command
from .curation import Curation
from .decisions import decisions
from .sentences import sentence


def write_patch(curation: Curation) -> bytes:
    """The decisions of the curation; applied to its base, they make the same graph."""
    return b"".join(command_line(edit) + b"\n" for edit in decisions(curation))


def read_patch(data: bytes, name: str) -> tuple[Command, ...]:
    """The commands of a patch file, in its order.

    Args:
        data: the file.
        name: what it is called in a refusal.

    Raises:
        ReadError: a line is no JSON.
        CommandError: a line is no command.
    """
    commands: list[Command] = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith((b"//", b"#")):
            commands.append(_read_line(line, f"Line {number} of '{name}'"))
    return tuple(commands)


def apply_all(
    curation: Curation, commands: Iterable[Command], sources: Sources | None = None
) -> Curation:
    """The curation after all of the commands.

    Raises:
        CommandError: one does not fit; the sentence says which.
    """
    for number, command in enumerate(commands, 1):
        try:
            curation = apply(curation, command, sources)
        except CommandError as error:
            what = f"Command {number} ({sentence(command)})"
            raise CommandError(f"{what} does not fit: {error}") from None
    return curation


def _read_line(line: bytes, where: str) -> Command:
    try:
        return read_command(orjson.loads(line))
    except orjson.JSONDecodeError as error:
        raise ReadError(f"{where} is no JSON object: {error}.") from None
    except CommandError as error:
        raise CommandError(f"{where}: {error}") from None
