"""What a collection artifact adds to a graph: where its tools come from, and what was dropped.

Its per-tool semantics stand in the tools' metadata, its grounds on the edges, as in any graph.
Source: graph-tool-call 0.47.0, graphify/collection.py.
"""

from collections.abc import Iterator, Mapping

from ..issues import Issue, IssueCode, Severity
from .names import shown
from .references import pointer
from .values import mapping, sequence, text, texts

_MANIFEST = "source_snapshot_manifest"


def is_collection(document: Mapping[str, object]) -> bool:
    return "collection_graph_version" in document or _MANIFEST in document


def title(document: Mapping[str, object]) -> str:
    """The titles of the documents that it was built from."""
    specs = map(mapping, sequence(mapping(document.get(_MANIFEST)).get("specs")))
    titles = (text(spec.get("title")) or text(spec.get("label")) for spec in specs)
    return ", ".join(dict.fromkeys(title for title in titles if title))


def says_of_sources(document: Mapping[str, object]) -> Iterator[Issue]:
    """Tools that its builder dropped because another had their name."""
    summary = mapping(document.get("ingest_summary"))
    for name in texts(summary.get("duplicate_tool_names")):
        message = f"Another tool called '{shown(name)}' was dropped when this file was built."
        where = pointer("ingest_summary", "duplicate_tool_names")
        yield Issue(IssueCode.DUPLICATE_NAME, Severity.WARNING, where, message)
