"""Kinds of questions, each by an example of tools that are not those of any question set."""

from dataclasses import dataclass, field

import pytest

from graphwright.graph import ToolGraph
from graphwright.search import SearchIndex, SearchSettings
from graphwright.search.clauses import clauses
from graphwright.search.results import Hit
from graphwright.search.signals import Signal
from graphwright.search.spelling import is_slip
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
    Tool("pauseConveyor", "Pause a conveyor."),
    Tool("startConveyor", "Start a conveyor."),
    Tool("addStamp", "Add a stamp to a parcel."),
    Tool("getStamp", "Get a stamp of a parcel."),
    Tool("getNamedProfile", "Get a profile."),
    Tool("getOwnProfile", "Get a profile."),
    Tool("followDepot", "Follow a depot."),
    Tool("unfollowDepot", "Unfollow a depot."),
    Tool("mergePullRequest", "Merge a pull request."),
    Tool("setPrPolicy", "Set whether a PR runs."),
    Tool("getSteamer", "Get a steamer."),
    Tool("getSteamerCargo", "Get the cargo of a steamer."),
    Tool("getSteamerCrew", "Get the crew of a steamer."),
    Tool("searchEverySteamer", "Search what sails by what it is called."),
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
        ("delte a parcle", "deleteParcel"),
        ("take back the pin of a note", "unpinNote"),
        ("取消关注", "unfollowDepot"),
        ("freeze a conveyor", "pauseConveyor"),
        ("put a stamp on a parcel", "addStamp"),
        ("show my profile", "getOwnProfile"),
        ("merge a pr", "mergePullRequest"),
    ],
)
def test_the_tool_that_is_meant_comes_first(query: str, first: str) -> None:
    assert INDEX.search(query, 1).results[0].tool == first


@pytest.mark.parametrize(
    ("written", "meant", "slip"),
    [
        ("reposotori", "repositori", True),  # a vowel of a long word
        ("delte", "delet", True),  # two letters exchanged
        ("coment", "comment", True),  # one of two
        ("reqest", "request", True),
        ("strong", "string", False),  # words of their own
        ("party", "part", False),
        ("paris", "park", False),
        ("beach", "breach", False),
        ("lunch", "launch", False),
    ],
)
def test_a_slip_is_no_other_word(written: str, meant: str, slip: bool) -> None:
    assert is_slip(written, meant) is slip


@pytest.mark.parametrize(
    ("query", "searched"),
    [
        ("when does the steamer Albatros leave", True),
        ('what does the steamer "the grey lady" carry', True),
        ("when does the steamer leave", False),
        ("How long is it? Steamer and crew", False),  # begins a sentence
        ("get the crew of a steamer in the USA", False),  # a short form
        ("get the Steamer", False),  # a word of the tools
    ],
)
def test_what_is_called_by_its_name_is_searched_for(query: str, searched: bool) -> None:
    first = [hit.tool for hit in INDEX.search(query, 2).results]
    assert ("searchEverySteamer" in first) is searched


def test_a_name_that_nothing_else_speaks_of_finds_nothing() -> None:
    assert not INDEX.search("bake a cake for Sofia Lindqvist", 3).results


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("delete the label of a parcel", ()),
        (
            "Resize the big parcel, then pause the conveyor belt.",
            ("Resize the big parcel", "then pause the conveyor belt"),
        ),
        ("resize the big parcel; thank you", ()),  # only one asks for something
        ('pin the note "buy milk, eggs, flour and much more" for me', ()),
        ("暂停传送带机器。取消关注这个仓库", ("暂停传送带机器", "取消关注这个仓库")),
        (", . ; \n" * 400, ()),
    ],
)
def test_a_question_is_cut_where_it_asks_for_another_thing(
    text: str, parts: tuple[str, ...]
) -> None:
    assert clauses(text) == parts


def test_each_part_of_a_question_brings_its_tool() -> None:
    question = "Delete the label of the parcel, add a stamp to it. Pause the big old conveyor."
    found = _hit(INDEX, question, "pauseConveyor")
    [clause] = [part for part in found.parts if part.signal == Signal.CLAUSE]
    assert clause.via == ("Pause the big old conveyor",)
    assert found.score == sum(part.value for part in found.parts)
    settings = SearchSettings(weights={Signal.CLAUSE: 0.0})
    without = _hit(SearchIndex(Curated(ToolGraph.of(TOOLS), settings)), question, "pauseConveyor")
    assert found.score - clause.value == without.score


def _hit(index: SearchIndex, question: str, tool: str) -> Hit:
    return next(hit for hit in index.search(question, 9).results if hit.tool == tool)


def test_a_question_of_which_most_is_in_no_tool_is_told_so() -> None:
    hits = INDEX.search("bake a chocolate cake for the note", 3)
    [note] = hits.notes
    assert note.startswith('No tool has "bake" or "chocolate" or "cake"')
    assert not INDEX.search("pin a note", 3).notes
    assert not INDEX.search("bake a chocolate cake", 3).results
