"""Rules in words, proposals of a log, and doubles at other thresholds."""

import pytest

from graphwright.curate.apply import apply
from graphwright.curate.calibration import calibration
from graphwright.curate.commands import Accept, MakeRule, Reject
from graphwright.curate.curation import Rule
from graphwright.curate.review import queue
from graphwright.curate.suppliers import suppliers, supplies_more
from graphwright.curate.usage import read_usage
from graphwright.duplicates import duplicates, find_pairs
from graphwright.errors import CommandError
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import Scored, Scores
from graphwright.relations import RelationKind, Verdict
from graphwright_dashboard.differing import changes
from graphwright_dashboard.panels.review.usage import usage
from graphwright_dashboard.sample import sample_curation
from graphwright_dashboard.views import (
    calibrated,
    clusters,
    doubles,
    overview,
    readiness,
    reviewed,
)

LOG = {
    "log": calibrated.packed(read_usage(b'{"tools": ["createReview", "getInvoice"]}\n' * 4)),
}


@pytest.fixture(scope="module")
def curation():
    return sample_curation()


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (Rule("r", "rejected"), "Rejects every relation."),
        (
            Rule("r", "accepted", "requires", "lifecycle", "orderId"),
            "Accepts requires found by lifecycle on orderId.",
        ),
        (
            Rule("r", "rejected", "precedes", above=0.5, below=0.6, group="Orders"),
            "Rejects precedes from tools of Orders, confidence 0.50 to 0.60.",
        ),
    ],
)
def test_a_rule_is_a_sentence(rule: Rule, sentence: str):
    assert calibrated.said(rule) == sentence


def test_the_preview_of_a_rule_is_what_it_does(curation):
    relation = next(r for r in curation.graph.relations.values() if r.open and r.evidence)
    rule = reviewed.rule_of(relation, Verdict.REJECTED)
    promised = {r.key for r in reviewed.ruled_by(curation, rule)}
    after = apply(curation, MakeRule(rule=rule))
    done = {r.key for r in after.graph.relations.values() if r.verdict is Verdict.REJECTED}
    assert done == promised
    assert calibrated.decided_by(after, after.rules[0]) == len(promised)
    back = apply(after, calibrated.without(after.rules[0]))
    assert back.graph == curation.graph


def test_lines_of_calibration_hold_every_bucket(curation):
    key = next(r.key for r in curation.graph.relations.values() if r.open)
    buckets = calibration(apply(curation, Accept(**key._asdict())).graph)
    found = calibrated.lines(buckets)
    assert sum(len(line.buckets) for line in found) == len(buckets)
    assert sum(line.decided for line in found) == 1


def test_a_proposal_is_taken_or_kept_out_for_good(curation):
    (relation,) = calibrated.proposed(curation, LOG)
    asked = {"source": relation.source, "target": relation.target}
    for verdict in ("accepted", "rejected"):
        command = calibrated.decide_proposal(curation, LOG, {**asked, "verdict": verdict})
        after = apply(curation, command)
        assert after.graph.relations[relation.key].verdict == verdict
        assert not calibrated.proposed(after, LOG)
    with pytest.raises(CommandError, match="not proposed any more"):
        calibrated.decide_proposal(after, LOG, {**asked, "verdict": "accepted"})
    with pytest.raises(CommandError, match="names no proposal"):
        calibrated.decide_proposal(curation, LOG, {})


def test_every_threshold_says_what_it_would_find(curation):
    pairs = find_pairs(curation.graph)
    counts = doubles.predicted(pairs)
    assert list(counts) == [str(n) for n in range(50, 100)]
    assert list(counts.values()) == sorted(counts.values(), reverse=True)
    assert counts["85"] == pairs.counts([0.85])[0.85]


def test_the_address_of_a_merge_survives_odd_names():
    said = "keep=a&out=b&take=description:c:d&take=name:x&map=t%0Aa%0Ab&map=broken&t=7"
    at = clusters.Address.read(f"/review/duplicates?cluster=a&{said}")
    assert at.take == (("description", "c:d"),)
    assert at.maps == (("t", "a", "b"),)
    assert at.threshold == clusters.HIGHEST


def test_what_a_merge_does_to_golden_queries_is_told_apart():
    def scores(*passed: bool) -> Scores:
        some = [Scored(Golden(f"q{n}"), (), (), passed=one) for n, one in enumerate(passed)]
        return Scores(5, len(some), 0.0, 0.0, 0.0, 0.0, None, (), tuple(some))

    found = doubles.verdicts(scores(True, False, True), scores(False, True, True))
    assert (found.mended, found.broken) == (("q1",), ("q0",))


def test_a_survivor_that_is_called_as_another_is_mapped_too(curation):
    cluster = clusters.find(duplicates(curation), "getOrder")
    at = clusters.Address(take=(("takes", "order_get"),))
    command = clusters.merge_command(curation, clusters.chosen(cluster, at), at)
    assert command.fields["parameters"] == "order_get"
    assert command.parameters == {"getOrder": {"orderId": "order_id"}}
    after = apply(curation, command)
    assert after.graph.tools["getOrder"].parameter("order_id")
    requires = (r for r in after.graph.relations.values() if r.kind is RelationKind.REQUIRES)
    own = [e for r in requires if r.source == "getOrder" for e in r.evidence]
    assert not any(evidence.parameter == "orderId" for evidence in own)


@pytest.mark.parametrize("wish", ["best", "accepted"])
def test_suppliers_are_decided_together_but_for_what_supplies_more(curation, wish: str):
    graph = curation.graph
    some = max((suppliers(graph, r) for r in graph.relations.values() if r.open), key=len)
    request = {**some[-1].key._asdict(), "verdict": wish}
    after = apply(curation, reviewed.decide_suppliers(curation, request)).graph.relations
    rejected = {r.key for r in some if after[r.key].rejected}
    assert after[some[0].key].verdict is Verdict.ACCEPTED
    spared = {r.key for r in some[1:] if not supplies_more(r)}
    assert rejected == (spared if wish == "best" else set())


def test_what_nobody_else_supplies_is_not_decided_with_others(curation):
    alone = next(
        r for r in curation.graph.relations.values() if r.open and not suppliers(curation.graph, r)
    )
    with pytest.raises(CommandError):
        reviewed.decide_suppliers(curation, {**alone.key._asdict(), "verdict": "best"})


def test_a_log_without_sessions_says_what_it_lacks(curation):
    log = calibrated.packed(read_usage(b'{"tool": "createReview"}\n{"tool": "getInvoice"}\n' * 4))
    assert "A pair is proposed from 3 sessions on, and the log tells of 1 session" in str(
        usage(curation, {"log": log})
    )


def test_an_address_limits_what_waits_and_keeps_its_limit(curation):
    cards = queue(curation)
    some = curation.graph.tools[cards[0].relation.source].source
    assert reviewed.limited(cards, curation, "") == cards
    leaned = reviewed.limited(cards, curation, reviewed.LEANED)
    assert [card for card in cards if card.cost > 0.05] == list(leaned)
    of = reviewed.limited(cards, curation, reviewed.DOCUMENT + some)
    tools = curation.graph.tools
    assert list(of) == [c for c in cards if tools[c.relation.source].source == some]
    at = reviewed.Address.read("/review/relations?only=leaned&order=confidence")
    assert "only=leaned" in at.path(cards[0].relation)
    assert not reviewed.limited(cards, curation, reviewed.DOCUMENT + "no such document")


def test_tiles_of_the_overview_lead_to_what_they_count(curation):
    lost = Scored(Golden("lost"), (), (), passed=False)
    scores = Scores(5, 1, 0.0, 0.0, 0.0, 0.0, None, (), (lost,))
    cards = queue(curation, costs={card.relation.key: 0.2 for card in queue(curation)[:3]})
    found = overview.actions(curation, scores, cards, 0, 0)
    tiles = {one.title: (one.number, one.href) for one in found}
    assert tiles["Golden queries fail"] == (1, "/lab/golden?show=failing")
    number, href = tiles["Open relations that queries or workflows lean on"]
    limit = reviewed.Address.read(href).only
    assert number == len(reviewed.limited(cards, curation, limit)) == 3
    decided = list(readiness.parts([], {}, "a b.json"))[-1]
    assert reviewed.Address.read(decided.href).only == reviewed.DOCUMENT + "a b.json"


def test_relations_that_alone_differ_are_no_nothing(curation):
    surest = max(queue(curation), key=lambda card: card.relation.confidence).relation
    after = apply(curation, Reject(**surest.key._asdict()))
    assert "Nothing at all" in repr(changes(curation, curation, "Nothing at all"))
    assert "Relations alone" in repr(changes(after, curation, "Nothing at all"))
