"""The application: `create_app(services)` for tests and servers, `serve(project)` for a person."""

import gc
import logging
import sys
import webbrowser
from collections.abc import Iterable
from pathlib import Path

import waitress
from dash import Dash

from graphwright.errors import ProjectError
from graphwright.project.project import Project

from . import presence, shell, uploads
from .compression import compress
from .guard import guard
from .hosts import Hosts, hosts_of, is_loopback
from .panels import (
    contradictions,
    duplicates,
    explore,
    finder,
    history,
    inspector,
    lab,
    overview,
    radar,
    reingest,
    release,
    review,
    settings,
    workflows,
)
from .services import Services
from .signin import Door, lock

# One line a page. Each is a module with NAME, PATH, layout() and register(app, services).
PANELS: tuple[shell.Panel, ...] = (
    overview,
    explore,
    review,
    duplicates,
    contradictions,
    reingest,
    lab,
    workflows,
    release,
    history,
    settings,
)

_LARGEST = 64 << 20  # bytes of one request; an upload comes in pieces

_PAGE = """<!DOCTYPE html>
<html lang="en">
  <head>
    {%metas%}
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{%title%}</title>
    <link rel="icon" href="/assets/icon.svg">
    <script src="/assets/theme.js"></script>
    {%css%}
  </head>
  <body>
    {%app_entry%}
    <footer>{%config%}{%scripts%}{%renderer%}</footer>
  </body>
</html>"""


def assets_folder() -> Path:
    """Styles and scripts: packaged beside this file in a wheel, at the top of a checkout."""
    packaged = Path(__file__).with_name("assets")
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "assets"


def create_app(services: Services, hosts: Hosts | None = None, door: Door | None = None) -> Dash:
    """The application for a project.

    Args:
        services: the project with its jobs and caches.
        hosts: the names that it answers to; those of this machine alone by default.
        door: through which everybody must come; None for no password.
    """
    app = Dash(
        "graphwright",
        title="Graphwright",
        update_title="",
        assets_folder=str(assets_folder()),
        assets_ignore=r"^theme\.js$",  # it runs in the head, before the first paint
        index_string=_PAGE,
        on_error=shell.on_error,
        suppress_callback_exceptions=True,  # the table's grid comes when it is first looked at
    )
    app.layout = lambda: shell.layout(services, PANELS, finder, inspector, radar)
    shell.register(app, services, PANELS)
    everything: tuple[shell.Registers, ...] = (*PANELS, finder, inspector, radar)
    for part in everything:
        part.register(app, services)
    uploads.register(app, services)
    presence.register(app, services.project, services.people)
    compress(app.server)
    guard(app, hosts or Hosts(), cookies=door is not None)
    if door is not None:
        lock(app, door)
    return app


def serve(
    project: Project,
    host: str,
    port: int,
    open_browser: bool,
    read_only: bool = False,
    *,
    door: Door | None = None,
    names: Iterable[str] = (),
    allowed: Iterable[str] = (),
) -> None:
    """Serves the project until it is interrupted.

    Args:
        project: what is served.
        host: the address to listen at.
        port: to listen at; 0 for any that is free.
        open_browser: whether a browser is opened on it.
        read_only: whether edits are refused.
        door: asks who comes for a password; needed where other machines can reach the address.
        names: under which it is reached, beside the address.
        allowed: private hosts that documents may be read from.

    Raises:
        ProjectError: there is no door where there must be one, or the port cannot be used.
    """
    if not is_loopback(host):
        _check_door(host, door)
    private = tuple(allowed)
    services = Services(project, read_only=read_only, allowed=private, signed_in=door is not None)
    app = create_app(services, hosts_of(host, (*names, *private)), door)
    gc.freeze()  # no search for garbage among a million values of the project
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        server = waitress.create_server(
            app.server, host=host, port=port, threads=8, max_request_body_size=_LARGEST, ident=None
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ProjectError(f"Port {port} of '{host}' cannot be used: {reason}.") from error
    address = f"http://{_reached_at(host)}:{server.effective_port}"
    services.jobs.start("first picture", services.prepare)
    print(f"{project.name} is open at {address}  (Ctrl C ends)", flush=True)
    if open_browser:
        webbrowser.open(address)
    try:
        server.run()
    finally:
        services.jobs.close()


def _check_door(host: str, door: Door | None) -> None:
    if door is None:
        raise ProjectError(
            f"'{host}' can be reached from other machines; --password-file is needed."
        )
    print(
        "Warning: without TLS the password and the project cross the network readable by others; "
        "put a server with TLS in front, or reach this machine through a tunnel.",
        file=sys.stderr,
        flush=True,
    )


def _reached_at(host: str) -> str:
    """The address as a browser on this machine writes it."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
