import pytest

from graphwright.errors import ReadError
from graphwright.evaluate.gate import (
    GateRules,
    accepted,
    compare,
    invalid_workflows,
    is_accepted,
    read_rules,
    write_rules,
)
from graphwright.evaluate.golden import Golden
from graphwright.evaluate.metrics import Scored, Scores
from graphwright.graph import ToolGraph
from graphwright.tools import Tool
from graphwright.workflow.model import Step, Workflow


class Held:
    graph = ToolGraph.of([Tool("pay")])


def scores(*scored: Scored, mean: float = 1.0) -> Scores:
    return Scores(5, len(scored), mean, mean, mean, mean, None, (), scored)


def scored(query: str, passed: bool, *, found: tuple[str, ...] = (), **fields: object) -> Scored:
    golden = Golden(query, ("pay",), **fields)  # type: ignore[arg-type]
    return Scored(golden, found, (1 if passed else None,), passed)


def test_without_a_baseline_only_forbidden_tools_and_workflows_block():
    now = scores(
        scored("a", False), scored("b", True, found=("pay", "void"), forbid=("void",)), mean=0.1
    )
    against = compare(now, None, {"w": "It has no step."})
    assert against.blockers == (
        "'b' finds 'void', which it must not.",
        "The workflow 'w' cannot run: It has no step.",
    )
    assert (against.passed, dict(against.delta), against.broken) == (False, {}, ())


def test_what_was_fixed_and_what_broke():
    before = scores(scored("a", True), scored("b", False), scored("c", True), scored("d", True))
    now = scores(
        scored("a", False), scored("b", True), scored("c", True), scored("d", False, pinned=False)
    )
    against = compare(now, before)
    assert (against.fixed, against.broken) == (("b",), ("a", "d"))
    assert against.blockers == ("'a' passed before and fails now.",)


@pytest.mark.parametrize(
    ("mean", "epsilon", "passes"),
    [(0.99, 0.01, True), (0.98, 0.01, False), (0.98, 0.02, True), (1.0, 0.0, True)],
)
def test_a_mean_may_fall_by_epsilon(mean: float, epsilon: float, passes: bool):
    against = compare(scores(mean=mean), scores(mean=1.0), rules=GateRules(epsilon=epsilon))
    assert against.passed is passes
    assert against.delta["hit"] == pytest.approx(mean - 1.0)


def test_an_error_in_a_workflow_makes_it_invalid():
    good, bad = (Workflow(name, steps=(Step("s", name),)) for name in ("pay", "gone"))
    assert list(invalid_workflows([good, bad], Held())) == ["gone"]


@pytest.mark.parametrize(
    ("rules", "blockers"),
    [
        (GateRules(), 4),
        (GateRules(forbidden=False), 3),
        (GateRules(pinned=False), 3),
        (GateRules(workflows=False), 3),
        (GateRules(means=()), 0 + 3),
        (GateRules(means=("hit", "mrr"), forbidden=False, pinned=False, workflows=False), 2),
        (GateRules(epsilon=1.0), 3),
    ],
)
def test_each_rule_can_be_left_out(rules: GateRules, blockers: int):
    before = scores(scored("a", True), mean=0.5)
    one = scored("a", False, found=("void",), forbid=("void",))
    now = Scores(5, 1, 0.4, 0.5, 0.5, 0.5, None, (), (one,))
    if "mrr" in rules.means and len(rules.means) == 2:
        now = Scores(5, 1, 0.4, 0.4, 0.4, 0.4, None, (), (one,))
    found = compare(now, before, {"w": "It has no step."}, rules)
    assert (len(found.blockers), found.passed) == (blockers, not blockers)


def test_rules_survive_their_file():
    rules = GateRules(pinned=False, means=("mrr",), epsilon=0.05)
    assert read_rules(write_rules(rules), "gate.json") == rules
    assert read_rules(b"{}", "gate.json") == GateRules()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "no rules"),
        ('{"epsilon": "much"}', "'epsilon'"),
        ('{"epsilon": -1}', "share from 0 to 1"),
        ('{"means": ["speed"]}', "no mean 'speed'"),
        ('{"forbiden": true}', "'forbiden'"),
        ("", "no rules"),
    ],
)
def test_a_file_that_holds_no_rules_is_refused_in_a_sentence(text: str, says: str):
    with pytest.raises(ReadError, match=r"gate\.json") as refused:
        read_rules(text.encode(), "gate.json")
    assert says in str(refused.value)


def test_an_accepted_query_may_fail_and_says_why():
    golden = accepted(Golden("a", ("pay",)), " It is meant so. ")
    assert is_accepted(golden)
    assert golden.note == "Accepted as intended: It is meant so."
    assert not is_accepted(Golden("a", pinned=False))
