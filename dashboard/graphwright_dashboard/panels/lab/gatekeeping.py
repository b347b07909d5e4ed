"""The tab of the gate: its rules, whether it is open, and its file."""

from dash import Dash, html
from dash.development.base_component import Component
from flask import Response, jsonify, request

from graphwright.curate.commands import SetSearch, command_json
from graphwright.curate.curation import Curation
from graphwright.errors import GraphwrightError
from graphwright.evaluate.gate import MEANS, GateRules, read_rules, write_rules

from ... import components as ui
from ...drawn import Field
from ...services import Services
from ...views.numbers import count

_MARKS = {
    "forbidden": "No forbidden tool in the first k",
    "pinned": "No pinned query that passed on the baseline fails",
    "workflows": "Every workflow can run",
}
_MOST_BYTES = 100_000


def register(app: Dash, services: Services) -> None:
    def export() -> Response:
        response = Response(write_rules(services.curation.gate), mimetype="application/json")
        response.headers.set("Content-Disposition", "attachment", filename="gate.json")
        return response

    def read() -> Response:
        """The command that takes the rules of a file; nothing is changed yet."""
        data = request.get_data(cache=False)[:_MOST_BYTES]
        try:
            rules = read_rules(data, request.args.get("name", "file"))
        except GraphwrightError as error:
            return jsonify({"error": str(error)})
        return jsonify(command_json(SetSearch(gate=rules)))

    app.server.add_url_rule("/gate.json", "gate_export", export)
    app.server.add_url_rule("/gate/read", "gate_read", read, methods=["POST"])


def gate_page(services: Services, curation: Curation) -> list[Component]:
    compared = services.comparison(curation)
    number = len(compared.blockers)
    state = (
        ui.chip(count(number, "blocker"), "bad", sign="flag", small=True)
        if number
        else ui.chip("open", "ok", sign="check", small=True)
    )
    baseline = services.snapshots.baseline
    against = f"against {baseline.name}, rev {baseline.revision}"
    head = [html.H2("Gate"), state, html.Span(against, className="small muted")]
    blockers = [
        html.Li([ui.icon("cross", small=True), html.Span(text)], className="row bad")
        for text in compared.blockers
    ]
    listed = [html.Ul(blockers, className="block blockers")] if blockers else []
    return [
        html.Div(
            [html.Div(head, className="ph"), *listed, _form(curation.gate)],
            className="pane scrolls",
        )
    ]


def _form(rules: GateRules) -> Component:
    marks = [_mark(name, label, on=getattr(rules, name)) for name, label in _MARKS.items()]
    means = [
        _mark(name, name.upper() if name == "mrr" else name, on=name in rules.means)
        for name in MEANS
    ]
    epsilon = Field(type="number", value=rules.epsilon, min=0, max=1, step=0.001, name="epsilon")
    save = ui.attrs(html.Button("Save rules", className="btn primary"), data_gate="")
    take = ui.attrs(html.Button("Take a file", className="btn"), data_takegate="")
    body = [
        html.Div(marks, className="row wrap"),
        html.Div(
            [html.Span("No mean may fall:", className="small muted"), *means], className="row wrap"
        ),
        html.Label(
            [html.Span("Loss that is let through"), html.Span(epsilon, className="input short")],
            className="field2",
        ),
        html.Div(
            [
                save,
                take,
                html.A("gate.json", href="/gate.json", download="", className="btn ghost"),
            ],
            className="row",
        ),
        html.P(
            "The same file and numbers: graphwright eval golden.jsonl -g FILE --baseline OLD "
            "--gate --rules gate.json. A project's own rules hold where no file is named.",
            className="small muted",
        ),
    ]
    return html.Div(body, className="block fields gateform", key=str(rules))


def _mark(name: str, label: str, *, on: bool) -> Component:
    button = html.Button(label, className="chip line")
    return ui.attrs(button, data_mark=name, aria_pressed=str(on).lower())
