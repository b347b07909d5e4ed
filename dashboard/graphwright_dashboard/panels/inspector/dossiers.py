"""What stands in the inspector for a tool, a group, a relation, and for nothing."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.graph import ToolGraph
from graphwright.relations import Relation, RelationKey, RelationKind

from ...components import attrs, button, chip, kbd, section, swatch
from ...views.elements import group_title
from ...views.names import short
from ...views.numbers import count, fraction
from ...views.tables import state
from .tool import Standing, tool_body, tool_head

_MOST = 60  # tools of a group that are listed


@dataclass(frozen=True, slots=True)
class Shown:
    head: Sequence[Component]
    body: Sequence[Component]
    foot: Sequence[Component] = ()


def dossier(
    curation: Curation, selection: Mapping[str, str], drawn: ToolGraph, standing: Standing
) -> Shown:
    """The parts of the inspector; what is no longer there is as if nothing were selected.

    Args:
        curation: of which.
        selection: the store's value.
        drawn: the graph with the groups that Explore shows.
        standing: how the golden queries stand, and the journal.
    """
    graph = curation.graph
    match selection:
        case {"kind": "tool", "name": str(name)} if name in graph.tools:
            tool = graph.tools[name]
            return Shown(
                tool_head(curation, tool), tool_body(curation, tool, standing), _tool_foot(name)
            )
        case {"kind": "group", "name": str(name)} if name in drawn.members or name in drawn.groups:
            return _group(drawn, name)
        case {"kind": "relation", "source": str(source), "target": str(target)}:
            kind = selection.get("relation", "")
            found = _relation(graph, source, target, kind)
            return _about(found) if found else _nothing()
        case _:
            return _nothing()


def _relation(graph: ToolGraph, source: str, target: str, kind: str) -> Relation | None:
    if kind not in list(RelationKind):
        return None
    return graph.relations.get(RelationKey(source, target, RelationKind(kind)))


def _tool_foot(name: str) -> list[Component]:
    around = html.A(
        ["Open neighbourhood", *kbd("Enter")],
        href=f"/explore?tool={quote(name, safe='')}",
        className="btn sm",
    )
    lab = html.A(
        "Try in Lab", href=f"/lab?explain={quote(name, safe='')}", className="btn sm ghost"
    )
    return [around, lab]


def _group(graph: ToolGraph, name: str) -> Shown:
    members = graph.members.get(name, ())
    head = _titled(group_title(name), [chip(count(len(members), "tool"), "line", small=True)])
    about = graph.groups[name].description if name in graph.groups else ""
    rows = [
        attrs(
            html.Button(html.Code(short(tool), className="ell"), className="link pick"),
            data_select=json.dumps({"kind": "tool", "name": tool}),
        )
        for tool in members[:_MOST]
    ]
    rest = len(members) - len(rows)
    tools = section(
        "Tools",
        html.Div(rows, className="picks"),
        aside=f"{rest} more in the table" if rest else "",
    )
    words = [html.Section(html.P(short(about, 600)), className="sec")] if about else []
    link = html.A(
        ["Open the group", *kbd("Enter")],
        href=f"/explore?group={quote(name, safe='')}",
        className="btn sm",
    )
    return Shown(head, [*words, tools], [link])


def _about(relation: Relation) -> Shown:
    """A relation: both ends, how sure, why, who decided, and the decisions that one may take."""
    line = [
        swatch(relation.kind),
        html.Span(relation.kind, className="strong"),
        html.Span(fraction(relation.confidence), className="muted"),
        chip(state(relation), _TONES.get(state(relation), "line"), small=True),
    ]
    head = [
        html.Div(html.Span("Relation", className="muted small"), className="row"),
        html.Div(html.Code(short(relation.source), className="name"), className="ell"),
        html.Div(line, className="row small"),
        html.Div(html.Code(short(relation.target), className="name"), className="ell last"),
    ]
    why = html.Ul(
        [
            html.Li([html.P(short(e.text, 400)), html.P(f"rule: {e.rule}", className="muted")])
            for e in relation.evidence
        ],
        className="reasons small",
    )
    none = html.P("No evidence is stated.", className="muted small")
    body = [section("Why", why if relation.evidence else none), _ends(relation)]
    if relation.by or relation.at:
        said = f"{relation.verdict} by {relation.by or 'somebody'}, {relation.at[:16]}"
        body.append(section("Decided", html.P(f"{said}. {relation.why}", className="small")))
    return Shown(head, body, _decisions(relation))


_TONES = {"open": "warn", "accepted": "ok", "rejected": "bad"}


def _ends(relation: Relation) -> Component:
    picks = [
        attrs(
            html.Button(html.Code(short(name), className="ell"), className="link pick"),
            data_select=json.dumps({"kind": "tool", "name": name}),
        )
        for name in (relation.source, relation.target)
    ]
    return section("Its tools", html.Div(picks, className="picks"))


def _decisions(relation: Relation) -> list[Component]:
    data = json.dumps(
        {"source": relation.source, "target": relation.target, "kind": str(relation.kind)}
    )
    wanted = [("Accept", "accept", "sm primary"), ("Reject", "reject", "sm")]
    if relation.by or relation.at:
        wanted.append(("Reopen", "unreview", "sm ghost"))
    return [
        attrs(button(label, look=look), data_command=do, data_relation=data)
        for label, do, look in wanted
    ]


def _titled(title: str, chips: list[Component]) -> list[Component]:
    return [
        html.Div(html.Span(title, className="strong ell", title=title), className="row title"),
        html.Div(chips, className="row wrap chips last"),
    ]


def _nothing() -> Shown:
    """What stands here while nothing is selected."""
    text = (
        "Nothing is selected. Whatever you select, on any page, is described here: what it takes "
        "and gives, its relations, the queries it wins and loses."
    )
    keys = [
        ("Find a tool, query or command", ["Ctrl K"]),
        ("Go to Explore", ["g", "e"]),
        ("Show or hide this panel", ["]"]),
        ("Undo anything", ["Ctrl Z"]),
        ("All keys", ["?"]),
    ]
    rows = [
        cell
        for words, caps in keys
        for cell in (html.Span(words), html.Span(kbd(*caps), className="row"))
    ]
    head = html.Div(html.Span("Inspector", className="strong"), className="row title last")
    return Shown(
        [head],
        [
            html.Section(html.P(text, className="muted small"), className="sec"),
            section("Worth knowing", html.Div(rows, className="known small")),
        ],
    )
