"""The one function that changes a curation."""

from hypothesis import given
from hypothesis import strategies as st

from graphwright.curate.apply import apply
from graphwright.curate.commands import MergeTools, Unmerge
from graphwright.relations import RelationKind

from .curations import histories, history, law


@law
@given(histories)
def test_nothing_dangles_after_any_commands(drawn):
    curations = history(drawn)
    first, curation = curations[0], curations[-1]
    graph = curation.graph
    for key, relation in graph.relations.items():
        assert key == relation.key
        assert key.source in graph.tools
        assert key.target in (graph.groups if key.kind is RelationKind.BELONGS_TO else graph.tools)
        assert key.source != key.target or key.kind is RelationKind.BELONGS_TO
    for (source, target), kind in curation.pins.items():
        assert not graph.relations[(source, target, kind)].rejected
    for workflow in curation.workflows.values():
        called = {step.tool for step in workflow.steps}
        assert not called & set(first.graph.tools) - set(graph.tools)
    for name in curation.positions:
        assert not name or name in graph.tools or name in graph.groups
    for tools in curation.apart:
        assert len(tools) > 1
        assert tools <= set(graph.tools)
    for name, tool in graph.tools.items():
        assert name == tool.name
        assert tool.group == graph.group_of.get(name, "") == graph.first_group(name)
    for group in graph.groups.values():
        assert not group.parent or group.parent in graph.groups


@law
@given(histories, st.randoms(use_true_random=False))
def test_merge_then_unmerge_is_where_we_were(drawn, random):
    before = history(drawn)[-1]
    names = sorted(before.graph.tools)
    keep, *others = random.sample(names, min(len(names), random.randint(2, 3)))
    if others:
        merged = apply(before, MergeTools(keep=keep, merge=tuple(others)))
        assert apply(merged, Unmerge(keep=keep)) == before
