"""Documents that come to others: what a curation holds, as documents again, with new ones beside.

A project keeps what its documents said, not the documents. Their tools and stated relations stand
in its base, which is enough to read further documents beside them, or newer ones in their place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from .curate.curation import Curation, Source
from .errors import ReadError
from .formats import Beside, Ingested, read
from .relations import Origin
from .tools import Tool

_STATED = (Origin.FILE, Origin.DECLARED)
_GRAPH = "graph-tool-call"


def joined_with(curation: Curation, documents: Sequence[Ingested]) -> tuple[Ingested, ...]:
    """The documents of a curation with new ones; one of the same name is replaced.

    `read.curation_of` makes of them what `take-source` takes.
    """
    new = {document.name: document for document in documents}
    old = held(curation)
    kept = (new.pop(one.name, one) for one in old)
    return (*kept, *new.values())


def held(curation: Curation) -> tuple[Ingested, ...]:
    """What the base of a curation was read from, a document for each source."""
    names = [source.name for source in curation.sources]
    owners = _owners(curation.base.ordered_tools, curation.sources)
    stated = [r for r in curation.base.relations.values() if r.origin in _STATED]
    groups = tuple(curation.base.groups[name] for name in sorted(curation.base.groups))
    found = []
    for name, source in zip(names, curation.sources, strict=True):
        tools = tuple(t for t in curation.base.ordered_tools if owners[t.name] == name)
        own = {tool.name for tool in tools}
        relations = tuple(r for r in stated if r.source in own)
        targets = {relation.target for relation in relations}
        found.append(
            Ingested(
                name=name,
                kind=source.kind,
                tools=tools,
                groups=tuple(group for group in groups if group.name in targets),
                relations=relations,
                issues=tuple(issue for issue in curation.issues if issue.source == name),
                title=source.title,
                version=source.version,
                related=source.kind == _GRAPH,
                raw=source.raw,
                sha256=source.sha256,
                bytes=source.bytes,
            )
        )
    return tuple(found)


def _owners(tools: Iterable[Tool], sources: Sequence[Source]) -> Mapping[str, str]:
    """The source of each tool by its name. A graph's tools may say an older source of theirs."""
    names = {source.name for source in sources}
    graphs = [source.name for source in sources if source.kind == _GRAPH] or sorted(names)
    other = graphs[0] if graphs else ""
    return {tool.name: tool.source if tool.source in names else other for tool in tools}


def read_together(files: Mapping[str, Path]) -> tuple[Ingested, ...]:
    """Documents that came together, by the names that they came under; the names are no paths.

    A document may refer to another by its name. One that only others refer to is no document of
    its own.

    Raises:
        ReadError: one of them cannot be read.
    """
    found: list[Ingested] = []
    refused: dict[str, ReadError] = {}
    referred: set[str] = set()
    for name, path in files.items():
        beside = Beside(Path(name), among=files)
        try:
            found.append(replace(read(path.read_bytes(), name, beside), name=name))
        except ReadError as error:
            refused[name] = error
        referred.update(beside.hashes)
    wrong = [error for name, error in refused.items() if name not in referred]
    if wrong:
        raise wrong[0]
    return tuple(found)
