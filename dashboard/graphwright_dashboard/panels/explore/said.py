"""What is said above the picture: where one is, how much is shown, hits, lens, differences."""

import json
from collections.abc import Mapping

from dash import dcc, html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation

from ...components import attrs, icon, icon_button
from ...views.all_scene import MOST, MOST_ANYWAY
from ...views.changes import SIGNS
from ...views.elements import Hits
from ...views.exploring import Filters, View, address
from ...views.lenses import MEANS, STEPS, Lens
from ...views.names import short
from ...views.numbers import count, thousands
from ...views.scene import Scene


def crumb(scene: Scene, view: View, curation: Curation, in_parts: bool) -> list[Component]:
    """Where one is, and what is shown of how much."""
    parts: list[Component] = []
    for step in scene.crumbs:
        if parts:
            parts.append(icon("chevron-right", small=True))
        parts.append(
            html.A(step.text, href=step.href)
            if step.href
            else html.Span(step.text, className="here")
        )
    parts.append(html.Span(scene.facts))
    if scene.key == "map":
        parts += _whole(curation, view, in_parts)
    if scene.beside:
        parts.append(html.Span("· joined to"))
        parts += [html.A(step.text, href=step.href) for step in scene.beside]
    if view.tool is not None and scene.key == view.key:
        parts.append(_steps(view))
    if scene.near:
        more = html.Button(f"+{scene.near} more neighbours", className="link")
        parts.append(attrs(more, data_near=""))
    return parts


def _whole(curation: Curation, view: View, in_parts: bool) -> list[Component]:
    tools = len(curation.graph.tools)
    parts: list[Component] = []
    if in_parts:
        parts.append(html.Span("· one large group is shown in parts, by what its tools are about"))
    if 1 < tools <= MOST:
        parts.append(html.A(f"Draw all {count(tools, 'tool')}", href=view.beside("/explore?all=1")))
    elif tools > MOST:
        text = f"· more than {thousands(MOST)} tools are shown group by group"
        parts.append(html.Span(text))
        if tools <= MOST_ANYWAY:
            parts.append(
                html.A(f"Draw all {thousands(tools)} anyway", href=view.beside("/explore?all=1"))
            )
        else:
            most = thousands(MOST_ANYWAY)
            text = f"· all at once only up to {most}: beyond, no card could be told from another"
            parts.append(html.Span(text))
    return parts


def _steps(view: View) -> Component:
    links = [
        attrs(
            html.A(
                str(steps),
                href=view.beside(
                    address("tool", view.tool or "") + (f"&steps={steps}" if steps > 1 else "")
                ),
            ),
            aria_label=f"Up to {count(steps, 'step')} away",
            **({"aria_current": "true"} if steps == view.steps else {}),
        )
        for steps in (1, 2, 3)
    ]
    return html.Span(["Steps ", *links], className="steps")


def reset(filters: Filters) -> list[Component]:
    """The way back from filters that dim something."""
    if filters == Filters():
        return []
    return [attrs(html.Button("Show all again", className="link"), data_reset="")]


def found(hits: Hits) -> list[Component]:
    """The hits in their order, each a way to its tool."""
    if not hits.query:
        return []
    names = [
        attrs(
            html.Button([f"{rank} ", html.Code(short(tool, 40))], className="chip acc xs"),
            data_select=json.dumps({"kind": "tool", "name": tool}),
            data_open="",
        )
        for tool, rank in (hits.ranks or {}).items()
    ]
    said = f"{count(len(names), 'hit')} for “{short(hits.query, 80)}”"
    clear = attrs(icon_button("cross", "Clear the search", small=True), data_clear="")
    return [html.Div([html.Span(said), *names, clear], className="hits")]


def lens_key(lens: Lens | None) -> list[Component]:
    """The ramp with its ends, and what its numbers add up to."""
    if lens is None:
        return []
    if lens.idle:
        return [html.Div(lens.said, className="hits lens-key")]
    low, high = MEANS[lens.name]
    ramp = [html.I(className=f"lens{step}") for step in range(1, STEPS + 1)]
    return [
        html.Div(
            [
                html.Span(low),
                html.Span(ramp, className="ramp"),
                html.Span(high),
                html.Span(f"· {lens.said}"),
            ],
            className="hits lens-key",
        )
    ]


def comparing() -> Component:
    words = html.Button("Compare revisions", className="link", title="What changed (D)")
    return attrs(words, data_compare="")


def differences(
    view: View, last: int, counts: Mapping[str, int], error: str = ""
) -> list[Component]:
    """The two revisions that are compared, and what changed between them, by kind of change."""
    old, new = view.old or 0, last if view.new is None else view.new
    words: list[Component] = [
        html.Span("Compare revision"),
        _revision("from", old, "Older revision", last),
        html.Span("with"),
        _revision("to", new, "Newer revision", last),
    ]
    if error:
        words.append(html.Span(error, className="bad"))
    else:
        words += [
            html.Span(f"{SIGNS[change]} {number} {change}", className=f"diff {change}")
            for change, number in counts.items()
        ]
        words.append(html.A("As a list", href=f"/history?from={old}&to={new}"))
    if new != last:
        words.append(html.Span(f"· edits go to revision {last}"))
    leave = attrs(icon_button("cross", "Leave the comparison", small=True), data_same="")
    return [html.Div([*words, leave], className="hits compare")]


def _revision(name: str, value: int, label: str, last: int) -> Component:
    field = dcc.Input(value=str(value), type="number", min=0, max=last)
    around = html.Label(field, className="input revision")
    return attrs(around, data_revision=name, aria_label=label, title=label)
