"""The right half: what was expected, why a tool is not in the first k, what would mend it."""

import json
import time

from dash import html
from dash.development.base_component import Component

from graphwright.curate.commands import command_json
from graphwright.curate.curation import Curation
from graphwright.curate.fixes import Fix, Tried, tried
from graphwright.evaluate.golden import Golden
from graphwright.graph import ToolGraph
from graphwright.search.index import SearchIndex
from graphwright.search.results import Explanation

from ... import components as ui
from ...drawn import Field
from ...jobs import Jobs
from ...services import golden_of
from ...views import lab as view
from ...views.lab_address import written_weights
from ...views.numbers import fraction
from .answers import Answers

_NO_FIX = (
    "No single edit brings it into the first k: it needs another weight, an embedder, "
    "or other words in several places."
)
_NO_GOLDEN = "No golden query yet: X marks a result as the right one."
_PATIENCE = 1.5  # seconds; what takes longer comes when it is there
_OVERFITS = "overfits: it only repeats the words of this question"


Answer = tuple[Tried, float]  # what was tried, and the seconds that it took


class Asked:
    """What is asked, with edits that are tried in the background."""

    def __init__(self, jobs: Jobs, answers: Answers[Answer]) -> None:
        self._jobs, self._answers = jobs, answers
        self.waits = False  # edits are still being tried

    def explaining(
        self,
        curation: Curation,
        index: SearchIndex,
        at: view.Address,
        golden: Golden | None,
        k: int,
        explain: str,
    ) -> Component:
        parts: list[Component] = [_expected(index, golden, at.query, k), _ask_why(explain)]
        if explain and explain not in curation.graph.tools:
            text = f"There is no tool '{explain}' in this graph."
            parts.append(html.P(text, className="block bad"))
        elif explain:
            parts.append(_why(index.explain(at.query, explain, k)))
            parts.append(self._fixes(curation, index, at, k, explain))
        else:
            text = "Click a result, or name a tool: its score beside that of rank k, in parts."
            parts.append(html.P(text, className="block small muted"))
        return html.Div(parts, className="explaining")

    def _fixes(
        self, curation: Curation, index: SearchIndex, at: view.Address, k: int, tool: str
    ) -> Component:
        if not at.fix:
            link = html.A(
                ["What would mend it ", *ui.kbd("F")],
                href=at.path(explain=tool, fix="1"),
                className="btn sm",
            )
            return html.Div([html.H2("Fixes"), html.Span(className="grow"), link], className="ph")
        found = self._answers.of(
            self._jobs,
            curation,
            (at.query, tool, k, written_weights(at.weights)),
            lambda: _tried(curation, index, at.query, tool, k),
            _PATIENCE,
        )
        self.waits = found is None
        return _trying() if found is None else _offered(*found, curation.graph)


def _expected(index: SearchIndex, golden: Golden | None, query: str, k: int) -> Component:
    chips: list[Component] = []
    here = tuple(hit.tool for hit in index.search(query, k).results)
    for tool in golden.expect if golden is not None else ():
        known = tool in index.graph.tools
        rank = index.explain(query, tool, k).rank if known else None
        found = rank is not None and rank <= k
        text = (
            f"{tool} #{rank}" if rank else f"{tool} {'not found' if known else 'not in the graph'}"
        )
        chips.append(
            ui.chip(text, "ok" if found else "bad", sign="check" if found else "cross", small=True)
        )
    for tool in golden.forbid if golden is not None else ():
        if tool in here:
            chips.append(ui.chip(f"{tool} is forbidden", "bad", sign="cross", small=True))
    if golden is None:
        chips = [html.Span(_NO_GOLDEN, className="small muted")]
    elif not golden.expect:
        answered = f"{len(here)} found" if here else "none found"
        tone = "bad" if here else "ok"
        chips = [ui.chip(f"No tool should answer: {answered}", tone, small=True)]
    return html.Div([html.H2("Expected"), html.Span(className="grow"), *chips], className="ph wrap")


def _ask_why(explain: str) -> Component:
    box = Field(type="text", value=explain, placeholder="Name of a tool", autoComplete="off")
    ui.attrs(box, data_tools="explain", aria_label="Why not")
    return html.Div(
        [html.Label(["Why not", box, *ui.kbd("W")], className="input grow")],
        className="block row why",
    )


def _why(explanation: Explanation) -> Component:
    rival = explanation.competitor
    inside = explanation.rank is not None and explanation.rank <= explanation.k
    head = html.Div(
        [
            html.H2(
                ["Why " if inside else "Why not ", html.Code(explanation.tool), "?"],
                className="grow",
            ),
            ui.chip(str(explanation.reason), small=True),
        ],
        className="row",
    )
    names = [explanation.tool, f"#{rival.rank} {rival.tool}" if rival else "–"]
    header = html.Tr(
        [
            html.Th("Part"),
            *(html.Th(name, className="ell") for name in names),
            html.Th("Gap", className="num"),
            html.Th("Where from", className="from"),
        ]
    )
    body = [_ledger_row(line) for line in view.ledger(explanation)]
    rank = f"#{explanation.rank}" if explanation.rank else "not found"
    gap = fraction(-explanation.gap) if explanation.gap else "0"
    total = html.Tr(
        [
            html.Td("Total"),
            html.Td([fraction(explanation.score), html.Span(f" {rank}", className="muted")]),
            html.Td(fraction(rival.score) if rival else ""),
            html.Td(gap, className=f"num{' bad' if explanation.gap else ''}"),
            html.Td("", className="from"),
        ],
        className="sum",
    )
    table = html.Table([html.Thead(header), html.Tbody([*body, total])], className="small ledger")
    return html.Div([head, html.P(explanation.sentence), table], className="block")


def _ledger_row(line: view.LedgerLine) -> Component:
    return html.Tr(
        [
            html.Td(line.label),
            _measured(line.ours, line.our_bar, line.place),
            _measured(line.theirs, line.their_bar, line.place),
            html.Td(line.gap, className=f"num{' bad' if line.behind else ''}"),
            html.Td(line.grounds, className="muted from"),
        ]
    )


def _measured(number: str, share: float, place: int) -> Component:
    bar = html.Span(className=f"bar p{place}", style={"width": f"{60 * min(share, 1):.0f}px"})
    return html.Td(html.Span([html.Span(number, className="num v"), bar], className="row"))


def _tried(curation: Curation, index: SearchIndex, query: str, tool: str, k: int) -> Answer:
    start = time.perf_counter()
    found = tried(index, query, tool, k, golden_of(curation), curation)
    return found, time.perf_counter() - start


def _trying() -> Component:
    head = html.Div(html.H2("Fixes"), className="ph")
    return html.Div([head, html.P("Trying edits by a real search …", className="block muted")])


def _offered(answer: Tried, seconds: float, graph: ToolGraph) -> Component:
    head: list[Component] = [html.H2("Fixes"), html.Span(className="grow")]
    found = answer.fixes
    if not found:
        return html.Div([html.Div(head, className="ph"), html.P(_NO_FIX, className="block muted")])
    took = f"{len(found)} work of {answer.tried} tried · {seconds:.1f} s"
    rows = [_fix_row(number, fix, graph) for number, fix in enumerate(found, 1)]
    columns = [
        html.Th("#"),
        html.Th("Edit"),
        html.Th("Rank", className="num"),
        html.Th("Golden", className="num"),
        html.Th(),
    ]
    table = html.Table([html.Thead(html.Tr(columns)), html.Tbody(rows)], className="small fixes")
    head.insert(1, html.Span(took, className="small muted"))
    foot = html.P(["Apply, then the next failing query ", *ui.kbd("⇧ Enter")], className="note")
    return html.Div([html.Div(head, className="ph"), table, foot])


def _fix_row(number: int, fix: Fix, graph: ToolGraph) -> Component:
    said = "; ".join(view.edit_text(command, graph) for command in fix.commands)
    note = [html.Div(_OVERFITS, className="warn")] if fix.overfits else []
    apply = html.Button(["Apply", *(ui.kbd("Enter") if number == 1 else [])], className="btn sm")
    row = html.Tr(
        [
            html.Td(str(number)),
            html.Td([said, *note]),
            html.Td(f"#{fix.rank}", className="num strong"),
            html.Td(_golden_change(fix), className=f"num{' warn' if fix.lost else ''}"),
            html.Td(apply, className="num"),
        ],
        className="on" if number == 1 else "",
    )
    return ui.attrs(row, data_commands=json.dumps([command_json(c) for c in fix.commands]))


def _golden_change(fix: Fix) -> Component | str:
    """How many golden queries it gains and loses; their names are one click away."""
    said = f"+{fix.gained} / −{fix.lost}"
    if not fix.gained and not fix.lost:
        return said
    names = [
        *(
            html.Li([ui.icon("check", small=True), q], className="row ok")
            for q in fix.gained_queries
        ),
        *(
            html.Li([ui.icon("cross", small=True), q], className="row bad")
            for q in fix.lost_queries
        ),
    ]
    return html.Details([html.Summary(said), html.Ul(names, className="menu float")])
