"""The one function that changes a curation."""

from collections.abc import Mapping

from ..errors import CommandError
from .commands import All, Command, TakeSource, stamped
from .curation import Curation
from .edits import edited
from .reingest import reingest
from .sentences import quoted

Sources = Mapping[str, Curation]


def apply(curation: Curation, command: Command, sources: Sources | None = None) -> Curation:
    """The curation after the command. The one given is as it was.

    Args:
        curation: before the command.
        command: what to do; several in one are done all or none.
        sources: fresh curations of new versions of sources, by the hash that
            `take-source` names.

    Raises:
        CommandError: the curation cannot take the command; the sentence says why.
    """
    match command:
        case All():
            return _all(curation, command, sources)
        case TakeSource():
            fresh = (sources or {}).get(command.hash)
            if fresh is None:
                raise CommandError(
                    f"No version {quoted(command.hash)} of {quoted(command.source)} is kept here."
                )
            return reingest(curation, fresh)
        case _:
            return edited(curation, command)


def _all(curation: Curation, command: All, sources: Sources | None) -> Curation:
    if not command.commands:
        raise CommandError("There is nothing to do in 'all'.")
    for each in command.commands:
        curation = apply(curation, stamped(each, command.by, command.at), sources)
    return curation
