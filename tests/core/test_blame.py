"""An edit that breaks a golden query is named, whatever came before, between and after it."""

import pytest

from graphwright.curate import commands as c
from graphwright.curate.curation import Curation
from graphwright.evaluate.bisect import last_break
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import evaluate
from graphwright.graph import ToolGraph
from graphwright.project.blame import Blame
from graphwright.project.project import Project
from graphwright.relations import Origin, Relation, RelationKind
from graphwright.search.index import SearchIndex
from graphwright.tools import Tool

TOOLS = (
    Tool("requestRefund", "Zorbs the flim of an order."),
    Tool("cancelOrder", "Cancels an order that was not sent."),
    Tool("getShipment", "Where a quibble is."),
    Tool("listOrders", "Lists the orders of a customer."),
    Tool("getInvoice", "The bill of an order."),
    Tool("trackCourier", "Follows the courier on the map."),
    Tool("openGate", "Opens the gate of the yard."),
)
RELATIONS = (
    Relation("trackCourier", "openGate", RelationKind.REQUIRES, 0.9, Origin.INFERRED),
    Relation("getInvoice", "listOrders", RelationKind.COMPLEMENTARY, 0.9, Origin.INFERRED),
)
K = 1
MONEY = Golden("zorb the flim", ("requestRefund",))
PARCEL = Golden("find the quibble", ("getShipment",))
COURIER = Golden("follow the courier", ("trackCourier",))
NOTHING = Golden("weather on the moon")


def words(tool: str, text: str) -> c.Command:
    return c.Describe(tool=tool, when_to_use=text)


def said(tool: str, text: str) -> c.Command:
    return c.Describe(tool=tool, description=text)


THIEF = c.Describe(tool="cancelOrder", aliases=("zorb flim",))
BLANK = c.All(
    commands=(said("requestRefund", "Does it."), c.Describe(tool="requestRefund", aliases=())),
    label="blank",
)
RENAME = c.Describe(tool="requestRefund", aliases=("zorb flim",))
GUARD = said("requestRefund", "Zorbs the flim.")
LOST = said("getShipment", "Returns it.")
FLOOR = c.SetSearch(floor=9.0)
NO_WORDS = c.SetSearch(weights={"words": 0.0, "query": 0.0, "name": 0.0})
COURIER_GONE = c.MergeTools(keep="getShipment", merge=("trackCourier",))
HARMLESS = (
    c.Accept(source="getInvoice", target="listOrders", kind=RelationKind.COMPLEMENTARY),
    words("getInvoice", "tax"),
    c.Describe(tool="listOrders", tags=("history",)),
    c.PutGolden(golden=Golden("bill of the order", ("getInvoice",))),
    said("listOrders", "Lists orders."),
    c.Reject(source="getInvoice", target="listOrders", kind=RelationKind.COMPLEMENTARY),
    c.SetSearch(k=7),
    c.Place(positions={"openGate": (1.0, 2.0)}),
)
BATCH = c.All(commands=(words("getInvoice", "vat"), THIEF), label="two at once")
UNDO, REVERT = "undo", "revert the first"

# golden query, what is done in order, place of the one that broke it
CASES = {
    "a thief at once": (MONEY, (THIEF,), 0),
    "a thief last": (MONEY, (*HARMLESS, THIEF), 8),
    "a thief first": (MONEY, (THIEF, *HARMLESS), 0),
    "a thief amid": (MONEY, (*HARMLESS[:3], THIEF, *HARMLESS[3:]), 3),
    "its own words taken": (MONEY, (*HARMLESS[:5], BLANK, *HARMLESS[5:]), 5),
    "words of another tool taken": (PARCEL, (*HARMLESS[:2], LOST, *HARMLESS[2:]), 2),
    "a floor": (PARCEL, (*HARMLESS, FLOOR), 8),
    "weights": (COURIER, (NO_WORDS, *HARMLESS), 0),
    "a merge": (COURIER, (*HARMLESS[:4], COURIER_GONE, *HARMLESS[4:]), 4),
    "a batch": (MONEY, (*HARMLESS[:6], BATCH, *HARMLESS[6:]), 6),
    "the second of two": (MONEY, (THIEF, UNDO, *HARMLESS, BLANK), 10),
    "broken, mended, broken": (MONEY, (BLANK, GUARD, *HARMLESS, BLANK), 10),
    "a revert of what mended it": (MONEY, (RENAME, THIEF, *HARMLESS[:3], REVERT), 5),
    "a thief that was undone before": (MONEY, (THIEF, UNDO, BLANK, *HARMLESS), 2),
    "many before": (PARCEL, (*HARMLESS * 5, LOST), 40),
    "many after": (PARCEL, (LOST, *HARMLESS * 5), 0),
    "many around": (PARCEL, (*HARMLESS * 3, LOST, *HARMLESS * 3), 24),
    "a query that nothing answers": (
        NOTHING,
        (*HARMLESS[:3], words("openGate", "weather on the moon"), *HARMLESS[3:]),
        3,
    ),
    "a forbidden tool": (
        Golden("zorb the flim", ("requestRefund",), (), ("cancelOrder",)),
        (*HARMLESS[:2], words("openGate", "moon"), THIEF),
        3,
    ),
    "the one of two that was enough": (
        MONEY,
        (*HARMLESS[:4], words("openGate", "moon"), THIEF, BLANK),
        5,
    ),
}


def done(project: Project, step: c.Command | str) -> int:
    if step == UNDO:
        return project.undo()
    return project.revert(1) if step == REVERT else project.do(step)


@pytest.mark.parametrize("case", CASES)
def test_the_command_that_broke_it_is_named(case: str, tmp_path):
    golden, steps, place = CASES[case]
    graph = ToolGraph.of(TOOLS, RELATIONS)
    start = Curation(graph=graph, base=graph)
    with Project.open(tmp_path / "p.graphwright", start) as project:
        assert evaluate(SearchIndex(start), [golden], K).per_query[0].passed
        revisions = [done(project, step) for step in steps]
        (found,) = Blame(project, K).of([golden])
        assert found.entry is not None
        assert found.entry.revision == revisions[place]
        assert (found.before.passed, found.after.passed) == (True, False)
        assert not evaluate(SearchIndex(project.curation), [golden], K).per_query[0].passed


@pytest.mark.parametrize("broke", [1, 2, 31, 64, 500, 999, 1000])
def test_a_break_is_found_with_few_looks(broke: int):
    looked = []

    def passes(revision: int) -> bool:
        looked.append(revision)
        return revision < broke

    assert last_break(passes, 0, 1000) == broke
    assert len(looked) < 170


def test_of_several_breaks_the_last_is_found():
    assert last_break(lambda r: r < 3 or 90 <= r < 95, 0, 100) == 95


def test_what_never_passed_has_no_break():
    assert last_break(lambda r: False, 0, 100) is None


def test_records_are_kept_beside_the_journal(tmp_path):
    path = tmp_path / "p.graphwright"
    with Project.open(path, Curation()) as project:
        project.record("snapshot", "a", b"1")
        project.record("snapshot", "a", b"2")
        project.record("snapshot", "b", b"3")
        project.drop("snapshot", "b")
        assert project.revision == 0
    with Project.open(path) as project:
        assert project.records("snapshot") == {"a": b"2"}
        assert project.records("other") == {}
