"""A sign of life on a terminal while a command works for long."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

_QUIET = 0.7  # seconds before anything is shown
_PACE = 0.1  # seconds between two pictures
_WIDTH = 20  # columns of the bar
_BLOCK = "━━━━━━"


@contextmanager
def working(label: str) -> Iterator[None]:
    """A moving bar with the seconds on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    thread = threading.Thread(target=_draw, args=(label, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _draw(label: str, done: threading.Event) -> None:
    if done.wait(_QUIET):
        return
    for tick in count():
        seconds = _QUIET + tick * _PACE
        sys.stderr.write(f"\r\x1b[K{label} {bar(tick)} {seconds:.0f} s")
        sys.stderr.flush()
        if done.wait(_PACE):
            break
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()


def bar(tick: int) -> str:
    """The picture of one moment: a block that goes to and fro."""
    room = _WIDTH - len(_BLOCK)
    place = room - abs(tick % (2 * room) - room)
    return (" " * place + _BLOCK).ljust(_WIDTH)
