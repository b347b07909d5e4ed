"""Tools and groups that are put somewhere by hand stay there, until they are let go."""

import pytest
from playwright.sync_api import expect

from .canvas import drawn, place


def pins(page):
    return page.locator(".pinned")


def said(page):
    return page.get_by_role("status").first


@pytest.mark.parametrize(
    ("where", "scene", "id"),
    [
        ("/explore", "map", "g:returns"),
        ("/explore?tool=getOrder", "tool getOrder", "t:cancelOrder"),
    ],
)
def test_what_is_dragged_stays_and_undo_and_tidy_take_it_home(page, url, project, where, scene, id):
    page.goto(url + where)
    drawn(page, scene)
    home = place(page, id)
    page.mouse.move(*home)
    page.mouse.down()
    page.mouse.move(home[0] + 60, home[1] + 30, steps=4)
    page.mouse.up()
    expect(said(page)).to_contain_text(f"move '{id[2:]}'")
    expect(pins(page)).to_have_count(1)
    there = place(page, id)
    assert there[0] - home[0] == pytest.approx(60, abs=12)
    page.reload()
    drawn(page, scene)
    expect(pins(page)).to_have_count(1)
    page.get_by_role("button", name="Undo", exact=True).first.click()
    expect(pins(page)).to_have_count(0)
    page.get_by_role("button", name="Redo", exact=True).first.click()
    expect(pins(page)).to_have_count(1)
    page.get_by_role("button", name="Tidy").click()
    expect(said(page)).to_contain_text(f"let go of '{id[2:]}'")
    expect(pins(page)).to_have_count(0)
    assert not project.curation.positions
    assert not project.curation.moved


def test_p_pins_what_has_the_focus_and_lets_it_go(page, url, project):
    page.goto(f"{url}/explore?tool=getOrder")
    drawn(page, "tool getOrder")
    page.locator("#explore-canvas").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("p")
    expect(pins(page)).to_have_count(1)
    [(picture, _)] = project.curation.moved
    assert picture == "tool getOrder"
    page.keyboard.press("p")
    expect(pins(page)).to_have_count(0)
    assert not project.curation.moved
