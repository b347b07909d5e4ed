"""The text of a workflow beside its picture: what is typed shows at once, and is kept on demand."""

from dataclasses import dataclass

from dash import html
from dash.development.base_component import Component

from graphwright.errors import ReadError
from graphwright.workflow.model import Workflow
from graphwright.workflow.texts import read_text, written

from ... import components as ui
from ...drawn import TextArea
from ...views.workflow_address import Address


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the text: the workflow that it reads as, or why it is none."""

    workflow: Workflow
    changed: bool = False
    refused: str = ""

    @classmethod
    def of(cls, workflow: Workflow, typed: object, revision: int) -> "Draft":
        """The draft of what was typed into the text of this revision."""
        match typed:
            case {"id": workflow.id, "revision": int(of), "text": str(text)} if of == revision:
                try:
                    read = read_text(text)
                except ReadError as error:
                    return cls(workflow, True, str(error))
                return cls(read, read != workflow)
            case _:
                return cls(workflow)


def text(workflow: Workflow, draft: Draft, revision: int, at: Address) -> Component:
    forms = [
        ui.attrs(
            html.A(name, href=at.path(form=form), role="tab"),
            aria_selected=str(at.form == form).lower(),
        )
        for form, name in (("json", "JSON"), ("yaml", "YAML"))
    ]
    bar = html.Div(
        [
            ui.attrs(html.Div(forms, className="seg", role="tablist"), aria_label="Form"),
            html.Span(className="grow"),
            html.Span("The picture follows what you type.", className="small muted ell"),
        ],
        className="ph",
    )
    box = TextArea(value=written(workflow, at.form), className="field mono", spellCheck=False)
    made = html.Div([bar, ui.attrs(box, aria_label="Text"), _state(draft)], className="text")
    return ui.attrs(made, data_workflow=workflow.id, data_revision=str(revision))


def _state(draft: Draft) -> Component:
    apply = html.Button(["Keep", *ui.kbd("Ctrl Enter")], className="btn primary sm apply")
    if draft.refused:
        said = html.Span([ui.icon("cross", small=True), draft.refused], className="bad small row")
    elif draft.changed:
        said = html.Span(
            "Not kept yet; keeping it is one step that can be undone.", className="small"
        )
    else:
        said = html.Span("This is the workflow as it is kept.", className="small muted")
    discard = ui.attrs(ui.button("Discard", look="sm ghost"), data_act="discard")
    rest = [discard] if draft.changed else []
    return html.Div([apply, *rest, html.Div(said, role="log")], className="actions")
