"""The picture of a workflow: cards with ports, in order or in layers, and what would be added."""

from collections.abc import Mapping, Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.graph import ToolGraph
from graphwright.issues import Issue
from graphwright.tools import Tool
from graphwright.workflow.model import Workflow

from ... import components as ui
from ...views.board import INPUTS, Card, Port, cards
from ...views.workflow_address import Address
from ...views.workflow_ghost import Supply, missing
from ...views.workflow_layers import branches, layers

_DOTS = {"proved": "f", "choice": "w", "missing": "m", "constant": "f", "used": "f"}


def canvas(workflow: Workflow, graph: ToolGraph, issues: Sequence[Issue], at: Address) -> Component:
    made = cards(workflow, graph, issues)
    drawn = {card.id: _card(card, graph.tools.get(card.tool), at) for card in made}
    if at.view == "layers":
        stage = _in_layers(workflow, drawn)
    else:
        stage = _in_order(drawn, missing(workflow, graph))
    ui.attrs(stage, aria_label="Steps", data_arranged=at.view)
    lanes = html.Div(stage, className="lanes")
    return ui.attrs(
        html.Div([_goal(workflow, at), lanes, _zoom()], className="canvas flow"),
        data_workflow=workflow.id,
    )


def _goal(workflow: Workflow, at: Address) -> Component:
    hint = "values flow from left to right"
    if at.view != "layers" and branches(workflow):
        hint = "some steps do not need each other: see Layers"
    return html.Div(
        [
            html.Span("Goal", className="muted"),
            html.B(workflow.goal or "none is said", title=workflow.goal, className="grow"),
            html.Span(hint, className="muted"),
            html.Kbd("L"),
        ],
        className="goal",
    )


def _in_order(drawn: Mapping[str, Component], supply: Supply | None) -> Component:
    shown: list[Component] = []
    for id, card in drawn.items():
        if supply is not None and supply.step == id:
            shown.append(_ghost(supply))
        shown.append(card)
    if not drawn.keys() - {INPUTS}:
        text = "Press I and type the name of a tool, or drag one from the left."
        shown.append(ui.empty("No steps yet", text))
    return html.Div(shown, className="stage", role="list")


def _in_layers(workflow: Workflow, drawn: Mapping[str, Component]) -> Component:
    found = [*([(INPUTS,)] if INPUTS in drawn else []), *layers(workflow)]
    columns = [html.Div([drawn[id] for id in layer], className="column") for layer in found]
    return html.Div(columns, className="stage layered", role="list")


def _zoom() -> Component:
    buttons = [
        ui.attrs(ui.icon_button("plus", "Larger (+)"), data_act="larger"),
        ui.attrs(ui.icon_button("minus", "Smaller (−)"), data_act="smaller"),
        ui.attrs(ui.icon_button("fit", "Fit (0)"), data_act="fit"),
    ]
    return html.Div(buttons, className="zoom float")


def _card(card: Card, tool: Tool | None, at: Address) -> Component:
    chosen = card.id == at.step
    ports = [
        *([html.Div("takes", className="gr")] if card.takes else []),
        *(_port(port, card.id, "in") for port in card.takes),
        *([html.Div("gives", className="gr")] if card.gives and card.id != INPUTS else []),
        *(_port(port, card.id, "out") for port in card.gives),
    ]
    made = html.Article(
        [*_plus(card), *_notes(card), html.Header(_title(card, tool), className="sh"), *ports],
        className=f"step{' sel' if chosen else ''}{' given' if card.id == INPUTS else ''}",
        role="listitem",
        tabIndex=0 if chosen or card.number <= 1 else -1,
        key=card.id,  # a card that is dragged stays that of its step, whatever is drawn meanwhile
    )
    label = (
        "What the workflow is given" if card.id == INPUTS else f"Step {card.number}, {card.tool}"
    )
    ui.attrs(made, data_step=card.id, data_number=str(card.number), aria_label=label)
    return ui.attrs(made, data_readers=str(card.readers))


def _title(card: Card, tool: Tool | None) -> list[Component]:
    if card.id == INPUTS:
        return [html.Span("Input", className="strong")]
    return [
        html.Span(str(card.number), className="no"),
        html.Code(card.tool, className="ell strong", title=card.tool),
        *([ui.method_chip(tool)] if tool and tool.destroys else []),
    ]


def _plus(card: Card) -> list[Component]:
    """The button on the way into a step, which puts another before it."""
    if card.number == 0:
        return []
    label = f"Insert a step before {card.number}"
    button = html.Button(ui.icon("plus", small=True), className="plus", title=label, tabIndex=-1)
    return [ui.attrs(button, data_insert=str(card.number - 1), aria_label=label)]


def _notes(card: Card) -> list[Component]:
    return [
        html.Div(
            ui.chip(text, tone, sign="cross" if tone == "bad" else "warning", small=True),
            className="warned",
            title=text,
        )
        for tone, text in card.notes
    ]


def _port(port: Port, card: str, side: str) -> Component:
    missing = port.state == "missing"
    dot = html.I(className=f"dot {_DOTS.get(port.state, '')}{' r' if side == 'out' else ''}")
    name = html.Code(port.name or "(all)", className=f"ell{' bad' if missing else ''}")
    word = port.state if port.state in ("missing", "optional") else port.type
    made = html.Div(
        [dot, name, html.Span(word, className=f"ty{' bad' if missing else ''}")],
        className="po",
        title=port.note or port.name,
    )
    return ui.attrs(
        made,
        data_port=f"{card}|{port.name}" if side == "out" else "",
        data_from="\n".join(port.sources),
        data_state=port.state,
        data_parameter=port.name if side == "in" else "",
    )


def _ghost(found: Supply) -> Component:
    """The step that would give what is missing, until it is taken."""
    path = found.ghost.path or "the answer"
    title = [ui.icon("plus", small=True), html.Code(found.ghost.tool, className="ell strong")]
    port = html.Div(
        [html.Code(path, className="ell"), html.I(className="dot r")],
        className="po",
        title=found.ghost.why,
    )
    add = ui.attrs(ui.button("Add it", key="S", look="sm"), data_act="supply")
    made = html.Article(
        [
            html.Header(title, className="sh"),
            html.Div(f"would give {found.parameter}", className="gr"),
            port,
            html.Div(add, className="addit"),
        ],
        className="step ghost",
        role="listitem",
        title=found.ghost.why,
    )
    ui.attrs(made, aria_label=f"{found.ghost.tool} would give {found.parameter}")
    return ui.attrs(
        made, data_for=found.step, data_gives=found.parameter, data_tool=found.ghost.tool
    )
