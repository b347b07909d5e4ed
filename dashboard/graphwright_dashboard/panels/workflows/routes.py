"""What the page asks for beside its drawings: the file, a free id, places where a tool fits."""

import json

from dash import Dash
from flask import Response, abort, jsonify, request

from graphwright.workflow.check import check
from graphwright.workflow.form import workflow_json
from graphwright.workflow.suggest import lacks

from ...services import Services
from .planning import free_id


def register(app: Dash, services: Services) -> None:
    def download(id: str) -> Response:
        workflow = services.curation.workflows.get(id)
        if workflow is None:
            abort(404)
        issues = check(workflow, services.curation)
        text = json.dumps(workflow_json(workflow, issues), indent=2, ensure_ascii=False)
        response = Response(text, mimetype="application/json")
        response.headers.set("Content-Disposition", "attachment", filename=f"{id}.workflow.json")
        return response

    def fits(id: str) -> Response:
        """For each place, the ids that a tool would lack there."""
        curation = services.curation
        workflow, tool = curation.workflows.get(id), curation.graph.tools.get(_asked("tool"))
        if workflow is None or tool is None:
            abort(404)
        places = range(len(workflow.steps) + 1)
        return jsonify([lacks(workflow, curation.graph, tool, place) for place in places])

    def free() -> Response:
        return jsonify(free_id(services.curation, _asked("goal")))

    app.server.add_url_rule("/workflows/<path:id>/download", view_func=download)
    app.server.add_url_rule("/workflows/<path:id>/fits", view_func=fits)
    app.server.add_url_rule("/workflow-id", view_func=free)


def _asked(name: str) -> str:
    return request.args.get(name, "")
