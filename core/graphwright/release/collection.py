"""The collection artifact: the graph file with what the runtime keeps of a set of documents.

It has no group nodes. Reports that the runtime makes itself are written where a file had them.
Source: graph-tool-call 0.47.0, graphify/collection_artifact.py and graphify/metadata.py.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from ..curate.curation import Curation, Source
from ..formats.export_json import Extras, graph_document, in_lines
from ..formats.values import mapping, sequence, text

COLLECTION_VERSION = "2"
_SHARED = ("source_snapshot_manifest", "ingest_summary", "edge_stats", "enrichment_status")

Json = Mapping[str, object]


def write_collection(curation: Curation, extras: Extras, *, full: bool) -> bytes:
    """The file's bytes: the same value, the same bytes."""
    document = graph_document(
        curation.graph, curation.shipped(), full=full, extras=extras, with_groups=False
    )
    edges = [mapping(edge) for edge in sequence(mapping(document["graph"])["edges"])]
    tools = [mapping(tool) for tool in mapping(document["tools"]).values()]
    made: dict[str, object] = {
        "source_snapshot_manifest": _manifest(curation.sources),
        "ingest_summary": _ingested(curation),
        "edge_stats": _edge_stats(edges),
        "collection_graph_version": COLLECTION_VERSION,
        "enrichment_status": _enrichment(tools),
    }
    whole = document | {key: value for key, value in made.items() if key not in extras.top}
    metadata = {**mapping(document["metadata"]), **{key: whole[key] for key in _SHARED}}
    return in_lines(whole | {"metadata": metadata})


def _manifest(sources: Sequence[Source]) -> Json:
    specs = [
        {
            "index": number,
            "label": source.title or source.name,
            "source": source.name,
            "sha256": source.sha256,
            "bytes": source.bytes,
            "title": source.title,
            "version": source.version,
            "operation_count": source.tools,
        }
        for number, source in enumerate(sources, 1)
    ]
    return {"spec_count": len(specs), "specs": specs}


def _ingested(curation: Curation) -> Json:
    counts = {source.name: source.tools for source in curation.sources}
    return {
        "registered_tool_count": len(curation.graph.tools),
        "source_tool_counts": counts,
    }


def _edge_stats(edges: Sequence[Json]) -> Json:
    """Edges by relation and by the runtime's label of how sure they are."""
    labels = Counter(text(edge.get("confidence")) for edge in edges)
    kinds = Counter(text(edge.get("relation")) for edge in edges)
    return {"total": len(edges), **dict(sorted(labels.items())), **dict(sorted(kinds.items()))}


def _enrichment(tools: Sequence[Json]) -> str:
    """The runtime's word for how many tools have an action in their `ai_metadata`."""
    rich = [
        bool(mapping(mapping(tool["metadata"]).get("ai_metadata")).get("canonical_action"))
        for tool in tools
    ]
    if not rich:
        return "empty"
    return "complete" if all(rich) else "partial" if any(rich) else "not_started"
