"""The work behind the page: the check by the runtime, and a release, each a job of its own."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graphwright.curate.commands import Command
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError, ReleaseError
from graphwright.release.conformance import Conformance, conformance
from graphwright.release.publish import LOADER, Checks, Order, publish

from ...jobs import Report
from ...services import Services, golden_of

CONFORMANCE, PUBLISH = "conformance", "release"  # names of the jobs


@dataclass(slots=True)
class Last:
    """The last check by the runtime, with the revision that it was of."""

    found: Conformance | None = None
    revision: int = -1
    shim: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, found: Conformance, revision: int, shim: bool) -> None:
        with self.lock:
            self.found, self.revision, self.shim = found, revision, shim

    def of(self, revision: int, shim: bool) -> Conformance | None:
        """The check of this very revision, where there is one."""
        with self.lock:
            return self.found if (self.revision, self.shim) == (revision, shim) else None


def check(services: Services, last: Last, forms: Sequence[str], report: Report) -> None:
    """Asks the runtime what it makes of the curation of now."""
    revision, curation = services.project.now
    report(0.1, "The runtime engine loads the lean and the full export …")
    shim = LOADER in forms
    last.keep(_asked(curation, shim), revision, shim)


def release(services: Services, last: Last, order: Order, report: Report) -> None:
    """Checks, writes and notes a release; it is the baseline of what comes."""
    revision, curation = services.project.now
    report(0.05, "Scores the golden queries …")
    compared, scores = services.comparison(curation), services.scores(curation)
    report(0.2, "The runtime engine loads the lean and the full export …")
    there = _answer(last, revision, curation, LOADER in order.forms)
    report(0.9, "Writes the files …")
    checks = Checks.of(compared, scores, there)
    made = publish(services.project, revision, curation, order, checks)
    if curation.golden:
        name, golden = f"release {made.number}", golden_of(curation)
        services.snapshots.take(name, golden, curation.settings.k, now=(revision, curation))
        services.set_baseline(name)


def order_of(services: Services, said: Mapping[str, object], by: str) -> Order:
    """What a curator asked for on the page.

    Raises:
        CommandError: the project is open for reading only.
        ReleaseError: the target is none, or outside of where releases may go.
    """
    if services.read_only:
        raise CommandError("This project is open for reading only.")
    forms = said.get("forms")
    names = [str(one) for one in forms] if isinstance(forms, list) else []
    folder = services.project.path.absolute().parent
    return Order(
        forms=tuple(names),
        target=_place(folder, str(said.get("target") or ""), anywhere=not services.signed_in),
        notes=str(said.get("notes") or ""),
        reason=str(said.get("reason") or ""),
        by=by,
    )


def roll_back(services: Services, request: object) -> Command:
    """The command that brings a release back."""
    match request:
        case {"release": int(number)}:
            return services.project.roll_back(number)
    raise CommandError("Rolling back takes the number of a release.")


def _place(folder: Path, said: str, *, anywhere: bool) -> Path:
    if not said.strip():
        raise ReleaseError("No target is given: a file or a folder is needed.")
    try:
        path = (folder / Path(said.strip()).expanduser()).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise ReleaseError(f"'{said[:200]}' is no place to write to: {error}.") from None
    # who came over the network has a password for this project, not for this machine
    if not anywhere and not path.is_relative_to(folder.resolve()):
        raise ReleaseError(f"Over the network a release stays inside the folder '{folder}'.")
    return path


def _answer(last: Last, revision: int, curation: Curation, shim: bool) -> Conformance | str:
    """What the engine says of the revision, or why it was not asked."""
    known = last.of(revision, shim)
    if known is not None:
        return known
    try:
        found = _asked(curation, shim)
    except ReleaseError as error:
        return str(error)
    last.keep(found, revision, shim)
    return found


def _asked(curation: Curation, shim: bool) -> Conformance:
    return conformance(curation, golden_of(curation), curation.settings.k, shim=shim)
