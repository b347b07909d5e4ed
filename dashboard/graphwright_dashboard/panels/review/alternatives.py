"""The suppliers of one parameter: alternatives, decided together or one by one."""

import json
from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.commands import Reject, command_json
from graphwright.curate.suppliers import demand, supplier
from graphwright.relations import Relation, Verdict

from ... import components as ui
from ...views.numbers import count, fraction
from ...views.reviewed import Address, name

_KEYS = 9  # rows that have a digit


def suppliers_block(
    relation: Relation, found: Sequence[Relation], at: Address
) -> tuple[str, Component]:
    """The title of the block, and every supplier with what it gives and how sure it is."""
    consumer, parameter = demand(relation) or ("", "")
    waits = sum(one.open for one in found)
    rows = [_row(one, n, one.key == relation.key, at) for n, one in enumerate(found, 1)]
    head = html.Tr([html.Th(text) for text in ("", "Supplier", "Gives", "Sure", "")])
    table = html.Table([html.Thead(head), html.Tbody(rows)], className="small suppliers")
    says = html.Span([html.Code(parameter), " of ", html.Code(consumer)], className="grow ell")
    buttons = [
        ui.attrs(ui.button("Best only", key="B", look="sm"), data_suppliers="best"),
        ui.attrs(ui.button(f"Accept all {waits}", key="M", look="sm"), data_suppliers="accepted"),
    ]
    top = html.Div([says, *(buttons if waits > 1 else [])], className="row top")
    title = f"{count(len(found), 'supplier')} of one parameter"
    return title, html.Div([top, html.Div(table, className="card")])


def _row(one: Relation, place: int, shown: bool, at: Address) -> Component:
    ground = one.evidence[0]
    link = html.A(supplier(one), href=at.path(one), title=supplier(one))
    cells = [
        html.Td(ui.kbd(str(place)) if one.open and place <= _KEYS else ""),
        html.Td(html.Span([ui.swatch(one.kind), html.B(link) if shown else link], className="row")),
        html.Td(html.Code(ground.field) if ground.field else html.Span(ground.rule)),
        html.Td(fraction(one.confidence), className="num score"),
        html.Td(_state(one)),
    ]
    row = html.Tr(cells, className="on" if shown else "")
    return ui.attrs(row, data_supplier=name(one.key), title=ground.text)


def _state(one: Relation) -> Component:
    if not one.open:
        word = one.verdict.value if one.verdict is not Verdict.UNREVIEWED else one.origin.value
        return html.Span(word, className="muted")
    reject = Reject(source=one.source, target=one.target, kind=one.kind)
    button = ui.button("Reject", look="sm ghost")
    return ui.attrs(button, data_spare=json.dumps(command_json(reject)))
