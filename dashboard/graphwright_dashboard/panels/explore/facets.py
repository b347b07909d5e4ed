"""The facets beside the table of tools: values with their counts, each a way to fewer rows."""

from dash import html
from dash.development.base_component import Component

from ...components import attrs
from ...services import Services
from ...views.exploring import View
from ...views.facets import FACETS, Choice, choices
from ...views.names import short
from ...views.numbers import thousands

_SHOWN, _MOST = 8, 100  # values of a facet that are seen at once, and after a click


def tree(services: Services, view: View) -> list[Component]:
    """Facets with more than one value; a value is chosen and let go by a click."""
    rows = services.lines(services.drawn())
    chosen = {facet: values for facet, values in view.facets.items() if facet in FACETS}
    parts: list[Component] = []
    if chosen:
        words = html.Button("Show all tools", className="link")
        parts.append(attrs(words, data_no_facets=""))
    for facet, values in choices(rows, chosen):
        if len(values) > 1 or facet in chosen:
            parts.append(_facet(facet, values))
    return parts


def _facet(facet: str, values: tuple[Choice, ...]) -> Component:
    items = [
        html.Li(_value(facet, value), className="rest" if at >= _SHOWN else "")
        for at, value in enumerate(values[:_MOST])
    ]
    more: list[Component] = []
    if rest := len(values) - _SHOWN if len(values) > _SHOWN else 0:
        every = attrs(html.Button(f"{rest} more", className="link"), data_all_values="")
        more.append(html.Li(every))
    if beyond := len(values) - _MOST if len(values) > _MOST else 0:
        more.append(html.Li(f"and {beyond} that the column's filter finds", className="muted rest"))
    return html.Section([html.H3(FACETS[facet]), html.Ul([*items, *more])])


def _value(facet: str, choice: Choice) -> Component:
    words = [
        html.Span(short(choice.title or "none", 40), className="ell"),
        html.Span(thousands(choice.tools), className="num"),
    ]
    pressed = str(choice.chosen).lower()
    made = html.Button(words, title=short(choice.title or "none", 200))
    return attrs(made, data_facet=f"{facet}:{choice.value}", aria_pressed=pressed)
