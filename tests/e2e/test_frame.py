import re

from playwright.sync_api import expect


def test_keys_open_their_sheet_fold_the_inspector_and_are_off_in_text_fields(page, url):
    page.goto(f"{url}/explore")
    page.get_by_role("button", name="Keys").click()
    groups = page.get_by_role("dialog", name="Keys").locator("h3")
    assert "Graph" in groups.all_inner_texts()[:2]  # of Explore, which is in front
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("Add a relation")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.keyboard.press("?")
    expect(sheet).to_contain_text("Go to Explore")
    page.keyboard.press("Escape")

    inspector = page.get_by_role("complementary", name="Inspector")
    expect(inspector).to_contain_text("Nothing is selected")
    page.keyboard.press("]")
    expect(inspector).to_be_hidden()
    page.keyboard.press("]")
    expect(inspector).to_be_visible()

    expect(page.get_by_text("Nothing to save")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("status")).to_have_text(re.compile(".+\\."))

    field = page.get_by_role("combobox", name="Find tool, query, command")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option", name="Zoom in")).to_be_visible()
    for words, found in (
        ("theme", "Theme: light or dark"),
        ("density", "Density: comfortable or compact"),
        ("matrix", "Matrix"),
        ("new workflow", "New workflow"),
        ("merge", "Merge"),
        ("export", "Export, and publish a release"),
        ("baseline", "Set the baseline"),
        ("golden", "Golden set"),
        ("accept", "Accept"),
    ):
        field.fill(words)
        expect(page.get_by_role("option", name=found).first).to_be_visible()
    page.keyboard.press("Enter")  # accept: no relation is selected
    expect(page.get_by_role("status")).to_contain_text("nothing here is chosen for it")
    field.fill("save as golden")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Search Lab")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Explore")).to_be_visible()
    field.click()
    page.keyboard.type("g r ? ]")
    expect(field).to_have_value("g r ? ]")
    assert page.url.endswith("/explore")


def test_pages_have_addresses_and_the_theme_is_kept(page, url):
    page.goto(f"{url}/nowhere-at-all")
    expect(page.get_by_role("heading", name="There is no page at this address.")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("e")
    expect(page.get_by_role("heading", name="Explore")).to_be_visible()
    assert page.url.endswith("/explore")
    expect(page.get_by_role("link", name="Explore")).to_have_attribute("aria-current", "page")
    page.go_back()
    assert page.url.endswith("/nowhere-at-all")

    html = page.locator("html")
    before = html.get_attribute("data-theme")
    page.get_by_role("button", name="Theme").click()
    expect(html).not_to_have_attribute("data-theme", before)
    page.reload()
    expect(html).not_to_have_attribute("data-theme", before)
