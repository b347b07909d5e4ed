"""The list of clusters with what was merged already, and what stands there when none is left."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.duplicates import Cluster
from graphwright.duplicates.merge import listed as in_words

from ... import components as ui
from ...views.clusters import Address
from ...views.numbers import count, fraction


def listed(
    curation: Curation, clusters: Sequence[Cluster], shown: Cluster | None, at: Address
) -> list[Component]:
    done = [(keep, stack[-1]) for keep, stack in sorted(curation.merges.items()) if stack]
    total = len(done) + len(clusters)
    share = len(done) / total if total else 1.0
    head = html.Div(
        [
            html.Div([html.B(str(len(done))), f" of {count(total, 'cluster')} merged"]),
            html.Span(html.I(style={"width": f"{100 * share:.0f}%"}), className="bar-t"),
        ],
        className="sidehd progress",
    )
    waiting = [_waiting(n, cluster, cluster is shown, at) for n, cluster in enumerate(clusters, 1)]
    merged = [_merged(keep, [tool.name for tool in merge.gone]) for keep, merge in done]
    items = ui.attrs(
        html.Ul([*merged, *waiting], className="q", role="listbox"), aria_label="Clusters"
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


def nothing_left(curation: Curation, at: Address) -> list[Component]:
    text = (
        f"No two tools of {count(len(curation.graph.tools), 'tool')} look the same from "
        f"{fraction(at.threshold)} up."
    )
    lower = html.A("Look again from .70 up", href="/review/duplicates?t=0.70", className="btn")
    return [ui.empty("No doubles are left", text, *([lower] if at.threshold > 0.7 else []))]
