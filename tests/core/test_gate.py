import pytest

from graphwright.evaluate.gate import compare, invalid_workflows
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
    against = compare(scores(mean=mean), scores(mean=1.0), epsilon=epsilon)
    assert against.passed is passes
    assert against.delta["hit"] == pytest.approx(mean - 1.0)


def test_an_error_in_a_workflow_makes_it_invalid():
    good, bad = (Workflow(name, steps=(Step("s", name),)) for name in ("pay", "gone"))
    assert list(invalid_workflows([good, bad], Held())) == ["gone"]
