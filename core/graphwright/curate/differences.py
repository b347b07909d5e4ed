"""The edits that make one curation of another, part by part.

Each part looks at what the edits before it made, so that what one of them did in passing (a
rule, a merge, a removed group) is put right by the next.
"""

from dataclasses import replace

from ..relations import Verdict
from ..tools import Tool
from .commands import (
    Describe,
    KeepApart,
    MakeRule,
    Place,
    PutGolden,
    PutWorkflow,
    RemoveGolden,
    RemoveWorkflow,
    SetSearch,
    Ship,
    Wait,
)
from .curation import Curation, Rule
from .draft import Draft, changed
from .ground import waiting
from .group_differences import groups
from .relation_differences import relations

DESCRIBED = ("description", "tags", "aliases", "when_to_use", "examples", "effects")
_SETTINGS = ("k", "floor", "embedder", "ship_from", "fusion")


def become(draft: Draft, target: Curation) -> None:
    """The edits that make the state the target, where the two have the same tools."""
    for part in _PARTS:
        part(draft, target)


def describe_again(draft: Draft, target: Tool) -> None:
    """The tool with what the target says of it, groups aside."""
    now = draft.state.graph.tools[target.name]
    new = {f: getattr(target, f) for f in DESCRIBED if getattr(target, f) != getattr(now, f)}
    if new:
        draft.do(Describe(tool=target.name, **new))


def _tools(draft: Draft, target: Curation) -> None:
    for _, tool in changed(draft.state.graph.tools, target.graph.tools):
        describe_again(draft, tool)


def _rules(draft: Draft, target: Curation) -> None:
    state = draft.state.rules
    same = 0
    while state[same : same + 1] == target.rules[same : same + 1] != ():
        same += 1
    for rule in state[same:]:
        draft.do(MakeRule(rule=replace(_plain(rule), verdict=str(Verdict.UNREVIEWED))))
    for rule in target.rules[same:]:
        draft.do(MakeRule(rule=_plain(rule), by=rule.by, at=rule.at, why=rule.why))


def _plain(rule: Rule) -> Rule:
    return replace(rule, by="", at="", why="")


def _apart(draft: Draft, target: Curation) -> None:
    for tools in sorted(sorted(tools) for tools in target.apart - draft.state.apart):
        draft.do(KeepApart(tools=tuple(tools)))


def _pins(draft: Draft, target: Curation) -> None:
    for (source, to), kind in changed(draft.state.pins, target.pins):
        draft.do(Ship(source=source, target=to, kind=kind))


def _workflows(draft: Draft, target: Curation) -> None:
    for id in sorted(set(draft.state.workflows).difference(target.workflows)):
        draft.do(RemoveWorkflow(id=id))
    for _, workflow in changed(draft.state.workflows, target.workflows):
        draft.do(PutWorkflow(workflow=workflow))


def _golden(draft: Draft, target: Curation) -> None:
    for query in sorted(set(draft.state.golden).difference(target.golden)):
        draft.do(RemoveGolden(query=query))
    for _, golden in changed(draft.state.golden, target.golden):
        draft.do(PutGolden(golden=golden))


def _search(draft: Draft, target: Curation) -> None:
    now, then = draft.state.settings, target.settings
    weights = {name: w for name, w in sorted(then.weights.items()) if now.weights.get(name) != w}
    new = {name: getattr(then, name) for name in _SETTINGS}
    new = {name: value for name, value in new.items() if getattr(now, name) != value}
    gate = target.gate if target.gate != draft.state.gate else None
    if weights or new or gate:
        draft.do(SetSearch(weights=weights or None, gate=gate, **new))


def _places(draft: Draft, target: Curation) -> None:
    for name in sorted(set(draft.state.positions).difference(target.positions)):
        draft.do(Place(positions={name: None}))
    for name, position in changed(draft.state.positions, target.positions):
        draft.do(Place(positions={name: position}))
    for picture, name in sorted(set(draft.state.moved).difference(target.moved)):
        draft.do(Place(positions={name: None}, picture=picture))
    for (picture, name), position in changed(draft.state.moved, target.moved):
        draft.do(Place(positions={name: position}, picture=picture))


def wait_again(draft: Draft, target: Curation) -> None:
    """The decisions without ground, last: what they wait for may be another decision."""
    for decision in waiting(target):
        if decision not in waiting(draft.state):
            draft.do(Wait(decision=decision))


# what comes first makes room for what follows, or is put right by it
_PARTS = (
    groups,
    _tools,
    _rules,
    relations,
    _apart,
    _pins,
    _workflows,
    _golden,
    _search,
    _places,
)
