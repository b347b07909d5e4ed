"""What stands in the cells of a cluster, its waterfall, and what other thresholds would find."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphwright.duplicates import Pair, Pairs
from graphwright.evaluate.metrics import Scores
from graphwright.tools import Parameter, Tool

from .clusters import HIGHEST, LOWEST
from .numbers import count

LABELS = {
    "name": "Name",
    "resource": "Resource",
    "action": "Action",
    "parameters": "Parameters",
    "outputs": "Outputs",
    "description": "Description",
    "method": "Method",
    "path": "Path",
    "source": "Source",
}
_FEW = 4  # parameters, and outputs, before every field is asked for
_MANY = 16  # outputs then
_SHORT = 160  # characters of a description, likewise


@dataclass(frozen=True, slots=True)
class Bar:
    """One term of a pair's score: log-odds, and where its bar starts and ends in [0, 1]."""

    label: str
    value: float
    start: float
    width: float


def waterfall(pair: Pair) -> tuple[Bar, ...]:
    """The terms that count, the strongest first, on one scale with 0 at its own place."""
    terms = [(name, value) for name, value in pair.terms.items() if abs(value) >= 0.05]
    low = min(0.0, *(v for _, v in terms)) if terms else 0.0
    high = max(0.1, *(v for _, v in terms)) if terms else 1.0
    span = high - low
    ranked = sorted(terms, key=lambda term: -term[1])
    return tuple(
        Bar(LABELS.get(n, n), v, (min(v, 0.0) - low) / span, abs(v) / span) for n, v in ranked
    )


def takes(tool: Tool, every: bool) -> tuple[Parameter, ...]:
    """The parameters to show: the required ones first, a few unless all are asked for."""
    ordered = sorted(tool.parameters, key=lambda parameter: not parameter.required)
    return tuple(ordered if every else ordered[:_FEW])


def gives(tool: Tool) -> str:
    """`list of Order`, `Order`, `9 fields`, `not said`."""
    if not tool.outputs:
        return "not said"
    listed = any(field.path.startswith("[]") for field in tool.outputs)
    schema = next((field.schema for field in tool.outputs if field.schema), "")
    what = schema or count(len(tool.outputs), "field")
    return f"list of {what}" if listed else what


def fields_given(tool: Tool, every: bool) -> str:
    """The paths of the answer's fields, in one line."""
    paths = [field.path for field in tool.outputs if field.path]
    shown = paths[: _MANY if every else _FEW]
    return ", ".join(shown) + (" …" if len(paths) > len(shown) else "")


def description(tool: Tool, every: bool) -> str:
    text = tool.description or tool.summary or "none"
    return text if every or len(text) <= _SHORT else f"{text[:_SHORT]}…"


def predicted(pairs: Pairs) -> Mapping[str, int]:
    """How many pairs each threshold that the page offers would leave, by its two digits."""
    hundredths = range(round(100 * LOWEST), round(100 * HIGHEST) + 1)
    counts = pairs.counts(n / 100 for n in hundredths)
    return {str(n): counts[n / 100] for n in hundredths}


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Golden queries that pass after an edit and did not before, and the other way round."""

    mended: tuple[str, ...]
    broken: tuple[str, ...]


def verdicts(before: Scores, after: Scores) -> Verdicts:
    passed = {one.golden.query: one.passed for one in before.per_query}
    both = [(one.golden.query, passed.get(one.golden.query), one.passed) for one in after.per_query]
    return Verdicts(
        _some(query for query, then, now in both if now and then is False),
        _some(query for query, then, now in both if then and not now),
    )


def _some(queries: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(queries))
