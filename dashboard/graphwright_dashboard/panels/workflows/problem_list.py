"""What is wrong with a workflow, with ways to mend each."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.graph import ToolGraph
from graphwright.issues import Severity
from graphwright.workflow.model import Workflow
from graphwright.workflow.repairs import Repair, repairs

from ... import components as ui
from ...views.board import Problem
from ...views.numbers import count
from ...views.workflow_address import Address

_LOOKS = {
    Severity.ERROR: ("cross", "bad"),
    Severity.WARNING: ("warning", "warn"),
    Severity.NOTE: ("info", "muted"),
}
_MENDED = 20  # problems with repairs; the rest have them when those are gone
_OFFERED = 4  # repairs of one problem


def problem_list(
    workflow: Workflow, graph: ToolGraph, found: Sequence[Problem], at: Address
) -> Component:
    if not found:
        text = "Every required parameter has a source that fits."
        return html.Div(
            [_head(found), html.P([ui.icon("check", small=True), text], className="ok none row")],
            className="probs",
        )
    current = next((p for p in found if p.issue.where == at.fault), None)
    rows = [
        _row(problem, _ways(workflow, graph, problem, number), problem is current)
        for number, problem in enumerate(found)
    ]
    return html.Div(
        [_head(found), html.Div(html.Table(html.Tbody(rows)), className="list")],
        className="probs",
    )


def _ways(
    workflow: Workflow, graph: ToolGraph, problem: Problem, number: int
) -> tuple[Repair, ...]:
    if number >= _MENDED:
        return ()
    return repairs(workflow, problem.issue, graph)[:_OFFERED]


def _head(found: Sequence[Problem]) -> Component:
    warnings = sum(p.severity is Severity.WARNING for p in found)
    notes = sum(p.severity is Severity.NOTE for p in found)
    rest = [count(n, word) for n, word in ((warnings, "warning"), (notes, "remark")) if n]
    errors = len(found) - warnings - notes
    keys = html.Span(["next ", *ui.kbd("F8"), " mend ", *ui.kbd("1")], className="small muted row")
    return html.Div(
        [
            html.H2("Problems"),
            html.Span(str(errors), className="cntr"),
            html.Span(", ".join(rest), className="small muted"),
            html.Span(className="grow"),
            *([keys] if found else []),
        ],
        className="ph",
    )


def _row(problem: Problem, ways: Sequence[Repair], current: bool) -> Component:
    sign, tone = _LOOKS[problem.severity]
    where = f"{problem.number} {problem.tool}" if problem.number else "Workflow"
    severity = [ui.icon(sign, small=True), html.Span(problem.severity, className="only-read")]
    mends = html.Div(
        [_mend(problem, way, number, current) for number, way in enumerate(ways, 1)],
        className="mends",
    )
    said = [html.Td(problem.message), html.Td(mends)]
    if current:  # with all ways to mend it, each with its key
        said = [html.Td([problem.message, mends], colSpan=2)]
    row = html.Tr(
        [
            html.Td(html.Span(severity, className=tone)),
            html.Td(html.Div(where, className="strong ell"), title=where),
            *said,
        ],
        className="on" if current else "",
    )
    ui.attrs(row, data_step=problem.step, data_parameter=problem.parameter)
    return ui.attrs(row, data_where=problem.issue.where)


def _mend(problem: Problem, way: Repair, number: int, current: bool) -> Component:
    key = ui.kbd(str(number)) if current else []
    button = html.Button([*key, way.label], className="link", title=way.label)
    ui.attrs(button, data_mend=way.label, data_code=problem.issue.code.value)
    return ui.attrs(button, data_where=problem.issue.where)
