"""Answers in gzip where the browser takes it, and how long it may keep what never changes."""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

_LEAST = 900  # bytes: below it a packet is a packet
_MUCH = 400_000  # bytes: beyond, to press harder takes longer than it saves
_TEXTS = ("application/json", "application/javascript", "text/")
_FOR_GOOD = "public, max-age=31536000, immutable"
_FINGERPRINTED = "m"  # parameter that Dash gives to its links to assets: when they were changed


def compress(server: Flask) -> None:
    """Every answer of the server, from now on."""

    def packed(response: Response) -> Response:
        if request.path.startswith("/assets/") and _FINGERPRINTED in request.args:
            response.headers["Cache-Control"] = _FOR_GOOD
        if not _worth_it(response):
            return response
        data = _body(response)
        if len(data) < _LEAST:
            return response
        kept = request.path.startswith(("/assets/", "/_dash-component-suites/"))
        response.set_data(
            _zipped(data) if kept else gzip.compress(data, 6 if len(data) < _MUCH else 1, mtime=0)
        )
        response.headers["Content-Encoding"] = "gzip"
        response.headers.add("Vary", "Accept-Encoding")
        return response

    server.after_request(packed)


def _worth_it(response: Response) -> bool:
    return (
        response.status_code == 200
        and "gzip" in request.headers.get("Accept-Encoding", "")
        and "Content-Encoding" not in response.headers
        and not response.headers.get("Content-Disposition", "").startswith("attachment")
        and str(response.content_type).startswith(_TEXTS)
    )


def _body(response: Response) -> bytes:
    response.direct_passthrough = False
    return response.get_data()


@lru_cache(maxsize=128)
def _zipped(data: bytes) -> bytes:
    """Scripts and styles, which are asked for again by every page that opens."""
    return gzip.compress(data, 6, mtime=0)
