"""What stands around the picture of Explore: its head with the filters, legend, zoom."""

from collections.abc import Mapping

from dash import html
from dash.development.base_component import Component

from graphwright.relations import KIND_ORDER, RelationKind

from ...components import attrs, button, icon, icon_button, kbd, page_head, segments, swatch
from ...drawn import drawn
from ...views.lenses import LENSES
from .ids import Ids

_VERDICTS = {"": "Verdict", "open": "Open", "accepted": "Accepted", "rejected": "Rejected"}
_LEAST = {"0": "Confidence", "0.5": "From .50", "0.8": "From .80", "0.9": "From .90"}
_EFFECTS = {
    "": "All effects",
    "reads": "Read-only",
    "writes": "Writes",
    "destroys": "May destroy",
}


def head() -> Component:
    views = {"graph": "Graph", "table": "Table", "matrix": "Matrix"}
    return page_head(
        "Explore",
        segments(views, "graph", Ids.VIEW, "How to look at it"),
        html.Span(className="vsep"),
        drawn(html.Span(id=Ids.SOURCES, className="row")),
        drawn(html.Span(select("effect", "Effects", _EFFECTS), className="row")),
        html.Span(className="grow"),
        drawn(html.Span(select("lens", "Lens", LENSES), className="row graph-only")),
        button("Add relation", Ids.ADD, sign="plus", key="E", look="sm"),
        button("Tidy", Ids.TIDY, sign="tidy", key="T", look="sm ghost"),
    )


def select(name: str, label: str, options: Mapping[str, str]) -> html.Select:
    """A filter; its changes are heard by `explore-legend.js`."""
    made = html.Select(
        [html.Option(text, value=value) for value, text in options.items()], className="chip"
    )
    return attrs(made, data_filter=name, aria_label=label)


def legend() -> Component:
    """The legend is the filter: digit, line, word, count, eye."""
    words = [
        html.Span("Relations", className="strong"),
        html.Span("click to filter", className="muted"),
        icon("chevron-down", small=True),
    ]
    top = attrs(html.Button(words, className="hd"), data_fold="", aria_expanded="true")
    rows = [html.Li(_legend_row(kind)) for kind in RelationKind]
    choices = html.Div(
        [select("verdict", "Verdict", _VERDICTS), select("least", "Confidence", _LEAST)],
        className="row choices",
    )
    return html.Div([top, html.Ul(rows), choices], id=Ids.LEGEND, className="float legend")


def _legend_row(kind: RelationKind) -> Component:
    cells = [
        *kbd(str(KIND_ORDER[kind] + 1)),
        swatch(kind),
        html.Span(kind),
        html.Span(className="num"),
        html.Span([icon("eye", small=True), icon("eye-off", small=True)]),
    ]
    return attrs(html.Button(cells), data_kind=kind, aria_pressed="true")


def zoom() -> Component:
    buttons = [
        icon_button("plus", "Zoom in", Ids.ZOOM_IN),
        icon_button("minus", "Zoom out", Ids.ZOOM_OUT),
        icon_button("fit", "Fit (0)", Ids.FIT),
    ]
    return html.Div(buttons, id=Ids.ZOOM, className="float zoom")
