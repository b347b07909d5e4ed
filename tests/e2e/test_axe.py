"""axe-core finds nothing serious on any page; what has colours, in both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

# what the page has drawn when it stands
PAGES = {
    "/": "#overview-body h2",
    "/explore": "#explore-canvas[data-scene='map']",
    "/explore?group=orders": "#explore-canvas[data-scene='group orders']",
    "/explore?tool=getOrder": "#explore-canvas[data-scene='tool getOrder']",
    "/explore?all=1": "#explore-canvas[data-scene='all']",
    "/explore?view=table": ".ag-row [col-id=method]",
    "/explore?view=table&rows=relations": ".ag-row [col-id=relation]",
    "/explore?view=matrix": "#explore-matrix table",
    "/review/relations": "#review-body .actions",
    "/review/duplicates": "#duplicates-body :is(.actions, .empty)",
    "/review/contradictions": "#contradictions-body :is(h2, .empty)",
    "/lab?q=cancel+an+order": "#lab-page :text('cancelOrder')",
    "/lab/golden": "#lab-page :text('golden quer')",
    "/workflows": "#workflows-page h2",
    "/release": "#release-page h2:text('Gate')",
    "/history": "#history-rows *",
    "/settings": "#settings-page select",
}
THEMES = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}  # all else is the same
GRAVE = ("serious", "critical")


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "bypass_csp": True}  # axe is put into the page


def test_no_page_has_a_grave_finding(page, url):
    found: list[str] = []
    page.goto(url)
    page.wait_for_function("() => document.querySelector('.page:not([hidden])')")
    page.evaluate(Axe().axe_script)
    for path, drawn in PAGES.items():
        page.evaluate("(path) => graphwright.go(path)", path)
        expect(page.locator(drawn).first).to_be_visible()
        for theme, rules in THEMES.items():
            page.evaluate("(name) => graphwright.theme(name)", theme)
            settle(page)
            found += graves(page, f"{path} {theme}", rules)
    assert not found, "\n".join(found)


def graves(page, place, rules):
    """What is serious, each a line."""
    options = {"resultTypes": ["violations"], **rules}
    return [
        f"{place}: {one['id']} {node['target']} {node['failureSummary'][:200]}"
        for one in page.evaluate("(options) => axe.run(options)", options)["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"][:3]
    ]


def settle(page):
    """Waits until nothing fades from one colour to another."""
    page.wait_for_function("() => document.getAnimations().every((a) => a.playState !== 'running')")
