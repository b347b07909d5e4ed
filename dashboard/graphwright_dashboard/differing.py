"""What two curations differ in, as lists and tables that several pages show."""

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation

from .components import icon, swatch
from .views import release as view
from .views.numbers import MINUS


def changes(now: Curation, then: Curation, nothing: str) -> html.Ul:
    """Tools, workflows, golden queries and settings that are other now; a sentence for none."""
    rows = [_change(change) for change in view.changes(now, then)]
    related = any(kind.added or kind.removed for kind in view.kinds(now, then))
    said = "Relations alone, as counted below." if related else nothing
    none = [html.Li([html.Span(), html.Span(said, className="muted")])]
    return html.Ul(rows or none, className="diff")


def _change(change: view.Change) -> Component:
    words = html.Span([html.B(change.what), " ", html.Span(change.names, className="muted")])
    return html.Li(
        [icon(change.sign, small=True), words, html.Span(str(change.count), className="num")]
    )


def kinds(now: Curation, then: Curation) -> html.Table:
    """Relations that ship, by kind: how many came, went, and are there now."""
    counts = [html.Th(name, className="num") for name in ("Added", "Removed", "Now")]
    head = html.Tr([html.Th("Relations that ship", colSpan=2), *counts])
    rows = [
        html.Tr(
            [
                html.Td(swatch(one.kind)),
                html.Td(one.kind),
                html.Td(f"+{one.added}" if one.added else "", className="num ok"),
                html.Td(f"{MINUS}{one.removed}" if one.removed else "", className="num bad"),
                html.Td(str(one.now), className="num muted"),
            ]
        )
        for one in view.kinds(now, then)
    ]
    return html.Table([html.Thead(head), html.Tbody(rows)], className="small counts")
