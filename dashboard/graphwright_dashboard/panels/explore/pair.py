"""The popover of a pair: all relations of two tools, with their reasons, and what one may do."""

import json
from collections.abc import Mapping

from dash import ClientsideFunction, Dash, Input, Output, dcc, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.relations import KIND_ORDER, Relation, RelationKind

from ...components import attrs, button, chip, icon, icon_button, kbd, swatch
from ...drawn import drawn
from ...services import Services
from ...shell import Shared, shown
from ...views.names import plain, short
from ...views.numbers import count, fraction
from ...views.pairs import Stack, stack_of
from ...views.tables import state
from .ids import NAME, Ids


def layout() -> list[Component]:
    popover = drawn(html.Div(id=Ids.POPOVER, className="float pop", role="dialog", hidden=True))
    return [attrs(popover, aria_label="Relations of two tools"), dcc.Store(id=Ids.PAIR)]


def popover(curation: Curation, pair: Mapping[str, str] | None) -> list[Component]:
    """The selected relation among the others of its pair; nothing where there is none."""
    if not pair:
        return []
    wanted = pair.get("source", ""), pair.get("target", ""), pair.get("relation", "")
    stack = stack_of(curation, wanted[0], wanted[1])
    if stack is None:
        return []
    chosen = next((r for r in stack.relations if r.key == wanted), stack.shown)
    rows = [html.Li(_row(relation, stack, chosen)) for relation in stack.relations]
    return [_head(chosen, stack), html.Ul(rows, className="pairs"), _actions(chosen), _kinds()]


def _head(chosen: Relation, stack: Stack) -> Component:
    close = attrs(icon_button("cross", "Close", small=True), data_act="close")
    return html.Div(
        [
            _name(chosen.source),
            html.Span(icon("chevron-right", small=True), className="muted"),
            _name(chosen.target),
            html.Span(className="grow"),
            html.Span(count(len(stack.relations), "relation"), className="muted"),
            close,
        ],
        className="ph",
    )


def _name(tool: str) -> Component:
    return html.Code(short(plain(tool)), className="strong ell", title=short(tool, 300))


def _row(relation: Relation, stack: Stack, chosen: Relation) -> Component:
    back = relation.source != chosen.source and not relation.kind.symmetric
    why = "; ".join(e.text for e in relation.evidence) or "no evidence is stated"
    cells = [
        *kbd(str(KIND_ORDER[relation.kind] + 1)),
        swatch(relation.kind, back=back),
        html.Span(
            [html.Span(relation.kind, className="name grow"), _standing(relation, stack)],
            className="row",
        ),
        html.Span(fraction(relation.confidence), className="num"),
        html.Span(short(why, 240), className="reason"),
    ]
    what = {
        "kind": "relation",
        "source": relation.source,
        "target": relation.target,
        "relation": relation.kind,
    }
    pressed = str(relation.key == chosen.key).lower()
    return attrs(html.Button(cells), data_select=json.dumps(what), aria_pressed=pressed)


def _standing(relation: Relation, stack: Stack) -> Component:
    """Whether it goes to the runtime, and if not, why."""
    if relation.rejected:
        return chip("rejected", "bad", sign="cross", small=True)
    if relation.key in stack.ships:
        open = [html.Span("open", className="warn")] if relation.open else []
        return html.Span([*open, chip("ships", "ok", sign="crown", small=True)], className="row")
    if relation.open:
        return html.Span("open", className="warn")
    return html.Span(f"{state(relation)}, not shipped", className="muted")


def _actions(chosen: Relation) -> Component:
    delete = icon_button("trash", "Delete (Del)", small=True)
    return html.Div(
        [
            attrs(button("Accept", key="A", look="sm primary"), data_act="accept"),
            attrs(button("Reject", key="X", look="sm"), data_act="reject"),
            attrs(button("Type", key="T", look="sm ghost"), data_act="type"),
            *(
                []
                if chosen.kind.symmetric
                else [
                    attrs(button("Reverse", key="R", look="sm ghost"), data_act="reverse-relation")
                ]
            ),
            html.Span(attrs(delete, data_act="remove-relation"), className="push"),
        ],
        className="pf",
    )


def _kinds() -> Component:
    """What stands in the actions' place once T was pressed: a digit, or a click."""
    kinds = [kind for kind in RelationKind if kind is not RelationKind.BELONGS_TO]
    return html.Div(
        [
            attrs(
                html.Button([*kbd(str(KIND_ORDER[kind] + 1)), kind], className="btn sm ghost"),
                data_kind=kind,
            )
            for kind in kinds
        ],
        className="pf types",
    )


def register(app: Dash, services: Services) -> None:
    app.clientside_callback(
        ClientsideFunction("explore", "selected"),
        Output(Ids.PAIR, "data"),
        Input(Shared.SELECTION, "data"),
        Input(shown(NAME), "data"),
        prevent_initial_call=True,
    )

    @app.callback(Output(Ids.POPOVER, "tree"), Input(Ids.PAIR, "data"), prevent_initial_call=True)
    def show_pair(pair: Mapping[str, str] | None) -> list[Component]:
        return popover(services.curation, pair)

    app.clientside_callback(
        ClientsideFunction("explore", "popover"),
        Input(Ids.POPOVER, "tree"),
        prevent_initial_call=True,
    )
