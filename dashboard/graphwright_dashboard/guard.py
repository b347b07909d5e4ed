"""Who is answered: names and sites that are ours, browsers that signed in, and what they may do.

Every request passes here, Dash's own included. A page of another site can make a browser send a
request to us, so that what may change something must come from our own page. A name that was made
to point at this machine is no name of ours.
"""

from collections.abc import Iterable

from dash import Dash
from flask import Response, abort, request

from .hosts import Hosts

_READING = ("GET", "HEAD", "OPTIONS")
_OURS = ("same-origin", "none")  # of Sec-Fetch-Site; "none" is what a person typed


def guard(app: Dash, hosts: Hosts, *, cookies: bool = False) -> None:
    """Refuses what is not for us, and tells the browser to ask nobody else for anything.

    Args:
        app: whose routes are guarded, all of them.
        hosts: the names that it answers to.
        cookies: who comes is known by a cookie, which a browser adds to what other sites ask.
    """
    policy = _policy(app.csp_hashes())

    def check() -> None:
        if _hostname(request.host) not in hosts:
            abort(403, "This name is not one that the workbench answers to.")
        if not _from_our_page(cookies):
            abort(403, "Another site may not use the workbench.")

    def tell_browser(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = policy
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = (
            "same-origin"  # without it a form says nothing of its origin
        )
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        return response

    app.server.before_request(check)
    app.server.after_request(tell_browser)


def _from_our_page(cookies: bool) -> bool:
    """Whether the browser says so; what is no browser says nothing, and obeys no other site."""
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        return False
    if request.method in _READING:
        return True
    if site is not None:
        return site in _OURS
    return origin is not None or not cookies


def _policy(scripts: Iterable[str]) -> str:
    """What a page may load and run: our files, and the inline scripts whose hashes these are."""
    return (
        f"default-src 'self'; script-src 'self' {' '.join(scripts)}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )


def _hostname(host: str) -> str:
    """The name in a Host header, without port and brackets."""
    name = host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    return name.lower()
