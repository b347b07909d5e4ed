"""What more results would find, and what they would cost: means and tokens over k."""

from collections.abc import Sequence
from dataclasses import dataclass

import orjson

from ..search.index import SearchIndex
from ..tools import Tool
from .golden import Golden
from .metrics import score, summed
from .snapshot import Snapshot, answers

_CHARACTERS = 4.0  # of JSON in a token, about: no two models count alike


@dataclass(frozen=True, slots=True)
class AtK:
    """Means over the golden queries at one k. `tokens`: of the tools that a question gets."""

    k: int
    hit: float
    recall: float
    passed: float
    tokens: float


def depths(index: SearchIndex, golden: Sequence[Golden], ks: Sequence[int]) -> tuple[AtK, ...]:
    """The golden queries at several k; each question is asked once."""
    most = max(ks, default=0)
    kept = Snapshot("", 0, "", most, depth=most, answers=answers(index, golden, most))
    search = kept.over(index.graph)
    cost = {name: tokens(tool) for name, tool in index.graph.tools.items()}
    found = []
    for k in ks:
        scores = summed((score(search, one, k) for one in golden), k, index.graph)
        shown = [sum(cost[name] for name in one.found) for one in scores.per_query]
        passed = [one.passed for one in scores.per_query]
        found.append(AtK(k, scores.hit, scores.recall, _mean(passed), _mean(shown)))
    return tuple(found)


def tokens(tool: Tool) -> float:
    """About how many tokens the model reads of the tool: name, description, parameters."""
    parameters = {
        one.name: {"type": one.type, "description": one.description, "required": one.required}
        for one in tool.parameters
    }
    form = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return len(orjson.dumps(form)) / _CHARACTERS


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
