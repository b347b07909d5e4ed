"""Answers that take longer than a page may wait: asked once, in the background."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from graphwright.curate.curation import Curation

from ...jobs import Jobs

T = TypeVar("T")

_MOST = 200  # answers that are kept


class Answers(Generic[T]):
    """Answers about one curation by what was asked; those about an older one are dropped."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._changed = threading.Condition()
        self._of: tuple[object, ...] = ()
        self._known: dict[Hashable, T] = {}

    def of(
        self,
        jobs: Jobs,
        curation: Curation,
        key: Hashable,
        work: Callable[[], T],
        patience: float,
    ) -> T | None:
        """The answer; None where it is not there after some seconds of patience.

        Args:
            jobs: where the work is done.
            curation: what is asked about.
            key: what is asked.
            work: what answers it, outside of any lock.
            patience: seconds.
        """
        about = (curation.graph, curation.settings, curation.golden)
        with self._changed:
            if not self._is_about(about):
                self._of, self._known = about, {}
            if key in self._known:
                return self._known[key]
        jobs.start(f"{self._name} {hash(key)}", lambda _: self._keep(about, key, work()))
        with self._changed:
            self._changed.wait_for(lambda: key in self._known, patience)
            return self._known.get(key)

    def _keep(self, about: tuple[object, ...], key: Hashable, answer: T) -> None:
        with self._changed:
            if self._is_about(about):
                while len(self._known) >= _MOST:
                    del self._known[next(iter(self._known))]
                self._known[key] = answer
            self._changed.notify_all()

    def _is_about(self, about: tuple[object, ...]) -> bool:
        same = len(self._of) == len(about)
        return same and all(a is b for a, b in zip(self._of, about, strict=True))
