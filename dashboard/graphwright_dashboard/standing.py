"""How the golden queries stand: scored again in the background after every edit."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from graphwright.evaluate.gate import Comparison
from graphwright.evaluate.metrics import Scores


@dataclass(frozen=True, slots=True)
class Stood:
    """All that the strip at the foot says, of one revision.

    Attributes:
        baseline: name of what it is compared with.
        since: revision of that.
        seconds: that it took.
    """

    revision: int
    scores: Scores
    compared: Comparison
    baseline: str
    since: int
    seconds: float


class Standing:
    """The last `Stood`, with a way to wait for the next one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._last: Stood | None = None

    @property
    def last(self) -> Stood | None:
        return self._last

    def keep(self, stood: Stood) -> None:
        with self._changed:
            self._last = stood
            self._changed.notify_all()

    def forget(self) -> None:
        """What was compared with is another now."""
        with self._changed:
            self._last = None

    def at(self, revision: int, start: Callable[[], None], patience: float) -> Stood | None:
        """The last one, after some seconds of patience with that of `revision`.

        Args:
            revision: that is wanted.
            start: sees to it that the work is under way; called while it is not there.
            patience: seconds.
        """
        with self._changed:
            if self._is_of(revision):
                return self._last
        start()
        with self._changed:
            self._changed.wait_for(lambda: self._is_of(revision), patience)
            return self._last

    def _is_of(self, revision: int) -> bool:
        return self._last is not None and self._last.revision >= revision
