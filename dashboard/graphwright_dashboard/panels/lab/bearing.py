"""The words of a description that bear: what changes in the golden queries without each."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.bearing import Word, bearing
from graphwright.search.index import SearchIndex

from ... import components as ui
from ...drawn import Field
from ...services import golden_of
from ...views.lab_address import Address
from ...views.numbers import count


def words_block(index: SearchIndex, curation: Curation, at: Address) -> list[Component]:
    field = Field(type="text", value=at.tool, placeholder="Name of a tool", autoComplete="off")
    ui.attrs(field, data_tools="words", aria_label="Tool")
    ask = html.Div(
        [html.Label(["Tool", field], className="input grow")], className="block row wordsof"
    )
    if not at.tool:
        text = "What changes in the golden queries when a word of a description goes: name a tool."
        return [ask, html.P(text, className="block muted")]
    if at.tool not in curation.graph.tools:
        return [ask, html.P(f"There is no tool '{at.tool}' in this graph.", className="block bad")]
    found = bearing(index, at.tool, golden_of(curation), curation.settings.k)
    words = [one for one in found if isinstance(one, Word)]
    if not words:
        return [ask, html.P("It has no description.", className="block muted")]
    dead = len({one.text.casefold() for one in words if one.weight == "dead"})
    bears = len({one.text.casefold() for one in words if one.weight == "bears"})
    pieces = html.P([_piece(one) for one in found], className="block bearing")
    note = (
        f"{count(bears, 'word')} underlined: without it the tool falls. "
        f"{dead} dimmed: nothing changes."
    )
    return [ask, pieces, html.P(note, className="note"), _moves(words)]


def _piece(one: Word | str) -> Component | str:
    if isinstance(one, str):
        return one
    moved = "; ".join(f"“{m.query}”: {_place(m.before)} → {_place(m.after)}" for m in one.moved)
    says = {
        "bears": "bears",
        "harms": "moves it",
        "counts": "scores only",
        "dead": "nothing changes",
    }
    return html.Span(one.text, className=f"w-{one.weight}", title=moved or says[one.weight])


def _place(rank: int | None) -> str:
    return f"#{rank}" if rank else "out"


def _moves(words: Sequence[Word]) -> Component:
    seen: dict[str, Word] = {one.text.casefold(): one for one in words if one.moved}
    rows = [
        html.Tr(
            [
                html.Td(html.B(one.text)),
                html.Td(html.A(move.query, href=Address(move.query).path())),
                html.Td(f"{_place(move.before)} → {_place(move.after)}", className="num"),
            ]
        )
        for one in seen.values()
        for move in one.moved[:5]
    ]
    head = html.Tr([html.Th("Without"), html.Th("Query"), html.Th("Rank", className="num")])
    return html.Table([html.Thead(head), html.Tbody(rows)], className="small golden")
