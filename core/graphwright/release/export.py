"""Every form in which a curation leaves, as one table of pure writers.

The same value gives the same bytes. A folder is its files by name, and as bytes an archive.
"""

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..curate.carried import carried
from ..curate.curation import Curation
from ..curate.patch import write_patch
from ..errors import ReleaseError
from ..formats.export_json import Extras, write_graph_tool_call
from ..formats.values import mapping
from .collection import write_collection
from .dossiers import dossiers
from .workflows import workflow_files, workflow_plans

__all__ = ["FORMATS", "Format", "extras", "files", "write"]

Json = Mapping[str, object]
Files = Mapping[str, bytes]

# Of a file's metadata, what the runtime reads to call tools, and what tells where they are from.
_CALLED = ("built_at", "source_url", "spec_urls", "build_options")


@dataclass(frozen=True, slots=True)
class Format:
    """A form of the export: as one file (`bytes_of`) or as a folder (`files_of`).

    Attributes:
        file: what it is called where it stands beside others.
        bytes_of: of a curation, with all metadata that was read, and the note of a release.
    """

    name: str
    file: str
    bytes_of: Callable[[Curation, bool, Json], bytes] | None = None
    files_of: Callable[[Curation], Files] | None = None


def write(
    curation: Curation, format: str, *, full: bool = False, note: Json | None = None
) -> bytes:
    """The export in one of `FORMATS`; a folder as an archive (zip).

    Args:
        curation: what is exported.
        format: name of the form.
        full: with all metadata of the graph files that were read.
        note: what the file says of the release that it belongs to.

    Raises:
        ReleaseError: there is no such form.
    """
    form = _format(format)
    if form.bytes_of:
        return form.bytes_of(curation, full, note or {})
    return _archive(files(curation, format))


def files(curation: Curation, format: str) -> Files:
    """The files of a form that is a folder, by name.

    Raises:
        ReleaseError: there is no such form, or it is one file.
    """
    form = _format(format)
    if not form.files_of:
        raise ReleaseError(f"'{format}' is one file, not a folder.")
    return form.files_of(curation)


def extras(curation: Curation, *, full: bool, note: Json | None = None) -> Extras:
    """What stands in a graph file beside tools and relations."""
    read = [source.raw.value() for source in curation.sources]
    metadata = _merged(mapping(raw.get("metadata")) for raw in read)
    ours = _ours(curation, note or {}) | workflow_plans(curation)
    if not full:
        return Extras(metadata={k: metadata[k] for k in _CALLED if k in metadata}, ours=ours)
    return Extras(
        top=_merged(_beside(raw) for raw in read),
        metadata=metadata,
        graph=_merged(mapping(raw.get("graph")) for raw in read),
        ours=ours,
    )


def _ours(curation: Curation, note: Json) -> dict[str, object]:
    return carried(curation) | ({"release": note} if note else {})


def title(curation: Curation) -> str:
    """What the export is called: the titles of its documents."""
    return ", ".join(dict.fromkeys(s.title or s.name for s in curation.sources)) or "Tool graph"


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise ReleaseError(f"There is no export '{name}'; there are {', '.join(FORMATS)}.")
    return FORMATS[name]


def _json(curation: Curation, full: bool, note: Json) -> bytes:
    found = extras(curation, full=full, note=note)
    return write_graph_tool_call(curation.graph, curation.shipped(), full=full, extras=found)


def _collection(curation: Curation, full: bool, note: Json) -> bytes:
    return write_collection(curation, extras(curation, full=True, note=note), full=full)


def _html(curation: Curation, _: bool, note: Json) -> bytes:
    from ..formats.html import write_html

    return write_html(
        curation.graph,
        curation.shipped(),
        title=_released(title(curation), note),
        positions=curation.positions,
        workflows=[curation.workflows[id] for id in sorted(curation.workflows)],
    )


def _graphml(curation: Curation, full: bool, note: Json) -> bytes:
    from ..formats.graphml import write_graphml

    return write_graphml(
        curation.graph,
        curation.shipped(),
        full=full,
        positions=curation.positions,
        ours=_ours(curation, note),
    )


def _cypher(curation: Curation, _: bool, __: Json) -> bytes:
    from ..formats.cypher import write_cypher

    return write_cypher(curation.graph, curation.shipped())


def _patch(curation: Curation, _: bool, __: Json) -> bytes:
    return write_patch(curation)


def _released(title: str, note: Json) -> str:
    return f"{title} · release {note['number']}" if "number" in note else title


def _beside(raw: Json) -> Json:
    """Top-level keys of a file. Saved weights would switch the runtime's adaptive ones off."""
    left = ("metadata", "graph", "retrieval_state")
    return {key: value for key, value in raw.items() if key not in left}


def _merged(objects: Iterable[Json]) -> dict[str, object]:
    merged: dict[str, object] = {}
    for each in objects:
        merged |= each
    return merged


def _archive(found: Files) -> bytes:
    """A zip with its files in order, all of the same moment."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(found):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, found[name])
    return stream.getvalue()


FORMATS: Mapping[str, Format] = {
    form.name: form
    for form in (
        Format("json", "graph.json", bytes_of=_json),
        Format("html", "graph.html", bytes_of=_html),
        Format("graphml", "graph.graphml", bytes_of=_graphml),
        Format("cypher", "graph.cypher", bytes_of=_cypher),
        Format("collection", "collection.json", bytes_of=_collection),
        Format("dossiers", "dossiers", files_of=dossiers),
        Format("patch", "decisions.jsonl", bytes_of=_patch),
        Format("workflows", "workflows", files_of=workflow_files),
    )
}
