"""The logs of calls that a project keeps: given by a browser, read here, forgotten here."""

from dash import Dash
from flask import Response, jsonify, request

from graphwright.curate.usage import read_usage
from graphwright.errors import ReadError

from ...incoming import check_writable, received, told
from ...services import Services
from ...views.calibrated import KEPT, packed

_LARGEST = 100 << 20  # bytes of a log
_NAME = 120  # characters


def register(app: Dash, services: Services) -> None:
    def take() -> Response:
        """Keeps the body, a log of calls, beside the project. No edit: it only proposes."""
        check_writable(services.read_only)
        name = request.args.get("name", "").strip()[:_NAME] or "log"
        with received(request, _LARGEST) as file:
            usage = read_usage(file.read_bytes())
        if not usage.sessions:
            raise ReadError(f"'{name}' holds no call: lines with a tool and its session.")
        services.project.record(KEPT, name, packed(usage))
        return jsonify(sessions=len(usage.sessions), wrong=len(usage.issues))

    def forget() -> Response:
        check_writable(services.read_only)
        services.project.drop(KEPT, request.args.get("name", ""))
        return jsonify(dropped=True)

    route = app.server.add_url_rule
    route("/usage", "usage", told(take), methods=["POST"])
    route("/usage", "usage-forget", told(forget), methods=["DELETE"])
