"""One relation: why it is thought to hold, what speaks against it, what hangs on it, its kin."""

import json
from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.commands import Ship, command_json
from graphwright.curate.curation import Curation
from graphwright.curate.review import counter_evidence, look_alikes
from graphwright.curate.stakes import Consequence, if_removed
from graphwright.curate.suppliers import Waiting, suppliers
from graphwright.relations import KIND_ORDER, Evidence, Relation, RelationKind
from graphwright.tools import Tool

from ... import components as ui
from ...services import Services
from ...views.numbers import fraction, signed
from ...views.pairs import Stack, stack_of
from ...views.reviewed import Address, impact_words
from .alternatives import suppliers_block
from .kin import look_alikes_block

_LISTED = 6  # queries, look-alikes


def body(
    services: Services, curation: Curation, waits: Waiting, at: Address, place: int, total: int
) -> list[Component]:
    relation = waits.card.relation
    alike = look_alikes(curation.graph, relation)
    index = services.index(curation)
    removed = if_removed(curation, relation.key, index.updated, curation.settings.k)
    blocks = [
        _block("Confidence", _confidence(relation)),
        _block("Why we think so", _grounds(relation.evidence)),
        *_alternatives(curation, relation, at),
        _block("Against it", _against(counter_evidence(curation.graph, relation))),
        _block("If removed", _removed(removed, curation.settings.k)),
        *_same_pair(curation, relation),
        _block("Look-alikes", *look_alikes_block(curation, relation, alike, at)),
    ]
    top = html.Div(
        [
            html.Span(f"{place} of {total}"),
            html.Span(className="grow"),
            _impact(waits),
            html.Span(f"from {_ORIGINS[relation.origin.value]}"),
        ],
        className="row small muted top",
    )
    scroll = html.Div([top, _pair(curation, relation), *blocks], className="scroll")
    return [scroll, _actions(relation)]


def _impact(waits: Waiting) -> Component:
    """The number of the list; of several suppliers it is the largest, which may be another's."""
    said: list[Component | str] = ["Impact ", html.B(impact_words(waits.impact))]
    if waits.card.impact != waits.impact:
        said.append(f" of its suppliers, {impact_words(waits.card.impact)} of this one")
    return html.Span(said, className="score")


_ORIGINS = {
    "file": "the graph that was read",
    "declared": "a document",
    "inferred": "our rules",
    "proposed": "our rules, beside the graph that was read",
    "curator": "a curator",
}


def _block(title: str, *content: Component) -> Component:
    return html.Div([html.H3(title), html.Div(list(content))], className="blk")


def _pair(curation: Curation, relation: Relation) -> Component:
    tools = curation.graph.tools
    group = curation.graph.group_of
    line = html.Div(
        [
            html.Div(
                [*ui.kbd(str(KIND_ORDER[relation.kind] + 1)), html.B(relation.kind)],
                className="row says",
            ),
            html.Span(className=f"arrow k{KIND_ORDER[relation.kind] + 1}"),
            html.Div(_rules(relation), className="small muted rule"),
        ]
    )
    ends = [
        _end(tools.get(name), name, group.get(name, ""))
        for name in (relation.source, relation.target)
    ]
    return html.Div([ends[0], line, ends[1]], className="pair")


def _rules(relation: Relation) -> str:
    rules = dict.fromkeys(evidence.rule for evidence in relation.evidence)
    return f"rule: {' + '.join(rules)}" if rules else "no rule is known"


def _end(tool: Tool | None, name: str, group: str) -> Component:
    if tool is None:
        return html.Div(html.Span(name, className="n ell"), className="toolbox")
    link = html.A(tool.name, href=f"/explore?tool={tool.name}", className="n ell")
    return html.Div(
        [
            html.Div([ui.method_chip(tool), link], className="row"),
            html.Div(tool.path or tool.description[:120], className="p"),
            html.Div(group, className="small muted"),
        ],
        className="toolbox",
    )


def _confidence(relation: Relation) -> Component:
    bar = html.Span(html.I(style={"width": f"{100 * relation.confidence:.0f}%"}), className="bar-t")
    said = "measured share of relations of this rule that are right on documents with known truth"
    note = said if relation.origin in ("inferred", "proposed") else "as the file says"
    return html.Div(
        [bar, html.B(fraction(relation.confidence)), html.Span(note, className="muted small")],
        className="row conf score",
    )


def _grounds(evidence: Sequence[Evidence]) -> Component:
    if not evidence:
        return html.P("No ground is given.", className="muted")
    rows = [
        html.Tr(
            [
                html.Td(
                    html.Code(one.parameter)
                    if one.parameter
                    else html.Span(one.rule, className="muted")
                ),
                html.Td(html.Code(one.field) if one.field else ""),
                html.Td(one.text),
            ]
        )
        for one in evidence
    ]
    head = html.Tr([html.Th("Needs"), html.Th("Given by"), html.Th("Why")])
    return html.Div(
        html.Table([html.Thead(head), html.Tbody(rows)], className="small"), className="card"
    )


def _against(sentences: Sequence[str]) -> Component:
    if not sentences:
        return html.P("Nothing was found.", className="muted")
    rows = [html.Li([ui.icon("warning", small=True), html.Span(text)]) for text in sentences]
    return html.Ul(rows, className="against")


def _removed(found: Consequence, k: int) -> Component:
    if not (found.broken or found.mended or found.workflows or abs(found.recall) >= 0.0005):
        return html.P("No golden query and no workflow leans on it.", className="muted")
    facts = [
        html.Span([html.B(signed(found.recall)), f" recall@{k}"]),
        html.Span([html.B(str(len(found.broken))), " golden queries fail"]),
        html.Span([html.B(str(len(found.mended))), " pass again"]),
        html.Span([html.B(str(len(found.workflows))), " workflows lean on it"]),
    ]
    named = [*found.broken[:_LISTED], *found.workflows[:_LISTED]]
    return html.Div(
        [
            html.Div(facts, className="facts"),
            html.Ul([html.Li(text) for text in named], className="small"),
        ]
    )


def _alternatives(curation: Curation, relation: Relation, at: Address) -> list[Component]:
    found = suppliers(curation.graph, relation)
    return [_block(*suppliers_block(relation, found, at))] if found else []


def _same_pair(curation: Curation, relation: Relation) -> list[Component]:
    """All claims on the two tools, with the one that goes to the runtime, which keeps one."""
    stack = stack_of(curation, relation.source, relation.target)
    if stack is None or len(stack.relations) < 2:
        return []
    rows = [_claim(one, stack, relation) for one in stack.relations]
    table = html.Table(html.Tbody(rows), className="small stack")
    return [_block("Same pair", html.Div(table, className="card"))]


def _claim(one: Relation, stack: Stack, shown: Relation) -> Component:
    ships = one.key in stack.ships
    if one.rejected:
        state: list[Component] = [html.Span("rejected", className="muted")]
    elif ships:
        state = [ui.icon("crown", small=True), html.Span("ships")]
    else:
        ship = Ship(source=one.source, target=one.target, kind=one.kind)
        button = ui.attrs(
            ui.button("Ship this one", look="sm ghost"), data_do=json.dumps(command_json(ship))
        )
        state = [html.Span("kept beside", className="muted"), button]
    back = one.source != shown.source
    cells = [
        html.Td(ui.swatch(one.kind, back=back)),
        html.Td(html.B(one.kind) if one.key == shown.key else one.kind),
        html.Td(html.Code(f"{one.source} → {one.target}")),
        html.Td(fraction(one.confidence), className="num score"),
        html.Td(html.Span(state, className="row")),
    ]
    return html.Tr(cells, className="on" if one.key == shown.key else "")


def _actions(relation: Relation) -> Component:
    kinds = [
        ui.attrs(
            html.Button(
                [*ui.kbd(str(n)), ui.swatch(kind), kind],
                className="btn sm",
                disabled=kind is relation.kind,
            ),
            data_to=kind.value,
        )
        for n, kind in enumerate(RelationKind, 1)
        if kind is not RelationKind.BELONGS_TO
    ]
    buttons = [
        ui.attrs(ui.button("Accept", key="A", look="primary"), data_act="accept"),
        ui.attrs(ui.button("Reject", key="X"), data_act="reject"),
        ui.attrs(ui.button("Type", key="T"), data_act="type"),
        ui.attrs(ui.button("Reverse", key="R"), data_act="reverse"),
        ui.attrs(ui.button("Later", key="S", look="ghost"), data_act="later"),
        ui.attrs(ui.button("Note", key="N", look="ghost"), data_act="note"),
    ]
    made = html.Div(
        [*buttons, html.Div(kinds, className="float types", hidden=True)], className="actions"
    )
    return ui.attrs(
        made,
        data_source=relation.source,
        data_target=relation.target,
        data_kind=relation.kind.value,
    )
