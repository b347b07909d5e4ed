"""A run with made-up answers: each step's request, where its values come from, its answer."""

from collections.abc import Mapping

import orjson
from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.workflow.dryrun import Call, dry_run
from graphwright.workflow.model import Step, Workflow
from graphwright.workflow.request import Request

from ... import components as ui
from ...drawn import Field
from ...views.board import said
from ...views.numbers import count
from ...views.workflow_address import Address

_LONGEST = 4000  # characters of a body or an answer
_OPTIONS = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS


def dry(workflow: Workflow, curation: Curation, at: Address) -> list[Component]:
    calls = dry_run(workflow, curation, at.inputs)
    blocks = [
        _call(step, call, number, at)
        for number, (step, call) in enumerate(zip(workflow.steps, calls, strict=True), 1)
    ]
    made = html.Div([_summary(calls), _inputs(workflow, at), *blocks], className="scroll dry")
    return [ui.attrs(made, data_workflow=workflow.id)]


def _summary(calls: tuple[Call, ...]) -> Component:
    broken = [call for call in calls if call.problems]
    if broken:
        text = f"{count(len(broken), 'step')} of {len(calls)} would not run."
        chip = ui.chip(text, "bad", sign="cross")
    else:
        chip = ui.chip(f"All {count(len(calls), 'step')} would run.", "ok", sign="check")
    hint = html.Span(
        "Nothing is called: answers are made up from what the tools say that they give.",
        className="small muted",
    )
    return html.Div([chip, hint], className="row wrap")


def _inputs(workflow: Workflow, at: Address) -> Component:
    if not workflow.inputs:
        return html.P("It takes no inputs.", className="small muted")
    given = at.inputs
    rows = []
    for one in workflow.inputs:
        value = given.get(one.name)
        shown = value if isinstance(value, str) else "" if value is None else _json(value)
        box = Field(value=shown, className="field mono", placeholder="made up", type="text")
        ui.attrs(box, data_input=one.name, data_type=one.type, aria_label=f"Input {one.name}")
        rows.append(html.Label([html.Code(one.name, className="strong"), box]))
    return html.Div([html.H3("Inputs"), html.Div(rows, className="givens")], className="dryin")


def _call(step: Step, call: Call, number: int, at: Address) -> Component:
    title = [
        html.Span(str(number), className="no"),
        html.Code(call.tool, className="strong ell"),
        html.Span(className="grow"),
        *_verdict(call),
    ]
    wrong = [
        html.P([ui.icon("cross", small=True), one], className="bad small row")
        for one in call.problems
    ]
    made = html.Article(
        [
            html.Header(title, className="sh"),
            *wrong,
            _request(call.request),
            html.Div([_values(step, call), _answer(call)], className="two"),
        ],
        className=f"step call{' sel' if step.id == at.step else ''}",
        tabIndex=0 if step.id == at.step or number == 1 else -1,
    )
    ui.attrs(made, aria_label=f"Step {number}, {call.tool}")
    return ui.attrs(made, data_step=step.id, data_number=str(number))


def _verdict(call: Call) -> list[Component]:
    if call.problems:
        return [ui.chip("would not run", "bad", sign="cross", small=True)]
    return [ui.chip("runs", "ok", sign="check", small=True)]


def _request(request: Request | None) -> Component:
    if request is None:
        return html.P("It calls no tool that is known here.", className="muted small")
    lines = [f"{request.method} {request.url}"]
    lines += [f"{name}: {value}" for name, value in request.headers.items()]
    if request.body is not None:
        lines += ["", _json(request.body)]
    return ui.attrs(html.Pre("\n".join(lines), className="request"), aria_label="Request")


def _values(step: Step, call: Call) -> Component:
    rows = [
        cell
        for name, value in call.values.items()
        for cell in (
            html.Code(name, className="ell", title=name),
            html.Code(_short(value), className="ell", title=_json(value)),
            html.Span(said(step.bindings[name]), className="muted ell"),
        )
    ]
    content = html.Div(rows, className="values") if rows else html.P("Nothing.", className="muted")
    return html.Div([html.H4("Takes"), content])


def _answer(call: Call) -> Component:
    text = html.Pre(_json(call.answer), className="answer")
    return html.Div([html.H4("Answer, made up"), text])


def _json(value: object) -> str:
    text = orjson.dumps(value, option=_OPTIONS).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


def _short(value: object) -> str:
    if isinstance(value, str):
        return value
    nested = isinstance(value, Mapping | list) and bool(value)
    return "{…}" if nested and isinstance(value, Mapping) else "[…]" if nested else _json(value)
