"""Documents from web addresses: from public hosts, within limits."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from graphwright.errors import ReadError
from graphwright.formats import remote
from graphwright.formats.remote import fetch, is_url

LOCAL = ("127.0.0.1",)


class _Answers(BaseHTTPRequestHandler):
    """A web server with one answer a path."""

    def do_GET(self) -> None:
        answer = getattr(self, "_" + self.path.partition("?")[0].strip("/"), self._missing)
        answer()

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def _send(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _missing(self) -> None:
        self._send(404)

    def _document(self) -> None:
        host = self.headers["Host"]
        self._send(200, f'{{"openapi": "3.1.0", "host": "{host}"}}'.encode())

    def _moved(self) -> None:
        self._send(302, Location="/document?x=1")

    def _round(self) -> None:
        self._send(301, Location="/round")

    def _inside(self) -> None:
        self._send(302, Location="http://10.0.0.1/secret")

    def _file(self) -> None:
        self._send(302, Location="file:///etc/passwd")

    def _picture(self) -> None:
        self._send(200, b"...", Content_Type="image/png")

    def _large(self) -> None:
        self._send(200, bytes(3000))

    def _slow(self) -> None:
        self._send(200)
        self._drip(b".")

    def _slow_to_start(self) -> None:
        self._drip(b"HTTP/1.1 200 OK\r\nX-Header: x\r\n")

    def _drip(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            for _ in range(20):
                time.sleep(0.05)
                self.wfile.write(data)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    web = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{web.server_port}"
    web.shutdown()
    thread.join()
    web.server_close()


@pytest.mark.parametrize("path", ["document", "moved"])
def test_a_document_is_fetched_through_redirects(server: str, path: str) -> None:
    port = server.rpartition(":")[2]
    expected = f'{{"openapi": "3.1.0", "host": "127.0.0.1:{port}"}}'
    assert fetch(f"{server}/{path}", LOCAL).decode() == expected


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("none", "answers 404"),
        ("round", "leads elsewhere more than 5 times"),
        ("inside", r"'10\.0\.0\.1' is not public"),
        ("file", "http or https was expected"),
        ("picture", "is image/png; a document was expected"),
    ],
)
def test_what_is_no_document_is_refused(server: str, path: str, sentence: str) -> None:
    with pytest.raises(ReadError, match=sentence):
        fetch(f"{server}/{path}", LOCAL)


def test_size_and_time_have_limits(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "MAX_BYTES", 2000)
    with pytest.raises(ReadError, match="is larger than"):
        fetch(f"{server}/large", LOCAL)
    monkeypatch.setattr(remote, "SECONDS", 0.2)
    for path in ("slow", "slow_to_start"):
        with pytest.raises(ReadError, match=r"took longer than 0\.2 seconds"):
            fetch(f"{server}/{path}", LOCAL)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "224.0.0.1",
        "[::1]",
        "[::]",
        "[fe80::1]",
        "[fc00::1]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "localhost",
        "2130706433",
        "0x7f.1",
    ],
)
def test_private_hosts_are_refused_however_they_are_written(host: str) -> None:
    with pytest.raises(ReadError, match=r"is not public|is not known"):
        fetch(f"http://{host}/openapi.json")


@pytest.mark.parametrize(
    "url", ["ftp://example.com/a", "http://", "http://[", "http://a:99999/", "https:///a"]
)
def test_what_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(ReadError, match="is no web address"):
        fetch(url)


def test_a_name_is_looked_up_once(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    look_up = socket.getaddrinfo
    port = int(server.rpartition(":")[2])

    def answer(host: object, *rest: object, **more: object) -> object:
        if host == "shop.example":
            asked.append(host)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
        return look_up(host, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    body = fetch(f"http://shop.example:{port}/document", ("shop.example",))
    assert b"shop.example" in body
    assert asked == ["shop.example"]
    with pytest.raises(ReadError, match="is not public"):
        fetch(f"http://shop.example:{port}/document")


def test_a_host_that_does_not_answer_is_one_sentence() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with pytest.raises(ReadError, match="cannot be read: Connection refused"):
        fetch(f"http://127.0.0.1:{port}/", LOCAL)


@pytest.mark.parametrize(
    ("path", "url"), [("http://a", True), ("HTTPS://a", True), ("a.json", False), ("-", False)]
)
def test_web_addresses_are_told_from_files(path: str, url: bool) -> None:
    assert is_url(path) is url
