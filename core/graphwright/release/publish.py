"""A release: checked, written to its target, and noted in the project, in this order.

What keeps it back can be overridden with a reason. The reason stands in the project and in the
files themselves, for whoever meets them later.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import orjson

from ..curate.curation import Curation
from ..errors import ReleaseError
from ..evaluate.gate import MEANS, Comparison
from ..evaluate.metrics import Scores
from ..issues import Severity
from ..project.project import Project
from ..project.releases import Release
from .conformance import Conformance
from .export import FORMATS, files, write
from .loader import __file__ as _loader
from .target import put_all

LOADER = "loader"  # beside the forms of the export: what mends the runtime's planner
LOADER_FILE = "load_graph.py"
NOTE_FILE = "release.json"  # in a folder: what the release is, for forms that cannot say it
FORMS = (*FORMATS, LOADER)
_OURS = b"SQLite format 3\x00"


@dataclass(frozen=True, slots=True)
class Checks:
    """What was found of a revision before it goes out."""

    blockers: tuple[str, ...] = ()
    k: int = 0
    means: dict[str, float] = field(default_factory=dict)
    engine: str = ""

    @classmethod
    def of(cls, gate: Comparison, scores: Scores, there: Conformance | str) -> "Checks":
        """The gate and what the runtime engine says; a text is why it was not asked."""
        means = {name: getattr(scores, name) for name in MEANS} if scores.per_query else {}
        if isinstance(there, str):
            return cls((*gate.blockers, f"Conformance was not checked: {there}"), scores.k, means)
        wrong = [p for p in there.problems if p.severity is Severity.ERROR]
        said = tuple(f"In the runtime engine: {p.where} {p.message}".strip() for p in wrong)
        return cls((*gate.blockers, *said), scores.k, means, there.engine)


@dataclass(frozen=True, slots=True)
class Order:
    """What a curator wants to go out, and where.

    Attributes:
        forms: names of `FORMS`.
        target: a folder, or a file for a single form that is one.
        reason: why it goes out although something keeps it back.
        full: with all metadata of the graph files that were read.
    """

    forms: tuple[str, ...]
    target: Path
    notes: str = ""
    reason: str = ""
    by: str = ""
    full: bool = False


def publish(
    project: Project, revision: int, curation: Curation, order: Order, checks: Checks
) -> Release:
    """The release as the project keeps it, once its files are where they are wanted.

    Args:
        project: in which it is noted.
        revision: what goes out.
        curation: the one of that revision.
        order: what is written, and where.
        checks: of this revision.

    Raises:
        ReleaseError: something keeps it back and no reason is given, or the target cannot be
            written. Nothing was changed.
        ProjectError: it cannot be noted. Nothing was changed.
    """
    _check(order, checks)
    draft = Release(
        number=len(project.releases()) + 1,
        revision=revision,
        by=order.by,
        notes=order.notes.strip(),
        reason=order.reason.strip() if checks.blockers else "",
        blockers=checks.blockers,
        target=str(order.target),
        k=checks.k,
        means=checks.means,
        engine=checks.engine,
    )
    found = written(curation, order, draft)
    hashes = {
        str(path.relative_to(order.target)) if path != order.target else path.name: _sum(data)
        for path, data in found.items()
    }
    return put_all(found, lambda: project.publish(replace(draft, files=hashes)))


def written(curation: Curation, order: Order, release: Release) -> dict[Path, bytes]:
    """The files of a release by path; the same release, the same bytes."""
    note = release_note(release)
    single = _single(order)
    if single:
        return {order.target: _bytes(curation, single, note, order.full)}
    found = {order.target / NOTE_FILE: orjson.dumps(note, option=orjson.OPT_INDENT_2) + b"\n"}
    for form in order.forms:
        if form != LOADER and FORMATS[form].files_of:
            folder = order.target / FORMATS[form].file
            found |= {folder / name: data for name, data in files(curation, form).items()}
        else:
            name = LOADER_FILE if form == LOADER else FORMATS[form].file
            found[order.target / name] = _bytes(curation, form, note, order.full)
    return found


def release_note(release: Release) -> dict[str, object]:
    """What the files themselves say of the release."""
    said = {
        "number": release.number,
        "revision": release.revision,
        "by": release.by,
        "notes": release.notes,
        "reason": release.reason,
        "blockers": list(release.blockers),
        "k": release.k,
        "means": dict(release.means),
        "engine": release.engine,
    }
    return {key: value for key, value in said.items() if value not in ("", [], {}, 0)}


def loader_source() -> bytes:
    """The small loader that mends the runtime's planner, to stand beside a graph file."""
    return Path(_loader).read_bytes()


def _check(order: Order, checks: Checks) -> None:
    unknown = [form for form in order.forms if form not in FORMS]
    if unknown:
        raise ReleaseError(f"There is no export '{unknown[0]}'; there are {', '.join(FORMS)}.")
    if not order.forms:
        raise ReleaseError("No format is chosen: at least one is needed.")
    if checks.blockers and not order.reason.strip():
        raise ReleaseError(_kept_back(checks.blockers))
    if _is_database(order.target):
        raise ReleaseError(f"'{order.target}' is a project, which a release never writes over.")
    if not _single(order) and order.target.is_file():
        raise ReleaseError(f"'{order.target}' is a file; several forms need a folder.")


def _kept_back(blockers: Sequence[str]) -> str:
    number = len(blockers)
    what = "One thing keeps" if number == 1 else f"{number} things keep"
    return f"{what} it back: {blockers[0]} To release it all the same, give a reason."


def _single(order: Order) -> str:
    """The form where it alone goes into a file of the curator's naming; "" for a folder."""
    form = order.forms[0]
    is_file = form == LOADER or FORMATS[form].files_of is None
    named = order.target.suffix and not order.target.is_dir()
    return form if len(order.forms) == 1 and is_file and named else ""


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_OURS)) == _OURS
    except OSError:
        return False


def _bytes(curation: Curation, form: str, note: dict[str, object], full: bool) -> bytes:
    return loader_source() if form == LOADER else write(curation, form, full=full, note=note)


def _sum(data: bytes) -> str:
    return sha256(data).hexdigest()
