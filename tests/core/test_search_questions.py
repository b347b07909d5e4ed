"""Kinds of questions, each by an example of tools that are not those of any question set."""

from dataclasses import dataclass, field

import pytest

from graphwright.graph import ToolGraph
from graphwright.search import SearchIndex, SearchSettings
from graphwright.tools import Tool


@dataclass(frozen=True)
class Curated:
    graph: ToolGraph
    settings: SearchSettings = field(default_factory=SearchSettings)


TOOLS = (
    Tool("listLabels", "List labels of a parcel."),
    Tool("deleteLabel", "Delete a label."),
    Tool("deleteLabelCollection", "Delete labels of a parcel."),
    Tool("resizeParcel", "Resize a parcel.", method="put"),
    Tool("deleteParcel", "Delete a parcel.", method="delete"),
    Tool("unpinNote", "Unpin a note."),
    Tool("pinNote", "Pin a note."),
    Tool("loginUser", "Login of a user."),
    Tool("listDirectory", "List what is there.", method="get"),
    Tool("placeParcel", "Place a parcel."),
    Tool("createOrder", "Create an order."),
)
INDEX = SearchIndex(Curated(ToolGraph.of(TOOLS)))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("remove all labels", "deleteLabelCollection"),
        ("could you tell me how to resize a parcel, please help me with that", "resizeParcel"),
        ("delete a label", "deleteLabel"),
        ("reduce size by deleting a parcel", "deleteParcel"),
        ("removes the pin of a note", "unpinNote"),
        ("pin a note", "pinNote"),
        ("sign me in to the system", "loginUser"),
        ("log us in", "loginUser"),
        ("what is in the folder", "listDirectory"),
        ("place an order", "createOrder"),
    ],
)
def test_the_tool_that_is_meant_comes_first(query: str, first: str) -> None:
    assert INDEX.search(query, 1).results[0].tool == first
