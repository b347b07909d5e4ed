"""Who else is here: every open page says so every few seconds, and hears what others did.

A page is told from others by a token of its own, so that two people without a name are two. The
server remembers which page made which revision, to tell a curator's own edits from others'.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Container
from dataclasses import dataclass, field

from dash import Dash
from flask import Response, jsonify, request

from graphwright.curate.sentences import sentence
from graphwright.project.entries import Entry
from graphwright.project.project import Project

GONE = 12.0  # seconds without a word
_MOST = 500  # pages
_MADE = 5000  # revisions of which the page is remembered
_TOLD = 20  # edits of others in one answer
_LONGEST = 60  # characters of a name, a path or a token


@dataclass(frozen=True, slots=True)
class Page:
    """An open page: who looks at what, and when it last said so (seconds of a steady clock)."""

    by: str
    path: str
    at: float


@dataclass(slots=True)
class People:
    """The open pages by token. Safe from many threads."""

    _pages: dict[str, Page] = field(default_factory=dict)
    _made: OrderedDict[int, str] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def here(self, token: str, by: str, path: str) -> None:
        with self._lock:
            if token in self._pages or len(self._pages) < _MOST:
                self._pages[token] = Page(by, path, time.monotonic())

    def leave(self, token: str) -> None:
        with self._lock:
            self._pages.pop(token, None)

    def others(self, token: str) -> list[Page]:
        """The other pages that are open now, by name."""
        since = time.monotonic() - GONE
        with self._lock:
            self._pages = {t: page for t, page in self._pages.items() if page.at >= since}
            found = [page for t, page in self._pages.items() if t != token]
        return sorted(found, key=lambda page: (page.by, page.path))

    def made(self, token: str, revision: int) -> None:
        """Remembers which page an edit came from."""
        with self._lock:
            self._made[revision] = token
            while len(self._made) > _MADE:
                self._made.popitem(last=False)

    def own(self, token: str) -> Container[int]:
        """The revisions that came from a page."""
        with self._lock:
            return {revision for revision, page in self._made.items() if page == token}


def register(app: Dash, project: Project, people: People) -> None:
    """`/presence`: a page says who and where it is, and what it has seen, or that it goes."""

    def presence() -> Response | tuple[Response, int]:
        match request.get_json(silent=True):
            case {"tab": str(tab), "gone": True}:
                people.leave(tab[:_LONGEST])
                return jsonify(others=[])
            case {"tab": str(tab), "by": str(by), "path": str(path), "seen": int(seen)}:
                token = tab[:_LONGEST]
                people.here(token, by[:_LONGEST], path[:_LONGEST])
                others = [{"by": page.by, "path": page.path} for page in people.others(token)]
                edits = [_told(entry) for entry in _since(project, seen, people.own(token))]
                return jsonify(revision=project.revision, others=others, edits=edits)
        return jsonify(error="A page says tab, by, path and seen."), 400

    app.server.add_url_rule("/presence", "presence", presence, methods=["POST"])


def _since(project: Project, seen: int, own: Container[int]) -> list[Entry]:
    """What others did after a revision; the last of it where it is much."""
    if not 0 <= seen < project.revision:
        return []
    return [entry for entry in project.journal()[seen:] if entry.revision not in own][-_TOLD:]


def _told(entry: Entry) -> dict[str, object]:
    text = sentence(entry.command)
    said = text if entry.kind == "do" else f"{entry.kind} {entry.of}: {text}"
    return {"revision": entry.revision, "by": entry.by, "text": said}
