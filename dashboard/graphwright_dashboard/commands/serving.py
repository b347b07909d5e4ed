"""`open` and `demo`: the workbench on a project file."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from hashlib import file_digest, sha256
from pathlib import Path
from socket import getfqdn, gethostname

from graphwright.curate.curation import Curation
from graphwright.errors import ProjectError
from graphwright.project.project import Project
from graphwright.read import STANDARD_INPUT, is_project, load_all

from ..hosts import is_loopback
from .result import Result, plain

SUFFIX = ".graphwright"


def demo(options: Namespace) -> Result:
    from ..sample import sample_curation

    path = Path(options.project) if options.project else data_folder() / f"sample{SUFFIX}"
    return _serve(options, path, sample_curation)


def open_files(options: Namespace) -> Result:
    paths: list[str] = options.files
    if len(paths) == 1 and is_project(paths[0]):
        if options.project:
            raise ProjectError(f"'{paths[0]}' is a project already; --project says another one.")
        return _serve(options, Path(paths[0]), None)
    project = Path(options.project) if options.project else project_of(paths[0])
    return _serve(options, project, lambda: load_all(paths, options.allow_host), paths)


def project_of(first: str) -> Path:
    """Where the project of files stands: beside the first, else in the user's data folder."""
    path = Path(first)
    beside = path.with_name(path.name + SUFFIX)
    if first != STANDARD_INPUT and "://" not in first and os.access(path.parent, os.W_OK):
        return beside
    digest = sha256(first.encode("utf-8", "replace")).hexdigest()[:8]
    name = "standard-input" if first == STANDARD_INPUT else path.name or "document"
    return data_folder() / f"{name[:60]}-{digest}{SUFFIX}"


def data_folder() -> Path:
    """The user's folder for data, made where it is not there.

    Source: XDG Base Directory Specification 0.8; the usual places of Windows and macOS.
    """
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "graphwright"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProjectError(f"The folder '{folder}' cannot be made: {error.strerror}.") from None
    return folder


def changed(paths: Iterable[str], curation: Curation) -> Iterator[str]:
    """Those of the files that are no longer what the project was made of."""
    known = {source.name: source.sha256 for source in curation.sources}
    for path in filter(os.path.isfile, paths):
        with open(path, "rb") as file:
            if known.get(Path(path).name) != file_digest(file, "sha256").hexdigest():
                yield path


def _serve(
    options: Namespace,
    path: Path,
    fresh: Callable[[], Curation] | None,
    files: Iterable[str] = (),
) -> Result:
    password: str | None = getattr(options, "password_file", None)
    if not is_loopback(options.host) and not password:
        raise ProjectError(
            f"'{options.host}' can be reached from other machines; --password-file is needed."
        )
    from ..app import serve
    from ..signin import Door

    door = Door.of_file(Path(password)) if password else None
    curation = fresh() if fresh and not path.exists() else None
    with Project.open(path, curation) as project:
        print(f"project: {plain(str(project.path))}", flush=True)
        for name in changed(files, project.curation):
            said = f"{plain(name)} is not what the project was made of; take it with"
            print(f"{said} 'graphwright ingest {plain(name)} --project {plain(str(path))}'")
        serve(
            project,
            options.host,
            options.port,
            not options.no_browser,
            read_only=getattr(options, "read_only", False),
            door=door,
            names=(gethostname(), getfqdn()),
            allowed=getattr(options, "allow_host", ()),
        )
    return Result()
