"""A tool's dossier: words that are edited in place, what it takes and gives, its relations."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.evaluate.metrics import Scores
from graphwright.project.entries import Entry
from graphwright.relations import KIND_ORDER, Relation
from graphwright.tools import Tool

from ...components import attrs, chip, icon, method_chip, section, swatch
from ...views.dossier import (
    KindLine,
    Line,
    effects,
    kind_lines,
    related,
    returns,
    reviewed,
    takes,
    used_in,
)
from ...views.elements import group_title
from ...views.names import short
from ...views.numbers import count, fraction
from ...views.tables import state
from .standing import flows_tab, golden_section, history_tab, queries_tab

_TABS = {
    "overview": "Overview",
    "relations": "Relations",
    "params": "Params",
    "queries": "Queries",
    "flows": "Flows",
    "history": "History",
}
_FEW, _MOST, _MOST_RELATIONS = 5, 200, 100
_TONES = {"open": "warn", "accepted": "ok", "rejected": "bad"}


@dataclass(frozen=True, slots=True)
class Standing:
    """What the dossier says beside the curation: golden queries as scored, and the journal."""

    scores: Scores
    entries: Sequence[Entry]


def tool_head(curation: Curation, tool: Tool) -> list[Component]:
    group = curation.graph.group_of.get(tool.name, "")
    state_of = reviewed(related(curation.graph, tool.name))
    chips = [
        *([chip(short(group_title(group), 24), "line", small=True)] if group else []),
        *(chip(word, _effect_tone(word), small=True) for word in effects(tool)),
        *([_review_chip(state_of)] if state_of else []),
    ]
    return [
        html.Div(html.Span(short(tool.name, 120), className="name ell"), className="row title"),
        html.Div(
            [method_chip(tool), html.Code(short(tool.path, 160), className="muted ell")],
            className="row path",
        ),
        html.Div(chips, className="row wrap chips"),
        _tabs(),
    ]


def _review_chip(text: str) -> Component:
    decided = text.endswith("reviewed")
    return chip(text, "" if decided else "warn", sign="check" if decided else "", small=True)


def _effect_tone(word: str) -> str:
    return {"may destroy": "bad", "not idempotent": "warn", "deprecated": "warn"}.get(word, "")


def _tabs() -> Component:
    tabs = [
        attrs(html.Button(label, role="tab"), data_tab=tab, aria_selected="false")
        for tab, label in _TABS.items()
    ]
    return attrs(html.Div(tabs, className="itabs", role="tablist"), aria_label="Dossier")


def tool_body(curation: Curation, tool: Tool, standing: Standing) -> list[Component]:
    """All tabs at once; which one is seen is the browser's matter."""
    bodies = {
        "overview": _overview(curation, tool, standing.scores),
        "relations": _relations(curation, tool),
        "params": _params(curation, tool),
        "queries": queries_tab(standing.scores, tool.name),
        "flows": flows_tab(curation, tool.name),
        "history": history_tab(standing.entries, tool.name),
    }
    return [attrs(html.Div(body), data_tab_body=tab) for tab, body in bodies.items()]


def _overview(curation: Curation, tool: Tool, scores: Scores) -> list[Component]:
    gives = returns(curation.graph, tool)
    more = len(gives) - _FEW
    more_fields = attrs(html.Button(count(more, "more field"), className="link"), data_tab="params")
    return [
        html.Section(_text(tool, "description", "Description", tool.description), className="sec"),
        section("Takes", _lines(takes(tool)[:_FEW], "It takes nothing.")),
        section(
            "Returns",
            _lines(gives[:_FEW], "Nothing is known of what it gives."),
            aside=more_fields if more > 0 else "",
        ),
        _by_kind(curation, tool),
        *golden_section(scores, tool.name),
        section(
            "Words for search",
            _text(tool, "when_to_use", "When to use", tool.when_to_use),
            _chips(tool, "aliases", "Also known as", tool.aliases),
            _chips(tool, "tags", "Tags", tool.tags),
        ),
        _source(curation, tool),
    ]


def _by_kind(curation: Curation, tool: Tool) -> Component:
    lines = kind_lines(curation.graph, tool.name)
    total = sum(line.total for line in lines)
    cells = [cell for line in lines for cell in _kind_cells(line)]
    every = attrs(html.Button(f"All {total}", className="link"), data_tab="relations")
    nothing = html.P("No relations.", className="muted small")
    body = html.Div(cells, className="rlist") if cells else nothing
    return section("Relations", body, aside=every if total else "")


def _kind_cells(line: KindLine) -> list[Component]:
    open = [html.Span(f"{line.open} open", className="warn")] if line.open else []
    note = [line.note, " · "] if line.note and open else [line.note]
    return [
        swatch(line.kind),
        html.Span(line.kind),
        html.Span([*note, *open], className="muted"),
        html.B(str(line.total), className="num"),
    ]


def _source(curation: Curation, tool: Tool) -> Component:
    flows = used_in(curation, tool.name)
    facts: dict[str, Component | str] = {
        "Document": html.Code(short(tool.source or "unknown", 80)),
        **({"Place": html.Code(short(tool.where, 160))} if tool.where else {}),
        **({"Workflows": short(", ".join(flows), 200)} if flows else {}),
    }
    cells = [cell for name, value in facts.items() for cell in (html.Dt(name), html.Dd(value))]
    return section("Source", html.Dl(cells, className="facts"))


def _relations(curation: Curation, tool: Tool) -> list[Component]:
    found = related(curation.graph, tool.name)
    rows = [_relation(relation, tool.name) for relation in found[:_MOST_RELATIONS]]
    rest = len(found) - len(rows)
    more = (
        [html.P(f"{rest} more in the table of Explore.", className="muted small")] if rest else []
    )
    none = [html.P("No relations.", className="muted small")] if not rows else []
    return [html.Section([*rows, *more, *none], className="sec tight")]


def _relation(relation: Relation, tool: str) -> Component:
    other = relation.target if relation.source == tool else relation.source
    what = {
        "kind": "relation",
        "source": relation.source,
        "target": relation.target,
        "relation": relation.kind,
    }
    evidence = relation.evidence[0].text if relation.evidence else "no evidence is stated"
    back = relation.target == tool and not relation.kind.symmetric
    cells = [
        swatch(relation.kind, back=back),
        html.Span(
            [html.Span(f"{relation.kind} "), html.Code(short(other))],
            className="ell",
            title=short(other, 300),
        ),
        html.Span(fraction(relation.confidence), className="num"),
        html.Span(state(relation), className=_TONES.get(state(relation), "muted")),
        html.Span(short(evidence, 160), className="reason muted"),
    ]
    row = attrs(html.Button(cells, className="relation"), data_select=json.dumps(what))
    return attrs(row, data_digit=str(KIND_ORDER[relation.kind] + 1))


def _params(curation: Curation, tool: Tool) -> list[Component]:
    return [
        section("Takes", _described(takes(tool)[:_MOST], "It takes nothing.")),
        section(
            "Returns",
            _described(returns(curation.graph, tool)[:_MOST], "Nothing is known of what it gives."),
        ),
    ]


def _lines(lines: Sequence[Line], nothing: str) -> Component:
    if not lines:
        return html.P(nothing, className="muted small")
    cells = [
        cell
        for line in lines
        for cell in (html.Code(short(line.name, 80)), html.Span(short(line.kind), className="t"))
    ]
    return html.Div(cells, className="plist")


def _described(lines: Sequence[Line], nothing: str) -> Component:
    if not lines:
        return html.P(nothing, className="muted small")
    cells: list[Component] = []
    for line in lines:
        cells += [html.Code(short(line.name, 80)), html.Span(short(line.kind), className="t")]
        if line.text:
            cells.append(html.P(short(line.text, 300), className="about muted"))
    return html.Div(cells, className="plist")


def _text(tool: Tool, field: str, label: str, text: str) -> Component:
    """A text that is edited where it stands; `inspector.js` sends it as a command."""
    # React must not meet children that the browser has edited: the key makes a new element of
    # every new text.
    box = html.Div(
        text,
        key=f"{tool.name} {field} {text}",
        className="editable",
        role="textbox",
        contentEditable="plaintext-only",
        spellCheck="true",
        tabIndex=0,
    )
    hint = f"{label}: click to write"
    made = attrs(box, data_field=field, data_tool=tool.name, data_hint=hint, aria_label=label)
    return attrs(made, aria_multiline="true")


def _chips(tool: Tool, field: str, label: str, values: Sequence[str]) -> Component:
    """A list of words; each may be taken away, and one is added at the end."""
    drops = [
        chip(
            [
                html.Span(short(value, 40), className="ell"),
                attrs(
                    html.Button(icon("cross", small=True), title=f"Remove {short(value, 40)}"),
                    data_drop=value,
                    aria_label=f"Remove {short(value, 40)}",
                ),
            ],
            small=True,
        )
        for value in values
    ]
    add = html.Span(
        "",
        key=f"{tool.name} {field}",  # the same when a word was added: the next one is typed already
        className="chip xs line editable word",
        role="textbox",
        contentEditable="plaintext-only",
        tabIndex=0,
    )
    add = attrs(add, data_hint="add", aria_label=f"Add to {label.lower()}")
    row = html.Div([html.Span(label, className="muted"), *drops, add], className="row wrap words")
    return attrs(row, data_list=field, data_tool=tool.name, data_values=json.dumps(list(values)))
