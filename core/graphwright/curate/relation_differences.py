"""The edits that make the relations of one graph those of another."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from ..relations import Origin, Relation, RelationKey, Verdict
from .commands import Accept, AddRelation, Edit, Reject, RemoveRelation, Unreview
from .curation import Curation
from .draft import Draft, changed
from .relation_edits import BY_HAND

_VERDICTS: Mapping[Verdict, type[Accept] | type[Reject] | type[Unreview]] = {
    Verdict.ACCEPTED: Accept,
    Verdict.REJECTED: Reject,
    Verdict.UNREVIEWED: Unreview,
}

_Stamped = TypeVar("_Stamped", bound=AddRelation | Accept | Reject | Unreview)


def relations(draft: Draft, target: Curation) -> None:
    _relate(draft, draft.state.graph.relations, target.graph.relations)


def relations_again(draft: Draft, target: Curation, keys: Iterable[RelationKey]) -> None:
    """The same for some relations alone."""
    some = tuple(keys)
    now, then = (
        {key: graph.relations[key] for key in some if key in graph.relations}
        for graph in (draft.state.graph, target.graph)
    )
    _relate(draft, now, then)


def _relate(
    draft: Draft, now: Mapping[RelationKey, Relation], then: Mapping[RelationKey, Relation]
) -> None:
    for key in sorted(key for key, relation in now.items() if by_hand(relation)):
        if key not in then or now[key].evidence != then[key].evidence:
            draft.do(RemoveRelation(**key._asdict()))
    for key, relation in changed(now, then):
        if key not in draft.state.graph.relations and by_hand(relation):
            _add(draft, relation)
    for key, relation in changed(draft.state.graph.relations, then):
        standing = draft.state.graph.relations.get(key)
        if standing and _stamps(standing) != _stamps(relation):
            draft.do(_verdict(relation))


def _add(draft: Draft, relation: Relation) -> None:
    """The relation by hand; what says the same the other way round stands aside meanwhile."""
    mirrored = RelationKey(relation.target, relation.source, relation.kind)
    there = draft.state.graph.relations.get(mirrored)
    if relation.kind.symmetric and there and not there.rejected:
        draft.do(Reject(**mirrored._asdict()))
    evidence = () if relation.evidence == BY_HAND else relation.evidence
    added = AddRelation(**relation.key._asdict(), evidence=evidence)
    accepted = relation.verdict is Verdict.ACCEPTED
    draft.do(_stamped(added, relation) if accepted else added)


def _verdict(relation: Relation) -> Edit:
    decided = _VERDICTS[relation.verdict](**relation.key._asdict())
    return _stamped(decided, relation)


def _stamped(edit: _Stamped, relation: Relation) -> _Stamped:
    return replace(edit, by=relation.by, at=relation.at, why=relation.why)


def _stamps(relation: Relation) -> tuple[str, ...]:
    return relation.verdict, relation.by, relation.at, relation.why


def by_hand(relation: Relation | None) -> bool:
    """No document or rule gives the relation."""
    return relation is None or relation.origin is Origin.CURATOR
