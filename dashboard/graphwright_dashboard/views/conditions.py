"""What a table asks for: rows from where to where, in what order, and what each column must hold.

The forms are those of AG Grid's infinite row model; whatever is odd in them filters nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
_LONGEST = 200  # characters of what is looked for

Fits = Callable[[str], bool]
FitsNumber = Callable[[float], bool]

_TEXTS: Mapping[str, Callable[[str, str], bool]] = {
    "contains": lambda text, wanted: wanted in text,
    "notContains": lambda text, wanted: wanted not in text,
    "equals": lambda text, wanted: text == wanted,
    "notEqual": lambda text, wanted: text != wanted,
    "startsWith": lambda text, wanted: text.startswith(wanted),
    "endsWith": lambda text, wanted: text.endswith(wanted),
    "blank": lambda text, _: not text.strip(),
    "notBlank": lambda text, _: bool(text.strip()),
}
_NUMBERS: Mapping[str, Callable[[float, float, float], bool]] = {
    "equals": lambda number, low, _: number == low,
    "notEqual": lambda number, low, _: number != low,
    "lessThan": lambda number, low, _: number < low,
    "lessThanOrEqual": lambda number, low, _: number <= low,
    "greaterThan": lambda number, low, _: number > low,
    "greaterThanOrEqual": lambda number, low, _: number >= low,
    "inRange": lambda number, low, high: low <= number <= high,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """Rows `start` to `end`; `sort` has column ids with "asc" or "desc", the strongest first."""

    start: int = 0
    end: int = 100
    sort: tuple[tuple[str, bool], ...] = ()  # column, whether downwards
    columns: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def text(self, column: str) -> Fits | None:
        """Whether a text fits what the column must hold; None where anything does."""
        return _all(self.columns.get(column), _text)

    def number(self, column: str) -> FitsNumber | None:
        return _all(self.columns.get(column), _number)


def asked_of(request: Mapping[str, object]) -> Asked:
    """What a grid's request asks for."""
    start, end = request.get("startRow"), request.get("endRow")
    sort, columns = request.get("sortModel"), request.get("filterModel")
    return Asked(
        start if isinstance(start, int) else 0,
        end if isinstance(end, int) else 100,
        tuple(
            (str(one.get("colId")), one.get("sort") == "desc")
            for one in (sort if isinstance(sort, list) else ())
            if isinstance(one, Mapping)
        ),
        {
            str(name): one
            for name, one in (columns if isinstance(columns, Mapping) else {}).items()
            if isinstance(one, Mapping)
        },
    )


def _all(
    model: Mapping[str, object] | None,
    one: Callable[[Mapping[str, object]], Callable[[T], bool] | None],
) -> Callable[[T], bool] | None:
    """The condition of a column, or its two that "and" or "or" joins."""
    if model is None:
        return None
    several = model.get("conditions")
    parts: Sequence[object] = several if isinstance(several, list) else (model,)
    found = [fits for part in parts if isinstance(part, Mapping) and (fits := one(part))]
    if not found:
        return None
    join = any if model.get("operator") == "OR" else all
    return lambda value: join(fits(value) for fits in found)


def _text(model: Mapping[str, object]) -> Fits | None:
    test, wanted = _TEXTS.get(str(model.get("type"))), model.get("filter")
    if test is None:
        return None
    needle = wanted[:_LONGEST].lower() if isinstance(wanted, str) else ""
    return lambda text: test(text.lower(), needle)


def _number(model: Mapping[str, object]) -> FitsNumber | None:
    test, low = _NUMBERS.get(str(model.get("type"))), model.get("filter")
    high = model.get("filterTo")
    if test is None or not isinstance(low, int | float):
        return None
    top = float(high) if isinstance(high, int | float) else float("inf")
    return lambda number: test(number, float(low), top)
