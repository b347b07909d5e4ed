"""What browsers have of a picture, so that an edit of many tools sends only what it changed."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock

import orjson

from ...views.elements import Element
from ...views.packed import packed
from ...views.scene import Scene

_MOST = 24  # pictures that are remembered, whosesoever
_SMALL = 60  # elements that are not worth a comparison


@dataclass(frozen=True, slots=True)
class _Picture:
    marks: Mapping[object, bytes]
    key: str
    hulls: bytes
    stood: frozenset[str]  # tools that stood in it since it was opened, before this edit too


class Sent:
    """The elements of the pictures that were sent last, each as a mark of what it was."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, _Picture] = OrderedDict()
        self._lock = Lock()

    def stood(self, has: str | None, key: str) -> frozenset[str]:
        """The tools of the picture that the browser `has`, if it is the one of this key."""
        with self._lock:
            before = self._known.get(has or "")
        return before.stood if before and before.key == key else frozenset()

    def data(
        self, scene: Scene, has: str | None, stood: frozenset[str] = frozenset()
    ) -> dict[str, object]:
        """The JSON form of the scene; of one that the browser `has`, what differs from it.

        Args:
            scene: which.
            has: token of what the browser drew last.
            stood: tools that stood in the picture before an edit, even if it has them no more.

        Returns:
            That of `Scene.data` with its `token`; where `base` is there too, `elements` are only
            those that are new or changed since it, and `gone` the ids of those that it had.
        """
        marks = {element["data"]["id"]: _mark(element) for element in scene.elements}
        token = blake2b(b"".join([scene.key.encode(), *marks.values()]), digest_size=12).hexdigest()
        tools = {str(e["data"]["name"]) for e in scene.elements if e["data"].get("kind") == "tool"}
        hulls = orjson.dumps(scene.hull_data())
        before = self._exchanged(has, token, _Picture(marks, scene.key, hulls, stood | tools))
        told = scene.data() | {"token": token}
        if len(marks) <= _SMALL:
            return told
        had = before.marks if before else {}
        changed = [e for e in scene.elements if had.get(name := e["data"]["id"]) != marks[name]]
        gone = [name for name in had if name not in marks]
        if before is None or len(changed) + len(gone) >= len(marks) / 2:
            columns = packed(scene.elements, scene.hulls)
            return (
                told
                if columns is None
                else _without(told, "elements", "hulls") | {"packed": columns}
            )
        if before.hulls == hulls and before.key == scene.key:
            told = _without(told, "hulls")
        return told | {"base": has, "elements": changed, "gone": gone}

    def _exchanged(self, has: str | None, token: str, now: _Picture) -> _Picture | None:
        """What is known of `has`; the new one is known from now on."""
        with self._lock:
            before = self._known.get(has or "")
            self._known[token] = now
            self._known.move_to_end(token)
            while len(self._known) > _MOST:
                self._known.popitem(last=False)
        return before


def _without(told: Mapping[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in told.items() if name not in names}


def _mark(element: Element) -> bytes:
    return blake2b(orjson.dumps(element), digest_size=8).digest()
