"""The application: `create_app(services)` for tests and servers, `serve(project)` for a person."""

import logging
import webbrowser
from collections.abc import Iterable
from pathlib import Path

import waitress
from dash import Dash
from flask import Response, abort, request

from graphwright.errors import ProjectError
from graphwright.project.project import Project

from . import shell
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
    release,
    review,
    settings,
    workflows,
)
from .services import Services

# One line a page. Each is a module with NAME, PATH, layout() and register(app, services).
PANELS: tuple[shell.Panel, ...] = (
    overview,
    explore,
    review,
    duplicates,
    contradictions,
    lab,
    workflows,
    release,
    history,
    settings,
)

LOOPBACK = ("127.0.0.1", "localhost", "::1")

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


def create_app(services: Services, allowed_hosts: Iterable[str] = LOOPBACK) -> Dash:
    app = Dash(
        "graphwright",
        title="Graphwright",
        update_title="",
        assets_folder=str(assets_folder()),
        assets_ignore=r"^theme\.js$",  # it runs in the head, before the first paint
        index_string=_PAGE,
        on_error=shell.on_error,
    )
    app.layout = lambda: shell.layout(services, PANELS, finder, inspector, radar)
    shell.register(app, services, PANELS)
    everything: tuple[shell.Registers, ...] = (*PANELS, finder, inspector, radar)
    for part in everything:
        part.register(app, services)
    _guard(app, frozenset(allowed_hosts))
    return app


def _guard(app: Dash, hosts: frozenset[str]) -> None:
    """Answers only to its own names, and tells the browser to ask nobody else for anything."""
    scripts = " ".join(app.csp_hashes())
    policy = (
        f"default-src 'self'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )

    def check_host() -> None:
        if _hostname(request.host) not in hosts:
            abort(403, "This name is not one that the workbench answers to.")
        origin = request.headers.get("Origin")
        if origin and origin.partition("://")[2] != request.host:
            abort(403, "Another site may not use the workbench.")

    def tell_browser(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = policy
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    app.server.before_request(check_host)
    app.server.after_request(tell_browser)


def _hostname(host: str) -> str:
    """The name in a Host header, without port and brackets."""
    return host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]


def serve(
    project: Project, host: str, port: int, open_browser: bool, read_only: bool = False
) -> None:
    """Serves the project until it is interrupted.

    Raises:
        ProjectError: `host` is not this machine, or the port is taken.
    """
    if host not in LOOPBACK:
        raise ProjectError(f"'{host}' is not this machine: the host is 127.0.0.1 or localhost.")
    services = Services(project, read_only=read_only)
    app = create_app(services)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        server = waitress.create_server(app.server, host=host, port=port, threads=8)
    except OSError as error:
        raise ProjectError(f"Port {port} cannot be used: {error.strerror}.") from error
    address = f"http://{host}:{server.effective_port}"
    print(f"{project.name} is open at {address}  (Ctrl C ends)", flush=True)
    if open_browser:
        webbrowser.open(address)
    try:
        server.run()
    finally:
        services.jobs.close()
