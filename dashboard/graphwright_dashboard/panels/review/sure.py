"""Confidence against verdicts, where one may stop, and the rules that decide by themselves."""

import json
from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.calibration import (
    Advice,
    Bucket,
    advice,
    calibration,
    left_to_gain,
)
from graphwright.curate.commands import Command, MakeRule, command_json
from graphwright.curate.curation import Curation, Rule
from graphwright.curate.review import Card
from graphwright.relations import Verdict

from ... import components as ui
from ...views.calibrated import Line, decided_by, lines, said, without
from ...views.numbers import count, fraction

_WORDS = {Verdict.ACCEPTED: "Accept them", Verdict.REJECTED: "Reject them"}
_ENOUGH = 0.01  # expected cost left under which one may stop


def confidence(curation: Curation, cards: Sequence[Card]) -> list[Component]:
    """What was decided against what the rules claimed, with advice on the rest."""
    buckets = calibration(curation.graph)
    decided = [line for line in lines(buckets) if line.decided]
    gain = left_to_gain(cards)
    stop = (
        "You can stop here: what is left is hardly worth a look."
        if gain < _ENOUGH
        else "Wrong ones among them would cost that much recall and workflows, all together."
    )
    head = html.Div(
        [
            html.H2(f"{fraction(gain, 3)} left to gain in {count(len(cards), 'relation')}"),
            html.P(stop, className="muted"),
        ]
    )
    return [html.Div([head, *_advice(advice(buckets)), *_charts(decided)], className="scroll sure")]


def _advice(found: Sequence[Advice]) -> list[Component]:
    if not found:
        text = "No advice yet: it takes 8 decisions of one rule and confidence that agree."
        return [html.P(text, className="muted small")]
    rows = [
        html.Li(
            [
                html.Span(one.sentence, className="grow"),
                _does(MakeRule(rule=one.rule), _WORDS[one.verdict]),
            ],
            className="row",
        )
        for one in found
    ]
    return [html.H3("Where you can stop", className="lab"), html.Ul(rows, className="advice")]


def _does(command: Command, label: str, look: str = "sm") -> Component:
    return ui.attrs(ui.button(label, look=look), data_do=json.dumps(command_json(command)))


def _charts(decided: Sequence[Line]) -> list[Component]:
    if not decided:
        text = "Decide some relations: how often each rule was right will stand here."
        return [ui.empty("Nothing is decided yet", text)]
    note = "Each mark: what the rule claims (→) against what you accepted (↑), with its interval."
    return [
        html.H3("Claimed against accepted", className="lab"),
        html.P(note, className="muted small"),
        html.Div([_chart(line) for line in decided], className="charts"),
    ]


def _chart(line: Line) -> Component:
    """One rule: ten buckets along the diagonal, on which claim and verdicts agree."""
    marks = [html.I(className="even"), *(m for b in line.buckets if b.decided for m in _mark(b))]
    title = html.Div([ui.swatch(line.kind), html.B(line.kind)], className="row")
    facts = f"{line.accepted} of {line.decided} accepted, {line.left} wait"
    return html.Figure(
        [
            title,
            html.Code(line.rule or "no rule", className="muted small"),
            html.Div(marks, className="plot"),
            html.Figcaption(facts, className="small muted"),
        ]
    )


def _mark(bucket: Bucket) -> tuple[Component, Component]:
    x = f"{100 * bucket.claimed:.1f}%"
    bar = html.I(
        className="between",
        style={
            "left": x,
            "bottom": f"{100 * bucket.lower:.1f}%",
            "height": f"{100 * (bucket.upper - bucket.lower):.1f}%",
        },
    )
    told = f"claimed {fraction(bucket.claimed)}, {bucket.accepted} of {bucket.decided} accepted"
    dot = html.I(
        className="mark",
        style={"left": x, "bottom": f"{100 * (bucket.rate or 0.0):.1f}%"},
        title=told,
    )
    return bar, dot


def rules(curation: Curation) -> list[Component]:
    """The rules that hold, each with what it decided, and a way to take it back."""
    if not curation.rules:
        text = "Preview look-alikes of a relation (L), and make a rule of what you decide on them."
        return [ui.empty("There is no rule yet", text)]
    rows = [_rule(curation, rule) for rule in curation.rules]
    head = html.H2(f"{count(len(rows), 'rule')}, for now and for new versions")
    return [html.Div([head, html.Ul(rows, className="advice")], className="scroll sure")]


def _rule(curation: Curation, rule: Rule) -> Component:
    decided = count(decided_by(curation, rule), "relation")
    who = f" by {rule.by}" if rule.by else ""
    return html.Li(
        [
            html.Div(
                [
                    html.Div(said(rule)),
                    html.Div(f"decided {decided}{who}", className="muted small"),
                ],
                className="grow",
            ),
            _does(without(rule), "Take back"),
        ],
        className="row",
    )
