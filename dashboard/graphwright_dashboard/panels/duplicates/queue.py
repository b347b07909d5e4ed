"""The list of clusters with what was merged already, and what stands there when none is left."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.duplicates import Cluster
from graphwright.duplicates.merge import listed as in_words
from graphwright.project.entries import Entry

from ... import components as ui
from ...services import Services
from ...views.clusters import Address, kept_apart
from ...views.numbers import count, fraction

_LOWER = (0.8, 0.7, 0.6, 0.5)  # thresholds to look again from


def listed(
    curation: Curation,
    clusters: Sequence[Cluster],
    shown: Cluster | None,
    at: Address,
    entries: Sequence[Entry],
) -> list[Component]:
    done = [(keep, stack[-1]) for keep, stack in sorted(curation.merges.items()) if stack]
    apart = sorted(sorted(tools) for tools in curation.apart)
    decided = len(done) + len(apart)
    total = decided + len(clusters)
    share = decided / total if total else 1.0
    head = html.Div(
        [
            html.Div([html.B(str(decided)), f" of {count(total, 'cluster')} decided"]),
            html.Span(html.I(style={"width": f"{100 * share:.0f}%"}), className="bar-t"),
        ],
        className="sidehd progress",
    )
    waiting = [_waiting(n, cluster, cluster is shown, at) for n, cluster in enumerate(clusters, 1)]
    merged = [_merged(keep, [tool.name for tool in merge.gone]) for keep, merge in done]
    said = kept_apart(entries)
    kept = [_apart(tools, said.get(frozenset(tools))) for tools in apart]
    items = ui.attrs(
        html.Ul([*merged, *kept, *waiting], className="q", role="listbox"), aria_label="Clusters"
    )
    return [head, items]


def _waiting(number: int, cluster: Cluster, chosen: bool, at: Address) -> Component:
    item = html.Li(
        [
            html.Span(str(number), className="muted"),
            html.Code(cluster.keep, className="ell"),
            html.Span(fraction(cluster.score), className="muted"),
            html.Span(["with ", html.Code(", ".join(cluster.gone))], className="l2 ell muted"),
        ],
        role="option",
        tabIndex=0 if chosen else -1,
    )
    return ui.attrs(
        item, data_href=at.path(cluster=cluster.keep), aria_selected=str(chosen).lower()
    )


def _merged(keep: str, gone: Sequence[str]) -> Component:
    unmerge = ui.attrs(html.Button("Unmerge", className="link"), data_unmerge=keep)
    return html.Li(
        [
            html.Span(ui.icon("check", small=True), className="ok"),
            html.Code(keep, className="ell"),
            unmerge,
            html.Span(["merged with ", html.Code(in_words(gone))], className="l2 ell"),
        ],
        className="done",
    )


def _apart(tools: Sequence[str], revision: int | None) -> Component:
    back: Component = html.Span("apart", className="muted")
    if revision is not None:
        back = ui.attrs(html.Button("Take back", className="link"), data_revert=str(revision))
    return html.Li(
        [
            html.Span(ui.icon("swap", small=True), className="muted"),
            html.Code(tools[0], className="ell"),
            back,
            html.Span(["not the same as ", html.Code(in_words(tools[1:]))], className="l2 ell"),
        ],
        className="done",
    )


def nothing_left(services: Services, curation: Curation, at: Address) -> list[Component]:
    tools = count(len(curation.graph.tools), "tool")
    text = f"No two of {tools} look the same from {fraction(at.threshold)} up."
    merged = sum(len(stack) for stack in curation.merges.values())
    if merged or curation.apart:
        done = f"{count(merged, 'merge')}, {count(len(curation.apart), 'set')} kept apart"
        text = f"{text} Done so far: {done}. Each can be taken back in the list or with Ctrl Z."
    return [ui.empty("No doubles are left", text, *_lower(services, curation, at))]


def _lower(services: Services, curation: Curation, at: Address) -> list[Component]:
    """The next threshold under this one that would find more, with how much."""
    for threshold in _LOWER:
        if threshold < at.threshold and (found := services.clusters(curation, threshold)):
            text = f"Look again from {fraction(threshold)}: {count(len(found), 'cluster')}"
            href = f"/review/duplicates?t={threshold:.2f}"
            return [html.A(text, href=href, className="btn")]
    return []
