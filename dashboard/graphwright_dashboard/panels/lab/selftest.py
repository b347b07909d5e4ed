"""The tab of tests that need no judgement: they ask the tools' own words, and judge themselves."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from dash import html
from dash.development.base_component import Component

from graphwright.curate.commands import All, Command, PutGolden
from graphwright.curate.curation import Curation
from graphwright.errors import CommandError, QueryError
from graphwright.evaluate.depth import AtK, depths
from graphwright.evaluate.floor import Calibration, calibrated, right_answers
from graphwright.evaluate.preference import preference
from graphwright.evaluate.selftest import Own, negatives, own_words
from graphwright.search.index import SearchIndex

from ... import components as ui
from ...drawn import Field
from ...services import Latest, Services, golden_of
from ...views.lab_address import Address, tab_path
from ...views.numbers import count, fraction
from .bearing import words_block
from .floor import floor_block

_KS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)
_MOST_HIDDEN = 150  # sets of tools that are taken away
_MOST_ROWS = 200


def _reads(curation: Curation) -> tuple[object, ...]:
    return curation.graph, curation.settings, curation.golden


class Tests:
    """The last results of each test, kept while what they read is the same."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._own: Latest[tuple[Own, ...]] = Latest(_reads)
        self._floor: Latest[Calibration] = Latest(_reads)
        self._depth: Latest[tuple[AtK, ...]] = Latest(_reads)

    def index(self, curation: Curation) -> SearchIndex:
        return self._services.index(curation)

    def own(self, curation: Curation) -> tuple[Own, ...]:
        return self._own.of(curation, lambda c, _: own_words(self.index(c)))

    def floor(self, curation: Curation) -> Calibration:
        return self._floor.of(curation, lambda c, _: self._calibrated(c))

    def depth(self, curation: Curation) -> tuple[AtK, ...]:
        return self._depth.of(curation, lambda c, _: depths(self.index(c), golden_of(c), _KS))

    def _calibrated(self, curation: Curation) -> Calibration:
        # with a floor in force nothing weak would be seen
        bare = replace(curation, settings=replace(curation.settings, floor=0.0))
        index, golden = self.index(curation).updated(bare), golden_of(curation)
        return calibrated(
            right_answers(index, golden, curation.settings.k),
            negatives(index, golden, _MOST_HIDDEN),
        )


def preferred(curation: Curation, said: object) -> Command:
    """Golden queries for a pair of look-alikes, as one edit."""
    match said:
        case {"better": str(better), "worse": str(worse), "when": str(when)}:
            try:
                made = preference(curation.graph, better.strip(), worse.strip(), when)
            except QueryError as error:
                raise CommandError(str(error)) from None
            commands = tuple(PutGolden(golden=one) for one in made)
            return All(commands=commands, label=f"prefer '{better}' over '{worse}'")
    raise CommandError("A preference names two tools, and the case in which one is right.")


def self_page(tests: Tests, curation: Curation, at: Address) -> list[Component]:
    pages: dict[str, tuple[str, Callable[[], list[Component]]]] = {
        "own": ("Own words", lambda: _own(tests.own(curation))),
        "floor": ("Floor", lambda: floor_block(tests.floor(curation), curation)),
        "words": ("Words that bear", lambda: words_block(tests.index(curation), curation, at)),
        "prefer": ("Prefer A over B", lambda: _prefer(at)),
        "depth": ("How many results", lambda: _depth(tests.depth(curation), curation)),
    }
    if not curation.graph.tools:
        return [ui.empty("No tools yet", "These tests ask the tools for themselves.")]
    show = at.show if at.show in pages else "own"
    links = [
        ui.attrs(
            html.A(label, href=tab_path("self", show=name)),
            aria_selected=str(name == show).lower(),
            role="tab",
        )
        for name, (label, _) in pages.items()
    ]
    bar = html.Div(html.Div(links, className="seg", role="tablist"), className="block")
    return [html.Div([bar, *pages[show][1]()], className="pane scrolls selftest")]


# ---- own words


def _own(found: Sequence[Own]) -> list[Component]:
    stolen = [one for one in found if one.rank != 1]
    first = len(found) - len(stolen)
    text = f"{first} of {count(len(found), 'tool')} come first, asked for by their own words."
    if not stolen:
        return [html.P([ui.icon("check", small=True), text], className="block row ok")]
    rows = [
        html.Tr(
            [
                html.Td(html.Code(one.tool)),
                html.Td(f"#{one.rank}" if one.rank else "not found", className="num"),
                html.Td(html.Code(one.thief) if one.thief else "nothing is found"),
                html.Td(
                    html.A(one.asked[:140], href=Address(one.asked, explain=one.tool, k=1).path())
                ),
                html.Td(
                    html.A(
                        "Prefer …",
                        href=tab_path("self", show="prefer", tool=one.tool, other=one.thief),
                        className="small",
                    )
                    if one.thief
                    else ""
                ),
            ]
        )
        for one in stolen[:_MOST_ROWS]
    ]
    head = html.Tr(
        [
            html.Th("Tool"),
            html.Th("Rank", className="num"),
            html.Th("Stolen by"),
            html.Th("Asked for with"),
            html.Th(""),
        ]
    )
    table = html.Table([html.Thead(head), html.Tbody(rows)], className="small golden")
    return [html.P(text, className="block"), table]


# ---- preference


def _prefer(at: Address) -> list[Component]:
    fields = [
        _field("better", "Prefer", at.tool),
        _field("worse", "over", at.other),
        _field("when", "when", ""),
    ]
    save = ui.attrs(html.Button("Make golden queries", className="btn primary"), data_prefer="")
    text = (
        "Two golden queries are made: the case itself must find the first tool and must not find "
        "the second; the case in the second tool's words must still put the first before it."
    )
    form = html.Div(
        [*fields, html.Div(save, className="row")],
        className="block fields prefer",
        key=f"{at.tool} {at.other}",
    )
    return [html.P(text, className="block muted"), form]


def _field(name: str, label: str, value: str) -> Component:
    field = Field(type="text", value=value, name=name, autoComplete="off")
    if name in ("better", "worse"):
        ui.attrs(field, data_tools="", aria_label=label)
    return html.Label([html.Span(label), html.Span(field, className="input")], className="field2")


# ---- depth


def _depth(found: Sequence[AtK], curation: Curation) -> list[Component]:
    if not curation.golden:
        return [html.P("It takes golden queries.", className="block muted")]
    most = max([1.0, *(one.tokens for one in found)])
    now = curation.settings.k
    rows = [
        html.Tr(
            [
                html.Td(f"k = {one.k}", className="strong" if one.k == now else ""),
                html.Td(_bar(one.recall, "p1"), className="w"),
                html.Td(fraction(one.recall, 3), className="num"),
                html.Td(fraction(one.hit, 3), className="num"),
                html.Td(fraction(one.passed, 3), className="num"),
                html.Td(_bar(one.tokens / most, "p5"), className="w"),
                html.Td(f"{one.tokens:.0f}", className="num"),
            ],
            className="on" if one.k == now else "",
        )
        for one in found
    ]
    names = ("", "", "recall", "hit", "passes", "", "tokens")
    head = html.Tr([html.Th(name, className="num" if name else "") for name in names])
    note = (
        "Tokens: of name, description and parameters of the tools that a question gets, "
        "at four characters each."
    )
    table = html.Table([html.Thead(head), html.Tbody(rows)], className="small counts depth")
    return [table, html.P(note, className="note")]


def _bar(share: float, look: str) -> Component:
    return html.Span(className=f"bar {look}", style={"width": f"{100 * share:.1f}%"})
