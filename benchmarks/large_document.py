"""An OpenAPI document of any size, in the shape of a large platform's: nested resources by service.

Deterministic: same size, same bytes. Sixteen thousand operations are as many as the largest public
document has.
"""

from collections.abc import Iterator
from itertools import islice

SERVICES = (
    "admin", "agreements", "analytics", "audit", "billing", "bookings", "calendars", "chats",
    "communications", "compliance", "contacts", "contracts", "devices", "directory", "domains",
    "drives", "education", "events", "external", "files", "groups", "identity", "invitations",
    "library", "lists", "mail", "meetings", "notes", "organizations", "payments", "people",
    "places", "planner", "policies", "print", "privacy", "reports", "roles", "schemas", "search",
    "security", "shares", "shifts", "sites", "solutions", "storage", "subscriptions", "tasks",
    "teams", "templates", "tenants", "threat", "users", "workbooks",
)  # fmt: skip
THINGS = (
    "item", "version", "member", "owner", "permission", "setting", "comment", "attachment",
    "message", "folder", "label", "rule", "policy", "assignment", "schedule", "request",
    "approval", "review", "connection", "profile", "photo", "extension", "activity", "channel",
    "tab", "reply", "table", "row", "column", "chart", "worksheet", "range", "template", "alert",
)  # fmt: skip
ACTIONS = (
    ("get", "List", "{plural}", "/{plural}"),
    ("post", "Create", "{thing}", "/{plural}"),
    ("get", "Get", "{thing}", "/{plural}/{{{thing}Id}}"),
    ("patch", "Update", "{thing}", "/{plural}/{{{thing}Id}}"),
    ("delete", "Delete", "{thing}", "/{plural}/{{{thing}Id}}"),
    ("post", "Copy", "{thing}", "/{plural}/{{{thing}Id}}/copy"),
    ("get", "Count", "{plural}", "/{plural}/count"),
)


def document(size: int) -> dict[str, object]:
    """An OpenAPI 3.1 document with `size` operations."""
    paths: dict[str, dict[str, object]] = {}
    for path, method, operation in islice(_operations(), size):
        paths.setdefault(path, {})[method] = operation
    info = {"title": "Platform", "version": "1.0"}
    return {"openapi": "3.1.0", "info": info, "paths": paths}


def _operations() -> Iterator[tuple[str, str, dict[str, object]]]:
    for depth in range(1, 9):
        for at, thing in enumerate(THINGS):
            parents = [THINGS[(at + 7 * step) % len(THINGS)] for step in range(1, depth)]
            for service in SERVICES:
                yield from _of_thing(service, parents, thing)


def _of_thing(
    service: str, parents: list[str], thing: str
) -> Iterator[tuple[str, str, dict[str, object]]]:
    above = "".join(f"/{parent}s/{{{parent}Id}}" for parent in parents)
    inside = "".join(parent.capitalize() for parent in parents)
    for method, verb, what, tail in ACTIONS:
        named = what.format(thing=thing, plural=f"{thing}s")
        path = f"/{service}{above}{tail.format(thing=thing, plural=f'{thing}s')}"
        ids = [*parents, *([thing] if "Id}" in tail else [])]
        name = f"{service}{inside}{verb}{named.capitalize()}"
        yield path, method, _operation(name, verb, named, service, ids, thing)


def _operation(
    name: str, verb: str, what: str, service: str, ids: list[str], thing: str
) -> dict[str, object]:
    identity = {f"{thing}Id": {"type": "string"}, "displayName": {"type": "string"}}
    answer: dict[str, object] = {"type": "object", "properties": identity}
    if verb == "List":
        answer = {"type": "array", "items": answer}
    return {
        "operationId": name,
        "tags": [service],
        "description": f"{verb} {what} of {service}" + (f" in a {ids[0]}." if ids else "."),
        "parameters": [
            {"name": f"{one}Id", "in": "path", "required": True, "schema": {"type": "string"}}
            for one in ids
        ],
        "responses": {
            "200": {
                "description": "Done.",
                "content": {"application/json": {"schema": answer}},
            }
        },
    }
