"""Where hexagons and cards stand: what was laid out once is moved by hand alone."""

from pathlib import Path

import pytest

from graphwright.curate.commands import TakeSource
from graphwright.curate.curation import Curation
from graphwright.graph import Group, ToolGraph
from graphwright.project.project import Project
from graphwright.relations import Relation, RelationKind
from graphwright.tools import Tool
from graphwright_dashboard.panels.explore.pictures import Pictures
from graphwright_dashboard.services import Services
from graphwright_dashboard.views.elements import Hits
from graphwright_dashboard.views.exploring import Filters, view_of

GROUPS = ("orders", "users", "parcels", "refunds", "carts", "shops")


def document(*groups: str, joined: str = "orders") -> Curation:
    """Two tools of each group, the first of which needs the first of the group `joined`."""
    tools = [Tool(f"{group}-{n}", order=n) for group in groups for n in (1, 2)]
    belongs = [Relation(t.name, t.name[:-2], RelationKind.BELONGS_TO) for t in tools]
    needs = [
        Relation(f"{group}-1", f"{joined}-1", RelationKind.REQUIRES, 0.9)
        for group in groups
        if group != joined
    ]
    graph = ToolGraph.of(tools, [*belongs, *needs], map(Group, groups))
    return Curation(graph=graph, base=graph)


def places(services: Services, where: str) -> dict[str, dict[str, float]]:
    scene = Pictures(services).of(view_of(where), Filters(), Hits()).scene
    return {e["data"]["name"]: e["position"] for e in scene.elements if "name" in e["data"]}


def read(project: Project, fresh: Curation) -> None:
    """A new version of the document."""
    project.do(TakeSource(source="", hash=project.keep(fresh)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shop.graphwright"


@pytest.mark.parametrize("where", ["/explore", "/explore?all=1"])
def test_a_new_version_moves_nothing_that_is_still_there(path, where):
    project = Project.open(path, document(*GROUPS))
    before = places(Services(project), where)
    read(project, document(*GROUPS, "labels", joined="shops"))
    after = places(Services(project), where)
    project.close()
    assert {name: after[name] for name in before} == before
    assert len(after) > len(before)
    again = Project.open(path)
    assert places(Services(again), where) == after
    read(again, document(*GROUPS, "labels"))
    assert places(Services(again), where) == after
    again.close()


def test_what_is_mostly_new_is_laid_out_anew(path):
    project = Project.open(path, document(*GROUPS[:2]))
    before = places(Services(project), "/explore")
    read(project, document(*GROUPS))
    after = places(Services(project), "/explore")
    project.close()
    assert after == places(
        Services(Project.open(path.with_name("b"), document(*GROUPS))), "/explore"
    )
    assert {name: after[name] for name in before} != before


def test_a_damaged_record_is_laid_out_anew(path):
    project = Project.open(path, document(*GROUPS))
    before = places(Services(project), "/explore")
    for data in (b"\x00", b"[]", b'{"orders": "left"}', b'{"orders": [1]}', b""):
        project.record("places", "map", data)
        assert places(Services(project), "/explore") == before
    project.close()


def test_who_may_only_read_writes_no_places(path):
    project = Project.open(path, document(*GROUPS))
    places(Services(project, read_only=True), "/explore")
    assert project.records("places") == {}
    project.close()
