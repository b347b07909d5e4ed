"""axe-core finds nothing serious on any page, in both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

PAGES = (
    "/",
    "/explore",
    "/explore?group=orders",
    "/explore?tool=getOrder",
    "/explore?all=1",
    "/explore?view=table",
    "/explore?view=table&rows=relations",
    "/explore?view=matrix",
    "/review/relations",
    "/review/duplicates",
    "/review/contradictions",
    "/lab?q=cancel+an+order",
    "/lab/golden",
    "/workflows",
    "/release",
    "/history",
    "/settings",
)
GRAVE = ("serious", "critical")


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "bypass_csp": True}  # axe is put into the page


def test_no_page_has_a_grave_finding(page, url):
    page.add_init_script("localStorage.setItem('graphwright-theme', 'light')")
    found: list[str] = []
    for path in PAGES:
        page.goto(url + path)
        stands(page, path)
        found += graves(page, path)
        page.locator("#shell-theme").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        settle(page)
        found += graves(page, path)
    assert not found, "\n".join(found)


def graves(page, path):
    """What is serious, each a line."""
    theme = page.locator("html").get_attribute("data-theme")
    return [
        f"{path} {theme}: {one['id']} {node['target']} {node['failureSummary'][:200]}"
        for one in Axe().run(page).response["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"][:3]
    ]


def settle(page):
    """Waits until nothing fades from one colour to another."""
    page.wait_for_function("() => document.getAnimations().every((a) => a.playState !== 'running')")


def stands(page, path):
    """Waits until the page has drawn what its address asks for."""
    expect(page.locator(".page:not([hidden])")).to_have_count(1)
    if "view=table" in path:
        expect(page.locator(".ag-row").first).to_be_visible()
    elif "view=matrix" in path:
        expect(page.locator("#explore-matrix table")).to_be_visible()
    elif path.startswith("/explore"):
        expect(page.locator("#explore-canvas[data-scene]")).to_be_visible()
    else:
        page.wait_for_function(
            "() => document.querySelectorAll('.page:not([hidden]) *').length > 12"
        )
