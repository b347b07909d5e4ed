"""The front door: any file, or several, to a curation.

What a file says of relations ships; what our rules find on top of a graph that was read is a
proposal, and where they find the same they add their evidence.
"""

import re
import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import orjson
from immutables import Map

from .curate.carried import restored
from .curate.curation import Curation, Source
from .errors import ReadError
from .evaluate.golden import golden_json, read_golden
from .formats import Beside, Ingested, read
from .formats.discovery import documents_at, name_of
from .formats.documents import MAX_BYTES
from .formats.joined import joined, joined_groups
from .formats.mcp_server import MCP, is_server, tools_of
from .formats.names import shown
from .formats.remote import is_url
from .formats.side_by_side import side_by_side
from .graph import ToolGraph
from .issues import Issue
from .relate import groups, relate
from .workflow.documents import read_document
from .workflow.model import Workflow

STANDARD_INPUT = "-"
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_SQLITE = b"SQLite format 3\x00"


def load(path: Path | str, allowed: Collection[str] = ()) -> Curation:
    """The curation of one file: a document, a graph, or a project.

    Args:
        path: of the file; a web address, or `-` for standard input.
        allowed: hosts that may have a private address.

    Raises:
        ReadError: it cannot be read; the sentence names the file and what was expected.
        ProjectError: it is a project that cannot be opened.
    """
    return load_all([path], allowed)


def load_all(paths: Sequence[Path | str], allowed: Collection[str] = ()) -> Curation:
    """The curation of several files side by side; a project stands alone."""
    projects = [path for path in paths if is_project(path)]
    if projects and len(paths) > 1:
        raise ReadError(f"'{projects[0]}' is a project, which is opened alone, not among files.")
    if projects:
        return _of_project(Path(projects[0]))
    return curation_of(ingest(paths, allowed))


def is_address(path: str) -> bool:
    """Whether it is on the web: a document, a page, or an MCP server."""
    return is_url(path) or is_server(path)


def is_foreign(path: str) -> bool:
    """Whether it is an address of a kind that is not read, such as `ftp://host/file`."""
    return bool(_SCHEME.match(path)) and not is_address(path)


def is_project(path: Path | str) -> bool:
    """Whether the file is a project, which its first bytes tell."""
    if str(path) == STANDARD_INPUT or is_address(str(path)):
        return False
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except (OSError, ValueError):
        return False


def _of_project(path: Path) -> Curation:
    from .project.project import Project

    project = Project.open(path)
    try:
        return project.curation
    finally:
        project.close()


def ingest(paths: Iterable[Path | str], allowed: Collection[str] = ()) -> tuple[Ingested, ...]:
    """What each file holds, in the order given."""
    return tuple(document for path in paths for document in _ingested(path, allowed))


def at_address(url: str, allowed: Collection[str] = ()) -> tuple[Ingested, ...]:
    """The documents at a web address: one, those that a page shows, or the tools of a server."""
    if is_server(url):
        return (read(tools_of(url, allowed), name_of(url.removeprefix(MCP))),)
    return tuple(read(data, name) for name, data in documents_at(url, allowed))


def _ingested(path: Path | str, allowed: Collection[str]) -> Iterable[Ingested]:
    if str(path) == STANDARD_INPUT:
        return (read(sys.stdin.buffer.read(), "standard input"),)
    if is_foreign(str(path)):
        raise ReadError(
            f"'{shown(str(path))}' is no address that can be read; a file, or one that begins with "
            f"http://, https:// or {MCP}https:// was expected."
        )
    if is_address(str(path)):
        return at_address(str(path), allowed)
    return (_of_file(path),)


def _of_file(path: Path | str) -> Ingested:
    name = Path(path).name
    if name.lower().endswith(".csv"):
        golden = read_golden(_bytes(Path(path)), name)
        return Ingested(name, "golden", golden=tuple(map(golden_json, golden)))
    return read(_bytes(Path(path)), name, Beside(Path(path)))


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise ReadError(f"'{path}' is a folder; a file was expected.")
        if path.stat().st_size > MAX_BYTES:
            raise ReadError(f"'{path}' is larger than {MAX_BYTES >> 20} MB, the most that is read.")
        return path.read_bytes()
    except FileNotFoundError:
        raise ReadError(f"'{path}' is not there; a file was expected.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ReadError(f"'{path}' cannot be opened: {reason}.") from None


def curation_of(ingested: Sequence[Ingested]) -> Curation:
    """What was read as one curation: names made unique, tools related, decisions restored."""
    documents = side_by_side(ingested)
    graph = _graph(documents)
    curation = Curation(
        graph=graph,
        base=graph,
        sources=tuple(_source(document) for document in documents if document.tools),
        issues=tuple(issue for document in documents for issue in document.issues),
    )
    for document in documents:
        curation = restored(curation, document.curation)
        curation = _with_golden(curation, document)
        curation = with_workflows(curation, document)
    return curation


def _source(document: Ingested) -> Source:
    return Source(
        name=document.name,
        kind=document.kind,
        sha256=document.sha256,
        title=document.title,
        version=document.version,
        tools=len(document.tools),
        bytes=document.bytes,
        raw=document.raw,
    )


def _graph(documents: Sequence[Ingested]) -> ToolGraph:
    tools = [tool for document in documents for tool in document.tools]
    relations = joined(documents, relate(tools))
    return ToolGraph.of(tools, relations, joined_groups(documents, groups(tools), relations))


def _with_golden(curation: Curation, document: Ingested) -> Curation:
    if not document.golden:
        return curation
    golden = read_golden(orjson.dumps(document.golden), document.name)
    known = {one.query: one for one in golden}
    return replace(curation, golden=curation.golden.update(known))


def with_workflows(curation: Curation, document: Ingested) -> Curation:
    """The curation with a document's workflows, a repeated id as `id~2`."""
    found: list[Workflow] = []
    issues: list[Issue] = []
    for kind, value in document.workflows:
        held = read_document(kind, value, document.name, curation.graph)
        found += held.workflows
        issues += (replace(issue, source=document.name) for issue in held.issues)
    known = dict(curation.workflows)
    for workflow in found:
        id, count = workflow.id, 1
        while id in known:
            count += 1
            id = f"{workflow.id}~{count}"
        known[id] = replace(workflow, id=id)
    return replace(curation, workflows=Map(known), issues=(*curation.issues, *issues))
