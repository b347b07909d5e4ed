"""The door of a workbench that other machines can reach: one password, and who came in with it.

Only the password's scrypt hash is kept in memory. A browser that knew it gets a random token in a
cookie that no script reads and no other site sends; we keep the token's hash until it ends.
"""

import secrets
import threading
import time
from collections import OrderedDict, deque
from hashlib import sha256
from pathlib import Path

from dash import Dash, html
from flask import Response, redirect, request
from werkzeug.security import check_password_hash, generate_password_hash

from graphwright.errors import ProjectError

SHORTEST = 8  # characters of a password
LASTS = 12 * 3600.0  # seconds that a session may rest
_TRIES, _WITHIN = 5, 60.0  # wrong passwords from one address, and in how many seconds
_MOST = 1000  # sessions and addresses that are kept
_METHOD = "scrypt:32768:8:1"
_OPEN = ("/sign-in", "/assets/")  # what is answered to anybody; nothing of the project is in it

_PAGE = """<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sign in · Graphwright</title>
    <link rel="icon" href="/assets/icon.svg">
    <script src="/assets/theme.js"></script>
    <link rel="stylesheet" href="/assets/tokens.css">
    <link rel="stylesheet" href="/assets/controls.css">
    <link rel="stylesheet" href="/assets/layout.css">
    <link rel="stylesheet" href="/assets/sign-in.css">
  </head>
  <body class="sign-in">
    <main>
      <h1>Graphwright</h1>
      <form method="post" action="/sign-in">
        <label>Password <input class="input" type="password" name="password" required autofocus
          autocomplete="current-password"></label>
        <button class="btn primary">Sign in</button>
      </form>
      {said}
    </main>
  </body>
</html>"""


class Door:
    """One password, those who are in, and those who failed to come in. Safe from many threads."""

    def __init__(self, password: str) -> None:
        """The door of a password, given as it is or as its scrypt hash in werkzeug's form."""
        hashed = password.startswith("scrypt:") and password.count("$") == 2
        self._hash = password if hashed else generate_password_hash(password, _METHOD)
        self._inside: OrderedDict[str, float] = OrderedDict()  # hash of a token → when it ends
        self._failed: OrderedDict[str, deque[float]] = OrderedDict()  # address → when
        self._lock = threading.Lock()
        self._checking = threading.Lock()  # a check takes 32 MB and a tenth of a second

    @classmethod
    def of_file(cls, path: Path) -> "Door":
        """The door of the password in the first line of a file.

        Raises:
            ProjectError: it cannot be read, or the password is too short.
        """
        try:
            lines = path.read_text("utf-8").splitlines()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it is no text"
            raise ProjectError(f"The password file '{path}' cannot be read: {reason}.") from None
        password = lines[0].strip() if lines else ""
        if len(password) < SHORTEST:
            raise ProjectError(
                f"The password in '{path}' has {len(password)} characters; "
                f"at least {SHORTEST} are needed."
            )
        return cls(password)

    def enter(self, password: str, address: str) -> str | None:
        """A token for who knows the password; None for a wrong one.

        Raises:
            BlockingIOError: too many wrong ones came from the address.
        """
        if self._is_shut(address):
            raise BlockingIOError
        with self._checking:
            right = check_password_hash(self._hash, password)
        if not right:
            self._note(address)
            return None
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._inside[_digest(token)] = time.monotonic() + LASTS
            while len(self._inside) > _MOST:
                self._inside.popitem(last=False)
        return token

    def knows(self, token: str) -> bool:
        """Whether the token's session goes on; it is prolonged by that."""
        digest, now = _digest(token), time.monotonic()
        with self._lock:
            if self._inside.get(digest, 0.0) < now:
                self._inside.pop(digest, None)
                return False
            self._inside[digest] = now + LASTS
            return True

    def leave(self, token: str) -> None:
        with self._lock:
            self._inside.pop(_digest(token), None)

    def _is_shut(self, address: str) -> bool:
        since = time.monotonic() - _WITHIN
        with self._lock:
            return sum(at > since for at in self._failed.get(address, ())) >= _TRIES

    def _note(self, address: str) -> None:
        with self._lock:
            self._failed.setdefault(address, deque(maxlen=_TRIES)).append(time.monotonic())
            self._failed.move_to_end(address)
            while len(self._failed) > _MOST:
                self._failed.popitem(last=False)


def lock(app: Dash, door: Door) -> None:
    """Every route of the app behind the door."""

    def check() -> Response | None:
        if request.path.startswith(_OPEN) or door.knows(_token()):
            return None
        if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            return _to("/sign-in")
        return Response("Sign in first.", 401, mimetype="text/plain")

    def sign_in() -> Response:
        if request.method == "GET":
            return _page("")
        try:
            token = door.enter(request.form.get("password", ""), request.remote_addr or "")
        except BlockingIOError:
            said = f"Too many wrong passwords: try again in {_WITHIN:.0f} seconds."
            return _page(said, 429)
        if token is None:
            return _page("That is not the password.", 401)
        answer = _to("/")
        answer.set_cookie(
            _cookie(), token, httponly=True, samesite="Strict", secure=_is_encrypted(), path="/"
        )
        return answer

    def sign_out() -> Response:
        door.leave(_token())
        answer = _to("/sign-in")
        answer.delete_cookie(_cookie(), path="/")
        return answer

    app.server.before_request(check)
    # Dash answers to every other path: these two must be known by name
    app.server.add_url_rule("/sign-in", "sign-in", sign_in, methods=["GET", "POST"])
    app.server.add_url_rule("/sign-out", "sign-out", sign_out, methods=["POST"])


def sign_out_form() -> html.Form:
    """The button that ends the session of this browser."""
    return html.Form(html.Button("Sign out", className="btn"), action="/sign-out", method="POST")


def _page(said: str, status: int = 200) -> Response:
    words = f'<p role="alert" class="bad">{said}</p>' if said else ""
    if not _is_encrypted():
        words += '<p class="muted small">This connection is not encrypted.</p>'
    return Response(_PAGE.format(said=words), status, headers={"Cache-Control": "no-store"})


def _to(path: str) -> Response:
    answer = redirect(path, 303)
    return Response(answer.data, 303, headers={"Location": path, "Cache-Control": "no-store"})


def _is_encrypted() -> bool:
    """Whether the browser came by TLS, which a server in front of us may have ended."""
    return request.is_secure or request.headers.get("Origin", "").startswith("https://")


def _token() -> str:
    return request.cookies.get(_cookie(), "")


def _cookie() -> str:
    """Its name: cookies know no ports, and two workbenches may stand on one machine."""
    return (
        f"graphwright-{request.host.rpartition(':')[2]}" if ":" in request.host else "graphwright"
    )


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
