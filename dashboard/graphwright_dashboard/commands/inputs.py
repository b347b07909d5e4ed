"""What commands read and write: curations of files, golden queries, and whole files at once."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from graphwright.curate.apply import apply
from graphwright.curate.commands import SetSearch
from graphwright.curate.curation import Curation
from graphwright.errors import QueryError, ReadError, ReleaseError
from graphwright.evaluate.golden import Golden, distinct, golden_entries
from graphwright.formats.documents import unpacked
from graphwright.formats.names import shown
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


def golden_of(path: str) -> tuple[tuple[Golden, ...], tuple[str, ...]]:
    """The golden queries of a file, with a note of those that stand there more than once."""
    entries = golden_entries(unpacked(data_of(path), path), path)
    again = [query for query, n in Counter(one.query for one in entries).items() if n > 1]
    if not again:
        return entries, ()
    which = f"'{shown(again[0])}'" + (f" and {len(again) - 1} more" if again[1:] else "")
    said = f"'{path}' has {which} more than once; the last entry of a query is the one that counts."
    return distinct(entries), (said,)


def tool_of(curation: Curation, name: str, path: str) -> str:
    """The name, where FILE has a tool of it.

    Raises:
        QueryError: it has none; the sentence names the one that is nearest.
    """
    tools = curation.graph.tools
    if name in tools:
        return name
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import extractOne

    near = extractOne(name, list(tools), scorer=ratio, score_cutoff=70)
    such = f", such as '{shown(near[0])}'" if near else ""
    raise QueryError(
        f"There is no tool '{shown(name)}' in '{path}'; one of its {len(tools)} was expected{such}."
    )


def history_notes(curation: Curation, history: Sequence[str]) -> tuple[str, ...]:
    """A note where tools are said to have been used that FILE does not have."""
    unknown = [name for name in history if name not in curation.graph.tools]
    named = ", ".join(f"'{shown(name)}'" for name in unknown)
    return (f"The history names {named}, which is no tool of the file.",) if unknown else ()


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
