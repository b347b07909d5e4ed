"""Which workflow, step and view the workflow page shows, as its address says."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit


@dataclass(frozen=True, slots=True)
class Address:
    """`/workflows/ID?step=S&view=text`; an empty id is the list."""

    id: str = ""
    step: str = ""
    view: str = "canvas"  # or "text", "dry"

    @classmethod
    def read(cls, path: str) -> "Address":
        parts = urlsplit(path)
        said = dict(parse_qsl(parts.query))
        id = unquote(parts.path.removeprefix("/workflows").strip("/"))
        view = said.get("view", "")
        return cls(id, said.get("step", ""), view if view in ("text", "dry") else "canvas")

    def path(self, **changed: str) -> str:
        """The address with some of it changed."""
        said = {"step": self.step, "view": self.view, **changed}
        kept = {key: value for key, value in said.items() if value and value != "canvas"}
        query = f"?{urlencode(kept)}" if kept else ""
        return f"/workflows/{quote(self.id, safe='')}{query}"
