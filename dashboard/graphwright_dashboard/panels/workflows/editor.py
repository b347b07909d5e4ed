"""The editor of one workflow: palette, cards with ports, text, problems."""

import json
from collections.abc import Sequence

from dash import dcc, html
from dash.development.base_component import Component

from graphwright.graph import ToolGraph
from graphwright.issues import Issue, Severity
from graphwright.search.index import SearchIndex
from graphwright.tools import Tool
from graphwright.workflow.form import workflow_json
from graphwright.workflow.model import Workflow

from ... import components as ui
from ...views.board import INPUTS, Card, Port, Problem, cards, problems
from ...views.numbers import count
from ...views.palette import offered
from ...views.workflow_address import Address

_LOOKS = {
    Severity.ERROR: ("cross", "bad"),
    Severity.WARNING: ("warning", "warn"),
    Severity.NOTE: ("info", "muted"),
}
_DOTS = {"proved": "f", "choice": "w", "missing": "m", "constant": "f", "used": "f"}


def head(workflow: Workflow, found: Sequence[Problem], at: Address) -> list[Component]:
    errors = sum(p.severity is Severity.ERROR for p in found)
    warnings = sum(p.severity is Severity.WARNING for p in found)
    chips = [
        *([ui.chip(count(errors, "problem"), "bad", sign="cross", small=True)] if errors else []),
        *(
            [ui.chip(count(warnings, "warning"), "warn", sign="warning", small=True)]
            if warnings
            else []
        ),
        *([ui.chip("valid", "ok", sign="check", small=True)] if not errors else []),
    ]
    views = {"canvas": "Canvas", "text": "Text"}
    tabs = [
        ui.attrs(
            html.A(text, href=at.path(view=view), role="tab"),
            aria_selected=str(at.view == view).lower(),
        )
        for view, text in views.items()
    ]
    download = html.A(
        [ui.icon("download", small=True), "JSON"],
        href=f"{Address(workflow.id).path()}/download",
        download=f"{workflow.id}.workflow.json",
        className="btn sm",
    )
    return [
        html.A("Workflows", href="/workflows", className="muted"),
        html.Span(ui.icon("chevron-right", small=True), className="muted"),
        html.H1(workflow.id, className="ell"),
        ui.attrs(html.Div(tabs, className="seg", role="tablist"), aria_label="View"),
        *chips,
        html.Span(className="grow"),
        download,
        ui.attrs(ui.button("Map parameters", key="M", look="sm"), data_act="map"),
        ui.attrs(ui.button("New", sign="plus", key="N", look="sm ghost"), data_act="new"),
    ]


def body(
    workflow: Workflow, graph: ToolGraph, issues: Sequence[Issue], at: Address
) -> list[Component]:
    if at.view == "text":
        return [_text(workflow, issues)]
    found = problems(workflow, issues)
    return [_canvas(workflow, graph, issues, at), _problems(found, at)]


def _canvas(
    workflow: Workflow, graph: ToolGraph, issues: Sequence[Issue], at: Address
) -> Component:
    made = [_card(card, graph.tools.get(card.tool), at) for card in cards(workflow, graph, issues)]
    goal = html.Div(
        [
            html.Span("Goal", className="muted"),
            html.B(workflow.goal or "none is said"),
            html.Span(className="grow"),
            html.Span("values flow from left to right", className="muted"),
        ],
        className="goal",
    )
    stage = ui.attrs(
        html.Div(made or [_no_steps()], className="stage", role="list"), aria_label="Steps in order"
    )
    return ui.attrs(
        html.Div([goal, html.Div(stage, className="lanes")], className="canvas flow"),
        data_workflow=workflow.id,
    )


def _no_steps() -> Component:
    return ui.empty("No steps yet", "Drag a tool from the left, or press I and type its name.")


def _card(card: Card, tool: Tool | None, at: Address) -> Component:
    if card.id == INPUTS:
        title: list[Component] = [html.Span("Input", className="strong")]
    else:
        title = [
            html.Span(str(card.number), className="no"),
            html.Code(card.tool, className="ell strong"),
            *([ui.method_chip(tool)] if tool else []),
        ]
    note = [
        html.Div(
            ui.chip(text, tone, sign="cross" if tone == "bad" else "warning", small=True),
            className="warned",
        )
        for tone, text in card.notes
    ]
    ports = [
        *([html.Div("takes", className="gr")] if card.takes else []),
        *(_port(port, card.id, "in") for port in card.takes),
        *([html.Div("gives", className="gr")] if card.gives and card.id != INPUTS else []),
        *(_port(port, card.id, "out") for port in card.gives),
    ]
    chosen = card.id == at.step
    made = html.Article(
        [*note, html.Header(title, className="sh"), *ports],
        className=f"step{' sel' if chosen else ''}{' given' if card.id == INPUTS else ''}",
        role="listitem",
        tabIndex=0 if chosen or card.number <= 1 else -1,
    )
    label = (
        "What the workflow is given" if card.id == INPUTS else f"Step {card.number}, {card.tool}"
    )
    return ui.attrs(made, data_step=card.id, data_number=str(card.number), aria_label=label)


def _port(port: Port, card: str, side: str) -> Component:
    dot = html.I(className=f"dot {_DOTS.get(port.state, '')}{' r' if side == 'out' else ''}")
    name = html.Code(port.name, className="ell bad" if port.state == "missing" else "ell")
    word = (
        "missing"
        if port.state == "missing"
        else "optional"
        if port.state == "optional"
        else port.type
    )
    made = html.Div(
        [dot, name, html.Span(word, className="ty bad" if port.state == "missing" else "ty")],
        className="po",
        title=port.note or None,
    )
    return ui.attrs(
        made,
        data_port=f"{card}|{port.name}" if side == "out" else "",
        data_from="\n".join(port.sources),
        data_state=port.state,
        data_parameter=port.name if side == "in" else "",
    )


def _problems(found: Sequence[Problem], at: Address) -> Component:
    head = html.Div(
        [
            html.H2("Problems"),
            html.Span(str(len(found)), className="cntr"),
            html.Span(className="grow"),
            html.Span(["next ", *ui.kbd("F8")], className="small muted row"),
        ],
        className="ph",
    )
    if not found:
        return html.Div(
            [head, html.P("Every required parameter has a source that fits.", className="ok none")],
            className="probs",
        )
    rows = [_problem(problem, at) for problem in found]
    return html.Div(
        [head, html.Div(html.Table(html.Tbody(rows)), className="list")], className="probs"
    )


def _problem(problem: Problem, at: Address) -> Component:
    sign, tone = _LOOKS[problem.severity]
    where = f"{problem.number} {problem.tool}" if problem.number else "Workflow"
    row = html.Tr(
        [
            html.Td(
                html.Span(
                    [ui.icon(sign, small=True), html.Span(problem.severity, className="only-read")],
                    className=tone,
                )
            ),
            html.Td(where, className="strong nowrap"),
            html.Td(problem.message),
        ],
        className="on" if problem.step and problem.step == at.step else "",
    )
    return ui.attrs(row, data_step=problem.step, data_parameter=problem.parameter)


def _text(workflow: Workflow, issues: Sequence[Issue]) -> Component:
    text = json.dumps(workflow_json(workflow), indent=2, ensure_ascii=False)
    box = dcc.Textarea(value=text, className="field mono", spellCheck=False)
    apply = html.Button(["Apply", *ui.kbd("Ctrl Enter")], className="btn primary apply")
    hint = html.Span(
        "The whole workflow as JSON; applying it is one undoable step.", className="small muted"
    )
    return ui.attrs(
        html.Div([box, html.Div([apply, hint], className="actions")], className="text"),
        data_workflow=workflow.id,
    )


def palette(index: SearchIndex, workflow: Workflow, at: Address, words: str) -> list[Component]:
    rows: list[Component] = []
    for title, offers in offered(index, workflow, at.step, words):
        rows.append(html.Li(title, className="title"))
        rows.extend(_offer(tool, lacks) for tool, lacks in offers)
    return rows or [html.Li("No tool has these words.", className="title")]


def _offer(tool: str, lacks: str) -> Component:
    needs = [html.Span(f"needs {lacks}", className="lacks")] if lacks else []
    made = html.Li(
        [ui.icon("grip", small=True), html.Span([html.Code(tool, className="ell"), *needs])],
        title=tool,
    )
    return ui.attrs(made, data_tool=tool)
