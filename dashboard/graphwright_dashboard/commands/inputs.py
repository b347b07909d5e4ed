"""What commands read and write: curations of files, golden queries, and whole files at once."""

import sys
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from graphwright.curate.apply import apply
from graphwright.curate.commands import SetSearch
from graphwright.curate.curation import Curation
from graphwright.errors import ReadError, ReleaseError
from graphwright.evaluate.golden import Golden, read_golden
from graphwright.formats.documents import unpacked
from graphwright.read import STANDARD_INPUT, load
from graphwright.release import target


def curation_of(options: Namespace, path: str) -> Curation:
    """The curation of FILE, searched as the options say.

    Raises:
        CommandError: the search cannot be set so; the sentence is that of the command.
    """
    curation = load(path, options.allow_host)
    weights = getattr(options, "weights", None)
    embedder = getattr(options, "embedder", None)
    if weights or embedder is not None:
        curation = apply(curation, SetSearch(weights=weights, embedder=embedder))
    k = getattr(options, "k", None) or curation.settings.k
    return replace(curation, settings=replace(curation.settings, k=k))


def golden_of(path: str) -> tuple[Golden, ...]:
    """The golden queries of a file."""
    return read_golden(unpacked(data_of(path), path), path)


def data_of(path: str) -> bytes:
    """The bytes of a file, or of standard input."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise ReadError(f"'{path}' is not there; a file was expected.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ReadError(f"'{path}' cannot be opened: {reason}.") from None


def put(path: str, data: bytes) -> None:
    """Writes a file whole or not at all; `-` is standard output.

    Raises:
        ReleaseError: it cannot be written.
    """
    if path == STANDARD_INPUT:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target.put(Path(path), data)


def put_folder(path: str, files: Mapping[str, bytes]) -> None:
    """Writes the files of a folder, which is made where it is not there."""
    if path == STANDARD_INPUT:
        raise ReleaseError("Standard output takes one file; the name of a folder was expected.")
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ReleaseError(f"The folder '{path}' cannot be made: {reason}.") from None
    for name, data in files.items():
        put(str(Path(path) / name), data)
