"""Documents from public web addresses, with limits on size, time and redirects.

The name of a host is looked up once, and the connection goes to an address that was checked:
a second look-up could answer otherwise. Private and loopback addresses are refused unless the
host is allowed by name.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import SplitResult, urljoin, urlsplit

from ..errors import ReadError
from .names import shown

MAX_BYTES = 100 << 20
SECONDS = 60.0  # for all of it
_PATIENCE = 15.0  # seconds without a byte
_REDIRECTS = 5
_CHUNK = 1 << 16
_MOVED = (301, 302, 303, 307, 308)
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_HEADERS = {
    "User-Agent": "graphwright",
    "Accept": "application/json, application/yaml, text/yaml, */*;q=0.5",
    "Accept-Encoding": "identity",
}
_TYPES = ("image/", "audio/", "video/", "font/")  # that no document has

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request goes: the address as it is written, and the one that was looked up."""

    url: SplitResult
    address: str

    @property
    def host(self) -> str:
        return self.url.hostname or ""

    @property
    def port(self) -> int:
        return self.url.port or (443 if self.url.scheme == "https" else 80)


def is_url(path: str) -> bool:
    return path.lower().startswith(("http://", "https://"))


def fetch(url: str, allowed: Collection[str] = ()) -> bytes:
    """The bytes at a web address.

    Args:
        url: `http` or `https`.
        allowed: hosts that may have a private address.

    Raises:
        ReadError: the host is not public or cannot be reached, the answer is no document, too
            large, too slow, or leads elsewhere too often.
    """
    ends = time.monotonic() + SECONDS
    for _ in range(_REDIRECTS + 1):
        answer = _asked(looked_up(url, allowed), url, ends)
        if isinstance(answer, bytes):
            return answer
        url = urljoin(url, answer)
    raise ReadError(f"'{shown(url)}' leads elsewhere more than {_REDIRECTS} times.")


def looked_up(url: str, allowed: Collection[str] = ()) -> Place:
    """Where a web address is: its host is looked up once, and must be public or allowed.

    Raises:
        ReadError: it is not, is not known, or the address is none.
    """
    try:
        split = urlsplit(url)
        port = split.port or (443 if split.scheme == "https" else 80)
    except ValueError:
        raise ReadError(f"'{shown(url)}' is no web address.") from None
    host = split.hostname
    if split.scheme not in ("http", "https") or not host:
        raise ReadError(f"'{shown(url)}' is no web address; http or https was expected.")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise ReadError(f"The host '{shown(host)}' is not known.") from None
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    if host not in allowed and not all(map(_is_public, addresses)):
        raise ReadError(
            f"The host '{shown(host)}' is not public; allow it by name to read from it."
        )
    return Place(split, addresses[0])


def _is_public(address: str) -> bool:
    """Whether an address is on the public net, and so is the one that it may stand for."""
    found: Address = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in _NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if found.teredo or (inner is not None and not inner.is_global):
            return False
        return found.is_global or inner is not None
    return found.is_global and not found.is_multicast


def _asked(place: Place, url: str, ends: float) -> bytes | str:
    """The body of the answer, or the address to which it leads; within the time that is left."""
    problem = ""
    answer: bytes | str = b""
    try:
        answer = _answer(place, url, ends)
    except (OSError, http.client.HTTPException) as error:
        problem = _reason(error)
    if time.monotonic() >= ends:
        raise ReadError(f"'{shown(url)}' took longer than {SECONDS:g} seconds.")
    if problem:
        raise ReadError(f"'{shown(url)}' cannot be read: {problem}.")
    return answer


def _answer(place: Place, url: str, ends: float) -> bytes | str:
    connection = _connected(place)
    # A server that sends byte by byte never lets a socket's own patience run out.
    bell = threading.Timer(max(0.0, ends - time.monotonic()), _cut, [connection.sock])
    bell.daemon = True
    bell.start()
    try:
        target = place.url.path or "/"
        query = f"?{place.url.query}" if place.url.query else ""
        connection.request("GET", target + query, headers=_HEADERS)
        return _content(connection.getresponse(), url)
    finally:
        bell.cancel()
        connection.close()


def _cut(connected: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def _content(response: http.client.HTTPResponse, url: str) -> bytes | str:
    moved = response.getheader("Location")
    if response.status in _MOVED and moved:
        return moved
    if response.status != 200:
        said = shown(response.reason or "")
        raise ReadError(f"'{shown(url)}' answers {response.status} {said}".rstrip() + ".")
    kind = response.getheader("Content-Type", "")
    if kind.startswith(_TYPES):
        raise ReadError(f"'{shown(url)}' is {shown(kind)}; a document was expected.")
    return _body(response, url)


def _connected(place: Place) -> http.client.HTTPConnection:
    """A connection to the address that was looked up, under the name that was asked for."""
    connection = http.client.HTTPConnection(place.host, place.port, timeout=_PATIENCE)
    plain = socket.create_connection((place.address, place.port), timeout=_PATIENCE)
    connection.sock = plain
    if place.url.scheme == "https":
        context = ssl.create_default_context()
        connection.sock = context.wrap_socket(plain, server_hostname=place.host)
    return connection


def _body(response: http.client.HTTPResponse, url: str) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while chunk := response.read1(_CHUNK):
        size += len(chunk)
        if size > MAX_BYTES:
            raise ReadError(f"'{shown(url)}' is larger than {MAX_BYTES >> 20} MB.")
        chunks.append(chunk)
    return b"".join(chunks)


def _reason(error: Exception) -> str:
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return shown(said).rstrip(".")
