"""Which workflow, step and view the workflow page shows, as its address says."""

import json
from dataclasses import dataclass, fields
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

VIEWS = ("canvas", "layers", "text", "dry")
ASKS = ("", "delete", "pick")


@dataclass(frozen=True, slots=True)
class Address:
    """`/workflows/ID?step=S&view=text`; an empty id is the list.

    Attributes:
        ask: what the sheet asks about the step: "delete" what becomes of those that read from
            it, "pick" a value for `parameter`.
        fault: the place of the problem that is looked at.
        given: JSON object of the inputs that a dry run is given.
    """

    id: str = ""
    step: str = ""
    view: str = "canvas"
    form: str = "json"  # of the text, or "yaml"
    ask: str = ""
    parameter: str = ""
    fault: str = ""
    given: str = ""

    @classmethod
    def read(cls, path: str) -> "Address":
        parts = urlsplit(path)
        said = dict(parse_qsl(parts.query))
        known = {name: said[name] for name in _NAMES if name in said}
        if known.get("view") not in VIEWS:
            known.pop("view", None)
        if known.get("ask") not in ASKS:
            known.pop("ask", None)
        if known.get("form") != "yaml":
            known.pop("form", None)
        return cls(unquote(parts.path.removeprefix("/workflows").strip("/")), **known)

    def path(self, **changed: str) -> str:
        """The address with some of it changed."""
        said = {name: getattr(self, name) for name in _NAMES} | changed
        kept = {name: said[name] for name in _NAMES if said[name] != _USUAL[name]}
        query = f"?{urlencode(kept)}" if kept else ""
        return f"/workflows/{quote(self.id, safe='')}{query}"

    @property
    def inputs(self) -> dict[str, object]:
        """The inputs that a dry run is given, by name."""
        try:
            read = json.loads(self.given) if self.given else {}
        except (ValueError, RecursionError):
            return {}
        return read if isinstance(read, dict) else {}


_NAMES = tuple(field.name for field in fields(Address) if field.name != "id")
_USUAL = {field.name: str(field.default) for field in fields(Address)}
