"""The members of a cluster side by side, and which of them gives the survivor each field."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dash import html
from dash.development.base_component import Component

from graphwright.curate.commands import MergeTools
from graphwright.curate.curation import Curation
from graphwright.duplicates.merge import Preview
from graphwright.duplicates.profiles import result_shape
from graphwright.relations import RelationKind
from graphwright.tools import Parameter, Tool

from ... import components as ui
from ...views import clusters as view
from ...views import doubles
from ...views.numbers import count

Cell = Component | str
Cells = Cell | list[Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """What the cells are made of."""

    curation: Curation
    choice: view.Choice
    at: view.Address
    command: MergeTools | None
    effects: Preview | None

    def giver(self, field: str) -> str:
        return view.giver(self.choice, self.at, field)

    def tool(self, name: str) -> Tool:
        return self.curation.graph.tools[name]


def members(table: Table) -> Component:
    tools = [table.tool(name) for name in table.choice.members]
    rows: list[Component] = list(_heads(table.choice))
    for label, cell in _rows(table):
        rows.append(html.Div(label, className="l"))
        rows.extend(_cell(table.choice, tool, cell(tool)) for tool in tools)
    columns = f"96px repeat({len(tools)}, minmax(128px, 1fr))"
    return html.Div(rows, className="mg", style={"gridTemplateColumns": columns})


def _heads(choice: view.Choice) -> Iterator[Component]:
    yield html.Div("", className="l")
    for number, name in enumerate(choice.members, 1):
        if name == choice.keep:
            mark: list[Component] = [ui.icon("crown", small=True), html.B("Survives")]
            yield html.Div(html.Span(mark, className="row acc"), className="sv")
        else:
            yield html.Div(_toggle(name, number, name in choice.merge))


def _toggle(name: str, number: int, on: bool) -> Component:
    mark = html.Span(
        ui.icon("check", small=True) if on else "", className=f"cb{' on' if on else ''}"
    )
    said = html.B("Merge") if on else html.Span("Stays apart")
    keys = ui.kbd(str(number)) if number < 10 else []
    box = html.Button([mark, said, *keys], className="link row", role="checkbox")
    return ui.attrs(box, aria_checked=str(on).lower(), data_toggle=name)


def _cell(choice: view.Choice, tool: Tool, content: Cells) -> Component:
    look = "sv" if tool.name == choice.keep else "off" if tool.name in choice.apart else ""
    return html.Div(content, className=look)


def _rows(table: Table) -> Iterator[tuple[str, Callable[[Tool], Cells]]]:
    every = table.at.fields
    yield "Tool", _called
    yield "Name", lambda t: _choice(table, "name", t, html.Code(t.name), table.choice.keep)
    yield (
        "Description",
        lambda t: _choice(table, "description", t, doubles.description(t, every)),
    )
    if every:
        yield "Tags", lambda t: _choice(table, "tags", t, ", ".join(t.tags) or "none")
    yield "Takes", lambda t: [_choice(table, "takes", t, _call(t)), *_parameters(table, t)]
    yield "Gives", lambda t: _choice(table, "gives", t, _gives(table, t))
    yield "Relations", lambda t: _moves(table, t)


def _called(tool: Tool) -> Cells:
    code = html.Code(html.B(tool.name))
    return [
        html.Div([ui.method_chip(tool), code], className="row"),
        html.Div(tool.source, className="muted"),
    ]


def _call(tool: Tool) -> Cell:
    return html.Code(tool.path) if tool.path else "its parameters"


def _choice(table: Table, field: str, tool: Tool, content: Cell, given: str = "") -> Cell:
    """The value with a mark where the survivor takes it; a press takes it from this member."""
    if tool.name in table.choice.apart:
        return content
    taken = (given or table.giver(field)) == tool.name
    radio = html.Button(
        [html.Span(className=f"rad{' on' if taken else ''}"), html.Span(content)],
        className="link take",
        role="radio",
    )
    return ui.attrs(radio, aria_checked=str(taken).lower(), data_take=f"{field}:{tool.name}")


def _parameters(table: Table, tool: Tool) -> list[Cell]:
    every = table.at.fields
    new = table.command.parameters.get(tool.name, {}) if table.command else {}
    caller = table.tool(table.giver("takes"))
    shown = doubles.takes(tool, every)
    joined = table.command is not None and tool.name not in table.choice.apart
    lines: list[Cell] = [
        _mapped(tool, one, new, caller)
        if every and joined and tool is not caller
        else _parameter(one, new.get(one.name, ""))
        for one in shown
    ]
    rest = len(tool.parameters) - len(shown)
    return [*lines, html.Div(f"{rest} more", className="muted")] if rest else lines


def _parameter(parameter: Parameter, ours: str) -> Component:
    kind = parameter.format or parameter.type
    said = (
        f"{kind}{', required' if parameter.required else ''}{f', maps to {ours}' if ours else ''}"
    )
    return html.Div([html.Code(parameter.name), html.Span(said, className="muted")], className="pm")


def _mapped(tool: Tool, parameter: Parameter, new: Mapping[str, str], caller: Tool) -> Component:
    """The parameter with a choice of the survivor's that takes its place."""
    same = parameter.name if caller.parameter(parameter.name) else ""
    ours = new.get(parameter.name, same)
    options = [
        html.Option("has no place", value="", selected=not ours),
        *(html.Option(p.name, value=p.name, selected=p.name == ours) for p in caller.parameters),
    ]
    key = f"{caller.name}|{tool.name}|{parameter.name}|{ours}"
    select = ui.attrs(
        html.Select(options, className="chip", key=key),
        data_map=f"{tool.name}\n{parameter.name}",
        aria_label=f"What {parameter.name} of {tool.name} is called in the survivor",
    )
    return html.Div([html.Code(parameter.name), select], className="pm")


def _gives(table: Table, tool: Tool) -> Cell:
    keep, said = table.tool(table.choice.keep), doubles.gives(tool)
    here, there = result_shape(tool), result_shape(keep)
    other = bool(here and there and here != there)
    fields = doubles.fields_given(tool, table.at.fields)
    lines = [html.Div(said, className="bad strong" if other else "")]
    return html.Span([*lines, html.Div(fields, className="muted")] if fields else lines)


def _moves(table: Table, tool: Tool) -> Cells:
    effects = table.effects
    if effects is None or tool.name in table.choice.apart:
        return "stay"
    if tool.name == table.choice.keep:
        return f"{len(effects.kept) + len(effects.stacked)} kept"
    graph = table.curation.graph
    own = {r.key for r in (*graph.outgoing.get(tool.name, ()), *graph.incoming.get(tool.name, ()))}
    dropped = sum(relation.key in own for relation in effects.dropped)
    grouped = [r for r in effects.moved if r.kind is RelationKind.BELONGS_TO]
    moving = max(0, len(own) - dropped)
    lines: list[Cell] = [f"{count(moving, 'relation')} {'moves' if moving == 1 else 'move'}"]
    if dropped:
        lines.append(html.Div(f"{dropped} not needed", className="muted"))
    if grouped:
        lines.append(html.Div(f"its group {grouped[0].target}", className="muted"))
    return lines
