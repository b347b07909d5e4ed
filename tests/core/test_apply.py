"""The one function that changes a curation."""

from hypothesis import given
from hypothesis import strategies as st

from graphwright.curate.apply import apply
from graphwright.curate.commands import MergeTools, Unmerge
from graphwright.errors import CommandError
from graphwright.relations import RelationKind

from .curations import after, commands, curations, tool_names

sequences = st.lists(commands, max_size=12)


@given(curations, sequences)
def test_nothing_dangles_after_any_commands(curation, some):
    curation = after(curation, some)
    graph = curation.graph
    for key, relation in graph.relations.items():
        assert key == relation.key
        assert key.source in graph.tools
        assert key.target in (graph.groups if key.kind is RelationKind.BELONGS_TO else graph.tools)
        assert key.source != key.target or key.kind is RelationKind.BELONGS_TO
    for (source, target), kind in curation.pins.items():
        assert not graph.relations[(source, target, kind)].rejected
    for workflow in curation.workflows.values():
        assert all(s.tool in graph.tools or s.tool.startswith("$") for s in workflow.steps)
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


@given(curations, sequences, tool_names, st.lists(tool_names, min_size=1, max_size=3))
def test_merge_then_unmerge_is_where_we_were(curation, some, keep, others):
    before = after(curation, some)
    try:
        merged = apply(before, MergeTools(keep=keep, merge=tuple(others)))
    except CommandError:
        return
    assert apply(merged, Unmerge(keep=keep)) == before
