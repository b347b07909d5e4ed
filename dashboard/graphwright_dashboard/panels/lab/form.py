"""One golden query as a form, and what the form says as a golden query."""

from collections.abc import Mapping, Sequence

from dash import html
from dash.development.base_component import Component

from graphwright.curate.curation import Curation
from graphwright.errors import CommandError
from graphwright.evaluate.golden import Golden

from ... import components as ui
from ...drawn import Field, TextArea
from ...views.lab_address import tab_path

_LISTS = {
    "expect": "Must answer",
    "accept": "May answer",
    "forbid": "Must not answer",
}
_MARKS = {
    "ordered": "in this order",
    "pinned": "pinned: the gate holds it",
    "synthetic": "synthetic",
}
_TEXTS = {"group": "Group of paraphrases", "note": "Note"}


def form(golden: Golden, curation: Curation, *, new: bool) -> Component:
    """The form of a golden query; it is made anew for each query."""
    lists = [_list(name, label, getattr(golden, name)) for name, label in _LISTS.items()]
    texts = [_text(name, label, getattr(golden, name)) for name, label in _TEXTS.items()]
    marks = [
        ui.attrs(
            html.Button(label, className="chip line"),
            data_mark=name,
            aria_pressed=str(getattr(golden, name)).lower(),
        )
        for name, label in _MARKS.items()
    ]
    unknown = [n for n in (*golden.expect, *golden.accept) if n not in curation.graph.tools]
    warning = (
        [html.P(f"Not in the graph: {', '.join(unknown)}", className="bad small")]
        if unknown
        else []
    )
    save = ui.attrs(
        html.Button(["Save", *ui.kbd("Ctrl Enter")], className="btn primary"), data_put=""
    )
    actions = [save, html.A("Close", href=tab_path("golden"), className="btn ghost")]
    title = html.H2("New golden query" if new else "Golden query")
    body = [
        _text("query", "Question", golden.query),
        html.Div(className="adds"),
        *lists,
        *warning,
        html.Div(marks, className="row wrap"),
        *texts,
        html.Div(actions, className="row"),
    ]
    made = html.Div(
        [html.Div(title, className="ph"), html.Div(body, className="block fields")],
        key=f"form {golden.query}",
        className="form",
    )
    return ui.attrs(made, data_form="", data_was="" if new else golden.query)


def _text(name: str, label: str, value: str) -> Component:
    field = Field(type="text", value=value, autoComplete="off", name=name)
    return html.Label([html.Span(label), html.Span(field, className="input")], className="field2")


def _list(name: str, label: str, tools: Sequence[str]) -> Component:
    area = TextArea(value="\n".join(tools), rows=max(2, len(tools)), className="field", name=name)
    return html.Label([html.Span(f"{label}, one tool a line"), area], className="field2")


def golden_said(said: object) -> tuple[str, Golden]:
    """The query that was opened, and the golden query that the form holds now.

    Raises:
        CommandError: it has no question, or a field is of another kind.
    """
    match said:
        case {"was": str(was), "golden": Mapping() as fields}:
            return was, _golden(fields)
    raise CommandError("That is no golden query.")


def _golden(fields: Mapping[str, object]) -> Golden:
    texts = {name: str(fields.get(name, "")).strip() for name in ("query", *_TEXTS)}
    if not texts["query"]:
        raise CommandError("A golden query needs a question.")
    return Golden(
        query=texts["query"],
        expect=_names(fields.get("expect")),
        accept=_names(fields.get("accept")),
        forbid=_names(fields.get("forbid")),
        ordered=fields.get("ordered") is True,
        pinned=fields.get("pinned") is True,
        group=texts["group"],
        note=texts["note"],
        synthetic=fields.get("synthetic") is True,
    )


def _names(value: object) -> tuple[str, ...]:
    lines = value if isinstance(value, list) else []
    return tuple(dict.fromkeys(str(line).strip() for line in lines if str(line).strip()))
