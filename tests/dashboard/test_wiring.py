"""Ids are typed in three places, Python layouts, Python callbacks and JavaScript: they agree."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from plotly.utils import PlotlyJSONEncoder

from graphwright.curate.curation import Curation
from graphwright.project.project import Project
from graphwright_dashboard import app as application
from graphwright_dashboard.panels.explore.table import grid
from graphwright_dashboard.services import Services


def ids_in(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(id := node.get("props", {}).get("id"), (str, dict)):
            yield id if isinstance(id, str) else json.dumps(id)
        for child in node.values():
            yield from ids_in(child)
    elif isinstance(node, list):
        for child in node:
            yield from ids_in(child)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    project = Project.open(tmp_path_factory.mktemp("wiring") / "empty.graphwright", Curation())
    services = Services(project)
    yield application.create_app(services).server.test_client()
    services.jobs.close()
    project.close()


@pytest.fixture(scope="module")
def ids(client) -> list[str]:
    """Those of the layout, and of the table's grid, which comes when it is first looked at."""
    later = json.loads(json.dumps(grid("tools"), cls=PlotlyJSONEncoder))
    return [*ids_in(client.get("/_dash-layout").get_json()), *ids_in(later)]


def scripts() -> list[Path]:
    return sorted(application.assets_folder().glob("*.js"))


def test_ids_are_unique(ids):
    assert sorted(ids) == sorted(set(ids))


def test_callbacks_name_components_that_exist(client, ids):
    for callback in client.get("/_dash-dependencies").get_json():
        named = {end["id"] for end in callback["inputs"] + callback["state"]}
        if not callback["no_output"]:
            named |= {end.split(".")[0] for end in callback["output"].strip(".").split("...")}
        assert {n for n in named if not n.startswith("{")} <= set(ids), callback["output"]


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.name)
def test_scripts_name_components_that_exist(script, ids):
    prefixes = {id.partition("-")[0] for id in ids}
    for text in re.findall(r'"([a-z]+-[a-z-]+)"', script.read_text()):
        if text.partition("-")[0] in prefixes:
            assert text in ids, text


def test_scripts_and_styles_are_served_and_ask_for_nothing_outside(client):
    for path in [*scripts(), *application.assets_folder().glob("*.css")]:
        with client.get(f"/assets/{path.name}") as response:
            assert response.status_code == 200
        assert not re.search(r"https?://(?!www\.w3\.org/)", path.read_text()), path.name


def test_clientside_functions_exist(client):
    text = "\n".join(path.read_text() for path in scripts())
    for callback in client.get("/_dash-dependencies").get_json():
        function = callback["clientside_function"]
        if function and not function["namespace"].startswith("_dashprivate"):
            assert re.search(rf"\b{function['function_name']}\b", text), function


def test_icons_that_are_named_are_drawn():
    drawn = set(
        re.findall(r"\.icon-([a-z-]+)", (application.assets_folder() / "icons.css").read_text())
    )
    package = Path(application.__file__).parent
    text = "\n".join(path.read_text() for path in package.rglob("*.py"))
    named = set(re.findall(r'(?:icon|icon_button)\("([a-z-]+)"', text))
    named |= set(re.findall(r'sign="([a-z-]+)"', text))
    assert named <= drawn


def test_every_page_has_an_address_of_its_own():
    paths = [panel.PATH for panel in application.PANELS]
    assert len(paths) == len(set(paths))


def test_other_hosts_and_other_sites_are_refused(client):
    assert client.get("/", headers={"Host": "graphwright.example"}).status_code == 403
    assert client.get("/", headers={"Host": "[::1]:8050"}).status_code == 200
    origin = {"Origin": "https://elsewhere.example"}
    assert client.post("/_dash-update-component", headers=origin, json={}).status_code == 403


def test_the_browser_is_told_to_ask_nobody_else(client):
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert not re.search(r"https?:", policy)
