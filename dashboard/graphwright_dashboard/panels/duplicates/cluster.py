"""One cluster: its members side by side, why they look the same, what the merge would do."""

import json
from collections.abc import Callable, Iterator, Mapping

from dash import html
from dash.development.base_component import Component

from graphwright.curate.commands import MergeTools, command_json
from graphwright.curate.curation import Curation
from graphwright.duplicates.merge import Preview
from graphwright.duplicates.merge import listed as in_words
from graphwright.tools import Tool

from ... import components as ui
from ...views import clusters as view
from ...views.numbers import MINUS, count, fraction

Cell = Component | str


def body(
    curation: Curation, choice: view.Choice, at: view.Address, number: int, total: int
) -> list[Component]:
    command = view.merge_command(curation, choice, at) if choice.merge else None
    effects = view.consequences(curation, command) if command else None
    why = choice.cluster.why
    title = html.Div(
        [
            html.H2(f"Cluster {number} of {total}"),
            html.Span(
                f"{count(len(choice.cluster.tools), 'tool')} · {why}", className="muted small"
            ),
        ],
        className="row title",
    )
    parts = html.Div([_why(choice), _effects(choice, effects)], className="dupb")
    scroll = html.Div(
        [title, _members(curation, choice, command, effects), parts], className="scroll"
    )
    return [scroll, _actions(choice, command, effects)]


# ---- members side by side


def _members(
    curation: Curation,
    choice: view.Choice,
    command: MergeTools | None,
    effects: Preview | None,
) -> Component:
    tools = [curation.graph.tools[name] for name in choice.members]
    rows: list[Component] = list(_heads(choice))
    fields = dict(command.fields) if command else {}
    for label, cell in _rows(choice, command, effects, fields):
        rows.append(html.Div(label, className="l"))
        rows.extend(_cell(choice, tool, cell(tool)) for tool in tools)
    columns = f"96px repeat({len(tools)}, minmax(128px, 1fr))"
    return html.Div(rows, className="mg", style={"gridTemplateColumns": columns})


def _heads(choice: view.Choice) -> Iterator[Component]:
    yield html.Div("", className="l")
    for number, name in enumerate(choice.members, 1):
        if name == choice.keep:
            mark: list[Component] = [ui.icon("crown", small=True), html.B("Survives")]
            yield html.Div(html.Span(mark, className="row acc"), className="sv")
            continue
        on = name in choice.merge
        box = ui.attrs(
            html.Button(
                [
                    html.Span(
                        ui.icon("check", small=True) if on else "",
                        className=f"cb{' on' if on else ''}",
                    ),
                    html.B("Merge") if on else html.Span("Stays apart"),
                    *ui.kbd(str(number)),
                ],
                className="link row",
                role="checkbox",
            ),
            aria_checked=str(on).lower(),
            data_toggle=name,
        )
        yield html.Div(box)


def _cell(choice: view.Choice, tool: Tool, content: Cell | list[Cell]) -> Component:
    look = "sv" if tool.name == choice.keep else "off" if tool.name in choice.apart else ""
    return html.Div(content, className=look)


def _rows(
    choice: view.Choice,
    command: MergeTools | None,
    effects: Preview | None,
    fields: Mapping[str, str],
) -> Iterator[tuple[str, Callable[[Tool], Cell | list[Cell]]]]:
    renames = command.parameters if command else {}

    def name(tool: Tool) -> list[Cell]:
        return [html.Code(html.B(tool.name)), html.Div(tool.source, className="muted")]

    def description(tool: Tool) -> Cell | list[Cell]:
        text = tool.description or tool.summary or "none"
        if tool.name in choice.apart:
            return text
        taken = fields.get("description", choice.keep) == tool.name
        radio = html.Button(
            [html.Span(className=f"rad{' on' if taken else ''}"), html.Span(text)],
            className="link take",
            role="radio",
        )
        return ui.attrs(
            radio, aria_checked=str(taken).lower(), data_take=f"description:{tool.name}"
        )

    def takes(tool: Tool) -> list[Cell]:
        listed = view.takes(tool, renames.get(tool.name, {}).items())
        return [html.Div(html.Code(text)) for text in listed] or ["nothing"]

    def call(tool: Tool) -> list[Cell]:
        return [ui.method_chip(tool), html.Div(html.Code(tool.path), className="muted")]

    yield "Tool", name
    yield "Call", call
    yield "Description", description
    yield "Takes", takes
    yield "Gives", view.gives
    yield "Relations", lambda tool: _moves(choice, effects, tool.name)


def _moves(choice: view.Choice, effects: Preview | None, name: str) -> str:
    if effects is None or name in choice.apart:
        return "stay"
    if name == choice.keep:
        return f"{len(effects.kept) + len(effects.stacked)} kept"
    return "move"


# ---- why, and what happens


def _why(choice: view.Choice) -> Component:
    pair = choice.cluster.pairs[0]
    bars = [row for bar in view.waterfall(pair) for row in _bar(bar)]
    total = [
        html.Span("Together", className="strong"),
        html.Span(f"{100 * pair.score:.1f} % the same", className="muted"),
        html.B(f"{pair.log_odds:+.1f}".replace("-", MINUS), className="num"),
    ]
    said = html.Ul([html.Li(text) for text in choice.cluster.reasons], className="small muted why")
    head = html.H3("Why they look the same", className="lab")
    return html.Section([head, html.Div([*bars, *total], className="falls"), said])


def _bar(bar: view.Bar) -> list[Component]:
    tone = "" if bar.value >= 0 else " less"
    style = {"left": f"{100 * bar.start:.1f}%", "width": f"{100 * bar.width:.1f}%"}
    return [
        html.Span(bar.label),
        html.Span(html.I(style=style, className=tone), className="fall"),
        html.B(
            f"{bar.value:+.1f}".replace("-", MINUS),
            className=f"num{' bad' if bar.value < 0 else ''}",
        ),
    ]


def _effects(choice: view.Choice, effects: Preview | None) -> Component:
    head = html.H3("What happens", className="lab")
    if effects is None:
        text = "No member is marked for the merge: mark one, or keep them all apart."
        return html.Section([head, html.P(text, className="small muted")])
    items = [
        html.Li([ui.icon(sign, small=True), html.Span(text)], className=tone)
        for sign, tone, text in _said(choice, effects)
    ]
    return html.Section([head, html.Ul(items, className="effects")])


def _said(choice: view.Choice, effects: Preview) -> Iterator[tuple[str, str, str]]:
    yield "swap", "", effects.sentence
    names = "names stay as aliases" if len(choice.merge) > 1 else "name stays as an alias"
    yield "link", "", f"The {names}: a search for it finds '{choice.keep}'."
    if effects.queries:
        rewritten = count(len(effects.queries), "golden query", "golden queries")
        yield "check", "", f"{rewritten} rewritten: {in_words(effects.queries[:3])}."
    if effects.workflows:
        rewritten = count(len(effects.workflows), "workflow")
        yield "check", "", f"{rewritten} rewritten: {in_words(effects.workflows[:3])}."
    for tool, parameter in effects.unmapped[:3]:
        yield "warning", "warn", f"'{parameter}' of '{tool}' has no place in '{choice.keep}'."
    for one, other in effects.contradictions[:3]:
        yield (
            "warning",
            "warn",
            f"{one.kind} and {other.kind} of '{one.source}' and '{one.target}' meet.",
        )
    for text in effects.confirm:
        yield "warning", "bad", text


def _actions(choice: view.Choice, command: MergeTools | None, effects: Preview | None) -> Component:
    danger = bool(effects and effects.confirm)
    label = f"Merge {len(choice.merge)} into {choice.keep}" if command else "Nothing to merge"
    merge = ui.button(
        f"{label[:40]}{', although' if danger else ''}",
        sign="warning" if danger else "",
        key="M",
        look="danger" if danger else "primary",
        disabled=command is None,
        title=" ".join(effects.confirm) if effects else "",
    )
    swap = choice.merge[0] if choice.merge else ""
    buttons = [
        ui.attrs(
            merge,
            data_command=json.dumps(command_json(command)) if command else "",
            data_act="merge",
            data_confirm="1" if danger else "",
        ),
        ui.attrs(
            ui.button("Swap survivor", key="W", disabled=not swap), data_keep=swap, data_act="swap"
        ),
        ui.attrs(
            ui.button("Keep apart", key="K"),
            data_command=json.dumps(command_json(view.apart_command(choice))),
            data_act="apart",
        ),
        html.Span(className="grow"),
        html.Span([ui.icon("undo", small=True), "Can be unmerged"], className="small muted row"),
    ]
    made = html.Div(buttons, className="actions")
    return ui.attrs(
        made, data_cluster=choice.cluster.keep, data_score=fraction(choice.cluster.score)
    )
