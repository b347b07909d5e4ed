"""Work too long for one request, in a thread, with progress that a page can poll."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from graphwright.errors import GraphwrightError

Report = Callable[[float, str], None]


class Cancelled(Exception):
    """Raised inside a job's work, at its next report, once somebody has cancelled it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is. `error` is one sentence; `cancelled` and `error` end it too."""

    fraction: float = 0.0  # in [0, 1]
    note: str = ""
    done: bool = False
    cancelled: bool = False
    error: str = ""


class Jobs:
    """Jobs by name. Starting a name that still runs is ignored. Safe from many threads."""

    def __init__(self, workers: int = 2) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="job")
        self._lock = threading.Lock()
        self._progress: dict[str, Progress] = {}

    def start(self, name: str, work: Callable[[Report], None]) -> None:
        """Runs `work`, which reports a fraction in [0, 1] and a note as it goes."""
        with self._lock:
            if name in self._progress and not self._progress[name].done:
                return
            self._progress[name] = Progress()
        self._pool.submit(self._run, name, work)

    def progress(self, name: str) -> Progress:
        """How far the job is; a job that never was is done."""
        with self._lock:
            return self._progress.get(name, Progress(done=True))

    def forget(self, name: str) -> None:
        """Without how a job ended; one that runs goes on."""
        with self._lock:
            if name in self._progress and self._progress[name].done:
                del self._progress[name]

    def running(self) -> dict[str, Progress]:
        with self._lock:
            return {name: p for name, p in self._progress.items() if not p.done}

    def cancel(self, name: str) -> None:
        """Stops the job at its next report; what it had done so far is dropped by its own work.

        A job that is done stays what it is: nothing of it can be cancelled.
        """
        with self._lock:
            if name in self._progress and not self._progress[name].done:
                self._progress[name] = replace(self._progress[name], cancelled=True)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _run(self, name: str, work: Callable[[Report], None]) -> None:
        def report(fraction: float, note: str) -> None:
            with self._lock:
                now = self._progress[name]
                if now.cancelled:
                    raise Cancelled(name)
                self._progress[name] = replace(now, fraction=fraction, note=note)

        end = Progress(1.0, "Done", done=True)
        try:
            work(report)
        except Cancelled:
            end = Progress(note="Cancelled", done=True, cancelled=True)
        except GraphwrightError as error:
            end = Progress(done=True, error=str(error))
        except BaseException:
            end = Progress(done=True, error="Something went wrong. It has been logged.")
            raise
        finally:
            with self._lock:
                self._progress[name] = end
