"""One file that a browser sends as the body of a request, for the page that asked for it."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Request, Response

from graphwright.errors import CommandError, GraphwrightError, ReadError

from .jobs import Jobs

LARGEST = 300 << 20  # bytes
_PIECE = 1 << 20


@contextmanager
def received(request: Request, largest: int = LARGEST) -> Iterator[Path]:
    """The body in a file of ours, which is gone afterwards.

    Raises:
        ReadError: it is larger than `largest` bytes.
    """
    if (request.content_length or 0) > largest:
        raise ReadError(f"The file is larger than {largest >> 20} MB, the most that is read.")
    request.max_content_length = largest  # more than other requests may have
    with tempfile.NamedTemporaryFile(prefix="graphwright-") as file:
        here = 0
        while piece := request.stream.read(_PIECE):
            here += len(piece)
            if here > largest:
                raise ReadError(f"The file is larger than {largest >> 20} MB.")
            file.write(piece)
        file.flush()
        yield Path(file.name)


def check_writable(read_only: bool) -> None:
    if read_only:
        raise CommandError("This project is open for reading only.")


def check_idle(jobs: Jobs, name: str) -> None:
    """Refuses what would come while another document is still read."""
    if not jobs.progress(name).done:
        raise CommandError("Another document is being read; wait until it is done.")


def told(route: Callable[..., Response]) -> Callable[..., Response]:
    """A route whose refusals are sentences."""

    def answered(**values: str) -> Response:
        try:
            return route(**values)
        except GraphwrightError as error:
            return Response(str(error), status=409, mimetype="text/plain")

    return answered
