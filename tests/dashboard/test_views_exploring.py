import pytest

from graphwright.relations import Origin, Relation, RelationKind, Verdict
from graphwright.tools import Effects, Tool
from graphwright_dashboard.views.exploring import Filters, View, filters_of, view_of

REQUIRES = RelationKind.REQUIRES

ADDRESSES = [
    (None, View()),
    ("/explore", View()),
    ("/explore?tool=getOrder", View(tool="getOrder")),
    ("/explore?group=a%26b", View(group="a&b")),
    ("/explore?group=", View(group="")),
    ("/explore?tool=t&group=g", View(tool="t")),
    ("/explore?tool=t&more=a&more=a&more=b", View(tool="t", more={"a": 2, "b": 1})),
    ("/explore?tool=t&near=2", View(tool="t", near=2)),
    ("/explore?tool=t&near=-2", View(tool="t")),
    ("/explore?tool=t&near=99999999", View(tool="t")),
    ("/explore?all=1", View(every=True)),
    ("/explore?tool=t&steps=9", View(tool="t", steps=3)),
    ("/explore?f=method:GET&f=method:PUT&f=odd", View(facets={"method": {"GET", "PUT"}})),
    ("/explore?from=12", View(old=12)),
    ("/explore?from=12&to=14", View(old=12, new=14)),
    ("/explore?to=14", View()),
    ("/explore?tool=t&near=٣", View(tool="t")),
    ("::::?tool=t", View(tool="t")),
]


@pytest.mark.parametrize(("address", "view"), ADDRESSES)
def test_an_address_says_what_is_drawn(address, view):
    assert view_of(address) == view


FILTERS = [
    (None, Filters()),
    ({}, Filters()),
    ({"off": []}, Filters(off=frozenset())),
    ({"off": "requires"}, Filters()),
    ({"off": [1, "requires"]}, Filters(off=frozenset({"1", "requires"}))),
    ({"least": 0.5, "verdict": "open"}, Filters(least=0.5, verdict="open")),
    ({"least": "much", "verdict": 3, "source": None}, Filters()),
]


@pytest.mark.parametrize(("data", "filters"), FILTERS)
def test_filters_of_the_wrong_type_do_not_filter(data, filters):
    assert filters_of(data) == filters


OPEN = Relation("a", "b", REQUIRES, 0.6)
ACCEPTED = OPEN.decided(Verdict.ACCEPTED)
REJECTED = OPEN.decided(Verdict.REJECTED)
DECLARED = Relation("a", "b", REQUIRES, 1.0, Origin.DECLARED)

LETS = [
    (Filters(), [OPEN, ACCEPTED, DECLARED]),
    (Filters(verdict="open"), [OPEN]),
    (Filters(verdict="accepted"), [ACCEPTED]),
    (Filters(verdict="rejected"), [REJECTED]),
    (Filters(off=frozenset({REQUIRES})), []),
    (Filters(least=0.8), [DECLARED]),
]


@pytest.mark.parametrize(("filters", "let"), LETS)
def test_filters_let_relations_through(filters, let):
    assert [r for r in (OPEN, ACCEPTED, REJECTED, DECLARED) if filters.lets(r)] == let


READS, WRITES, DESTROYS = (Tool(m, method=m, source=m) for m in ("get", "post", "delete"))
SAFE = Tool("safe", method="delete", effects=Effects(destructive=False))


@pytest.mark.parametrize(
    ("filters", "let"),
    [
        (Filters(), [READS, WRITES, DESTROYS, SAFE]),
        (Filters(effect="reads"), [READS]),
        (Filters(effect="writes"), [WRITES, DESTROYS, SAFE]),
        (Filters(effect="destroys"), [DESTROYS]),
        (Filters(source="get"), [READS]),
    ],
)
def test_filters_let_tools_through(filters, let):
    assert [t for t in (READS, WRITES, DESTROYS, SAFE) if filters.lets_tool(t)] == let
