"""The dossier's tabs of queries, workflows and history."""

import json
from collections.abc import Sequence
from urllib.parse import quote

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.metrics import Scores
from graphwright.project.entries import Entry

from ...components import attrs, icon, section
from ...views.names import short
from ...views.numbers import count
from ...views.standing_of import Asked, Edit, edits, flows, queries

_FEW, _MOST = 3, 40


def golden_section(scores: Scores, tool: str) -> list[Component]:
    """The overview's few lines; nothing where no golden query has to do with the tool."""
    found = queries(scores, tool)
    rows = [*found.loses, *found.wins]
    if not rows:
        return []
    said = f"{len(found.wins)} won, {len(found.loses)} lost"
    more = attrs(html.Button(said, className="link"), data_tab="queries")
    return [section("Golden queries", *(_asked(one, scores.k) for one in rows[:_FEW]), aside=more)]


def queries_tab(scores: Scores, tool: str) -> list[Component]:
    found = queries(scores, tool)
    if not (found.wins or found.loses or found.intrudes):
        words = "No golden query expects this tool, so that nobody can say whether it is found. "
        ask = html.A("Write one", href=f"/lab?explain={quote(tool, safe='')}")
        return [html.Section(html.P([words, ask], className="muted small"), className="sec")]
    parts: list[Component] = [
        section(f"Wins {len(found.wins)}", *(_asked(one, scores.k) for one in found.wins[:_MOST])),
        section(
            f"Loses {len(found.loses)}", *(_asked(one, scores.k) for one in found.loses[:_MOST])
        ),
    ]
    if found.taken_by:
        rows = [_instead(name, times) for name, times in found.taken_by]
        parts.append(section("Found in its place", *rows))
    if found.intrudes:
        rows = [_query(query) for query in found.intrudes[:_MOST]]
        parts.append(section("In the way of", *rows))
    return parts


def _asked(asked: Asked, k: int) -> Component:
    won = asked.rank is not None
    sign = html.Span(
        icon("check" if won else "cross", small=True), className="ok" if won else "bad"
    )
    rank = html.Span(
        f"#{asked.rank}" if won else f"not in the first {k}",
        className="nowrap muted" if won else "nowrap bad",
    )
    words = html.Span(short(asked.query, 120), className="ell grow")
    href = f"/lab?q={quote(asked.query, safe='')}"
    return html.A([sign, words, rank], href=href, className="golden-row")


def _query(query: str) -> Component:
    words = html.Span(short(query, 120), className="ell grow")
    return html.A(words, href=f"/lab?q={quote(query, safe='')}", className="golden-row")


def _instead(name: str, times: int) -> Component:
    words = html.Code(short(name, 60), className="ell grow")
    row = html.Button(
        [words, html.Span(count(times, "query", "queries"), className="muted")],
        className="golden-row",
    )
    return attrs(row, data_select=json.dumps({"kind": "tool", "name": name}))


def flows_tab(curation: Curation, tool: str) -> list[Component]:
    rows: list[Component] = [
        html.A(
            [
                html.Span(short(flow.goal, 120), className="ell grow"),
                html.Span(f"step {flow.place} of {flow.of}", className="muted"),
            ],
            href=f"/workflows/{quote(flow.id, safe='')}?step={quote(flow.step, safe='')}",
            className="golden-row",
        )
        for flow in flows(curation, tool)
    ]
    nothing: Component = html.P("No workflow calls this tool.", className="muted small")
    return [section("Workflows", *(rows or [nothing]))]


def history_tab(entries: Sequence[Entry], tool: str) -> list[Component]:
    rows: list[Component] = [_edit(edit) for edit in edits(entries, tool)]
    nothing: Component = html.P("Nobody has changed it since it was read.", className="muted small")
    every = html.A("History", href="/history")
    return [section("Edits", *(rows or [nothing]), aside=every)]


def _edit(edit: Edit) -> Component:
    words = html.Span(
        [
            html.Span(short(edit.text[:1].upper() + edit.text[1:], 160)),
            html.Span(
                f"rev {edit.revision} · {edit.by or 'somebody'} · {edit.at}", className="muted"
            ),
        ],
        className="edit-words grow",
    )
    revert = attrs(
        html.Button("Revert", className="btn sm ghost"),
        data_command="revert",
        data_relation=json.dumps({"revision": edit.revision}),
        aria_label=f"Revert revision {edit.revision}",
    )
    return html.Div([words, *([revert] if edit.stands else [])], className="golden-row edit")
