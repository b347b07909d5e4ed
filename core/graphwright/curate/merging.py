"""What becomes of each part of a curation when tools become one: pure, part by part.

Merge uses these forwards. Unmerge uses them again on what the merge kept, to know what
the merge itself changed and what was changed later.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType

from ..evaluate.golden import Golden
from ..graph import Group, Pair, ToolGraph
from ..relations import Evidence, Origin, Relation, RelationKey, RelationKind, Verdict
from ..tools import Tool
from ..workflow.model import Binding, Step, Workflow
from .curation import Merge

Parameters = Mapping[str, Mapping[str, str]]

# a survivor keeps where it comes from and what it is called
OWN_FIELDS = ("name", "aliases", "source", "where", "order", "callable_name", "raw")
TAKEN_FIELDS = tuple(f.name for f in fields(Tool) if f.name not in OWN_FIELDS)

_AS_THEY_ARE: Mapping[str, str] = MappingProxyType({})
_VERDICTS = (Verdict.ACCEPTED, Verdict.REJECTED, Verdict.UNREVIEWED)
_ORIGINS = (Origin.FILE, Origin.DECLARED, Origin.INFERRED, Origin.PROPOSED, Origin.CURATOR)


def names(merge: Merge) -> frozenset[str]:
    """The tools that became one, the survivor among them."""
    return frozenset((merge.keep.name, *(tool.name for tool in merge.gone)))


def home(merge: Merge) -> str:
    """The tool whose groups the survivor keeps."""
    if "group" in merge.fields:
        return merge.fields["group"]
    belongs = (r for r in merge.relations if r.kind is RelationKind.BELONGS_TO)
    grouped = {relation.source for relation in belongs if not relation.rejected}
    everyone = (merge.keep.name, *(tool.name for tool in merge.gone))
    return next((name for name in everyone if name in grouped), merge.keep.name)


def merged_tool(merge: Merge) -> Tool:
    """The survivor: fields from whom it was said, the other names as aliases."""
    by_name = {tool.name: tool for tool in (merge.keep, *merge.gone)}
    said = (item for item in merge.fields.items() if item[0] != "group")
    taken = {field: getattr(by_name[tool], field) for field, tool in said}
    others = [word for tool in merge.gone for word in (tool.name, *tool.aliases)]
    words = dict.fromkeys((*merge.keep.aliases, *others))
    taken["aliases"] = tuple(word for word in words if word != merge.keep.name)
    return replace(merge.keep, **taken, group=_group(merge))


def _group(merge: Merge) -> str:
    """The group that the relations say, which may rank otherwise once they are one; else `home`."""
    belongs = [r for r in merged_relations(merge).values() if r.kind is RelationKind.BELONGS_TO]
    if not belongs:
        at_home = home(merge)
        return next(tool.group for tool in (merge.keep, *merge.gone) if tool.name == at_home)
    groups = (Group(relation.target) for relation in belongs)
    return ToolGraph.of((), belongs, groups).first_group(merge.keep.name)


def moved_relations(merge: Merge) -> dict[RelationKey, list[Relation]]:
    """The relations that each relation of the survivor is made of, its own first.

    Dropped is what would lead from the survivor to itself, and what a curator said of the
    groups of the others. What a document said of those is kept, to stand as rejected.
    """
    one, at_home = names(merge), home(merge)
    found: dict[RelationKey, list[Relation]] = {}
    own_first = sorted(merge.relations, key=lambda r: (_is_moved(r, merge), r.order, r.key))
    for relation in own_first:
        key = moved_key(relation.key, one, merge.keep.name)
        if key.kind is RelationKind.BELONGS_TO:
            kept = relation.source == at_home or relation.origin is not Origin.CURATOR
        else:
            kept = key.source != key.target
        if kept:
            found.setdefault(key, []).append(relation)
    return found


def moved_key(key: RelationKey, one: frozenset[str], keep: str) -> RelationKey:
    """The key with the survivor in place of each of `one`; a group is no tool of that name."""
    source = keep if key.source in one else key.source
    is_tool = key.kind is not RelationKind.BELONGS_TO
    target = keep if is_tool and key.target in one else key.target
    return RelationKey(source, target, key.kind)


def stacked(key: RelationKey, some: Iterable[Relation], parameters: Parameters) -> Relation:
    """Relations as one: evidence of all, the strongest verdict, origin and confidence."""
    relations = tuple(some)
    said = dict.fromkeys(e for r in relations for e in _renamed(r, parameters))
    decided = min(relations, key=lambda r: _VERDICTS.index(r.verdict))
    first = min(relations, key=lambda r: _ORIGINS.index(r.origin))
    return replace(
        first,
        source=key.source,
        target=key.target,
        confidence=max(r.confidence for r in relations),
        evidence=tuple(said),
        verdict=decided.verdict,
        by=decided.by,
        at=decided.at,
        why=decided.why,
    )


def merged_relations(merge: Merge) -> dict[RelationKey, Relation]:
    """The relations of the survivor. It is in the groups of one of the tools alone.

    Which one, `home` says; that the others were in theirs stands as rejected, so that no new
    version of their document brings it back.
    """
    found: dict[RelationKey, Relation] = {}
    for key, some in moved_relations(merge).items():
        relation = stacked(key, some, merge.parameters)
        if key.kind is RelationKind.BELONGS_TO:
            relation = _of_home(relation, some, merge)
        found[key] = relation
    return found


def _of_home(relation: Relation, some: Iterable[Relation], merge: Merge) -> Relation:
    """The membership with the verdict of the tool whose groups count; others are rejected."""
    at_home = home(merge)
    own = next((r for r in some if r.source == at_home), None)
    if own:
        return relation.decided(own.verdict, own.by, own.at, own.why)
    if relation.rejected:
        return relation
    return relation.decided(Verdict.REJECTED, merge.by, merge.at, merge.why)


def merged_workflow(workflow: Workflow, merge: Merge) -> Workflow:
    """The workflow with its steps calling the survivor, arguments under its names."""
    one = names(merge)
    steps = tuple(_merged_step(s, merge) if s.tool in one else s for s in workflow.steps)
    return replace(workflow, steps=steps)


def merged_golden(golden: Golden, merge: Merge) -> Golden:
    """The query with the survivor in place of the others; what must answer is not forbidden."""
    one, keep = names(merge), merge.keep.name

    def renamed(tools: tuple[str, ...], but: tuple[str, ...] = ()) -> tuple[str, ...]:
        new = dict.fromkeys(keep if tool in one else tool for tool in tools)
        return tuple(tool for tool in new if tool not in but or tool != keep)

    expect = renamed(golden.expect)
    accept = renamed(golden.accept, expect)
    forbid = renamed(golden.forbid, (*expect, *accept))
    return replace(golden, expect=expect, accept=accept, forbid=forbid)


def merged_apart(tools: frozenset[str], merge: Merge) -> frozenset[str]:
    """The set with the survivor in place of the others; of one tool alone it says nothing."""
    return tools - names(merge) | {merge.keep.name}


def merged_pins(merge: Merge) -> dict[Pair, RelationKind]:
    """The pins of the survivor's pairs that stand: its own before those of the others."""
    relations = merged_relations(merge)
    found: dict[Pair, RelationKind] = {}
    for pair, kind in sorted(merge.pins, key=lambda pin: (_is_renamed(pin[0], merge), *pin)):
        moved = moved_pair(pair, kind, merge)
        relation = relations.get(RelationKey(*moved, kind))
        if relation and not relation.rejected:
            found.setdefault(moved, kind)
    return found


def moved_pair(pair: Pair, kind: RelationKind, merge: Merge) -> Pair:
    key = moved_key(RelationKey(*pair, kind), names(merge), merge.keep.name)
    return key.source, key.target


def _merged_step(step: Step, merge: Merge) -> Step:
    new_names = merge.parameters.get(step.tool, _AS_THEY_ARE)
    bindings: dict[str, Binding] = {}
    for name, binding in sorted(step.bindings.items(), key=lambda b: b[0] in new_names):
        bindings.setdefault(new_names.get(name, name), binding)
    ordered = {new_names.get(n, n): bindings[new_names.get(n, n)] for n in step.bindings}
    return replace(step, tool=merge.keep.name, bindings=ordered)


def _renamed(relation: Relation, parameters: Parameters) -> tuple[Evidence, ...]:
    """The evidence, the consumer's parameter by its name in the survivor."""
    new_names = parameters.get(relation.source, _AS_THEY_ARE)
    if not new_names:
        return relation.evidence
    return tuple(
        replace(e, parameter=new_names.get(e.parameter, e.parameter)) for e in relation.evidence
    )


def _is_moved(relation: Relation, merge: Merge) -> bool:
    return moved_key(relation.key, names(merge), merge.keep.name) != relation.key


def _is_renamed(pair: Pair, merge: Merge) -> bool:
    return any(name in names(merge) and name != merge.keep.name for name in pair)
