"""Decisions cost the keys that they promise, on the sample project."""

import pytest
from playwright.sync_api import Page, expect

from graphwright.curate.calibration import Bucket, calibration
from graphwright.curate.commands import Accept, All, Reject
from graphwright.curate.curation import Curation
from graphwright.curate.review import look_alikes
from graphwright.curate.suppliers import suppliers, supplies_more
from graphwright.graph import ToolGraph
from graphwright.project.project import Project
from graphwright.relations import Relation, RelationKey, RelationKind, Verdict
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


def accepted(project: Project) -> int:
    relations = project.curation.graph.relations.values()
    return sum(r.verdict is Verdict.ACCEPTED for r in relations)


def with_look_alikes(project: Project) -> tuple[RelationKey, list[Relation]]:
    """An open relation with more than three open look-alikes."""
    graph = project.curation.graph
    keys = (key for key in sorted(graph.relations) if graph.relations[key].open)
    some = ((key, look_alikes(graph, graph.relations[key])) for key in keys)
    found = ((key, [r for r in alike if r.open]) for key, alike in some)
    return next((key, kin) for key, kin in found if len(kin) > 3)


def address(key: RelationKey) -> str:
    return f"/review/relations?source={key.source}&target={key.target}&kind={key.kind}"


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
    assert accepted(project) == 3
    page.keyboard.press("s")  # what is put off is the card that follows
    for key in ("a", "a", "Control+z", "a", "j", "a"):
        page.keyboard.press(key)
    saved(page, 8)
    assert accepted(project) == 6
    kinds = [entry.kind for entry in project.journal()]
    assert kinds == ["do", "do", "do", "do", "do", "undo", "do", "do"]
    taken_back = project.journal()[4].command
    assert verdict(project, taken_back.key) is Verdict.UNREVIEWED


def test_a_key_after_a_click_on_a_row_is_meant_for_that_row(page: Page, url: str, project: Project):
    page.goto(f"{url}/review/relations")
    shown(page)
    row = page.locator("#review-queue li[data-key]").nth(2)
    kind, source, target = str(row.get_attribute("data-key")).split("\n")
    row.click()
    page.keyboard.press("a")  # the card of the row is not drawn yet
    saved(page, 1)
    assert verdict(project, RelationKey(source, target, RelationKind(kind))) is Verdict.ACCEPTED


def test_two_keys_decide_all_look_alikes_as_one_step(page: Page, url: str, project: Project):
    key, kin = with_look_alikes(project)
    page.goto(f"{url}{address(key)}")
    assert shown(page) == key
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("l")
    preview = page.get_by_role("group", name="Look-alikes that wait")
    expect(preview).to_be_focused()
    expect(page.get_by_role("button", name=f"Reject all {len(kin) + 1}")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
    assert "alike" not in page.url
    assert shown(page) == key
    page.keyboard.press("l")
    expect(preview).to_be_focused()
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

    page.evaluate("graphwright.go('/review/duplicates')")
    expect(page.locator("#duplicates-body .actions")).to_be_visible()
    for key in ("k", "k", "Control+z"):  # each of the next cluster, and undo of the last
        page.keyboard.press(key)
    saved(page, 3)
    assert [entry.kind for entry in project.journal()] == ["do", "do", "undo"]
    assert project.curation.apart == {frozenset(project.journal()[0].command.tools)}


def test_rows_of_the_list_are_chosen_and_decided_together(page: Page, url: str, project: Project):
    page.goto(f"{url}/review/relations?only=document%3Ashop.openapi.yaml")
    first = shown(page)
    rows = page.locator("#review-queue li[data-key]")
    page.keyboard.press("End")
    another(page, first)
    expect(rows.last).to_have_attribute("aria-selected", "true")
    expect(page.locator("#review-queue .more", has_text="after these")).to_have_count(0)
    page.keyboard.press("Home")
    expect(rows.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Space")  # lets the third go
    expect(page.locator("#review-chosen")).to_contain_text("2 chosen")
    page.keyboard.press("Shift+X")
    saved(page, 1)
    (entry,) = project.journal()
    assert len(entry.command.commands) == 2
    assert verdict(project, first) is Verdict.REJECTED
    expect(page.locator("#review-chosen")).to_be_hidden()


def test_a_rule_is_made_after_a_preview_and_taken_back(page: Page, url: str, project: Project):
    page.goto(f"{url}/review/relations")
    shown(page)
    page.keyboard.press("l")
    rejects = page.locator(".rules li").filter(has_text="Rejects")
    expect(rejects).to_be_visible()
    promised = int(rejects.inner_text().split("Decides ")[1].split(" ")[0])
    rejects.get_by_role("button", name="Make it a rule").click()
    saved(page, 1)
    relations = project.curation.graph.relations.values()
    assert sum(r.verdict is Verdict.REJECTED for r in relations) == promised
    page.goto(f"{url}/review/relations?view=rules")
    expect(page.get_by_text(f"decided {promised} relation")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    saved(page, 2)
    assert not project.curation.rules
    assert project.curation.graph == project.at(0).graph


def test_three_alike_decisions_offer_the_rest(page: Page, url: str, project: Project):
    key, kin = with_look_alikes(project)
    project.do(All(commands=tuple(Reject(**r.key._asdict()) for r in kin[:3])))
    page.goto(f"{url}{address(key)}")
    expect(page.get_by_text(f"You rejected 3 {key.kind}")).to_be_visible()


def test_another_relation_of_a_pair_is_made_to_ship(page: Page, url: str, project: Project):
    graph = project.curation.graph
    stacks = ((key, graph.stack(key.source, key.target)) for key in sorted(graph.relations))
    key = next(
        key
        for key, stack in stacks
        if graph.relations[key].open and len([o for o in stack if not o.rejected]) > 1
        if all(o.source == key.source for o in stack)  # of those one ships each way
    )
    page.goto(f"{url}/review/relations?source={key.source}&target={key.target}&kind={key.kind}")
    stack = page.locator(".stack")
    expect(stack.get_by_text("ships")).to_have_count(1)
    stack.get_by_role("button", name="Ship this one").first.click()
    saved(page, 1)
    assert project.curation.pins


def test_scores_are_hidden_and_come_back(page: Page, url: str):
    page.goto(f"{url}/review/relations")
    shown(page)
    score = page.locator("#review-body .score").first
    expect(score).to_be_visible()
    page.keyboard.press("h")
    expect(score).to_be_hidden()
    page.keyboard.press("h")
    expect(score).to_be_visible()


def test_advice_decides_what_can_be_decided_unseen(page: Page, url: str, project: Project):
    buckets = calibration(project.curation.graph)
    bucket = max(buckets, key=lambda one: one.left)
    alike = [r for r in project.curation.graph.relations.values() if _in(r, bucket) and r.open]
    assert len(alike) > 40
    project.do(All(commands=tuple(Accept(**r.key._asdict()) for r in alike[:35])))
    page.goto(f"{url}/review/relations?view=confidence")
    expect(page.get_by_text("left to gain in")).to_be_visible()
    expect(page.locator(".plot .mark").first).to_be_visible()
    advice = page.locator(".advice li").filter(has_text="35 of 35 accepted")
    advice.get_by_role("button", name="Accept them").click()
    saved(page, 2)
    relations = project.curation.graph.relations
    assert all(relations[r.key].verdict is Verdict.ACCEPTED for r in alike)
    page.keyboard.press("Control+z")
    saved(page, 3)
    assert project.curation == project.at(1)


def _in(relation: Relation, bucket: Bucket) -> bool:
    rule = relation.evidence[0].rule if relation.evidence else ""
    same = (rule, relation.kind) == (bucket.rule, bucket.kind)
    return same and bucket.low <= relation.confidence < bucket.high


def test_a_log_of_calls_only_proposes(page: Page, url: str, project: Project):
    calls = b'{"tools": ["createReview", "getInvoice", "getOrder"]}\n' * 4
    log = {"name": "calls.jsonl", "mimeType": "application/jsonl", "buffer": calls}
    page.goto(f"{url}/review/relations?view=usage")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Read a log of calls").click()
    chooser.value.set_files(log)
    row = page.locator("tr[data-source=createReview]")
    expect(row).to_contain_text("in 4 of 4 sessions")
    assert project.revision == 0
    row.get_by_role("button", name="Accept").click()
    saved(page, 1)
    accepted = RelationKey("createReview", "getInvoice", RelationKind.PRECEDES)
    relation = project.curation.graph.relations[accepted]
    assert relation.verdict is Verdict.ACCEPTED
    assert "4 of 4 sessions" in relation.evidence[0].text
    row = page.locator("tr[data-source=getInvoice]")
    row.get_by_role("button", name="Reject").click()
    saved(page, 2)
    rejected = RelationKey("getInvoice", "getOrder", RelationKind.PRECEDES)
    assert verdict(project, rejected) is Verdict.REJECTED
    expect(page.get_by_text("0 relations proposed")).to_be_visible()


def test_the_ends_of_the_list_lead_to_every_relation_that_waits(
    page: Page, url: str, project: Project
):
    page.goto(f"{url}/review/relations?order=confidence")
    shown(page)
    waits = sum(r.open for r in project.curation.graph.relations.values())
    assert waits > 300
    rows = page.locator("#review-queue li[data-key]")
    seen: dict[str, int] = {}
    while True:
        expect(rows.first).to_be_visible()
        card = shown(page)
        held = "(rows) => rows.map(({ dataset }) => [dataset.key, Number(dataset.holds)])"
        seen.update(rows.evaluate_all(held))
        further = page.locator("#review-queue .more", has_text="after these")
        if not further.count():
            break
        further.click()
        another(page, card)
        expect(page.locator("#review-queue li[aria-selected=true]")).to_be_visible()
    assert sum(seen.values()) == waits


def requirement(graph: ToolGraph) -> tuple[Relation, ...]:
    """The open suppliers of the parameter that most tools supply, the surest first."""
    open_ones = (r for r in graph.relations.values() if r.open)
    return max((suppliers(graph, r) for r in open_ones), key=len)


def opened(page: Page, url: str, relation: Relation) -> None:
    key = relation.key
    page.goto(f"{url}/review/relations?source={key.source}&target={key.target}&kind={key.kind}")
    expect(page.locator("[data-supplier]").first).to_be_visible()


@pytest.mark.parametrize(("key", "rest"), [("b", Verdict.REJECTED), ("m", Verdict.ACCEPTED)])
def test_one_key_decides_all_suppliers_of_a_parameter_as_one_step(
    page: Page, url: str, project: Project, key: str, rest: Verdict
):
    best, *others = requirement(project.curation.graph)
    opened(page, url, best)
    expect(page.locator("[data-supplier]")).to_have_count(1 + len(others))
    page.keyboard.press(key)
    saved(page, 1)
    another(page, best.key)
    assert verdict(project, best.key) is Verdict.ACCEPTED
    assert {verdict(project, r.key) for r in others if not supplies_more(r)} == {rest}
    page.keyboard.press("Control+z")
    saved(page, 2)
    assert project.curation == project.at(0)


def test_a_digit_rejects_one_supplier_and_the_others_stay(page: Page, url: str, project: Project):
    best, second, *others = requirement(project.curation.graph)
    opened(page, url, best)
    page.keyboard.press("2")
    saved(page, 1)
    expect(page.locator("[data-supplier]").nth(1)).to_contain_text("rejected")
    assert verdict(project, second.key) is Verdict.REJECTED
    assert shown(page) == best.key
    page.keyboard.press("1")
    saved(page, 2)
    another(page, best.key)
    assert shown(page) in {r.key for r in others}


def test_suppliers_of_one_parameter_wait_in_one_row(page: Page, url: str, project: Project):
    some = requirement(project.curation.graph)
    opened(page, url, some[0])
    row = page.locator("#review-queue li[aria-selected=true]")
    expect(row).to_contain_text(f"from {len(some)} tools")
