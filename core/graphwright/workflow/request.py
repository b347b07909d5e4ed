"""The request that a step makes: method, URL, headers and body of an operation, or a tool call."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from ..formats.values import text
from ..tools import Location, Tool
from .arazzo.payload import payload_of
from .model import Binding
from .parameters import by_location


@dataclass(frozen=True, slots=True)
class Request:
    """What goes over the wire. A tool without a method is called by its name (`tools/call`)."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: object = None


def request_of(tool: Tool, values: Mapping[str, object]) -> Request:
    """The request of a tool with values by parameter name."""
    bindings = {name: Binding(None, value) for name, value in values.items()}
    places = {
        location: {name: one.value for name, one in found.items()}
        for location, found in by_location(tool, bindings).items()
    }
    body = {**places.get(Location.BODY, {}), **places.get(Location.ARGUMENT, {})}
    payload = payload_of(body) if body else None
    if not tool.method:
        return Request("tools/call", tool.name, {}, payload or {})
    return Request(tool.method.upper(), _url(tool, places), _headers(places, payload), payload)


def _url(tool: Tool, places: Mapping[Location, Mapping[str, object]]) -> str:
    path = tool.path
    for name, value in places.get(Location.PATH, {}).items():
        path = path.replace(f"{{{name}}}", quote(_shown(value), safe=""))
    query = urlencode(
        [(name, _shown(one)) for name, value in places.get(Location.QUERY, {}).items()
         for one in (value if isinstance(value, list) else [value])]
    )  # fmt: skip
    base = text(tool.raw.value().get("base_url")).rstrip("/") if tool.raw else ""
    return f"{base}{path}" + (f"?{query}" if query else "")


def _headers(places: Mapping[Location, Mapping[str, object]], payload: object) -> dict[str, str]:
    headers = {name: _shown(value) for name, value in places.get(Location.HEADER, {}).items()}
    cookies = places.get(Location.COOKIE, {})
    if cookies:
        headers["Cookie"] = "; ".join(f"{name}={_shown(v)}" for name, v in cookies.items())
    if payload is not None:
        headers.setdefault("Content-Type", "application/json")
    return headers


def _shown(value: object) -> str:
    """A value as it stands in a URL or header."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
