"""What a new version of the sources changed about tools."""

from dataclasses import replace

import pytest

from graphwright.curate.versions import compared
from graphwright.graph import ToolGraph
from graphwright.tools import Field, Parameter, Tool

ORDER = Parameter("orderId", required=True)
GET = Tool("getOrder", "Returns an order.", parameters=(ORDER,), outputs=(Field("id"),))


def graph(*tools: Tool) -> ToolGraph:
    return ToolGraph.of(tools)


@pytest.mark.parametrize(
    ("now", "how"),
    [
        (replace(GET, description="Gives an order."), ("description",)),
        (replace(GET, parameters=(ORDER, Parameter("lang"))), ("+lang",)),
        (replace(GET, parameters=()), ("−orderId",)),
        (replace(GET, parameters=(Parameter("orderId"),)), ("orderId optional now",)),
        (replace(GET, parameters=(replace(ORDER, type="integer"),)), ("orderId",)),
        (replace(GET, outputs=()), ("what it gives",)),
        (replace(GET, method="post", deprecated=True), ("method", "deprecated")),
    ],
)
def test_a_change_is_said_in_words(now: Tool, how: tuple[str, ...]):
    (changed,) = compared(graph(GET), graph(now)).changed
    assert changed.tool == "getOrder"
    assert set(changed.how) == set(how)


def test_what_came_and_went_is_named():
    found = compared(graph(GET, Tool("old")), graph(GET, Tool("new")))
    assert (found.added, found.gone, found.changed) == (("new",), ("old",), ())


def test_another_place_in_the_document_is_no_change():
    moved = replace(GET, order=7, where="/paths/other", source="v2.yaml")
    assert not compared(graph(GET), graph(moved))
