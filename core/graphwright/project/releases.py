"""What went out of a project: the revision that it was, with notes, files and measures."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import TypeAdapter, ValidationError

from ..errors import ProjectError


@dataclass(frozen=True, slots=True)
class Release:
    """One release. The curation that went out is the one at `revision`.

    Attributes:
        number: from 1, in order.
        revision: of the project, as it was then.
        by: the curator.
        at: when, ISO 8601.
        notes: what the curator said of it.
        reason: why it went out all the same; "" where nothing kept it back.
        blockers: what kept it back, and was overridden.
        target: the file or folder that was written, as the curator gave it.
        files: sha256 of each file that was written, by its name.
        k: results a question at which it was measured.
        means: hit, recall, mrr and ndcg of the golden queries, each in [0, 1].
        engine: name and version of the runtime engine that loaded it; "" for none.
    """

    number: int
    revision: int
    by: str = ""
    at: str = ""
    notes: str = ""
    reason: str = ""
    blockers: tuple[str, ...] = ()
    target: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    k: int = 0
    means: Mapping[str, float] = field(default_factory=dict)
    engine: str = ""


_RELEASE = TypeAdapter(Release)


def release_line(release: Release) -> bytes:
    """The release as JSON, without fields at their default."""
    return _RELEASE.dump_json(release, exclude_defaults=True)


def read_release(data: str | bytes) -> Release:
    """A release from its JSON.

    Raises:
        ProjectError: it is none.
    """
    try:
        return _RELEASE.validate_json(data)
    except ValidationError as error:
        raise ProjectError(f"It is no release: {error.errors()[0]['msg']}.") from None
