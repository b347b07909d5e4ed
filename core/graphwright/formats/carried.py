"""What of ours travels inside the runtime's file, beside what the runtime reads: written and read.

The runtime accepts seven keys of a tool and ignores what it does not know on nodes, on edges and
in metadata. What `Relation` and `Group` hold beyond that stands there under `graphwright`; of
tools, see `carried_tools`.
"""

from collections.abc import Iterable, Mapping

from pydantic import TypeAdapter, ValidationError

from ..graph import Group
from ..relations import Origin, Relation, RelationKind, Verdict
from .values import mapping, sequence

OURS = "graphwright"
ALTERNATIVES = "x_alternatives"
FILE = "graphwright.file"  # in `Tool.raw`: what a file says of a tool outside its metadata
HINTS = ("read_only", "destructive", "idempotent", "open_world")
GRADES = ("weight", "confidence", "conf_score", "layer", "evidence")  # of an edge, when graded

_RELATION: TypeAdapter[Relation] = TypeAdapter(Relation)
_GROUP: TypeAdapter[Group] = TypeAdapter(Group)

Json = Mapping[str, object]


def is_graded(relation: Relation) -> bool:
    """The edge carries our grade; one that only stood in a file keeps the file's own."""
    return _is_graded(relation.kind, relation.origin, relation.verdict)


def _is_graded(kind: object, origin: object, verdict: object) -> bool:
    """The runtime grades no membership in a group."""
    ours = origin != Origin.FILE or verdict == Verdict.ACCEPTED
    return ours and kind != RelationKind.BELONGS_TO


def edge_data(relation: Relation, order: int) -> dict[str, object]:
    """What `Relation` holds beyond its ends, its kind and the keys that stand on the edge."""
    was = relation.raw.value() if is_graded(relation) else {}
    replaced = {key: was[key] for key in GRADES if key in was}
    return _relation_data(relation, order) | ({"was": replaced} if replaced else {})


def alternative(relation: Relation, order: int = 0) -> dict[str, object]:
    """A relation of a pair's stack that no edge carries, whole but for its ends."""
    said = {
        "kind": relation.kind.value,
        "confidence": relation.confidence,
        "verdict": relation.verdict.value,
    }
    raw = {"raw": relation.raw.value()} if relation.raw else {}
    return said | _relation_data(relation, order) | raw


def unshipped(relation: Relation) -> dict[str, object]:
    """A relation of a pair that has no edge at all."""
    return {"source": relation.source, "target": relation.target} | alternative(relation)


def read_edge(edge: Json, order: int, groups: Mapping[str, str]) -> tuple[Relation, ...]:
    """The stack that an edge of ours carries, what ships first; empty where nothing of ours is.

    Args:
        edge: the file's object of it.
        order: its position in the file.
        groups: name of the group by the id of its node.
    """
    data = edge.get(OURS)
    if not isinstance(data, dict):
        return ()
    ends = {key: _name(edge.get(key), groups) for key in ("source", "target")}
    ships = {"kind": edge.get("relation"), "raw": _edge_raw(edge, data)} | data
    stack = _relations({**ends, "order": order, **ships} for _ in (0,))
    rest = (row for row in sequence(edge.get(ALTERNATIVES)) if isinstance(row, dict))
    return stack + _relations({**ends, "order": order, **row} for row in rest)


def read_unshipped(rows: object) -> tuple[Relation, ...]:
    """Relations that no edge carries: `metadata.graphwright.relations`."""
    return _relations(row for row in sequence(rows) if isinstance(row, dict))


def group_data(group: Group, node: str) -> dict[str, object]:
    """A group, with the id of its node where that is not its name."""
    written: dict[str, object] = _GROUP.dump_python(group, mode="json", exclude_defaults=True)
    return written | ({"node": node} if node != group.name else {})


def read_groups(rows: object) -> tuple[tuple[Group, ...], dict[str, str]]:
    """Groups of `metadata.graphwright.groups`, and the name of each by the id of its node."""
    groups: dict[str, Group] = {}
    nodes: dict[str, str] = {}
    for row in sequence(rows):
        try:
            group = _GROUP.validate_python(row)
        except ValidationError:
            continue
        groups[group.name] = group
        nodes[str(mapping(row).get("node", group.name))] = group.name
    return tuple(groups.values()), nodes


def _relation_data(relation: Relation, order: int) -> dict[str, object]:
    without = {"source", "target", "kind", "raw", "order"}
    written: dict[str, object] = _RELATION.dump_python(
        relation, mode="json", exclude_defaults=True, exclude=without
    )
    return written | ({"order": relation.order} if relation.order != order else {})


def _edge_raw(edge: Json, data: Json) -> dict[str, object]:
    graded = _is_graded(edge.get("relation"), data.get("origin"), data.get("verdict"))
    known = {"source", "target", "relation", OURS, ALTERNATIVES, *(GRADES if graded else ())}
    was = mapping(data.get("was"))
    return {k: was.get(k, v) for k, v in edge.items() if k in was or k not in known}


def _relations(rows: Iterable[Json]) -> tuple[Relation, ...]:
    found = []
    for row in rows:
        try:
            found.append(_RELATION.validate_python(row))
        except ValidationError:
            continue
    return tuple(found)


def _name(node: object, groups: Mapping[str, str]) -> object:
    return groups.get(node, node) if isinstance(node, str) else node
