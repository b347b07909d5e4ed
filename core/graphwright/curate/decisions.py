"""The decisions of a curation, as the edits that make it of its base.

They are found by comparison, not kept: what was decided and taken back again leaves nothing.
Merges are unwound first and repeated where they stood, since what they united cannot be told
from the result.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from ..relations import RelationKey
from . import merging
from .commands import Edit, MergeTools, Unmerge
from .curation import Curation, Merge
from .differences import become, describe_again, wait_again
from .draft import Draft
from .edits import edited
from .relation_differences import by_hand, relations_again
from .tool_edits import memberships


def decisions(curation: Curation) -> tuple[Edit, ...]:
    """Edits that make the curation of its base, always in the same order."""
    merges = _in_order(curation)
    states = _unwound(curation, merges)
    keys = _keys_by_tool(curation, merges)
    draft = Draft(bare(curation))
    become(draft, states[0])
    for merge, state in zip(merges, states[1:], strict=True):
        keep = merge.keep.name
        draft.do(_merge_again(draft.state, merge))
        describe_again(draft, state.graph.tools[keep])
        relations_again(draft, state, keys[keep])
    become(draft, curation)
    wait_again(draft, curation)
    return tuple(draft.edits)


def bare(curation: Curation) -> Curation:
    """The curation as its base is, before any decision."""
    return Curation(curation.base, curation.base, sources=curation.sources)


def _in_order(curation: Curation) -> list[Merge]:
    merges = (merge for stack in curation.merges.values() for merge in stack)
    return sorted(merges, key=lambda merge: merge.number)


def _unwound(curation: Curation, merges: list[Merge]) -> list[Curation]:
    """The curation before the first of the merges, and after each of them."""
    found = [curation]
    for merge in reversed(merges):
        found.append(edited(found[-1], Unmerge(keep=merge.keep.name)))
    return found[::-1]


def _keys_by_tool(curation: Curation, merges: list[Merge]) -> Mapping[str, set[RelationKey]]:
    """The relations of each tool that a merge, or a curator between two of them, may have made."""
    relations = curation.graph.relations.items()
    some = {key for key, relation in relations if by_hand(relation)} if merges else set()
    for merge in merges:
        some.update(relation.key for relation in merge.relations)
        some.update(merging.moved_relations(merge))
    found: dict[str, set[RelationKey]] = defaultdict(set)
    for key in some:
        found[key.source].add(key)
        found[key.target].add(key)
    return found


def _merge_again(curation: Curation, merge: Merge) -> MergeTools:
    """The merge as a command; it says whose groups count, where that has become another's."""
    again = MergeTools(
        keep=merge.keep.name,
        merge=tuple(tool.name for tool in merge.gone),
        fields=merge.fields,
        parameters=merge.parameters,
        by=merge.by,
        at=merge.at,
        why=merge.why,
    )
    home = merging.home(merge)
    one = (again.keep, *again.merge)
    grouped = (name for name in one if memberships(curation.graph, name))
    if "group" in again.fields or next(grouped, again.keep) == home:
        return again
    return replace(again, fields={**merge.fields, "group": home})
