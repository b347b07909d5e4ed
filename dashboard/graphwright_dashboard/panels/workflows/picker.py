"""The sheet in which a value is picked for a parameter, from a tree of all there are."""

from collections.abc import Iterator, Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.graph import ToolGraph
from graphwright.tools import Parameter
from graphwright.workflow.model import Step, Workflow
from graphwright.workflow.parameters import parameter_of

from ... import components as ui
from ...views.board import kind
from ...views.workflow_address import Address
from ...views.workflow_tree import Node, tree

_SIGNS = {"fits": ("check", "ok"), "doubt": ("warning", "warn"), "misfit": ("cross", "bad")}
_OTHER = {
    "~input": "Ask as an input of the workflow",
    "~constant": "A constant …",
    "~unbind": "Leave it unset",
}


def picker(workflow: Workflow, step: Step, graph: ToolGraph, at: Address) -> list[Component]:
    tool = graph.tools.get(step.tool)
    found = parameter_of(tool, at.parameter) if tool else None
    parameter = found or Parameter(at.parameter)
    current = step.bindings[at.parameter].source if at.parameter in step.bindings else None
    lines = list(_lines(tree(workflow, step, parameter, graph), current or "", 1))
    lines += [_plain(source, text) for source, text in _OTHER.items()]
    made = html.Ul(lines, className="vtree", role="tree")
    ui.attrs(made, aria_label="Values", data_parameter=at.parameter)
    need = "required" if parameter.required else "optional"
    head = [
        html.Div(html.Span(f"A value for {step.tool}", className="small muted"), className="row"),
        html.Div(html.Code(at.parameter, className="name ell"), className="row"),
        html.Div(html.Span(f"{kind(parameter)}, {need}", className="small muted"), className="row"),
    ]
    keys: list[Component | str] = [
        *ui.kbd("↑", "↓"),
        "choose ",
        *ui.kbd("Enter"),
        "take ",
        *ui.kbd("Esc"),
        "leave",
    ]
    return [
        html.Div(head, className="ihead last"),
        html.Div(made, className="ibody"),
        html.Div(html.Span(keys, className="row small muted"), className="ifoot"),
    ]


def _lines(nodes: Sequence[Node], current: str, level: int) -> Iterator[Component]:
    """The tree as lines with levels; what holds no value is a title."""
    for node in nodes:
        yield _line(node, current, level)
        yield from _lines(node.inner, current, level + 1)


def _line(node: Node, current: str, level: int) -> Component:
    if not node.source:
        return ui.attrs(
            html.Li(node.label, className=f"{'title' if level == 1 else 'holder'} l{level}"),
            data_level=str(level),
        )
    sign, tone = _SIGNS.get(node.fit, ("", ""))
    mark = [html.Span(ui.icon(sign, small=True), className=tone)] if sign else []
    why = [html.Span(node.why, className="why ell")] if node.fit == "fits" else []
    chosen = node.source == current
    made = html.Li(
        [
            html.Span(
                [
                    html.Code(node.label, className="ell"),
                    html.Span(node.kind, className="t"),
                    *mark,
                ],
                className="row",
            ),
            *why,
        ],
        className=f"l{min(level, 6)}{' on' if chosen else ''}",
        role="treeitem",
        tabIndex=-1,
        title=node.why or None,
    )
    ui.attrs(made, data_source=node.source, aria_level=str(level))
    return ui.attrs(made, aria_selected=str(chosen).lower())


def _plain(source: str, text: str) -> Component:
    made = html.Li(html.Span(text, className="row"), className="l1", role="treeitem", tabIndex=-1)
    return ui.attrs(made, data_source=source, aria_level="1")
