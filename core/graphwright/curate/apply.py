"""The one function that changes a curation."""

from collections.abc import Mapping
from dataclasses import replace

from ..errors import CommandError
from .commands import All, Command, RollBack, TakeSource, stamped
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
        sources: curations that are kept by a hash: fresh ones of new versions of sources for
            `take-source`, released ones for `roll-back`.

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
        case RollBack():
            then = (sources or {}).get(command.hash)
            if then is None:
                raise CommandError(f"Release {command.release} is not kept here.")
            return replace(
                then,
                golden=curation.golden,
                positions=curation.positions,
                moved=curation.moved,
                gate=curation.gate,
            )
        case _:
            return edited(curation, command)


def _all(curation: Curation, command: All, sources: Sources | None) -> Curation:
    if not command.commands:
        raise CommandError("There is nothing to do in 'all'.")
    for each in command.commands:
        curation = apply(curation, stamped(each, command.by, command.at), sources)
    return curation
