"""Ways out of a table: chips of what narrows it, and what to take away where no row is left."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from dash import html
from dash.development.base_component import Component

from ...components import attrs, icon
from ...views.conditions import Asked
from ...views.elements import group_title
from ...views.exploring import Filters, View
from ...views.facets import FACETS
from ...views.names import short
from ...views.numbers import thousands
from ...views.tables import Page

_WORDS = {"from": "from", "to": "to", "kind": "kind", "state": "state"} | FACETS
Rows = Callable[[View, Filters, Asked], Page]


@dataclass(frozen=True, slots=True)
class Way:
    """One thing that narrows the rows, the mark of its button, and what is asked without it."""

    text: str
    mark: Mapping[str, str]
    asked: tuple[View, Filters, Asked]


def ways(view: View, filters: Filters, asked: Asked) -> Iterator[Way]:
    """Everything that narrows the rows."""
    for facet, values in view.facets.items():
        rest = {name: chosen for name, chosen in view.facets.items() if name != facet}
        without = replace(view, facets=MappingProxyType(rest))
        for value in sorted(values):
            shown = group_title(value) if facet in ("from", "to", "group") else value
            text = f"{_WORDS.get(facet, facet)} {short(shown, 40)}"
            yield Way(text, {"data_facet": f"{facet}:{value}"}, (without, filters, asked))
    for kind, name in (("tool", view.tool), ("group", view.group)):
        if name is not None:
            text = f"of {short(name if kind == 'tool' else group_title(name), 40)}"
            yield Way(
                text, {"data_of": kind}, (replace(view, tool=None, group=None), filters, asked)
            )
    for column in asked.columns:
        rest_of = {name: said for name, said in asked.columns.items() if name != column}
        less = replace(asked, columns=rest_of)
        yield Way(f"column {column}", {"data_column": column}, (view, filters, less))
    plain = Filters(lens=filters.lens)
    if filters != plain:
        yield Way("filters of the graph", {"data_reset": ""}, (view, plain, asked))


def chips(view: View, filters: Filters, asked: Asked) -> list[Component]:
    """A chip for each, which takes it away."""
    return [
        _button(
            [html.Span(way.text, className="ell"), icon("cross", small=True)], way, "chip acc xs"
        )
        for way in ways(view, filters, asked)
    ]


def out(rows: Rows, view: View, filters: Filters, asked: Asked) -> list[Component]:
    """Where no row is left: what brings back the most, and a button that takes it away."""
    counted = [(rows(*way.asked).total, way) for way in ways(view, filters, asked)]
    if not counted:
        return []
    most, way = max(counted, key=lambda one: one[0])
    if not most:
        return [html.Span("No one of them alone brings a row back.", className="muted")]
    said = f"Remove “{way.text}”: {thousands(most)} come back"
    return [_button([said], way, "link")]


def _button(words: list[Component | str], way: Way, look: str) -> Component:
    return attrs(html.Button(words, className=look, title=f"Remove {way.text}"), **way.mark)
