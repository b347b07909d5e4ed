"""Small curations and commands on them, for laws."""

from hypothesis import strategies as st
from immutables import Map

from graphwright.curate import commands as c
from graphwright.curate.apply import apply
from graphwright.curate.curation import Curation, Rule, Source
from graphwright.errors import CommandError
from graphwright.evaluate.golden import Golden
from graphwright.graph import Group, ToolGraph
from graphwright.raw import Raw
from graphwright.relations import Evidence, Origin, Relation, RelationKind, Verdict
from graphwright.tools import Effects, Field, Location, Parameter, Tool
from graphwright.workflow.model import Binding, Input, Step, Workflow

TOOLS = ("getOrder", "fetchOrder", "order_get", "cancelOrder", "<b>注文</b>")
GROUPS = ("orders", "legacy", "getOrder")  # the last is also a tool: names may meet
QUERIES = ("where is my order", "cancel it")
WORKFLOWS = ("refund", "ship")

kinds = st.sampled_from(RelationKind)
tool_names = st.sampled_from(TOOLS)
group_names = st.sampled_from(GROUPS)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
wordlists = st.lists(words, max_size=3).map(tuple)
curators = st.sampled_from(("", "ann", "bo"))
times = st.sampled_from(("", "2025-01-01T00:00:00Z", "2024-12-31T23:59:59Z"))
stamps = {"by": curators, "at": times, "why": words}
shares = st.floats(0, 1).map(lambda share: round(share, 3))


def _tool(name: str, order: int) -> Tool:
    return Tool(
        name,
        f"Does {name}.",
        parameters=(Parameter("id", required=True, location=Location.PATH), Parameter("note")),
        outputs=(Field("id"), Field("lines[].sku", "integer")),
        order=order,
        raw=Raw.of({"x-order": order}),
    )


@st.composite
def graphs(draw: st.DrawFn) -> ToolGraph:
    names = draw(st.lists(tool_names, unique=True, min_size=2))
    groups = [Group(name, order=i) for i, name in enumerate(draw(st.sets(group_names)))]
    relations = {}
    for order in range(draw(st.integers(0, 8))):
        relation = draw(_relations(names, [group.name for group in groups], order))
        relations[relation.key] = relation
    graph = ToolGraph.of(
        (_tool(name, order) for order, name in enumerate(names)), relations.values(), groups
    )
    homes = [(tool, graph.first_group(tool.name)) for tool in graph.tools.values()]
    return graph.with_tools(*(_in_group(tool, home) for tool, home in homes))


def _in_group(tool: Tool, home: str) -> Tool:
    from dataclasses import replace

    return replace(tool, group=home)


@st.composite
def _relations(draw: st.DrawFn, tools: list[str], groups: list[str], order: int) -> Relation:
    kind = draw(kinds)
    if kind is RelationKind.BELONGS_TO and not groups:
        kind = RelationKind.REQUIRES
    source = draw(st.sampled_from(tools))
    others = groups if kind is RelationKind.BELONGS_TO else [t for t in tools if t != source]
    origins = [origin for origin in Origin if origin is not Origin.CURATOR]
    return Relation(
        source,
        draw(st.sampled_from(others)),
        kind,
        draw(shares),
        draw(st.sampled_from(origins)),
        evidence=tuple(draw(st.lists(evidence, max_size=2))),
        order=order,
    )


evidence = st.builds(
    Evidence, st.sampled_from(("id-from-output", "lifecycle")), words, st.sampled_from(("", "id"))
)
curations = st.builds(
    lambda graph: Curation(graph, graph, sources=(Source("shop.yaml", "openapi", "0"),)), graphs()
)

bindings = st.one_of(
    st.builds(Binding, st.just("$inputs.id")),
    st.builds(Binding, st.none(), st.one_of(st.none(), st.booleans(), words, st.integers(0, 9))),
)
steps = st.builds(
    Step,
    st.sampled_from(("a", "b")),
    st.sampled_from((*TOOLS, "$workflows.ship")),
    words,
    bindings=st.dictionaries(st.sampled_from(("id", "note", "orderId")), bindings, max_size=2),
)
workflows = st.builds(
    Workflow,
    st.sampled_from(WORKFLOWS),
    words,
    st.lists(st.builds(Input, words), max_size=1).map(tuple),
    st.lists(steps, max_size=2, unique_by=lambda step: step.id).map(tuple),
)
tool_lists = st.lists(st.sampled_from((*TOOLS, "nobody")), max_size=3).map(tuple)
goldens = st.builds(
    Golden, st.sampled_from(QUERIES), tool_lists, tool_lists, tool_lists, st.booleans()
)
effects = st.builds(Effects, st.sampled_from((None, True, False)), st.sampled_from((None, True)))
rules = st.builds(
    Rule,
    st.sampled_from(("r1", "r2")),
    st.sampled_from(tuple(Verdict)).map(str),
    kind=st.sampled_from(("", *RelationKind)).map(str),
    rule=st.sampled_from(("", "lifecycle")),
    parameter=st.sampled_from(("", "id")),
    below=shares,
    group=st.sampled_from(("", "orders")),
)
_ends = {"source": tool_names, "target": st.sampled_from((*TOOLS, "orders", "legacy"))}
_on = {**_ends, "kind": kinds, **stamps}
_parameters = st.dictionaries(
    tool_names, st.dictionaries(st.sampled_from(("id", "orderId")), st.just("id"), max_size=1)
)

edits: st.SearchStrategy[c.Edit] = st.one_of(
    st.builds(c.AddRelation, **_on, evidence=st.lists(evidence, max_size=1).map(tuple)),
    st.builds(c.RemoveRelation, **_on),
    st.builds(c.RetypeRelation, **_on, to=kinds),
    st.builds(c.ReverseRelation, **_on),
    st.builds(c.Accept, **_on),
    st.builds(c.Reject, **_on),
    st.builds(c.Unreview, **_on),
    st.builds(c.Ship, **_on),
    st.builds(
        c.Describe,
        tool=tool_names,
        description=st.none() | words,
        tags=st.none() | wordlists,
        aliases=st.none() | wordlists,
        when_to_use=st.none() | words,
        examples=st.none() | wordlists,
        group=st.none() | st.just("") | group_names,
        effects=st.none() | effects,
        **stamps,
    ),
    st.builds(c.AddGroup, name=group_names, parent=st.just("") | group_names, **stamps),
    st.builds(c.RemoveGroup, name=group_names, **stamps),
    st.builds(
        c.MergeTools,
        keep=tool_names,
        merge=st.lists(tool_names, max_size=2).map(tuple),
        fields=st.dictionaries(st.sampled_from(("description", "group")), tool_names, max_size=1),
        parameters=_parameters,
        **stamps,
    ),
    st.builds(c.Unmerge, keep=tool_names, **stamps),
    st.builds(c.KeepApart, tools=st.lists(tool_names, max_size=3).map(tuple), **stamps),
    st.builds(c.PutWorkflow, workflow=workflows, **stamps),
    st.builds(c.RemoveWorkflow, id=st.sampled_from(WORKFLOWS), **stamps),
    st.builds(c.PutGolden, golden=goldens, **stamps),
    st.builds(c.RemoveGolden, query=st.sampled_from(QUERIES), **stamps),
    st.builds(
        c.SetSearch,
        weights=st.none() | st.dictionaries(st.sampled_from(("bm25", "graph")), shares),
        k=st.none() | st.integers(0, 9),
        floor=st.none() | shares,
        embedder=st.none() | st.sampled_from(("none", "use")),
        ship_from=st.none() | shares,
        **stamps,
    ),
    st.builds(c.MakeRule, rule=rules, **stamps),
    st.builds(
        c.Place,
        positions=st.dictionaries(
            st.sampled_from((*TOOLS, *GROUPS, "")), st.tuples(shares, shares), max_size=2
        ),
        **stamps,
    ),
    st.builds(c.Settle, where=tool_names, **stamps),
)
commands: st.SearchStrategy[c.Command] = st.recursive(
    edits,
    lambda inner: st.builds(
        c.All, commands=st.lists(inner, max_size=3).map(tuple), label=words, **stamps
    ),
    max_leaves=4,
)


def after(curation: Curation, some: list[c.Command]) -> Curation:
    """The curation after those of the commands that it takes."""
    return states(curation, some)[-1]


def states(curation: Curation, some: list[c.Command]) -> list[Curation]:
    """The curation at the start, and after each of the commands that it takes."""
    found = [curation]
    for command in some:
        try:
            found.append(apply(found[-1], command))
        except CommandError:
            continue
    return found


EMPTY = Map[str, str]()
