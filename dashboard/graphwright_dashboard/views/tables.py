"""Rows of the table twin: every relation, or every tool, that filters and columns let through."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphwright.relations import KIND_ORDER, Relation, Verdict

from .columns import KINDS, Columns, Floats, Ints, Mask
from .conditions import Asked, Fits
from .exploring import Filters, View
from .facets import Line
from .names import short
from .numbers import fraction

Row = dict[str, object]
_CELL = 200  # characters of a cell; documents hold names of 10,000


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of a table, and how many there are in all."""

    rows: tuple[Row, ...]
    total: int


def relation_page(columns: Columns, view: View, filters: Filters, asked: Asked) -> Page:
    """The asked rows of the relations in view; what a filter does not let through is left out."""
    mask = columns.lets(filters) & columns.of_document(filters.source)
    if view.tool is not None:
        mask &= columns.touching([view.tool])
    elif view.group is not None:
        mask &= columns.touching(columns.graph.members.get(view.group, ()))
    for facet, of in _FACETS.items():
        if wanted_values := view.facets.get(facet):
            mask &= of(columns, wanted_values)
    for column, fits in _CONDITIONS.items():
        if wanted := asked.text(column):
            mask &= fits(columns, wanted)
    if number := asked.number("confidence"):
        mask &= _by_value(columns.confidence, number)
    chosen = _ordered(columns, np.flatnonzero(mask), asked.sort)
    shown = chosen[asked.start : asked.end].tolist()
    return Page(tuple(relation_row(columns.relations[at]) for at in shown), len(chosen))


def chosen_lines(rows: Sequence[Line], view: View, filters: Filters, asked: Asked) -> list[Line]:
    """The tools in view, in the order that is asked for."""
    found = list(rows)
    for test in _tests(view, filters, asked):
        found = list(filter(test, found))
    for column, down in reversed(asked.sort):
        if column == "relations":
            found.sort(key=lambda line: line.relations, reverse=down)
        elif of := _TEXTS.get(column):
            found.sort(key=lambda line: of(line).lower(), reverse=down)
    return found


def _tests(view: View, filters: Filters, asked: Asked) -> Iterator[Callable[[Line], bool]]:
    """What a tool in view fulfils: nothing is looked at that nobody asks for."""
    if view.group is not None:
        yield lambda line: line.group == view.group
    if view.facets:
        yield lambda line: line.fits(view.facets)
    if filters.source or filters.effect:
        yield lambda line: filters.lets_tool(line.tool)
    for column, of in _TEXTS.items():
        if fits := asked.text(column):
            yield _of_text(of, fits)
    if number := asked.number("relations"):
        yield lambda line: number(line.relations)


def _of_text(of: Callable[[Line], str], fits: Fits) -> Callable[[Line], bool]:
    return lambda line: fits(of(line))


def tool_page(rows: Sequence[Line], view: View, filters: Filters, asked: Asked) -> Page:
    """The asked rows of the tools in view; as `relation_page`."""
    chosen = chosen_lines(rows, view, filters, asked)
    return Page(tuple(map(tool_row, chosen[asked.start : asked.end])), len(chosen))


def relation_row(relation: Relation) -> Row:
    """The selection that the row stands for is in its first four fields."""
    return {
        "id": f"{relation.source}\n{relation.kind}\n{relation.target}",
        "source": relation.source,
        "target": relation.target,
        "relation": relation.kind,
        "digit": KIND_ORDER[relation.kind] + 1,
        "confidence": fraction(relation.confidence),
        "state": state(relation),
        "evidence": short(_evidence(relation), _CELL),
    }


def tool_row(line: Line) -> Row:
    tool = line.tool
    return {
        "id": tool.name,
        "name": tool.name,
        "method": tool.method.upper() or "TOOL",
        "danger": tool.destroys,
        "path": short(tool.path, _CELL),
        "group": line.group,
        "relations": line.relations,
        "hint": ", ".join(line.values["hint"]),
        "tags": short(", ".join(tool.tags), _CELL),
        # in full, for it is edited in place; only an endless one is shown short, and not edited
        "description": short(tool.description or tool.summary, 20 * _CELL),
    }


def state(relation: Relation) -> str:
    """In one word: open, accepted, rejected, or where it comes from."""
    if relation.verdict is not Verdict.UNREVIEWED:
        return str(relation.verdict)
    return "open" if relation.open else f"from {relation.origin}"


def _evidence(relation: Relation) -> str:
    return "; ".join(e.text for e in relation.evidence)


_TEXTS: Mapping[str, Callable[[Line], str]] = {
    "name": lambda line: line.tool.name,
    "method": lambda line: line.tool.method or "tool",
    "path": lambda line: line.tool.path,
    "group": lambda line: line.group,
    "hint": lambda line: ", ".join(line.values["hint"]),
    "tags": lambda line: ", ".join(line.tool.tags),
    "description": lambda line: line.tool.description or line.tool.summary,
}


def _by_value(values: Ints | Floats, fits: Callable[[float], bool]) -> Mask:
    """The mask of a condition that is asked once for each different value."""
    different, which = np.unique(values, return_inverse=True)
    return np.array([fits(value) for value in different.tolist()], np.bool_)[which]


def _by_relation(columns: Columns, of: Callable[[Relation], str], fits: Fits) -> Mask:
    return np.fromiter((fits(of(r)) for r in columns.relations), np.bool_, len(columns.relations))


_CONDITIONS: Mapping[str, Callable[[Columns, Fits], Mask]] = {
    "source": lambda columns, fits: columns.named(fits)[columns.source],
    "target": lambda columns, fits: columns.named(fits)[columns.target],
    "relation": lambda columns, fits: np.array([fits(kind) for kind in KINDS])[columns.kind],
    "state": lambda columns, fits: _by_relation(columns, state, fits),
    "evidence": lambda columns, fits: _by_relation(columns, _evidence, fits),
}


def _in_groups(columns: Columns, groups: frozenset[str]) -> Mask:
    group_of = columns.graph.group_of
    return columns.named(lambda name: group_of.get(name, "") in groups)


# what a cell of the matrix and a tile of the overview lead to
_FACETS: Mapping[str, Callable[[Columns, frozenset[str]], Mask]] = {
    "from": lambda columns, groups: _in_groups(columns, groups)[columns.source],
    "to": lambda columns, groups: _in_groups(columns, groups)[columns.target],
    "kind": lambda columns, kinds: np.array([k in kinds for k in KINDS])[columns.kind],
    "state": lambda columns, states: _by_relation(columns, state, lambda s: s in states),
}


def _ordered(columns: Columns, chosen: Ints, sort: Sequence[tuple[str, bool]]) -> Ints:
    for column, down in reversed(sort):
        if of := _RANKS.get(column):
            rank = of(columns, chosen)
            chosen = chosen[np.argsort(-rank if down else rank, kind="stable")]
    return chosen


def _name_ranks(columns: Columns, at: Ints) -> Ints:
    """Places of the names in the order of letters."""
    order = sorted(range(len(columns.ends)), key=lambda end: columns.ends[end].lower())
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order))
    return np.asarray(ranks[at])


def _text_ranks(columns: Columns, chosen: Ints, of: Callable[[Relation], str]) -> Ints:
    texts = [of(columns.relations[at]) for at in chosen.tolist()]
    rank = {text: place for place, text in enumerate(sorted(set(texts)))}
    return np.array([rank[text] for text in texts], np.int64)


_RANKS: Mapping[str, Callable[[Columns, Ints], Ints | Floats]] = {
    "source": lambda columns, chosen: _name_ranks(columns, columns.source[chosen]),
    "target": lambda columns, chosen: _name_ranks(columns, columns.target[chosen]),
    "relation": lambda columns, chosen: columns.kind[chosen],
    "confidence": lambda columns, chosen: columns.confidence[chosen],
    "state": lambda columns, chosen: _text_ranks(columns, chosen, state),
    "evidence": lambda columns, chosen: _text_ranks(columns, chosen, _evidence),
}
