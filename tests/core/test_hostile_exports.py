"""A hundred hostile names in every form of the export: read back, executed, and never markup."""

import itertools
import re

import orjson
import pytest

from graphwright.curate.curation import Curation
from graphwright.formats import read
from graphwright.graph import Group, ToolGraph
from graphwright.read import curation_of
from graphwright.relations import Relation, RelationKind
from graphwright.release.export import FORMATS, files, write
from graphwright.tools import Parameter, Tool

from .hostile_names import MARKUP, NAMES

TOOLS = [
    Tool(name, description=name, parameters=(Parameter(name),), tags=(name,), order=order)
    for order, name in enumerate(NAMES)
]
RELATIONS = [
    Relation(one, other, RelationKind.REQUIRES) for one, other in itertools.pairwise(NAMES)
]
GRAPH = ToolGraph.of(TOOLS, RELATIONS, [Group("g")])
CURATION = Curation(GRAPH, GRAPH)


@pytest.mark.parametrize("format", FORMATS)
def test_every_form_is_written(format: str):
    assert write(CURATION, format) == write(CURATION, format)


@pytest.mark.parametrize("format", ["json", "collection", "graphml"])
def test_names_come_back_as_they_were(format: str):
    again = curation_of([read(write(CURATION, format), "graph")])
    assert {tool.name for tool in again.graph.tools.values()} == set(NAMES)
    assert len(again.graph.relations) >= len(RELATIONS)


def test_the_page_holds_no_markup_of_a_name():
    page = write(CURATION, "html").decode()
    data = re.search(r'<script[^>]*id="gw-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert data is not None
    assert "<" not in data[1]
    orjson.loads(data[1])
    rest = page.replace(data[1], "")
    assert [name for name in MARKUP if "<" in name and name in rest] == []


def test_no_dossier_leaves_its_folder_or_holds_markup():
    for name, data in files(CURATION, "dossiers").items():
        assert re.fullmatch(r"[\w.~-]+", name), name
        text = re.sub(r"(`+)[^`].*?\1", "", data.decode(), flags=re.DOTALL)
        assert not re.search(r"(?<!\\)<(img|script|svg|iframe)\b", text, re.IGNORECASE), name
