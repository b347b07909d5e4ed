"""Decisions cost the keys that they promise, on the sample project."""

import pytest
from playwright.sync_api import Page, expect

from graphwright.curate.curation import Curation
from graphwright.curate.review import look_alikes
from graphwright.project.project import Project
from graphwright.relations import RelationKey, RelationKind, Verdict
from graphwright_dashboard.sample import sample_curation


@pytest.fixture
def curation() -> Curation:
    return sample_curation()


def shown(page: Page) -> RelationKey:
    card = page.locator(".page[data-page=review] .actions[data-source]")
    expect(card).to_be_visible()
    data = card.evaluate("(card) => ({ ...card.dataset })")
    return RelationKey(data["source"], data["target"], RelationKind(data["kind"]))


def another(page: Page, than: RelationKey) -> None:
    page.wait_for_function(
        """(old) => {
            const now = document.querySelector(".page[data-page=review] .actions[data-source]");
            const { source, target, kind } = now?.dataset ?? {};
            return now && [source, target, kind].join() !== old;
        }""",
        arg=",".join((than.source, than.target, than.kind.value)),
    )


def verdict(project: Project, key: RelationKey) -> Verdict:
    return project.curation.graph.relations[key].verdict


def saved(page: Page, revision: int) -> None:
    expect(page.get_by_text(f"Saved · rev {revision}")).to_be_visible()


def test_one_key_decides_and_the_next_card_comes(page: Page, url: str, project: Project):
    page.goto(f"{url}/review/relations")
    for revision, (key, said) in enumerate((("a", Verdict.ACCEPTED), ("x", Verdict.REJECTED)), 1):
        card = shown(page)
        page.keyboard.press(key)
        saved(page, revision)
        assert verdict(project, card) is said
        another(page, card)


def test_keys_in_quick_succession_are_meant_for_one_card_each(
    page: Page, url: str, project: Project
):
    page.goto(f"{url}/review/relations")
    shown(page)
    for _ in range(3):
        page.keyboard.press("a")
    saved(page, 3)
    graph = project.curation.graph
    assert sum(r.verdict is Verdict.ACCEPTED for r in graph.relations.values()) == 3


def test_two_keys_decide_all_look_alikes_as_one_step(page: Page, url: str, project: Project):
    page.goto(f"{url}/review/relations")
    key = shown(page)
    graph = project.curation.graph
    kin = [r for r in look_alikes(graph, graph.relations[key]) if r.open]
    assert len(kin) > 3
    page.keyboard.press("l")
    expect(page.get_by_role("button", name=f"Reject all {len(kin) + 1}")).to_be_visible()
    page.keyboard.press("Shift+X")
    saved(page, 1)
    assert all(verdict(project, r.key) is Verdict.REJECTED for r in kin)
    page.keyboard.press("Control+z")
    saved(page, 2)
    assert project.curation == project.at(0)


def test_retype_and_accept_is_two_keys(page: Page, url: str, project: Project):
    page.goto(f"{url}/review/relations")
    key = shown(page)
    digit, to = ("3", RelationKind.COMPLEMENTARY)
    page.keyboard.press("t")
    page.keyboard.press(digit)
    saved(page, 1)
    assert verdict(project, RelationKey(key.source, key.target, to)) is Verdict.ACCEPTED


def test_what_is_put_off_comes_back(page: Page, url: str, project: Project):
    page.goto(f"{url}/review/relations")
    first = shown(page)
    page.keyboard.press("s")
    another(page, first)
    assert project.revision == 0
