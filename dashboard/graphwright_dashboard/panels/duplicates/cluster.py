"""One cluster: its members side by side, why they look the same, what the merge would do."""

import json
from collections.abc import Iterator

from dash import html
from dash.development.base_component import Component

from graphwright.curate.commands import MergeTools, command_json
from graphwright.curate.curation import Curation
from graphwright.duplicates.merge import Preview
from graphwright.duplicates.merge import listed as in_words

from ... import components as ui
from ...services import Services
from ...views import clusters as view
from ...views.doubles import Bar, Verdicts, verdicts, waterfall
from ...views.numbers import MINUS, count, fraction
from .members import Table, members

_NAMED = 3  # queries, workflows, parameters in a sentence


def body(
    services: Services,
    curation: Curation,
    choice: view.Choice,
    at: view.Address,
    number: int,
    total: int,
) -> list[Component]:
    command = view.merge_command(curation, choice, at) if choice.merge else None
    after, effects = view.consequences(curation, command) if command else (None, None)
    golden = _golden(services, curation, after)
    table = Table(curation, choice, at, command, effects)
    parts = html.Div([_why(choice), _effects(choice, effects, golden)], className="dupb")
    scroll = html.Div(
        [_title(choice, at, number, total), members(table), parts], className="scroll"
    )
    return [scroll, _actions(choice, command, effects)]


def _golden(services: Services, curation: Curation, after: Curation | None) -> Verdicts | None:
    """What the merge does to the golden queries; None where there are none."""
    if after is None or not curation.golden:
        return None
    return verdicts(services.scores(curation), services.scores_after(curation, after))


def _title(choice: view.Choice, at: view.Address, number: int, total: int) -> Component:
    tools = count(len(choice.cluster.tools), "tool")
    fields = ui.attrs(
        ui.button("Field by field", key="D", look="sm on" if at.fields else "sm ghost"),
        data_act="fields",
        aria_pressed=str(at.fields).lower(),
    )
    said = html.Span(f"{tools} · {choice.cluster.why}", className="muted small grow ell")
    return html.Div([html.H2(f"Cluster {number} of {total}"), said, fields], className="row title")


# ---- why, and what happens


def _why(choice: view.Choice) -> Component:
    pair = choice.cluster.pairs[0]
    bars = [row for bar in waterfall(pair) for row in _bar(bar)]
    total = [
        html.Span("Together", className="strong"),
        html.Span(f"{100 * pair.score:.1f} % the same", className="muted"),
        html.B(f"{pair.log_odds:+.1f}".replace("-", MINUS), className="num"),
    ]
    said = html.Ul([html.Li(text) for text in choice.cluster.reasons], className="small muted why")
    head = html.H3("Why they look the same", className="lab")
    return html.Section([head, html.Div([*bars, *total], className="falls"), said])


def _bar(bar: Bar) -> list[Component]:
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


def _effects(choice: view.Choice, effects: Preview | None, golden: Verdicts | None) -> Component:
    head = html.H3("What happens", className="lab")
    if effects is None:
        text = "No member is marked for the merge: mark one, or keep them all apart."
        return html.Section([head, html.P(text, className="small muted")])
    items = [
        html.Li([ui.icon(sign, small=True), html.Span(text)], className=tone)
        for sign, tone, text in (*_said(choice, effects), *_of_queries(effects, golden))
    ]
    return html.Section([head, html.Ul(items, className="effects")])


def _said(choice: view.Choice, effects: Preview) -> Iterator[tuple[str, str, str]]:
    for text in effects.confirm:
        yield "warning", "bad", text
    yield "swap", "", effects.sentence
    names = "names stay as aliases" if len(choice.merge) > 1 else "name stays as an alias"
    yield "link", "", f"The {names}: a search for it finds '{choice.keep}'."
    if effects.workflows:
        rewritten = count(len(effects.workflows), "workflow")
        yield "check", "", f"{rewritten} rewritten: {in_words(effects.workflows[:_NAMED])}."
    for tool, parameter in effects.unmapped[:_NAMED]:
        yield "warning", "warn", f"'{parameter}' of '{tool}' has no place in '{choice.keep}'."
    if len(effects.unmapped) > _NAMED:
        rest = count(len(effects.unmapped) - _NAMED, "more parameter")
        yield "warning", "warn", f"{rest} of merged tools without a place: see field by field."
    for one, other in effects.contradictions[:_NAMED]:
        both = f"'{one.source}' and '{one.target}'"
        yield "warning", "warn", f"{one.kind} and {other.kind} of {both} meet."


def _of_queries(effects: Preview, golden: Verdicts | None) -> Iterator[tuple[str, str, str]]:
    if effects.queries:
        rewritten = count(len(effects.queries), "golden query", "golden queries")
        yield "check", "", f"{rewritten} rewritten: {_quoted(effects.queries)}."
    if golden is None:
        return
    if golden.mended:
        yield "check", "ok", f"+{len(golden.mended)} golden: {_quoted(golden.mended)}."
    if golden.broken:
        yield "warning", "bad", f"{MINUS}{len(golden.broken)} golden: {_quoted(golden.broken)}."
    if not golden.mended and not golden.broken:
        yield "check", "", "Every golden query passes or fails as before."


def _quoted(queries: tuple[str, ...]) -> str:
    rest = len(queries) - _NAMED
    more = f" and {rest} more" if rest > 0 else ""
    return in_words([f"'{query[:80]}'" for query in queries[:_NAMED]]) + more


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
    buttons = [
        ui.attrs(
            merge,
            data_command=json.dumps(command_json(command)) if command else "",
            data_act="merge",
            data_confirm="1" if danger else "",
        ),
        ui.attrs(
            ui.button("Swap survivor", key="W", disabled=not choice.next),
            data_keep=choice.next,
            data_act="swap",
        ),
        ui.attrs(
            ui.button("Keep apart", key="K"),
            data_command=json.dumps(command_json(view.apart_command(choice))),
            data_act="apart",
        ),
        html.Span(className="grow"),
        html.Span([ui.icon("undo", small=True), "Can be unmerged"], className="small muted row"),
    ]
    return ui.attrs(
        html.Div(buttons, className="actions"),
        data_cluster=choice.cluster.keep,
        data_keep=choice.keep,
        data_score=fraction(choice.cluster.score),
    )
