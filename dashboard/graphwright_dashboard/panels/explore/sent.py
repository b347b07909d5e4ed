"""What browsers have of a picture, so that an edit of many tools sends only what it changed."""

from collections import OrderedDict
from collections.abc import Mapping
from hashlib import blake2b
from threading import Lock

import orjson

from ...views.elements import Element
from ...views.scene import Scene

_MOST = 24  # pictures that are remembered, whosesoever
_SMALL = 60  # elements that are not worth a comparison


class Sent:
    """The elements of the pictures that were sent last, each as a mark of what it was."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Mapping[object, bytes]] = OrderedDict()
        self._lock = Lock()

    def data(self, scene: Scene, has: str | None) -> dict[str, object]:
        """The JSON form of the scene; of one that the browser `has`, what differs from it.

        Returns:
            That of `Scene.data` with its `token`; where `base` is there too, `elements` are only
            those that are new or changed since it, and `gone` the ids of those that it had.
        """
        marks = {element["data"]["id"]: _mark(element) for element in scene.elements}
        token = blake2b(b"".join([scene.key.encode(), *marks.values()]), digest_size=12).hexdigest()
        before = self._exchanged(has, token, marks)
        told = scene.data() | {"token": token}
        if before is None or len(marks) <= _SMALL:
            return told
        changed = [e for e in scene.elements if before.get(name := e["data"]["id"]) != marks[name]]
        gone = [name for name in before if name not in marks]
        if len(changed) + len(gone) >= len(marks):
            return told
        return told | {"base": has, "elements": changed, "gone": gone}

    def _exchanged(
        self, has: str | None, token: str, marks: Mapping[object, bytes]
    ) -> Mapping[object, bytes] | None:
        """What is known of `has`; the new one is known from now on."""
        with self._lock:
            before = self._known.get(has or "")
            self._known[token] = marks
            self._known.move_to_end(token)
            while len(self._known) > _MOST:
                self._known.popitem(last=False)
        return before


def _mark(element: Element) -> bytes:
    return blake2b(orjson.dumps(element), digest_size=8).digest()
