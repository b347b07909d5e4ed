"""The tools that may come next, beside the canvas."""

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.search.index import SearchIndex
from graphwright.workflow.model import Workflow

from ... import components as ui
from ...views.palette import Offer, offered
from ...views.workflow_address import Address


def offers(
    curation: Curation, index: SearchIndex, workflow: Workflow, at: Address, words: str
) -> list[Component]:
    """Titled lines."""
    lines: list[Component] = []
    for title, some in offered(curation, index, workflow, at.step, words):
        lines.append(html.Li(title, className="title"))
        lines.extend(_offer(one) for one in some)
    if not lines:
        lines = [html.Li("No tool is called so, nor does that.", className="title")]
    return lines


def _offer(offer: Offer) -> Component:
    needs = ", ".join(offer.lacks)
    line = [
        html.Code(offer.tool, className="ell"),
        *([html.Span(f"needs {needs}", className="lacks ell")] if needs else []),
    ]
    made = html.Li([ui.icon("grip", small=True), html.Span(line)], title=offer.why or offer.tool)
    return ui.attrs(made, data_tool=offer.tool)
