"""The card that stands beside a tool or a line while it is pointed at: a few facts, as JSON."""

from dash import Dash
from flask import Response, jsonify, request

from graphwright.curate.curation import Curation

from ...services import Services
from ...views.dossier import effects, kind_lines
from ...views.names import plain, short
from ...views.numbers import count, fraction
from ...views.pairs import stack_of
from ...views.tables import state

Card = dict[str, object]


def tool_card(curation: Curation, name: str) -> Card:
    """Empty where there is no such tool."""
    tool = curation.graph.tools.get(name)
    if tool is None:
        return {}
    lines = kind_lines(curation.graph, name)
    return {
        "title": short(plain(tool.name), 80),
        "method": tool.method.upper() or "TOOL",
        "path": short(tool.path, 80),
        "text": short(tool.description or tool.summary or "It does not say what it does.", 220),
        "facts": [*effects(tool), *(f"{line.total} {line.kind}" for line in lines)],
    }


def pair_card(curation: Curation, one: str, other: str) -> Card:
    """Empty where nothing joins the two."""
    stack = stack_of(curation, one, other)
    if stack is None:
        return {}
    first = stack.shown
    why = first.evidence[0].text if first.evidence else "no evidence is stated"
    more = len(stack.relations) - 1
    return {
        "title": f"{short(first.source, 40)} {first.kind} {short(first.target, 40)}",
        "text": short(why, 220),
        "facts": [
            f"confidence {fraction(first.confidence)}",
            state(first),
            *([f"and {count(more, 'other relation')}"] if more else []),
        ],
        "stand": [[r.source, r.kind] for r in stack.relations if not r.rejected],
    }


def register(app: Dash, services: Services) -> None:
    def card() -> Response:
        """`?tool=` or `?source=&target=`."""
        said, curation = request.args, services.curation
        if "tool" in said:
            return jsonify(tool_card(curation, said["tool"]))
        return jsonify(pair_card(curation, said.get("source", ""), said.get("target", "")))

    app.server.add_url_rule("/card", view_func=card)
