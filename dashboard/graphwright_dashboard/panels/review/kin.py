"""The look-alikes of a relation: how they were decided, and all of them at once, or for good."""

from collections.abc import Mapping, Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.relations import Relation, Verdict

from ... import components as ui
from ...views.calibrated import said
from ...views.numbers import count, fraction
from ...views.reviewed import Address, alike_words, rule_of, ruled_by

_LISTED = 60  # look-alikes in a preview
_LESSON = 3  # decisions of one kind after which the rest is offered


def look_alikes_block(
    curation: Curation, relation: Relation, alike: Sequence[Relation], at: Address
) -> list[Component]:
    """How they were decided, and, once asked for, what deciding all of them would do."""
    waits = [other for other in alike if other.open]
    counts = {v: sum(other.verdict is v for other in alike) for v in Verdict}
    if not alike:
        return [html.P("No other relation is like it.", className="muted")]
    title = html.Span(
        [f"{count(len(alike), 'other')}: ", html.Code(alike_words(relation))], className="grow"
    )
    look = html.A(
        [f"Preview {len(waits)} open ", *ui.kbd("L")],
        href=at.path(relation, alike=not at.alike),
        className="btn sm",
    )
    ui.attrs(look, data_look="")
    bars = [
        html.I(className=tone, style={"flex": counts[verdict]})
        for verdict, tone in (
            (Verdict.ACCEPTED, "okb"),
            (Verdict.REJECTED, "badb"),
            (Verdict.UNREVIEWED, "openb"),
        )
        if counts[verdict]
    ]
    numbers = html.Div(
        [
            html.Span([html.B(str(counts[Verdict.ACCEPTED])), " accepted"], className="ok"),
            html.Span([html.B(str(counts[Verdict.REJECTED])), " rejected"], className="bad"),
            html.Span([html.B(str(len(waits))), " open"]),
        ],
        className="row small numbers",
    )
    shown = [_preview(curation, relation, waits)] if at.alike else []
    return [
        *_lesson(relation, counts, len(waits)),
        html.Div([title, look], className="row"),
        html.Div(bars, className="split"),
        numbers,
        *shown,
    ]


def _preview(curation: Curation, relation: Relation, waits: Sequence[Relation]) -> Component:
    if not waits:
        said = html.P("All of them are decided.", className="muted small", tabIndex=-1)
        return ui.attrs(said, data_preview="")
    rows = [
        html.Tr(
            [
                html.Td(html.Code(r.source)),
                html.Td(r.kind),
                html.Td(html.Code(r.target)),
                html.Td(fraction(r.confidence), className="num"),
            ]
        )
        for r in waits[:_LISTED]
    ]
    rest = (
        [html.P(f"{len(waits) - _LISTED} more are not listed.", className="muted small")]
        if len(waits) > _LISTED
        else []
    )
    buttons = html.Div(
        [
            ui.attrs(
                ui.button(f"Accept all {len(waits) + 1}", key="⇧ A", look="sm"),
                data_alike="accepted",
            ),
            ui.attrs(
                ui.button(f"Reject all {len(waits) + 1}", key="⇧ X", look="sm"),
                data_alike="rejected",
            ),
        ],
        className="row",
    )
    made = html.Div(
        [
            buttons,
            _rules(curation, relation),
            html.Div(html.Table(html.Tbody(rows), className="small"), className="card kin"),
            *rest,
        ],
        role="group",
        tabIndex=-1,
    )
    return ui.attrs(made, data_preview="", aria_label="Look-alikes that wait")


def _lesson(relation: Relation, counts: Mapping[Verdict, int], waits: int) -> list[Component]:
    """What the decisions so far would say of the rest, once they all say the same."""
    accepted, rejected = counts[Verdict.ACCEPTED], counts[Verdict.REJECTED]
    if not waits or min(accepted, rejected) or max(accepted, rejected) < _LESSON:
        return []
    word, number = ("accepted", accepted) if accepted else ("rejected", rejected)
    text = f"You {word} {number} {alike_words(relation)}. {count(waits, 'look-alike')} remain: "
    return [html.P([text, "preview them with ", *ui.kbd("L"), "."], className="lesson")]


def _rules(curation: Curation, relation: Relation) -> Component:
    """Both rules in words, with how many they would decide at once."""
    rows = []
    for verdict in (Verdict.ACCEPTED, Verdict.REJECTED):
        rule = rule_of(relation, verdict)
        decides = count(len(ruled_by(curation, rule)), "relation")
        make = ui.attrs(ui.button("Make it a rule", look="sm ghost"), data_rule=verdict.value)
        text = f"{said(rule)} Decides {decides} now, and those of new versions."
        rows.append(html.Li([html.Span(text, className="grow"), make], className="row"))
    return html.Ul(rows, className="rules small")
