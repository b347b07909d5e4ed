"""What documents state of relations, joined with what our rules find of the same tools.

What a file says ships; what our rules find on top of a graph that was read is a proposal, and
where they find the same they add their evidence.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..graph import Group
from ..relations import Origin, Relation, RelationKey, RelationKind
from .graph_edges import UNGRADED, is_graded
from .ingested import Ingested


@dataclass(frozen=True, slots=True)
class _Stated:
    relations: Mapping[RelationKey, Relation]
    grouped: frozenset[str]  # tools of which a document says the group
    related: frozenset[str]  # tools of documents that are graphs already

    @classmethod
    def by(cls, documents: Sequence[Ingested]) -> "_Stated":
        relations = {r.key: r for document in documents for r in document.relations}
        members = (r for r in relations.values() if r.kind is RelationKind.BELONGS_TO)
        return cls(
            relations,
            frozenset(relation.source for relation in members if not relation.rejected),
            frozenset(t.name for d in documents if d.related for t in d.tools),
        )


def joined(documents: Sequence[Ingested], found: Iterable[Relation]) -> tuple[Relation, ...]:
    """All relations among the tools of documents.

    Args:
        documents: side by side, so that names are unique among them.
        found: by our rules, among all their tools.
    """
    stated = _Stated.by(documents)
    relations = dict(stated.relations)
    for relation in found:
        same = _same(relation, relations)
        if same is not None:
            relations[same.key] = _with_grounds(same, relation)
        elif relation.kind is not RelationKind.BELONGS_TO or relation.source not in stated.grouped:
            proposed = relation.source in stated.related or relation.target in stated.related
            origin = Origin.PROPOSED if proposed else relation.origin
            relations[relation.key] = replace(relation, origin=origin)
    return tuple(relations.values())


def joined_groups(
    documents: Iterable[Ingested], ours: Iterable[Group], relations: Iterable[Relation]
) -> tuple[Group, ...]:
    """The groups of documents, and those of ours that a relation leads to."""
    found = {group.name: group for document in documents for group in document.groups}
    wanted = {r.target for r in relations if r.kind is RelationKind.BELONGS_TO} - found.keys()
    first = 1 + max((group.order for group in found.values()), default=-1)
    added = (group for group in ours if group.name in wanted)
    return *found.values(), *(replace(group, order=first + n) for n, group in enumerate(added))


def _same(relation: Relation, known: Mapping[RelationKey, Relation]) -> Relation | None:
    """The stated relation that says the same; of a symmetric kind in either direction."""
    if relation.key in known or not relation.kind.symmetric:
        return known.get(relation.key)
    return known.get(RelationKey(relation.target, relation.source, relation.kind))


def _with_grounds(stated: Relation, found: Relation) -> Relation:
    """The stated relation with our evidence, and our confidence where it states none.

    What a curator made stands on the curator's word alone.
    """
    if stated.origin is Origin.CURATOR:
        return stated
    evidence = tuple(dict.fromkeys((*stated.evidence, *found.evidence)))
    unsure = stated.confidence == UNGRADED and not is_graded(stated)
    confidence = found.confidence if unsure else stated.confidence
    return replace(stated, evidence=evidence, confidence=confidence)
