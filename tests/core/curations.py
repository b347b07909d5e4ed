"""Small curations and commands on them, for laws."""

from dataclasses import replace
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from graphwright.curate import commands as c
from graphwright.curate.apply import apply
from graphwright.curate.curation import Curation, Rule, Source
from graphwright.errors import CommandError
from graphwright.evaluate.golden import Golden
from graphwright.graph import Group, ToolGraph
from graphwright.raw import Raw
from graphwright.relations import (
    Evidence,
    Origin,
    Relation,
    RelationKind,
    Verdict,
)
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


evidence = st.builds(
    Evidence, st.sampled_from(("id-from-output", "lifecycle")), words, st.sampled_from(("", "id"))
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
        weights=st.none() | st.dictionaries(st.sampled_from(("words", "hop")), shares),
        k=st.none() | st.integers(0, 9),
        floor=st.none() | shares,
        embedder=st.none() | st.sampled_from(("none", "use")),
        ship_from=st.none() | shares,
        fusion=st.none() | st.sampled_from(["sum", "ranks"]),
        **stamps,
    ),
    st.builds(c.MakeRule, rule=rules, **stamps),
    st.builds(
        c.Place,
        positions=st.dictionaries(
            st.sampled_from((*TOOLS, *GROUPS, "")),
            st.none() | st.tuples(shares, shares),
            max_size=2,
        ),
        picture=st.sampled_from(("", "all", "tool a")),
        **stamps,
    ),
    st.builds(c.Settle, where=tool_names, **stamps),
)
commands: st.SearchStrategy[c.Command] = st.recursive(
    edits
    | st.builds(c.Wait, decision=edits, **stamps)
    | st.builds(c.TakeSource, source=words, hash=words, **stamps)
    | st.builds(c.RollBack, release=st.integers(1, 9), hash=words, **stamps),
    lambda inner: st.builds(
        c.All, commands=st.lists(inner, max_size=3).map(tuple), label=words, **stamps
    ),
    max_leaves=4,
)


law = settings(deadline=None)  # a busy machine breaks no law

# what `history` is made of; its parts shrink, and are short to print
histories = st.tuples(st.integers(0, 2**32), st.integers(1, 16))


def history(drawn: tuple[int, int]) -> list[Curation]:
    """A curation and what becomes of it, command by command.

    The commands are drawn for the curation as it is then, so that nearly all of them fit.
    """
    seed, length = drawn
    random = Random(seed)
    found = [curation_of(random)]
    for _ in range(length):
        found += states(found[-1], [fitting(found[-1], random)])[1:]
    return found


def curation_of(random: Random) -> Curation:
    names = random.sample(TOOLS, random.randint(2, len(TOOLS)))
    groups = random.sample(GROUPS, random.randint(0, len(GROUPS)))
    parents = [random.choice(("", *groups[:i])) for i in range(len(groups))]
    relations = [_relation(random, names, groups, order) for order in range(random.randint(0, 12))]
    graph = ToolGraph.of(
        (_tool(name, order) for order, name in enumerate(names)),
        (relation for relation in relations if relation.source != relation.target),
        (Group(name, parent=above) for name, above in zip(groups, parents, strict=True)),
    )
    tools = [replace(tool, group=graph.first_group(tool.name)) for tool in graph.tools.values()]
    graph = graph.with_tools(*tools)
    return Curation(graph, graph, sources=(Source("shop.yaml", "openapi", "0"),))


def _relation(random: Random, tools: list[str], groups: list[str], order: int) -> Relation:
    kind = random.choice(list(RelationKind) + [RelationKind.BELONGS_TO] * 2)
    if kind is RelationKind.BELONGS_TO and not groups:
        kind = RelationKind.REQUIRES
    return Relation(
        random.choice(tools),
        random.choice(groups if kind is RelationKind.BELONGS_TO else tools),
        kind,
        random.choice((0.4, 0.7, 1.0)),
        random.choice([origin for origin in Origin if origin is not Origin.CURATOR]),
        evidence=_evidence(random),
        order=order,
    )


def _evidence(random: Random) -> tuple[Evidence, ...]:
    rules = random.sample(("id-from-output", "lifecycle"), random.randint(0, 2))
    return tuple(Evidence(rule, "because", random.choice(("", "id"))) for rule in rules)


def fitting(curation: Curation, random: Random) -> c.Command:
    """A command that this curation probably takes."""
    if random.random() < 0.1:
        return c.All(commands=(_fitting(curation, random), _fitting(curation, random)))
    return _fitting(curation, random)


def _fitting(curation: Curation, random: Random) -> c.Edit:
    stamps = {"by": random.choice(("", "ann", "bo")), "at": random.choice(("", "2025", "2024"))}
    stamps["why"] = random.choice(("", "so"))
    graph = curation.graph
    makers = [_decide] * 6 * bool(graph.relations) + [_merge] * 2 * (len(graph.tools) > 1)
    makers += [_relate] * 2 + [_describe, _group, _of_search, _workflow, _golden]
    if curation.merges:
        makers.append(lambda *_: c.Unmerge(keep=random.choice(sorted(curation.merges))))
    return replace(random.choice(makers)(curation, random), **stamps)


def _decide(curation: Curation, random: Random) -> c.Edit:
    key = random.choice(sorted(curation.graph.relations))._asdict()
    plain = (c.Accept, c.Reject, c.Unreview, c.RemoveRelation, c.ReverseRelation, c.Ship)
    if random.random() < 0.3:
        return c.RetypeRelation(**key, to=random.choice(list(RelationKind)))
    return random.choice(plain)(**key)


def _relate(curation: Curation, random: Random) -> c.Edit:
    graph = curation.graph
    if graph.groups and random.random() < 0.3:
        target, kind = random.choice(sorted(graph.groups)), RelationKind.BELONGS_TO
    else:
        target, kind = random.choice(sorted(graph.tools)), random.choice(list(RelationKind)[:5])
    source = random.choice(sorted(graph.tools))
    return c.AddRelation(source=source, target=target, kind=kind, evidence=_evidence(random))


def _merge(curation: Curation, random: Random) -> c.Edit:
    one = random.sample(sorted(curation.graph.tools), min(len(curation.graph.tools), 3))
    one = one[: random.randint(2, 3)]
    fields = {random.choice(("description", "group", "outputs")): random.choice(one)}
    return c.MergeTools(
        keep=one[0],
        merge=tuple(one[1:]),
        fields=random.choice(({}, fields)),
        parameters=random.choice(({}, {one[1]: {"id": "orderId"}})),
    )


def _describe(curation: Curation, random: Random) -> c.Edit:
    return c.Describe(
        tool=random.choice(sorted(curation.graph.tools)),
        description=random.choice((None, "", "Better.")),
        aliases=random.choice((None, (), ("find",))),
        group=random.choice((None, "", *GROUPS)),
        effects=random.choice((None, Effects(), Effects(read_only=True))),
    )


def _group(curation: Curation, random: Random) -> c.Edit:
    there = sorted(curation.graph.groups)
    if there and random.random() < 0.5:
        return c.RemoveGroup(name=random.choice(there))
    return c.AddGroup(name=random.choice(GROUPS), parent=random.choice(("", *there)))


def _of_search(curation: Curation, random: Random) -> c.Edit:
    nodes = sorted({*curation.graph.tools, *curation.graph.groups})
    rule = Rule(
        random.choice(("r1", "r2")),
        str(random.choice(tuple(Verdict))),
        kind=random.choice(("", "requires", "belongs_to")),
        rule=random.choice(("", "lifecycle")),
        below=random.choice((0.5, 1.0)),
        group=random.choice(("", "", *GROUPS)),
    )
    return random.choice(
        (
            c.MakeRule(rule=rule),
            c.SetSearch(k=random.randint(1, 9), weights={"hop": random.random()}),
            c.Place(
                positions={random.choice(nodes): random.choice(((random.random(), 0.0), None))},
                picture=random.choice(("", "all")),
            ),
            c.KeepApart(tools=(random.choice(nodes), nodes[0])),
        )
    )


def _workflow(curation: Curation, random: Random) -> c.Edit:
    if curation.workflows and random.random() < 0.2:
        return c.RemoveWorkflow(id=random.choice(sorted(curation.workflows)))
    bindings = {"id": Binding("$inputs.id"), "orderId": Binding(value=3)}
    tools = (*sorted(curation.graph.tools), "$workflows.ship")
    steps = [Step(id, random.choice(tools), bindings=bindings) for id in ("a", "b")]
    return c.PutWorkflow(workflow=Workflow(random.choice(WORKFLOWS), steps=tuple(steps)))


def _golden(curation: Curation, random: Random) -> c.Edit:
    if curation.golden and random.random() < 0.2:
        return c.RemoveGolden(query=random.choice(sorted(curation.golden)))
    some = [tuple(random.sample((*TOOLS, "nobody"), random.randint(0, 3))) for _ in range(3)]
    return c.PutGolden(golden=Golden(random.choice(QUERIES), *some))


def states(curation: Curation, some: list[c.Command]) -> list[Curation]:
    """The curation at the start, and after each of the commands that it takes."""
    found = [curation]
    for command in some:
        try:
            found.append(apply(found[-1], command))
        except CommandError:
            continue
    return found
