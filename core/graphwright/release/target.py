"""Files written to where they are wanted: each whole or not at all, several as nearly as can be."""

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from ..errors import ReleaseError

T = TypeVar("T")


def put(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all, into a folder that is there.

    Raises:
        ReleaseError: it cannot be written.
    """
    put_all({path: data}, lambda: None, make_folders=False)


def put_all(files: Mapping[Path, bytes], note: Callable[[], T], *, make_folders: bool = True) -> T:
    """Writes files beside their places, takes note of it, and only then moves them there.

    Args:
        files: what is written, by path.
        note: is called once all is on the disk; where it fails, nothing has changed.
        make_folders: whether those that are not there are made.

    Returns:
        What `note` gave.

    Raises:
        ReleaseError: one of them cannot be written; none has changed.
    """
    staged: dict[Path, str] = {}
    try:
        for path, data in files.items():
            with _told(path):
                if path.exists() and not path.is_file():
                    _into(path, data)
                    continue
                if make_folders:
                    path.parent.mkdir(parents=True, exist_ok=True)
                staged[path] = _beside(path, data)
        noted = note()
        for path, name in staged.items():
            with _told(path):
                os.replace(name, path)
        return noted
    finally:
        for name in staged.values():
            Path(name).unlink(missing_ok=True)


class _told:
    """Turns what the system says of a path into one sentence."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, OSError | ValueError):
            reason = getattr(error, "strerror", None) or str(error)
            raise ReleaseError(f"'{self._path}' cannot be written: {reason}.") from None


def _into(path: Path, data: bytes) -> None:
    """Into what is no file: a pipe, a device."""
    path.write_bytes(data)


def _beside(path: Path, data: bytes) -> str:
    """The name of a new file beside `path` that holds the data, on the disk when this returns."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_mask())
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return name


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
