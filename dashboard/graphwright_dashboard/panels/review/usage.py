"""What agents did: relations that a log of calls proposes, with counts, for a person to take."""

import json
from collections.abc import Mapping, Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.curate.usage import FEWEST, next_tools
from graphwright.relations import Relation

from ... import components as ui
from ...views.calibrated import proposed, unpacked
from ...views.numbers import count, fraction

_SHOWN = 200  # proposals
_NEXT = 3  # tools that came right after one


def usage(curation: Curation, records: Mapping[str, bytes]) -> list[Component]:
    """The logs that are kept, what they propose, and the way to give another."""
    give = ui.attrs(ui.button("Read a log of calls", sign="file", look="sm"), data_pick="usage")
    if not records:
        text = (
            'One JSON object a line: {"session": …, "tool": …}, or a whole session {"tools": […]}. '
            "Pairs of calls that follow each other in three sessions are proposed. "
            "Nothing is applied by itself."
        )
        return [ui.empty("No log of calls is kept", text, give)]
    whole, found = unpacked(records), proposed(curation, records)
    calls = sum(map(len, whole.sessions))
    head = html.Div(
        [
            html.H2(f"{count(len(found), 'relation')} proposed", className="grow"),
            give,
        ],
        className="row",
    )
    told = f"{count(calls, 'call')} in {count(len(whole.sessions), 'session')}: "
    logs = [_log(name) for name in sorted(records)]
    after = {r.source: next_tools(whole, r.source)[:_NEXT] for r in found[:_SHOWN]}
    body = [_table(found[:_SHOWN], after)] if found else [_none(len(whole.sessions))]
    return [
        html.Div(
            [head, html.P([told, *logs], className="muted small"), *body], className="scroll sure"
        )
    ]


def _log(name: str) -> Component:
    drop = ui.attrs(ui.icon_button("cross", f"Forget {name}", small=True), data_forget=name)
    return html.Span([html.Code(name), drop], className="chip xs")


def _none(sessions: int) -> Component:
    if sessions < FEWEST:
        held = count(sessions, "session")
        text = f"A pair is proposed from {FEWEST} sessions on, and the log tells of {held}: "
        text += 'each line needs the session that it is of, {"session": …, "tool": …}.'
        return html.P(text, className="muted")
    text = "What followed each other often enough is in the graph already, or is rejected there."
    return html.P(text, className="muted")


def _table(
    found: Sequence[Relation], after: Mapping[str, tuple[tuple[str, int], ...]]
) -> Component:
    titles = ("Called", "Then", "Share", "In the log", "Right after it", "")
    head = html.Tr([html.Th(title) for title in titles])
    rows = [_row(relation, after[relation.source]) for relation in found]
    table = html.Table([html.Thead(head), html.Tbody(rows)], className="small")
    return html.Div(table, className="card")


def _proposal(relation: Relation, verdict: str) -> dict[str, str]:
    """The gesture that decides it."""
    ends = {"source": relation.source, "target": relation.target}
    return {"do": "decide-proposal", "verdict": verdict, **ends}


def _row(relation: Relation, after: Sequence[tuple[str, int]]) -> Component:
    others = ", ".join(f"{name} {times}×" for name, times in after)
    decide = [
        ui.attrs(ui.button(label, look="sm"), data_do=json.dumps(_proposal(relation, verdict)))
        for label, verdict in (("Accept", "accepted"), ("Reject", "rejected"))
    ]
    row = html.Tr(
        [
            html.Td(html.Code(relation.source)),
            html.Td(html.Code(relation.target)),
            html.Td(fraction(relation.confidence), className="num"),
            html.Td(relation.evidence[0].text),
            html.Td(others, className="muted"),
            html.Td(html.Div(decide, className="row")),
        ]
    )
    return ui.attrs(row, data_source=relation.source, data_target=relation.target)
