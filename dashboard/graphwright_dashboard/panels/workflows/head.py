"""The line on top of the page: what is open, how it is shown, what is wrong with it."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.issues import Severity
from graphwright.workflow.model import Workflow

from ... import components as ui
from ...views.board import Problem
from ...views.numbers import count
from ...views.workflow_address import Address

_VIEWS = {"canvas": "Steps", "layers": "Layers", "text": "Text", "dry": "Dry run"}


def head(workflow: Workflow, found: Sequence[Problem], at: Address) -> list[Component]:
    tabs = [
        ui.attrs(
            html.A(text, href=at.path(view=view, ask="", parameter=""), role="tab"),
            aria_selected=str(at.view == view).lower(),
        )
        for view, text in _VIEWS.items()
    ]
    return [
        html.A("Workflows", href="/workflows", className="muted"),
        html.Span(ui.icon("chevron-right", small=True), className="muted"),
        html.H1(workflow.id, className="ell", title=workflow.id),
        ui.attrs(html.Div(tabs, className="seg", role="tablist"), aria_label="View"),
        *_state(found),
        html.Span(className="grow"),
        _download(workflow),
        ui.attrs(ui.button("Other plan", key="A", look="sm lt1400h"), data_act="other"),
        ui.attrs(ui.button("Map", key="M", look="sm", title="Map parameters"), data_act="map"),
        ui.attrs(ui.button("New", sign="plus", key="N", look="sm ghost"), data_act="new"),
    ]


def _state(found: Sequence[Problem]) -> list[Component]:
    errors = sum(p.severity is Severity.ERROR for p in found)
    warnings = sum(p.severity is Severity.WARNING for p in found)
    chips: list[Component] = []
    if errors:
        chips.append(ui.chip(count(errors, "problem"), "bad", sign="cross", small=True))
    if warnings:
        chips.append(ui.chip(count(warnings, "warning"), "warn", sign="warning", small=True))
    return chips or [ui.chip("valid", "ok", sign="check", small=True)]


def _download(workflow: Workflow) -> Component:
    link = html.A(
        ui.icon("download"),
        href=f"{Address(workflow.id).path()}/download",
        download=f"{workflow.id}.workflow.json",
        className="icb",
        title="Download as JSON",
    )
    return ui.attrs(link, aria_label="Download as JSON")
